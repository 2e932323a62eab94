package order

import (
	"math"
	"math/bits"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/clock"
)

// The union of frontiers, where a block has several predecessors. Where thousands of
// events wait this is half of all work, so it asks clocks as little as it can: what all
// parts have stays without a question; what one lacks although it was enqueued in that
// one's past was passed there, or something stands for it.

// merger is what uniting frontiers needs again and again.
type merger struct {
	parts      []part
	lists      []trace.EventID // new lists of members, of the block at hand
	working    []front         // its frontier
	adding     []front
	united     []front
	ahead      []trace.EventID
	storing    []storedFront
	heads      []int
	ofPriority [][]trace.EventID // by part: its members of the priority at hand
	all        []trace.EventID
	in         []uint64 // by place in all: parts that have it, modulo 64
	marks      []mark   // by event or loop
	stamp      uint32
	answers    []enqAnswer // by hash, in this pass
	recall     clock.Recall
	single     bool // what is looked through comes from the only predecessor
}

// mark says where a union has a member, if the stamp is its own.
type mark struct {
	stamp uint32
	at    int32
}

// part is the frontier of a block, for a union. Where it is not of one block, that is
// NoBlock.
type part struct {
	block  BlockID
	fronts []front
}

// union merges frontiers priority by priority, and appends the result to out.
func (ps *pass) union(from []part, out []front) []front {
	heads := ps.heads[:0]
	for range from {
		heads = append(heads, 0)
	}
	ps.heads = heads
	ps.ofPriority = append(ps.ofPriority[:0], make([][]trace.EventID, len(from))...)
	for {
		priority, more := int32(math.MaxInt32), false
		ps.tally(len(from))
		if ps.exhausted() {
			return out
		}
		for i, p := range from {
			if heads[i] < len(p.fronts) {
				priority, more = min(priority, p.fronts[heads[i]].priority), true
			}
		}
		if !more {
			return out
		}
		first := front{}
		for i, p := range from {
			ps.ofPriority[i] = nil
			if heads[i] < len(p.fronts) && p.fronts[heads[i]].priority == priority {
				first = p.fronts[heads[i]]
				ps.ofPriority[i] = first.events
				heads[i]++
			}
		}
		switch events := ps.unionOf(priority, from); {
		case len(events) == 0:
		case slices.Equal(events, first.events):
			out = append(out, first)
		default:
			out = append(out, front{priority: priority, events: events})
		}
	}
}

// unionOf merges the members of one priority, those of each part in ofPriority. Those of
// one part do not wait for each other; only across parts one may make another
// superfluous.
func (ps *pass) unionOf(priority int32, from []part) []trace.EventID {
	ps.gather()
	out := ps.newList(len(ps.all))
	for i, e := range ps.all {
		if ps.exhausted() {
			break
		}
		if !ps.superfluous(priority, e, ps.in[i], from) {
			out = append(out, e)
		}
	}
	return out
}

// gather puts the members of all parts into ps.all, and into ps.in which parts have them.
func (ps *pass) gather() {
	ps.all, ps.in = ps.all[:0], ps.in[:0]
	n := 0
	for _, events := range ps.ofPriority {
		n += len(events)
	}
	ps.work += uint64(n)
	if n > fewMembers && ps.marks == nil {
		ps.marks = make([]mark, max(len(ps.events), len(ps.loops)))
	}
	ps.stamp++
	for i, events := range ps.ofPriority {
		for _, e := range events {
			at := 0
			if n <= fewMembers {
				at = slices.Index(ps.all, e)
			} else if m := &ps.marks[e]; m.stamp == ps.stamp {
				at = int(m.at)
			} else {
				*m, at = mark{ps.stamp, int32(len(ps.all))}, -1
			}
			if at < 0 {
				at = len(ps.all)
				ps.all, ps.in = append(ps.all, e), append(ps.in, 0)
			}
			ps.in[at] |= 1 << (i % 64)
		}
	}
}

// fewMembers is how many are looked through one by one.
const fewMembers = 16

// fewParts is up to how many parts that do not have a member are asked at once whether
// it was enqueued in their past.
const fewParts = 2

// superfluous reports whether the block at hand has passed e, or another part's members
// stand for it: e was enqueued in the past of that part's block, and yet is none of
// them. For older members nothing says that, so they are asked one by one.
func (ps *pass) superfluous(priority int32, e trace.EventID, in uint64, from []part) bool {
	if priority < 0 || from[0].block < 0 {
		return ps.passed(priority, e) || priority != loopEnds && priority != burstEnds && priority != waiting && ps.dominated(e, in)
	}
	without := len(from) - bits.OnesCount64(in)
	if ps.after[e] == ps.b || without > fewParts && ps.passed(priority, e) {
		return true
	}
	for i, p := range from {
		// What was enqueued there and has been passed there is covered too.
		if in>>(i%64)&1 == 0 && (without <= fewParts || len(ps.ofPriority[i]) > 0) {
			ps.work++
			if q := ps.about[e].enq; q == p.block || ps.before(q, p.block) {
				return true
			}
		}
	}
	return false
}

// dominated reports whether a member of a part that has not e dominates it.
func (ps *pass) dominated(e trace.EventID, in uint64) bool {
	for i, events := range ps.ofPriority {
		ps.tally(len(events))
		if in>>(i%64)&1 == 0 && slices.ContainsFunc(events, func(g trace.EventID) bool { return ps.dominates(g, e) }) {
			return true
		}
	}
	return false
}

// dominates reports whether who comes after g comes after f's followers'
// bound too: g waits for f itself, and was not overtaken by that bound.
func (ps *pass) dominates(g, f trace.EventID) bool {
	if ps.after[f] >= ps.events[g].FirstBlock || ps.events[f].Enq >= ps.events[g].Enq {
		return false
	}
	if ps.about[f].enq == ps.about[g].enq {
		return true
	}
	ps.work++
	// The same two meet in one block after the other.
	a := &ps.answers[clock.Hash(uint32(f), uint32(g), 0, 0, len(ps.answers))]
	if a.f != f || a.g != g {
		*a = enqAnswer{f, g, ps.enqBefore(f, g)}
	}
	return a.is
}

// enqAnswer remembers whether one event was enqueued before another.
type enqAnswer struct {
	f, g trace.EventID
	is   bool
}
