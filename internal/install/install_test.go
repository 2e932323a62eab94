package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/system"
)

const asksForLibraries = "TEST_ASKS_FOR_LIBRARIES" // of this test, run as a program

func TestMain(m *testing.M) {
	if os.Getenv(asksForLibraries) == "" {
		os.Exit(m.Run())
	}
	dir, err := LibraryDir()
	fmt.Print(dir, err)
}

// The folder of the libraries may be a link, and is told by its own name.
func TestLibraryDirIsALink(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	kept, bin := filepath.Join(dir, "kept"), filepath.Join(dir, "tree", "bin")
	err = errors.Join(err, os.Mkdir(kept, 0o700), os.WriteFile(filepath.Join(kept, system.RecorderLibrary), nil, 0o600),
		os.MkdirAll(bin, 0o700), os.Symlink(kept, filepath.Join(dir, "tree", "lib")), os.WriteFile(filepath.Join(bin, "asks"), program, 0o700))
	if err != nil {
		t.Fatal(err)
	}
	asks := exec.Command(filepath.Join(bin, "asks"))
	asks.Env = append(os.Environ(), asksForLibraries+"=1")
	if out, err := asks.Output(); err != nil || string(out) != kept+"<nil>" {
		t.Errorf("%v; the libraries are in %q, expected %q", err, out, kept)
	}
}

// A program may need a recorder that is not where it was linked: what else it needs is known all the same.
func TestLinkedLibraries(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cc := func(args ...string) {
		if out, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	library, exe := filepath.Join(dir, "libmoved.so"), filepath.Join(dir, "prog")
	cc("-shared", "-fPIC", "-Wl,-soname=libmoved.so", "-o", library, write("library.c", "int moved(void) { return 0; }\n"))
	cc("-o", exe, "-Wl,--no-as-needed", write("prog.c", "#include <math.h>\nint moved(void);\nint main(int c, char **v) { return moved() + (int)cos(c); }\n"), library, "-lm", "-Wl,-rpath="+dir)
	libraries := func() map[string]string {
		libraries, err := LinkedLibraries(t.Context(), os.Environ(), exe)
		if err != nil {
			t.Fatal(err)
		}
		if libraries["libm.so.6"] == "" || libraries["libc.so.6"] == "" {
			t.Errorf("%v: expected libm.so.6 and libc.so.6", libraries)
		}
		return libraries
	}
	if got := libraries()["libmoved.so"]; got != library {
		t.Errorf("libmoved.so is at %q, expected %q", got, library)
	}
	if err := os.Remove(library); err != nil {
		t.Fatal(err)
	}
	if got, known := libraries()["libmoved.so"]; known {
		t.Errorf("libmoved.so is at %q, but it is gone", got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := LinkedLibraries(ended, os.Environ(), exe); !errors.Is(err, context.Canceled) {
		t.Errorf("no time to ask: %v", err)
	}
}
