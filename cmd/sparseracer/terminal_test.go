package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

const title = "\x1b]0;title\x07\u202e"

// said runs the tool and gives all that it says.
func said(t *testing.T, args ...string) string {
	t.Helper()
	var b bytes.Buffer
	run(context.Background(), args, strings.NewReader(""), &b, &b)
	return b.String()
}

// A name that a message repeats comes from a file that somebody else may have written.
func TestNothingPlaysWithATerminal(t *testing.T) {
	dir := t.TempDir()
	named := filepath.Join(dir, title+".srt")
	trace := filepath.Join(dir, title+".txt")
	must(t, os.WriteFile(trace, []byte("deq(a)\nend(a)\n"), 0o600))
	schedule := filepath.Join(dir, "forged.json")
	must(t, os.WriteFile(schedule, []byte(strings.ReplaceAll(`{"format": "TITLE", "version": 6, "TITLE": 1}`, "TITLE", `\u001b]0;title\u0007\u202e`)), 0o600))
	calls := [][]string{
		{"analyze", named}, {"check", trace}, {"info", trace}, {"analyze", trace}, {"order", trace}, {"audit", trace},
		{"explain", trace, title}, {"convert", trace, named + ".odd"}, {"confirm", trace, "--", title}, {"record", "--", title},
		{"replay", schedule, "--", "true"}, {"replay", named, "--", "true"}, {"fuzz", "--", title}, {"explore", "--", title}, {title}, {"analyze", "--" + title},
	}
	for _, args := range calls {
		text := said(t, args...)
		if text == "" {
			t.Errorf("%q says nothing", args)
		}
		if i := strings.IndexFunc(text, func(c rune) bool {
			return c != '\n' && c != '\t' && (unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c))
		}); i >= 0 {
			t.Errorf("%q says %q", args, text)
		}
	}
}

// What holds a trace's contents is for its user alone, as the trace is.
func TestConvertedIsPrivate(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.txt"), filepath.Join(dir, "a.srt")
	must(t, os.WriteFile(in, []byte("deq(a)\nend(a)\n"), 0o644))
	said(t, "convert", in, out)
	st, err := os.Stat(out)
	must(t, err)
	if st.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", st.Mode())
	}
}

// A folder whose name others can expect is made, or is the user's own.
func TestOwnFolder(t *testing.T) {
	dir := t.TempDir()
	mine, link := filepath.Join(dir, "app.hunt", "probes"), filepath.Join(dir, "link")
	must(t, ownFolder(mine))
	must(t, ownFolder(mine))
	if st, err := os.Stat(mine); err != nil || st.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", st, err)
	}
	must(t, os.Symlink(mine, link))
	for _, c := range []struct {
		folder, want string
		there        bool
	}{
		{link, "symbolic link", true}, {link + "/below", "", true}, {"/proc/1", "another user's", os.Geteuid() != 0},
	} {
		if err := ownFolder(c.folder); c.there && (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.folder, err)
		}
	}
	if os.Geteuid() == 0 {
		must(t, os.Chown(mine, 65534, 65534))
		if err := ownFolder(mine); err == nil || !strings.Contains(err.Error(), "another user's") {
			t.Errorf("another user's folder: %v", err)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
