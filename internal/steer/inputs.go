package steer

import (
	"cmp"
	"fmt"
	"slices"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// The person's part of a derivation:
//   - what was done before the use's handler waits, as recorded;
//   - what the free needs, as soon as that handler waits: in its loop;
//   - what else the use needs (the end of the loop it waits in, above all) after
//     the free. What neither needs is left out.
//
// A release goes where its press goes, and so do the moves between.
//
// With a driver beside the program there are none: it plays the person.
func (d *derivation) inputs() ([]*Input, error) {
	if d.opt.Driven {
		return nil, nil
	}
	personal := d.needed()
	if personal == nil {
		return nil, nil
	}
	var before, within, later []*sparsehb.Event
	wait := d.waitOp()
	var list *[]*sparsehb.Event // where the press before went
	for _, e := range personal {
		switch {
		case e.Deq <= wait && (d.loop != nil || e != d.use):
			list = &before
		case list != nil && list != &before && goesOn(e.Attr("input"), e.Attr("at")):
		case d.begins(e, d.race.Second.Block):
			if d.loop != nil && d.res.Order != nil {
				if why := d.res.Barred(e, d.loop); why != "" {
					return nil, infeasible("the free needs %s, and while %s waits %s", d.about(e), d.about(d.use), why)
				}
			}
			list = &within
		case d.begins(e, d.race.First.Block):
			list = &later
		default:
			continue
		}
		*list = append(*list, e)
	}
	var out []*Input
	for _, e := range before {
		in := d.input(e, d.contextOf(e))
		in.spare = e != d.use && !d.begins(e, d.race.First.Block) && !d.begins(e, d.race.Second.Block)
		out = append(out, in)
	}
	for _, e := range within {
		out = append(out, d.inside(e))
	}
	for _, e := range later {
		in := d.input(e, d.contextOf(e))
		in.WaitMS = 0
		in.After = []Target{{Event: d.label(d.free), About: d.about(d.free)}}
		out = append(out, in)
	}
	if len(out) > inputsMax {
		return nil, unsupported("%d inputs come before the race, at most %d can be played", len(out), inputsMax)
	}
	return out, nil
}

// inside is an input that the free needs, played while the use's handler waits.
func (d *derivation) inside(e *sparsehb.Event) *Input {
	in := d.input(e, d.innerContext(e))
	in.WaitMS = 0
	// A dialog that such an input opens ("close all tabs?") may not come where what led
	// to it was left out.
	in.Optional = in.Optional || d.loop != nil && in.InLoop != nil && in.InLoop.Event != d.label(d.use)
	return in.closedBy(d.opt.CloseBy)
}

// goesOn: the input belongs to the press before it.
func goesOn(kind, at string) bool {
	in := Input{Kind: kind, At: at}
	return kind == steering.InputRelease || kind == steering.InputKeyrelease || kind == steering.InputMove && !in.hovers()
}

// needed lists the person's input in the order of the recording, nil if the race
// needs none of it.
func (d *derivation) needed() []*sparsehb.Event {
	var list []*sparsehb.Event
	needs := false
	for i := range d.res.Events {
		e := &d.res.Events[i]
		if !d.personal(e) || e.Attr("input") == "" || d.input(e, nil) == nil {
			continue
		}
		list = append(list, e)
		needs = needs || d.begins(e, d.race.Second.Block) || d.begins(e, d.race.First.Block)
	}
	if !needs {
		return nil
	}
	slices.SortFunc(list, func(a, b *sparsehb.Event) int { return cmp.Compare(a.Deq, b.Deq) })
	return list
}

// waitOp is when the handler of the use begins to wait, in the recording.
func (d *derivation) waitOp() uint64 {
	if d.loop != nil {
		return d.loop.Pause
	}
	return d.use.Deq
}

func (d *derivation) input(e *sparsehb.Event, where *InLoop) *Input {
	in := newInput(e.Attr, d.about(e), orDefault(d.opt.HoldMS, defaultHoldMS))
	if in != nil {
		in.InLoop = where
		if in.Text != "" {
			in.About += fmt.Sprintf(", %q", in.Text)
		}
	}
	return in
}

// contextOf is the loop that the event was delivered in; nil if another run
// would not know it again.
func (d *derivation) contextOf(e *sparsehb.Event) *InLoop {
	for i := range d.res.Loops {
		if v := &d.res.Loops[i]; e.Within != trace.NoLoop && v.ID == e.Within {
			return d.inLoop(v)
		}
	}
	return &InLoop{Event: startUp}
}

func (d *derivation) inLoop(v *sparsehb.Loop) *InLoop {
	o := d.event(v.Owner)
	if o == nil || d.recognisable(o) != nil {
		return nil
	}
	return &InLoop{Event: d.label(o), Nth: 1 + slices.Index(o.Loops, v.ID)}
}

// innerContext is where an input that the free needs is played: in the loop that
// the use waits in, or in one that such an input has opened meanwhile.
func (d *derivation) innerContext(e *sparsehb.Event) *InLoop {
	if d.loop == nil {
		return d.contextOf(e)
	}
	for i := range d.res.Loops {
		v := &d.res.Loops[i]
		o := d.event(v.Owner)
		if v.ID == e.Within && o != nil && o != d.use && o.Deq != sparsehb.NoOp && o.Deq > d.loop.Pause {
			return d.contextOf(e)
		}
	}
	return d.inLoop(d.loop)
}

// broughtAbout: an input that can come while the handler of the use waits in v
// leads to the free, so nothing need be held.
func (d *derivation) broughtAbout(v *sparsehb.Loop) bool {
	if d.opt.Driven {
		return false
	}
	for _, e := range d.needed() {
		if e.Deq > v.Pause && e != d.use && d.begins(e, d.race.Second.Block) {
			return true
		}
	}
	return false
}
