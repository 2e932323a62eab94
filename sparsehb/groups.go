package sparsehb

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/flow"
)

// Pairs of operations are grouped by the pair of handlers that interferes, the
// filtered ones apart from the reported ones.

// maxPlaces is how many pairs of source places a race lists; the pairs of
// further places are counted in Race.OtherPlaces.
const maxPlaces = 64

// maxGroups is how many pairs of handlers are told apart, filtered ones and
// reported ones together; the pairs of operations of further ones are counted
// in Counts.UntoldPairs.
const maxGroups = 100_000

// Why a pair of a use and a free is counted, but not reported.
const (
	benignReason   = "allocated and used by one handler that spins no loop in between"
	guardedReason  = "guarded: the handler of the use first reads what the handler of the free has overwritten by then"
	countedReason  = "counted: the handler of the use holds a reference to the object meanwhile"
	sharedReason   = "shared: a library's counted memory, which the handler of the use reaches anew by one of its owners"
	slotReason     = "slot: the use happens in a slot that the handler of the free takes away with its receiver"
	askedReason    = "asked: the library came to the object by itself, and finds only what lives"
	vptrReason     = "a constructor or destructor sets the vtable pointer: the object's life, not its data"
	grabbedReason  = "menu: the free needs a key, and an open menu takes those until after the use"
	excludedReason = "excluded: the free needs input, and the loop before the use takes none"
	modalReason    = "modal: the free needs input to a window that a modal dialog blocks until after the use"
	stillReason    = "the handler of the use belongs to a timer or watcher that is stopped before the free: it could not come later"
	lifetimeReason = "the handler of the use was delivered to what the free takes away: it could not come later"
	ownerReason    = "the handler of the use was delivered to what the handler of the free takes away, which waits for it in a loop"
)

type groupKey struct {
	kind          RaceKind
	first, second trace.EventID
	filtered      string // reason, "" = none
	coverage      Coverage
}

// group is a race in the making; firsts has, for each of its places, the first
// operation that was seen there.
type group struct {
	race    Race
	firsts  []uint64
	covered []*weighed // the races that cover it
}

type groups struct {
	o      *Order
	by     map[groupKey]*group
	last   groupKey // and its group: pairs come in runs
	at     *group
	counts Counts

	crossing   []crossPair
	candidates []candidate
	room       int       // for so many of them
	pairs      []weighed // read-write, as many
}

func newGroups(o *Order, room int) *groups {
	return &groups{o: o, by: map[groupKey]*group{}, room: room}
}

// useFree takes a use (and its repetitions) that races with an object's free.
func (gs *groups) useFree(x *object, u *useGroup) {
	after := u.op > x.freeOp
	gs.counts.OperationPairs += u.count
	switch {
	case benign(gs.o, x, u):
		gs.counts.BenignPairs += u.count
		gs.put(x, u, benignReason)
	case !after && gs.o.diesWith(u.block, x.free.block):
		gs.counts.OutlivedPairs += u.count
		gs.put(x, u, lifetimeReason)
	case !after && gs.o.outlasts(u.block, x.free.block):
		gs.counts.OutlivedPairs += u.count
		gs.put(x, u, ownerReason)
	case !after && gs.o.stilled(u.block, x.freeOp, x.free.block):
		gs.counts.OutlivedPairs += u.count
		gs.put(x, u, stillReason)
	case !after && gs.o.kept(x, u):
		gs.counts.ModalPairs += u.count
		gs.put(x, u, modalReason)
	case !after && gs.o.barred(x, u) != "":
		gs.counts.ModalPairs += u.count
		gs.put(x, u, gs.o.barred(x, u))
	case !after && gs.o.rules != Paper && gs.o.counted(x, u):
		gs.counts.CountedPairs += u.count
		gs.put(x, u, countedReason)
	case after || gs.o.rules == Paper:
		gs.settle(x, u, "")
	case len(gs.candidates) >= gs.room:
		gs.counts.UnjudgedPairs += u.count
		gs.settle(x, u, "")
	default:
		header := u.hold == nil && x.pending[0].addr >= x.start && x.pending[0].addr-x.start < headerSize
		gs.candidates = append(gs.candidates, candidate{object: *x, use: *u, header: header})
		gs.candidates[len(gs.candidates)-1].pending = nil
	}
}

// settle takes a pair that only the third walk could filter.
func (gs *groups) settle(x *object, u *useGroup, filtered string) {
	switch filtered {
	case guardedReason:
		gs.counts.GuardedPairs += u.count
	case sharedReason, slotReason, askedReason:
		gs.counts.AnewPairs += u.count
	default:
		gs.counts.ReportedPairs += u.count
	}
	gs.put(x, u, filtered)
}

