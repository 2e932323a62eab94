package crashreport

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// samples are reports as tools wrote them.
const samples = "../../cmd/sparseracer/testdata/crashes"

// TestFrames: lines of stacks, as each tool writes them.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		line string
		want Frame
	}{
		{"#0  0x00007f3c in QLabel::setText(QString const&) () from /lib/libQt5Widgets.so.5", Frame{PC: 0x7f3c, Function: "QLabel::setText(QString const&)", Module: "/lib/libQt5Widgets.so.5"}},
		{"#1  0x55 in Viewer::openFile (this=0x56) at /src/viewer.cpp:60", Frame{PC: 0x55, Function: "Viewer::openFile", Args: "this=0x56", File: "/src/viewer.cpp", Line: 60}},
		{"#2  count () at due.cpp:30", Frame{Function: "count", File: "due.cpp", Line: 30}},
		{"#3  0x77 in ?? () from /lib/libQt5Core.so.5", Frame{PC: 0x77, Module: "/lib/libQt5Core.so.5"}},
		{"#4  0x77 in ?? ()", Frame{PC: 0x77}},
		{"#5  operator() (__closure=0x7f, text=\"a) at b:1\") at /src/a b.cpp:71", Frame{Function: "operator()", Args: "__closure=0x7f, text=\"a) at b:1\"", File: "/src/a b.cpp", Line: 71}},
		{"#6  0x9 in f(int, g(*)(char)) (n=1, p=0x8 <g(char)>) at f.cpp:2", Frame{PC: 9, Function: "f(int, g(*)(char))", Args: "n=1, p=0x8 <g(char)>", File: "f.cpp", Line: 2}},
		{"#7  0x00007f4c _ZN6Viewer8openFileEv (viewer + 0x3905)", Frame{PC: 0x7f4c, Function: "Viewer::openFile()", Module: "viewer", Offset: 0x3905}},
		{"                #8  0x00007f4c n/a (libQt5Core.so.5 + 0x2ece42)", Frame{PC: 0x7f4c, Module: "libQt5Core.so.5", Offset: 0x2ece42}},
		{"#9  0x5 in A::operator() (this=0x1, x=2) at a.cpp:3", Frame{PC: 5, Function: "A::operator()", Args: "this=0x1, x=2", File: "a.cpp", Line: 3}},
		{"#10 0x5 in main () at a.cpp:3:14", Frame{PC: 5, Function: "main", File: "a.cpp", Line: 3}},
		{"#11 0x5", Frame{PC: 5}},
		{"  * frame #0: 0x0000555 viewer`Viewer::openFile(this=0x0000000000000000) at viewer.cpp:60:5", Frame{PC: 0x555, Function: "Viewer::openFile", Args: "this=0x0000000000000000", File: "viewer.cpp", Line: 60, Module: "viewer"}},
		{"    frame #1: 0x7f libQt5Core.so.5`QObject::event(QEvent*) + 173", Frame{PC: 0x7f, Function: "QObject::event(QEvent*)", Module: "libQt5Core.so.5"}},
		{"    frame #2: 0x7f libQt5Core.so.5`___lldb_unnamed_symbol12 + 3", Frame{PC: 0x7f, Module: "libQt5Core.so.5"}},
	} {
		got, _, ok := parseFrame(c.line)
		if !ok || got != c.want {
			t.Errorf("%s\n got %+v, %v\nwant %+v", c.line, got, ok, c.want)
		}
	}
	for _, line := range []string{"", "#", "#x 0x5 in f ()", "# 1 f", "see bug #12345", "1 0x5 in f ()"} {
		if f, _, ok := parseFrame(line); ok {
			t.Errorf("%q is a frame: %+v", line, f)
		}
	}
}

