package timeline

import (
	"errors"
	"io"

	"sparseracer/internal/trace"
)

// Lifetime is an allocation that had an address at some time.
type Lifetime struct {
	Addr, Size  uint64
	Alloc, Free *Moment // nil: not in the recording
}

// maxLifetimes bounds a history: allocators hand some addresses out a million times.
const maxLifetimes = 500

// ReadHistory reads the whole trace for the allocations that had an address, one after
// another: the first ones of them, and how many there were. Go on is as of ReadLife.
func ReadHistory(src trace.Source, addr uint64, goOn func() error) (list []Lifetime, all int, err error) {
	r, err := src.Open()
	if err != nil {
		return nil, 0, err
	}
	defer r.Close()
	h := history{addr: addr, l: lifeReader{handlers: map[trace.ThreadID][]trace.EventID{}, stretch: map[trace.ThreadID]uint64{}, life: &Life{}}}
	bulk, run := trace.BulkOf(r), make([]trace.Access, 512)
	var op trace.Op
	for step := 1; ; step++ {
		if step%often == 0 {
			if err := goOn(); err != nil {
				return nil, 0, err
			}
		}
		if n, _ := bulk.Accesses(run); n > 0 {
			h.l.n += uint64(n)
			continue
		}
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return h.list, h.all, nil
		} else if err != nil {
			return nil, 0, err
		}
		h.take(&op)
		h.l.n++
	}
}

// history is what was found so far.
type history struct {
	addr uint64
	list []Lifetime
	all  int
	open bool       // the last one lives
	last Lifetime   // as it is, listed or not
	l    lifeReader // who runs
}

func (h *history) take(op *trace.Op) {
	switch op.Kind {
	case trace.Alloc:
		if op.Addr <= h.addr && h.addr-op.Addr < max(op.Size, 1) {
			h.begin(Lifetime{Addr: op.Addr, Size: op.Size, Alloc: h.l.moment(op)})
		}
	case trace.Free:
		switch {
		case op.Attr("kind") == "destroy": // its memory lives on
		case h.open && op.Addr == h.last.Addr:
			h.end(h.l.moment(op))
		case !h.open && op.Addr <= h.addr && h.addr-op.Addr < max(op.Size, 1): // made before the recording began
			h.begin(Lifetime{Addr: op.Addr, Size: op.Size})
			h.end(h.l.moment(op))
		}
	case trace.Deq, trace.End, trace.Pause, trace.Resume:
		h.l.take(op)
	}
}

func (h *history) begin(l Lifetime) {
	h.last, h.open = l, true
	if h.all++; h.all <= maxLifetimes {
		h.list = append(h.list, l)
	}
}

func (h *history) end(m *Moment) {
	h.last.Free, h.open = m, false
	if h.all <= maxLifetimes {
		h.list[h.all-1].Free = m
	}
}