// put puts a pair into its group.
func (gs *groups) put(x *object, u *useGroup, filtered string) {
	blocks := gs.o.sk.blocks
	observed := u.observed(x)
	g := gs.group(groupKey{UseFree, blocks[u.block].Event, blocks[x.free.block].Event, filtered, NoCoverage})
	if g == nil {
		gs.counts.UntoldPairs += u.count
		return
	}
	loop := slipLoop(gs.o, x, u.block)
	if g.race.Pairs == 0 || better(u.hold == nil, loop, observed, u.op, x.freeOp, &g.race) {
		g.race.First, g.race.Second = gs.accessOf(u), gs.freeOf(x)
		g.race.Alloc, g.race.Loop, g.race.Observed = gs.allocOf(x), loop, observed
	}
	if u.hold != nil {
		g.hold(Held{gs.accessOf(u), gs.allocOf(x)})
	}
	g.race.Potential = (g.race.Pairs == 0 || g.race.Potential) && u.hold != nil
	g.add(Place{u.stack, x.free.stack, u.count}, u.op)
}

// better reports whether a pair tells more than the one that stands for its
// group: a use that was recorded before a potential one, one seen after the free
// first, then a loop to slip into, then the earliest use, which is where a steered
// run ends.
func better(certain bool, loop trace.GuardID, observed bool, use, free uint64, r *Race) bool {
	switch {
	case certain != (r.First.Hold == nil):
		return certain
	case observed != r.Observed:
		return observed
	case (loop >= 0) != (r.Loop >= 0):
		return loop >= 0
	case use != r.First.Op:
		return use < r.First.Op
	}
	return free < r.Second.Op
}

// maxHeld is how many potential uses a race and a loop list.
const maxHeld = 64

func (g *group) hold(h Held) {
	same := func(k Held) bool {
		return k.Use.Stack == h.Use.Stack && k.Use.Hold.Rule == h.Use.Hold.Rule && k.site() == h.site()
	}
	if len(g.race.Held) < maxHeld && !slices.ContainsFunc(g.race.Held, same) {
		g.race.Held = append(g.race.Held, h)
	}
}

func (h *Held) site() trace.StackID {
	if h.Alloc == nil {
		return trace.NoStack
	}
	return h.Alloc.Stack
}

// readWrite takes two accesses in trace order. They wait for their filters and
// for coverage (coverage.go), where there is room.
func (gs *groups) readWrite(a, b *useGroup) {
	gs.counts.ReadWritePairs++
	w := weighed{crossPair: crossPair{*a, *b}}
	if (a.mode|b.mode)&trace.ModeVptr != 0 {
		w.filtered = vptrReason
	} else if gs.o.commute(a, b) {
		w.filtered = commutingReason
	}
	if len(gs.pairs) < gs.room {
		gs.pairs = append(gs.pairs, w)
		return
	}
	gs.counts.UnweighedPairs++
	blocks := gs.o.sk.blocks
	g := gs.group(groupKey{ReadWrite, blocks[a.block].Event, blocks[b.block].Event, w.filtered, NoCoverage})
	if g == nil {
		gs.counts.UntoldPairs++
		return
	}
	if r := &g.race; r.Pairs == 0 || b.op < r.Second.Op || b.op == r.Second.Op && a.op < r.First.Op {
		g.race.First, g.race.Second = gs.accessOf(a), gs.accessOf(b)
	}
	g.add(Place{a.stack, b.stack, 1}, b.op)
}

// group returns the group of a key, nil when there are too many.
func (gs *groups) group(key groupKey) *group {
	if gs.at != nil && gs.last == key {
		return gs.at
	}
	g := gs.by[key]
	if g == nil {
		if len(gs.by) >= maxGroups {
			return nil
		}
		g = &group{race: Race{Kind: key.kind, Filtered: key.filtered, Loop: trace.NoGuard}}
		gs.by[key] = g
	}
	gs.last, gs.at = key, g
	return g
}

func (g *group) add(p Place, op uint64) {
	g.race.Pairs += p.Pairs
	for i := range g.race.Places {
		if q := &g.race.Places[i]; q.First == p.First && q.Second == p.Second {
			q.Pairs += p.Pairs
			g.firsts[i] = min(g.firsts[i], op)
			return
		}
	}
	if len(g.race.Places) < maxPlaces {
		g.race.Places, g.firsts = append(g.race.Places, p), append(g.firsts, op)
	} else {
		g.race.OtherPlaces += p.Pairs
	}
}

// merge puts what another shard found to this.
func (gs *groups) merge(other *groups) {
	gs.counts.add(&other.counts)
	gs.candidates = append(gs.candidates, other.candidates...)
	gs.crossing = append(gs.crossing, other.crossing...)
	gs.pairs = append(gs.pairs, other.pairs...)
	for key, h := range other.by {
		g := gs.group(key)
		r := &h.race
		switch {
		case g == nil:
			gs.counts.UntoldPairs += r.Pairs
			continue
		case g.race.Pairs == 0, r.Kind == UseFree && better(r.First.Hold == nil, r.Loop, r.Observed, r.First.Op, r.Second.Op, &g.race),
			r.Kind == ReadWrite && (r.Second.Op < g.race.Second.Op ||
				r.Second.Op == g.race.Second.Op && r.First.Op < g.race.First.Op):
			g.race.First, g.race.Second, g.race.Alloc = r.First, r.Second, r.Alloc
			g.race.Loop, g.race.Observed = r.Loop, r.Observed
		}
		g.race.Potential = (g.race.Pairs == 0 || g.race.Potential) && r.Potential
		for _, held := range r.Held {
			g.hold(held)
		}
		for i, p := range r.Places {
			g.add(p, h.firsts[i])
		}
		g.race.Pairs += r.OtherPlaces
		g.race.OtherPlaces += r.OtherPlaces
	}
}

