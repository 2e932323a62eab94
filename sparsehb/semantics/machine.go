package semantics

import (
	"fmt"
	"slices"

	"sparseracer/internal/trace"
)

// The machine. A state is what has happened so far as far as it matters to
// what can happen next; between two states one block runs, or one action of it while
// other threads run (threads.go).
//
// Exact loops look at their guard after every event and take the first posted
// event of the highest priority, or anything that is not posted.
//
// Batch loops are Qt's: QCoreApplicationPrivate::sendPostedEvents in 5.15 and
// 6.4, under its own dispatcher and under GLib's. There is one queue and one
// mark in it. An iteration may start with a batch: it moves the mark to the
// queue's end and delivers what stands before it. Then come timers and other
// events of the environment, any number, then the guard is looked at. A new
// event is put in by priority, but never before the mark; so a batch that a
// nested loop starts delivers the rest of the outer one first, in the order it
// had. Under GLib an iteration may have no batch even if mates of an outer one
// are left, so a batch is never certain. A deferred delete whose level allows
// it may come at any moment: its place in the queue changes while it waits. But one
// does not come before another one that the same block asked for before it, and that
// may come wherever it may: a batch goes through the queue from the front, and puts
// those behind that may not come yet. For the same reason none comes before a posted event
// that stood before it when it was asked for.
type state struct {
	frames []frame
	queue  []int8     // posted events
	mark   int8       // batch: so many of the queue belong to the batch
	armed  uint32     // events that may come at any time, by id
	levels [16]byte   // by id: depth at which a deferred delete may come, plus one
	ahead  [16]uint16 // by id: the posted events that stood before a deferred delete in the queue
	guards uint16     // loops that were reset
	ran    uint64     // blocks that ran
	gone   uint16     // things that were freed
	world             // what the environment is like
	// threads are the places of the threads in their bodies: threadNone before
	// their start. busy: the last frame is of a handler that runs, in the middle of a
	// block: threads go on meanwhile.
	threads [maxThreads]int8
	called  byte // by thread: it waits for the handler that its Call posted
	busy    bool
	// interrupted: a loop was reset in this iteration, so that it has no timers after its
	// batch (LoopUnix only).
	interrupted bool
}

// frame is a handler that waits in a loop; the first frame is the default
// loop's and has no handler.
type frame struct {
	event, at int8 // at: the action to go on with after the loop
	loop      int8
	block     int8 // the next one of this handler
	batch     bool // the loop delivers a batch
	turned    bool // it has done so in this iteration
}

const nobody = -1

// machine runs one program.
type machine struct {
	p       *Program
	first   []int // by event: its first block; start-up code is block 0
	blocks  int
	elders  [][]int                 // by deferred delete: those that its block asks for before it
	notices map[place]trace.EventID // by action that changes the environment: its events (environment.go)
	at      place                   // the action at hand
	ops     *[]trace.Op             // what the block did, if wanted
}

func newMachine(p *Program) *machine {
	m := &machine{p: p, blocks: 1, elders: p.elders(), notices: p.notices()}
	for i := range p.Events {
		m.first = append(m.first, m.blocks)
		m.blocks++
		for _, a := range p.Events[i].Body {
			if a.Do == Spin {
				m.blocks++
			}
		}
	}
	return m
}

// begin is the state after start-up code.
func (m *machine) begin() state {
	s := state{frames: []frame{{event: nobody, loop: nobody}}, ran: 1}
	for i := range s.threads {
		s.threads[i] = threadNone
	}
	s.world = newWorld(m.p)
	for i, e := range m.p.Events {
		switch {
		case e.may(m.p):
			s.open |= 1 << i
		case e.Root:
			s.armed |= 1 << i
		}
	}
	if m.p.MainSpins {
		m.beginMain(&s)
		return s
	}
	for i, a := range m.p.Startup {
		m.at = place{nobody, i}
		switch a.Do {
		case Start:
			m.start(&s, a.Arg, 0)
		case Post:
			m.post(&s, a.Arg, 0, 0)
		default:
			m.arrange(&s, a)
		}
	}
	m.emit(trace.Op{Kind: trace.EnterLoop, Event: trace.NoEvent, Loop: trace.NoLoop})
	return s
}

