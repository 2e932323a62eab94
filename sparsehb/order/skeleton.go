package order

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"unsafe"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/walk"
)

// The skeleton is the trace without its reads and writes: it alone decides the
// order. collect reads it once, layout (layout.go) cuts it into blocks.
//
// Threads: only the thread whose loop is looked at, the main one mostly, has handlers and
// blocks here. What others enqueue comes from the environment as far as the order is
// concerned: such an event keeps its kind but has no enqueuing block, and comes
// after what the same thread posted before it (RK), after what it waited for (RJ), and
// after what had that thread do it (RB, causes.go). A reset by another thread orders nothing.

// skeleton is what both passes need to know about a trace.
type skeleton struct {
	steps      stepLog
	attrs      trace.AttrStore // of events and loops
	events     []Event
	loops      []Loop
	operations uint64
	accesses   uint64 // of them, reads and writes
	main       trace.ThreadID
	ownLoop    bool                      // which is not the first, and turns a loop by its own code
	names      map[trace.ThreadID]string // of threads whose own code turns a loop
	elsewhere  []trace.ThreadID          // other threads with a loop of their own, see LoopsElsewhere
	otherLoops bool                      // another thread than main delivers or spins a loop, for the program
	turns      []turn                    // which thread each stretch of operations belongs to
	loopKind   trace.LoopKind
	heap       *heap.Heap
	refs       func(op *trace.Op, n uint64)     // takes each ref and unref, or nil
	live       []PotentialUse                   // of the pause to come
	timers     []trace.EventID                  // firings that say whose they are, in the order of their enqs
	foreign    []trace.EventID                  // posted by other threads, likewise (RK)
	straight   map[trace.ThreadID]bool          // those that deliver nothing and spin no loop
	starts     map[trace.ThreadID]trace.EventID // the starts of threads
	serving    map[trace.ThreadID]bool          // see shared
	entered    map[trace.ThreadID]trace.StackID // where threads entered their loops, the first time
	deliveries [2][]trace.EventID               // all, and posted ones, once somebody asked (delivered)
	meta       *trace.Meta
	tables     *trace.Tables
	layout
}

// turn says that the operations from one on, up to the next turn, belong to a
// thread.
type turn struct {
	from   uint64
	thread trace.ThreadID
}

// onMain reports whether an operation belongs to the main thread.
func (sk *skeleton) onMain(op uint64) bool {
	i := sort.Search(len(sk.turns), func(i int) bool { return sk.turns[i].from > op })
	return i > 0 && sk.turns[i-1].thread == sk.main
}

// threadState is what collect remembers about a thread.
type threadState struct {
	last   uint64
	closed bool          // its last operation ended a handler, or there was none yet
	loops  bool          // it entered a loop or delivered an event
	spins  bool          // it paused for a loop
	doing  []doing       // its handlers that run, the innermost one last
	waited trace.EventID // in its own code, see doing
	own    trace.LoopID  // that its own code has open, of a thread that is not the first, or NoLoop
	has    struct {      // so far
		ownLoop   bool
		delivered int // in such loops
	}
}

// collect reads the skeleton; `only` is the thread whose loop is looked at, 0 for the main one.
func collect(src trace.Source, only trace.ThreadID, m *walk.Monitor, refs func(op *trace.Op, n uint64)) (*skeleton, error) {
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c := &collector{r: r, m: m, only: only, skeleton: &skeleton{heap: heap.New(), refs: refs, starts: map[trace.ThreadID]trace.EventID{}, names: map[trace.ThreadID]string{},
		entered: map[trace.ThreadID]trace.StackID{}}, threads: map[trace.ThreadID]*threadState{}}
	bulk, run := trace.BulkOf(r), make([]trace.Access, walk.RunLength)
	var op trace.Op
	tick := walk.Ticker{Monitor: m, Leader: true}
	for {
		if err := tick.Tick(r); err != nil {
			return nil, wrapName(src, err)
		}
		if n, thread := bulk.Accesses(run); n > 0 {
			tick.Passed(n)
			if c.st == nil || c.of != thread || c.st.closed {
				op = run[0].Op(thread)
				if err := c.take(&op); err != nil {
					return nil, wrapName(src, err)
				}
				n--
			}
			c.more(uint64(n))
			continue
		}
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if err := c.take(&op); err != nil {
			return nil, wrapName(src, err)
		}
	}
	return c.finish(r), nil
}

