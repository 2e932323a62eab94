package order

import (
	"slices"

	"sparseracer/internal/trace"
)

var r32 = Rule{
	ID: "R32", Name: "a loop begins with its batch", Sets: InUnix, Kind: Theorem,
	Sentence: "Under Qt's own dispatcher a loop delivers what waits when it starts before it looks at timers and descriptors, and before it ends.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).prepareR32,
	front:    (*pass).addWaiting,
	closing:  (*pass).ruleR32,
}

// R32, a loop begins with its batch: E posted, block(enq(E)) ≼ PB(v), or the block that ends
// with enterloop; PB(v) ≺ B, and B is not the first block of an event that stood in the queue,
// nor of one of windows, which come before the batch: FB(E) ≺ B. For the dispatcher delivers
// the queue as it is when it starts to turn (QEventDispatcherUNIX::processEvents in 5.15 and
// 6.4; platform plugins deliver events of windows before they call it), then timers and
// descriptors, and only then the loop looks at its guard. A loop inside that batch first
// delivers the rest of it.

// waiting is the pseudo-priority of a frontier that holds what waited in the queue where a
// loop started (R32).
const waiting int32 = -4

// prepareR32 marks the blocks that loops start behind, the default loop among them.
func (ps *pass) prepareR32() bool {
	ps.spinning = make([]bool, len(ps.blocks))
	ps.needSorted()
	for i := range ps.loops {
		if v := &ps.loops[i]; v.PauseBlock >= 0 && turnsDispatcher(v) {
			ps.spinning[v.PauseBlock] = true
		}
	}
	for _, b := range ps.enters {
		ps.spinning[b] = true
	}
	return true
}

// turnsDispatcher: the loop is Qt's, not one of another library, and does not only deliver
// what a handler asked for.
func turnsDispatcher(v *Loop) bool {
	what := v.Attr("what")
	return !isFlush(v) && (what == "" || what[0] == 'Q')
}

// addWaiting notes what waits where the loop behind the block at hand starts.
func (ps *pass) addWaiting(fs []front) []front {
	if !ps.spinning[ps.b] {
		return fs
	}
	all := ps.newList(0)
	for _, f := range fs {
		if ps.work += uint64(len(f.events)); f.priority >= 0 || f.priority == waiting {
			all = append(all, f.events...)
		}
	}
	if len(all) == 0 {
		return fs
	}
	slices.Sort(all)
	f := front{priority: waiting, events: slices.Compact(all)}
	at, found := find(fs, waiting)
	if found {
		fs[at] = f
		return fs
	}
	return slices.Insert(fs, at, f)
}

// ruleR32 reports whether it added something.
func (ps *pass) ruleR32() bool {
	if ps.queued(ps.b) || ps.ofWindows(ps.b) {
		return false
	}
	ps.settle()
	before := len(ps.kept)
	ps.putWaiting(ps.base)
	for i := 0; i < len(ps.kept); i++ {
		ps.putWaiting(ps.kept[i])
	}
	return len(ps.kept) > before
}

// putWaiting puts what waited at the start of a loop in or before block b.
func (ps *pass) putWaiting(b BlockID) {
	for priority, events := range ps.fronts.at(b) {
		if priority != waiting {
			continue
		}
		ps.work += uint64(len(events))
		for _, e := range events {
			ps.putWaited(e)
		}
	}
}

// putWaited puts FB(e), or what e stood for in its frontier if e runs later.
func (ps *pass) putWaited(e trace.EventID) {
	defer ps.up()
	if ps.tooDeep() {
		return
	}
	first := ps.events[e].FirstBlock
	switch {
	case first < ps.b:
		if !ps.reached(first) {
			ps.putNow(first, ruleR32)
		}
	case ps.sorted[e] != ps.b:
		ps.sorted[e] = ps.b // R27 and R28 look at other blocks
		ps.backward(first, ruleR32)
		ps.overtaken = ps.overtaken || ps.stands[e]
		for _, f := range ps.fifo.ahead(e) {
			ps.putWaited(f)
		}
	}
}

// ofWindows: the block starts the handler of an event that may come before the batch of an
// iteration.
func (sk *skeleton) ofWindows(b BlockID) bool {
	e := sk.blocks[b].Event
	return e >= 0 && sk.opens[b].how != byResume && sk.fromWindows(e)
}

// fromWindows: neither posted nor a deferred delete, a timer or a descriptor.
func (sk *skeleton) fromWindows(e trace.EventID) bool {
	k := sk.events[e].Kind
	return !sk.standsInQueue(e) && k != trace.Timer && k != trace.Socket
}

// beforeBatch: the event may reset a loop in an iteration before its batch, which then comes
// inside the loop all the same.
func (ps *pass) beforeBatch(e trace.EventID) bool { return ps.rules.Early() && ps.mayBeEarly(e) }

func (sk *skeleton) mayBeEarly(e trace.EventID) bool {
	return sk.fromWindows(e) || sk.events[e].Kind == trace.Deferred
}

// BeforeBatch reports whether an event may come in an iteration before its batch, by rules
// whose loops do that.
func (o *Order) BeforeBatch(e trace.EventID) bool { return o.rules.Early() && o.sk.mayBeEarly(e) }
