package explore

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"sparseracer/internal/steer"
)

// TestUnsteeredDifferencesAreNotCompared: what differs between runs that nobody steers is not compared, or, where
// only numbers do, without them.
func TestUnsteeredDifferencesAreNotCompared(t *testing.T) {
	plain := []Facts{
		{"exit": "exit status 0", "output": "pid 17, ready", "file ~/log": "x", "file ~/cache": "1"},
		{"exit": "exit status 0", "output": "pid 4211, ready", "file ~/log": "y"},
		{"exit": "exit status 0", "output": "pid 9, ready", "file ~/log": "x", "file ~/cache": "1"},
	}
	n := noiseOf(plain)
	for _, c := range []struct {
		name string
		is   Facts
		want Class
	}{
		{"other numbers and noise", Facts{"exit": "exit status 0", "output": "pid 1, ready", "file ~/log": "z"}, Equal},
		{"another text", Facts{"exit": "exit status 0", "output": "pid 1, failed", "file ~/log": "x", "file ~/cache": "1"}, Different},
		{"another number that says something", Facts{"exit": "exit status 1", "output": "pid 1, ready", "file ~/log": "x"}, Different},
		{"a timer still to come", Facts{"exit": "exit status 0", "output": "pid 1, ready", "timer QTimer:late": "5 ms"}, Harmless},
		{"a timer and a file", Facts{"exit": "exit status 0", "output": "pid 1, ready", "timer QTimer:late": "5 ms", "file ~/new": ""}, Different},
	} {
		was := plain[0]
		if c.is.looked() {
			was = Facts{"timer QTimer:on": "1 ms"}
			for k, v := range plain[0] {
				was[k] = v
			}
		}
		if f := compare(was, c.is, n); f.Class != c.want {
			t.Errorf("%s: %s, %+v", c.name, f.Class, f.Differences)
		}
	}
}

// TestAgain: a difference counts if it shows twice.
func TestAgain(t *testing.T) {
	was := Facts{"exit": "0", "output": "a", "file ~/x": "1"}
	first := compare(was, Facts{"exit": "0", "output": "b", "file ~/x": "2"}, nil)
	f := first.again(compare(was, Facts{"exit": "0", "output": "a", "file ~/x": "3"}, nil))
	if f.Class != Different || len(f.Differences) != 1 || f.Differences[0].What != "file ~/x" {
		t.Errorf("%+v", f)
	}
	if f := first.again(compare(was, was, nil)); f.Class != Equal {
		t.Errorf("not seen again: %+v", f)
	}
}

// TestRegistration: what one run lacks is late if it comes once the run goes on, and
// lost if it does not; what a person sees is no registration.
func TestRegistration(t *testing.T) {
	was := Facts{"exit": "0", "handler QWidget:w/QPushButton:b clicked(bool)": "1", "object QWidget:w/QAction:new text": "New", "object QWidget:w text": "a"}
	without := func(facts ...string) Facts {
		f := maps.Clone(was)
		for _, what := range facts {
			delete(f, what)
		}
		return f
	}
	handler, action := "handler QWidget:w/QPushButton:b clicked(bool)", "object QWidget:w/QAction:new text"
	twice := without()
	twice[handler] = "2"
	other := without(handler)
	other["object QWidget:w text"] = "b"
	another := without(handler)
	another[action] = "Newer"
	for _, c := range []struct {
		name        string
		is, settled Facts
		registered  bool
		want        Class
	}{
		{"a handler that comes", without(handler), was, true, Harmless},
		{"a handler that never comes", without(handler), without(handler), true, Different},
		{"a handler that comes twice", without(handler), twice, true, Different},
		{"a handler too many", twice, twice, true, Different},
		{"a handler too many, gone later", twice, was, true, Harmless},
		{"an object that comes", without(action, handler), was, true, Harmless},
		{"an object that comes without its handler", without(action, handler), without(handler), true, Different},
		{"a text besides", other, was, false, Different},
		{"an object that is there, with another text", another, was, false, Different},
	} {
		f := compare(was, c.is, nil)
		if got := f.registered(was, c.is); got != c.registered {
			t.Errorf("%s: registered %v", c.name, got)
			continue
		}
		if c.registered {
			f.late(c.settled)
		}
		if f.Class != c.want || (f.Why != "") != (c.want == Harmless) {
			t.Errorf("%s: %s, %q", c.name, f.Class, f.Why)
		}
	}
}

// TestEarlyEndIsOneDifference: a program that ends early differs in one fact, not in each object.
func TestEarlyEndIsOneDifference(t *testing.T) {
	f := compare(Facts{"exit": "0", "object QWidget:w text": "a", "window QWidget:w": "1x1 a.png"}, Facts{"exit": "1"}, nil)
	if len(f.Differences) != 2 || f.Differences[1].What != "windows" {
		t.Errorf("%+v", f.Differences)
	}
}

// TestGather: what a run leaves, without the names of its folders.
func TestGather(t *testing.T) {
	scratch, dir := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(scratch, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("home/.config/a.conf", "path="+scratch+"/home/x")
	write("home/binary", "\x00\x01")
	write("tmp/left", "")
	write("output", "This plugin does not support propagateSizeHints()\nwrote "+scratch+"/tmp/left\n\xff")
	write("look/look", "window QWidget:w\t2x1 picture-1.png\nobject QWidget:w text\ta\nhalf a line")
	write("look/picture-1.png", "png")
	f, err := factsOf(&steer.Outcome{}, steer.RunOptions{Output: filepath.Join(scratch, "output"), Look: filepath.Join(scratch, "look")}, scratch, dir)
	if err != nil {
		t.Fatal(err)
	}
	picture := f["window QWidget:w"]
	for what, want := range map[string]string{
		"exit": exitedWell, "file ~/.config/a.conf": "path=~/x", "file ~/binary": "2 bytes, sha256 b413f47d13ee2fe6",
		"file TMP/left": "", "output": "wrote SCRATCH/tmp/left\n?", "object QWidget:w text": "a", "window QWidget:w": picture,
	} {
		if got, ok := f[what]; !ok || got != want {
			t.Errorf("%s: %q, expected %q", what, got, want)
		}
		delete(f, what)
	}
	if len(f) != 0 {
		t.Errorf("also: %v", f)
	}
	if data, err := os.ReadFile(filepath.Join(dir, picture[len("2x1 "):])); err != nil || string(data) != "png" {
		t.Errorf("the picture %q: %v", picture, err)
	}
	back, err := readFacts(dir)
	if err != nil || back["output"] != "wrote SCRATCH/tmp/left\n?" {
		t.Errorf("read back: %v, %v", back, err)
	}
}
