package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Deliberate mistakes: testdata/mistakes has a script for each verb, with a part for each kind of
// mistake: what a user types, and the message with the place, the reason and the next step.

// mistakes are the kinds, as parts are headed.
var mistakes = []string{"wrong file", "wrong flag", "missing program", "wrong build", "unwritable place", "interrupted"}

// TestMistakes runs them. Those that run programs need the tool as it is built.
func TestMistakes(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	built(t, "lib/sparse-mcp")
	built(t, "lib/sparse-farm")
	files, err := filepath.Glob("testdata/mistakes/files/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/mistakes", UpdateScripts: os.Getenv("UPDATE") != "", Setup: func(env *testscript.Env) error {
		env.Setenv("TOOL", tool)
		env.Setenv("QT_QPA_PLATFORM", "offscreen")
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(env.WorkDir, filepath.Base(f)), data, 0o644); err != nil {
				return err
			}
		}
		return nil
	}})
}

// scriptPart is what a script has of one kind of mistake.
type scriptPart struct{ head, body string }

var (
	heading   = regexp.MustCompile(`(?m)^# (.*)$`)
	typed     = regexp.MustCompile(`(?m)^(! )?(sparseracer|exec|interrupt) `)
	lookedAt  = regexp.MustCompile(`(?m)^(! )?std(err|out) `)
	elsewhere = regexp.MustCompile(`^(Test\w+), `)
)

// scriptParts takes a script apart at its headings, which begin with the kind.
func scriptParts(text string) map[string]scriptPart {
	out := map[string]scriptPart{}
	at := heading.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		kind, rest, _ := strings.Cut(text[m[2]:m[3]], ": ")
		out[kind] = scriptPart{rest, text[m[1]:end]}
	}
	return out
}

// gap says what a part lacks, "" for nothing: it types something and looks at what is said, or
// says why there is nothing to type, or which test does it.
func (p scriptPart) gap(found bool, tests string) string {
	switch {
	case !found:
		return "no part"
	case strings.HasPrefix(p.head, "cannot occur, "):
		return ""
	case elsewhere.MatchString(p.head):
		if name := elsewhere.FindStringSubmatch(p.head)[1]; !strings.Contains(tests, "func "+name+"(") {
			return "names " + name + ", which is no test here"
		}
		return ""
	case !typed.MatchString(p.body):
		return "nothing is typed"
	case !lookedAt.MatchString(p.body):
		return "no message is looked at"
	}
	return ""
}

// TestNoMistakeIsMissing: every verb has a script, and every script a part for each kind.
func TestNoMistakeIsMissing(t *testing.T) {
	var tests strings.Builder
	sources, _ := filepath.Glob("*_test.go")
	for _, s := range sources {
		data, err := os.ReadFile(s)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(data)
	}
	root := (&tool{}).root(nil)
	root.InitDefaultCompletionCmd("completion")
	verbs := map[string]bool{}
	for _, c := range root.Commands() {
		if c.Hidden || c.Name() == "help" {
			continue
		}
		verbs[c.Name()] = true
		data, err := os.ReadFile("testdata/mistakes/" + c.Name() + ".txtar")
		if err != nil {
			t.Errorf("%s: %v", c.Name(), err)
			continue
		}
		got := scriptParts(string(data))
		for _, kind := range mistakes {
			p, found := got[kind]
			if gap := p.gap(found, tests.String()); gap != "" {
				t.Errorf("testdata/mistakes/%s.txtar, %q: %s", c.Name(), kind, gap)
			}
		}
	}
	scripts, _ := filepath.Glob("testdata/mistakes/*.txtar")
	for _, s := range scripts {
		if name := strings.TrimSuffix(filepath.Base(s), ".txtar"); !verbs[name] {
			t.Errorf("%s is of no verb", s)
		}
	}
}

// TestGapsAreSeen: a part that is not there, is empty, or looks at nothing is a gap.
func TestGapsAreSeen(t *testing.T) {
	got := scriptParts("# wrong file\n! sparseracer x\nstderr 'y'\n\n# wrong flag\n! sparseracer x\n\n# wrong build: cannot occur, no\n\n# interrupted: TestNowhere, likewise\n\n# unwritable place\n")
	for kind, want := range map[string]string{"wrong file": "", "wrong flag": "no message is looked at", "wrong build": "",
		"interrupted": "names TestNowhere, which is no test here", "unwritable place": "nothing is typed", "missing program": "no part"} {
		p, found := got[kind]
		if gap := p.gap(found, "func TestOther(t"); gap != want {
			t.Errorf("%s: %q, expected %q", kind, gap, want)
		}
	}
}

// TestInterruptedWithWindows: verbs that need a program with windows.
func TestInterruptedWithWindows(t *testing.T) {
	t.Parallel()
	tool, b := built(t, "bin/sparseracer"), buildSamples(t, "6")
	session, err := filepath.Abs("testdata/mistakes/files/a.session")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(b.asan, "submenu_norace")
	for verb, flags := range map[string][]string{"exercise": nil, "probe": {"--play", session}} {
		args := append([]string{"--preserve-status", "-s", "INT", "2", tool, verb, "-o", "cut"}, flags...)
		stdout, stderr, code := command(t, t.TempDir(), "timeout", append(args, "--", program)...)
		if code != exitError || !strings.HasSuffix(stderr, "sparseracer: interrupted; the same command starts over\n") {
			t.Errorf("%s ended with %d and said\n%s%s", verb, code, stdout, stderr)
		}
	}
}
