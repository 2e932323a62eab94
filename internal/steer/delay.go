package steer

import (
	"math/rand/v2"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// A delay is a hold that ends by its time: after Endo and Møller, Event Race Detection for Node.js Using
// Delay Injections (ECOOP 2025). It needs no later event to wait for, and so it reaches what holds until
// another event do not: a clock that all timers of a program go by, after which nothing comes that does
// not need it. Only what may be late in every run is delayed so: timers, and what comes from
// outside. Where the event comes in time all the same, the run is none the worse.
//
// Beside delays the other holds are bounded: what they wait for need not come. An event that may come after
// another one may come anywhere before that, too, so a hold that is let go by its time, or by the program's
// end, leaves an order that the program can have.
const (
	delaysMax    = 16
	delayShare   = 4   // one event of so many
	delayMS      = 4   // the shortest
	boundMS      = 500 // a hold beside delays
	delayDoubles = 5   // and the longest: 2^5 times as long
)

// mayBeLate: no order that the loop keeps says when the event comes at the latest. What a thread sends by
// uv_async_send comes with the answer of that thread's work at the latest.
func mayBeLate(e *sparsehb.Event) bool {
	switch {
	case e.Attr("type") == "uv_async_send", e.Attr("type") == "uv_close":
		return false
	case e.Kind == trace.Timer, outside(e):
		return true
	}
	return false // what is posted has others that it may come behind
}

// delays makes some of the events late that are not held otherwise, one at least, each for a time at random.
func (p *Postponer) delays(rng *rand.Rand, taken map[string]bool) (list []Directive) {
	for _, of := range append([]*Postponer{p}, p.elsewhere...) {
		for _, i := range rng.Perm(len(of.known)) {
			e := of.known[i]
			if !mayBeLate(e) || len(list) > 0 && rng.IntN(delayShare) > 0 || len(list) == delaysMax {
				continue
			}
			one := []Directive{of.d.delay(e, delayMS<<rng.IntN(delayDoubles+1))}
			if !anyHeld(taken, one) {
				list = append(list, one...)
			}
		}
	}
	return list
}

// bound makes holds end by their time without harm.
func bound(list []Directive) {
	for i := range list {
		h := *list[i].Hold
		h.Until, h.Perhaps, h.TimeoutMS = nil, h.Until, boundMS
		list[i].Hold = &h
	}
}

// IsDelay: it waits for nothing but its time.
func (h *Hold) IsDelay() bool {
	return len(h.Until) == 0 && len(h.Perhaps) == 1 && h.Perhaps[0].Event == h.Event
}

// delay holds an event until it has ended, which it does not while it is held: so the time alone ends it.
func (d *derivation) delay(e *sparsehb.Event, ms int) Directive {
	return Directive{Hold: &Hold{Event: d.label(e), About: d.about(e), TimeoutMS: ms, Perhaps: d.targets(e)}}
}
