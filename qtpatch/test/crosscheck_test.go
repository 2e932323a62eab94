package qtpatch_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/crosscheck"
	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// The cross-check: a program for every construct runs on the stock QtCore with hooks
// and on the patched one, and both must tell the same operations, thread by thread.
// What may differ stands in testdata/differences.txt: a difference that is not listed
// fails, and so does a listed one that is gone. It runs where it has not passed yet with
// these hooks and this Qt: see package crosscheck.

// scriptOn is the script built for a Qt.
func scriptOn(t *testing.T, major int) string { return scriptFor(t, fmt.Sprintf("Qt%dWidgets", major)) }

// way is one of the ways to the operations, as an environment.
func way(t *testing.T, core string) string {
	preload := "LD_PRELOAD=" + stubLibrary(t) + ":" + hookLibrary(t)
	if core != "" {
		preload += ":" + core
	}
	return preload
}

func constructsFor(t *testing.T, major int) (program string, names []string) {
	qt := fmt.Sprintf("Qt%d", major)
	_, err := exec.LookPath("dbus-run-session")
	needs.Have(t, "dbus-run-session", err == nil)
	args := append([]string{"-std=c++17", "-fPIC", "-g", "-rdynamic", "testdata/constructs.cpp"}, flags(t, qt+"Widgets")...)
	program = build(t, "constructs-"+qt, "g++", append(args, flags(t, qt+"DBus")...)...)
	names = strings.Fields(run(t, nil, program, "--list").out)
	if len(names) < 30 {
		t.Fatalf("only %d constructs", len(names))
	}
	return program, names
}

var dispatchers = map[string]string{"unix": "QT_NO_GLIB=1", "glib": "QT_NO_GLIB="}

// operationsOf records one construct; the one that needs a bus has one of its own.
func operationsOf(t *testing.T, preload, dispatcher, program, construct string) ([]trace.Op, *trace.Tables) {
	t.Helper()
	if construct != busThread {
		return recordWith(t, []string{preload, dispatchers[dispatcher]}, program, construct)
	}
	return recordWith(t, []string{"LD_PRELOAD=", "STUB_PRELOAD=" + preload, dispatchers[dispatcher]},
		"dbus-run-session", "--", "sh", "-c", `exec env "$STUB_PRELOAD" "$0" "$1"`, program, construct)
}

// names gives events their labels, and guards their owner's label and the how-many-eth
// loop of it they are: nothing of it is an address or a number of this run.
type names struct {
	events map[trace.EventID]string
	guards map[trace.LoopID]string
	loops  map[trace.EventID]int
	tables *trace.Tables
}

func (n *names) event(e trace.EventID) string {
	if name := n.events[e]; name != "" {
		return name
	}
	return n.tables.EventName(e) // the pseudo-events of threads
}

func (n *names) meet(op *trace.Op) {
	if l := op.Attr("label"); l != "" {
		n.events[op.Event] = l
	}
	if op.Kind == trace.Pause {
		n.loops[op.Event]++
		n.guards[op.Loop] = fmt.Sprintf("loop %d of %s", n.loops[op.Event], n.event(op.Event))
	}
}

// normalised gives each thread's operations as lines, without the noise of layouts and
// paints; threads are told apart by what they do.
func normalised(ops []trace.Op, tables *trace.Tables) []string {
	n := &names{map[trace.EventID]string{}, map[trace.LoopID]string{}, map[trace.EventID]int{}, tables}
	skip := noise(ops)
	threads := map[trace.ThreadID][]string{}
	for i := range ops {
		op := &ops[i]
		if op.Event != trace.NoEvent && skip[op.Event] {
			continue
		}
		n.meet(op)
		threads[op.Thread] = append(threads[op.Thread], line(n, op))
	}
	var texts []string
	for id, lines := range threads {
		if id != 0 {
			texts = append(texts, "thread:\n"+strings.Join(lines, "\n"))
		}
	}
	slices.Sort(texts)
	return strings.Split(strings.Join(append([]string{strings.Join(threads[0], "\n")}, texts...), "\n"), "\n")
}

// busThread is a construct in which a thread of Qt's own runs at its own pace: what it
// does and when differs from run to run, so only the rest is compared, without the
// numbers that depend on it.
const busThread = "dbus"

var hash = regexp.MustCompile(` in [0-9a-f]{16}`)

var cause = regexp.MustCompile(` in [0-9a-f]{16}~? #[0-9.]+| timer=[0-9a-f]+| needs=\S+`)

// busRace is also what depends on whether the reply or the wish to be told of it came first.
var busRace = regexp.MustCompile(` QDBusConnection| QDBusPendingCallWatcherHelper|^enq posted MetaCall QDBusPendingCallWatcher`)

