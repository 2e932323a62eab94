package main

import (
	"strings"
	"testing"
)

// TestConfirmState: both orders of each program are run, and what they leave says
// whether the race matters.
func TestConfirmState(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	exe, list := leavesBuilt(t, 5)
	// What the difference shows, of those whose file is text.
	shown := map[string]string{"token": "+2", "settings": "+mode=2", "omitted": "-text", "log": "+two", "setting": "+640", "key": "+theme=dark"}
	for _, p := range list {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			verdict, code := strings.ReplaceAll(p.left, "-", " "), 0
			if p.left == "harmful" {
				code = exitRaces
			}
			recording := recordLeaves(t, exe, p.name, "ba", "1")
			out, stderr, got := command(t, "", tool, "confirm", "--state", recording, "--", exe, p.name, "ba", "1")
			if got != code || !strings.Contains(out, ": "+verdict+"\n") {
				t.Errorf("code %d, expected %d, %s\n%s%s", got, code, verdict, out, stderr)
			}
			if p.left != "harmful" && strings.Contains(out, ": harmful") || p.left == "benign" && strings.Contains(out, ": order only") {
				t.Errorf("%s:\n%s", p.left, out)
			}
			if want := strings.TrimLeft(shown[p.name], "+-"); !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s", want, out)
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
	// What differs by itself is not compared, and what does not end is named.
	recording := recordLeaves(t, exe, "same", "ab", "1")
	for want, args := range map[string][]string{
		": noisy: ~/now differs by itself\n":                                                     {recording, "--", "sh", "-c", `date +%N >"$HOME/now"; exec "$0" "$@"`, exe, "same", "ab", "1"},
		": not reached: the program does not end by itself, it was ended after 2s; it is to end": {"--timeout", "2s", recording, "--", "sleep", "100"},
	} {
		out, stderr, code := command(t, "", tool, append([]string{"confirm", "--state"}, args...)...)
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%v: code %d, %s%s; expected %q", args, code, out, stderr, want)
		}
	}
	// Another program never comes to either handler: nothing is said of the race.
	if out, stderr, code := command(t, "", tool, "confirm", "--state", recording, "--", "true"); code != 0 || !strings.Contains(out, ": not reached: ") {
		t.Errorf("another program: code %d, %s%s", code, out, stderr)
	}
}
