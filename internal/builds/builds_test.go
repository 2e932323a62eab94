package builds

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBuiltOnce: many at once get one build; the same content is not built again, and
// another source, command or variable is.
func TestBuiltOnce(t *testing.T) {
	top := t.TempDir()
	source := write(t, filepath.Join(t.TempDir(), "a.c"), "one")
	var made atomic.Int32
	build := func(word string) string {
		dir, err := folder(top, Inputs{[]string{word}, []string{source}}, func(dir string) error {
			made.Add(1)
			return os.WriteFile(filepath.Join(dir, "a"), nil, 0o644)
		})
		if err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "a")); err != nil {
			t.Error(err)
		}
		return dir
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { build("cc") })
	}
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("built %d times", made.Load())
	}
	first := build("cc")
	if build("cc -O2") == first {
		t.Error("another command has the same key")
	}
	write(t, source, "two")
	if build("cc") == first {
		t.Error("another source has the same key")
	}
	write(t, source, "one")
	t.Setenv("CFLAGS", "-O3")
	if build("cc") == first {
		t.Error("another CFLAGS has the same key")
	}
	t.Setenv("CFLAGS", "")
	if build("cc") != first || made.Load() != 4 {
		t.Errorf("the first content has another key, or %d builds instead of 4", made.Load())
	}
}

// TestFailedBuild: nothing is kept of it, and the next one starts with an empty folder.
func TestFailedBuild(t *testing.T) {
	top, in := t.TempDir(), Inputs{Words: []string{"x"}}
	broken := errors.New("broken")
	if _, err := folder(top, in, func(dir string) error {
		write(t, filepath.Join(dir, "half"), "")
		return broken
	}); !errors.Is(err, broken) {
		t.Errorf("failed with %v", err)
	}
	dir, err := folder(top, in, func(dir string) error {
		left, err := os.ReadDir(dir)
		if len(left) > 0 {
			t.Errorf("left of the failed one: %v", left)
		}
		return err
	})
	if err != nil || filepath.Dir(dir) != top {
		t.Errorf("%q, %v", dir, err)
	}
	if _, err := folder(top, Inputs{Files: []string{"/nowhere"}}, nil); err == nil {
		t.Error("a source that is not there has a key")
	}
}

// TestUnusedGo: what no test asked for lately is removed by the next build.
func TestUnusedGo(t *testing.T) {
	top := t.TempDir()
	nothing := func(string) error { return nil }
	build := func(word string) string {
		dir, err := folder(top, Inputs{Words: []string{word}}, nothing)
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	old, used := build("old"), build("used")
	long := time.Now().Add(-unused - time.Hour)
	for _, dir := range []string{old, used} {
		if err := os.Chtimes(dir+".complete", long, long); err != nil {
			t.Fatal(err)
		}
	}
	build("used")
	build("new")
	for dir, want := range map[string]bool{old: false, used: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: kept %v, want %v", dir, err == nil, want)
		}
	}
}

// TestIncluded: a header beside a source, one that it includes and one in a folder of
// headers decide; so do a compiler of ours and the program that does its work.
func TestIncluded(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Mkdir(in("include"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, in("a.h"), "#include \"b.def\"\n")
	write(t, in("b.def"), "")
	write(t, in("include/c.h"), "")
	write(t, in("other.h"), "")
	write(t, in("a.c"), "#include <stdio.h>\n#include \"a.h\"\n # include <c.h>\n")
	command := []string{"cc", "-I" + in("include"), in("a.c"), "-o", "{out}"}
	key := func() string {
		key, err := keyOf(Inputs{command, named(command)})
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	for name, decides := range map[string]bool{"a.h": true, "b.def": true, "include/c.h": true, "other.h": false} {
		before := key()
		write(t, in(name), "// changed\n#include \"b.def\"\n")
		if (key() != before) != decides {
			t.Errorf("%s decides: %v, want %v", name, !decides, decides)
		}
	}
	compiler := write(t, in("sparse-cc"), "")
	want := []string{compiler, in("../lib/sparse-instrument"), in("a.c")}
	if got := named([]string{compiler, "-L" + dir, in("a.c"), "-o", "{out}"}); !slices.Equal(got, want) {
		t.Errorf("named are %q, want %q", got, want)
	}
}
