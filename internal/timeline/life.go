package timeline

import (
	"errors"
	"io"

	"sparseracer/internal/trace"
)

// Life is what happened to one allocation, from its alloc to its free.
type Life struct {
	Addr, Size  uint64
	Alloc, Free *Moment // nil: not in the recording
	Ends        []Moment
	Uses        []Use // in order of their first operation
	Counts      [3]uint64
	Cut         bool // more uses than are listed; Counts has them all
}

// The places of Life.Counts.
const (
	Reads = iota
	Writes
	Calls // uses of the object as such
)

// Moment is one operation on the whole allocation. Those of Ends are destructors
// whose memory lived on.
type Moment struct {
	Op    uint64
	Event trace.EventID
	Stack trace.StackID
}

// Use is what one handler, between two nested loops of its own, did by one stack.
type Use struct {
	Event       trace.EventID
	Thread      trace.ThreadID
	Kind        trace.Kind
	Mode        trace.Mode
	Stack       trace.StackID
	First, Last uint64 // operations
	Low, High   uint64 // offsets into the allocation, High exclusive
	Count       uint64
}

// maxUses bounds Life.Uses: no picture has room for more.
const maxUses = 3000

// Wanted says which allocation: the one that holds Addr at operation At. Where the
// recording does not show it, the Size bytes there are looked at.
type Wanted struct {
	At, Addr, Size uint64
}

// useKey is what is one Use, as long as its handler runs without a break.
type useKey struct {
	stretch uint64 // of a handler
	kind    trace.Kind
	mode    trace.Mode
	stack   trace.StackID
}

// lifeReader follows one address through the trace.
type lifeReader struct {
	want     Wanted
	life     *Life
	index    map[useKey]int
	handlers map[trace.ThreadID][]trace.EventID
	stretch  map[trace.ThreadID]uint64
	n        uint64
}

// ReadLife reads the trace up to the end of the allocation. Go on says, now and
// then, whether anybody still wants to know.
func ReadLife(src trace.Source, want Wanted, goOn func() error) (*Life, error) {
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	l := &lifeReader{want: want, handlers: map[trace.ThreadID][]trace.EventID{}, stretch: map[trace.ThreadID]uint64{}}
	l.begin(want.Addr, max(want.Size, 1), nil)
	bulk, run := trace.BulkOf(r), make([]trace.Access, 512)
	var op trace.Op
	for step := 1; ; step++ {
		if step%often == 0 {
			if err := goOn(); err != nil {
				return nil, err
			}
		}
		if n, thread := bulk.Accesses(run); n > 0 {
			for i := range run[:n] {
				l.access(&run[i], thread)
				l.n++
			}
			continue
		}
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return l.life, nil
		} else if err != nil {
			return nil, err
		}
		if l.take(&op) {
			return l.life, nil
		}
		l.n++
	}
}

func (l *lifeReader) begin(addr, size uint64, alloc *Moment) {
	l.life = &Life{Addr: addr, Size: size, Alloc: alloc}
	l.index = map[useKey]int{}
}

// take looks at one operation; true where the life is over.
func (l *lifeReader) take(op *trace.Op) bool {
	switch op.Kind {
	case trace.Read, trace.Write:
		l.access(&trace.Access{Addr: op.Addr, Size: op.Size, Stack: op.Stack, Kind: op.Kind, Mode: op.Mode}, op.Thread)
	case trace.Alloc:
		return l.alloc(op)
	case trace.Free:
		return l.free(op)
	case trace.Deq:
		l.handlers[op.Thread] = append(l.handlers[op.Thread], op.Event)
		l.stretch[op.Thread] = l.n
	case trace.End:
		if h := l.handlers[op.Thread]; len(h) > 0 {
			l.handlers[op.Thread] = h[:len(h)-1]
		}
		l.stretch[op.Thread] = l.n
	case trace.Pause, trace.Resume:
		l.stretch[op.Thread] = l.n
	}
	return false
}

func (l *lifeReader) event(t trace.ThreadID) trace.EventID {
	if h := l.handlers[t]; len(h) > 0 {
		return h[len(h)-1]
	}
	return trace.NoEvent
}

func (l *lifeReader) moment(op *trace.Op) *Moment {
	return &Moment{Op: l.n, Event: l.event(op.Thread), Stack: op.Stack}
}

// alloc: what holds the address begins a life, if it comes in time; what comes
// later ends it, for the free was not recorded.
func (l *lifeReader) alloc(op *trace.Op) bool {
	if l.n <= l.want.At {
		if op.Addr <= l.want.Addr && l.want.Addr-op.Addr < max(op.Size, 1) {
			l.begin(op.Addr, op.Size, l.moment(op))
		}
		return false
	}
	return op.Addr < l.life.Addr+l.life.Size && l.life.Addr < op.Addr+op.Size &&
		(op.Addr <= l.life.Addr || l.life.Free != nil) // inside a live one it is a pool's
}

func (l *lifeReader) free(op *trace.Op) bool {
	known := op.Addr == l.life.Addr
	if l.life.Alloc == nil { // made before the recording began
		known = op.Addr <= l.want.Addr && l.want.Addr-op.Addr < max(op.Size, 1)
	}
	if !known {
		return false
	}
	if op.Attr("kind") == "destroy" {
		l.life.Ends = append(l.life.Ends, *l.moment(op))
		return false
	}
	if l.life.Alloc == nil && l.n > l.want.At {
		l.life.Addr, l.life.Size = op.Addr, max(op.Size, l.life.Size)
	}
	l.life.Free = l.moment(op)
	return l.n >= l.want.At
}

func (l *lifeReader) access(a *trace.Access, thread trace.ThreadID) {
	lo, hi := max(a.Addr, l.life.Addr), min(a.Addr+max(a.Size, 1), l.life.Addr+l.life.Size)
	if lo >= hi {
		return
	}
	how := Reads
	switch {
	case a.Mode&trace.ModeUse != 0:
		how = Calls
	case a.Kind == trace.Write:
		how = Writes
	}
	l.life.Counts[how]++
	key := useKey{l.stretch[thread]<<8 | uint64(thread&0xff), a.Kind, a.Mode, a.Stack}
	i, ok := l.index[key]
	if !ok {
		if len(l.life.Uses) == maxUses {
			l.life.Cut = true
			return
		}
		i = len(l.life.Uses)
		l.index[key] = i
		l.life.Uses = append(l.life.Uses, Use{Event: l.event(thread), Thread: thread, Kind: a.Kind, Mode: a.Mode,
			Stack: a.Stack, First: l.n, Low: lo - l.life.Addr})
	}
	u := &l.life.Uses[i]
	u.Last, u.Low, u.High = l.n, min(u.Low, lo-l.life.Addr), max(u.High, hi-l.life.Addr)
	u.Count++
}
