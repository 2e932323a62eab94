package main

import (
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestHuntGivesScreen: a program that ends where Qt has no screen is used on an X server, and so by the commands that repeat what was done.
func TestHuntGivesScreen(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for how, says := range map[string]string{"": "it ends with status 3", "aborts": "aborted"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			prog := strings.Fields(builds.Program(t, "takes_screen", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address",
				"-o", "{out}", "testdata/takes_screen.cpp"}, pkgConfig(t, "Qt5Widgets")...)...) + " " + how)
			for _, made := range []string{"1", "2"} { // the second call goes on in the folder
				out, stderr, code := command(t, dir, "env", append([]string{"-u", "QT_QPA_PLATFORM", tool, "hunt", "-o", "kept", "--acts", "5", "--sessions", made, "--"}, prog...)...)
				said := strings.Contains(stderr, " ("+says+"): it is used on an X server of its own\n")
				if code != exitClean || !strings.Contains(out, made+" session") || strings.Contains(out, "crash") || said != (made == "1") {
					t.Fatalf("hunt: %d\n%s%s", code, out, stderr)
				}
			}
			out, stderr, code := command(t, dir, "env", append([]string{"-u", "QT_QPA_PLATFORM", tool, "record", "--sandbox", "kept", "--play", "kept/1.session", "-o", "kept/again.srt", "--"}, prog...)...)
			if code != 0 {
				t.Errorf("record: %d\n%s%s", code, out, stderr)
			}
		})
	}
}