func withoutBusThread(lines []string) []string {
	var out []string
	for _, l := range lines {
		if l == "thread:" {
			break // the main thread stands first
		}
		if !busRace.MatchString(l) {
			out = append(out, cause.ReplaceAllString(l, ""))
		}
	}
	return out
}

func line(n *names, op *trace.Op) string {
	parts := []string{fmt.Sprint(op.Kind)}
	if op.Event != trace.NoEvent {
		parts = append(parts, n.event(op.Event))
	}
	if op.Loop != trace.NoLoop {
		parts = append(parts, "("+n.guards[op.Loop]+")")
	}
	if op.Kind == trace.Enq || op.Kind == trace.Deq && len(op.Attrs) > 0 {
		parts = append(parts, fmt.Sprintf("kind=%v prio=%d level=%d", op.EventKind, op.Prio, op.Level))
	}
	for _, a := range op.Attrs {
		if a.Key != "object" && a.Key != "label" {
			parts = append(parts, a.Key+"="+a.Value)
		}
	}
	return strings.Join(parts, " ")
}

// difference is the lines that only one of two lists has, with - and +, by their
// longest common subsequence.
func difference(a, b []string) []string {
	longest := make([][]int, len(a)+1)
	for i := range longest {
		longest[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && longest[i+1][j] >= longest[i][j+1]:
			out = append(out, "- "+a[i])
			i++
		default:
			out = append(out, "+ "+b[j])
			j++
		}
	}
	return out
}

// listed reads the differences that are known, by construct and dispatcher.
func listed(t *testing.T) map[string][]string {
	data, err := os.ReadFile("testdata/differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	at := ""
	for l := range strings.Lines(string(data)) {
		l = strings.TrimRight(l, "\n")
		switch {
		case strings.HasPrefix(l, "-") || strings.HasPrefix(l, "+"):
			out[at] = append(out[at], l)
		case l != "" && !strings.HasPrefix(l, "#"):
			at = l
			out[at] = nil
		}
	}
	return out
}

func TestBothWaysAgree(t *testing.T) {
	crosscheck.Each(t, "../..", func(t *testing.T, major int, core string) {
		program, constructs := constructsFor(t, major)
		known := listed(t)
		for dispatcher := range dispatchers {
			for _, construct := range constructs {
				name := construct + " " + dispatcher
				want := known[name]
				delete(known, name)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					bothWaysAgree(t, core, dispatcher, program, construct, want)
				})
			}
		}
		for name := range known {
			t.Errorf("testdata/differences.txt lists %s, which is no construct and dispatcher", name)
		}
	})
}

