package trace

import (
	"errors"
	"fmt"
	"io"
)

// startUp turns the recorder's event 0 of thread 0 into the pseudo-event of
// start-up code. Only when a loop is spun does the recorder know that there is
// one, too late to write deq(main) first; so it sets a flag, and the reader
// puts the brackets in.
type startUp struct {
	event  EventID
	isOpen bool
	begun  int // how many such pseudo-events there were
	depth  int // loops that start-up code has open
}

// nextWithMain gives deq(main) first, end(main) before the default loop or at
// the end, and the same again for loops spun after the default loop.
func (r *binaryReader) nextWithMain(op *Op) error {
	s := r.startUp
	if len(r.queue) > 0 {
		*op = r.queue[0]
		r.queue = r.queue[1:]
		return nil
	}
	if s.begun == 0 {
		*op = r.openMain()
		return nil
	}
	err := r.next(op)
	if errors.Is(err, io.EOF) && s.isOpen && s.depth == 0 {
		*op = r.closeMain()
		r.err = nil // the end is given again after this operation
		return nil
	}
	if err != nil || op.Thread != 0 {
		return err
	}
	switch {
	case op.Kind == EnterLoop && s.isOpen && s.depth == 0:
		r.queue = append(r.queue, *op)
		*op = r.closeMain()
	case op.Kind == Pause && op.Event == NoEvent && !s.isOpen:
		begin := r.openMain()
		op.Event = s.event
		s.depth++
		r.queue = append(r.queue, *op)
		*op = begin
	case op.Kind == Pause && op.Event == NoEvent:
		op.Event = s.event
		s.depth++
	case op.Kind == Resume && op.Event == NoEvent:
		op.Event = s.event
		s.depth--
	}
	return nil
}

func (r *binaryReader) openMain() Op {
	s := r.startUp
	name := "main"
	if s.begun > 0 {
		name = fmt.Sprintf("main-%d", s.begun+1)
	}
	s.begun++
	s.isOpen = true
	s.event = r.pseudo(name)
	return Op{Kind: Deq, Event: s.event, Loop: NoLoop, Level: NoLevel, EventKind: Env}
}

func (r *binaryReader) closeMain() Op {
	r.startUp.isOpen = false
	return Op{Kind: End, Event: r.startUp.event, Loop: NoLoop, Level: NoLevel}
}

// implicitEvent is the event of a pause or resume with event 0.
func (t *threadReader) implicitEvent() (EventID, error) {
	if t.id == 0 {
		if t.r.startUp == nil {
			return 0, t.fault("found a loop of start-up code, but the header says that there is none")
		}
		return NoEvent, nil // nextWithMain puts it in
	}
	if t.mainEvent == NoEvent {
		t.mainEvent = t.r.pseudo(fmt.Sprintf("main.%d", t.id))
	}
	return t.mainEvent, nil
}
