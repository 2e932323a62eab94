package triage

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	got, err := Read(strings.NewReader("# ours\n\nce0d11e36fef later  ask   the team # not a comment\nabc bug\n00ff seen x\nce0d11e36fef harmless\nabc none\n"), "m")
	if want := map[string]Mark{"ce0d11e36fef": {"harmless", ""}, "00ff": {"seen", "x"}}; err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"abc bug\nabc\n": "m:2: found \"abc\"", "abc nice\n": "m:1:", "ABC bug\n": "m:1:", "../x bug\n": "m:1:", "abc \x1b[31m\n": `\\x1b`,
		strings.Repeat("a", maxID+1) + " bug\n": "m:1:", "abc bug\nabc bug " + strings.Repeat("x", maxLine) + "\n": "m:2: bufio.Scanner: token too long",
	} {
		if _, err := Read(strings.NewReader(text), "m"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, expected %s", text, err, want)
		}
	}
}

// TestAppend: what is added is read again, and what was there stays.
func TestAppend(t *testing.T) {
	for _, old := range []string{"", "# by hand\nabc bug\n", "abc bug"} {
		path := filepath.Join(t.TempDir(), "marks")
		if old != "" {
			if err := os.WriteFile(path, []byte(old), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := Append(path, "00ff", Mark{"later", "two\nlines \x1b[31m"}); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(data, []byte(old)) {
			t.Errorf("%q became %q, %v", old, data, err)
		}
		got, err := ReadFile(path)
		if err != nil || got["00ff"] != (Mark{"later", `two lines \x1b[31m`}) || (old != "") != (got["abc"].State == "bug") {
			t.Errorf("%q: %v, %v", data, got, err)
		}
	}
	path := filepath.Join(t.TempDir(), "marks")
	for _, bad := range [][2]string{{"no id", "bug"}, {"abc", "nice"}, {"", "bug"}, {"abc", ""}} {
		if err := Append(path, bad[0], Mark{State: bad[1]}); err == nil {
			t.Errorf("%q was written", bad)
		}
	}
	if err := Append(path, "abc", Mark{"bug", strings.Repeat("x", maxNote+1)}); err == nil {
		t.Error("a long note was written")
	}
	if got, err := ReadFile(path); err != nil || len(got) != 0 {
		t.Errorf("%v, %v of no file", got, err)
	}
}

// FuzzReadMarks: what is read can be written and is read again.
func FuzzReadMarks(f *testing.F) {
	f.Add([]byte("ce0d11e36fef later ask the team\nabc none\n"))
	f.Add([]byte("# x\n\x00 bug\nabc bug \xff\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		marks, err := Read(bytes.NewReader(data), "m")
		if err != nil {
			return
		}
		var b strings.Builder
		for id, m := range marks {
			line, err := Line(id, m)
			if err != nil && len(m.Note)*4 <= maxNote {
				t.Fatalf("%q %v: %v", id, m, err)
			}
			b.WriteString(line)
		}
		if again, err := Read(strings.NewReader(b.String()), "m"); err != nil && len(data) < maxNote/4 || err == nil && len(data) < maxNote/4 && len(again) != len(marks) {
			t.Fatalf("%q is read as %v, %v", b.String(), again, err)
		}
	})
}
