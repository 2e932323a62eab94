package sparsehb

import (
	"slices"
	"strconv"

	"sparseracer/internal/trace"
)

// An event is delivered to a living object. If X was delivered to an object
// (attribute `object`, an address) whose memory block B frees later on, then in
// no schedule does X start after B: it would have gone with its receiver (Qt:
// ~QObject removes what is posted to the object and stops its timers). So a use
// in X, up to X's first pause, and a free in B never meet.
//
// This is no happens-before: it says nothing of a schedule in which B happens
// and X does not, so it must not be chained with what X's poster did. It is a
// filter of pairs, not a rule of the order, and not part of the paper's set.

// death is a free and the events that its memory had received.
type death struct {
	op     uint64
	events []trace.EventID
}

// lifetimes finds the deaths while the skeleton is read. An event is looked at
// twice at most, when it is delivered and when its receiver dies.
type lifetimes struct {
	object    []uint64 // by event: its receiver, 0 = unknown
	born      []uint64 // by event: the alloc of the memory that the receiver lies in, NoOp = unknown
	addresses []uint64 // of receivers, ascending
	received  map[uint64][]trace.EventID
	deaths    []death
	byBlock   map[BlockID][]trace.EventID // the deaths, once the blocks are known
}

func newLifetimes() *lifetimes {
	return &lifetimes{received: map[uint64][]trace.EventID{}}
}

// name remembers the receiver of an event and returns it, 0 = none.
func (l *lifetimes) name(op *trace.Op) uint64 {
	addr, ok := addressIn(op, "object")
	if !ok || addr == 0 || op.Event < 0 {
		return 0
	}
	for int(op.Event) >= len(l.object) {
		l.object, l.born = append(l.object, 0), append(l.born, NoOp)
	}
	l.object[op.Event] = addr
	return addr
}

// addressIn is the address that an attribute tells. Most operations have no such
// attribute, and to parse what is not there costs two allocations for its error.
func addressIn(op *trace.Op, key string) (uint64, bool) {
	text := op.Attr(key)
	if text == "" {
		return 0, false
	}
	addr, err := strconv.ParseUint(text, 0, 64)
	return addr, err == nil
}

// bornAt is the alloc of the memory that an event's receiver lies in.
func (l *lifetimes) bornAt(e trace.EventID) uint64 {
	if int(e) >= len(l.born) {
		return NoOp
	}
	return l.born[e]
}

func (l *lifetimes) deliver(e trace.EventID) {
	if e < 0 || int(e) >= len(l.object) || l.object[e] == 0 {
		return
	}
	addr := l.object[e]
	if i, known := slices.BinarySearch(l.addresses, addr); !known {
		l.addresses = slices.Insert(l.addresses, i, addr)
	}
	l.received[addr] = append(l.received[addr], e)
}

func (l *lifetimes) free(addr, size, n uint64) {
	if len(l.addresses) == 0 {
		return
	}
	from, _ := slices.BinarySearch(l.addresses, addr)
	to, _ := slices.BinarySearch(l.addresses, addr+size)
	if from == to {
		return
	}
	d := death{op: n}
	for _, a := range l.addresses[from:to] {
		d.events = append(d.events, l.received[a]...)
		delete(l.received, a)
	}
	l.addresses = slices.Delete(l.addresses, from, to)
	l.deaths = append(l.deaths, d)
}

// diesWith reports whether the event of a block, which has not paused yet there,
// was delivered to an object that dies in block free.
func (o *Order) diesWith(use, free BlockID) bool {
	e := o.sk.blocks[use].Event
	if o.rules == Paper || o.off.has(filterRL) || e < 0 || o.sk.runEnd[o.sk.events[e].FirstBlock] < use {
		return false
	}
	return slices.Contains(o.dying()[free], e)
}

// outlasts is the filter RO, owners outlast: the event X of block use was delivered to
// an object that dies in a block B of the handler O of block free, B no later than
// free, and O has started whenever X does: FB(O) ≺ FB(X).
//
// X starts after O, then, and before B, for it needs its receiver. In between O waits
// in a loop, and handlers nest: all of X, what comes after loops of its own too, is
// over when O goes on, and O goes on before B. As above, that is no order.
func (o *Order) outlasts(use, free BlockID) bool {
	if o.rules == Paper || o.off.has(filterRO) || use < 0 || free < 0 {
		return false
	}
	x, owner := o.sk.blocks[use].Event, o.sk.blocks[free].Event
	if x < 0 || owner < 0 || x == owner {
		return false
	}
	e := &o.sk.events[owner]
	if len(e.Loops) == 0 || !o.Before(e.FirstBlock, o.sk.events[x].FirstBlock) {
		return false
	}
	for _, g := range e.Loops {
		if b := o.sk.loops[g].ResumeBlock; b >= 0 && b <= free && slices.Contains(o.dying()[b], x) {
			return true
		}
	}
	return false
}

// dying sorts the deaths into the blocks that bring them about. Frees by other
// threads and by a loop's own code are in none. It is called once before the
// second pass, whose workers only read it.
func (o *Order) dying() map[BlockID][]trace.EventID {
	l := o.sk.heap.life
	if l.byBlock == nil {
		l.byBlock = map[BlockID][]trace.EventID{}
		for _, d := range l.deaths {
			if b := o.BlockOf(d.op); b != NoBlock {
				l.byBlock[b] = append(l.byBlock[b], d.events...)
			}
		}
	}
	return l.byBlock
}
