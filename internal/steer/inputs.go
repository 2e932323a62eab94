package steer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// The person's part of a derivation:
//   - what was done before the use's handler waits, as recorded;
//   - what the free needs, as soon as that handler waits: in its loop;
//   - what else the use needs (the end of the loop it waits in, above all) after
//     the free. What neither needs is left out, but for what leads to an entry of a menu.
//
// A release goes where its press goes, and so do the moves between.
//
// With a driver beside the program there are none: it plays the person.
func (d *derivation) inputs(plan plan) ([]*Input, error) {
	if d.opt.Driven {
		return nil, nil
	}
	personal, needs := d.personals()
	var asked []*sparsehb.Event
	if d.opt.asked {
		if asked = d.asks(personal); len(asked) == 0 || slices.Contains(asked, d.free) {
			return nil, unsupported("nothing that a person did asks for the free")
		}
	} else if !needs {
		return nil, nil
	}
	parts, err := d.partsOf(personal)
	if err != nil {
		return nil, err
	}
	var before, within, later []*sparsehb.Event
	for i, e := range personal {
		if slices.Contains(asked, e) {
			continue
		}
		switch parts[i] {
		case beforeLoop:
			before = append(before, e)
		case inLoop:
			within = append(within, e)
		case afterFree:
			later = append(later, e)
		}
	}
	var out []*Input
	if len(asked) > 0 {
		out = d.askedFirst(before, asked)
	} else {
		for _, e := range before {
			out = append(out, d.beforehand(e))
		}
	}
	var inside []*Input
	for i, e := range within {
		in := d.inside(e)
		in.OnceHeld = i == 0 && d.heldBy(plan, e)
		inside = append(inside, in)
	}
	d.takeTurns(inside)
	out = append(out, inside...)
	for _, e := range later {
		in := d.input(e, d.contextOf(e))
		in.WaitMS = 0
		in.After = []Target{{Event: d.label(d.free), About: d.about(d.free)}}
		out = append(out, in)
	}
	for _, in := range out {
		if in.Event == d.label(d.free) || in.Event == d.label(d.use) { // a release, which is left out elsewhere: nothing else ends the run
			in.Optional = false
		}
	}
	if len(out) > 0 {
		out[0].WaitMS = min(out[0].WaitMS, settledMS)
	}
	if len(out) > inputsMax {
		return nil, unsupported("%d inputs come before the race, at most %d can be played", len(out), inputsMax)
	}
	return out, nil
}

// settledMS is waited at most before the first input. A person sees the window first, and
// what the program does as it starts (timers, lists that fill) is over by then.
const settledMS = 1000

// beforehand is an input that is played as recorded, before the handler of the use waits.
func (d *derivation) beforehand(e *sparsehb.Event) *Input {
	in := d.input(e, d.contextOf(e))
	in.spare = e != d.use && !d.leads(e, d.race.First.Block) && !d.leads(e, d.race.Second.Block)
	return in
}

// inside is an input that the free needs, played while the use's handler waits.
func (d *derivation) inside(e *sparsehb.Event) *Input {
	if d.ofThread() { // the handler that waits is no concern of the main thread's: it comes when it came
		return d.input(e, d.contextOf(e))
	}
	in := d.input(e, d.innerContext(e))
	in.WaitMS = 0
	// A dialog that such an input opens ("close all tabs?") may not come where what led
	// to it was left out.
	in.Optional = in.Optional || d.loop != nil && in.InLoop != nil && in.InLoop.Event != d.label(d.use)
	return in.closedBy(d.opt.CloseBy)
}

// takeTurns lets each input but the last come in an earlier loop of the use's handler, where it turns one after the
// other: such a loop is over after one input, and the last one is to come in the loop that the schedule is for.
func (d *derivation) takeTurns(inside []*Input) {
	if d.loop == nil || d.loop.Reset != sparsehb.NoOp || !slices.Contains(d.use.Loops, d.loop.ID) {
		return
	}
	first := d.nth(d.use, d.loop.ID)
	for _, v := range d.loops() {
		if v.Reset == sparsehb.NoOp && v.Pause <= d.loop.Pause {
			first = min(first, d.nth(d.use, v.ID))
		}
	}
	for i, in := range inside {
		if in.InLoop != nil && in.InLoop.Event == d.label(d.use) {
			in.InLoop.Nth = max(first, in.InLoop.Nth-(len(inside)-1-i))
		}
	}
}

