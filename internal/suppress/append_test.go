package suppress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAppend: what is added is read again, is said to be where it is, and leaves what was
// there alone.
func TestAppend(t *testing.T) {
	for _, old := range []string{"", "# mine\nuse:Other\n", "use:Other # no line end"} {
		path := filepath.Join(t.TempDir(), "s.txt")
		if err := os.WriteFile(path, []byte(old), 0o640); err != nil {
			t.Fatal(err)
		}
		reason, err := Append(path, viewer(), "harmless:\nid:* is\x1b[31m no line")
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(data), old) || strings.Contains(string(data), "\x1b") {
			t.Errorf("%q became %q", old, data)
		}
		l, err := Read(strings.NewReader(string(data)), path)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Reason(viewer()); got != reason || got == "" {
			t.Errorf("%q: the reason is %q, Append says %q", data, got, reason)
		}
		other := viewer()
		other.ID = "0123456789ab"
		if got := l.Reason(other); got != "" {
			t.Errorf("%q takes another race out: %s", data, got)
		}
	}
	if _, err := Append(filepath.Join(t.TempDir(), "absent"), viewer(), ""); err == nil {
		t.Error("a file that nobody made was written")
	}
}
