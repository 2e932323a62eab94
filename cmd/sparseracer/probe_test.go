package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// probes are the pairs of samples/probe, with the event that breaks each and the handler that
// uses what it frees.
var probes = map[string]struct{ list, event, use string }{
	"close":   {"proven", "closewindow QMainWindow Text (a person)", "Text::replace()"},
	"quit":    {"proven, by call only", "closeall (a call)", "Window::rename()"},
	"process": {"proven", "outside processes (the outside)", "Window::showDetails()"},
	"watcher": {"proven", "outside files (the outside)", "Window::rename()"},
	"peer":    {"proven", "outside connections (the outside)", "Guest::send("},
	"rows":    {"proven", "outside removals (the outside)", "Window::showMenu()"},
	"timer":   {"proven", "outside hour (the outside)", "Window::edit("},
	"reply":   {"proven", "outside connections (the outside)", "Window::showProgress()"},
	"thread":  {"proven", "outside processes (the outside)", "Log::mark()"},
	"tab":     {"proven", "elsewhere QPushButton Close Document (a person)", "Window::askAuthor()"},
	"palette": {"proven", "outside theme (the outside)", "Board::startAgain()"},
	"drag":    {"proven", "outside files (the outside) while QDrag \"Songs\" waits", "Songs::startDrag("},
	"hangup":  {"proven", "outside hangup (the outside)", "Window::change("},
}

// TestProbe: of sessions whose programs they break only by events that they do not have.
func TestProbe(t *testing.T) {
	t.Parallel()
	sources, err := filepath.Glob("../../samples/probe/*_race.cpp")
	if err != nil || len(sources) != len(probes) {
		t.Errorf("%v: %d samples, %d in the table", err, len(sources), len(probes))
	}
	for name := range probes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			probeHolds(t, name)
		})
	}
}

// twins are what each is built with.
var twins = map[string]string{"_race": "-DRACY", "_norace": "-DMENDED"}

func probeSource(name string) string {
	source, _ := filepath.Abs("../../samples/probe/" + name + "_race.cpp")
	return source
}

func probeBuild(t *testing.T, name, twin string) string {
	return builds.Program(t, name+twin, built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address", twins[twin],
		"-o", "{out}", probeSource(name)}, pkgConfig(t, "Qt5Widgets", "Qt5Network")...)...)
}

// TestHuntAlone: without a script, hunt uses the programs itself, and proves what breaks them by
// events that no session of its has.
func TestHuntAlone(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, name := range []string{"close", "rows"} {
		for twin := range twins {
			t.Run(name+twin, func(t *testing.T) {
				t.Parallel()
				dir, exe := t.TempDir(), probeBuild(t, name, twin)
				out, stderr, code := command(t, dir, tool, "hunt", "-o", "kept", "-j", "2", "--sessions", "2", "--", exe)
				if twin == "_norace" {
					if code != exitClean || strings.Contains(out, "proven") || strings.Contains(out, "crashed") {
						t.Errorf("the twin ended with %d:\n%s%s", code, out, stderr)
					}
					return
				}
				_, list, _ := strings.Cut(out, "\nproven: 1\n")
				if code != exitRaces || !strings.Contains(list, probes[name].use) {
					t.Fatalf("it ended with %d; %q expected:\n%s%s", code, probes[name].use, out, stderr)
				}
				// The command that is named last repeats the crash.
				_, next, _ := strings.Cut(out, "\nnext: sparseracer ")
				again, said, _ := command(t, dir, tool, strings.Fields(next)...)
				if !strings.Contains(again+said, "heap-use-after-free") {
					t.Errorf("%s does not repeat it:\n%s%s", next, again, said)
				}
			})
		}
	}
}

