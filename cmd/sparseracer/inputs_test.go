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
var played = []struct{ name, library, script, says, kinds string }{
	{"touches", "Widgets", steps("touch field QLabel pad", "touch QPushButton Go on", "touch item two", "close"),
		"a finger came\na finger went\nthe button was clicked\nthe row two was clicked\nend\n", "touchpress 3, touchrelease 3"},
	{"touches", "Quick", steps("touch field QQuickRectangle pad", "touch field QQuickMultiPointTouchArea fingers", "touch field QQuickMouseArea mouse", "close"),
		"the pad was tapped\na finger came\na finger went\nthe area was clicked\nend\n", "touchpress 3, touchrelease 3"},
	{"pinches", "Widgets", steps("pinch field QLabel map 200", "pinch field QLabel map 50", "pinch field QLabel board 300", "close"),
		"the map has grown\nthe map has shrunk\nfingers +\nfingers .+ 70 apart\nfingers ~~ 80 apart\nfingers ~~ 100 apart\n" +
			"fingers ~~ 130 apart\nfingers ~~ 160 apart\nfingers ~~ 200 apart\nfingers .- 200 apart\nfingers -\nend\n", "touchpress 3, touchmove 21, touchrelease 3"},
	{"pinches", "Quick", steps("pinch field QQuickRectangle map 200", "pinch at 50 16 50", "pinch field QQuickPinchArea area 300",
		"pinch field QQuickMultiPointTouchArea fingers 50", "close"), "the map is pinched\nit has grown\nthe map is pinched\nit has shrunk\n" +
		"the area is pinched\nit has grown\na finger came\na finger came\na finger went\na finger went\nend\n", "touchpress 4, touchmove 28, touchrelease 4"},
	{"gestures", "Widgets", steps("gesture zoom field QLabel map 200", "gesture rotate field QLabel map -90", "gesture swipe at 50 30 100",
		"gesture zoom QPushButton Go on 50", "close"), "zoomed to 200, turned by 0, panned by 0\nzoomed to 100, turned by -90, panned by 0\n" +
		"zoomed to 100, turned by 0, panned by 100\nend\n", "gesturebegin 4, gesturemove 20, gestureend 4"},
	{"gestures", "Quick", steps("gesture zoom field QQuickRectangle map 200", "gesture zoom field QQuickPinchArea area 50", "close"),
		"the map is pinched\nit has grown\nit was\nthe area is pinched\nit has shrunk\nit was\nend\n", "gesturebegin 2, gesturemove 10, gestureend 2"},
	{"pens", "Widgets", steps("near field QLabel pad", "pen field QLabel pad", "stroke at 10 20 to at 80 40", "erase at 10 20 to at 80 40", "pen QPushButton Go on", "close"),
		"pen move 0\npen move 0\npen press 500\npen release 0\n" + strokeSays("pen") + strokeSays("eraser") + "the button was clicked\nend\n", "penpress 4, penmove 12, penrelease 4"},
	{"pens", "Quick", steps("pen field QQuickRectangle pad", "stroke at 10 50 to at 80 52", "erase at 10 50 to at 80 52", "pen field QQuickMouseArea mouse", "close"),
		"the pad was tapped\nthe pen came, 300\nthe pen went\nit is the eraser\nthe area was clicked\nend\n", "penpress 4, penmove 10, penrelease 4"},
	{"inputs", "Widgets", inputs, fmt.Sprintf(inputsSay, ""), "compose 2, wheel 2"},
	{"inputs", "Quick", inputs, fmt.Sprintf(inputsSay, "press\n"), "compose 2, wheel 2"},
}

// strokeSays is what the pens of Widgets say of a stroke with either end.
func strokeSays(end string) string {
	says := end + " press 300, leaning 30\n"
	for pressure := 400; pressure <= 800; pressure += 100 {
		says += fmt.Sprintf("%s move %d, leaning 30\n", end, pressure)
	}
	return says + end + " release 0, leaning 30\n"
}

// steps is a session of them, with time between them.
func steps(list ...string) string { return "wait 500\n" + strings.Join(list, "\nwait 100\n") + "\n" }

// sourceOf is where the program of that name lies, of Widgets or of Quick.
func sourceOf(name, library string) string {
	return filepath.Join("testdata", map[string]string{"Quick": "quick"}[library], name+".cpp")
}

const (
	inputs = "wait 500\npreedit ni\nwait 50\ncommit 你好\nwait 50\ntext a\nwait 50\nkey Backspace\nwait 50\nkey Ctrl+B\nwait 50\n" +
		"at 50 70\nwait 600\ndouble 50 70\nwait 50\ncontext 50 70\nwait 50\nwheel 50 70 -1\nwait 50\nscroll 50 70 -30\nwait 50\nclose\n"
	// Qt Quick has a press for the second click of a double one, too.
	inputsSay = "preedit ni\npreedit \ntext 你好\ntext 你好a\ntext 你好\nshortcut\npress\nrelease\npress\nrelease\n%sdouble\nrelease\n" +
		"right press\nright release\nwheel -120, 0 pixels\nwheel -240, -30 pixels\nend\n"
)

// TestInputs: what a script does reaches the program as a person's would, on each platform: keys, an input method's words, the
// mouse, the wheel, a touchpad and its gestures, fingers and a pen, which are these to what takes them and a mouse's click to all else, as Qt has it. It
// is recorded with its target, and a replay repeats it without the script.
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
		env = append(env, "QML_NO_TOUCH_COMPRESSION=1") // how many of a finger's moves Qt Quick merges until the next frame is chance
		for _, qt := range []string{"5", "6"} {
			for _, p := range played {
				t.Run(platform+"/qt"+qt+"/"+p.library+"/"+p.name, func(t *testing.T) {
					player(t, qt)
					program := ofLibrary(t, p.name, qt, p.library)
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

// ofLibrary is a program of Widgets or of Quick, built by our compiler.
func ofLibrary(t *testing.T, name, qt, library string) string {
	t.Helper()
	return builds.Program(t, name+library, built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-o", "{out}", sourceOf(name, library)},
		pkgConfig(t, "Qt"+qt+library)...)...)
}

// recordedKinds is how many inputs of some kinds are recorded. The end of a touch counts where it needs the beginning.
func recordedKinds(t *testing.T, recording string) string {
	t.Helper()
	n := map[string]int{}
	eachOperation(t, recording, func(op *trace.Op, _ *trace.Tables) {
		kind := op.Attr("input")
		if ends := kind == "touchrelease" || kind == "penrelease" || kind == "gestureend"; !ends || strings.Contains(op.Attr("needs"), "pressed:") {
			n[kind]++
		}
	})
	var kinds []string
	for _, kind := range []string{"compose", "touchpress", "touchmove", "touchrelease", "penpress", "penmove", "penrelease", "gesturebegin", "gesturemove", "gestureend", "gesture", "wheel"} {
		if n[kind] > 0 {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, n[kind]))
		}
	}
	return strings.Join(kinds, ", ")
}
