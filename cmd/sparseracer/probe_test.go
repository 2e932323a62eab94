package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// probes are the pairs of samples/probe, with the event that breaks each and the handler that
// uses what it frees.
var probes = map[string]struct{ list, event, use string }{
	"close":   {"proven", "closewindow QMainWindow Text (a person)", "Text::replace()"},
	"quit":    {"proven, by a call only", "closeall (a call)", "Window::rename()"},
	"process": {"proven", "outside processes (the outside)", "Window::showDetails()"},
	"watcher": {"proven", "outside files (the outside)", "Window::rename()"},
	"peer":    {"proven", "outside connections (the outside)", "Guest::send("},
	"rows":    {"proven", "outside removals (the outside)", "Window::showMenu()"},
	"timer":   {"proven", "outside hour (the outside)", "Window::edit("},
	"reply":   {"proven", "outside connections (the outside)", "Window::showProgress()"},
	"thread":  {"proven", "outside processes (the outside)", "Log::mark()"},
	"tab":     {"proven", "elsewhere QPushButton Close Document (a person)", "Window::askAuthor()"},
	"palette": {"proven", "outside theme (the outside)", "Board::startAgain()"},
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
