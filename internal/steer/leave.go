package steer

import (
	"slices"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/system"
	"sparseracer/sparsehb"
)

// A dialog's loop that a timer, a process's end or an answer ended in the recording may be
// left by a person before that (docs/trace-language.md, R6). Where the use is in the handler
// that ended it, and the free behind it, that handler is held, and the dialog is left by
// Escape.

// leftMS is waited at least before that, after the input before: a click in the dialog is
// over by then. A release may be left out where what follows it is due before.
const leftMS = 200

// leftLabel is that key's, of no event of a recording.
const leftLabel = steering.LabelInput + " leave" + steering.LabelNumber + "1"

// leftBefore is the loop that has to end before the free comes, and that only r, or what
// comes of it, ended in the recording; nil if there is none.
func (d *derivation) leftBefore(r *sparsehb.Event) *sparsehb.Loop {
	bf := d.race.Second.Block
	for i := range d.res.Loops {
		v := &d.res.Loops[i]
		if v.ResumeBlock == sparsehb.NoBlock || !system.IsLeft(v.Attr("what")) {
			continue
		}
		by := d.event(v.Resetter)
		if by != nil && (by == r || d.caused(r, by)) && (v.ResumeBlock == bf || d.o.Before(v.ResumeBlock, bf)) {
			return v
		}
	}
	return nil
}

// leave is the input that ends a loop of a dialog or menu.
func (d *derivation) leave(v *sparsehb.Loop) (*Input, error) {
	w := d.windowOf(v)
	if w == nil {
		return nil, unsupported("the dialog behind which the free lies has to be left by a person, and the recording does not tell its window")
	}
	in := &Input{Event: leftLabel, About: "leaving the window by Escape", Kind: steering.InputKeypress, Key: escape,
		Window: w.Attr("class") + ":" + w.Attr("name"), Title: w.Attr("title"), InLoop: d.inLoop(v), TimeoutMS: orDefault(d.opt.HoldMS, defaultHoldMS)}
	_, err := in.validate()
	return in, err
}

// windowOf is the event that showed the window of a loop: the last that its owner showed
// before it, and that was shown then.
func (d *derivation) windowOf(v *sparsehb.Loop) *sparsehb.Event {
	var last *sparsehb.Event
	for i := range d.res.Events {
		e := &d.res.Events[i]
		if e.Poster == v.Owner && strings.HasPrefix(e.Attr("arms"), "shown:") && e.Enq < v.Pause && (e.Drop == sparsehb.NoOp || e.Drop > v.Pause) &&
			(last == nil || e.Enq > last.Enq) {
			last = e
		}
	}
	return last
}

// leaving puts the leaving of a dialog among what is played: before all that is only done
// after the free.
func (d *derivation) leaving(plan plan, played []*Input) ([]*Input, error) {
	if len(plan.held) == 0 {
		return played, nil
	}
	v := d.leftBefore(plan.held[0])
	if v == nil {
		return played, nil
	}
	in, err := d.leave(v)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(played, func(in *Input) bool { return len(in.After) > 0 })
	if at < 0 {
		at = len(played)
	}
	in.WaitMS = leftMS
	for i := at - 1; i >= 0 && played[i].Optional; i-- {
		in.WaitMS = min(in.WaitMS+played[i].WaitMS, waitMax)
	}
	return slices.Insert(slices.Clone(played), at, in), nil
}
