package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dragged are steps that drag, and one that scrolls by pixels, with what testdata/drags.cpp says then, and how many nested loops wait meanwhile.
var dragged = []struct {
	step, says string
	loops      int
}{
	{"drag item one to field QListWidget to", "the other list has a row", 1},
	{"drag item way to go to field QListWidget to", "the other list has a row", 1},
	{"drag item one to item three", "its own list has another row", 1},
	{"drag item First to item Second", "the tabs are Second, First", 0},
	{"drag item A to item C", "3 are chosen", 0},
	{"drag field QLabel picture to field QFrame box", "the picture was taken", 1},
	{"drag field QLabel picture to item D", "the picture was not taken", 1},
	{"drag item one to elsewhere field QFrame tray", "the tray has a drop", 1},
	{"scroll 50 96 -30", "the box is scrolled by -30 pixels, -240", 0},
}

// TestDrags: rows, tabs and widgets are dragged, in a window and to another one, on the platform without a screen and on X11, the loop
// that waits for the drop is recorded, a touchpad scrolls, and a replay does the same without the script.
func TestDrags(t *testing.T) {
	t.Parallel()
	script := "wait 300\n"
	for _, d := range dragged {
		script += d.step + "\nwait 100\n"
	}
	path := writeScript(t, script+"close\n")
	for _, qt := range []string{"5", "6"} {
		for _, platform := range []string{"offscreen", "xcb"} {
			t.Run("qt"+qt+" "+platform, func(t *testing.T) {
				t.Parallel()
				player(t, qt)
				env := []string{"env", "QT_QPA_PLATFORM=" + platform}
				if platform == "xcb" {
					env = append(env, "DISPLAY="+screen(t))
				}
				program := buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/drags.cpp")
				recording, said := filepath.Join(t.TempDir(), "t.srt"), filepath.Join(t.TempDir(), "said")
				_, stderr, code := command(t, "", env[0], append(env[1:], "timeout", "60", built(t, "bin/sparseracer"),
					"record", "--play", path, "-o", recording, "--", program, said)...)
				if code != 0 || strings.Contains(stderr, "no target for") {
					t.Fatalf("record ended with %d:\n%s", code, stderr)
				}
				wanted := saysAll(t, "recorded", read(t, said))
				if got := dragsWaited(t, recording); got != wanted {
					t.Errorf("%d loops of drags are recorded, expected %d", got, wanted)
				}
				stdout, stderr, code := command(t, "", env[0], append(env[1:], built(t, "bin/sparseracer"), "replay", "--session", recording, "--", program, said)...)
				if code != exitClean || !strings.Contains(stdout, "1 of 1 sessions") {
					t.Errorf("replay ended with %d:\n%s%s", code, stdout, stderr)
				}
				saysAll(t, "replayed", read(t, said))
			})
		}
	}
}

// TestDragsEndWhereNothingLies: what is dragged to another window is dropped where that is seen, and nowhere else.
func TestDragsEndWhereNothingLies(t *testing.T) {
	t.Parallel()
	script := writeScript(t, "wait 300\ndrag item one to elsewhere field QFrame covered\nwait 100\ndrag item one to elsewhere field QFrame tray\nwait 100\nclose\n")
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			program, said := buildWith(t, qt, "c++", "testdata/drags.cpp"), filepath.Join(t.TempDir(), "said")
			_, stderr, code := command(t, "", "timeout", "60", "env", "QT_QPA_PLATFORM=offscreen", "SESSION_TRIES=2", "LD_PRELOAD="+player(t, qt), "SESSION_SCRIPT="+script, program, said)
			if code != 0 || !strings.Contains(stderr, "session: no target for: drag item one to elsewhere field QFrame covered\n") || read(t, said) != "the tray has a drop\n" {
				t.Errorf("the program ended with %d, it said\n%s\n%s", code, read(t, said), stderr)
			}
		})
	}
}

// saysAll gives how many loops a program that said all of it had.
func saysAll(t *testing.T, run, out string) (loops int) {
	t.Helper()
	want := map[string]int{}
	for _, d := range dragged {
		want[d.says]++
		loops += d.loops
	}
	for line, n := range want {
		if got := strings.Count(out, line+"\n"); got != n {
			t.Errorf("%s: %q came %d times, expected %d:\n%s", run, line, got, n, out)
		}
	}
	return loops
}

// dragsWaited is how often a drag's loop waited for its drop.
func dragsWaited(t *testing.T, recording string) (n int) {
	t.Helper()
	stdout, stderr, code := command(t, "", built(t, "bin/sparseracer"), "audit", "--json", recording)
	var a struct {
		Places []struct {
			What string
			Runs []json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(stdout), &a); err != nil {
		t.Fatalf("audit ended with %d: %v\n%s", code, err, stderr)
	}
	for _, p := range a.Places {
		if p.What == "QBasicDrag::drag" {
			n += len(p.Runs)
		}
	}
	return n
}

func writeScript(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.session")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
