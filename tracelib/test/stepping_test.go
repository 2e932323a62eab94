package recorder_test

import (
	"debug/elf"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ofAssembly are the functions that a .S file of the recorder's gives to others, by the
// symbols of what it is assembled to.
func ofAssembly(t *testing.T) (names []string) {
	t.Helper()
	all, err := sources(thisMachine)
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range all {
		if filepath.Ext(source) != ".S" {
			continue
		}
		object := filepath.Join(t.TempDir(), "out.o")
		if err := compile("cc", "-c", source, "-o", object); err != nil {
			t.Fatal(err)
		}
		f, err := elf.Open(object)
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := f.Symbols()
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range symbols {
			if elf.ST_BIND(s.Info) == elf.STB_GLOBAL && s.Section != elf.SHN_UNDEF {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// TestUnwoundAtEachInstruction: a signal that comes at any instruction of the recorder's
// assembly, or of what it calls in the library, finds its way to the function that called
// it. What has no row in testdata/stepping.c fails.
func TestUnwoundAtEachInstruction(t *testing.T) {
	exe := program(t, "stepping.c")
	can, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(library)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	text := f.Section(".text")
	names := ofAssembly(t)
	if len(names) < 4 {
		t.Errorf("only %q are in assembly", names)
	}
	for _, name := range names {
		if !strings.Contains("\n"+string(can), "\n"+name+"\n") {
			t.Errorf("nobody steps through %s: it needs a row in testdata/stepping.c", name)
			continue
		}
		for _, s := range symbols {
			if s.Name != name || s.Size == 0 {
				continue
			}
			for _, options := range []string{"", "compress=1"} {
				args := []string{exe, name, fmt.Sprint(s.Value), fmt.Sprint(s.Value + s.Size), fmt.Sprint(text.Addr), fmt.Sprint(text.Addr + text.Size)}
				res := record(t, options, args...).ok(t)
				var own, all, wrong, at, fine int
				if _, err := fmt.Sscanf(res.stdout, "%d %d %d %x %d", &own, &all, &wrong, &at, &fine); err != nil {
					t.Fatalf("%s: %v, %q", name, err, res.stdout)
				}
				if own < 8 || all < own {
					t.Errorf("%s: %d instructions were looked at, %d of the library's", name, own, all)
				}
				if wrong != 0 || fine != 1 {
					t.Errorf("%s: at %d of %d instructions the way to the caller is not found, first at %#x; results right: %d", name, wrong, all, at, fine)
				}
				t.Logf("%s: %d instructions, %d of the library's", name, own, all)
			}
		}
	}
}
