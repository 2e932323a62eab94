package selftest

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"sparseracer/internal/trace"
)

// fact is something that the test program does, and what must have been recorded of it.
// Numbers are those of qtpatch/selftest/drive.c.
type fact struct {
	hook   string                 // that is missing if it was not seen; DISPATCHER stands for the one that turned the loop
	what   string                 // that was not seen
	takes  string                 // what an analysis lacks without it
	steers bool                   // no run can be steered without it
	gui    bool                   // it has to do with windows
	needs  string                 // a hook without which nothing can be said of it
	seen   func(r *recorded) bool // nil: says is looked at
	says   string                 // a line that the steered program prints
}

const (
	postEvent = "QCoreApplication::postEvent"
	notify    = "QCoreApplication::notifyInternal2"
	loopExec  = "QEventLoop::exec"
	register  = "QAbstractEventDispatcher::registerTimer"
	windows   = "window-system events"
)

const (
	takesPosted = "events that are posted: most races, and the order of nearly all handlers"
	takesTimer  = "timers: races of their handlers look as if they could come at any time"
	takesNested = "nested event loops: the races that happen in them"
	takesInput  = "a person's input: its races have other ids, and it cannot be played again"
	takesSocket = "socket notifiers: their handlers look as if they could come at any time"
)

var facts = []fact{
	{hook: postEvent, what: "an event was posted", takes: takesPosted, steers: true,
		seen: func(r *recorded) bool { return r.posted(0, 0) != nil }},
	{hook: notify, what: "a posted event was delivered", takes: takesPosted, steers: true, needs: postEvent,
		seen: func(r *recorded) bool { return r.delivered(r.posted(0, 0)) }},
	{hook: "QObject births", what: "an object was born", takes: "names of objects: labels of events do not say where theirs were created", steers: true, needs: postEvent,
		seen: func(r *recorded) bool { return strings.Contains(r.posted(0, 0).Attr("label"), "~") }},
	{hook: "QEvent::~QEvent", what: "posted events were removed, and ended with their receiver", takes: "the end of events that are never delivered: races with them may be false", steers: true, needs: postEvent,
		seen: func(r *recorded) bool { return r.dropped(1, r.posted(1, 1)) && r.dropped(2, r.posted(2, 2)) }},
	{hook: register, what: "a timer was started", takes: takesTimer, steers: true,
		seen: func(r *recorded) bool { return r.timer(3, "3") != nil }},
	{hook: notify, what: "a timer fired", takes: takesTimer, steers: true, needs: register,
		seen: func(r *recorded) bool { return r.delivered(r.timer(3, "3")) }},
	{hook: loopExec, what: "a nested loop was run", takes: takesNested, steers: true, needs: notify,
		seen: func(r *recorded) bool { return r.loops(4, "QEventLoop::exec") }},
	{hook: "QEventLoop::exit", what: "a nested loop was ended", takes: "who ends a nested loop: races with what follows it look unordered", steers: true, needs: loopExec,
		seen: func(r *recorded) bool { return r.has(4, trace.Reset) }},
	{hook: "QTimerInfoList::unregisterTimer", what: "a timer was stopped", takes: "the end of timers: races with firings that cannot come", steers: true, needs: register,
		seen: func(r *recorded) bool { return r.dropsTimer(5, "3") }},
	{hook: "QTimerInfoList::unregisterTimers", what: "a timer's object was deleted", takes: "the end of timers: races with firings that cannot come", steers: true, needs: register,
		seen: func(r *recorded) bool { return r.dropsTimer(6, "600000") }},
	{hook: "QTimer::singleShot(slot object)", what: "a single shot was started for an object", takes: "whom single shots are for: races with shots whose receiver is gone", needs: register,
		seen: func(r *recorded) bool { return r.shotFor(7) }},
	{hook: "QTimer::singleShot", what: "a single shot was started for an object's slot", takes: "whom single shots are for: races with shots whose receiver is gone", needs: register,
		seen: func(r *recorded) bool { return r.shotFor(8) }},
	turns(9, "QCoreApplication::processEvents", "QCoreApplication::processEvents"),
	turns(10, "QCoreApplication::processEvents(int)", "QCoreApplication::processEvents"),
	turns(11, "QCoreApplication::processEvents(QDeadlineTimer)", "QCoreApplication::processEvents"),
	turns(12, "QEventLoop::processEvents", "QEventLoop::processEvents"),
	turns(13, "QEventLoop::processEvents(int)", "QEventLoop::processEvents"),
	turns(14, "QEventLoop::processEvents(QDeadlineTimer)", "QEventLoop::processEvents"),
	turns(15, "DISPATCHER::processEvents", "QAbstractEventDispatcher::processEvents"),
	turns(16, "QCoreApplicationPrivate::sendPostedEvents", "QCoreApplication::sendPostedEvents"),
	{hook: postEvent, what: "an object was deleted later", takes: takesPosted, steers: true, needs: notify,
		seen: func(r *recorded) bool {
			return r.delivered(r.find(17, func(op *trace.Op) bool { return op.Kind == trace.Enq && op.EventKind == trace.Deferred }))
		}},
	{hook: "DISPATCHER::registerSocketNotifier", what: "a socket notifier was enabled", takes: takesSocket, steers: true,
		seen: func(r *recorded) bool { return r.enq(18, "SocketNotifier") != nil }},
	{hook: notify, what: "a socket notifier was delivered", takes: takesSocket, steers: true, needs: "DISPATCHER::registerSocketNotifier",
		seen: func(r *recorded) bool {
			return r.anywhere(func(op *trace.Op) bool {
				return op.Kind == trace.Deq && op.EventKind == trace.Socket && op.Attr("needs") != ""
			})
		}},
	{hook: "DISPATCHER::unregisterSocketNotifier", what: "a socket notifier was disabled", takes: takesSocket, needs: "DISPATCHER::registerSocketNotifier",
		seen: func(r *recorded) bool { return r.dropped(20, r.enq(18, "SocketNotifier")) }},
	{hook: "QtSharedPointer::ExternalRefCountData::getAndRef", what: "a QPointer was made", takes: "who holds weak pointers: some filtered races may be reported",
		seen: func(r *recorded) bool { return r.said["referenced"] }},
	{hook: "QObject::~QObject", what: "a QPointer was cleared", takes: "when QPointers are cleared: races that a test of a QPointer prevents are reported",
		seen: func(r *recorded) bool { return r.has(21, trace.Write) }},
	{hook: "QObjectPrivate::setParent_helper", what: "an object got a parent", takes: "who owns an object: races of its use with the end of its owner",
		seen: func(r *recorded) bool {
			return r.find(22, func(op *trace.Op) bool { return op.Attr("type") == "Owned" && op.Attr("parent") != "" }) != nil
		}},
	{hook: "QWindow::setVisible", what: "a window was shown", takes: "which windows are there for input", gui: true, steers: true,
		seen: func(r *recorded) bool { return r.enq(23, "Show") != nil }},
	{hook: "QGuiApplicationPrivate::processWindowSystemEvent", what: "a click and a key were delivered", takes: takesInput, gui: true, steers: true, needs: notify,
		seen: func(r *recorded) bool { return r.inputs("") >= 4 }},
	{hook: windows, what: "where they have their window, button and key", takes: takesInput, gui: true, steers: true, needs: "QGuiApplicationPrivate::processWindowSystemEvent",
		seen: func(r *recorded) bool { return r.inputs("Mouse") >= 2 && r.inputs("Key") >= 2 }},
	{hook: postEvent, what: "a slot was called by a queued connection", takes: takesPosted, steers: true, needs: notify,
		seen: func(r *recorded) bool { return r.delivered(r.enq(28, "MetaCall")) }},
	{hook: "QCoreApplication::exec", what: "the application's own loop was run", takes: "which loop is the program's own: what comes before and after it is unordered", steers: true,
		seen: func(r *recorded) bool {
			return r.anywhere(func(op *trace.Op) bool { return op.Kind == trace.EnterLoop }) &&
				r.anywhere(func(op *trace.Op) bool { return op.Kind == trace.ExitLoop })
		}},
	{hook: "QTimerInfoList::updateCurrentTime and timerWait", what: "ten minutes did not pass at once", takes: "virtual time: --fast-timers, in runs of confirm, fuzz and explore", says: "virtual time"},
	{hook: "QCoreApplication::removePostedEvents", what: "a held event was removed", takes: "what a program removes while it is held: such runs diverge", steers: true, says: "removed"},
}