// heldBy: no loop keeps the handler of the use waiting, but a hold, and its event had come
// before the input did. What the free needs must not overtake it: it may be asked for by
// what takes its time.
func (d *derivation) heldBy(plan plan, e *sparsehb.Event) bool {
	return d.loop == nil && len(plan.held) > 0 && !slices.ContainsFunc(plan.held, func(h *sparsehb.Event) bool { return h.Deq > e.Deq })
}

// part says when an input is played.
type part uint8

const (
	leftOut part = iota
	beforeLoop
	inLoop
	afterFree
)

// partsOf decides that for each input of the person.
func (d *derivation) partsOf(personal []*sparsehb.Event) ([]part, error) {
	parts := make([]part, len(personal))
	wait := d.waitOp()
	last := leftOut // where the press before went
	begun := d.useBegunBy(personal)
	for i, e := range personal {
		switch {
		case i >= begun && e.Deq <= wait && e != d.use: // with what the use ends
			parts[i] = afterFree
		case e.Attr("input") == signalKind && !d.leads(e, d.race.Second.Block) && !d.leads(e, d.race.First.Block):
			continue // it would need a bus of the run's own
		case e.Deq <= wait && (d.loop != nil || e != d.use):
			parts[i] = beforeLoop
		case last > beforeLoop && goesOn(e.Attr("input"), e.Attr("at")):
			parts[i] = last
			continue
		case d.leads(e, d.race.Second.Block):
			if d.loop != nil && !d.ofThread() && d.res.Order != nil && !d.opt.asked && !(d.opt.CloseBy.Path != "" && e.Attr("input") == steering.InputClose) {
				if why := d.res.Barred(e, d.loop); why != "" {
					return nil, infeasible("the free needs %s, and while %s waits %s", d.about(e), d.about(d.use), why)
				}
			}
			parts[i] = inLoop
		case d.leads(e, d.race.First.Block):
			parts[i] = afterFree
		default:
			last = leftOut // and so is what belongs to it
			continue
		}
		last = parts[i]
	}
	d.completeMenus(personal, parts)
	d.closeMenus(personal, parts)
	return parts, nil
}

// useBegunBy is the number of the press that the use's event ends, where the free needs a press, too: a person who holds
// a button down presses no other one, so the whole gesture comes after the free. None: a number behind all.
func (d *derivation) useBegunBy(personal []*sparsehb.Event) int {
	none := len(personal)
	at := slices.Index(personal, d.use)
	if d.loop != nil || at <= 0 || !goesOn(d.use.Attr("input"), d.use.Attr("at")) {
		return none
	}
	freedByPress := slices.ContainsFunc(personal[at+1:], func(e *sparsehb.Event) bool {
		return points(e.Attr("input")) && d.leads(e, d.race.Second.Block)
	})
	for at--; at > 0 && goesOn(personal[at].Attr("input"), personal[at].Attr("at")); {
		at--
	}
	if !freedByPress || !points(personal[at].Attr("input")) || d.leads(personal[at], d.race.Second.Block) {
		return none
	}
	return at
}

// completeMenus: what an input to a menu (or a list, any popup) does follows from what was
// done there before: an entry was selected, a submenu opened. So with it goes all that
// came to popups before it without a break, and what opened the first of them.
func (d *derivation) completeMenus(personal []*sparsehb.Event, parts []part) {
	for i := len(personal) - 1; i > 0; i-- {
		if parts[i] < inLoop || !toPopup(personal[i]) || parts[i-1] != leftOut {
			continue
		}
		for j := i - 1; j >= 0 && parts[j] == leftOut; j-- {
			parts[j] = parts[i]
			if e := personal[j]; !toPopup(e) && !goesOn(e.Attr("input"), e.Attr("at")) {
				break
			}
		}
	}
}

