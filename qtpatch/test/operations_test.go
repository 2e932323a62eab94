package qtpatch_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// record runs a program with the stand-in for the recorder and gives its
// operations, checked by the validator.
func record(t *testing.T, program string, args ...string) ([]trace.Op, *trace.Tables) {
	t.Helper()
	return recordWith(t, nil, program, args...)
}

func recordWith(t *testing.T, env []string, program string, args ...string) ([]trace.Op, *trace.Tables) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "operations")
	preload := "LD_PRELOAD=" + stubLibrary(t) + ":" + hookLibrary(t)
	if r := run(t, append([]string{preload, "STUB_OUT=" + out}, env...), program, args...); r.code != 0 {
		t.Fatalf("exit code %d\n%s", r.code, r.out)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	src, err := trace.ParseText(out, withMain(data))
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	r, err := trace.Checked(src).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var ops []trace.Op
	for {
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		op.Attrs = append([]trace.Attr(nil), op.Attrs...)
		ops = append(ops, op)
	}
	if got, want := r.Meta().Loop, loopsOf(env, ops); got != want {
		t.Errorf("the loop kind is %v, expected %v", got, want)
	}
	return ops, r.Tables()
}

// loopsOf is the kind of loops: run has Qt take its own dispatcher, if nothing else is said.
// Before a loop starts it is not known, and GLib's assumed.
func loopsOf(env []string, ops []trace.Op) trace.LoopKind {
	starts := slices.ContainsFunc(ops, func(op trace.Op) bool { return op.Kind == trace.Pause || op.Kind == trace.EnterLoop })
	if starts && !slices.Contains(env, dispatchers["glib"]) && !slices.Contains(env, "QT_NO_GLIB=0") {
		return trace.LoopUnix
	}
	return trace.LoopBatch
}

// withMain adds the pseudo-event main, as the recorder does with its header flag.
func withMain(data []byte) []byte {
	text := string(data)
	if !strings.Contains(text, "pause(main,") {
		return data
	}
	before, after, found := strings.Cut(text, "enterloop\n")
	if !found {
		return []byte("deq(main)\n" + text + "end(main)\n")
	}
	return []byte("deq(main)\n" + before + "end(main)\nenterloop\n" + after)
}

// noise are the events that Qt's widgets lay out and paint with, and the starts of threads.
func noise(ops []trace.Op) map[trace.EventID]bool {
	out := map[trace.EventID]bool{}
	for i := range ops {
		op := &ops[i]
		enters := op.Kind == trace.Enq || op.Kind == trace.Deq && len(op.Attrs) > 0
		if enters && (op.Attr("label") == "" || op.Attr("type") == "Starts") {
			out[op.Event] = true
		}
	}
	return out
}

