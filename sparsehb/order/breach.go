package order

import (
	"cmp"
	"fmt"
	"slices"

	"sparseracer/internal/trace"
)

// Breach is an order in a trace that no event loop makes: Early ran, although Late was
// to come before it by a rule. A loop that nobody meddles with has none. So they say of
// a steered run that the steering brought about what cannot happen.
type Breach struct {
	Rule        string
	Late, Early trace.EventID
}

// mostBreaches is how many are kept: one is enough to say that the run shows nothing.
const mostBreaches = 16

// backward drops and counts a conclusion that the block `late`, which runs later, comes
// before the block at hand.
func (ps *pass) backward(late BlockID, rule ruleID) {
	ps.o.dropped++
	if int(late) < 0 || int(late) >= len(ps.blocks) || len(ps.o.against) == mostBreaches {
		return
	}
	b := conclusion{rule, ps.blocks[late].Event, ps.blocks[ps.b].Event}
	if b.late != b.early && b.late != trace.NoEvent && !slices.Contains(ps.o.against, b) {
		ps.o.against = append(ps.o.against, b)
	}
}

// conclusion is a Breach before rules have names.
type conclusion struct {
	rule        ruleID
	late, early trace.EventID
}

// Breaches are the conclusions of rules that point backward in the trace, and what those
// rules cannot see whose premises are of events that ran: an event that still waited
// when the trace ended, as the program crashed, and that another one had passed by then.
//
//  1. Timers (RT): one that was due first in any run, was not stopped and did not fire.
//  2. Posted events (R15): one that was queued first, for the same thread. Of one that
//     never left the queue the trace does not know the thread: `held` says by its label
//     that it was held, and that it is the loop's own, that no other thread has a queue,
//     or that another event of its receiver ran there.
//  3. Posted events that processEvents left (R32): one that the thread of the loop had
//     posted before it, and that still waited after it. GLib's dispatcher delivers it, too,
//     unless a source of a higher priority takes the iteration; such an order is not relied on.
//  4. Sends of libuv: one that was there when work of its thread was answered, and that had not come
//     when the loop came to another phase (Event.IsSend).
//
// An explicit flush lets deferred deletes come early; RD's conclusions do not count.
func (o *Order) Breaches(held func(label string) bool) []Breach {
	var list []Breach
	for _, c := range o.against {
		if c.rule != ruleRD {
			list = append(list, Breach{c.rule.String(), c.late, c.early})
		}
	}
	list = append(list, o.passedTimers()...)
	list = append(list, o.passedPosts(held)...)
	list = append(list, o.leftPosts(held)...)
	list = append(list, o.leftSends(held)...)
	seen := map[Breach]bool{}
	return slices.DeleteFunc(list, func(b Breach) bool {
		again := seen[b]
		seen[b] = true
		return again
	})
}

// About names an event and describes it by what the trace says.
func (o *Order) About(e trace.EventID) string {
	ev := o.Event(e)
	if ev == nil {
		return "code outside every handler"
	}
	s := cmp.Or(ev.Attr("label"), ev.Attr("type"), o.sk.tables.EventName(e))
	if ms := ev.Attr("interval"); ms != "" {
		s += fmt.Sprintf(" (%s ms, %s)", ms, ev.Attr("timertype"))
	}
	return s
}

// waitedAt: the event was there, and had neither run nor been taken away, at operation n.
func waitedAt(e *Event, n uint64) bool {
	return e.Enq != NoOp && e.Enq < n && (e.Deq == NoOp || e.Deq > n) && (e.Drop == NoOp || e.Drop > n)
}

// enqueuedBefore reports enq(e) ≺ enq(f) in this order.
func (o *Order) enqueuedBefore(e, f *Event) bool {
	a, b := o.sk.about[e.ID].enq, o.sk.about[f.ID].enq
	return a >= 0 && b >= 0 && (a == b && e.Enq < f.Enq || a != b && o.Before(a, b))
}

func (o *Order) passedTimers() []Breach {
	var list []Breach
	first := o.firstFirings()
	for _, early := range first {
		for _, late := range first {
			passed := early.FirstBlock != NoBlock && waitedAt(late.Event, early.Deq) && late.due.Before(early.due) && late.From == early.From
			if passed && len(list) < mostBreaches && o.enqueuedBefore(late.Event, early.Event) && !o.isGone(late.Event, early.Deq) {
				list = append(list, Breach{rt.ID, late.ID, early.ID})
			}
		}
	}
	return list
}

// mostPassed bounds the timers that are compared with each other: the latest ones, for
// what a run fails by comes last.
const mostPassed = 2000

