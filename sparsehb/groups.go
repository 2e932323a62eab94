package sparsehb

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

// Pairs of operations are grouped by the pair of handlers that interferes, the
// filtered ones apart from the reported ones.

// maxPlaces is how many pairs of source places a race lists; the pairs of
// further places are counted in Race.OtherPlaces.
const maxPlaces = 64

// Why a pair of a use and a free is counted, but not reported.
const (
	benignReason   = "allocated and used by one handler that spins no loop in between"
	lifetimeReason = "the handler of the use was delivered to what the free takes away: it could not come later"
)

type groupKey struct {
	kind          RaceKind
	first, second trace.EventID
	filtered      string // reason, "" = none
}

type group struct{ race Race }

type groups struct {
	o      *Order
	by     map[groupKey]*group
	last   groupKey // and its group: pairs come in runs
	at     *group
	counts Counts
}

func newGroups(o *Order) *groups { return &groups{o: o, by: map[groupKey]*group{}} }

// useFree takes a use (and its repetitions) that races with an object's free.
func (gs *groups) useFree(x *object, u *useGroup, observed bool) {
	blocks := gs.o.sk.blocks
	gs.counts.OperationPairs += u.count
	key := groupKey{UseFree, blocks[u.block].Event, blocks[x.free.block].Event, ""}
	switch {
	case benign(gs.o, x, u):
		key.filtered = benignReason
		gs.counts.BenignPairs += u.count
	case !observed && gs.o.diesWith(u.block, x.free.block):
		key.filtered = lifetimeReason
		gs.counts.OutlivedPairs += u.count
	default:
		gs.counts.ReportedPairs += u.count
	}
	g, known := gs.group(key)
	loop := slipLoop(gs.o, x, u.block)
	if !known || better(loop, observed, u.op, &g.race) {
		g.race.First, g.race.Second = gs.accessOf(u), gs.freeOf(x)
		g.race.Alloc, g.race.Loop, g.race.Observed = gs.allocOf(x), loop, observed
	}
	g.add(u.stack, x.free.stack, u.count)
}

// better reports whether a pair tells more than the one that stands for its
// group: a loop to slip into first, then a use seen after the free, then the
// earliest use, which is where a steered run ends.
func better(loop trace.GuardID, observed bool, use uint64, r *Race) bool {
	if (loop >= 0) != (r.Loop >= 0) {
		return loop >= 0
	}
	if observed != r.Observed {
		return observed
	}
	return use < r.First.Op
}

// readWrite takes two accesses in trace order.
func (gs *groups) readWrite(a, b *useGroup) {
	blocks := gs.o.sk.blocks
	g, known := gs.group(groupKey{ReadWrite, blocks[a.block].Event, blocks[b.block].Event, ""})
	if !known {
		g.race.First, g.race.Second, g.race.Loop = gs.accessOf(a), gs.accessOf(b), trace.NoGuard
	}
	gs.counts.ReadWritePairs++
	g.add(a.stack, b.stack, 1)
}

func (gs *groups) group(key groupKey) (*group, bool) {
	if gs.at != nil && gs.last == key {
		return gs.at, true
	}
	g := gs.by[key]
	known := g != nil
	if !known {
		g = gs.newGroup(key)
	}
	gs.last, gs.at = key, g
	return g, known
}

func (gs *groups) newGroup(key groupKey) *group {
	g := &group{}
	g.race.Loop = trace.NoGuard
	g.race.Kind = key.kind
	g.race.Filtered = key.filtered
	gs.by[key] = g
	return g
}

func (g *group) add(first, second trace.StackID, n uint64) {
	g.race.Pairs += n
	for i := range g.race.Places {
		if p := &g.race.Places[i]; p.First == first && p.Second == second {
			p.Pairs += n
			return
		}
	}
	if len(g.race.Places) < maxPlaces {
		g.race.Places = append(g.race.Places, Place{first, second, n})
	} else {
		g.race.OtherPlaces += n
	}
}

func (gs *groups) accessOf(u *useGroup) Access {
	return Access{Op: u.op, Kind: u.kind, Mode: u.mode, Event: gs.o.sk.blocks[u.block].Event, Block: u.block,
		Thread: gs.o.sk.main, Addr: u.addr, Size: u.size, Stack: u.stack}
}

func (gs *groups) freeOf(x *object) Access { return gs.siteOf(x, trace.Free, x.freeOp, x.free) }

func (gs *groups) allocOf(x *object) *Access {
	if x.allocOp == NoOp {
		return nil
	}
	a := gs.siteOf(x, trace.Alloc, x.allocOp, x.alloc)
	return &a
}

func (gs *groups) siteOf(x *object, kind trace.Kind, op uint64, s site) Access {
	a := Access{Op: op, Kind: kind, Event: trace.NoEvent, Block: s.block, Thread: s.thread,
		Addr: x.start, Size: x.end - x.start, Stack: s.stack}
	if s.block >= 0 {
		a.Event = gs.o.sk.blocks[s.block].Event
	}
	return a
}

// result lists the races: reported before filtered, use-free before
// read-write, then by operation.
func (gs *groups) result() ([]Race, Counts) {
	races := make([]Race, 0, len(gs.by))
	for key, g := range gs.by {
		if key.kind == UseFree && key.filtered == "" {
			gs.counts.HandlerPairs++
		}
		races = append(races, g.race)
	}
	slices.SortFunc(races, func(a, b Race) int {
		return cmp.Or(cmp.Compare(a.Filtered, b.Filtered), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.First.Op, b.First.Op), cmp.Compare(a.Second.Op, b.Second.Op))
	})
	return races, gs.counts
}
