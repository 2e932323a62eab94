package recording

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestLeftUnrecorded: what a killed recording left is removed by the next one, and what one that
// goes on has is not, nor what is of somebody else.
func TestLeftUnrecorded(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	old := time.Now().Add(-time.Hour)
	make := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	age := func(path string) {
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	mine, gone := listUnrecorded()
	left, other, fresh, link := make("sparseracer-unrecorded-123"), make("other"), make("sparseracer-unrecorded-124"), filepath.Join(dir, "sparseracer-unrecorded-125")
	if err := os.Symlink(other, link); err != nil {
		t.Fatal(err)
	}
	age(mine)
	age(left)
	age(other)
	second, goneToo := listUnrecorded()
	for path, want := range map[string]bool{mine: true, second: true, left: false, other: true, fresh: true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s: there is %t, expected %t", path, err == nil, want)
		}
	}
	gone()
	goneToo()
	for _, path := range []string{mine, second} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is still there", path)
		}
	}
}