// TestHuntCrashesAtStart: a program that crashes before anybody does anything is said to, with what AddressSanitizer says first or the
// signal, and stands in the list; so in the next call, which has no time for more.
func TestHuntCrashesAtStart(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for how, says := range map[string]string{"-DFREED": "heap-use-after-free in begin(int*) (starts.cpp:", "-DABORTS": "aborted", "-DSHOWN": "heap-use-after-free in begin(int*) (starts.cpp:"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			exe := builds.Program(t, "starts", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address", how,
				"-o", "{out}", "testdata/starts.cpp"}, pkgConfig(t, "Qt5Widgets")...)...)
			out, stderr, code := command(t, dir, tool, "hunt", "-o", "kept", "--sessions", "1", "--", exe)
			_, list, _ := strings.Cut(out, "\ncrashed by itself: 1\n  ")
			said := strings.Contains(out, exe+" crashes unsteered, before anything was done: "+says) && strings.Contains(out, "what it said is in kept/0.log, kept/0.session repeats it")
			if code != exitRaces || !said || !strings.HasPrefix(list, says) || !strings.Contains(list, "next: sparseracer record --sandbox kept --play kept/0.session") ||
				strings.Contains(stderr, "ended by itself") || !exists(filepath.Join(dir, "kept", "0.log")) {
				t.Fatalf("it ended with %d, %q expected:\n%s%s", code, says, out, stderr)
			}
			if how == "-DABORTS" {
				says = "a signal, without a report"
			}
			again, stderr, code := command(t, dir, tool, "hunt", "-o", "kept", "--time", "1ns", "--", exe)
			if code != exitRaces || !strings.Contains(again, "\ncrashed by itself: 1\n  "+says) {
				t.Errorf("again it ended with %d:\n%s%s", code, again, stderr)
			}
		})
	}
}

// TestHuntFailsWithoutEvent: a program that fails in a session without any event, too, is not said to fail by the one that
// was tried, though its session was harmless as it was made.
func TestHuntFailsWithoutEvent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	exe := builds.Program(t, "tires", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address",
		"-o", "{out}", "testdata/tires.cpp"}, pkgConfig(t, "Qt5Widgets")...)...)
	out, stderr, code := command(t, dir, built(t, "bin/sparseracer"), "hunt", "-o", "kept", "-j", "1", "--acts", "20", "--sessions", "1", "--time", "2m", "--",
		exe, filepath.Join(t.TempDir(), "runs"))
	if code != exitRaces || strings.Contains(out, "proven") || !strings.Contains(out, "failed without the event, too: 1\n") {
		t.Errorf("it ended with %d:\n%s%s", code, out, stderr)
	}
}

// TestHuntLosesTrace: a program that is used at random may delete what it can reach, a recording
// among it; hunt says so and goes on with the others.
func TestHuntLosesTrace(t *testing.T) {
	t.Parallel()
	const program = `
import glob, os, sys
from PyQt5.QtWidgets import QApplication, QPushButton
app = QApplication(sys.argv)
button = QPushButton("Remove")
button.clicked.connect(lambda: [os.remove(f) for f in glob.glob("kept/1.srt")])
button.show()
sys.exit(app.exec_())
`
	python, dir := "/usr/bin/python3", t.TempDir()
	if exec.Command(python, "-c", "import PyQt5.QtWidgets").Run() != nil {
		missing(t, "PyQt5")
	}
	if err := os.WriteFile(filepath.Join(dir, "app.py"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	out, stderr, code := command(t, dir, built(t, "bin/sparseracer"), "hunt", "-o", "kept", "--acts", "5", "--sessions", "2", "--time", "2m", "--", python, "app.py")
	if code != exitClean || !strings.Contains(out, "1.srt") || !strings.Contains(out, "the program may have deleted it") ||
		!strings.Contains(out, "2 sessions: ") || !exists(filepath.Join(dir, "kept", "2.srt")) {
		t.Errorf("it ended with %d:\n%s%s", code, out, stderr)
	}
}

// TestSessionsAlike: what a program makes in the current folder is not there for its next session, for
// whatever repeats that has a sandbox of its own.
func TestSessionsAlike(t *testing.T) {
	t.Parallel()
	const program = `
import os, sys
from PyQt5.QtWidgets import QApplication, QPushButton
print("start", os.path.exists("folder"), os.path.exists("app.py"), file=sys.stderr)
os.makedirs("folder/in", exist_ok=True)
app = QApplication(sys.argv)
button = QPushButton("Nothing")
button.show()
sys.exit(app.exec_())
`
	python, dir := "/usr/bin/python3", t.TempDir()
	if exec.Command(python, "-c", "import PyQt5.QtWidgets").Run() != nil {
		missing(t, "PyQt5")
	}
	must(t, os.WriteFile(filepath.Join(dir, "app.py"), []byte(program), 0o644))
	out, stderr, code := command(t, dir, built(t, "bin/sparseracer"), "exercise", "-o", "kept", "--acts", "2", "--sessions", "3", "--", python, "app.py")
	for _, log := range []string{"1.log", "2.log"} {
		said, err := os.ReadFile(filepath.Join(dir, "kept", log))
		if must(t, err); code != exitClean || !strings.Contains(string(said), "start False True\n") {
			t.Errorf("%s, ended with %d:\n%s%s%s", log, code, said, out, stderr)
		}
	}
	if exists(filepath.Join(dir, "folder")) {
		t.Error("what it made is there outside")
	}
}

const python = "/usr/bin/python3"

// huntScript hunts a program in Python that has Qt's windows, in a folder of its own; what it keeps is in kept.
func huntScript(t *testing.T, program string, flags ...string) (stdout, stderr string, code int) {
	t.Helper()
	if exec.Command(python, "-c", "import PyQt5.QtWidgets").Run() != nil {
		missing(t, "PyQt5")
	}
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "app.py"), []byte(program), 0o644))
	args := append([]string{"hunt", "-o", "kept"}, flags...)
	return command(t, dir, built(t, "bin/sparseracer"), append(args, "--", python, "app.py")...)
}

