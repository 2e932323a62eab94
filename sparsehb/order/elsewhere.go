package order

import (
	"slices"

	"sparseracer/internal/trace"
)

// What the order of the main thread's loop says of another thread's. Its handlers post to that
// thread, and run what that thread posted. Both orders are of one run, in every schedule of which
// both hold:
//   - E1, E2 posted by handlers of the main thread, block(enq(E1)) ≼ block(enq(E2)) there,
//     prio(E1) ≥ prio(E2) ⇒ FB(E1) ≺ FB(E2), as if one thread posted both (RK).
//   - E posted in a block of the main thread, F posted by block B here, FB(F) ≼ that block there
//     ⇒ last(B) ≺ FB(E): B's post led to it (RB).

// fewBefore is how many posts before one are looked at for that.
const fewBefore = 64

// elsewhere is the order of the main thread's loop; nil where that is the one looked for.
type elsewhere struct{ *Order }

// at is the block of the main thread that enqueued an event, or NoBlock.
func (o elsewhere) at(e *Event) BlockID {
	if o.Order == nil || e.Enq == NoOp || e.From != o.sk.main {
		return NoBlock
	}
	return o.BlockOf(e.Enq)
}

// addPosts adds to what RK puts before each event what other handlers of the main thread posted.
func (o elsewhere) addPosts(sk *skeleton, posts []trace.EventID, before map[trace.EventID][]trace.EventID) {
	if o.Order == nil {
		return
	}
	var known []trace.EventID
	for _, e := range posts {
		x, priority := &sk.events[e], sk.leastBefore(e)
		b := o.at(x)
		if b == NoBlock || priority == noPriority {
			continue
		}
		for _, f := range known[max(0, len(known)-fewBefore):] {
			y := &sk.events[f]
			if sk.about[f].priority >= priority && (y.Under != x.Under || y.Under < 0) && o.AtOrBefore(o.at(y), b) {
				before[e] = append(before[e], f)
			}
		}
		if x.Kind != trace.Deferred {
			known = append(known, e)
		}
	}
}

// leads gives, for each event that the main thread posted, the blocks here that led to it.
func (o elsewhere) leads(sk *skeleton) map[trace.EventID][]BlockID {
	if o.Order == nil {
		return nil
	}
	var ran []*Event // there, posted here, in their turn
	for i := range sk.events {
		if x := &sk.events[i]; x.From == sk.main && x.Enq != NoOp && x.Deq != NoOp && x.Thread == o.sk.main && sk.about[i].enq >= 0 {
			ran = append(ran, o.Event(x.ID))
		}
	}
	slices.SortFunc(ran, func(a, b *Event) int { return int(a.FirstBlock) - int(b.FirstBlock) })
	led := map[trace.EventID][]BlockID{}
	for i := range sk.events {
		e := &sk.events[i]
		b := o.at(e)
		if b == NoBlock || e.FirstBlock == NoBlock {
			continue
		}
		n, _ := slices.BinarySearchFunc(ran, b+1, func(x *Event, b BlockID) int { return int(x.FirstBlock) - int(b) })
		for _, x := range ran[max(0, n-fewBefore):n] {
			if x.FirstBlock != NoBlock && o.AtOrBefore(x.FirstBlock, b) {
				led[e.ID] = append(led[e.ID], sk.about[x.ID].enq)
			}
		}
	}
	return led
}
