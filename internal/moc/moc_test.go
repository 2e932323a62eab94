package moc

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"

	"github.com/ianlancetaylor/demangle"
)

// build compiles testdata/slots.cpp with symbols, to know what the names must be.
func build(t *testing.T, qt string) string {
	t.Helper()
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", "Qt"+qt+"Core").Output()
	if err != nil {
		needs.Missing(t, "Qt "+qt+" is not installed")
	}
	moc := "/usr/lib/qt5/bin/moc"
	if qt == "6" {
		moc = "/usr/lib/qt6/libexec/moc"
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "slots")
	args := append([]string{"-std=c++17", "-fPIC", "-pie", "-DQT_NO_DEBUG", "-O2", "-fstack-protector-strong", "-I" + dir, "-o", program, "testdata/slots.cpp"}, strings.Fields(string(flags))...)
	for _, command := range [][]string{{moc, "-o", filepath.Join(dir, "slots.moc"), "testdata/slots.cpp"}, append([]string{"g++"}, args...), {program}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command[0], err, out)
		}
	}
	return program
}

func openFile(t *testing.T, path string) *elf.File {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestNames: the names that a stripped program's tables give are those that its symbols
// gave, by address; what is called through a virtual table, was inlined, or returns an object (whose
// place comes first in the call) has none.
func TestNames(t *testing.T) {
	for _, qt := range []string{"5", "6"} {
		t.Run("Qt"+qt, func(t *testing.T) {
			program := build(t, qt)
			symbols, err := openFile(t, program).Symbols()
			if err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("strip", program).CombinedOutput(); err != nil {
				t.Fatalf("strip: %v\n%s", err, out)
			}
			checkNames(t, symbols, Read(openFile(t, program)))
			if qt == "5" {
				breakIt(t, program)
			}
		})
	}
}

func checkNames(t *testing.T, symbols []elf.Symbol, got []Function) {
	t.Helper()
	truth := map[uint64]string{}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Value != 0 {
			truth[s.Value] = demangle.Filter(s.Name, demangle.NoParams)
		}
	}
	named := map[string]string{}
	for _, f := range got {
		name, arguments, _ := strings.Cut(f.Name, "(")
		if truth[f.Start] != name || f.End <= f.Start {
			t.Errorf("%#x is %s, not %s", f.Start, truth[f.Start], f.Name)
		}
		named[name] = "(" + arguments
	}
	for name, arguments := range map[string]string{"plain": "()", "number": "(int)", "text": "(QString, bool)",
		"optional": "(int, int)", "invoked": "(double)", "changed": "(int)", "renamed": "(QString, QObject*)", "hidden": "()",
		"qt_static_metacall": "(QObject*, QMetaObject::Call, int, void**)"} {
		if named["people::Person::"+name] != arguments {
			t.Errorf("%s%s has the arguments %q", name, arguments, named["people::Person::"+name])
		}
	}
	if named["people::Small::only"] != "()" || named["people::Person::overridden"]+named["people::Person::inlined"]+named["people::Person::answer"] != "" {
		t.Errorf("named: %v", named)
	}
}

// breakIt: a file of which some bytes are others is read without harm.
func breakIt(t *testing.T, program string) {
	t.Helper()
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "broken")
	for seed := range 200 {
		broken := append([]byte{}, data...)
		for i := range 40 {
			at := 64 + (seed*7919+i*104729)%(len(broken)-64)
			broken[at] ^= byte(1 + seed + i)
		}
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := elf.Open(path); err == nil {
			Read(f)
			f.Close()
		}
	}
}

// TestFileWithoutMocTables: a file that has none of it.
func TestFileWithoutMocTables(t *testing.T) {
	if got := Read(openFile(t, "/bin/true")); len(got) != 0 {
		t.Errorf("/bin/true: %v", got)
	}
}