// turns is the fact of a loop that delivers what was posted before it: one loop, of that
// name, with the event in it.
func turns(step int, hook, name string) fact {
	return fact{hook: hook, what: "a loop was turned for events that are there", takes: takesNested, steers: true, needs: notify,
		seen: func(r *recorded) bool {
			e := r.posted(step, step)
			if e == nil && r.posts(step) == 0 {
				return true // a Qt without this function
			}
			return r.loops(step, name) && r.delivered(e)
		}}
}

// factsVersion changes with what is looked at.
func factsVersion() string {
	h := sha256.New()
	for _, f := range facts {
		fmt.Fprintln(h, f.hook, f.what, f.takes, f.steers, f.needs, f.says)
	}
	return string(h.Sum(nil))
}

// Posted events that begin a step, and those that are posted in one.
const (
	firstStep   = 2000
	firstPosted = 3000
)

// recorded are the operations of the test program, by step.
type recorded struct {
	dispatcher string
	gui        bool
	said       map[string]bool // lines that the program printed
	steps      map[int][]trace.Op
	all        []trace.Op
	deq        map[trace.EventID]bool
	current    int
}

func newRecorded() *recorded {
	return &recorded{steps: map[int][]trace.Op{}, said: map[string]bool{}, deq: map[trace.EventID]bool{}, current: -1}
}