// collector reads the skeleton.
type collector struct {
	*skeleton
	r              trace.Reader
	m              *walk.Monitor
	err            error // there is no room for more events
	threads        map[trace.ThreadID]*threadState
	st             *threadState // of the thread whose turn it is
	of             trace.ThreadID
	only           trace.ThreadID
	enter, deliver trace.ThreadID // first that enters a loop, that delivers
}

func (c *collector) take(op *trace.Op) error {
	if c.st == nil || c.of != op.Thread {
		c.of = op.Thread
		c.turns = append(c.turns, turn{c.operations, c.of})
		if c.st = c.threads[c.of]; c.st == nil {
			c.st = &threadState{last: NoOp, closed: true, waited: trace.NoEvent, own: trace.NoLoop}
			c.threads[c.of] = c.st
		}
	}
	if err := c.note(op, c.st); c.err != nil {
		return c.err
	} else if err != nil {
		return fmt.Errorf("operation %d: %w", c.operations, err)
	}
	if op.Kind == trace.EnterLoop {
		if _, again := c.entered[op.Thread]; !again {
			c.entered[op.Thread] = op.Stack
		}
		if c.enter == 0 {
			c.enter = op.Thread
		}
	}
	if op.Kind == trace.Deq && c.deliver == 0 {
		c.deliver = op.Thread
	}
	c.operations++
	if op.IsAccess() {
		c.accesses++
	}
	return nil
}

// more takes n accesses that follow an operation of the same thread.
func (c *collector) more(n uint64) {
	if n > 0 {
		c.operations, c.accesses = c.operations+n, c.accesses+n
		c.st.last = c.operations - 1
	}
}

func (c *collector) finish(r trace.Reader) *skeleton {
	sk := c.skeleton
	sk.heap.Done()
	sk.meta, sk.tables = r.Meta(), r.Tables()
	sk.loopKind = sk.meta.Loop
	if sk.main = c.only; c.only == 0 {
		sk.main = mainThread(c.threads, c.enter, c.deliver)
	}
	if st := c.threads[sk.main]; st != nil && sk.main != 0 {
		sk.ownLoop = st.has.ownLoop
	}
	sk.elsewhere = c.loopsElsewhere()
	sk.straight = map[trace.ThreadID]bool{}
	for id, st := range c.threads {
		if id != sk.main && !st.loops && !st.spins {
			sk.straight[id] = true
		} else if id != sk.main && !system.ServiceThread(c.names[id]) {
			sk.otherLoops = true
		}
	}
	if st := c.threads[sk.main]; st != nil && st.last != NoOp {
		// One step past the end closes what is still open.
		sk.steps.add(step{op: sk.operations, prev: st.last, thread: sk.main, kind: 0, event: trace.NoEvent, loop: trace.NoLoop})
	}
	return sk
}

// mainThread picks the thread of the main loop: thread 0 if it delivers
// events, else the first that enters a loop, else the first that delivers.
func mainThread(threads map[trace.ThreadID]*threadState, enter, deliver trace.ThreadID) trace.ThreadID {
	if st := threads[0]; st != nil && st.loops {
		return 0
	}
	if enter != 0 {
		return enter
	}
	return deliver
}

// note takes one operation into the skeleton, the events and the loops.
func (sk *collector) note(op *trace.Op, st *threadState) error {
	n := sk.operations
	s := step{op: n, prev: st.last, kind: op.Kind, thread: op.Thread, event: op.Event, loop: op.Loop}
	st.last = n
	sk.heap.Note(op, n)
	if op.Kind == trace.Hold && len(sk.live) < maxLive {
		sk.live = append(sk.live, sk.liveRef(op, n))
	}
	if sk.refs != nil && (op.Kind == trace.Ref || op.Kind == trace.Unref) {
		sk.refs(op, n)
	}
	switch op.Kind {
	case trace.Read, trace.Write, trace.Alloc, trace.Free, trace.Sink, trace.Ref, trace.Unref, trace.Hold:
		if st.closed {
			s.kind, st.closed = touch, false
			sk.steps.add(s)
		}
		return nil
	case trace.EnterLoop, trace.Deq:
		st.loops = true
	case trace.Pause:
		st.spins = true
	}
	s.kind = sk.ownLoop(op, st)
	st.closed = op.Kind == trace.End || op.Kind == trace.EnterLoop || op.Kind == trace.Pause
	sk.steps.add(s)
	switch op.Kind {
	case trace.Enq, trace.Fork, trace.Drop, trace.Deq, trace.End, trace.Join:
		return sk.noteEvent(op, n, st)
	case trace.Pause:
		return sk.notePause(op, n)
	case trace.Resume:
		if l := sk.loop(op.Loop); l == nil || l.Pause == NoOp || l.Resume != NoOp {
			return fmt.Errorf("resume of a loop that does not run")
		} else {
			l.Resume = n
		}
	}
	return nil
}