// startedTimer is the first firing of a timer, and when it is due.
type startedTimer struct {
	*Event
	due DueTime
}

// firstFirings are those of the timers whose due time is known.
func (o *Order) firstFirings() []startedTimer {
	var list []startedTimer
	again := map[string]bool{}
	for _, id := range o.sk.timers {
		e := &o.sk.events[id]
		timer := e.Attr("timer")
		if due, known := DueTimeOf(e); known && !again[timer] && o.sk.about[id].enq != NoBlock {
			list = append(list, startedTimer{e, due})
		}
		again[timer] = true
	}
	return list[max(0, len(list)-mostPassed):]
}

// isGone: the receiver of the event was freed before operation n.
func (o *Order) isGone(e *Event, n uint64) bool {
	for _, d := range o.sk.heap.Deaths() {
		if d.Op < n && slices.Contains(d.Events, e.ID) {
			return true
		}
	}
	return false
}

// inTurn: it was posted, and left the queue when its turn came.
func (o *Order) inTurn(e *Event) bool {
	return e.Kind == trace.Posted && e.FirstBlock != NoBlock && o.sk.about[e.ID].priority != noPriority
}

func (o *Order) passedPosts(held func(label string) bool) []Breach {
	var list []Breach
	for i := range o.sk.events {
		late := &o.sk.events[i]
		if late.Kind != trace.Posted || late.FirstBlock != NoBlock || held == nil || !held(late.Attr("label")) || o.mayBeForOther(late) {
			continue
		}
		for j := range o.sk.events {
			early := &o.sk.events[j]
			passed := o.inTurn(early) && waitedAt(late, early.Deq) && early.Prio <= late.Prio
			if passed && len(list) < mostBreaches && o.enqueuedBefore(late, early) && !o.isGone(late, early.Deq) {
				list = append(list, Breach{r15.ID, late.ID, early.ID})
			}
		}
	}
	return list
}

// mayBeForOther: the event ran in another thread, or may wait in the queue of one: where no other event
// of its receiver ran in this thread, and another one has a queue.
func (o *Order) mayBeForOther(e *Event) bool {
	if e.Deq != NoOp {
		return e.Thread != o.sk.main
	}
	own := !o.sk.otherLoops
	object := e.Attr("object")
	for i := range o.sk.events {
		x := &o.sk.events[i]
		if x.Deq == NoOp || object == "" || x.Attr("object") != object {
			continue
		}
		if x.Thread != o.sk.main {
			return true
		}
		own = true
	}
	return !own
}

// leftPosts are of held events alone, for what a trace has not to do with steering is no fault of it, and of
// those that the thread posted before one of its own loops: its trace has both in their order.
func (o *Order) leftPosts(held func(label string) bool) []Breach {
	var list []Breach
	for i := range o.sk.events {
		late := &o.sk.events[i]
		ran := late.FirstBlock != NoBlock
		if late.Kind != trace.Posted || held == nil || !held(late.Attr("label")) || late.From != o.sk.main || ran && late.From != late.Thread || o.mayBeForOther(late) {
			continue
		}
		for j := range o.sk.loops {
			v := &o.sk.loops[j]
			left := v.Empties() && v.PauseBlock != NoBlock && v.Resume != NoOp && v.Owner != late.ID && waitedAt(late, v.Pause) && waitedAt(late, v.Resume)
			if left && len(list) < mostBreaches && !o.isGone(late, v.Resume) {
				list = append(list, Breach{r32.ID, late.ID, v.Owner})
			}
		}
	}
	return list
}

// lookRule names the order of libuv's looks in a Breach.
const lookRule = "libuv's look at what was sent"

// leftSends are of held events alone, as leftPosts.
func (o *Order) leftSends(held func(label string) bool) []Breach {
	var list []Breach
	for i := range o.sk.events {
		late := &o.sk.events[i]
		if !late.IsSend() || late.Enq == NoOp || held == nil || !held(late.Attr("label")) {
			continue
		}
		answer := AnswerTo(o.sk.events, late)
		if answer == nil || answer.FirstBlock == NoBlock || answer.End == NoOp || !waitedAt(late, answer.Deq) || late.Deq != NoOp && late.Thread != answer.Thread {
			continue
		}
		for j := range o.sk.events {
			early := &o.sk.events[j]
			passed := early.OutsideLooks() && early.FirstBlock != NoBlock && early.Thread == answer.Thread && early.Deq > answer.End
			if passed && len(list) < mostBreaches && waitedAt(late, early.Deq) {
				list = append(list, Breach{lookRule, late.ID, early.ID})
			}
		}
	}
	return list
}
