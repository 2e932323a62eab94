// Package tasks makes handlers of the main loop out of what other threads did, so that
// races of a task with the main thread's frees are found, and proved, as all others are. A task
// is one of a pool, or all that a thread does which turns no loop and runs no tasks itself, or
// a handler of another thread's loop (loops.go).
//
// A task that was given to a pool, and a thread that is started, may begin late: then all that the main thread does
// meanwhile comes first. So each task becomes one more event, with the label of its own, which
// comes of the environment after the block that asked for it. The rules:
//   - Only what a task did to objects that the main thread had allocated before it asked, and
//     that are there as long as the task and the event in its place, is told again.
//   - The event stands in the main loop's next gap after the task's end, or before the first
//     answer of the task. What a task does after its first answer was delivered is left out.
//   - An answer comes after its task (join); so does what comes of that in other threads, and
//     a handler of which the recording says so: libuv's callback after work.
//   - A thread of the program's own ends with its last operation.
//   - What the main thread waits for (Waited) comes before what it does then, and so does a task
//     that wrote an atomic variable, a lock mostly, which the main thread reads then: an
//     assumption, where the other order was possible. All tasks that are over count as
//     waited for, but where a library asked for some and waits, in one call of the
//     program's. A load that finds what was there before the task wrote waits for nobody: it
//     would have found that, too, had the task not begun; nor does who adds to a counter.
//   - What threads did stays where it is, and races with nothing.
//
// Such a trace is not the recording: operations have other numbers, and the free of a task
// has no event in its place.
package tasks

import (
	"cmp"
	"fmt"
	"slices"

	"sparseracer/internal/trace"
)

// AsHandlers is the trace with an event of the main loop for each task. Told counts what
// became of the tasks in what was read of it; it is for one reader.
func AsHandlers(src trace.Source, told *Told) trace.Source {
	return trace.Checked(source{src, told, Room})
}

// Told is what became of tasks.
type Told struct {
	Placed  int    // tasks with an event that stands in the main loop
	LeftOut uint64 // accesses that there was no room for
}

type source struct {
	src  trace.Source
	told *Told
	room int
}

func (s source) Name() string { return s.src.Name() }

// Open reads the trace once before, for new events get numbers after all others.
func (s source) Open() (trace.Reader, error) {
	first, err := s.src.Open()
	if err != nil {
		return nil, err
	}
	defer first.Close()
	seen, err := surveyed(first)
	if err != nil {
		return nil, err
	}
	r, err := s.src.Open()
	if err != nil {
		return nil, err
	}
	tables := *first.Tables()
	return &reader{Reader: r, told: s.told, room: s.room, tables: &tables, objects: newObjects(), tasks: map[trace.EventID]*task{}, frames: []*frame{newFrame(false)},
		atomics: newAtomics(), led: map[trace.EventID][]*task{}, threads: map[trace.ThreadID]*thread{}, parted: map[string]*task{}, survey: seen, starts: map[trace.ThreadID]trace.Op{},
		of: map[string][]trace.ThreadID{}, said: map[string]*task{}}, nil
}

// task is one, from where it is asked for.
type task struct {
	event    trace.EventID // in its place
	asked    uint64
	accesses []access
	used     []*object            // once it is placed, those that may be there
	atomics  map[uint64]*variable // that it wrote
	state    state
	ended    bool
	parts    int           // that have not ended
	ran      bool          // a part has ended
	frame    bool          // one of those that its thread draws in turn
	draws    bool          // such a thread does it
	before   []*task       // that led to it, and the one that its thread's loop handled before it
	by       *frame        // that asked for it, where that is a handler; nil once it is over
	at       trace.StackID // where
}

// state says what became of the event in the task's place.
type state uint8

const (
	unplaced state = iota
	placed
	gone // there is none
)

// access is in a small form: there may be millions until their tasks end.
type access struct {
	trace.Access
	of *object // nil: no object of the heap
}