// ownLoop is the kind that an operation has where its thread's loop is looked at: what the own
// code of a thread spins, in no handler, is the default loop of that thread.
func (sk *collector) ownLoop(op *trace.Op, st *threadState) trace.Kind {
	switch {
	case op.Kind == trace.EnterLoop:
		st.has.ownLoop = true
	case op.Kind == trace.Deq && (st.has.ownLoop || op.Thread == 0):
		st.has.delivered++
	case op.Kind == trace.Pause && op.Thread != 0 && st.own < 0 && len(st.doing) == 0:
		st.own, st.has.ownLoop = op.Loop, true
		if name := op.Attr("name"); name != "" {
			sk.names[op.Thread] = name
		}
		if _, again := sk.entered[op.Thread]; !again {
			sk.entered[op.Thread] = op.Stack
		}
		return trace.EnterLoop
	case op.Kind == trace.Resume && st.own >= 0 && st.own == op.Loop:
		st.own = trace.NoLoop
		return trace.ExitLoop
	}
	return op.Kind
}

// loopsElsewhere are the threads beside the main one whose own code turned a loop that delivered
// several events. Pools' threads have no such loop, and those that serve whoever asks are the
// libraries' own.
func (c *collector) loopsElsewhere() []trace.ThreadID {
	serving := map[trace.ThreadID]bool{}
	for i := range c.events {
		if e := &c.events[i]; e.Enq != NoOp && serves(e) {
			serving[e.From] = true
		}
	}
	var found []trace.ThreadID
	for id, st := range c.threads {
		if id != c.main && st.has.delivered > 1 && !serving[id] && !system.ServiceThread(c.names[id]) {
			found = append(found, id)
		}
	}
	slices.SortFunc(found, func(a, b trace.ThreadID) int {
		return cmp.Or(cmp.Compare(c.threads[b].has.delivered, c.threads[a].has.delivered), cmp.Compare(a, b))
	})
	found = found[:min(len(found), mostElsewhere)]
	slices.Sort(found)
	return found
}

// mostElsewhere is how many such threads are looked at, those that delivered the most: each takes
// an analysis of its own.
const mostElsewhere = 16

func (sk *collector) noteEvent(op *trace.Op, n uint64, st *threadState) error {
	e := sk.event(op.Event)
	if e == nil {
		return fmt.Errorf("%v without an event", op.Kind)
	}
	switch op.Kind {
	case trace.Enq, trace.Fork:
		if e.Enq != NoOp || e.Deq != NoOp {
			return fmt.Errorf("an event enqueued twice or after its delivery")
		}
		e.Enq, e.Kind, e.Prio, e.Level = n, op.EventKind, op.Prio, op.Level
		e.PostStack, e.Attrs, e.From = op.Stack, sk.attrs.Keep(sk.r, op), op.Thread
		sk.noteCause(e, st)
		if e.Kind == trace.Timer && e.Attr("timer") != "" {
			sk.timers = append(sk.timers, e.ID)
		}
		if op.Kind == trace.Fork {
			e.Kind, e.Level = trace.Env, trace.NoLevel
		}
	case trace.Drop:
		e.Dropped, e.Drop = true, n
		sk.noStart(e)
	case trace.Deq:
		if e.Deq != NoOp {
			return fmt.Errorf("an event delivered twice")
		}
		e.Deq, e.Thread = n, op.Thread
		st.doing = append(st.doing, doing{e.ID, trace.NoEvent})
		if e.Enq == NoOp {
			e.Kind, e.Attrs = op.EventKind, sk.attrs.Keep(sk.r, op)
			if e.Kind == trace.Posted {
				e.Kind = trace.Env // nothing says how it came
			}
		}
	case trace.Join:
		st.waitedFor(e.ID)
	case trace.End:
		if e.Deq == NoOp || e.End != NoOp {
			return fmt.Errorf("end of a handler that does not run")
		}
		e.End = n
		if k := len(st.doing); k > 0 && st.doing[k-1].event == e.ID {
			st.doing = st.doing[:k-1]
		}
	}
	return nil
}

