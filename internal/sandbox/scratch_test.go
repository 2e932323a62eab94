package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestTidy: what programs make is removed, what was there and what is kept is not. Nothing comes back from nowhere.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	keep := filepath.Join(dir, "keep")
	write := func(names ...string) {
		for _, n := range names {
			path := filepath.Join(dir, n)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("a.txt", "sub/b.txt", "keep/1.srt")
	s := remember(dir, "", []string{keep})
	write("New Folder/c.txt", "sub/new.txt", "keep/2.srt", "new.txt")
	if err := os.Remove(filepath.Join(dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.Tidy()
		var left []string
		for _, n := range []string{"a.txt", "sub/b.txt", "sub/new.txt", "keep/1.srt", "keep/2.srt", "new.txt", "New Folder"} {
			if _, err := os.Lstat(filepath.Join(dir, n)); err == nil {
				left = append(left, n)
			}
		}
		if want := []string{"sub/b.txt", "keep/1.srt", "keep/2.srt"}; !slices.Equal(left, want) {
			t.Errorf("left: %q, expected %q", left, want)
		}
	}
	// In the kept folder all stays.
	s = remember(filepath.Join(keep, "home"), "", []string{keep})
	write("keep/home/x")
	if s.Tidy(); len(s.held) != 0 {
		t.Error("it would remove what is kept")
	}
	if _, err := os.Stat(filepath.Join(keep, "home", "x")); err != nil {
		t.Error(err)
	}
}

// TestTidyBringsBack: what programs have removed, changed, or put something else in the place of is what it was.
func TestTidyBringsBack(t *testing.T) {
	dir, was := filepath.Join(t.TempDir(), "dir"), t.TempDir()
	at := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	make := func(root string) {
		err := errors.Join(os.MkdirAll(filepath.Join(root, "sub", "deep"), 0o755), os.Symlink("a.txt", filepath.Join(root, "link")))
		for n, mode := range map[string]os.FileMode{"a.txt": 0o644, "sub/b.txt": 0o400, "sub/deep/c.txt": 0o755, "same": 0o644} {
			path := filepath.Join(root, n)
			err = errors.Join(err, os.WriteFile(path, []byte(n), 0o600), os.Chmod(path, mode), os.Chtimes(path, at, at))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	says := func() (out []string) {
		filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			info, _ := e.Info()
			text, _ := os.ReadFile(path)
			out = append(out, fmt.Sprint(path, info.Mode(), string(text)))
			return err
		})
		return out
	}
	make(dir)
	make(was)
	want := says()
	for what, do := range map[string]func() error{
		"nothing": func() error { return nil },
		"removed": func() error { return os.RemoveAll(filepath.Join(dir, "sub")) },
		"changed": func() error { return os.WriteFile(filepath.Join(dir, "a.txt"), []byte("A.TXT"), 0o644) },
		"longer":  func() error { return os.WriteFile(filepath.Join(dir, "same"), []byte("longer"), 0o644) },
		"moved":   func() error { return os.Rename(filepath.Join(dir, "a.txt"), filepath.Join(dir, "elsewhere")) },
		"rights":  func() error { return os.Chmod(filepath.Join(dir, "sub", "deep"), 0o500) },
		"link":    func() error { return os.Remove(filepath.Join(dir, "link")) },
		"a folder": func() error {
			return errors.Join(os.Remove(filepath.Join(dir, "same")), os.Mkdir(filepath.Join(dir, "same"), 0o755))
		},
		"a file": func() error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, "sub")), os.WriteFile(filepath.Join(dir, "sub"), nil, 0o644))
		},
	} {
		s := remember(dir, was, nil)
		if err := do(); err != nil {
			t.Fatal(what, err)
		}
		if s.isTidy() != (what == "nothing") {
			t.Errorf("%s: taken for tidy: %t", what, s.isTidy())
		}
		if s.Tidy(); !slices.Equal(says(), want) || !s.isTidy() {
			t.Errorf("%s: %q, expected %q", what, says(), want)
		}
	}
}

// TestEnter: programs run side by side as long as they leave the folder as it was; then each is alone, and finds it so.
func TestEnter(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "made")
	s := remember(dir, "", nil)
	next := func() chan func() {
		entered := make(chan func(), 1)
		go func() { entered <- s.Enter() }()
		return entered
	}
	waits := func(who string, entered chan func()) {
		select {
		case <-entered:
			t.Errorf("the %s has begun beside another", who)
		case <-time.After(50 * time.Millisecond):
		}
	}
	first, entered := s.Enter(), next()
	waits("second", entered)
	first()
	second, third := <-entered, s.Enter()
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	second()
	entered = next()
	waits("fourth", entered)
	if _, err := os.Stat(path); err != nil {
		t.Error("it was taken from under the third one")
	}
	third()
	fourth := <-entered
	if _, err := os.Stat(path); err == nil {
		t.Error("the fourth one finds what the second has made")
	}
	entered = next()
	waits("fifth", entered)
	fourth()
	(<-entered)()
	(*Scratch)(nil).Enter()()
}

// TestTidyLeavesOurs: in a temporary folder stays what we have there while programs run.
func TestTidyLeavesOurs(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	if err := os.Mkdir(filepath.Join(dir, "old"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := remember(dir, "", nil)
	var want []string
	for name, stays := range map[string]bool{"sparseracer-bus-1": true, ".X11-unix": true, ".X1-lock": true, "new": false} {
		if err := os.MkdirAll(filepath.Join(dir, name, "in"), 0o755); err != nil {
			t.Fatal(err)
		}
		if stays {
			want = append(want, name)
		}
	}
	s.Tidy()
	for _, name := range append(want, "old") {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); err == nil || !s.isTidy() {
		t.Error("it is not tidy")
	}
}

// TestLayersIn: no folder is hidden that the program is about.
func TestLayersIn(t *testing.T) {
	for current, want := range map[string]string{"/home/me": "/mnt", "/mnt": "/srv", "/mnt/c/app": "/srv", "/mntx": "/mnt"} {
		if got := (&Box{Current: current, Keep: "/tmp/kept"}).layersIn(); got != want {
			t.Errorf("of a program that runs in %s they lie over %q, expected %q", current, got, want)
		}
	}
	if got := (&Box{Current: "/mnt/a", Keep: "/srv/b", Fixed: []string{"/media/c/tool"}}).layersIn(); got != "" {
		t.Errorf("they hide %s, which is needed", got)
	}
}