// Room is how many accesses are kept, of all tasks that have no place yet. One task may have
// no more than an eighth of what is free beside it (after Choudhury and Hahne, Dynamic queue
// length thresholds, 1998): threads that compute all the time leave some for the others.
const (
	Room = 1 << 21
	part = 8
)

// thread is what another thread is at.
type thread struct {
	doing []trace.EventID
	own   *task   // all that it does
	draws bool    // frames, and jobs between them, in this order
	last  *task   // whose run was over last: what comes then is its end
	by    []*task // that led to its start
	// The last handler of its loop that is a task: those of one loop keep their order.
	handled *task
}

type reader struct {
	trace.Reader
	survey
	told    *Told
	room    int
	kept    int // accesses of tasks that have no place yet
	tables  *trace.Tables
	objects *objects
	tasks   map[trace.EventID]*task
	ready   []*task                     // that have ended, and have no place yet
	over    group                       // all that have ended
	led     map[trace.EventID][]*task   // by event of other threads: tasks that led to it
	threads map[trace.ThreadID]*thread  // but the main one
	frames  []*frame                    // of the main thread, the innermost last
	atomics *atomics                    // that tasks wrote
	parted  map[string]*task            // by what its parts have in common
	starts  map[trace.ThreadID]trace.Op // by who started a thread last
	of      map[string][]trace.ThreadID // by the object that it was given, as a QThread is
	said    map[string]*task            // by the object, of a QFuture, of which it said last that it is over
	queue   []trace.Op
	end     error // of what is read
	draws   bool  // a thread does
	gap     gap
	n       uint64
}

func (r *reader) Tables() *trace.Tables { return r.tables }

func (r *reader) Next(op *trace.Op) error {
	for len(r.queue) == 0 || r.gap.isOpen(len(r.queue)) {
		if r.end == nil {
			r.end = r.Reader.Next(op)
		}
		if r.end != nil && len(r.queue) == 0 {
			return r.end
		} else if r.end != nil {
			break
		}
		o := *op
		o.Attrs, o.Objects = slices.Clone(op.Attrs), slices.Clone(op.Objects)
		if o.Thread == 0 {
			r.main(o)
		} else {
			r.other(o)
		}
		r.atomics.forget(r.objects.note(&o, r.n))
		if last, is := r.ends[o.Thread]; is && last == r.n {
			r.ended(r.thread(o.Thread).own)
		}
		r.n++
	}
	*op = r.queue[0]
	r.queue = r.queue[1:]
	return nil
}

func (r *reader) emit(op trace.Op) { r.queue = append(r.queue, op) }

// main takes an operation of the main thread.
func (r *reader) main(op trace.Op) {
	switch {
	case op.Kind == trace.Enq && r.asks(&op):
		r.ask(op)
	case op.Kind == trace.Enq && op.Attr("type") == "Waited":
		r.emit(op)
		r.after(r.waitedFor(&op))
	case op.Kind == trace.Enq && op.Attr("type") == "Over":
		r.emit(op)
		for _, id := range r.of[op.Attr("object")] {
			if t := r.thread(id).latest(); t != nil {
				r.afterOne(t)
			}
		}
		if t := r.said[op.Attr("object")]; t != nil {
			r.afterOne(t)
		}
	case saysOver(&op):
		delete(r.said, op.Attr("object"))
		r.emit(op)
	case op.Kind == trace.Deq:
		led := leading(r.led[op.Event])
		r.placeAll(led)
		r.opens()
		r.emit(op)
		r.frames = append(r.frames, newFrame(true))
		r.join(led)
	case op.Kind == trace.Join && r.tasks[op.Event] != nil:
		r.emit(op)
		r.afterOne(r.tasks[op.Event])
	case acquires(&op) && r.atomics.at(op.Addr) != nil:
		if v := r.atomics.at(op.Addr); r.frames[len(r.frames)-1].waits(v, &op, r.adds(&op)) {
			for _, g := range v.leads(&op) {
				r.after(g)
			}
		}
		r.emit(op)
	default:
		if op.Kind == trace.Pause {
			r.frames = append(r.frames, newFrame(false))
		}
		if n := len(r.frames); n > 1 && (op.Kind == trace.End || op.Kind == trace.Resume) {
			r.frames = r.frames[:n-1]
			r.gap.open = r.gap.open && n > 2
		}
		r.dropped(&op)
		r.emit(op)
	}
}

