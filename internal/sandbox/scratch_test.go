package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestTidy: what programs make is removed, what was there and what is kept is not.
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
	s := Remember(dir, keep)
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
	s = Remember(filepath.Join(keep, "home"), keep)
	write("keep/home/x")
	if s.Tidy(); len(s.held) != 0 {
		t.Error("it would remove what is kept")
	}
	if _, err := os.Stat(filepath.Join(keep, "home", "x")); err != nil {
		t.Error(err)
	}
}