func (r *recorded) add(op trace.Op) {
	if op.Kind == trace.Enq && op.EventKind == trace.Posted {
		var n int
		if _, err := fmt.Sscanf(op.Attr("type"), "%d", &n); err == nil && n >= firstStep && n < firstPosted {
			r.current = n - firstStep
			return
		}
	}
	if op.Kind == trace.Deq {
		r.deq[op.Event] = true
	}
	r.steps[r.current] = append(r.steps[r.current], op)
	r.all = append(r.all, op)
}

func (r *recorded) find(step int, is func(*trace.Op) bool) *trace.Op {
	for i := range r.steps[step] {
		if is(&r.steps[step][i]) {
			return &r.steps[step][i]
		}
	}
	return nil
}

func (r *recorded) anywhere(is func(*trace.Op) bool) bool {
	for i := range r.all {
		if is(&r.all[i]) {
			return true
		}
	}
	return false
}

func (r *recorded) has(step int, k trace.Kind) bool {
	return r.find(step, func(op *trace.Op) bool { return op.Kind == k }) != nil
}

func (r *recorded) enq(step int, kind string) *trace.Op {
	return r.find(step, func(op *trace.Op) bool { return op.Kind == trace.Enq && op.Attr("type") == kind })
}

func (r *recorded) posted(step, n int) *trace.Op { return r.enq(step, fmt.Sprint(firstPosted+n)) }

// posts are how many events the program itself posted in a step.
func (r *recorded) posts(step int) int {
	n := 0
	for i := range r.steps[step] {
		if op := &r.steps[step][i]; op.Kind == trace.Enq && op.EventKind == trace.Posted {
			n++
		}
	}
	return n
}

func (r *recorded) delivered(enq *trace.Op) bool { return enq != nil && r.deq[enq.Event] }

func (r *recorded) dropped(step int, enq *trace.Op) bool {
	return enq != nil && r.find(step, func(op *trace.Op) bool { return op.Kind == trace.Drop && op.Event == enq.Event }) != nil
}

func isTimer(op *trace.Op, interval string) bool {
	return op.Kind == trace.Enq && op.EventKind == trace.Timer && op.Attr("interval") == interval && op.Attr("class") == "QObject"
}

func (r *recorded) timer(step int, interval string) *trace.Op {
	return r.find(step, func(op *trace.Op) bool { return isTimer(op, interval) })
}

// dropsTimer: a firing that was to come is dropped in the step.
func (r *recorded) dropsTimer(step int, interval string) bool {
	firings := map[trace.EventID]bool{}
	for i := range r.all {
		if isTimer(&r.all[i], interval) {
			firings[r.all[i].Event] = true
		}
	}
	return r.find(step, func(op *trace.Op) bool { return op.Kind == trace.Drop && firings[op.Event] }) != nil
}

// shotFor: the single shot of a step says whom it is for.
func (r *recorded) shotFor(step int) bool {
	return r.find(step, func(op *trace.Op) bool {
		return op.Kind == trace.Enq && op.EventKind == trace.Timer && strings.HasPrefix(op.Attr("owner"), "QObject")
	}) != nil
}

// loops: the step has one loop, of that name.
func (r *recorded) loops(step int, name string) bool {
	n := 0
	for i := range r.steps[step] {
		op := &r.steps[step][i]
		if op.Kind != trace.Pause {
			continue
		}
		if n++; op.Attr("what") != name {
			return false
		}
	}
	return n == 1
}

// inputs are those of a kind, "" for all, that say what was done and to which window.
func (r *recorded) inputs(kind string) int {
	n := 0
	for i := range r.all {
		op := &r.all[i]
		if op.Kind == trace.Deq && op.EventKind == trace.Input &&
			(kind == "" || op.Attr("type") == kind && op.Attr("action") != "" && strings.Contains(op.Attr("needs"), "shown:")) {
			n++
		}
	}
	return n
}