// describe renders operations without the noise, events and guards renumbered.
func describe(ops []trace.Op, tables *trace.Tables) string {
	var b strings.Builder
	skip := noise(ops)
	events, guards := map[trace.EventID]int{}, map[trace.LoopID]int{}
	event := func(e trace.EventID) string {
		if name := tables.EventName(e); strings.HasPrefix(name, "main") {
			return name
		}
		if events[e] == 0 {
			events[e] = len(events) + 1
		}
		return fmt.Sprintf("e%d", events[e])
	}
	guard := func(g trace.LoopID) string {
		if guards[g] == 0 {
			guards[g] = len(guards) + 1
		}
		return fmt.Sprintf("v%d", guards[g])
	}
	kinds := []string{"", " timer", " socket", " input", " deferred", " env"}
	for i := range ops {
		op := &ops[i]
		if op.Event != trace.NoEvent && skip[op.Event] {
			continue
		}
		fmt.Fprint(&b, op.Kind)
		if op.Event != trace.NoEvent {
			fmt.Fprint(&b, " ", event(op.Event))
		}
		if op.Loop != trace.NoLoop {
			fmt.Fprint(&b, " ", guard(op.Loop))
		}
		if op.Kind == trace.Enq || op.Kind == trace.Deq && len(op.Attrs) > 0 {
			fmt.Fprint(&b, kinds[op.EventKind])
		}
		if op.Prio != 0 {
			fmt.Fprintf(&b, " prio=%d", op.Prio)
		}
		if owner := op.Attr("owner"); owner != "" {
			fmt.Fprint(&b, " of ", owner)
		}
		if op.Kind == trace.Enq && op.EventKind == trace.Deferred {
			fmt.Fprintf(&b, " level=%d", op.Level)
		}
		if op.Kind == trace.Pause {
			fmt.Fprint(&b, " ", op.Attr("what"))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Every scenario ends with a processEvents of main() after the default loop.
const after = "enterloop\nexitloop\n"

var scenarios = map[string]string{
	"deliver": `
enq e1
enq e2 prio=5
enq e3
drop e3
enq e4
drop e4
enterloop
deq e2
end e2
deq e1
enq e5
end e1
deq e5
end e5
exitloop
`,
	"compress": `
enq e1
enterloop
deq e1
enq e2
enq e3
drop e3
end e1
deq e2
end e2
exitloop
`,
	"nested": `
enq e1
enterloop
deq e1
enq e2
enq e3
pause e1 v1 QEventLoop::exec
deq e2
reset v1
reset v1
end e2
deq e3
end e3
resume e1 v1
enq e4
end e1
deq e4
end e4
exitloop
`,
	"cascade": `
enq e1
enterloop
deq e1
enq e2
pause e1 v1 QEventLoop::exec
deq e2
reset v1
end e2
resume e1 v1
enq e3
pause e1 v2 QEventLoop::exec
deq e3
reset v2
end e3
resume e1 v2
end e1
exitloop
`,
	"startup": `
deq main
enq e1
pause main v1 QEventLoop::exec
deq e1
reset v1
end e1
resume main v1
enq e2
end main
enterloop
deq e2
end e2
exitloop
`,
	"process": `
enq e1
enterloop
deq e1
enq e2
pause e1 v1 QCoreApplication::processEvents
deq e2
end e2
resume e1 v1
enq e3
pause e1 v2 QCoreApplication::processEvents
deq e3
end e3
resume e1 v2
pause e1 v3 QEventLoop::processEvents
resume e1 v3
end e1
exitloop
`,
	"timers": `
enq e1
enq e2 timer of QObject:actor
enterloop
deq e1
end e1
deq e2
enq e3 timer of QObject:actor
end e2
deq e3
enq e4 timer of QObject:actor
end e3
deq e4
enq e5 timer of QObject:actor
drop e5
end e4
exitloop
`,
	"deferred": `
enq e1
enterloop
deq e1
enq e2 deferred level=2
enq e3 deferred level=2
enq e4 deferred level=2
drop e4
enq e5 timer of QObject:actor
end e1
deq e2
end e2
deq e3
end e3
deq e5
enq e6 timer of QObject:actor
drop e6
end e5
exitloop
`,
	"deep": `
enq e1
enterloop
deq e1
enq e2 deferred level=-1
pause e1 v1 QCoreApplication::processEvents
deq e2
end e2
resume e1 v1
end e1
exitloop
`,
	"flush": `
enq e1
enterloop
deq e1
enq e2
pause e1 v1 QCoreApplication::sendPostedEvents
deq e2
end e2
resume e1 v1
end e1
exitloop
`,
	"family": `
enq e1
enterloop
deq e1
read
end e1
exitloop
`,

	"exception": `
enq e1
enterloop
deq e1
enq e2
pause e1 v1 QEventLoop::exec
deq e2
end e2
resume e1 v1
enq e3
end e1
deq e3
end e3
exitloop
`,
	"thread": `
enq e1
enterloop
deq e1
end e1
exitloop
`,
	"worker": `
enq e1
pause main.1 v1 QThread::exec
deq e1
reset v1
end e1
resume main.1 v1
enq e2
enterloop
deq e2
end e2
exitloop
`,
	"socket": `
enterloop
deq e1 socket
end e1
exitloop
`,
	"dialog": `
enq e1
enterloop
deq e1
enq e2 timer of QDialog
pause e1 v1 QDialog::exec
deq e2
enq e3 timer of QDialog
drop e3
reset v1
enq e4
end e2
resume e1 v1
end e1
exitloop
enterloop
deq e4
end e4
exitloop
`,
}

// otherwise is what some Qts do: a second request to delete an object is remembered, and not posted.
var otherwise = map[string]string{
	"deferred": `
enq e1
enterloop
deq e1
enq e2 deferred level=2
enq e3 deferred level=2
enq e4 timer of QObject:actor
end e1
deq e2
end e2
deq e3
end e3
deq e4
enq e5 timer of QObject:actor
drop e5
end e4
exitloop
`}

func TestOperations(t *testing.T) {
	for _, module := range qtModules {
		t.Run(module, func(t *testing.T) {
			program := scriptFor(t, module)
			for name, want := range scenarios {
				t.Run(name, func(t *testing.T) {
					want := strings.TrimPrefix(want, "\n")
					if name != "dialog" { // there the late loop still delivers something
						want += after
					}
					ops, tables := record(t, program, name)
					if got := describe(ops, tables); got != want && (otherwise[name] == "" || got != otherwise[name][1:]+after) {
						t.Errorf("got\n%s\nexpected\n%s", got, want)
					}
				})
			}
		})
	}
}

// TestPostsOfEightThreads: eight threads at once; every event has its one way out of the queue.
func TestPostsOfEightThreads(t *testing.T) {
	ops, _ := record(t, script(t), "storm")
	open, count := map[trace.EventID]bool{}, map[trace.Kind]int{}
	for i := range ops {
		op := &ops[i]
		count[op.Kind]++
		switch op.Kind {
		case trace.Enq:
			if of := op.Attr("type"); of != "Gone" && of != "Owned" { // what becomes of an object, no event
				open[op.Event] = true
			}
		case trace.Deq, trace.Drop:
			delete(open, op.Event)
		}
	}
	if len(open) > 0 {
		t.Errorf("%d events never left their queue", len(open))
	}
	// 8 threads, 50 rounds: 10 posts to main, 12 at home, of which 11 are dropped.
	if n := 8 * 50; count[trace.Enq] < n*23 || count[trace.Deq] < n*12 || count[trace.Drop] < n*11 {
		t.Errorf("operations: %v", count)
	}
}

// TestLateQt: a Qt that the program loads while it runs is hooked as it appears.
func TestLateQt(t *testing.T) {
	library := build(t, "script.so", "g++", append([]string{"-std=c++17", "-shared", "-fPIC", "-DSCRIPT_LIBRARY",
		"testdata/script.cpp"}, flags(t, "Qt5Widgets")...)...)
	program := build(t, "late", "gcc", "-std=c11", "testdata/late.c")
	for _, name := range []string{"nested", "dialog"} {
		want := strings.TrimPrefix(scenarios[name], "\n")
		if name != "dialog" {
			want += after
		}
		ops, tables := record(t, program, library, name)
		if got := describe(ops, tables); got != want {
			t.Errorf("got\n%s\nexpected\n%s", got, want)
		}
	}
}

// TestAttributes looks at what events carry besides their kind.
func TestAttributes(t *testing.T) {
	ops, _ := record(t, script(t), "timers")
	want := map[string]string{"type": "Timer", "class": "QTimer", "interval": "5", "timertype": "coarse"}
	var labels []string
	started := map[string]bool{}
	for i := range ops {
		op := &ops[i]
		if op.Kind != trace.Enq || op.EventKind != trace.Timer {
			continue
		}
		labels = append(labels, op.Attr("label"))
		started[op.Attr("timer")] = true
		for key, value := range want {
			if got := op.Attr(key); got != value {
				t.Errorf("%s=%q, expected %q", key, got, value)
			}
		}
	}
	for i, l := range labels {
		if suffix := fmt.Sprintf("#1.%d", i+1); !strings.HasPrefix(l, "timer QTimer in ") || !strings.HasSuffix(l, suffix) {
			t.Errorf("label %q of firing %d", l, i+1)
		}
	}
	if len(started) != 1 || started[""] {
		t.Errorf("the firings of one timer name the starts %v, expected one", started)
	}
	if len(labels) != 4 {
		t.Errorf("%d firings, expected 4", len(labels))
	}
}

// TestLabelsAreStable: two runs give the same labels, and no label twice.
func TestLabelsAreStable(t *testing.T) {
	for _, name := range []string{"deliver", "nested", "deferred", "dialog"} {
		var runs [2]string
		for i := range runs {
			ops, _ := record(t, script(t), name)
			seen := map[string]bool{}
			for j := range ops {
				l := ops[j].Attr("label")
				if l == "" {
					continue
				}
				if seen[l] {
					t.Errorf("%s: label %q twice", name, l)
				}
				seen[l] = true
				runs[i] += l + "\n"
			}
		}
		if runs[0] != runs[1] || runs[0] == "" {
			t.Errorf("%s: labels of two runs differ:\n%s\n%s", name, runs[0], runs[1])
		}
	}
}

// TestStatus: without a recorder and without a schedule nothing is hooked;
// the status names every hook, and none is refused on this Qt.
func TestStatus(t *testing.T) {
	program := script(t)
	preload := "LD_PRELOAD=" + hookLibrary(t)
	if r := run(t, []string{preload}, program, "nested"); r.code != 0 || r.out != "" {
		t.Errorf("plain run: exit code %d, %q", r.code, r.out)
	}
	r := run(t, []string{preload, "SPARSERACER_OPTIONS=qt_status=1"}, program, "nested")
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	if r.code != 0 || len(lines) < 16 {
		t.Fatalf("exit code %d, %d lines\n%s", r.code, len(lines), r.out)
	}
	for _, l := range lines {
		if !strings.HasSuffix(l, " in place") {
			t.Errorf("hook: %s", l)
		}
	}
	if r := run(t, []string{preload, "SPARSERACER_OPTIONS=qt_status=1"}, "/bin/true"); r.code != 0 ||
		!strings.Contains(r.out, "libQt5Core.so is not loaded") {
		t.Errorf("without Qt: exit code %d\n%s", r.code, r.out)
	}
}