func (c *Counts) add(d *Counts) {
	c.OperationPairs += d.OperationPairs
	c.BenignPairs += d.BenignPairs
	c.ReportedPairs += d.ReportedPairs
	c.OutlivedPairs += d.OutlivedPairs
	c.CountedPairs += d.CountedPairs
	c.AnewPairs += d.AnewPairs
	c.ModalPairs += d.ModalPairs
	c.ReadWritePairs += d.ReadWritePairs
	c.LongAccesses += d.LongAccesses
	c.UntoldPairs += d.UntoldPairs
	c.UnjudgedPairs += d.UnjudgedPairs
	c.UnweighedPairs += d.UnweighedPairs
}

// doubleFrees adds what the first pass found.
func (gs *groups) doubleFrees() {
	for i := range gs.o.sk.heap.twice {
		d := &gs.o.sk.heap.twice[i]
		gs.counts.DoubleFrees++
		x := object{start: d.start, end: d.end, allocOp: d.allocOp, alloc: d.alloc}
		if d.allocOp != NoOp {
			x.alloc.block = gs.o.BlockOf(d.allocOp)
		}
		first := gs.siteOf(&x, trace.Free, d.first.op, d.first.site(gs.o))
		second := gs.siteOf(&x, trace.Free, d.second.op, d.second.site(gs.o))
		g := gs.group(groupKey{DoubleFree, first.Event, second.Event, "", NoCoverage})
		if g == nil {
			gs.counts.UntoldPairs++
			continue
		}
		if g.race.Pairs == 0 {
			g.race.First, g.race.Second, g.race.Alloc, g.race.Observed = first, second, gs.allocOf(&x), true
		}
		g.add(Place{first.Stack, second.Stack, 1}, second.Op)
	}
}

func (e ending) site(o *Order) site { return site{o.BlockOf(e.op), e.thread, e.stack} }

func (gs *groups) accessOf(u *useGroup) Access {
	return Access{Op: u.op, Kind: u.kind, Mode: u.mode, Event: gs.o.sk.blocks[u.block].Event, Block: u.block,
		Thread: gs.o.sk.main, Addr: u.addr, Size: u.size, Stack: u.stack, Hold: u.hold}
}

func (gs *groups) freeOf(x *object) Access {
	a := gs.siteOf(x, trace.Free, x.freeOp, x.free)
	a.Destroyed = x.destroyed
	return a
}

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

// result lists the races: reported before filtered, observed before predicted,
// use-free before double frees and read-write, of these uncovered before covered
// ones and what is likely to do harm first; then by operation.
func (gs *groups) result() ([]Race, Counts) {
	list := make([]*group, 0, len(gs.by))
	for key, g := range gs.by {
		if key.kind == UseFree && key.filtered == "" {
			gs.counts.HandlerPairs++
		}
		g.sortPlaces()
		list = append(list, g)
	}
	slices.SortFunc(list, func(x, y *group) int {
		a, b := &x.race, &y.race
		return cmp.Or(cmp.Compare(a.Filtered, b.Filtered), -compareBool(a.Observed, b.Observed), compareMatter(a, b), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Coverage, b.Coverage), cmp.Compare(a.Rank, b.Rank),
			cmp.Compare(a.First.Op, b.First.Op), cmp.Compare(a.Second.Op, b.Second.Op))
	})
	races, at := make([]Race, len(list)), make(map[*group]int, len(list))
	for i, g := range list {
		races[i], at[g] = g.race, i
	}
	gs.linkCovers(races, at)
	return races, gs.counts
}

// compareMatter puts what matters most first, among the races that data flow ranks.
func compareMatter(a, b *Race) int {
	if a.Matters == flow.Unranked || b.Matters == flow.Unranked {
		return -compareBool(a.Matters == flow.Unranked, b.Matters == flow.Unranked)
	}
	return cmp.Compare(a.Matters, b.Matters)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// sortPlaces puts the places in the order of their first appearance.
func (g *group) sortPlaces() {
	order := make([]int, len(g.firsts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		p, q := g.race.Places[i], g.race.Places[j]
		return cmp.Or(cmp.Compare(g.firsts[i], g.firsts[j]), cmp.Compare(p.First, q.First), cmp.Compare(p.Second, q.Second))
	})
	sorted, firsts := make([]Place, len(order)), make([]uint64, len(order))
	for i, j := range order {
		sorted[i], firsts[i] = g.race.Places[j], g.firsts[j]
	}
	g.race.Places, g.firsts = sorted, firsts
}