func (m *machine) emit(op trace.Op) {
	if m.ops != nil {
		*m.ops = append(*m.ops, op)
	}
}

// next are the states that one step leads to. A step without a block has the
// machine move on within an iteration.
func (m *machine) next(s *state, yield func(state)) {
	top := &s.frames[len(s.frames)-1]
	m.goOnThreads(s, yield)
	m.tick(s, yield)
	m.turn(s, yield)
	if s.busy {
		yield(m.goOn(s))
		return
	}
	if m.p.Kind == trace.LoopExact {
		m.nextExact(s, top, yield)
		return
	}
	if top.batch {
		m.environment(s, amidBatch, yield)
		c := s.copy()
		m.takeMate(&c)
		yield(c)
		return
	}
	if m.p.Kind == trace.LoopUnix {
		m.nextUnix(s, top, yield)
		return
	}
	m.environment(s, anything, yield)
	if m.isLeft(s, top) {
		yield(m.resume(s))
	}
	if m.isSet(s, top) { // end of the iteration: the guard
		yield(m.resume(s))
	} else if len(s.queue) > 0 || m.deletesWait(s) {
		c := s.copy()
		c.mark, c.fresh = int8(len(c.queue)), 0
		c.frames[len(c.frames)-1].batch = true
		yield(c)
	}
}

// nextUnix goes on in an iteration of Qt's own dispatcher, before its batch or after it.
func (m *machine) nextUnix(s *state, top *frame, yield func(state)) {
	c := s.copy()
	over := &c.frames[len(c.frames)-1]
	if !top.turned {
		m.environment(s, fromWindows, yield)
		if m.isLeft(s, top) {
			s.left(yield, top.loop)
		}
		c.mark, c.fresh, c.interrupted = int8(len(c.queue)), 0, false
		over.batch = true
		yield(c)
		return
	}
	if s.interrupted {
		m.environment(s, fromWindows, yield)
	} else {
		m.environment(s, anything, yield)
	}
	if m.isLeft(s, top) {
		s.left(yield, top.loop)
	}
	if m.isSet(s, top) {
		yield(m.resume(s))
		return
	}
	over.turned = false
	yield(c)
}

// left has a person end a loop, of which the trace says nothing: it ends where it looks.
func (s *state) left(yield func(state), loop int8) {
	c := s.copy()
	c.guards |= 1 << loop
	c.interrupted = true
	yield(c)
}

func (m *machine) nextExact(s *state, top *frame, yield func(state)) {
	if m.isSet(s, top) {
		yield(m.resume(s))
		return
	}
	m.environment(s, anything, yield)
	if m.isLeft(s, top) {
		yield(m.resume(s))
	}
	if len(s.queue) > 0 {
		c := s.copy()
		e := c.queue[0]
		c.queue = c.queue[1:]
		m.deliver(&c, e)
		yield(c)
	}
}

func (m *machine) isSet(s *state, f *frame) bool {
	return f.loop != nobody && s.guards>>f.loop&1 != 0
}

// isLeft: a person may end the loop, which nobody has reset yet.
func (m *machine) isLeft(s *state, f *frame) bool {
	return f.loop != nobody && m.p.Left>>f.loop&1 != 0 && !m.isSet(s, f)
}

// whence says what may come from outside just now.
type whence uint8

const (
	anything    whence = iota
	fromWindows        // and what is no timer and no descriptor
	amidBatch          // deferred deletes only
)

func (w whence) has(k trace.EventKind) bool {
	return k == trace.Deferred || w == anything || w == fromWindows && k != trace.Timer && k != trace.Socket
}

