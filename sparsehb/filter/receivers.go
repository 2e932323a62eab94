package filter

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var receiversLive = Filter{
	ID: "FR", Name: "receivers live", Aliases: []string{"RL"}, Kind: order.Theorem, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 20, Group: Outlived,
	Reason:   "the handler of the use was delivered to what the free takes away: it could not come later",
	Sentence: "An event is delivered to a living object: where the free comes first, the event goes with its receiver.",
	Limit:    "Uses behind a loop of the handler itself are not taken out.",
	HeldBy:   []string{"TestMortalSchedules", "TestFilterSchedules", "TestFilterPremises"},
	pair:     func(f *Filters, x *race.Object, u *race.Use) bool { return f.diesWith(u.Block, x.Data.FreeBlock) },
}

// An event is delivered to a living object. If X was delivered to an object
// (attribute `object`, an address) whose memory block D frees later on, then in
// no schedule does X start after D: it would have gone with its receiver (Qt:
// ~QObject removes what is posted to the object and stops its timers). So a use
// in X, up to X's first pause, and a free in D never meet, nor does one in a
// block B that comes after D in every schedule: a window's end often has a session
// or a document deleted later.
//
// This is no happens-before: it says nothing of a schedule in which B happens
// and X does not, so it must not be chained with what X's poster did. It is a
// filter of pairs, not a rule of the order, and not part of the paper's set.

// diesWith reports whether the event of a block, which has not paused yet there,
// was delivered to an object that dies in block free, or in one before it.
func (f *Filters) diesWith(use, free order.BlockID) bool {
	e := f.o.EventOf(use)
	if e < 0 || free < 0 || f.o.RunEnd(f.o.Events()[e].FirstBlock) < use {
		return false
	}
	return f.deaths != nil && f.o.AtOrBefore(f.deaths[e], free)
}

// findDying sorts the deaths into the blocks that bring them about. Frees by other
// threads and by a loop's own code are in none.
func findDying(o *order.Order) map[order.BlockID][]trace.EventID {
	by := map[order.BlockID][]trace.EventID{}
	for _, d := range o.Heap().Deaths() {
		if b := o.BlockOf(d.Op); b != order.NoBlock {
			if by[b] == nil {
				by[b] = slices.Clip(d.Events) // more of them go elsewhere
			} else {
				by[b] = append(by[b], d.Events...)
			}
		}
	}
	return by
}

// byEvent turns that round: the block in which an event's receiver dies, NoBlock for one
// that lives on. An event has one receiver, which dies once; nil: none does.
func byEvent(dying map[order.BlockID][]trace.EventID, events int) []order.BlockID {
	if len(dying) == 0 {
		return nil
	}
	deaths := make([]order.BlockID, events)
	for i := range deaths {
		deaths[i] = order.NoBlock
	}
	for b, events := range dying {
		for _, e := range events {
			deaths[e] = b
		}
	}
	return deaths
}
