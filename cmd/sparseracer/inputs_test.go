package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/trace"
)

// played are programs of each toolkit, each with a session, what they say then, and how many inputs of some kinds are recorded.
var played = []struct{ name, library, source, script, says, kinds string }{
	{"touches", "Widgets", fingered[0].source, fingered[0].script, fingered[0].says, "compose 0, touchpress 3, touchrelease 3, wheel 0"},
	{"touches", "Quick", fingered[1].source, fingered[1].script, fingered[1].says, "compose 0, touchpress 3, touchrelease 3, wheel 0"},
	{"inputs", "Widgets", "testdata/inputs.cpp", inputs, fmt.Sprintf(inputsSay, ""), "compose 2, touchpress 0, touchrelease 0, wheel 2"},
	{"inputs", "Quick", "testdata/quick/inputs.cpp", inputs, fmt.Sprintf(inputsSay, "press\n"), "compose 2, touchpress 0, touchrelease 0, wheel 2"},
}

const (
	inputs = "wait 500\npreedit ni\nwait 50\ncommit 你好\nwait 50\ntext a\nwait 50\nkey Backspace\nwait 50\nkey Ctrl+B\nwait 50\n" +
		"at 50 70\nwait 600\ndouble 50 70\nwait 50\ncontext 50 70\nwait 50\nwheel 50 70 -1\nwait 50\nscroll 50 70 -30\nwait 50\nclose\n"
	// Qt Quick has a press for the second click of a double one, too.
	inputsSay = "preedit ni\npreedit \ntext 你好\ntext 你好a\ntext 你好\nshortcut\npress\nrelease\npress\nrelease\n%sdouble\nrelease\n" +
		"right press\nright release\nwheel -120, 0 pixels\nwheel -240, -30 pixels\nend\n"
)

// TestInputs: what a script does reaches the program as a person's would, on each platform: keys, an input method's words, the
// mouse, the wheel, a touchpad, and a finger, which is one to what takes fingers and a mouse's click to all else, as Qt has it. It is
// recorded with its target, and a replay repeats it without the script.
func TestInputs(t *testing.T) {
	t.Parallel()
	for _, platform := range []string{"offscreen", "xcb", "wayland"} {
		env := []string{"QT_QPA_PLATFORM=" + platform}
		switch platform {
		case "xcb":
			env = append(env, "DISPLAY="+screen(t))
		case "wayland":
			env = compositor(t, "x11-backend.so", "DISPLAY="+screen(t)) // without a seat Qt 6.4 ends programs that have a field
		}
		for _, qt := range []string{"5", "6"} {
			for _, p := range played {
				t.Run(platform+"/qt"+qt+"/"+p.library+"/"+p.name, func(t *testing.T) {
					player(t, qt)
					program := builds.Program(t, p.name+p.library, built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-o", "{out}", p.source},
						pkgConfig(t, "Qt"+qt+p.library)...)...)
					recording, said := filepath.Join(t.TempDir(), "t.srt"), filepath.Join(t.TempDir(), "said")
					run := func(args ...string) (stdout, stderr string, code int) {
						return command(t, "", "env", slices.Concat(env, []string{"timeout", "60", built(t, "bin/sparseracer")}, args)...)
					}
					_, stderr, code := run("record", "--play", writeScript(t, p.script), "-o", recording, "--", program, said)
					if code != 0 || strings.Contains(stderr, "session: ") || read(t, said) != p.says {
						t.Fatalf("record ended with %d, it said\n%s\n%s", code, read(t, said), stderr)
					}
					if kinds := recordedKinds(t, recording); kinds != p.kinds {
						t.Errorf("recorded are %s, expected %s", kinds, p.kinds)
					}
					stdout, stderr, code := run("replay", "--session", recording, "--", program, said)
					if code != exitClean || !strings.Contains(stdout, "1 of 1 sessions") || read(t, said) != p.says {
						t.Errorf("replay ended with %d, it said\n%s\n%s%s", code, read(t, said), stdout, stderr)
					}
				})
			}
		}
	}
}

// recordedKinds is how many inputs of some kinds are recorded. The end of a touch counts where it needs the beginning.
func recordedKinds(t *testing.T, recording string) string {
	t.Helper()
	n := map[string]int{}
	eachOperation(t, recording, func(op *trace.Op, _ *trace.Tables) {
		if kind := op.Attr("input"); kind != "touchrelease" || strings.Contains(op.Attr("needs"), "pressed:") {
			n[kind]++
		}
	})
	return fmt.Sprintf("compose %d, touchpress %d, touchrelease %d, wheel %d", n["compose"], n["touchpress"], n["touchrelease"], n["wheel"])
}