// environment delivers what may come at any time.
func (m *machine) environment(s *state, w whence, yield func(state)) {
	for i := range m.p.Events {
		waits := s.armed>>i&1 != 0 && !m.tooEarly(s, i) || s.open>>i&1 != 0 && m.mayCome(s, i)
		if !waits || !w.has(m.p.Events[i].Kind) {
			continue
		}
		c := s.copy()
		c.armed &^= 1 << i
		c.open &^= 1 << i
		m.deliver(&c, int8(i))
		yield(c)
	}
	if w == anything {
		m.fire(s, yield)
	}
}

// tooEarly: a deferred delete waits until control is back in the loop that
// delivered its poster.
func (m *machine) tooEarly(s *state, e int) bool {
	if m.batchOnly(e) && (s.fresh>>e&1 != 0 || !s.frames[len(s.frames)-1].batch) {
		return true
	}
	return s.levels[e] > 0 && len(s.frames) > int(s.levels[e]) || m.elderWaits(s, e) || s.waitsFor(e) != 0
}

// waitsFor are the events of the queue that stand before a deferred delete.
func (s *state) waitsFor(e int) (set uint16) {
	for _, f := range s.queue {
		set |= s.ahead[e] & (1 << f)
	}
	return set
}

// standBefore notes what stands before a deferred delete where it comes into the queue.
func (m *machine) standBefore(s *state, d int) {
	s.ahead[d] = 0
	for _, f := range s.queue[:m.placeOf(s, int8(d))] {
		s.ahead[d] |= 1 << f
	}
}

// elderWaits: in a batch loop, a deferred delete that its block asked for before this one,
// and that may come wherever this one may, with no lower priority, has not come.
func (m *machine) elderWaits(s *state, e int) bool {
	return m.p.isBatch() && slices.ContainsFunc(m.elders[e], func(d int) bool {
		return s.armed>>d&1 != 0 && m.p.Events[d].Prio >= m.p.Events[e].Prio && (s.levels[d] == 0 || s.levels[e] != 0 && s.levels[d] >= s.levels[e])
	})
}

func (m *machine) batchOnly(e int) bool {
	return m.p.BatchDeletes && m.p.isBatch() && m.p.Events[e].Kind == trace.Deferred
}

// deletesWait: a batch may begin for deferred deletes alone.
func (m *machine) deletesWait(s *state) bool {
	for e := range m.p.Events {
		if s.armed>>e&1 != 0 && m.batchOnly(e) {
			return true
		}
	}
	return false
}

// takeMate delivers the next event of a batch, or ends the batch.
func (m *machine) takeMate(s *state) {
	if s.mark == 0 {
		top := &s.frames[len(s.frames)-1]
		top.batch, top.turned = false, true
		return
	}
	e := s.queue[0]
	s.queue, s.mark = s.queue[1:], s.mark-1
	if m.stands(int(e)) && s.levels[e] > 0 && len(s.frames) > int(s.levels[e]) {
		m.insert(s, e)
		return
	}
	m.deliver(s, e)
}

// stands: it is a deferred delete that stands in the queue.
func (m *machine) stands(e int) bool {
	return m.p.QueuedDeletes && m.p.isBatch() && m.p.Events[e].Kind == trace.Deferred
}

