package sparsehb

import (
	"slices"
	"strconv"

	"sparseracer/internal/trace"
)

// ruleRL: an event is delivered to a living object. If E was delivered to an
// object (attribute `object`, an address) and the memory of that object is freed
// in block B later on, then FB(E) ≺ B: were B first, E would have gone with its
// receiver. (Qt: ~QObject removes what is posted to the object and stops its
// timers.) An E that waits in a loop of its own is ordered up to its first
// pause only, so what it does after the loop stays a race. Not part of the
// paper's set.
func (ps *pass) ruleRL() {
	if ps.rules == Paper {
		return
	}
	for _, e := range ps.dying[ps.b] {
		if b := ps.runEnd[ps.events[e].FirstBlock]; b < ps.b {
			ps.put(b, ruleRL)
		}
	}
}

// death is a free and the events that its memory had received.
type death struct {
	op     uint64
	events []trace.EventID
}

// lifetimes finds the deaths while the skeleton is read. An event is looked at
// twice at most, when it is delivered and when its receiver dies.
type lifetimes struct {
	sizes     map[uint64]uint64 // by address, of what is allocated
	object    []uint64          // by event: its receiver, 0 = unknown
	addresses []uint64          // of receivers, ascending
	received  map[uint64][]trace.EventID
	deaths    []death
}

func newLifetimes() *lifetimes {
	return &lifetimes{sizes: map[uint64]uint64{}, received: map[uint64][]trace.EventID{}}
}

func (l *lifetimes) note(op *trace.Op, n uint64) {
	switch op.Kind {
	case trace.Alloc:
		l.sizes[op.Addr] = op.Size
	case trace.Free:
		size := max(op.Size, l.sizes[op.Addr], 1)
		delete(l.sizes, op.Addr)
		l.free(op.Addr, size, n)
	case trace.Enq:
		l.name(op)
	case trace.Deq:
		l.name(op)
		l.deliver(op.Event)
	}
}

// name remembers the receiver of an event.
func (l *lifetimes) name(op *trace.Op) {
	addr, err := strconv.ParseUint(op.Attr("object"), 0, 64)
	if err != nil || addr == 0 || op.Event < 0 {
		return
	}
	for int(op.Event) >= len(l.object) {
		l.object = append(l.object, 0)
	}
	l.object[op.Event] = addr
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

// byBlock sorts the deaths into the blocks that bring them about. Frees by
// other threads and by a loop's own code order nothing.
func (sk *skeleton) byBlock(o *Order) map[BlockID][]trace.EventID {
	dying := map[BlockID][]trace.EventID{}
	for _, d := range sk.life.deaths {
		b := o.BlockOf(d.op)
		if b == NoBlock {
			continue
		}
		for _, e := range d.events {
			if sk.events[e].FirstBlock != NoBlock {
				dying[b] = append(dying[b], e)
			}
		}
	}
	return dying
}