// placeAll places the tasks that are over, and those that led to what comes, as they were asked for.
func (r *reader) placeAll(led []*task) {
	all := append(r.ready, led...)
	slices.SortFunc(all, func(a, b *task) int { return cmp.Compare(a.event, b.event) })
	for _, t := range all {
		r.place(t)
	}
	r.ready = nil
}

// waitedFor are the tasks that a wait is for. Who asked for tasks and waits at one place of
// the program's code is a library, which waits for those; of others all that are over may be meant.
func (r *reader) waitedFor(op *trace.Op) *group {
	f := r.frames[len(r.frames)-1]
	if g := f.asked[op.Stack]; g != nil && op.Stack != trace.NoStack && !r.Meta().Fallback {
		return g
	}
	return &r.over
}

// after has tasks come before what the main thread does from now on. One that has no place yet
// ran during the handler at hand, and gets none.
func (r *reader) after(g *group) {
	var before []*task
	for _, t := range r.frames[len(r.frames)-1].unseen(g) {
		if r.forget(t); t.state == placed && t.matters() {
			before = append(before, t)
		}
	}
	r.join(before)
}

// afterOne: likewise of a task for which the recording says so.
func (r *reader) afterOne(one *task) {
	before := leading([]*task{one})
	for _, t := range before {
		if t.draws && t.ended && t.asked < r.gap.since {
			r.placeInGap(t)
		}
		if t == one || t.ended {
			r.forget(t)
		}
	}
	r.join(before)
}

func (r *reader) join(tasks []*task) {
	f := r.frames[len(r.frames)-1]
	if !f.handler {
		return
	}
	for _, t := range tasks {
		if t.state == placed && !f.joined[t] {
			f.joined[t] = true
			r.emit(joined(t))
		}
	}
}

// other takes an operation of another thread.
func (r *reader) other(op trace.Op) {
	th := r.thread(op.Thread)
	switch {
	case op.Kind == trace.Enq:
		if saysOver(&op) {
			r.said[op.Attr("object")] = r.at(th)
		}
		r.leads(&op, r.ledBy(th))
		if r.asks(&op) {
			r.ask(op)
			return
		}
	case op.Kind == trace.Deq:
		th.doing, th.last = append(th.doing, op.Event), nil
		if t := r.tasks[op.Event]; t != nil {
			if th.draws = th.draws || t.frame; th.draws || r.posted[op.Event] {
				t.follow(th.handled)
				th.handled, t.draws = t, th.draws
				r.draws = r.draws || th.draws
			}
		}
	case op.Kind == trace.End && len(th.doing) > 0:
		if t := r.tasks[op.Event]; t != nil {
			r.ended(t)
			th.last = t
		}
		th.doing = th.doing[:len(th.doing)-1]
	case op.IsAccess():
		if t := r.at(th); t != nil {
			r.did(t, op)
		}
	}
	r.dropped(&op)
	r.emit(op)
}

// ended: a task has, or a part of it.
func (r *reader) ended(t *task) {
	if t == nil {
		return
	}
	t.ran = true
	if t.parts--; t.parts <= 0 {
		t.ended = true
		if t.by != nil {
			t.by.overAt(t.at, t)
			t.by = nil
		}
		r.over.add(t)
		r.ready = append(r.ready, t)
	}
}

func (r *reader) thread(id trace.ThreadID) *thread {
	th := r.threads[id]
	if th == nil {
		th = &thread{}
		r.threads[id] = th
	}
	return th
}

// at is the task whose code a thread is at.
func (r *reader) at(th *thread) *task {
	switch len(th.doing) {
	case 0:
		if th.own != nil {
			return th.own
		}
		return th.last
	case 1:
		return r.tasks[th.doing[0]]
	}
	return nil
}