// TestHuntLosesFolder: likewise, of the folder in which events are tried.
func TestHuntLosesFolder(t *testing.T) {
	t.Parallel()
	const program = `
import glob, shutil, sys
from PyQt5.QtCore import QTimer
from PyQt5.QtWidgets import QApplication, QMessageBox, QPushButton
app = QApplication(sys.argv)
button = QPushButton("Ask")
button.clicked.connect(lambda: QMessageBox.question(button, "Question", "Really?"))
button.show()
QTimer.singleShot(200, lambda: [shutil.rmtree(d) for d in glob.glob("kept/*.probes")])
sys.exit(app.exec_())
`
	out, stderr, code := huntScript(t, program, "--acts", "5", "--sessions", "1", "--time", "2m")
	if code != exitClean || !strings.Contains(stderr, "is gone: the program may have deleted it") || strings.Contains(out, " 0 tried") || !strings.Contains(out, "1 session: ") {
		t.Errorf("it ended with %d:\n%s%s", code, out, stderr)
	}
}

// TestHuntWithOneSession: a program that shows nothing any more, after what one session did, is hunted with that one.
func TestHuntWithOneSession(t *testing.T) {
	t.Parallel()
	const program = `
import os, sys
from PyQt5.QtCore import QTimer
from PyQt5.QtWidgets import QApplication, QMessageBox, QPushButton
app = QApplication(sys.argv)
button = QPushButton("Ask")
button.clicked.connect(lambda: QMessageBox.question(button, "Question", "Really?"))
if not os.path.exists("kept/1.session"):
    button.show()
QTimer.singleShot(60000, app.quit)
sys.exit(app.exec_())
`
	out, stderr, code := huntScript(t, program, "--acts", "5", "--time", "40s")
	if code != exitClean || !strings.Contains(stderr, "no session after 1: "+python+" showed no window within 10 s") || !strings.Contains(out, "1 session: ") {
		t.Errorf("it ended with %d:\n%s%s", code, out, stderr)
	}
}

func probeHolds(t *testing.T, name string) {
	want, tool := probes[name], built(t, "bin/sparseracer")
	session := strings.TrimSuffix(probeSource(name), ".cpp") + ".session"
	for twin := range twins {
		exe := probeBuild(t, name, twin)
		dir := t.TempDir()
		out, stderr, code := command(t, dir, tool, "probe", "--play", session, "-o", "kept", "-j", "4", "--", exe)
		if twin == "_norace" {
			if code != exitClean || strings.Contains(out, "proven") || strings.Contains(out, "failed") {
				t.Errorf("the twin ended with %d:\n%s%s", code, out, stderr)
			}
			continue
		}
		wantCode := exitRaces
		if want.list != "proven" {
			wantCode = exitClean
		}
		_, list, there := strings.Cut(out, "\n"+want.list+": 1\n")
		if code != wantCode || !there || !strings.Contains(list, want.event) || !strings.Contains(list, want.use) || strings.Contains(out, "failed once") {
			t.Errorf("it ended with %d; %s by %q in %s expected:\n%s%s", code, want.list, want.event, want.use, out, stderr)
			continue
		}
		// What was tried is not tried again.
		if err := os.Remove(filepath.Join(dir, "kept", "1.session")); err != nil {
			t.Error(err)
		}
		if again, _, _ := command(t, dir, tool, "probe", "--play", session, "-o", "kept", "--", exe); again != out || exists(filepath.Join(dir, "kept", "1.session")) {
			t.Errorf("the second call said:\n%s\nthe first one:\n%s", again, out)
		}
	}
}

