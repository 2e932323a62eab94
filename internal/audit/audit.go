// Package audit looks at every nested loop that a recording spun: who ran inside
// it, which objects the paused handler uses again once it is over, and to which its
// frames refer, where accesses are not recorded. That is a map of where a free could
// hurt, whether one did in this session or not.
//
// The rules it keeps:
//   - It decides nothing: what is a race, the engine says.
//   - What counts as used by a handler is what that handler did itself, not what
//     ran inside its loops, nor what a loop's own code did.
//   - One pass over the trace; memory grows with the allocations that live at one
//     time, and with the objects that are found, of which each loop has a bound. Of
//     a handler that spins one loop after the other, a use is reported for the latest
//     of them.
package audit

import (
	"context"
	"errors"
	"io"

	"github.com/tidwall/btree"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

const (
	maxKept = 2000 // objects reported for one loop; Run.More counts the rest
	maxPast = 16   // loops of one handler that a use is reported for, the latest
)

// Run is one run of one nested loop.
type Run struct {
	Loop   *sparsehb.Loop
	Inside []trace.EventID  // that the loop itself delivered, in order
	Nested int              // loops that were spun inside it
	Frees  uint64           // while it ran, of the same thread
	Kept   []*Kept          // used after it, by the handler that spun it
	Live   []*LiveReference // that its frames referred to when it began
	More   int              // objects beyond maxKept
	outer  *Run             // the loop around it, of the same thread
}

// Kept is an object that was there before a loop and that the paused handler used
// after it.
type Kept struct {
	Object *Object
	Before uint64 // the handler's accesses before the loop
	First  Access // the first one after the loop
	touch  *touch
}

// After is the number of accesses after the loop.
func (k *Kept) After() uint64 { return k.touch.count - k.Before }

// Access is an operation on an object.
type Access struct {
	Op    uint64
	Kind  trace.Kind
	Mode  trace.Mode
	Stack trace.StackID
	Event trace.EventID // NoEvent: code outside every handler
}

// Object is an allocation.
type Object struct {
	Start, Size uint64
	Alloc       Access
	Free        Access // Free.Kind is 0 while nothing freed it
}

// Freed reports whether the recording has the end of the object.
func (o *Object) Freed() bool { return o.Free.Kind == trace.Free }

// Fate says what became of a kept object.
type Fate int

const (
	Stays   Fate = iota // nothing recorded frees it
	Own                 // the handler that spun the loop frees it
	Outside             // code outside every handler frees it, mostly at the program's end
	Other               // another handler frees it
	Slipped             // it was freed while the loop ran
)

// Fate of an object that a handler kept across a run.
func (r *Run) Fate(o *Object) Fate {
	f := &o.Free
	switch {
	case !o.Freed():
		return Stays
	case f.Op > r.Loop.Pause && f.Op < r.Loop.Resume:
		return Slipped
	case f.Event == r.Loop.Owner:
		return Own
	case f.Event == trace.NoEvent:
		return Outside
	}
	return Other
}

// askEvery is after how many operations the context is asked.
const askEvery = 1 << 12

// Look reads a trace whose order is known. It ends with ctx.
func Look(ctx context.Context, src trace.Source, result *sparsehb.Result) ([]*Run, error) {
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s := newSurvey(result)
	var op trace.Op
	for n := uint64(0); ; n++ {
		if n%askEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		err := r.Next(&op)
		if errors.Is(err, io.EOF) {
			return s.runs, nil
		}
		if err != nil {
			return nil, err
		}
		s.operation(&op, n)
	}
}

// survey is the state of the pass.
type survey struct {
	result  *sparsehb.Result
	threads map[trace.ThreadID]*thread
	live    btree.Map[uint64, *Object] // by start
	freed   btree.Map[uint64, *Object] // in a loop that they are older than
	spinner []bool                     // by event: its handler spins a loop
	runs    []*Run
}

// thread has the handlers and loops that are open, the innermost one last.
type thread struct {
	open     []frame
	loop     *Run             // the innermost loop
	live     []*LiveReference // across the next one
	liveMore int
}

type frame struct {
	event   trace.EventID // NoEvent for a loop
	loop    *Run          // nil for a handler
	touched map[*Object]*touch
	past    []*Run // loops of this handler that are over
}

// touch is what a handler did to an object.
type touch struct {
	count    uint64
	reported int // of the handler's loops that are over, those that know of it
}

func newSurvey(result *sparsehb.Result) *survey {
	s := &survey{result: result, threads: map[trace.ThreadID]*thread{}, spinner: make([]bool, len(result.Events))}
	for i := range result.Loops {
		if e := result.Loops[i].Owner; e >= 0 && int(e) < len(s.spinner) {
			s.spinner[e] = true
		}
	}
	return s
}

func (s *survey) thread(id trace.ThreadID) *thread {
	t := s.threads[id]
	if t == nil {
		t = &thread{}
		s.threads[id] = t
	}
	return t
}

// top is the handler or loop that runs, nil for code outside all of them.
func (t *thread) top() *frame {
	if len(t.open) == 0 {
		return nil
	}
	return &t.open[len(t.open)-1]
}

// handler is the event that an operation belongs to.
func (t *thread) handler() trace.EventID {
	if f := t.top(); f != nil {
		return f.event
	}
	return trace.NoEvent
}

func (s *survey) operation(op *trace.Op, n uint64) {
	t := s.thread(op.Thread)
	switch op.Kind {
	case trace.Deq:
		if f := t.top(); f != nil && f.loop != nil {
			f.loop.Inside = append(f.loop.Inside, op.Event)
		}
		t.open = append(t.open, frame{event: op.Event})
	case trace.Pause:
		s.pause(t, op)
	case trace.End, trace.Resume:
		if len(t.open) > 0 { // a reader that checks lets nothing else through
			s.close(t)
		}
	case trace.Hold:
		s.reference(t, op, n)
	case trace.Alloc:
		s.alloc(op, n, t.handler())
	case trace.Free:
		s.free(t, op, n)
	case trace.Read, trace.Write:
		s.access(t, op, n)
	}
}

func (s *survey) pause(t *thread, op *trace.Op) {
	r := &Run{Loop: &s.result.Loops[op.Loop], Live: t.live, More: t.liveMore, outer: t.loop}
	t.live, t.liveMore = nil, 0
	s.runs = append(s.runs, r)
	t.open = append(t.open, frame{event: trace.NoEvent, loop: r})
	t.loop = r
}

// close ends what is innermost; a loop that ended becomes part of its handler's
// past, and of the loop around it.
func (s *survey) close(t *thread) {
	r := t.top().loop
	t.open = t.open[:len(t.open)-1]
	if len(t.open) == 0 {
		s.freed.Clear() // nobody who waited is left
	}
	if r == nil {
		return
	}
	if f := t.top(); f != nil {
		f.past = append(f.past, r)
	}
	if t.loop = r.outer; t.loop != nil {
		t.loop.Nested += r.Nested + 1
		t.loop.Frees += r.Frees
	}
}
