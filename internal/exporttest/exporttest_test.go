package exporttest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/steer"
)

// TestHash: the causes of labels, as loopcore writes them.
func TestHash(t *testing.T) {
	for text, want := range map[string]string{"main": "8ba76d2ed28ab4b3", "timer QSingleShotTimer in 8ba76d2ed28ab4b3 #1.1": "66864bd0ac539261",
		"timer QSingleShotTimer in 8ba76d2ed28ab4b3 #2.1": "e8a6d79122730e20"} {
		if got := hash(text); got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
}

// TestLabels: classes in namespaces, with a name, without one, and told by where they were created.
func TestLabels(t *testing.T) {
	for text, want := range map[string]label{
		"posted DeferredDelete Konsole::Session~84b8ced1.* in ba550572ccfb5f65 #1": {kind: "posted", what: "DeferredDelete", class: "Konsole::Session", unnamed: true, cause: "ba550572ccfb5f65", nth: 1},
		"posted MetaCall N::A:of in ba550572ccfb5f65~ #2":                          {kind: "posted", what: "MetaCall", class: "N::A", name: "of", cause: "ba550572ccfb5f65", nth: 2},
		"posted MetaCall QWidget:a::b in ba550572ccfb5f65 #3":                      {kind: "posted", what: "MetaCall", class: "QWidget", name: "a::b", cause: "ba550572ccfb5f65", nth: 3},
		"timer N::Clock:fast in ba550572ccfb5f65 #2.7":                             {kind: "timer", class: "N::Clock", cause: "ba550572ccfb5f65", nth: 2, firing: 7},
		"SockAct N::Line:out #4":                                                   {kind: "notifier", class: "N::Line", name: "out", nth: 4},
	} {
		if got, ok := parseLabel(text); !ok || got != want {
			t.Errorf("%s: %+v, %t", text, got, ok)
		}
	}
}

func schedule() *steer.Schedule {
	const use, free, end = "timer QSingleShotTimer in 8ba76d2ed28ab4b3 #1.1", "posted DeferredDelete QMainWindow:viewer in fe8b66c9c0ced3fe #1", "timer QSingleShotTimer in 66864bd0ac539261 #2.1"
	return &steer.Schedule{Race: steer.RaceInfo{ID: "ce0d11e36fef", Kind: "use-free", Summary: "a use"}, WatchdogMS: 5000, Program: []string{"bin/viewer"},
		Directives: []steer.Directive{{Hold: &steer.Hold{Event: end, About: `timer of QMessageBox "errorBox" (100 ms, precise)`, Until: []steer.Target{{Event: free}}, TimeoutMS: 5000}}},
		Goal:       steer.Goal{Use: use, Free: free}, Expect: steer.Expect{Use: []string{"f"}}}
}

// TestPlan: labels become rows that the director can tell apart.
func TestPlan(t *testing.T) {
	p, err := planOf(schedule())
	if err != nil {
		t.Fatal(err)
	}
	end := p.events[p.holds[0].event]
	if end.kind != "Timer" || end.interval != 100 || end.exact != 0 || end.cause != p.use || end.nth != 1 {
		t.Errorf("%+v, expected a precise timer of 100 ms that began in the handler of the use", end)
	}
	if free := p.events[p.free]; free.typ != "QEvent::DeferredDelete" || free.class != "QMainWindow" || free.name != "viewer" {
		t.Errorf("%+v", free)
	}
	if p.events[p.use].cause != byStart {
		t.Errorf("%+v, expected to begin before any loop", p.events[p.use])
	}
}

// TestRefusals: what becomes form B, and why.
func TestRefusals(t *testing.T) {
	for want, change := range map[string]func(*steer.Schedule){
		"guard pages":  func(s *steer.Schedule) { s.Guard = &steer.Guard{} },
		"virtual time": func(s *steer.Schedule) { s.FastTimers = true },
		"does not deliver one": func(s *steer.Schedule) {
			s.Directives[0].Hold.Event = "posted MetaCall QWidget:w in 8ba76d2ed28ab4b3 #1"
		},
		"which of the program's": func(s *steer.Schedule) { s.Goal.Free = "SockAct QSocketNotifier~0a7a8d6b.5 #1" },
		"nothing that a test":    func(s *steer.Schedule) { s.Goal.Free = "call /a b.c #1" },
		`of the kind "dbus"`: func(s *steer.Schedule) {
			s.Directives = append(s.Directives, steer.Directive{Input: &steer.Input{Kind: "dbus"}})
		},
		"a drag waits for its drop": func(s *steer.Schedule) {
			s.Directives = append(s.Directives, steer.Directive{Input: &steer.Input{Kind: "move", Event: "m", At: "1 1 1 1 0 1 0 0 0"}},
				steer.Directive{Input: &steer.Input{Kind: "release", At: "1 1 1 1 1 0 0 0 0", InLoop: &steer.InLoop{Event: "m", Nth: 1}}})
		},
	} {
		s := schedule()
		change(s)
		_, err := planOf(s)
		var refused *refusal
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

// TestHostile: names of a schedule stay data in C++ and in CMake.
func TestHostile(t *testing.T) {
	const evil = "x\"); system(\"id\"); //\\\n*/ ??/ ${ENV{HOME}} $<SHELL> `id` ]] #"
	s := schedule()
	s.Race.Summary, s.Program = evil, []string{"viewer", evil}
	s.Environment = map[string]string{"LANG": evil}
	s.Directives[0].Hold.About = evil
	s.Directives = append(s.Directives, steer.Directive{Input: &steer.Input{Event: "input Key #1", Kind: "keypress", Window: evil, Title: evil, Key: "41 0 " + evil, TimeoutMS: 1}})
	dir := t.TempDir()
	for _, replay := range []bool{false, true} {
		path := filepath.Join(dir, "s.json")
		if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		test, err := Write(s, Options{Schedule: path, Dir: dir, Replay: replay})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range test.Files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(string(text), "\n") {
				unescaped := strings.NewReplacer(`\\`, "", `\"`, "").Replace(line)
				if strings.Contains(unescaped, `"); system`) || strings.HasPrefix(line, "*/") || strings.Contains(line, " ${ENV{") && !strings.Contains(line, `\${ENV{`) {
					t.Errorf("%s: %s", f, line)
				}
			}
		}
	}
}

// TestWrongSchedules: one error each, with what is expected.
func TestWrongSchedules(t *testing.T) {
	for want, change := range map[string]func(*steer.Schedule, *Options){
		`of the kind "failure", expected use-free`: func(s *steer.Schedule, _ *Options) { s.Race.Kind = "failure" },
		`"../../x" names no file`:                  func(s *steer.Schedule, _ *Options) { s.Race.ID = "../../x" },
		`"a b" is no target of CMake`:              func(_ *steer.Schedule, o *Options) { o.Target = "a b" },
	} {
		s, o := schedule(), Options{Schedule: "s.json", Dir: t.TempDir()}
		change(s, &o)
		if _, err := Write(s, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

// TestNothingIsLeft: what was not written whole leaves no file and no folder, but for those that were there.
func TestNothingIsLeft(t *testing.T) {
	for name, change := range map[string]func(*steer.Schedule, *Options){
		"refused":          func(s *steer.Schedule, _ *Options) { s.Race.ID = "../../x" },
		"without schedule": func(_ *steer.Schedule, o *Options) { o.Replay, o.Schedule = true, "none.json" },
		"a file is in the way": func(_ *steer.Schedule, o *Options) {
			o.Dir = filepath.Dir(filepath.Dir(o.Dir)) // it is there
			if err := os.Mkdir(filepath.Join(o.Dir, "race-ce0d11e36fef.cmake"), 0o755); err != nil {
				t.Fatal(err)
			}
		},
		"a folder cannot be": func(_ *steer.Schedule, o *Options) { o.Dir = filepath.Join(o.Dir, strings.Repeat("x", 300)) },
	} {
		dir := t.TempDir()
		s, o := schedule(), Options{Schedule: "s.json", Dir: filepath.Join(dir, "new", "tests")}
		change(s, &o)
		if _, err := Write(s, o); err == nil {
			t.Errorf("%s: it was written", name)
		}
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range left {
			if l.Name() != "race-ce0d11e36fef.cmake" {
				t.Errorf("%s: %s is left behind", name, l.Name())
			}
		}
	}
}