func bothWaysAgree(t *testing.T, core, dispatcher, program, construct string, want []string) {
	stock := normalised(operationsOf(t, way(t, ""), dispatcher, program, construct))
	patched := normalised(operationsOf(t, way(t, core), dispatcher, program, construct))
	if construct == busThread {
		stock, patched = withoutBusThread(stock), withoutBusThread(patched)
	}
	if len(stock) < 5 {
		t.Errorf("only %d operations", len(stock))
	}
	got := difference(stock, patched)
	for i := range got {
		got[i] = hash.ReplaceAllString(got[i], "") // compared, and not to be listed: it changes with the runtime
	}
	if !slices.Equal(got, want) {
		t.Errorf("hooks (-) and patch (+) differ by\n%s\nlisted is\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestScenariosOnPatchedQt: what is expected of the hooks, line by line, is expected of
// the patch.
func TestScenariosOnPatchedQt(t *testing.T) {
	crosscheck.Each(t, "../..", func(t *testing.T, major int, core string) {
		for name, want := range scenarios {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				want := strings.TrimPrefix(want, "\n")
				if name != "dialog" {
					want += after
				}
				ops, tables := recordWith(t, []string{way(t, core)}, scriptOn(t, major), name)
				if got := describe(ops, tables); got != want {
					t.Errorf("got\n%s\nexpected\n%s", got, want)
				}
			})
		}
	})
}

// TestQueueOrder: posts of eight threads at once. By the patch the record has them in
// the queue's own order: of one priority to one thread, first in is first out.
func TestQueueOrder(t *testing.T) {
	crosscheck.Each(t, "../..", func(t *testing.T, major int, core string) {
		ops, _ := recordWith(t, []string{way(t, core)}, scriptOn(t, major), "storm")
		checkQueueOrder(t, ops)
	})
}

func checkQueueOrder(t *testing.T, ops []trace.Op) {
	at := map[trace.EventID]int{}
	kind := map[trace.EventID]*trace.Op{}
	last, checked := map[int32]int{}, 0
	for i := range ops {
		op := &ops[i]
		switch {
		case op.Kind == trace.Enq && op.EventKind == trace.Posted:
			at[op.Event], kind[op.Event] = i, op
		case op.Kind == trace.Deq && op.Thread == 0 && kind[op.Event] != nil:
			if prio := kind[op.Event].Prio; prio == 0 && kind[op.Event].Attr("name") == "actor" {
				if at[op.Event] < last[prio] {
					t.Fatalf("operation %d: the event enqueued by operation %d is delivered after that of %d", i, at[op.Event], last[prio])
				}
				last[prio] = at[op.Event]
				checked++
			}
		}
	}
	if checked < 8*50*10 {
		t.Errorf("only %d deliveries were looked at", checked)
	}
}

// TestPatchedQtAlone: without the runtime the patched QtCore is the stock one.
func TestPatchedQtAlone(t *testing.T) {
	crosscheck.Each(t, "../..", func(t *testing.T, major int, core string) {
		program, _ := constructsFor(t, major)
		for _, construct := range []string{"dialog", "deferred", "timers", "move", "quit-about"} {
			plain, patched := run(t, nil, program, construct), run(t, []string{"LD_PRELOAD=" + core}, program, construct)
			if plain != patched || plain.code != 0 {
				t.Errorf("%s: stock %+v, patched %+v", construct, plain, patched)
			}
		}
	})
}

// leftToHooks are points that the patch does not call at: those of QtGui, and in QtCore
// those that say what becomes of pointers, whose an object is and whom a timer is for, not of events;
// and what threads give to pools and wait for.
var leftToHooks = regexp.MustCompile(`^(QGui|QWindow|QShortcutMap::|QtSharedPointer::ExternalRefCountData::|QObject::~QObject|QObjectPrivate::setParent_helper|QTimer::singleShot|QThreadPool::|QFutureInterfaceBase::|QSemaphore::|QWaitCondition::|QThread::)`)

// TestPatchOrHook: at no place are both, and every place has one.
func TestPatchOrHook(t *testing.T) {
	crosscheck.Each(t, "../..", func(t *testing.T, major int, core string) {
		env := []string{"LD_PRELOAD=" + hookLibrary(t) + ":" + core, "SPARSERACER_OPTIONS=qt_status=1"}
		r := run(t, env, scriptOn(t, major), "nested")
		called := 0
		for l := range strings.Lines(r.out) {
			l = strings.TrimSpace(l)
			point, how, _ := strings.Cut(l, " in place")
			switch {
			case how == ", called by the patched Qt":
				called++
			case how != "" || !leftToHooks.MatchString(point):
				t.Errorf("%s", l)
			}
		}
		if called < 20 || r.code != 0 {
			t.Errorf("exit code %d, %d points are called by the patch\n%s", r.code, called, r.out)
		}
	})
}

// TestSteeringHooksThePatchedQt: a schedule needs the events before the queue is locked.
func TestSteeringHooksThePatchedQt(t *testing.T) {
	crosscheck.Each(t, "../..", func(t *testing.T, major int, core string) {
		schedule := filepath.Join(t.TempDir(), "plan")
		if err := os.WriteFile(schedule, []byte(scheduleHead+"watchdog 15000\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		env := []string{"LD_PRELOAD=" + hookLibrary(t) + ":" + core, "SPARSERACER_OPTIONS=qt_status=1:schedule=" + schedule}
		if r := run(t, env, scriptOn(t, major), "nested"); strings.Contains(r.out, "called by") || !strings.Contains(r.out, "postEvent in place\n") {
			t.Errorf("exit code %d\n%s", r.code, r.out)
		}
	})
}

// TestConstructsOnQt6: with the hooks alone every trace is valid, and every construct's
// handlers and loops are in it.
func TestConstructsOnQt6(t *testing.T) {
	program, constructs := constructsFor(t, 6)
	for dispatcher := range dispatchers {
		for _, construct := range constructs {
			t.Run(construct+" "+dispatcher, func(t *testing.T) {
				t.Parallel()
				ops, _ := operationsOf(t, way(t, ""), dispatcher, program, construct)
				count := map[trace.Kind]int{}
				for i := range ops {
					count[ops[i].Kind]++
				}
				if count[trace.Deq] == 0 || count[trace.Deq] != count[trace.End] || count[trace.Pause] != count[trace.Resume] ||
					count[trace.EnterLoop] == 0 {
					t.Errorf("operations: %v", count)
				}
			})
		}
	}
}
