package order

import (
	"fmt"
	"slices"
	"unsafe"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// layout is the skeleton cut into blocks. Blocks are disjoint and stand in
// trace order. Besides deq, resume, pause and end, these cut:
//   - join(e) starts a new block of its handler, for order is between blocks, but
//     where nothing came before it in its own: the block then comes after e;
//     the two have one run: nothing can come between them.
//   - Code of nobody is a block up to the next handler before the default loop
//     starts and after it ends. In between it is the loop's own code and
//     belongs to no block: what it enqueues comes from the environment.
//   - A trace that stops early: open blocks end at the thread's last operation.
type layout struct {
	blocks     []Block
	opens      []opening
	runEnd     []BlockID                        // by block: last block of its run; nil if each is its own
	enters     []BlockID                        // blocks that end with enterloop
	barrier    map[BlockID]bool                 // code of nobody after exitloop
	about      []eventFit                       // by event
	resets     map[trace.EventID][]trace.LoopID // by event: loops that it ended
	ends       map[trace.EventID][]trace.LoopID // by event: those of them that no other reset names
	resetters  []resetters                      // by loop
	contested  map[trace.EventID][]trace.LoopID // by event: loops that others reset too
	left       []bool                           // by loop: a person may end it before its sole resetter
	posts      []trace.EventID                  // FIFO events in the order of their enq, delivered ones only
	mainEvent  trace.EventID                    // pseudo-event main, or NoEvent
	priorities []int32                          // by class of posted events: their priority, in ascending order
	lanes      *lanes                           // of batch loops, nil if there are none
	joined     []trace.EventID                  // by the blocks that begin with joins
	joins      map[BlockID]joins                // those blocks
	bursts     []BlockID                        // by block: the last one of its burst (batch loops only)
}

// How a block starts.
const (
	byDeq uint8 = iota
	byResume
	byJoin
	byNobody
)

type opening struct {
	of    int32 // byResume: the loop, else the block before it of the same handler, or NoBlock
	how   uint8
	joins bool // it begins with joins: see layout.joins
}

// joins are how many of joined a block begins with, and which is the first.
type joins struct{ from, n uint32 }

// loop is the one that a block opens after.
func (o *opening) loop() trace.LoopID { return trace.LoopID(o.of) }

// prev is the block before one of the same handler, or NoBlock.
func (l *layout) prev(b BlockID, loops []Loop) BlockID {
	switch o := &l.opens[b]; o.how {
	case byDeq:
		return NoBlock
	case byResume:
		return loops[o.of].PauseBlock
	default:
		return BlockID(o.of)
	}
}

// runsTo is the last block of a block's run.
func (l *layout) runsTo(b BlockID) BlockID {
	if l.runEnd == nil {
		return b
	}
	return l.runEnd[b]
}

// eventFit is how an event fits into the blocks.
type eventFit struct {
	enq      BlockID // block that enqueued it, or NoBlock
	priority int32   // its priority, or noPriority
	multi    bool    // it spun a loop
	odd      bool    // delivered out of the order of the enqs of its priority
	flush    bool    // a handler had it delivered out of turn
}

const noPriority int32 = -1

// frame is an open handler and the loop it waits in, if any.
type frame struct {
	event trace.EventID
	loop  trace.LoopID
}

type layouter struct {
	*skeleton
	frames   []frame
	open     BlockID // the block that runs, or NoBlock
	inLoop   bool
	hasEnter bool // an enterloop is still to come or was seen
	exited   bool
	nobody   BlockID // last block of nobody
	runs     bool    // some run has several blocks
	begun    uint64  // the last operation of which a handler's block has nothing but its deq and joins
}

// cut makes the layout from the steps of the main thread.
func (sk *skeleton) cut() error {
	sk.about = make([]eventFit, len(sk.events))
	for i := range sk.about {
		sk.about[i] = eventFit{enq: NoBlock, priority: noPriority}
	}
	sk.resets, sk.ends = map[trace.EventID][]trace.LoopID{}, map[trace.EventID][]trace.LoopID{}
	sk.barrier, sk.joins = map[BlockID]bool{}, map[BlockID]joins{}
	sk.resetters = make([]resetters, len(sk.loops))
	sk.makeRoom()
	l := &layouter{skeleton: sk, open: NoBlock, nobody: NoBlock, begun: NoOp, hasEnter: sk.steps.enters[sk.main]}
	if err := sk.steps.each(l.step); err != nil {
		return err
	}
	sk.steps = stepLog{}
	l.findRuns()
	l.finish()
	sk.findBegun()
	sk.findEnds()
	sk.mainEvent = sk.findMain()
	return nil
}

// findMain returns the pseudo-event of start-up code that spins loops: the
// first handler of the trace if the header says so or its name does.
func (sk *skeleton) findMain() trace.EventID {
	if len(sk.blocks) == 0 || sk.blocks[0].Event < 0 {
		return trace.NoEvent
	}
	e := sk.blocks[0].Event
	if sk.events[e].Enq == NoOp && (sk.meta.MainSpins || sk.tables.EventName(e) == "main") {
		return e
	}
	return trace.NoEvent
}

// step takes one step of any thread.
func (l *layouter) step(s *step) error {
	if s.thread != l.main {
		if s.kind == trace.Reset && s.loop >= 0 && int(s.loop) < len(l.loops) {
			l.resetters[s.loop].unknown = true
		}
		return nil
	}
	if err := l.take(s); err != nil {
		return fmt.Errorf("operation %d: %w", s.op, err)
	}
	return nil
}

func (l *layouter) take(s *step) error {
	switch s.kind {
	case trace.Deq:
		return l.deq(s)
	case trace.End:
		return l.end(s)
	case trace.Pause:
		return l.pause(s)
	case trace.Resume:
		return l.resume(s)
	case trace.EnterLoop, trace.ExitLoop:
		return l.defaultLoop(s)
	case trace.Join:
		l.join(s)
	case trace.Reset:
		l.reset(s)
	case 0: // the step past the end
		if l.open != NoBlock {
			l.close(s.prev)
		}
	default:
		l.running(s)
		if s.kind == trace.Enq || s.kind == trace.Fork {
			l.about[s.event].enq = l.open
			l.events[s.event].Poster = l.current()
		}
	}
	return nil
}

// running opens a block of nobody where code runs outside every handler.
func (l *layouter) running(s *step) {
	if l.open != NoBlock || len(l.frames) > 0 || l.inLoop {
		return
	}
	// Without any enterloop, code between handlers may be a loop's own.
	if !l.hasEnter && len(l.blocks) > 0 {
		return
	}
	l.begin(s.op, opening{how: byNobody, of: int32(l.nobody)})
	l.nobody = l.open
}

// roomOfCut is how many bytes that takes at once, about.
func (sk *skeleton) roomOfCut() uint64 {
	return uint64(sk.steps.begins)*uint64(unsafe.Sizeof(Block{})+unsafe.Sizeof(opening{})) + uint64(len(sk.events))*uint64(unsafe.Sizeof(eventFit{})+2*unsafe.Sizeof(trace.NoEvent))
}

// makeRoom is for as many blocks as there will be at most, joins and code of nobody aside:
// lists that grow are copied again and again, and end with more room than they need.
func (sk *skeleton) makeRoom() {
	n := sk.steps.begins + 2 // of nobody, before and after
	sk.blocks, sk.opens = make([]Block, 0, n), make([]opening, 0, n)
}

func (l *layouter) current() trace.EventID {
	if n := len(l.frames); n > 0 && l.open != NoBlock {
		return l.frames[n-1].event
	}
	return trace.NoEvent
}

func (l *layouter) begin(op uint64, o opening) {
	b := BlockID(len(l.blocks))
	l.open = b
	e := l.current()
	l.blocks = append(l.blocks, Block{Event: e, First: op, Last: op})
	l.opens = append(l.opens, o)
	if o.how == byNobody && l.exited {
		l.barrier[b] = true
	}
	l.runs = l.runs || o.how == byJoin
	if e >= 0 {
		l.events[e].LastBlock = b
		if o.how == byDeq {
			l.events[e].FirstBlock = b
		}
	}
}

// findRuns: a block that begins with a join goes on with the run of the one before it.
func (l *layouter) findRuns() {
	if !l.runs {
		return
	}
	l.runEnd = make([]BlockID, len(l.blocks))
	for b := range l.runEnd {
		l.runEnd[b] = BlockID(b)
	}
	for b := range slices.Backward(l.runEnd) {
		if o := &l.opens[b]; o.how == byJoin {
			l.runEnd[o.of] = l.runEnd[b]
		}
	}
}

func (l *layouter) close(last uint64) {
	l.blocks[l.open].Last = last
	l.open = NoBlock
}

func (l *layouter) deq(s *step) error {
	parent := trace.NoLoop
	if n := len(l.frames); n > 0 {
		if parent = l.frames[n-1].loop; parent < 0 {
			return fmt.Errorf("deq while a handler runs that spins no loop")
		}
	} else if l.open != NoBlock {
		l.close(s.prev)
	}
	l.events[s.event].Within = parent
	l.about[s.event].flush = parent >= 0 && isFlush(&l.loops[parent])
	l.frames = append(l.frames, frame{s.event, trace.NoLoop})
	l.begin(s.op, opening{how: byDeq, of: int32(NoBlock)})
	l.begun = s.op
	return nil
}

func (l *layouter) end(s *step) error {
	n := len(l.frames)
	if n == 0 || l.frames[n-1] != (frame{s.event, trace.NoLoop}) {
		return fmt.Errorf("end of a handler that is not the innermost")
	}
	l.close(s.op)
	l.frames = l.frames[:n-1]
	return nil
}

func (l *layouter) pause(s *step) error {
	if len(l.frames) == 0 && s.event < 0 { // start-up code of another thread
		l.running(s)
		if l.open == NoBlock {
			return fmt.Errorf("pause inside the default loop, but outside every handler")
		}
		l.frames = append(l.frames, frame{trace.NoEvent, trace.NoLoop})
	}
	n := len(l.frames)
	if n == 0 || l.frames[n-1] != (frame{s.event, trace.NoLoop}) {
		return fmt.Errorf("pause of a handler that is not the innermost")
	}
	l.loops[s.loop].PauseBlock = l.open
	l.close(s.op)
	l.frames[n-1].loop = s.loop
	if s.event >= 0 {
		l.about[s.event].multi = true
		l.events[s.event].Loops = append(l.events[s.event].Loops, s.loop)
	}
	return nil
}

func (l *layouter) resume(s *step) error {
	n := len(l.frames)
	if n == 0 || l.frames[n-1] != (frame{s.event, s.loop}) {
		return fmt.Errorf("resume of a loop that is not the innermost")
	}
	l.frames[n-1].loop = trace.NoLoop
	v := &l.loops[s.loop]
	o := opening{how: byResume, of: int32(s.loop)}
	if s.event < 0 {
		l.frames = l.frames[:0]
		l.begin(s.op, o)
		l.nobody = l.open
	} else {
		l.begin(s.op, o)
	}
	v.ResumeBlock = l.open
	return nil
}

func (l *layouter) defaultLoop(s *step) error {
	if len(l.frames) > 0 {
		return fmt.Errorf("%v inside a handler", s.kind)
	}
	if s.kind == trace.ExitLoop {
		if l.open != NoBlock {
			l.close(s.prev)
		}
		l.inLoop, l.exited = false, true
		l.running(s)
		return nil
	}
	l.running(s)
	if l.open == NoBlock {
		return fmt.Errorf("enterloop inside the default loop")
	}
	l.enters = append(l.enters, l.open)
	l.close(s.op)
	l.inLoop, l.exited = true, false
	return nil
}

func (l *layouter) join(s *step) {
	e := &l.events[s.event]
	l.running(s)
	if l.open == NoBlock || e.FirstBlock == NoBlock || e.End == NoOp || e.End > s.op {
		return // it never ran, or has not ended: nothing is known
	}
	if b := l.open; l.blocks[b].First != s.op && l.begun != s.prev {
		l.close(s.prev)
		l.begin(s.op, opening{how: byJoin, of: int32(b)})
	}
	j := l.joins[l.open]
	if j.n == 0 {
		l.opens[l.open].joins = true
		j.from = uint32(len(l.joined))
	}
	j.n++
	l.joins[l.open] = j
	l.joined, l.begun = append(l.joined, s.event), s.op
	if l.current() < 0 {
		l.nobody = l.open
	}
}

// resetters are the handlers that reset a loop while it ran, in the order of
// their resets. There are unknown ones if other code did, or one while the loop
// did not run: in other schedules it might.
type resetters struct {
	all     []trace.EventID
	set     map[trace.EventID]bool // of those, if they are many
	unknown bool
}

// fewResetters are looked through one by one.
const fewResetters = 16

func (r *resetters) note(e trace.EventID, running bool) {
	switch {
	case e < 0 || !running:
		r.unknown = true
		return
	case r.set[e] || r.set == nil && slices.Contains(r.all, e):
		return
	case r.set == nil && len(r.all) == fewResetters:
		r.set = map[trace.EventID]bool{}
		for _, known := range r.all {
			r.set[known] = true
		}
	}
	r.all = append(r.all, e)
	if r.set != nil {
		r.set[e] = true
	}
}

// sole returns the handler that ends a loop in every schedule, or NoEvent.
func (sk *skeleton) sole(v *Loop) trace.EventID {
	if r := &sk.resetters[v.ID]; len(r.all) == 1 && !r.unknown {
		return r.all[0]
	}
	return trace.NoEvent
}

// A loop of a dialog or a menu ends when a person leaves its window: by Escape, by its
// close button, by another entry. So the handler that reset it in the recorded run may come
// later, if it comes of what takes its time: a timer, a process's end, an answer. Input to the
// window cannot; nor is it looked at whether another window that is open then has input that
// resets the loop. What was posted when the loop began comes before a person can do anything.
// That the resetter comes after the loop's start is taken for granted: what closes a dialog is
// asked for when it is there.

// mayBeLeft reports whether a person may end the loop before its sole resetter e does.
func (sk *skeleton) mayBeLeft(v *Loop, e trace.EventID) bool {
	if !system.IsLeft(v.Attr("what")) {
		return false
	}
	for e >= 0 && sk.events[e].Deq != NoOp && sk.events[e].Deq > v.Pause {
		x := &sk.events[e]
		switch {
		case x.Kind == trace.Input:
			return false
		case x.Kind == trace.Socket, x.Kind == trace.Env, x.Kind == trace.Timer && x.Attr("interval") != "0", x.From != x.Thread:
			return true
		}
		e = x.Poster
	}
	return false
}

// findEnds is for when all resets are known.
func (sk *skeleton) findEnds() {
	sk.contested, sk.left = map[trace.EventID][]trace.LoopID{}, make([]bool, len(sk.loops))
	for i := range sk.loops {
		v := trace.LoopID(i)
		if e := sk.sole(&sk.loops[i]); e >= 0 {
			sk.left[v] = sk.mayBeLeft(&sk.loops[i], e)
		}
		if e := sk.sole(&sk.loops[i]); e >= 0 {
			sk.ends[e] = append(sk.ends[e], v)
		}
		for _, e := range sk.rivals(v) {
			sk.contested[e] = append(sk.contested[e], v)
		}
	}
}

// reset counts for a loop that runs and was not reset before.
func (l *layouter) reset(s *step) {
	l.running(s)
	if int(s.loop) >= len(l.loops) || s.loop < 0 {
		return
	}
	v := &l.loops[s.loop]
	running := v.PauseBlock != NoBlock && (v.Resume == NoOp || s.op < v.Resume)
	l.resetters[s.loop].note(l.current(), running)
	if !running || v.Reset != NoOp {
		return
	}
	v.Reset, v.Resetter = s.op, l.current()
	if e := v.Resetter; e >= 0 {
		l.resets[e] = append(l.resets[e], s.loop)
	}
}

// R23, rivals: several handlers reset v while it runs. R5 and R6 speak of none of
// them then, for in another schedule another one may end the loop, and what came
// too late or too early need not lie inside it. But one of them does:
//
//   - E2 starts after all others have started: pause(E1,v) ≺ deq(E2), unless it
//     stands in a burst behind others, who would have to come after it too (R21);
//   - E2 ends before any other starts: end(E2) ≺ resume(E1,v).
//
// Where other code resets v too, or a handler does so while v does not run, nothing
// is known. Not part of the paper's set, which takes the first reset that it sees.

// rivals returns the handlers of which one ends v, nil where it is a sole one or
// where others may.
func (sk *skeleton) rivals(v trace.LoopID) []trace.EventID {
	if r := &sk.resetters[v]; len(r.all) > 1 && !r.unknown {
		return r.all
	}
	return nil
}

// resetter returns who resets v in every schedule, or NoEvent. The paper's set
// takes the one that did in the recorded run.
func (ps *pass) resetter(v *Loop) trace.EventID {
	if ps.rules == Paper {
		return v.Resetter
	}
	return ps.sole(v)
}
