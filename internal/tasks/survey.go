package tasks

import (
	"errors"
	"io"
	"maps"

	"github.com/bits-and-blooms/bitset"

	"sparseracer/internal/trace"
)

// survey is what a first reading of a trace says of its other threads.
type survey struct {
	// Of each thread that is one task, its last operation: it delivers nothing and turns no loop.
	ends map[trace.ThreadID]uint64
	// Events that somebody enqueued and another thread's loop delivered, whose handlers looked at memory.
	posted map[trace.EventID]bool
}

// surveyed reads the trace to its end.
func surveyed(r trace.Reader) (survey, error) {
	s := survey{map[trace.ThreadID]uint64{}, map[trace.EventID]bool{}}
	others, loops := map[trace.ThreadID]bool{0: true}, map[trace.ThreadID]*loop{}
	var asked bitset.BitSet
	var op trace.Op
	var err error
	for n := uint64(0); ; n++ {
		if err = r.Next(&op); err != nil {
			break
		}
		s.ends[op.Thread] = n
		switch op.Kind {
		case trace.Enq:
			if isTask(&op) {
				break // it is one whoever runs it
			}
			asked.Set(uint(op.Event))
		case trace.Deq, trace.Pause, trace.EnterLoop:
			others[op.Thread] = true
		}
		if op.Thread == 0 {
			continue
		}
		l := loops[op.Thread]
		if l == nil {
			l = &loop{}
			loops[op.Thread] = l
		}
		if l.looks(&op) && asked.Test(uint(l.delivers)) {
			s.posted[l.delivers] = true
		}
	}
	maps.DeleteFunc(s.ends, func(id trace.ThreadID, _ uint64) bool { return others[id] })
	if !errors.Is(err, io.EOF) {
		return survey{}, err
	}
	return s, nil
}

// loop is another thread's, outside of which its handlers may turn others.
type loop struct {
	delivers trace.EventID
	depth    int
}

// looks: an access of a handler of the thread's own loop.
func (l *loop) looks(op *trace.Op) bool {
	switch op.Kind {
	case trace.Deq:
		if l.depth++; l.depth == 1 {
			l.delivers = op.Event
		}
	case trace.End:
		l.depth = max(0, l.depth-1)
	}
	return l.depth == 1 && op.IsAccess()
}