func (sk *collector) notePause(op *trace.Op, n uint64) error {
	l := sk.loop(op.Loop)
	if l == nil {
		return fmt.Errorf("pause without a loop")
	}
	if l.Pause != NoOp {
		return fmt.Errorf("a second loop of the same name")
	}
	l.Pause, l.Owner, l.Stack, l.Attrs = n, op.Event, op.Stack, sk.attrs.Keep(sk.r, op)
	l.Live, sk.live = sk.live, nil
	return nil
}

// event returns the event of an id, making room for it; nil for no event.
func (sk *collector) event(id trace.EventID) *Event {
	if id < 0 {
		return nil
	}
	for int(id) >= len(sk.events) {
		if len(sk.events) == cap(sk.events) && !sk.growEvents() {
			return new(Event) // the walk ends after this operation
		}
		sk.events = append(sk.events, Event{
			ID: trace.EventID(len(sk.events)), Kind: trace.Env, Level: trace.NoLevel,
			Enq: NoOp, Deq: NoOp, End: NoOp, Drop: NoOp, Poster: trace.NoEvent, Cause: trace.NoEvent, Begun: trace.NoEvent, Under: trace.NoEvent, Called: trace.NoEvent, Within: trace.NoLoop,
			FirstBlock: NoBlock, LastBlock: NoBlock,
		})
	}
	return &sk.events[id]
}

// growEvents makes room for more events: by the share of the trace that is read, for as
// many as are still to come. A list that doubles would have been copied as often as it is
// long, and end with twice the room. False: there is no memory for them.
func (sk *collector) growEvents() bool {
	n, done := len(sk.events), 0.0
	if m, ok := sk.r.(trace.Measured); ok {
		done = m.Done()
	}
	more := n/4 + 64
	if done > 0.01 {
		more = max(more, min(int(float64(n)*(1.01/done-1)), 4*n))
	}
	if err := sk.m.CheckFor(uint64(n+more) * uint64(unsafe.Sizeof(Event{}))); err != nil {
		sk.err = err
		return false
	}
	sk.events = slices.Grow(sk.events, more)
	return true
}

// loop returns the loop of an id, making room for it; nil for none.
func (sk *collector) loop(id trace.LoopID) *Loop {
	if id < 0 {
		return nil
	}
	for int(id) >= len(sk.loops) {
		sk.loops = append(sk.loops, Loop{
			ID: trace.LoopID(len(sk.loops)), Owner: trace.NoEvent, Pause: NoOp, Resume: NoOp,
			PauseBlock: NoBlock, ResumeBlock: NoBlock, Reset: NoOp, Resetter: trace.NoEvent,
		})
	}
	return &sk.loops[id]
}

// maxHeld is how many potential uses a loop lists.
const maxLive = 64

// liveRef is a hold with the allocation of what it is about.
func (sk *skeleton) liveRef(op *trace.Op, n uint64) PotentialUse {
	e := PotentialUse{Use: Access{Op: n, Kind: trace.Hold, Mode: trace.ModeUse, Event: trace.NoEvent, Block: NoBlock,
		Thread: op.Thread, Addr: op.Addr, Size: op.Size, Stack: op.Stack, Live: NewLiveReference(op, n)}}
	if live := sk.heap.LiveAt(op.Addr, op.Size); live != nil && live.AllocOp != NoOp {
		e.Alloc = &Access{Op: live.AllocOp, Kind: trace.Alloc, Event: trace.NoEvent, Block: NoBlock, Thread: live.Alloc.Thread,
			Addr: live.Start, Size: live.End - live.Start, Stack: live.Alloc.Stack}
	}
	return e
}
