package faults

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// foreign are programs that our compilers do not build: each is run by a shell that is
// recorded, and by itself where it can be.
var foreign = []struct {
	name, compiler string
	args           []string // {out} is the program
	env            []string
	most           int // scenarios that are tried without -all
}{
	{"static", "gcc", []string{"-static", "testdata/threads.c", "-o", "{out}", "-lm", "-pthread"}, nil, 4},
	{"static-pie", "gcc", []string{"-static-pie", "testdata/executes.c", "-o", "{out}", "-lm", "-pthread"}, nil, 4},
	{"go", "go", []string{"build", "-o", "{out}", "./testdata/goprogram"}, []string{"CGO_ENABLED=0"}, 9},
	{"cgo", "go", []string{"build", "-o", "{out}", "./testdata/goprogram"}, []string{"CGO_ENABLED=1"}, 9},
	{"cgo-pie", "go", []string{"build", "-buildmode=pie", "-o", "{out}", "./testdata/goprogram"}, []string{"CGO_ENABLED=1"}, 3},
	{"rust", "rustc", []string{"-O", "-g", "testdata/rust.rs", "-o", "{out}"}, nil, 7},
	{"rust-static", "rustc", []string{"-C", "target-feature=+crt-static", "testdata/rust.rs", "-o", "{out}"}, nil, 2},
}

// TestForeign: programs of other languages and static ones do the same when what starts
// them is recorded, with their children or without, and when they are recorded themselves.
func TestForeign(t *testing.T) {
	t.Parallel()
	root, byDesign := ourRoot(t), readDesigned(t)
	random := rand.New(rand.NewPCG(uint64(*seed), 2))
	t.Logf("-seed %d", *seed)
	for _, p := range foreign {
		// Of a suite, Rust's compiler is larger than all that is compiled with it: it is there
		// where -all is run.
		if _, err := exec.LookPath(p.compiler); err != nil && p.compiler == "rustc" && !*all {
			t.Logf("%s is not installed: %s is left to -all", p.compiler, p.name)
			continue
		}
		program := filepath.Join(t.TempDir(), "program")
		compiling := exec.Command(needs.Tool(t, p.compiler), strings.Split(strings.ReplaceAll(strings.Join(p.args, "\n"), "{out}", program), "\n")...)
		compiling.Env = append(os.Environ(), p.env...)
		if out, err := compiling.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", compiling.Args, err, out)
		}
		list, err := exec.Command(program).Output()
		if err != nil {
			t.Fatal(err)
		}
		scenarios := strings.Fields(string(list))
		if len(scenarios) < p.most {
			t.Errorf("%s has only the scenarios %q", p.name, scenarios)
		}
		random.Shuffle(len(scenarios), func(i, j int) { scenarios[i], scenarios[j] = scenarios[j], scenarios[i] })
		if !*all {
			scenarios = scenarios[:min(p.most, len(scenarios))]
		}
		builds := map[build]string{plain: program, instrumented: program, withFlow: program}
		for _, scenario := range scenarios {
			t.Run(p.name+"/"+scenario, func(t *testing.T) {
				t.Parallel()
				compareModes(t, root, byDesign, nil, builds, scenario)
			})
		}
	}
}

