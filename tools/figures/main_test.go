package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPage: a page has its title, where and when it was made, and each command's output,
// without the names of places.
func TestPage(t *testing.T) {
	dir := t.TempDir()
	code := run([]string{"some", "Some figures", "--", "sh", "-c", `echo "in $PWD/x of $HOME"`, "--", "echo", "two"}, dir, io.Discard, io.Discard)
	data, err := os.ReadFile(filepath.Join(dir, "some.md"))
	if err != nil || code != 0 {
		t.Fatalf("code %d, %v", code, err)
	}
	text := string(data)
	for _, want := range []string{"# Some figures\n\n| commit | date | machine | command |\n", "| those below |\n", "\n## echo two\n\n```\ntwo\n```\n", "in x of ~"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if !regexp.MustCompile("(?m)^\\| `[^`]+` \\| \\d{4}-\\d\\d-\\d\\d \\| \\d+ cores, ").MatchString(text) {
		t.Errorf("no commit, date and machine in\n%s", text)
	}
	run([]string{"some", "Some", "-markdown", "-last", "2", "--", "printf", `a\nb\n| c |\n`}, dir, io.Discard, io.Discard)
	if data, err := os.ReadFile(filepath.Join(dir, "some.md")); err != nil || !strings.HasSuffix(string(data), " |\n\nb\n| c |\n") {
		t.Errorf("the last two lines as Markdown: %v\n%s", err, data)
	}
	for _, name := range []func() (string, error){os.Hostname, os.UserHomeDir, os.Getwd} {
		if secret, err := name(); err == nil && len(secret) > 3 && strings.Contains(text, secret) {
			t.Errorf("%s is named in\n%s", secret, text)
		}
	}
}

// TestFailedCommand: its status is the program's; the page stays, or with -status says so.
func TestFailedCommand(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.md")
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code := run([]string{"old", "Old", "--", "sh", "-c", "exit 3"}, dir, io.Discard, io.Discard); code != 3 {
		t.Errorf("ended with %d, want 3", code)
	}
	if data, _ := os.ReadFile(old); string(data) != "old" {
		t.Errorf("the page became %s", data)
	}
	if code := run([]string{"old", "Old", "-status", "--", "sh", "-c", "exit 3", "--", "true"}, dir, io.Discard, io.Discard); code != 3 {
		t.Errorf("ended with %d, want 3", code)
	}
	if data, _ := os.ReadFile(old); !strings.Contains(string(data), "Exit status 3, after 0s.") || !strings.Contains(string(data), "Exit status 0") {
		t.Errorf("the page became %s", data)
	}
	if code := run([]string{"old", "Old", "--", "/nowhere/program"}, dir, io.Discard, io.Discard); code != 127 {
		t.Errorf("a program that is not there: %d, want 127", code)
	}
	for _, args := range [][]string{nil, {"a", "b", "--", "--"}, {"a", "b", "-markdown"}, {"a", "b", "-x", "--", "true"}, {"a", "b", "-last", "0", "--", "true"}, {"a", "b", "c", "true"}} {
		if code := run(args, dir, io.Discard, io.Discard); code != 2 {
			t.Errorf("%q ended with %d, want 2", args, code)
		}
	}
}
