package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestConfirmState: both orders of each program are run, and what they leave says
// whether the race matters.
func TestConfirmState(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	qt, err := exec.Command("pkg-config", "--cflags", "--libs", "Qt5Core").Output()
	if err != nil {
		missing(t, "qtbase5-dev is not installed")
	}
	exe := filepath.Join(t.TempDir(), "leaves")
	args := append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-pthread", "-o", exe, "../../samples/state/leaves.cpp"}, strings.Fields(string(qt))...)
	if out, err := exec.Command(built(t, "bin/sparse-c++"), args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string]struct {
		verdict string
		code    int
		diff    string
	}{
		"token": {"harmful", exitRaces, "+1"}, "settings": {"harmful", exitRaces, "+mode=a"}, "omitted": {"harmful", exitRaces, "-text"},
		"log":  {"order only", 0, "+two"},
		"same": {"benign", 0, ""}, "sum": {"benign", 0, ""}, "shown": {"benign", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			record := exec.Command(tool, "record", "-o", filepath.Join(dir, "a.srt"), "--", exe, name)
			record.Env = append(os.Environ(), "HOME="+dir)
			if out, err := record.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			out, stderr, code := command(t, "", tool, "confirm", "--state", filepath.Join(dir, "a.srt"), "--", exe, name)
			if code != want.code || !strings.Contains(out, ": "+want.verdict+"\n") || !strings.Contains(out, "\n  "+want.diff) {
				t.Errorf("code %d\n%s%s", code, out, stderr)
			}
			_, next, _ := strings.Cut(out, "next: sparseracer ")
			if out, stderr, code := command(t, "", tool, strings.Fields(next)...); code != 0 || !strings.HasPrefix(out, "read-write race ") {
				t.Errorf("%s: code %d\n%s%s", next, code, out, stderr)
			}
		})
	}
	for want, args := range map[string][]string{
		"--home is for --state":       {"--home", "x", exe},
		"--home=/nowhere: expected a": {"--state", "--home", "/nowhere", exe},
		"--runs is not for --state":   {"--state", "--runs", "3", exe},
		"--output is not for --state": {"--state", "-o", t.TempDir(), exe},
	} {
		if _, stderr, code := command(t, "", tool, append(append([]string{"confirm"}, args...), "--", exe)...); code != exitError || !strings.Contains(stderr, want) {
			t.Errorf("%v: code %d, %s", args, code, stderr)
		}
	}
	// Another program never comes to either handler: nothing is said of the race.
	dir := t.TempDir()
	record := exec.Command(tool, "record", "-o", filepath.Join(dir, "a.srt"), "--", exe, "token")
	record.Env = append(os.Environ(), "HOME="+dir)
	if out, err := record.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, stderr, code := command(t, "", tool, "confirm", "--state", filepath.Join(dir, "a.srt"), "--", "true"); code != 0 || !strings.Contains(out, ": not reached: ") {
		t.Errorf("another program: code %d, %s%s", code, out, stderr)
	}
}