// ledBy are the tasks that led to what a thread does now, the last ones.
func (r *reader) ledBy(th *thread) []*task {
	if len(th.doing) == 0 && th.own != nil {
		return []*task{th.own}
	}
	led := th.by
	if len(th.doing) > 0 {
		e := th.doing[len(th.doing)-1]
		if led = r.led[e]; r.tasks[e] != nil {
			led = []*task{r.tasks[e]}
		}
	}
	if th.handled != nil && !slices.Contains(led, th.handled) {
		led = append(slices.Clone(led), th.handled)
	}
	return led
}

func (r *reader) leads(op *trace.Op, tasks []*task) {
	if len(tasks) == 0 {
		return
	}
	r.led[op.Event] = tasks
	if id, is := started(op); is {
		r.thread(id).by = tasks
	}
}

// saysOver: who does it says so, by an object that others look at.
func saysOver(op *trace.Op) bool { return op.Kind == trace.Enq && op.Attr("type") == "Done" }

func isTask(op *trace.Op) bool { return IsTask(op.EventKind, op.Attr("type")) }

// drawn is the type of an event that is what a thread draws of a window, one after the other.
const drawn = "frame"

// IsTask: an event of that kind and type is a task of a pool.
func IsTask(kind trace.EventKind, what string) bool {
	return kind == trace.Env && (what == "task" || what == "work" || what == drawn)
}

// startsTask: the label of a thread that is one task. It comes right after the thread's start.
func (r *reader) startsTask(op *trace.Op) bool {
	if id, is := started(op); is {
		r.starts[op.Thread] = *op
		if object := op.Attr("object"); object != "" {
			r.of[object] = append(r.of[object], id)
		}
		return false
	}
	if op.Attr("type") != labelOfStart {
		return false
	}
	start, is := r.starts[op.Thread]
	if !is {
		return false
	}
	id, _ := started(&start)
	_, is = r.ends[id]
	return is && r.thread(id).own == nil
}

// MayBe: such an event of a recording may be one that becomes a task: of a pool, or a thread's start.
func MayBe(kind trace.EventKind, what string) bool {
	return IsTask(kind, what) || kind == trace.Env && what == labelOfStart
}

// labelOfStart is the type of an event that says with which label the thread that was started last can be held.
const labelOfStart = "Starts"

// started is the thread that an event is the start of.
func started(op *trace.Op) (id trace.ThreadID, is bool) {
	n, err := fmt.Sscan(op.Attr("starts"), &id)
	return id, n == 1 && err == nil
}

// ask has an event for the task, which gets the task's label.
func (r *reader) ask(op trace.Op) {
	part := op.Attr("part")
	if t := r.parted[part]; t != nil && t.parts > 0 {
		t.parts++
		r.tasks[op.Event] = t
		r.emit(op)
		return
	}
	t := &task{parts: 1, event: trace.EventID(r.tables.Events.Len()), asked: r.n, frame: op.Attr("type") == drawn, atomics: map[uint64]*variable{}, at: op.Stack}
	if f := r.frames[len(r.frames)-1]; op.Thread == 0 && f.handler {
		t.by = f
	}
	r.tables.Events.Add(fmt.Sprintf("task%d", t.event))
	instead := op
	instead.Event = t.event
	op.Attrs = slices.DeleteFunc(slices.Clone(op.Attrs), func(a trace.Attr) bool { return a.Key == "label" })
	of := op.Event
	if start, is := r.starts[op.Thread]; is && op.Attr("type") == labelOfStart {
		id, _ := started(&start)
		of, r.thread(id).own = start.Event, t
		instead.Attrs = append(slices.DeleteFunc(slices.Clone(instead.Attrs), func(a trace.Attr) bool { return a.Key == "type" }),
			trace.Attr{Key: "type", Value: "task"}, trace.Attr{Key: "class", Value: "thread"})
		delete(r.starts, op.Thread)
	} else if r.posted[of] {
		instead.EventKind, instead.Prio, instead.Level, instead.Attrs = trace.Env, 0, trace.NoLevel, called(instead.Attrs)
	}
	t.before = r.led[of]
	r.tasks[of] = t
	if part != "" {
		r.parted[part] = t
	}
	r.emit(op)
	r.emit(instead)
}