// TestThreads: which thread crashed, and where its stack begins.
func TestThreads(t *testing.T) {
	const worker = "Thread 2 (LWP 2 \"pool\"):\n#0  0x1 in poll () from /lib/libc.so.6\n#1  0x2 in start_thread ()\n\n"
	for name, c := range map[string]struct{ text, innermost, signal, program string }{
		"one stack":         {"#0  f () at a.c:1\n#1  main () at a.c:2\n", "f", "", ""},
		"current":           {"Program terminated with signal SIGBUS, Bus error.\n#0  f () at a.c:1\n[Current thread is 1 (LWP 1)]\n" + worker + "Thread 1 (LWP 1):\n#0  f () at a.c:1\n", "f", "SIGBUS", ""},
		"of a worker":       {"[Current thread is 2 (LWP 2)]\n" + worker + "Thread 1 (LWP 1):\n#0  f () at a.c:1\n", "poll", "", ""},
		"thread 1":          {worker + "Thread 1 (LWP 1):\n#0  f () at a.c:1\n", "f", "", ""},
		"received":          {"Thread 2 \"pool\" received signal SIGSEGV, Segmentation fault.\n" + worker, "poll", "SIGSEGV", ""},
		"abort in a worker": {"Thread 1 (LWP 1):\n#0  f () at a.c:1\n\nThread 2 (LWP 2):\n#0  __GI_raise (sig=6) at raise.c:1\n#1  __GI_abort () at abort.c:1\n#2  g () at b.c:1\n", "g", "", ""},
		"drkonqi": {"Application: Kate (kate), signal: Segmentation fault\n\n" + worker + "Thread 1 (LWP 1):\n[KCrash Handler]\n#4  f (this=0x1)\n    at /src/a.cpp:5\n#5  main () at a.c:2\n",
			"f", "SIGSEGV", "kate"},
		"handler above": {"#0  g () at k.c:1\n#1  <signal handler called>\n#2  f () at a.c:1\n", "f", "", ""},
		"mail":          {"> #0  f () at a.c:1\n> #1  main () at a.c:2\n", "f", "", ""},
		"twice":         {"#0  f () at a.c:1\n#1  main () at a.c:2\n(gdb) bt\n#0  f () at a.c:1\n", "f", "", ""},
		"broken lines":  {"#0  f (a=1,\n    b=2)\n    at a.c:1\n#1  main () at a.c:2\n", "f", "", ""},
		"full":          {"#0  f (a=1) at a.c:1\n        x = 5\n        text = \"#1  g () at b.c:1\"\nNo locals.\n#1  main () at a.c:2\n", "f", "", ""},
		"coredumpctl":   {"        Signal: 6 (ABRT)\n    Executable: /usr/bin/kate\n  Stack trace of thread 7:\n  #0  0x1 raise (libc.so.6 + 0x1)\n  #1  0x2 f (kate + 0x2)\n\n  Stack trace of thread 8:\n  #0  0x3 poll (libc.so.6 + 0x3)\n", "f", "SIGABRT", "kate"},
	} {
		r, err := Parse([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := r.Stack()[0].Function; got != c.innermost || r.Signal != c.signal || r.ProgramName() != c.program {
			t.Errorf("%s: %q by %q of %q; expected %q by %q of %q", name, got, r.Signal, r.ProgramName(), c.innermost, c.signal, c.program)
		}
	}
	r, _ := Parse([]byte("#0  f (a=1,\n    b=2)\n    at a.c:1\n#1  main () at a.c:2\n"))
	if f := r.Stack()[0]; f.Args != "a=1, b=2" || f.File != "a.c" || f.Line != 1 || len(r.Stack()) != 2 {
		t.Errorf("broken lines: %+v", r.Stack())
	}
}

// TestAddresses: the fault's address, where it is said; 0 is none where it is the kernel's.
func TestAddresses(t *testing.T) {
	stack := "#0  f () at a.c:1\n"
	sentry := `{"platform":"native","exception":{"values":[{"value":"SIGSEGV / 0x0","mechanism":{"meta":{"signal":{"name":"SIGSEGV","code_name":"%s"}}},"stacktrace":{"frames":[{"function":"f","instruction_addr":"0x1"}]}}]}}`
	asan := "==1==ERROR: AddressSanitizer: SEGV on unknown address %s\n%s    #0 0x1 in f a.c:1\nSUMMARY: AddressSanitizer: SEGV a.c:1 in f\n"
	for text, want := range map[string]string{
		stack: "unknown", "a[1]: segfault at 18 ip 0 sp 0 error 4\n" + stack: "null", "a[1]: segfault at 7f1234567890 ip 0\n" + stack: "wild",
		"traps: a[1] general protection fault ip:0\n" + stack: "wild", "Cannot access memory at address 0x8\n" + stack: "null",
		strings.Replace(sentry, "%s", "SEGV_MAPERR", 1): "null", strings.Replace(sentry, "%s", "SI_KERNEL", 1): "wild",
		fmt.Sprintf(asan, "0x000000000018 (pc 0x1)", ""): "null", fmt.Sprintf(asan, "0x7f0000000000 (pc 0x1)", ""): "wild",
		fmt.Sprintf(asan, "(pc 0x1)", ""): "wild", fmt.Sprintf(asan, "0x000000000000 (pc 0x1)", "Hint: this fault was caused by a dereference of a high value address (see below).\n"): "wild",
	} {
		r, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := map[bool]string{r.Wild: "wild", r.NullPointer(): "null"}[true]
		if got == "" {
			got = "unknown"
		}
		if got != want || r.Wild && r.NullPointer() {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}

// TestSanitizer: the three stacks, and what comes before them.
func TestSanitizer(t *testing.T) {
	data, err := os.ReadFile(samples + "/own/viewer.asan")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Parse(append([]byte("QStandardPaths: a line of the program\n"), data...))
	if err != nil {
		t.Fatal(err)
	}
	use, free, alloc := r.Stack()[0], r.Free[1], r.Alloc[1]
	if r.Format != Sanitizer || r.Fault != "heap-use-after-free" || use.Function != "Viewer::openFile()" || use.Line != 59 ||
		free.Function != "Viewer::~Viewer()" || alloc.Function != "main" || r.ProgramName() != "viewer_race" {
		t.Errorf("%+v", r)
	}
	if r, err = Parse(data[:len(data)/3]); err != nil || len(r.Warnings) != 1 {
		t.Errorf("cut off: %v, %+v", err, r)
	}
}

// TestSentryEntries: what the web page gives has the exception among its entries.
func TestSentryEntries(t *testing.T) {
	r, err := Parse([]byte(`{"entries":[{"type":"exception","data":{"values":[{"type":"SIGSEGV","stacktrace":{"frames":[
		{"function":"main","instruction_addr":"0x2000"},{"function":"_ZN1A1fEv","instruction_addr":"0x1010","image_addr":"0x1000","package":"/usr/lib/liba.so"},{"function":"abort","instruction_addr":"0x1"}]}}]}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := Frame{PC: 0x1010, Function: "A::f()", Module: "/usr/lib/liba.so", Offset: 0x10}
	if len(r.Stack()) != 2 || r.Stack()[0] != want || r.Signal != "SIGSEGV" {
		t.Errorf("%+v", r)
	}
}

// refused are inputs that are no reports, with a part of the message.
var refused = map[string]string{
	"": "it is empty", "hello\n": "no line of it is a frame", "\x00\x01": "it is no text", "{": "it begins as JSON", "{}": "the JSON has no stack", "[1]": "it begins as JSON",
	"Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nZeroDivisionError\n":      "it is of Python",
	"panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/a.go:5 +0x1d\n":                      "it is of Go",
	"Exception in thread \"main\" java.lang.NullPointerException\n\tat a.B.c(B.java:7)\n":         "it is of Java",
	"TypeError: x\n    at f (/srv/a.js:1:2)\n":                                                    "it is of JavaScript",
	"thread 'main' panicked at src/main.rs:2:5:\nx\n":                                             "it is of Rust",
	"   at A.B.C(String x) in /src/a.cs:line 5\n":                                                 "it is of C#",
	"WARNING: ThreadSanitizer: data race (pid=1)\n":                                               "ThreadSanitizer",
	"==1==ERROR: LeakSanitizer: detected memory leaks\n":                                          "LeakSanitizer",
	`{"platform":"python","exception":{"values":[{"stacktrace":{"frames":[{"function":"f"}]}}]}}`: "the Sentry event is of python",
	"Thread 1 (LWP 1):\nThread 2 (LWP 2):\n":                                                      "no line of it is a frame",
}

// TestRefused: each has one error that says what it is, and what is expected.
func TestRefused(t *testing.T) {
	for text, want := range refused {
		r, err := Parse([]byte(text))
		if !errors.Is(err, ErrNoReport) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %+v; expected %q", text, err, r, want)
		}
	}
	if _, err := Parse(make([]byte, mostBytes+1)); !errors.Is(err, ErrNoReport) {
		t.Errorf("too long: %v", err)
	}
}

// TestLongReports: threads and frames beyond the bounds are left out.
func TestLongReports(t *testing.T) {
	var b strings.Builder
	for i := range 3 * mostFrames {
		fmt.Fprintf(&b, "#%d  0x1 in f%d () at a.c:1\n", i, i)
	}
	for i := range 2 * mostThreads {
		fmt.Fprintf(&b, "\nThread %d (LWP 1):\n#0  g () at a.c:1\n", i)
	}
	r, err := Parse([]byte(b.String()))
	if err != nil || len(r.Threads) > mostThreads {
		t.Fatalf("%v, %d threads", err, len(r.Threads))
	}
	for _, thread := range r.Threads {
		if len(thread.Frames) > mostFrames {
			t.Errorf("%d frames", len(thread.Frames))
		}
	}
}

// TestCore: a core file by gdb; one that is cut off, and one without gdb, say so.
func TestCore(t *testing.T) {
	needs.Tool(t, "gdb")
	needs.Tool(t, "cc")
	dir := t.TempDir()
	source := "int *wild = (int *)0xa5a5a5a5a5a5a5a5;\nint *null;\nint f(int n) { return n ? *wild : *null; }\nint main(int c, char **v) { (void)v; return f(c > 1); }\n"
	program := filepath.Join(dir, "pro gram")
	if err := os.WriteFile(program+".c", []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cc", "-g", "-o", program, program+".c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	core := func(arg string) string {
		path := filepath.Join(dir, "core"+arg)
		// gdb writes it: whether the system keeps cores, and where, is not for a test to set.
		out, err := exec.Command("gdb", "-nx", "-batch", "-ex", "run "+arg, "-ex", "generate-core-file "+path, program).CombinedOutput()
		if _, failed := os.Stat(path); failed != nil {
			t.Fatalf("no core: %v\n%s", err, out)
		}
		return path
	}
	wild, null := core("wild"), core("")
	if r, err := coreReport("c", "p", "Program terminated with signal SIGSEGV, x.\n$1 = (void *) 0x3e80000\n$2 = 0\n#0  poll () at a.c:1\n"); err != nil || !r.Sent || r.Address != nil {
		t.Errorf("sent by kill: %v, %+v", err, r)
	}
	r, err := Read(context.Background(), wild, "")
	if err != nil {
		t.Fatal(err)
	}
	if f := r.Stack()[0]; r.Format != Core || r.Signal != "SIGSEGV" || f.Function != "f" || f.Line != 3 || r.Program != program || !r.Wild || r.NullPointer() {
		t.Errorf("%+v", r)
	}
	if r.Sent {
		t.Error("nobody sent it")
	}
	if r, err = Read(context.Background(), null, program); err != nil || !r.NullPointer() || r.Wild {
		t.Errorf("null pointer: %v, %+v", err, r)
	}
	data, err := os.ReadFile(wild)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut")
	if err := os.WriteFile(cut, data[:4096], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err = Read(context.Background(), cut, ""); !errors.Is(err, ErrNoReport) || !strings.Contains(err.Error(), "no stack in the core file") {
		t.Errorf("cut off: %v", err)
	}
	t.Setenv("PATH", dir)
	if _, err = Read(context.Background(), wild, ""); err == nil || !strings.Contains(err.Error(), "gdb, which is not installed") {
		t.Errorf("without gdb: %v", err)
	}
}

// FuzzParse: whatever the text, there is a stack or one error that says that it is no report.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob(samples + "/*/*")
	if err != nil || len(files) == 0 {
		f.Fatalf("no reports: %v", err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for text := range refused {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Parse(data)
		if err != nil {
			if !errors.Is(err, ErrNoReport) || r != nil {
				t.Fatalf("%v, %+v", err, r)
			}
			return
		}
		if len(r.Stack()) == 0 && r.Format != Sanitizer || len(r.Threads) > mostThreads || len(r.Modules) > mostModules {
			t.Fatalf("%+v", r)
		}
		r.ProgramName()
		for _, thread := range r.Threads {
			if len(thread.Frames) > mostFrames {
				t.Fatalf("%d frames", len(thread.Frames))
			}
			for i := range thread.Frames {
				thread.Frames[i].Bare()
				if n := thread.Frames[i].Line; n < 0 {
					t.Fatalf("line %d", n)
				}
			}
		}
	})
}
