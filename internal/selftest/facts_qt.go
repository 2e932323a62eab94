package selftest

import (
	"fmt"
	"strings"

	"sparseracer/internal/trace"
)

const (
	postEvent = "QCoreApplication::postEvent"
	notify    = "QCoreApplication::notifyInternal2"
	loopExec  = "QEventLoop::exec"
	births    = "QObject births"
	register  = "QAbstractEventDispatcher::registerTimer"
	windows   = "window-system events"

	heldNotifiers = "socket notifiers that are held"
)

const (
	takesPosted = "events that are posted: most races, and the order of nearly all handlers"
	takesTimer  = "timers: races of their handlers look as if they could come at any time"
	takesNested = "nested event loops: the races that happen in them"
	takesInput  = "a person's input: its races have other ids, and it cannot be played again"
	takesSocket = "socket notifiers: their handlers look as if they could come at any time"
)

func qtFacts() []fact {
	return []fact{
		{hook: postEvent, what: "an event was posted", takes: takesPosted, steers: postedEvents,
			seen: func(r *recorded) bool { return r.posted(0, 0) != nil }},
		{hook: notify, what: "a posted event was delivered", takes: takesPosted, steers: ofQt, needs: postEvent,
			seen: func(r *recorded) bool { return r.delivered(r.posted(0, 0)) }},
		{hook: births, what: "an object was born", takes: "names of objects: labels of events do not say where theirs were created", steers: labelledByBirth, needs: postEvent,
			seen: func(r *recorded) bool { return strings.Contains(r.posted(0, 0).Attr("label"), "~") }},
		{hook: "QEvent::~QEvent", what: "posted events were removed, and ended with their receiver", takes: "the end of events that are never delivered: races with them may be false", steers: postedEvents, needs: postEvent,
			seen: func(r *recorded) bool { return r.dropped(1, r.posted(1, 1)) && r.dropped(2, r.posted(2, 2)) }},
		{hook: register, what: "a timer was started", takes: takesTimer, steers: qtTimers,
			seen: func(r *recorded) bool { return r.timer(3, "3") != nil }},
		{hook: notify, what: "a timer fired", takes: takesTimer, steers: ofQt, needs: register,
			seen: func(r *recorded) bool { return r.delivered(r.timer(3, "3")) }},
		{hook: loopExec, what: "a nested loop was run", takes: takesNested, steers: execLoops, needs: notify,
			seen: func(r *recorded) bool { return r.loops(4, "QEventLoop::exec") }},
		{hook: "QEventLoop::exit", what: "a nested loop was ended", takes: "who ends a nested loop: races with what follows it look unordered", steers: execLoops, needs: loopExec,
			seen: func(r *recorded) bool { return r.has(4, trace.Reset) }},
		{hook: "QTimerInfoList::unregisterTimer", what: "a timer was stopped", takes: "the end of timers: races with firings that cannot come", steers: qtTimers, needs: register,
			seen: func(r *recorded) bool { return r.dropsTimer(5, "3") }},
		{hook: "QTimerInfoList::unregisterTimers", what: "a timer's object was deleted", takes: "the end of timers: races with firings that cannot come", steers: qtTimers, needs: register,
			seen: func(r *recorded) bool { return r.dropsTimer(6, "600000") }},
		{hook: "QTimer::singleShot(slot object)", what: "a single shot was started for an object", takes: "whom single shots are for: races with shots whose receiver is gone", needs: births + ", " + register,
			seen: func(r *recorded) bool { return r.shotFor(7) }},
		{hook: "QTimer::singleShot", what: "a single shot was started for an object's slot", takes: "whom single shots are for: races with shots whose receiver is gone", needs: births + ", " + register,
			seen: func(r *recorded) bool { return r.shotFor(8) }},
		turns(9, "QCoreApplication::processEvents", "QCoreApplication::processEvents"),
		turns(10, "QCoreApplication::processEvents(int)", "QCoreApplication::processEvents"),
		turns(11, "QCoreApplication::processEvents(QDeadlineTimer)", "QCoreApplication::processEvents"),
		turns(12, "QEventLoop::processEvents", "QEventLoop::processEvents"),
		turns(13, "QEventLoop::processEvents(int)", "QEventLoop::processEvents"),
		turns(14, "QEventLoop::processEvents(QDeadlineTimer)", "QEventLoop::processEvents"),
		turns(15, "DISPATCHER::processEvents", "QAbstractEventDispatcher::processEvents"),
		turns(16, "QCoreApplicationPrivate::sendPostedEvents", "QCoreApplication::sendPostedEvents"),
		{hook: postEvent, what: "an object was deleted later", takes: takesPosted, steers: postedEvents, needs: notify,
			seen: func(r *recorded) bool {
				return r.delivered(r.find(17, func(op *trace.Op) bool { return op.Kind == trace.Enq && op.EventKind == trace.Deferred }))
			}},
		{hook: "DISPATCHER::registerSocketNotifier", what: "a socket notifier was enabled", takes: takesSocket, steers: qtSockets,
			seen: func(r *recorded) bool { return r.enq(18, "SocketNotifier") != nil }},
		{hook: notify, what: "a socket notifier was delivered", takes: takesSocket, steers: ofQt, needs: "DISPATCHER::registerSocketNotifier",
			seen: func(r *recorded) bool {
				return r.anywhere(func(op *trace.Op) bool {
					return op.Kind == trace.Deq && op.EventKind == trace.Socket && op.Attr("needs") != ""
				})
			}},
		{hook: "DISPATCHER::unregisterSocketNotifier", what: "a socket notifier was disabled", takes: takesSocket, steers: qtSockets, needs: "DISPATCHER::registerSocketNotifier",
			seen: func(r *recorded) bool { return r.dropped(20, r.enq(18, "SocketNotifier")) }},
		{hook: "QtSharedPointer::ExternalRefCountData::getAndRef", what: "a QPointer was made", takes: "who holds weak pointers: some filtered races may be reported",
			seen: func(r *recorded) bool { return r.said["referenced"] }},
		{hook: "QObject::~QObject", what: "a QPointer was cleared", takes: "when QPointers are cleared: races that a test of a QPointer prevents are reported", needs: notify,
			seen: func(r *recorded) bool { return r.has(21, trace.Write) }},
		{hook: "QObjectPrivate::setParent_helper", what: "an object got a parent", takes: "who owns an object: races of its use with the end of its owner",
			seen: func(r *recorded) bool {
				return r.find(22, func(op *trace.Op) bool { return op.Attr("type") == "Owned" && op.Attr("parent") != "" }) != nil
			}},
		{hook: "QWindow::setVisible", what: "a window was shown", takes: "which windows are there for input", file: 1, steers: playedInput,
			seen: func(r *recorded) bool { return r.enq(23, "Show") != nil }},
		{hook: "QGuiApplicationPrivate::processWindowSystemEvent", what: "a click and a key were delivered", takes: takesInput, file: 1, steers: playedInput, needs: notify,
			seen: func(r *recorded) bool { return r.inputs("") >= 4 }},
		{hook: windows, what: "where they have their window, button and key", takes: takesInput, file: 1, steers: playedInput, needs: "QGuiApplicationPrivate::processWindowSystemEvent, QWindow::setVisible",
			seen: func(r *recorded) bool { return r.inputs("Mouse") >= 2 && r.inputs("Key") >= 2 }},
		{hook: postEvent, what: "a slot was called by a queued connection", takes: takesPosted, steers: postedEvents, needs: notify,
			seen: func(r *recorded) bool { return r.delivered(r.enq(28, "MetaCall")) }},
		{hook: "QThreadPool::start", what: "a thread of a pool was given a task", takes: "who asked for tasks of pools: their answers look unordered",
			seen: func(r *recorded) bool { return r.delivered(r.enq(30, "task")) }},
		{hook: "QSemaphore::acquire", what: "a thread waited for the handler of its call", takes: "blocking calls between threads: what comes after them looks unordered", needs: "QThreadPool::start, " + postEvent + ", " + notify,
			seen: func(r *recorded) bool { return r.anywhere(func(op *trace.Op) bool { return op.Kind == trace.Join }) }},
		{hook: "QCoreApplication::exec", what: "the application's own loop was run", takes: "which loop is the program's own: what comes before and after it is unordered", steers: ofQt, needs: loopExec,
			seen: (*recorded).defaultLoop},
		{hook: "QTimerInfoList::updateCurrentTime and timerWait", what: "ten minutes did not pass at once", takes: "virtual time: --fast-timers, in runs of confirm, fuzz and explore", mode: "steered", steers: virtualTime, says: "virtual time"},
		{hook: inputFact, what: "a person's input was described", takes: "what a person does is recorded without its target, so it cannot be played again", file: 1, steers: playedInput},
		{hook: "QCoreApplication::removePostedEvents", what: "a held event was removed", takes: "what a program removes while it is held: such runs diverge", mode: "steered", steers: postedEvents, says: "removed"},
		{hook: heldNotifiers, what: "one came after a timer that was due later", takes: "holding socket notifiers: confirm, fuzz and explore", mode: "exchanged", steers: qtSockets,
			needs: "QEventDispatcherUNIX::registerSocketNotifier, QEventDispatcherUNIX::unregisterSocketNotifier", says: "exchanged"},
	}
}

// turns is the fact of a loop that delivers what was posted before it: one loop, of that
// name, with the event in it.
func turns(step int, hook, name string) fact {
	return fact{hook: hook, what: "a loop was turned for events that are there", takes: takesNested, steers: inLoops(name), needs: loopExec,
		seen: func(r *recorded) bool {
			e := r.posted(step, step)
			if e == nil && r.posts(step) == 0 {
				return true // a Qt without this function
			}
			return r.loops(step, name) && r.delivered(e)
		}}
}

// Numbers from here on are types of events that steps post.
const firstPosted = 3000

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
