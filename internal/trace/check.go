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
	return &checker{Reader: r, bulk: BulkOf(r), name: c.src.Name(), threads: map[ThreadID]*threadState{}}, nil
}

// eventState has a bit for each operation that an event may have once.
type eventState uint8

const (
	wasEnqueued eventState = 1 << iota
	wasDelivered
	hasEnded
	wasDropped
)

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
	events  []eventState
	guards  []bool // was paused on
	threads map[ThreadID]*threadState
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

// Pos names the place of the operation that Next gave last.
func (c *checker) Pos() string { return c.pos() }

func (c *checker) check(op *Op) error {
	t := c.threads[op.Thread]
	if t == nil {
		t = &threadState{}
		c.threads[op.Thread] = t
	}
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
	name, st := c.Tables().EventName(op.Event), c.event(op.Event)
	switch {
	case op.Kind == Drop && *st&wasEnqueued == 0:
		return fmt.Errorf("found drop(%s), expected its enq before it", name)
	case op.Kind == Drop && *st&(wasDelivered|wasDropped) != 0:
		return fmt.Errorf("found drop(%s), but it was delivered or dropped before", name)
	case op.Kind == Drop:
		*st |= wasDropped
		return nil
	case *st != 0:
		return fmt.Errorf("found %s(%s), but the event was enqueued or delivered before", op.Kind, name)
	}
	*st |= wasEnqueued
	return nil
}

func (c *checker) checkDeq(op *Op, t *threadState) error {
	name, st := c.Tables().EventName(op.Event), c.event(op.Event)
	if *st&(wasDelivered|wasDropped) != 0 {
		return fmt.Errorf("found deq(%s), but it was delivered or dropped before", name)
	}
	if n := len(t.frames); n > 0 && !t.frames[n-1].isLoop() {
		return fmt.Errorf("found deq(%s) while the handler of %s runs, expected its pause or end", name,
			c.Tables().EventName(t.frames[n-1].event))
	}
	*st |= wasDelivered
	t.frames = append(t.frames, frame{op.Event, NoLoop})
	return nil
}

func (c *checker) checkEnd(op *Op, t *threadState) error {
	n := len(t.frames)
	if n == 0 || t.frames[n-1] != (frame{op.Event, NoLoop}) {
		return fmt.Errorf("found end(%s), but what is open is %s", c.Tables().EventName(op.Event), c.describe(t))
	}
	*c.event(op.Event) |= hasEnded
	t.frames = t.frames[:n-1]
	return nil
}

func (c *checker) checkPause(op *Op, t *threadState) error {
	n := len(t.frames)
	implicitMain := n == 0 && op.Thread != 0 // start-up code of another thread
	if !implicitMain && (n == 0 || t.frames[n-1] != (frame{op.Event, NoLoop})) {
		return fmt.Errorf("found pause(%s,…), but what is open is %s", c.Tables().EventName(op.Event), c.describe(t))
	}
	for int(op.Loop) >= len(c.guards) {
		c.guards = append(c.guards, false)
	}
	if c.guards[op.Loop] {
		return fmt.Errorf("found pause on %s again, expected a guard of its own for each loop run",
			c.Tables().LoopName(op.Loop))
	}
	c.guards[op.Loop] = true
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

func (c *checker) event(e EventID) *eventState {
	for int(e) >= len(c.events) {
		c.events = append(c.events, 0)
	}
	return &c.events[e]
}

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
