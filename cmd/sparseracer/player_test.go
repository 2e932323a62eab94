package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/trace"
)

// playsScript records a program under a script on one Qt.
func playsScript(t *testing.T, script, program string, args ...string) (path, stderr string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "t.srt")
	_, stderr, code := command(t, "", "timeout", append([]string{"60", "env", "QT_QPA_PLATFORM=offscreen", built(t, "bin/sparseracer"),
		"record", "--play", script, "-o", path, "--", program}, args...)...)
	if code != 0 || strings.Contains(stderr, "no target for") {
		t.Fatalf("record ended with %d:\n%s", code, stderr)
	}
	return path, stderr
}

func buildWith(t *testing.T, qt, compiler, source string, flags ...string) string {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(source), ".cpp")
	args := append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-o", "{out}", source}, flags...)
	return builds.Program(t, name, compiler, append(args, pkgConfig(t, "Qt"+qt+"Widgets")...)...)
}

// TestPlayerIsNoPart: nothing of the player is in a recording. It has no timer, no
// socket and no event there, and what it reads in the program is no use.
func TestPlayerIsNoPart(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "rows.session")
	text := "wait 100\nitem Two\nwait 30\nitem Three\nkey Up\nwait 30\nmonkey 3 20 5\ndismiss\nwait 20\nclosemain\n"
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, qt := range []string{"5", "6"} {
		for _, compiler := range []string{built(t, "bin/sparse-c++"), "c++"} { // instrumented, stock
			t.Run("qt"+qt+" "+filepath.Base(compiler), func(t *testing.T) {
				t.Parallel()
				player(t, qt)
				path, _ := playsScript(t, script, buildWith(t, qt, compiler, "testdata/rows.cpp"))
				inputs := 0
				thread := trace.ThreadID(0)
				eachOperation(t, path, func(op *trace.Op, _ *trace.Tables) {
					switch {
					case op.Kind == trace.EnterLoop:
						thread = op.Thread
					case op.Kind == trace.Deq && op.EventKind == trace.Input:
						inputs++
					case op.Kind == trace.Deq && (op.EventKind == trace.Socket || strings.Contains(op.Attr("class"), "SingleShot")):
						t.Errorf("the recording has an event of the player: %v of %s", op.EventKind, op.Attr("class"))
					case op.Kind == trace.Read && op.Event == trace.NoEvent && thread != 0 && op.Thread == thread:
						t.Errorf("the recording has a read outside every handler")
					}
				})
				if inputs < 10 {
					t.Errorf("%d inputs were recorded", inputs)
				}
			})
		}
	}
}

// TestDocumentedSession: the example of docs/sessions.md does what the page says, and is
// played again without the script; a script that is not there is refused.
func TestDocumentedSession(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "hello.session")
	for _, f := range fences(t, "../../docs/sessions.md") {
		if f.language == "session" {
			if err := os.WriteFile(script, []byte(strings.Join(f.lines, "\n")), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			player(t, qt)
			said := filepath.Join(t.TempDir(), "said")
			program := buildEditor(t, qt, built(t, "bin/sparse-c++"))
			path, _ := playsScript(t, script, program, said)
			stdout, stderr, code := command(t, "", "env", "QT_QPA_PLATFORM=offscreen", built(t, "bin/sparseracer"), "replay", "--session", path, "--", program, said)
			if code != exitClean || !strings.Contains(stdout, "1 of 1 sessions") {
				t.Errorf("replay ended with %d:\n%s%s", code, stdout, stderr)
			}
			for _, line := range []string{"exported as HTML\n", "closed with: Hello\n"} {
				if got := read(t, said); strings.Count(got, line) != 2 {
					t.Errorf("%q did not come twice:\n%s", line, got)
				}
			}
		})
	}
	_, stderr, code := command(t, "", built(t, "bin/sparseracer"), "record", "--play", "none.session", "-o", filepath.Join(t.TempDir(), "t.srt"), "--", "/bin/true")
	if code != exitError || !strings.Contains(stderr, "none.session: no session can be played") {
		t.Errorf("a script that is not there: code %d: %s", code, stderr)
	}
	wrong := filepath.Join(t.TempDir(), "wrong.session")
	if err := os.WriteFile(wrong, []byte("wait 100\njump 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, stderr, code = command(t, "", built(t, "bin/sparseracer"), "record", "--play", wrong, "-o", filepath.Join(t.TempDir(), "t.srt"), "--", "/bin/true")
	if code != exitError || !strings.Contains(stderr, `wrong.session:2: "jump" is no step`) {
		t.Errorf("a script with an unknown step: code %d: %s", code, stderr)
	}
}
