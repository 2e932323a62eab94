package trace

import (
	"errors"
	"fmt"
	"io"
)

// Checked wraps a source so that its readers refuse a trace that breaks the
// nesting rules of the trace language: handlers and loops open and close like
// brackets, an event has at most one enq, deq and end, each loop run has a
// guard of its own. A trace that merely stops early passes; Meta.Complete then
// says no.
func Checked(src Source) Source { return checkedSource{src} }

type checkedSource struct{ src Source }

func (c checkedSource) Name() string { return c.src.Name() }

func (c checkedSource) Open() (Reader, error) {
	r, err := c.src.Open()
	if err != nil {
		return nil, err
	}
	return checkedReader(r, c.src.Name()), nil
}

func checkedReader(r Reader, name string) *checker {
	return &checker{Reader: r, bulk: BulkOf(r), name: name, threads: map[ThreadID]*threadState{}}
}

// frame is an open handler (guard NoLoop) or an open loop.
type frame struct {
	event EventID
	guard LoopID
}

func (f frame) isLoop() bool { return f.guard != NoLoop }

type threadState struct {
	frames []frame
	inLoop bool // between enterloop and exitloop
}

type checker struct {
	Reader
	bulk    Bulk
	name    string
	queued  NumberSet // events: enqueued
	over    NumberSet // delivered, or dropped
	guards  NumberSet // loops: paused on
	threads map[ThreadID]*threadState
	of      ThreadID // whose state was asked for last
	state   *threadState
	err     error
}

func (c *checker) Next(op *Op) error {
	if c.err != nil {
		return c.err
	}
	err := c.Reader.Next(op)
	if err == nil && !op.IsAccess() && op.Kind != Alloc && op.Kind != Free {
		if fault := c.check(op); fault != nil {
			err = fmt.Errorf("%s:%s: %w: %w", c.name, c.pos(), ErrCorrupt, fault)
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return err
}

func (c *checker) pos() string {
	if p, ok := c.Reader.(positioner); ok {
		return p.Pos()
	}
	return "?"
}

// recordedAttrs implements that of AttrStore.
func (c *checker) recordedAttrs() ([]byte, *texts) {
	if r, ok := c.Reader.(recordedAttrs); ok {
		return r.recordedAttrs()
	}
	return nil, nil
}

// Pos names the place of the operation that Next gave last.
func (c *checker) Pos() string { return c.pos() }

func (c *checker) check(op *Op) error {
	t := c.thread(op.Thread)
	switch op.Kind {
	case EnterLoop, ExitLoop:
		return c.checkDefaultLoop(op, t)
	case Enq, Fork, Drop:
		return c.checkQueue(op)
	case Deq:
		return c.checkDeq(op, t)
	case End:
		return c.checkEnd(op, t)
	case Pause:
		return c.checkPause(op, t)
	case Resume:
		return c.checkResume(op, t)
	}
	return nil
}

func (c *checker) thread(id ThreadID) *threadState {
	if c.state == nil || c.of != id {
		t := c.threads[id]
		if t == nil {
			t = &threadState{}
			c.threads[id] = t
		}
		c.of, c.state = id, t
	}
	return c.state
}

func (c *checker) checkDefaultLoop(op *Op, t *threadState) error {
	if len(t.frames) > 0 {
		return fmt.Errorf("found %s inside %s, expected no open handler or loop", op.Kind, c.describe(t))
	}
	if t.inLoop == (op.Kind == EnterLoop) {
		return fmt.Errorf("found %s, but the thread's default loop is %s", op.Kind,
			map[bool]string{true: "running already", false: "not running"}[t.inLoop])
	}
	t.inLoop = op.Kind == EnterLoop
	return nil
}

func (c *checker) checkQueue(op *Op) error {
	e := int(op.Event)
	queued, over := c.queued.Has(e), c.over.Has(e)
	switch {
	case op.Kind == Drop && !queued:
		return fmt.Errorf("found drop(%s), expected its enq before it", c.event(op))
	case op.Kind == Drop && over:
		return fmt.Errorf("found drop(%s), but it was delivered or dropped before", c.event(op))
	case op.Kind == Drop:
		c.over.Put(e, true)
		return nil
	case queued || over:
		return fmt.Errorf("found %s(%s), but the event was enqueued or delivered before", op.Kind, c.event(op))
	}
	c.queued.Put(e, true)
	return nil
}

func (c *checker) checkDeq(op *Op, t *threadState) error {
	if c.over.Has(int(op.Event)) {
		return fmt.Errorf("found deq(%s), but it was delivered or dropped before", c.event(op))
	}
	if n := len(t.frames); n > 0 && !t.frames[n-1].isLoop() {
		return fmt.Errorf("found deq(%s) while the handler of %s runs, expected its pause or end", c.event(op),
			c.Tables().EventName(t.frames[n-1].event))
	}
	c.over.Put(int(op.Event), true)
	t.frames = append(t.frames, frame{op.Event, NoLoop})
	return nil
}

func (c *checker) checkEnd(op *Op, t *threadState) error {
	n := len(t.frames)
	if n == 0 || t.frames[n-1] != (frame{op.Event, NoLoop}) {
		return fmt.Errorf("found end(%s), but what is open is %s", c.Tables().EventName(op.Event), c.describe(t))
	}
	t.frames = t.frames[:n-1]
	return nil
}

func (c *checker) checkPause(op *Op, t *threadState) error {
	n := len(t.frames)
	implicitMain := n == 0 && op.Thread != 0 // start-up code of another thread
	if !implicitMain && (n == 0 || t.frames[n-1] != (frame{op.Event, NoLoop})) {
		return fmt.Errorf("found pause(%s,…), but what is open is %s", c.Tables().EventName(op.Event), c.describe(t))
	}
	if c.guards.Has(int(op.Loop)) {
		return fmt.Errorf("found pause on %s again, expected a guard of its own for each loop run",
			c.Tables().LoopName(op.Loop))
	}
	c.guards.Put(int(op.Loop), true)
	t.frames = append(t.frames, frame{op.Event, op.Loop})
	return nil
}

func (c *checker) checkResume(op *Op, t *threadState) error {
	n := len(t.frames)
	if n == 0 || t.frames[n-1] != (frame{op.Event, op.Loop}) {
		return fmt.Errorf("found resume(%s,%s), but what is open is %s", c.Tables().EventName(op.Event),
			c.Tables().LoopName(op.Loop), c.describe(t))
	}
	t.frames = t.frames[:n-1]
	return nil
}

func (c *checker) event(op *Op) string { return c.Tables().EventName(op.Event) }

func (c *checker) describe(t *threadState) string {
	n := len(t.frames)
	if n == 0 {
		return "nothing"
	}
	if f := t.frames[n-1]; f.isLoop() {
		return "the loop " + c.Tables().LoopName(f.guard) + " of " + c.Tables().EventName(f.event)
	}
	return "the handler of " + c.Tables().EventName(t.frames[n-1].event)
}
