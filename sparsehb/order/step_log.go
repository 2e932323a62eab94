package order

import (
	"encoding/binary"

	"sparseracer/internal/trace"
)

// step is one operation of the skeleton, of any thread.
type step struct {
	op, prev uint64 // its number, and that of its thread's operation before it
	kind     trace.Kind
	thread   trace.ThreadID
	event    trace.EventID
	loop     trace.LoopID
}

// touch is the kind of a step that stands for an operation outside the
// skeleton when it is the first one after a handler or loop ended: code of the
// handler below, or of nobody, runs on there.
const touch = trace.Read

// stepLog keeps steps from the walk to the cut, some six bytes each: there are several
// for each event, and as structures they would take more than all that becomes of them.
type stepLog struct {
	pieces [][]byte
	last   step
	begins int // steps that begin blocks: deq and resume
	enters map[trace.ThreadID]bool
}

const (
	firstStepPiece = 1 << 12 // later ones are larger
	stepPiece      = 1 << 18
	mostOfStep     = 1 + 5*binary.MaxVarintLen64
)

func (l *stepLog) add(s step) {
	n := len(l.pieces) - 1
	if n < 0 || cap(l.pieces[n])-len(l.pieces[n]) < mostOfStep {
		n++
		l.pieces = append(l.pieces, make([]byte, 0, min(firstStepPiece<<min(n, 16), stepPiece)))
	}
	switch s.kind {
	case trace.Deq, trace.Resume:
		l.begins++
	case trace.EnterLoop:
		if l.enters == nil {
			l.enters = map[trace.ThreadID]bool{}
		}
		l.enters[s.thread] = true
	}
	b := append(l.pieces[n], byte(s.kind))
	for _, difference := range [...]uint64{s.op - l.last.op, s.op - s.prev, uint64(s.thread - l.last.thread), uint64(s.event - l.last.event), uint64(s.loop - l.last.loop)} {
		b = binary.AppendUvarint(b, difference<<1^uint64(int64(difference)>>63))
	}
	l.pieces[n], l.last = b, s
}

// each gives the steps in their order, and forgets them on the way.
func (l *stepLog) each(take func(*step) error) error {
	var s step
	for i, b := range l.pieces {
		for len(b) > 0 {
			s.kind = trace.Kind(b[0])
			b = b[1:]
			var d [5]uint64
			for k := range d {
				u, n := binary.Uvarint(b)
				b, d[k] = b[n:], u>>1^-(u&1)
			}
			s.op += d[0]
			s.prev = s.op - d[1]
			s.thread += trace.ThreadID(d[2])
			s.event += trace.EventID(d[3])
			s.loop += trace.LoopID(d[4])
			if err := take(&s); err != nil {
				return err
			}
		}
		l.pieces[i] = nil
	}
	return nil
}