// closeMenus: a menu that an input opened takes the next press, wherever that goes. So where an input that is played before the
// use opened one, the input goes with it that closed it in the recording, though the free does not need that.
func (d *derivation) closeMenus(personal []*sparsehb.Event, parts []part) {
	for i := range d.res.Events {
		w := &d.res.Events[i]
		if w.Attr("grabs") == "" || w.Enq == sparsehb.NoOp || w.Drop == sparsehb.NoOp {
			continue
		}
		opener, closer := lastBefore(personal, w.Enq), lastBefore(personal, w.Drop)
		if opener < 0 || parts[opener] != beforeLoop || parts[closer] != leftOut {
			continue
		}
		continues := func(k int) bool { return goesOn(personal[k].Attr("input"), personal[k].Attr("at")) }
		for closer > 0 && continues(closer) {
			closer--
		}
		parts[closer] = inLoop
		for k := closer + 1; k < len(personal) && continues(k); k++ {
			parts[k] = inLoop
		}
	}
}

// lastBefore is the number of the input that came last before an operation, -1 for none.
func lastBefore(personal []*sparsehb.Event, op uint64) int {
	n, _ := slices.BinarySearchFunc(personal, op, func(e *sparsehb.Event, op uint64) int { return cmp.Compare(e.Deq, op) })
	return n - 1
}

// toPopup: the window of the input was a popup, by its place in their stack.
func toPopup(e *sparsehb.Event) bool {
	which := e.Attr("which")
	return which != "" && !strings.HasPrefix(which, "0 ")
}

// goesOn: the input belongs to the press before it.
func goesOn(kind, at string) bool {
	in := Input{Kind: kind, At: at}
	moves := []string{steering.InputMove, steering.InputPenmove, steering.InputTouchmove, steering.InputGesturemove}
	return letsGo(kind) || slices.Contains(moves, kind) && !in.hovers()
}

// personals lists the person's input in the order of the recording; needs: the race
// needs some of it.
func (d *derivation) personals() (list []*sparsehb.Event, needs bool) {
	for i := range d.res.Events {
		e := &d.res.Events[i]
		if !d.personal(e) || e.Attr("input") == "" || d.input(e, nil) == nil {
			continue
		}
		list = append(list, e)
		needs = needs || d.leads(e, d.race.Second.Block) || d.leads(e, d.race.First.Block)
	}
	slices.SortFunc(list, func(a, b *sparsehb.Event) int { return cmp.Compare(a.Deq, b.Deq) })
	return list, needs
}

// leads reports whether a block needs an input: by the order, or because the input ended a
// loop behind which the block lies. The order does not say the latter of a dialog that may be
// left otherwise (docs/trace-language.md, R6).
func (d *derivation) leads(e *sparsehb.Event, b sparsehb.BlockID) bool {
	if d.begins(e, b) {
		return true
	}
	for i := range d.res.Loops {
		v := &d.res.Loops[i]
		if v.ResumeBlock == sparsehb.NoBlock || b == sparsehb.NoBlock || v.ResumeBlock != b && !d.o.Before(v.ResumeBlock, b) {
			continue
		}
		if by := d.event(v.Resetter); by != nil && (by == e || d.caused(e, by)) {
			return true
		}
	}
	return false
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
	if d.ofThread() {
		return d.onMain().contextOf(&d.res.Main.Events[e.ID])
	}
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
	return &InLoop{Event: d.label(o), Nth: d.nth(o, v.ID)}
}

// nth numbers the loops of a handler, from 1. One that only delivers what was posted has no number of its own: no input
// comes there, and another run has none where nothing was posted.
func (d *derivation) nth(of *sparsehb.Event, loop trace.LoopID) int {
	n := 1
	for _, v := range of.Loops {
		if v == loop {
			break
		}
		if v < 0 || int(v) >= len(d.res.Loops) || !d.res.Loops[v].Attrs.Has("flush") {
			n++
		}
	}
	return n
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
	personal, _ := d.personals()
	for _, e := range personal {
		if e.Deq > v.Pause && e != d.use && d.begins(e, d.race.Second.Block) {
			return true
		}
	}
	return false
}

// HiddenKeys is how many keys of a recording were typed into fields that hide them: they
// are recorded as asterisks, without the Shift by which a person types one.
func HiddenKeys(res *sparsehb.Result) int {
	n := 0
	for i := range res.Events {
		e := &res.Events[i]
		if e.Attr("input") == steering.InputKeypress && e.Attr("key") == hiddenKey {
			n++
		}
	}
	return n
}

// hiddenKey is how qtpatch/input describes one, without modifiers.
const hiddenKey = "2a 0 %2A"