// TestProbeRefuses: what cannot be played is said before anything is tried.
func TestProbeRefuses(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	script := filepath.Join(dir, "s.session")
	if err := os.WriteFile(script, []byte("wait 1\nquit\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"probe", "--", "/bin/true"}, "probe needs a session: --play FILE"},
		{[]string{"probe", "--play", "nowhere", "--", "/bin/true"}, "nowhere: no session can be played"},
		{[]string{"probe", "--play", script, "--", "/bin/true"}, "linked with Qt"},
		{[]string{"probe", "--play", script}, "expected probe --play FILE"},
	} {
		out, stderr, code := command(t, dir, tool, c.args...)
		if code != exitError || !strings.Contains(stderr, c.says) || out != "" {
			t.Errorf("%q ended with %d: %s%s; want %q", c.args, code, out, stderr, c.says)
		}
	}
}

// TestHuntTests: of a suite of tests, each is run plainly and recorded, steered into its races, and run with late
// events; those that are wrapped in a script too, and each is named with what it shows.
func TestHuntTests(t *testing.T) {
	t.Parallel()
	_, err := exec.LookPath("ctest")
	if err != nil {
		missing(t, "cmake is not installed")
	}
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	source, _ := filepath.Abs("../../samples/answer_race.cpp")
	of := func(define string) string {
		return buildWith(t, "5", built(t, "bin/sparse-c++"), source, "-fno-omit-frame-pointer", "-fsanitize=address", define)
	}
	list := "add_test(order \"" + order(t, "packet") + "\")\n" +
		"add_test(answer \"" + of("-DRACY") + "\")\nadd_test(wrapped sh -c \"" + of("-DRACY") + "; exit 0\")\nadd_test(fixed \"" + of("-DMENDED") + "\")\n" +
		"add_test(fails sh -c \"exit 3\")\nadd_test(refuses false)\nset_tests_properties(refuses PROPERTIES WILL_FAIL true)\nadd_test(unbuilt NOT_AVAILABLE)\n" +
		"add_test(says sh -c \"echo $HOW; exit 3\")\nset_tests_properties(says PROPERTIES PASS_REGULAR_EXPRESSION \"w(ell)+\" FAIL_REGULAR_EXPRESSION recorded ENVIRONMENT_MODIFICATION HOW=set:well)\n" +
		"add_test(skips sh -c \"exit 77\")\nset_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)\n"
	must(t, os.WriteFile(filepath.Join(dir, "CTestTestfile.cmake"), []byte(list), 0o644))
	for _, again := range []bool{false, true} {
		out, stderr, code := command(t, dir, tool, "hunt", "-o", "kept", "-j", "4", "--fuzz", "20", "--", "ctest", "--test-dir", dir)
		proven := "proven: 1\n  d3b2f84485cc  answer.srt: Page::ask()"
		for _, says := range []string{"8 tests: 6 pass, plainly and recorded; 4 have an event loop\n", "  skips skips itself\n", "  fails fails by itself: ended with 3\n",
			"  order depends on the order of its events: exit status 1: ", "  answer predicts d3b2f84485cc\n", "  wrapped predicts d3b2f84485cc\n", proven, "next: sparseracer replay kept/"} {
			if !strings.Contains(out, says) {
				t.Errorf("%q is missing", says)
			}
		}
		if code != exitRaces || strings.Contains(out, "  fixed ") || strings.Contains(out, "  refuses ") || strings.Contains(out, "  says ") || again && strings.Contains(out, "AddressSanitizer") {
			t.Errorf("ended with %d", code)
		}
		if t.Failed() {
			t.Fatalf("%s%s", out, stderr)
		}
	}
}

// TestHuntTestsInTime: a test that hangs ends with the hunt's time, and is no failure then; its own limit is CTest's --timeout.
func TestHuntTestsInTime(t *testing.T) {
	t.Parallel()
	_, err := exec.LookPath("ctest")
	if err != nil {
		missing(t, "cmake is not installed")
	}
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "CTestTestfile.cmake"), []byte("add_test(quick true)\nadd_test(hangs sleep 1000)\n"), 0o644))
	for _, c := range []struct{ time, limit, says string }{
		{"3s", "500", "1 tests: 1 pass, plainly and recorded; 0 have an event loop\nnot run: 1, there was no time\n"},
		{"0", "1", "  hangs fails by itself: did not end in time\n"},
	} {
		out, stderr, code := command(t, dir, tool, "hunt", "-o", "kept"+c.limit, "--time", c.time, "--", "ctest", "--test-dir", dir, "--timeout", c.limit)
		if !strings.Contains(out, c.says) || code == exitRaces {
			t.Errorf("--time %s, --timeout %s: ended with %d:\n%s%s", c.time, c.limit, code, out, stderr)
		}
	}
}
