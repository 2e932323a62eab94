package steer

import (
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// A person asks for something that takes its time (a reply, a process, a timer), and its
// end frees. In the recording that was asked after the handler of the use had waited. No
// dialog lets a person ask meanwhile; but the person may have asked before. So another
// schedule plays what asks for the free before the gesture that the use's handler follows
// from: a click, a double click, an entry of a menu with all that led to it.
//
// Where an input brings the free about by other events, it is that input. Where the free
// comes from outside, the recording does not tell who asked; it is all that was done
// between the loop and the free.

const (
	askedMS   = 200 // waited at most before what is asked
	hurriedMS = 30  // and within the gesture after it, to be in the loop before the answer
	doubleMS  = 400 // between the presses of a double click, at most
)

// asks lists the inputs by which the free may be asked for before the loop.
func (d *derivation) asks(personal []*sparsehb.Event) []*sparsehb.Event {
	if d.loop == nil {
		return nil
	}
	var known, perhaps []*sparsehb.Event
	for _, e := range personal {
		switch {
		case e.Deq <= d.waitOp() || e.Deq >= d.free.Deq || e.Attr("input") == signalKind || d.begins(e, d.race.First.Block):
		case d.begins(e, d.race.Second.Block):
			known = append(known, e)
		case e.Deq > d.loop.Resume && e.Attr("input") != steering.InputClose:
			perhaps = append(perhaps, e)
		}
	}
	if len(known) > 0 {
		return withReleases(personal, known)
	}
	if !d.fromOutside() {
		return nil
	}
	return withReleases(personal, perhaps)
}

// withReleases adds what goes on from the inputs of a list.
func withReleases(personal, list []*sparsehb.Event) []*sparsehb.Event {
	taken := map[*sparsehb.Event]bool{}
	for _, e := range list {
		taken[e] = true
	}
	var all []*sparsehb.Event
	pressed := false
	for _, e := range personal {
		if goesOn(e.Attr("input"), e.Attr("at")) {
			taken[e] = pressed
		} else {
			pressed = taken[e]
		}
		if taken[e] {
			all = append(all, e)
		}
	}
	return all
}

// fromOutside: what the free comes of arrived from another thread, process or machine.
func (d *derivation) fromOutside() bool {
	e := d.free
	for n := 0; n < len(d.res.Events); n++ {
		if e.Kind == trace.Socket || e.Attr("poster") != "" || isCall(e) {
			return true
		}
		poster := d.event(e.Poster)
		if poster == nil {
			break
		}
		e = poster
	}
	return e.Kind == trace.Env || outside(e)
}

// askedFirst puts asked before the gesture that ends with the last input of before.
func (d *derivation) askedFirst(before, asked []*sparsehb.Event) []*Input {
	at := len(before)
	if d.followsInput(before) {
		at = gesture(before, asked[0].Within)
	}
	var out []*Input
	for _, e := range before[:at] {
		out = append(out, d.beforehand(e))
	}
	for i, e := range asked {
		in := d.input(e, d.contextOf(e))
		if i == 0 {
			in.WaitMS = min(in.WaitMS, askedMS)
		}
		out = append(out, in)
	}
	for _, e := range before[at:] {
		in := d.beforehand(e)
		in.WaitMS = min(in.WaitMS, hurriedMS)
		out = append(out, in)
	}
	return out
}

// followsInput: a person's input brought the handler of the use about.
func (d *derivation) followsInput(before []*sparsehb.Event) bool {
	for _, e := range before {
		if e == d.use || d.begins(e, d.loop.PauseBlock) {
			return true
		}
	}
	return false
}

// gesture is where the last one begins: a press or key in the loop of what is asked, to no
// popup, which is not the second press of a double click.
func gesture(before []*sparsehb.Event, within trace.LoopID) int {
	for i := len(before) - 1; i > 0; i-- {
		if e := before[i]; e.Within == within && !toPopup(e) && !goesOn(e.Attr("input"), e.Attr("at")) && !second(before[:i], e) {
			return i
		}
	}
	return 0
}

// second: e presses again where the press before it did, soon after.
func second(before []*sparsehb.Event, e *sparsehb.Event) bool {
	if !points(e.Attr("input")) {
		return false
	}
	ms := newInput(e.Attr, "", 1).WaitMS
	for i := len(before) - 1; i >= 0 && ms <= doubleMS; i-- {
		p := before[i]
		if goesOn(p.Attr("input"), p.Attr("at")) {
			ms += newInput(p.Attr, "", 1).WaitMS
			continue
		}
		return p.Attr("input") == e.Attr("input") && p.Attr("window") == e.Attr("window") && p.Attr("target") == e.Attr("target") &&
			place(p) == place(e)
	}
	return false
}

// place is where a press points to, without what buttons are down.
func place(e *sparsehb.Event) string {
	at := strings.Fields(e.Attr("at"))
	return strings.Join(at[:min(len(at), 2)], " ")
}