func (r *reader) dropped(op *trace.Op) {
	t := r.tasks[op.Event]
	if op.Kind != trace.Drop || t == nil {
		return
	}
	if t.parts > 1 || t.ran {
		r.ended(t) // as a part, beside others
		return
	}
	t.parts = 0 // what comes by the same name is another one
	r.forget(t)
}

// forget leaves the task out.
func (r *reader) forget(t *task) {
	if t.state == unplaced {
		r.emit(trace.Op{Kind: trace.Drop, Event: t.event, Loop: trace.NoLoop, Level: trace.NoLevel})
		t.state, t.before = gone, leading(t.before)
		r.release(t)
	}
}

// release: the accesses of the task are told, or will not be.
func (r *reader) release(t *task) {
	r.kept -= len(t.accesses)
	t.accesses = nil
}

// releases: others see what was done before. A load tells nobody anything: a function-local
// static's guard and the counter of Qt 5's empty strings are loaded by all threads.
func releases(op *trace.Op) bool { return op.Kind == trace.Write && op.Mode&trace.ModeAtomic != 0 }

// acquires: it may have seen that. Of an operation that changes a value, there is a read, or one
// write that commutes.
func acquires(op *trace.Op) bool {
	return op.IsAccess() && op.Mode&trace.ModeAtomic != 0 && (op.Kind == trace.Read || op.Mode&trace.ModeCommutes != 0)
}

// adds: an atomic operation that changes what is there by some amount, whatever it is.
func (r *reader) adds(op *trace.Op) bool {
	load := op.Kind == trace.Read && op.Mode&trace.ModeWas != 0
	return op.Mode&trace.ModeLoose != 0 && !load || op.Mode&trace.ModeCommutes != 0 && r.Tables().CommuteName(op.Commutes) == "add"
}

// did notes an access of a task that may be told again.
func (r *reader) did(t *task, op trace.Op) {
	if releases(&op) {
		v := r.atomics.wrote(op.Addr)
		v.wrote(&op, r.adds(&op))
		if t.atomics[op.Addr] != v {
			t.atomics[op.Addr] = v
			v.add(t, foundBy(&op))
		}
	}
	of := r.objects.around(op.Addr)
	if t.state != unplaced || of != nil && (of.by != 0 || of.since >= t.asked) {
		return
	}
	if part*len(t.accesses) >= r.room-r.kept {
		r.told.LeftOut++
		return
	}
	t.accesses = append(t.accesses, access{trace.AccessOf(&op), of})
	r.kept++
}

// place puts the event for a task here, between two handlers of the main thread.
func (r *reader) place(t *task) {
	if t.state != unplaced {
		return
	}
	for _, b := range t.before {
		if b.ended {
			r.place(b)
		}
	}
	all := len(t.accesses)
	t.accesses = slices.DeleteFunc(t.accesses, func(a access) bool { return a.of != nil && a.of.freed })
	r.kept -= all - len(t.accesses)
	for _, a := range t.accesses {
		if n := len(t.used); a.of != nil && (n == 0 || t.used[n-1] != a.of) {
			t.used = append(t.used, a.of)
		}
	}
	if !t.matters() {
		r.forget(t)
		return
	}
	t.state = placed
	r.told.Placed++
	r.emit(trace.Op{Kind: trace.Deq, Event: t.event, EventKind: trace.Env, Loop: trace.NoLoop, Level: trace.NoLevel})
	for _, b := range leading(t.before) {
		if b.state == placed {
			r.emit(joined(b))
		}
	}
	t.before = nil
	for i := range t.accesses {
		r.emit(t.accesses[i].Op(0))
	}
	r.emit(trace.Op{Kind: trace.End, Event: t.event, Loop: trace.NoLoop, Level: trace.NoLevel})
	r.release(t)
}