// post puts an event into the queue or arms it.
func (m *machine) post(s *state, e, level int, by trace.ThreadID) {
	x := &m.p.Events[e]
	if !s.there(x.To) && !s.isGone(x.To) {
		m.emit(trace.Op{Kind: idleOp, Event: trace.EventID(m.at.event), Addr: uint64(m.at.at)})
		return // nobody has an address to post it to
	}
	op := trace.Op{Kind: trace.Enq, Event: trace.EventID(e), EventKind: x.Kind, Prio: x.Prio,
		Level: trace.NoLevel, Loop: trace.NoLoop, Thread: by}
	if x.Kind == trace.Deferred && level > 0 {
		op.Level, s.levels[e] = int32(level), byte(level)
	}
	op.Attrs = x.receiver()
	if x.Kind == trace.Deferred && m.p.Depths && level > 0 {
		op.Level, op.Attrs = trace.NoLevel, append(op.Attrs, trace.Attr{Key: "depth", Value: fmt.Sprint(level)})
	}
	m.emit(op)
	if s.isGone(x.To) {
		m.drop(e)
	} else if x.Kind == trace.Posted || m.stands(e) {
		m.insert(s, int8(e))
	} else {
		s.armed |= 1 << e
		if m.batchOnly(e) {
			s.fresh |= 1 << e
		}
		if x.Kind == trace.Deferred && m.p.isBatch() {
			m.standBefore(s, e)
		}
	}
}

// insert keeps what stands behind the mark sorted by priority.
func (m *machine) insert(s *state, e int8) {
	s.queue = slices.Insert(slices.Clone(s.queue), m.placeOf(s, e), e)
}

// placeOf is where in the queue an event comes.
func (m *machine) placeOf(s *state, e int8) int {
	at := len(s.queue)
	for at > int(s.mark) && m.p.Events[s.queue[at-1]].Prio < m.p.Events[e].Prio {
		at--
	}
	return at
}

func (m *machine) deliver(s *state, e int8) {
	x := &m.p.Events[e]
	op := trace.Op{Kind: trace.Deq, Event: trace.EventID(e), EventKind: x.Kind, Loop: trace.NoLoop}
	if x.Root {
		op.Attrs = append(x.receiver(), m.p.attrs(x)...)
	}
	m.emit(op)
	m.came(s, x)
	m.run(s, frame{event: e, loop: nobody, block: int8(m.first[e])})
}

// resume goes on with the handler that waits in the innermost loop.
func (m *machine) resume(s *state) state {
	c := s.copy()
	f := c.frames[len(c.frames)-1]
	c.frames = c.frames[:len(c.frames)-1]
	m.emit(trace.Op{Kind: trace.Resume, Event: trace.EventID(f.event), Loop: trace.LoopID(f.loop)})
	m.run(&c, f)
	return c
}

// run runs one block of a handler, up to where a thread may go on in between.
func (m *machine) run(s *state, f frame) {
	s.ran |= 1 << f.block
	f.block++
	m.actions(s, f)
}

// goOn goes on with the handler that runs.
func (m *machine) goOn(s *state) state {
	c := s.copy()
	f := c.frames[len(c.frames)-1]
	c.frames, c.busy = c.frames[:len(c.frames)-1], false
	m.actions(&c, f)
	return c
}

func (m *machine) actions(s *state, f frame) {
	body := m.p.Events[f.event].Body
	for n := 0; int(f.at) < len(body); n++ {
		a := body[f.at]
		if n > 0 && (m.threadsRun(s) || a.Do == StartTimer) { // time goes on as well
			s.frames, s.busy = append(s.frames, f), true
			return
		}
		m.at = place{int(f.event), int(f.at)}
		f.at++
		switch a.Do {
		case Post:
			m.post(s, a.Arg, len(s.frames), 0)
		case Start:
			m.start(s, a.Arg, 0)
		case Reset:
			bit := m.reset(s, a.Arg)
			s.guards |= bit
			s.interrupted = s.interrupted || bit != 0 && m.p.Kind == trace.LoopUnix
		default:
			m.arrange(s, a)
		case Spin:
			m.emit(trace.Op{Kind: trace.Pause, Event: trace.EventID(f.event), Loop: trace.LoopID(a.Arg), Attrs: m.p.loopAttrs(a.Arg, len(s.frames))})
			f.loop, f.turned, s.menuClosed = int8(a.Arg), false, false
			s.frames = append(s.frames, f)
			return
		}
	}
	m.emit(trace.Op{Kind: trace.End, Event: trace.EventID(f.event), Loop: trace.NoLoop})
	if m.p.MainSpins && f.event == mainEvent {
		m.endMain(s)
	}
}

