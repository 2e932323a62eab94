package qtpatch_test

import (
	"strconv"
	"strings"
	"testing"
)

// TestSameBehaviour: a program ends, says and is warned by Qt under the hooks as
// it is without them, while recording and while steering to nowhere.
func TestSameBehaviour(t *testing.T) {
	for _, module := range qtModules {
		program := build(t, "behaviour-"+module, "g++", append([]string{"-std=c++17", "-fPIC", "-g", "testdata/behaviour.cpp"},
			flags(t, module)...)...)
		for _, dispatcher := range dispatchers {
			plain := run(t, []string{dispatcher}, program)
			if plain.code != 7 || !strings.Contains(plain.out, "QObject::startTimer") || !strings.HasSuffix(plain.out, "done\n") {
				t.Fatalf("%s: the program itself ends with %d\n%s", module, plain.code, plain.out)
			}
			hooked := run(t, []string{dispatcher, "LD_PRELOAD=" + stubLibrary(t) + ":" + hookLibrary(t),
				"STUB_OUT=/dev/null"}, program)
			if hooked != plain {
				t.Errorf("%s, %s: %d\n%s\nwithout the hooks %d\n%s", module, dispatcher, hooked.code, hooked.out, plain.code, plain.out)
			}
		}
	}
}

// TestHooksForget: what has been stopped, removed, disabled or destroyed leaves
// nothing behind in the hooks.
func TestHooksForget(t *testing.T) {
	program := build(t, "many", "g++", append([]string{"-std=c++17", "-fPIC", "-O1", "testdata/many.cpp"}, flags(t, "Qt5Widgets")...)...)
	// The status is a way to have the hooks without a recorder, whose time this is not about.
	r := run(t, []string{"LD_PRELOAD=" + hookLibrary(t), "SPARSERACER_OPTIONS=qt_status=1"}, program, "120000")
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	grown, err := strconv.Atoi(lines[len(lines)-1])
	if r.code != 0 || err != nil {
		t.Fatalf("ended with %d\n%s", r.code, r.out)
	}
	// 40,000 rounds, after 80,000 in which tables were touched for the first time
	// (65,536 counters of one handler's labels, a MiB, are the largest of them):
	// four bytes that each left behind would be 156 KiB.
	if grown > 100 {
		t.Errorf("grew by %d KiB in 40,000 rounds", grown)
	}
}