// TestOtherClass: a 32-bit program that a recorded one starts says nothing that it does not
// say alone, and is named at the end; by itself it is refused.
func TestOtherClass(t *testing.T) {
	t.Parallel()
	root, byDesign := ourRoot(t), readDesigned(t)
	libc := "/lib32/libc.so.6"
	_, err := os.Stat(libc)
	needs.Have(t, libc, err == nil)
	program := filepath.Join(t.TempDir(), "program")
	compile(t, "gcc", program, "other_class.c", []string{"-m32", "-nostdlib", "-fno-stack-protector", "-fno-pie", "-no-pie",
		"-Wl,-dynamic-linker,/lib/ld-linux.so.2", libc})
	compareModes(t, root, byDesign, nil, map[build]string{plain: program, instrumented: program, withFlow: program}, "")
	tool := filepath.Join(root, "bin/sparseracer")
	for _, c := range []struct {
		args []string
		code int
		said string
	}{
		{[]string{"--follow", "-o", "t.%p.srt", "--", "sh", "-c", `"$0"; "$0"; exit 3`, program}, 3, "not recorded, for it is a 32-bit program: " + program + ", 2 times\n"},
		{[]string{"-o", "t.%p.srt", "--", program}, 2, program + " is a 32-bit program: only 64-bit ones are recorded\n"},
	} {
		cmd := exec.Command(tool, append([]string{"record"}, c.args...)...)
		cmd.Dir = t.TempDir()
		out, err := cmd.CombinedOutput()
		if exitCode(err) != c.code || strings.Count(string(out), c.said) != 1 || strings.Contains(string(out), "ERROR") {
			t.Errorf("%q ended with %v:\n%s", c.args, err, out)
		}
	}
}

