package heap

import (
	"strconv"

	"github.com/tidwall/btree"

	"sparseracer/internal/trace"
)

// Receivers: an event is delivered to an object (attribute `object`, an address). That
// object lies in memory that was allocated at some time and is freed at some time.

// Death is a free and the events that its memory had received.
type Death struct {
	Op     uint64
	Events []trace.EventID
}

// lifetimes finds the deaths while the skeleton is read. An event is looked at
// twice at most, when it is delivered and when its receiver dies.
type lifetimes struct {
	object   pages                              // by event: its receiver, 0 = unknown
	born     pages                              // by event: the alloc of the memory that the receiver lies in, + 1; 0 = unknown
	received btree.Map[uint64, []trace.EventID] // by address of the receiver
	deaths   []Death
}

func newLifetimes() *lifetimes { return &lifetimes{} }

// name remembers the receiver of an event and returns it, 0 = none.
func (l *lifetimes) name(op *trace.Op) uint64 {
	addr, ok := AddressIn(op, "object")
	if !ok || addr == 0 || op.Event < 0 {
		return 0
	}
	*l.object.at(int(op.Event)) = addr
	return addr
}

// AddressIn is the address that an attribute gives. Most operations have no such
// attribute, and to parse what is not there costs two allocations for its error.
func AddressIn(op *trace.Op, key string) (uint64, bool) {
	text := op.Attr(key)
	if text == "" {
		return 0, false
	}
	addr, err := strconv.ParseUint(text, 0, 64)
	return addr, err == nil
}

// BornAt is the alloc of the memory that an event's receiver lies in, NoOp if that is
// unknown.
func (h *Heap) BornAt(e trace.EventID) uint64 {
	return h.life.born.get(int(e)) - 1 // NoOp is one less than 0
}

// Deaths are the frees of memory that events had been delivered to, in trace order.
func (h *Heap) Deaths() []Death { return h.life.deaths }

// done forgets what only the walk needs.
func (l *lifetimes) done() { l.object, l.received = nil, btree.Map[uint64, []trace.EventID]{} }

func (l *lifetimes) deliver(e trace.EventID) {
	addr := l.object.get(int(e))
	if addr == 0 {
		return
	}
	known, _ := l.received.Get(addr)
	l.received.Set(addr, append(known, e))
}

func (l *lifetimes) free(addr, size, n uint64) {
	if l.received.Len() == 0 {
		return
	}
	var d Death
	var gone []uint64
	l.received.Ascend(addr, func(a uint64, events []trace.EventID) bool {
		if a >= addr+size {
			return false
		}
		gone = append(gone, a)
		if d.Events == nil {
			d.Events = events
		} else {
			d.Events = append(d.Events, events...)
		}
		return true
	})
	if len(gone) == 0 {
		return
	}
	for _, a := range gone {
		l.received.Delete(a)
	}
	d.Op = n
	l.deaths = append(l.deaths, d)
}

// pages are numbers by places that are filled in roughly in their order. They are not
// copied as they become more, and a place that nobody fills in may take no room.
type pages []*[pageSize]uint64

const pageSize = 1 << 9

func (p *pages) at(i int) *uint64 {
	for i/pageSize >= len(*p) {
		*p = append(*p, nil)
	}
	page := &(*p)[i/pageSize]
	if *page == nil {
		*page = new([pageSize]uint64)
	}
	return &(*page)[i%pageSize]
}

// get is 0 where nothing was filled in.
func (p pages) get(i int) uint64 {
	if i < 0 || i/pageSize >= len(p) || p[i/pageSize] == nil {
		return 0
	}
	return p[i/pageSize][i%pageSize]
}
