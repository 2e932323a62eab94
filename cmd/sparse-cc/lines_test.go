//go:build llvm19

package main

import (
	"debug/dwarf"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each statement stands in a line of its own: it reads or writes, or calls.
const statements = `struct V { int a, b; V *next; virtual void f(); virtual ~V(); };
void waits();
V *make(V *);
int statements(V *v)
{
	waits();
	if (v->a)
		waits();
	v->b++;
	v->a = 5;
	v->f();
	V *w = make(v->next);
	for (int i = 0; i < v->a; i++) {
		w->b += i;
		waits();
		w->next->a = i;
	}
	delete w;
	return v->b;
}
`

// TestLinesStay: an address in compiled code has the line that clang gives it; what we
// put between instructions takes none away and has none.
func TestLinesStay(t *testing.T) {
	t.Parallel()
	cxx, dir := needCompiler(t, "sparse-c++"), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "s.cpp"), []byte(statements), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
		must(t, dir, cxx, "-g", level, "-shared", "-fPIC", "s.cpp", "-o", "s.so")
		calls := callLines(t, filepath.Join(dir, "s.so"))
		for i, text := range strings.Split(statements, "\n") {
			if i > 4 && strings.ContainsAny(text, ";(") && !strings.HasPrefix(text, "\tfor") && calls[i+1] == 0 {
				t.Errorf("%s: no call of line %d: %s", level, i+1, text)
			}
		}
	}
}

// callLines counts, by line, the call instructions that an address behind them leads to,
// as a recorded stack has it.
func callLines(t *testing.T, path string) map[int]int {
	t.Helper()
	f, data := debugged(t, path)
	defer f.Close()
	text := f.Section(".text")
	code, err := text.Data()
	if err != nil {
		t.Fatal(err)
	}
	rows := lineRows(t, data)
	found := map[int]int{}
	for at := range code {
		// call rel32, call *disp32(%rip), call *disp8(%reg), call *(%reg), call *%reg
		n := 0
		switch {
		case code[at] == 0xe8:
			n = 5
		case at+1 < len(code) && code[at] == 0xff && code[at+1] == 0x15:
			n = 6
		case at+1 < len(code) && code[at] == 0xff && code[at+1]&0xf8 == 0x50:
			n = 3
		case at+1 < len(code) && code[at] == 0xff && (code[at+1]&0xf8 == 0x10 || code[at+1]&0xf8 == 0xd0):
			n = 2
		}
		if n > 0 {
			found[lineAt(rows, text.Addr+uint64(at+n)-1)]++
		}
	}
	for _, r := range rows {
		if r.Address < text.Addr || r.Address > text.Addr+text.Size {
			t.Errorf("line %d at %#x, which is no code", r.Line, r.Address)
		}
	}
	return found
}

func lineRows(t *testing.T, data *dwarf.Data) (rows []dwarf.LineEntry) {
	t.Helper()
	r := data.Reader()
	for {
		unit, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if unit == nil {
			return rows
		}
		r.SkipChildren()
		lines, err := data.LineReader(unit)
		if err != nil || lines == nil {
			continue
		}
		var e dwarf.LineEntry
		for err = lines.Next(&e); err == nil; err = lines.Next(&e) {
			rows = append(rows, e)
		}
		if !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
}

func lineAt(rows []dwarf.LineEntry, address uint64) int {
	i := slices.IndexFunc(rows, func(r dwarf.LineEntry) bool { return r.Address > address })
	if i <= 0 {
		return 0
	}
	return rows[i-1].Line
}