// reset is the bit of a loop that runs; it does nothing to one that does not.
func (m *machine) reset(s *state, v int) uint16 {
	m.emit(trace.Op{Kind: trace.Reset, Event: trace.NoEvent, Loop: trace.LoopID(v)})
	for _, f := range s.frames {
		if int(f.loop) == v {
			return 1 << v
		}
	}
	return 0
}

// Things lie one behind the other.
const thingAt, thingSize = 64, 8

func thingOp(kind trace.Kind, x int) trace.Op {
	return trace.Op{Kind: kind, Event: trace.NoEvent, Loop: trace.NoLoop, Addr: uint64(thingAt * (x + 1)), Size: thingSize}
}

// receiver is the address of what an event goes to, an attribute of its.
func (e *Event) receiver() []trace.Attr {
	if e.To == 0 {
		return nil
	}
	return []trace.Attr{{Key: "object", Value: fmt.Sprint(thingAt * e.To)}}
}

// free ends a thing; what waits for it goes with it.
func (m *machine) free(s *state, x int) {
	m.emit(thingOp(trace.Free, x))
	s.gone |= 1 << x
	mark := s.mark
	var left []int8
	for i, e := range s.queue {
		if m.p.Events[e].To != x+1 {
			left = append(left, e)
			continue
		}
		if i < int(mark) {
			s.mark--
		}
		m.drop(int(e))
	}
	s.queue = left
	m.stopTimers(s, func(t runningTimer) bool { return m.p.Events[t.event].To == x+1 })
	for i := range m.p.Events {
		if m.p.Events[i].To != x+1 {
			continue
		}
		s.open &^= 1 << i
		if s.armed>>i&1 != 0 {
			s.armed &^= 1 << i
			if !m.p.Events[i].Root { // nothing was said of what comes from outside
				m.drop(i)
			}
		}
	}
}

func (m *machine) drop(e int) {
	m.emit(trace.Op{Kind: trace.Drop, Event: trace.EventID(e), Loop: trace.NoLoop})
}

// over: every event was delivered, or has gone with its receiver, and every loop has ended.
// Timers may go on, and a person.
func (m *machine) over(s *state) bool {
	return len(s.frames) == 1 && s.frames[0].event == nobody && len(s.queue) == 0 && s.armed == 0 && !s.busy && !m.threadsRun(s)
}

func (s *state) copy() state {
	c := *s
	c.frames = slices.Clone(s.frames)
	return c // queues are never written to in place
}

// key is the state as a map key.
func (m *machine) key(s *state, buf []byte) []byte {
	for _, f := range s.frames {
		b := byte(0)
		if f.batch {
			b = 1
		}
		if f.turned && m.p.Kind == trace.LoopUnix {
			b |= 2
		}
		buf = append(buf, byte(f.event), byte(f.at), b)
	}
	buf = append(buf, 0xfe, byte(s.mark))
	for _, e := range s.queue {
		buf = append(buf, byte(e))
	}
	buf = append(buf, 0xfe, byte(s.guards), byte(s.guards>>8))
	buf = append(buf, s.levels[:]...)
	for e := range m.p.Events {
		if s.armed>>e&1 != 0 && m.p.Events[e].Kind == trace.Deferred {
			ahead := s.waitsFor(e)
			buf = append(buf, byte(ahead), byte(ahead>>8))
		}
	}
	for _, at := range s.threads {
		buf = append(buf, byte(at))
	}
	buf = append(buf, s.called)
	if s.busy {
		buf = append(buf, 1)
	}
	if s.interrupted {
		buf = append(buf, 2)
	}
	buf = append(buf, byte(s.gone), byte(s.gone>>8))
	buf = s.world.key(buf)
	return append(buf, byte(s.armed), byte(s.armed>>8))
}
