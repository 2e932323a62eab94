package sites

import (
	"bytes"
	"debug/elf"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"sparseracer/internal/needs"
)

// compile makes a program of one source.
func compile(t *testing.T, source string, flags ...string) string {
	t.Helper()
	clang, err := exec.LookPath("clang++-19")
	if err != nil {
		needs.Missing(t, "clang++-19 is missing")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.cpp"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(clang, append(flags, "a.cpp", "-o", "a")...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "a")
}

const source = `static inline __attribute__((always_inline)) int inner(const int *p) {
	return *p;
}
__attribute__((noinline)) int outer(const int *p) {
	return inner(p);
}
int main(int n, char **) { return outer(&n) - 1; }
`

// TestAttach: the program runs as before, stripped or not, the rest of the file
// is what it was, and a second table is refused.
func TestAttach(t *testing.T) {
	for _, flags := range []string{"-g -O1", "-g0 -O1", "-shared -fPIC -g -O1"} {
		t.Run(flags, func(t *testing.T) {
			path := compile(t, source, strings.Fields(flags)...)
			before := sections(t, path)
			if err := Attach(path); err != nil {
				t.Fatal(err)
			}
			after := sections(t, path)
			if len(after[SectionName]) == 0 {
				t.Fatal("there is no table")
			}
			delete(after, SectionName)
			before[".shstrtab"] = append(before[".shstrtab"], SectionName+"\x00"...)
			if !reflect.DeepEqual(before, after) {
				t.Error("other sections changed")
			}
			if err := Attach(path); err == nil {
				t.Error("a second table was added")
			}
			if strings.HasPrefix(flags, "-shared") {
				return
			}
			if out, err := exec.Command("strip", "-s", path).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if err := exec.Command(path).Run(); err != nil {
				t.Errorf("stripped, it no longer runs: %v", err)
			}
			if len(sections(t, path)[SectionName]) == 0 {
				t.Error("strip took the table away")
			}
		})
	}
}

// sections are the contents of a file by the sections' names.
func sections(t *testing.T, path string) map[string][]byte {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string][]byte{}
	for _, s := range f.Sections[1:] {
		if s.Type != elf.SHT_NOBITS {
			if out[s.Name], err = s.Data(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

func TestLookup(t *testing.T) {
	path := compile(t, source, "-g", "-O1")
	if err := Attach(path); err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(filepath.Dir(path), "a.cpp")
	want := []Frame{{"_ZL5innerPKi", file, 2, 9}, {"_Z5outerPKi", file, 5, 9}}
	found := false
	for _, s := range symbols {
		for pc := s.Value; s.Name == "_Z5outerPKi" && pc < s.Value+s.Size; pc++ {
			found = found || reflect.DeepEqual(table.Lookup(pc), want)
		}
	}
	if !found {
		t.Errorf("nothing in outer is %+v", want)
	}
	if got := table.Lookup(0); got != nil {
		t.Errorf("at 0: %+v", got)
	}
}

// TestNotElf: what cannot have a table is left as it is.
func TestNotElf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "script")
	for _, text := range []string{"", "#!/bin/sh\n", "\x7fELF\x02\x01\x01"} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		err := Attach(path)
		if data, _ := os.ReadFile(path); err == nil || string(data) != text {
			t.Errorf("%q: %v, now %q", text, err, data)
		}
	}
}

// nested has every field in use.
func nested() *Table {
	return &Table{
		strings: []string{"", "f", "g", "/a.cpp"},
		nodes:   []node{{}, {function: 1}, {parent: 1, function: 2, file: 3, line: 4, column: 5}},
		rows:    []row{{0x10, 1, 3, 7, 1}, {0x18, 2, 3, 1 << 20, 9}, {0xffff_0000_0000, 0, 0, 0, 0}},
	}
}

func TestRoundTrip(t *testing.T) {
	data, err := nested().encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := decode(data)
	if err != nil || !reflect.DeepEqual(got, nested()) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestCorrupt: a number that points nowhere, and every cut, is refused.
func TestCorrupt(t *testing.T) {
	for name, spoil := range map[string]func(*Table){
		"string of a node": func(t *Table) { t.nodes[1].function = 4 },
		"file of a node":   func(t *Table) { t.nodes[2].file = 4 },
		"own parent":       func(t *Table) { t.nodes[2].parent = 2 },
		"node of a row":    func(t *Table) { t.rows[0].node = 3 },
		"file of a row":    func(t *Table) { t.rows[1].file = 4 },
		"negative line":    func(t *Table) { t.rows[1].line = -1 },
	} {
		table := nested()
		spoil(table)
		data, err := table.encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decode(data); !errors.Is(err, errCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	data, err := nested().encode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := decode(data[:n]); !errors.Is(err, errCorrupt) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

// FuzzDecode: whatever a section holds, decoding ends, and what it gives can be
// asked anything.
func FuzzDecode(f *testing.F) {
	e, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{1, 0, 1, 0}, uint64(0))
	f.Add([]byte{2, 0, 1, 'f', 2, 0, 1, 0, 0, 0, 1, 16, 2, 0, 2, 2}, uint64(20))
	f.Fuzz(func(t *testing.T, raw []byte, at uint64) {
		table, err := decode(e.EncodeAll(raw, []byte(magic)))
		if err != nil {
			return
		}
		table.Lookup(at)
		again, err := table.encode()
		if err != nil {
			t.Fatal(err)
		}
		if other, err := decode(again); err != nil || len(other.rows) != len(table.rows) {
			t.Fatalf("%v after %s", err, bytes.TrimSpace(raw))
		}
	})
}