// TestPython: a program of Debian's Python and PyQt does the same in each mode, and its
// dialog's loop is recorded, with the handlers inside.
func TestPython(t *testing.T) {
	t.Parallel()
	root, byDesign := ourRoot(t), readDesigned(t)
	python := "/usr/bin/python3"
	err := exec.Command(python, "-c", "import PyQt5.QtWidgets").Run()
	needs.Have(t, "PyQt5", err == nil)
	script, err := filepath.Abs("testdata/dialog.py")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	env := []string{"QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR=" + folder, "PYTHONDONTWRITEBYTECODE=1"}
	compareModes(t, root, byDesign, env, map[build]string{plain: python, instrumented: python, withFlow: python}, script)
	tool, trace := filepath.Join(root, "bin/sparseracer"), filepath.Join(folder, "t.srt")
	cmd := exec.Command(tool, "record", "--stock", "-o", trace, "--", python, script)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); exitCode(err) != 6 || !strings.Contains(string(out), "has been deleted") {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(tool, "audit", trace).CombinedOutput()
	said := strings.Join(strings.Fields(string(out)), " ")
	if err != nil || !strings.Contains(said, "1 place spun 1 nested loop") || !strings.Contains(said, "Spun by timer") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPythonFrames: recording reads the interpreter's frames while they change in any way, and
// the program does the same. A function's name is whatever its script calls it.
func TestPythonFrames(t *testing.T) {
	t.Parallel()
	root, python := ourRoot(t), "/usr/bin/python3"
	script, err := filepath.Abs("testdata/frames.py")
	if err != nil {
		t.Fatal(err)
	}
	same := map[build]string{plain: python, instrumented: python, withFlow: python}
	compareModes(t, root, readDesigned(t), []string{"PYTHONDONTWRITEBYTECODE=1"}, same, script)
	tool, trace := filepath.Join(root, "bin/sparseracer"), filepath.Join(t.TempDir(), "t.srt")
	if out, err := exec.Command(tool, "record", "--stock", "-o", trace, "--", python, script).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(tool, "info", trace).CombinedOutput()
	for _, name := range []string{"deep", "größe", "later", "Chatty.__del__", "gone", "f7", "thrown", "everything", "work"} {
		if !strings.Contains(string(out), "python:"+name+":") {
			t.Errorf("%s is missing: %v\n%s", name, err, out)
		}
	}
}

// TestPythonEnds: frames are not read of a thread whose state the interpreter took away at its end,
// nor is anything written in a thread for which the recording has no room.
func TestPythonEnds(t *testing.T) {
	t.Parallel()
	tool := filepath.Join(ourRoot(t), "bin/sparseracer")
	for script, flags := range map[string][]string{"ends.py": nil, "full.py": {"--max-size", "1M"}} {
		path, err := filepath.Abs("testdata/" + script)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("/usr/bin/python3", path).CombinedOutput(); err != nil {
			t.Fatalf("%s alone: %v\n%s", script, err, out)
		}
		args := append([]string{"record", "--stock", "-o", filepath.Join(t.TempDir(), "t.srt")}, flags...)
		if out, err := exec.Command(tool, append(args, "--", "/usr/bin/python3", path)...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
}

// TestPythonProof: a race in a program of Debian's Python is predicted from a harmless run and
// proven on it as installed, whichever binding of Qt it uses.
func TestPythonProof(t *testing.T) {
	t.Parallel()
	tool, python := filepath.Join(ourRoot(t), "bin/sparseracer"), "/usr/bin/python3"
	script, err := filepath.Abs("testdata/question.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, bindings := range [][]string{{"PyQt5"}, {"PySide2", "PySide6"}} {
		t.Run(bindings[0], func(t *testing.T) {
			at := slices.IndexFunc(bindings, func(b string) bool {
				return exec.Command(python, "-c", "import "+b+".QtWidgets").Run() == nil
			})
			needs.Have(t, bindings[0], at >= 0)
			folder := t.TempDir()
			program := []string{"--", python, script, bindings[at]}
			run := func(want int, args ...string) string {
				cmd := exec.Command(tool, args...)
				cmd.Dir, cmd.Env = folder, append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+folder)
				out, err := cmd.CombinedOutput()
				if exitCode(err) != want {
					t.Fatalf("%q: %v\n%s", args, err, out)
				}
				return string(out)
			}
			run(0, append([]string{"record", "--stock", "-o", "t.srt"}, program...)...)
			said := strings.Join(strings.Fields(run(1, "analyze", "t.srt")+run(0, "audit", "t.srt")), " ")
			for _, want := range []string{
				"Window.ask (question.py:30) has on its stack a child of what", "allocated in Window.__init__ (question.py:19)", "which runs Window.ask", "(sip.isdeleted, shiboken's isValid)",
				"deferred delete e", "in Window.close_panel (question.py:34)", "QDialog::exec in Window.ask (question.py:30)",
				"/question.py:41", "Spun by timer ", "by Window.ask (question.py:30)",
			} {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in\n%s", want, said)
				}
			}
			if out := run(1, append([]string{"confirm", "t.srt"}, program...)...); !strings.Contains(out, "SUMMARY: sparseracer: stack-delete") {
				t.Errorf("confirm:\n%s", out)
			}
		})
	}
}

// TestPythonPlayed: a session is played in a program of Debian's Python, whichever binding of Qt
// it comes to load, and played again from the recording.
func TestPythonPlayed(t *testing.T) {
	t.Parallel()
	tool, python := filepath.Join(ourRoot(t), "bin/sparseracer"), "/usr/bin/python3"
	script, err := filepath.Abs("testdata/played.py")
	if err != nil {
		t.Fatal(err)
	}
	some := false
	for _, binding := range []string{"PyQt5", "PyQt6", "PySide2", "PySide6"} {
		if exec.Command(python, "-c", "import "+binding+".QtWidgets").Run() != nil {
			continue
		}
		some = true
		t.Run(binding, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			in := func(name string) string { return filepath.Join(dir, name) }
			session := "wait 100\nclick QPushButton Rename\nwait 100\ntext new\nkey Return\nwait 100\nclosemain\n"
			if err := os.WriteFile(in("s"), []byte(session), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{"record", "--play", in("s"), "-o", in("t.srt"), "--", python, script, binding, in("said")},
				{"replay", "--session", in("t.srt"), "--", python, script, binding, in("said")},
			} {
				cmd := exec.Command(tool, args...)
				cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+dir, "PYTHONDONTWRITEBYTECODE=1")
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", args[0], err, out)
				}
			}
			if said, err := os.ReadFile(in("said")); err != nil || string(said) != "new\nnew\n" {
				t.Errorf("%v, %q", err, said)
			}
		})
	}
	needs.Have(t, "PyQt or PySide", some)
}
