package sparsehb

import (
	"cmp"
	"maps"
	"slices"
	"unsafe"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/flow"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

// Pairs of operations are grouped by the pair of handlers that interferes, the
// filtered ones apart from the reported ones. Of the use-free pairs that are reported one
// bug makes a group: the loop that the free slips into, who frees, and what. Its example
// is the use nearest after the loop, which is where a run ends. Two bugs in one handler are
// two races; a report puts together what has the same functions.

// maxPlaces is how many pairs of source places a race lists; the pairs of
// further places are counted in Race.OtherPlaces.
const maxPlaces = 64

// maxGroups is how many pairs of handlers are kept apart, of the reported ones, and of the
// filtered ones. Of further handlers, those whose operations have the same two stacks share a
// group, as many groups again: Counts.SharedPairs. What finds no room there either is in
// Counts.UntoldPairs.
const maxGroups = 100_000

type groupKey struct {
	kind          RaceKind
	first, second trace.EventID
	by            *filter.Filter // that takes it out, or nil
	coverage      Coverage
	kept          *filter.Filter // that keeps a person from it, and not a call, or nil
	barred        bool           // its loop keeps a person out, and not a call
	bug           bug
	places        [2]trace.StackID // of a group that handlers share; these are NoEvent then
	shared        bool
}

// group is a race in the making; firsts has, for each of its places, the first
// operation that was seen there.
type group struct {
	race    Race
	firsts  []uint64
	covered []*race.ReadWrite // the races that cover it
}

// groups is the taker of a walk's pairs.
type groups struct {
	o       *Order
	filters *filter.Filters
	by      map[groupKey]*group
	last    groupKey // and its group: pairs come in runs
	at      *group
	kept    [2][2]int // groups: reported, filtered; of two handlers, shared
	most    int       // of each
	counts  Counts

	candidates []*filter.Candidate
	room       int        // for so many of them
	pairs      []*weighed // read-write, as many
	monitor    *walk.Monitor
}

// lookAfter is how many groups, candidates or pairs are made between two looks at the
// memory: some 300 to 600 bytes each.
const lookAfter = 1 << 10

// look asks the monitor after so many more things of one kind; the walk asks it again.
func (gs *groups) look(n int) {
	if n%lookAfter == 0 {
		_ = gs.monitor.Check()
	}
}

// maxCandidates bounds the memory of what waits for another walk: some 200 MB.
const maxCandidates = 1 << 20

func newGroups(o *Order, filters *filter.Filters, room, most int) *groups {
	return &groups{o: o, filters: filters, by: map[groupKey]*group{}, room: room, most: cmp.Or(most, maxGroups)}
}

// UseFree takes a use (and its repetitions) that races with an object's free.
func (gs *groups) UseFree(x *race.Object, u *race.Use) {
	gs.counts.OperationPairs += u.Count
	by, byCall := gs.filters.AtOnce(x, u)
	// A call that closes a window does so while the handler of the use waits, or else
	// as a person does.
	if by != nil && !(byCall && slipLoop(gs.o, x, u.Block) >= 0) {
		gs.settle(x, u, by, nil)
		return
	}
	c, waits := gs.filters.Candidate(x, u)
	switch {
	case !waits:
		gs.settle(x, u, nil, by)
	case len(gs.candidates) >= gs.room:
		gs.counts.UnjudgedPairs += u.Count
		gs.settle(x, u, nil, by)
	default:
		c.Kept = by
		gs.candidates = append(gs.candidates, c)
		gs.look(len(gs.candidates))
	}
}

// LongAccess counts one.
func (gs *groups) LongAccess() { gs.counts.LongAccesses++ }

// settle takes a pair of which all is known.
func (gs *groups) settle(x *race.Object, u *race.Use, by, kept *filter.Filter) {
	if gs.o.Tables().IsClosure(x.Alloc.Stack) {
		gs.counts.OperationPairs -= u.Count
		return // no memory of the program's: what the recorder says of calls by it
	}
	if by != nil {
		gs.counts.Filtered[by.Number()] += u.Count
	} else {
		gs.counts.ReportedPairs += u.Count
	}
	gs.put(x, u, by, kept)
}

// decide has the candidates decided, and puts them into groups.
func (gs *groups) decide(src trace.Source, m *walk.Monitor, stacks filter.Stacks) error {
	if err := gs.filters.Decide(src, m, gs.candidates, stacks); err != nil {
		return err
	}
	for i := range gs.candidates {
		c := gs.candidates[i]
		gs.settle(&c.Object, &c.Use, c.By, c.Kept)
	}
	gs.candidates = nil
	return m.Check()
}

// roomOfResult is how many bytes the list of races takes, about.
func (gs *groups) roomOfResult() uint64 {
	return 2 * uint64(len(gs.by)) * uint64(unsafe.Sizeof(Race{}))
}

// put puts a pair into its group.
func (gs *groups) put(x *race.Object, u *race.Use, by, kept *filter.Filter) {
	if by != nil {
		kept = nil // it is taken out whoever brings it about
	}
	observed := u.Observed(x)
	loop, barred := slipLoop(gs.o, x, u.Block), false
	if by == nil && !observed {
		loop, barred = gs.openLoop(x, u, loop)
	}
	key := groupKey{kind: UseFree, first: gs.o.EventOf(u.Block), second: gs.o.EventOf(x.Data.FreeBlock), by: by, kept: kept, barred: barred && kept == nil, bug: noBug}
	if by == nil && loop >= 0 {
		key.bug = bugOf(x, loop)
	}
	g := gs.group(key, Place{u.Stack, x.Free.Stack, u.Count})
	if g == nil {
		return
	}
	if g.race.Pairs == 0 || better(u.Live == nil && x.Owned == nil, loop, observed, u.Op, x.FreeOp, &g.race) {
		g.race.First, g.race.Second = gs.accessOf(u), gs.freeOf(x)
		g.race.Alloc, g.race.Loop, g.race.Observed = gs.allocOf(x), loop, observed
	}
	if u.Live != nil {
		g.addLive(PotentialUse{Use: gs.accessOf(u), Alloc: gs.allocOf(x)})
	}
	g.race.Potential = (g.race.Pairs == 0 || g.race.Potential) && u.Live != nil
	g.add(Place{u.Stack, x.Free.Stack, u.Count}, u.Op)
}

// slipLoop returns the latest loop of the use's handler that the free can slip
// into: it ended before the use, and nothing orders the free before its start
// or after its end. The object must be there when the loop starts.
func slipLoop(o *Order, x *race.Object, use BlockID) trace.LoopID {
	found := trace.NoLoop
	eachSlip(o, x, use, func(g trace.LoopID) { found = g })
	return found
}

// eachSlip calls f for the loops of the use's handler that the free can slip into.
func eachSlip(o *Order, x *race.Object, use BlockID, f func(trace.LoopID)) {
	e := o.EventOf(use)
	if e < 0 {
		return
	}
	for _, g := range o.Event(e).Loops {
		v := o.Loop(g)
		if v.ResumeBlock < 0 || v.ResumeBlock > use {
			break
		}
		free := x.Data.FreeBlock
		if !o.AtOrBefore(free, v.PauseBlock) && !o.AtOrBefore(v.ResumeBlock, free) &&
			!(x.Data.AllocBlock >= 0 && o.AtOrBefore(v.ResumeBlock, x.Data.AllocBlock)) {
			f(g)
		}
	}
}

// openLoop is the last loop that the free can slip into and that lets in what the free
// needs; last is the last one regardless. Where there is none, but a call can do what no
// person can, it is that one, barred.
func (gs *groups) openLoop(x *race.Object, u *race.Use, last trace.LoopID) (loop trace.LoopID, barred bool) {
	if last < 0 {
		return last, false
	}
	by, byCall := gs.filters.KeptOut(x.Data.FreeBlock, last)
	if by == nil {
		return last, false
	}
	found := trace.NoLoop
	eachSlip(gs.o, x, u.Block, func(g trace.LoopID) {
		if no, _ := gs.filters.KeptOut(x.Data.FreeBlock, g); no == nil {
			found = g
		}
	})
	if found < 0 && byCall {
		return last, true
	}
	return found, false
}

// better reports whether a pair says more than the one that stands for its
// group: a use that was recorded before a potential one, one seen after the free
// first, then a loop to slip into, then the earliest use, which is where a steered
// run ends.
func better(certain bool, loop trace.LoopID, observed bool, use, free uint64, r *Race) bool {
	switch {
	case certain != (r.First.Live == nil && !r.Second.Owned):
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
const maxLive = 64

func (g *group) addLive(h PotentialUse) {
	same := func(k PotentialUse) bool {
		return k.Use.Stack == h.Use.Stack && k.Use.Live.Rule == h.Use.Live.Rule && allocSite(&k) == allocSite(&h)
	}
	if len(g.race.Live) < maxLive && !slices.ContainsFunc(g.race.Live, same) {
		g.race.Live = append(g.race.Live, h)
	}
}

func allocSite(h *PotentialUse) trace.StackID {
	if h.Alloc == nil {
		return trace.NoStack
	}
	return h.Alloc.Stack
}

// ReadWrite takes two accesses in trace order. They wait for their filters and
// for coverage (weigh.go), where there is room.
func (gs *groups) ReadWrite(a, b *race.Use) {
	gs.counts.ReadWritePairs++
	w := weighed{Pair: gs.filters.ReadWrite(a, b)}
	if len(gs.pairs) < gs.room {
		gs.pairs = append(gs.pairs, &w)
		gs.look(len(gs.pairs))
		return
	}
	gs.counts.UnweighedPairs++
	place := Place{a.Stack, b.Stack, 1}
	g := gs.group(groupKey{kind: ReadWrite, first: gs.o.EventOf(a.Block), second: gs.o.EventOf(b.Block), by: w.By, bug: noBug}, place)
	if g == nil {
		return
	}
	if r := &g.race; r.Pairs == 0 || b.Op < r.Second.Op || b.Op == r.Second.Op && a.Op < r.First.Op {
		g.race.First, g.race.Second = gs.accessOf(a), gs.accessOf(b)
	}
	g.add(place, b.Op)
}

// group returns the group of a key for pairs of a place. When there are too many, they are
// counted, and it is nil.
func (gs *groups) group(key groupKey, p Place) *group {
	if gs.at != nil && gs.last == key {
		return gs.at
	}
	side := 0
	if key.by != nil {
		side = 1
	}
	kept, asked := &gs.kept[side], key
	g := gs.by[key]
	if g == nil && key.bug != noBug && kept[0] >= gs.most/2 { // no room for bugs of one pair of handlers
		key.bug = noBug
		g = gs.by[key]
	}
	if g == nil && !key.shared && kept[0] >= gs.most {
		key.first, key.second, key.shared, key.places = trace.NoEvent, trace.NoEvent, true, [2]trace.StackID{p.First, p.Second}
		g = gs.by[key]
	}
	if g == nil {
		n := &kept[0]
		if key.shared {
			n = &kept[1]
		}
		if *n >= gs.most {
			gs.counts.UntoldPairs += p.Pairs
			return nil
		}
		*n++
		g = &group{race: Race{Kind: key.kind, Loop: trace.NoLoop, Shared: key.shared}}
		if key.kept != nil {
			g.race.By, g.race.Kept = ByCall, key.kept.ID
		}
		if key.barred {
			g.race.By = ByCall
		}
		if key.by != nil {
			g.race.Filter, g.race.Filtered = key.by.ID, key.by.Reason
		}
		gs.by[key] = g
		gs.look(len(gs.by))
	}
	if !key.shared { // the next pair of these handlers may go elsewhere
		gs.last, gs.at = asked, g
	}
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

// Merge puts what another shard found to this.
func (gs *groups) Merge(taker race.Taker) {
	other := taker.(*groups)
	gs.counts.add(&other.counts)
	gs.candidates = append(gs.candidates, other.candidates...)
	gs.pairs = append(gs.pairs, other.pairs...)
	for _, key := range other.inOrder() {
		h := other.by[key]
		r := &h.race
		g := gs.group(key, Place{r.First.Stack, r.Second.Stack, r.Pairs})
		switch {
		case g == nil:
			continue
		case g.race.Pairs == 0, r.Kind == UseFree && better(r.First.Live == nil && !r.Second.Owned, r.Loop, r.Observed, r.First.Op, r.Second.Op, &g.race),
			r.Kind == ReadWrite && (r.Second.Op < g.race.Second.Op ||
				r.Second.Op == g.race.Second.Op && r.First.Op < g.race.First.Op):
			g.race.First, g.race.Second, g.race.Alloc = r.First, r.Second, r.Alloc
			g.race.Loop, g.race.Observed = r.Loop, r.Observed
		}
		g.race.Potential = g.race.Pairs == 0 || g.race.Potential
		g.take(h)
	}
}

// inOrder are the keys; sorted where not all of them may get a group of their own.
func (gs *groups) inOrder() []groupKey {
	keys := slices.Collect(maps.Keys(gs.by))
	if 2*len(keys) >= gs.most {
		slices.SortFunc(keys, func(a, b groupKey) int {
			x, y := &gs.by[a].race, &gs.by[b].race
			return cmp.Or(cmp.Compare(x.First.Op, y.First.Op), cmp.Compare(x.Second.Op, y.Second.Op), compareAllocs(x, y))
		})
	}
	return keys
}

func (c *Counts) add(d *Counts) {
	c.OperationPairs += d.OperationPairs
	c.ReportedPairs += d.ReportedPairs
	c.ReadWritePairs += d.ReadWritePairs
	c.LongAccesses += d.LongAccesses
	c.UntoldPairs += d.UntoldPairs
	c.UnjudgedPairs += d.UnjudgedPairs
	c.UnweighedPairs += d.UnweighedPairs
	for i, n := range d.Filtered {
		c.Filtered[i] += n
	}
}

// doubleFrees adds what the first walk found. A second free is seen as one only where
// the trace has all allocations and frees: had one of them been lost, it may be the
// free of another object.
func (gs *groups) doubleFrees() {
	if !gs.o.Meta().HasAll(trace.Alloc, trace.Free) {
		gs.counts.UnsureFrees = uint64(len(gs.o.Heap().Twice))
		return
	}
	for i := range gs.o.Heap().Twice {
		d := &gs.o.Heap().Twice[i]
		gs.counts.DoubleFrees++
		free := func(e heap.Ending) Access {
			return gs.access(trace.Free, e.Op, gs.o.BlockOf(e.Op), e.Site(), d.Start, d.End)
		}
		first, second := free(d.First), free(d.Second)
		g := gs.group(groupKey{kind: DoubleFree, first: first.Event, second: second.Event, bug: noBug}, Place{first.Stack, second.Stack, 1})
		if g == nil {
			continue
		}
		if g.race.Pairs == 0 {
			g.race.First, g.race.Second, g.race.Observed = first, second, true
			g.race.Alloc = nil
			if d.AllocOp != NoOp {
				a := gs.access(trace.Alloc, d.AllocOp, gs.o.BlockOf(d.AllocOp), d.Alloc, d.Start, d.End)
				g.race.Alloc = &a
			}
		}
		g.add(Place{first.Stack, second.Stack, 1}, second.Op)
	}
}

func (gs *groups) accessOf(u *race.Use) Access {
	return Access{Op: u.Op, Kind: u.Kind, Mode: u.Mode, Event: gs.o.EventOf(u.Block), Block: u.Block,
		Thread: gs.o.Main(), Addr: u.Addr, Size: u.Size, Stack: u.Stack, Live: u.Live}
}

func (gs *groups) freeOf(x *race.Object) Access {
	a := gs.access(trace.Free, x.FreeOp, x.Data.FreeBlock, x.Free, x.Start, x.End)
	a.Destroyed, a.Scope, a.Owned = x.Destroyed, x.Scope, x.Owned != nil
	return a
}

func (gs *groups) allocOf(x *race.Object) *Access {
	if x.AllocOp == NoOp {
		return nil
	}
	a := gs.access(trace.Alloc, x.AllocOp, x.Data.AllocBlock, x.Alloc, x.Start, x.End)
	return &a
}

// access is an operation on all bytes from start to end.
func (gs *groups) access(kind trace.Kind, op uint64, block BlockID, at heap.Site, start, end uint64) Access {
	a := Access{Op: op, Kind: kind, Event: trace.NoEvent, Block: block, Thread: at.Thread,
		Addr: start, Size: end - start, Stack: at.Stack}
	if block >= 0 {
		a.Event = gs.o.EventOf(block)
	}
	return a
}

// result lists the races: reported before filtered, observed before predicted,
// use-free before double frees and read-write, of these uncovered before covered
// ones and what is likely to do harm first; then by operation.
func (gs *groups) result() ([]Race, Counts) {
	gs.foldPlain()
	list, handlers := make([]*group, 0, len(gs.by)), map[[2]trace.EventID]bool{}
	for key, g := range gs.by {
		if key.kind == UseFree && key.by == nil && !key.shared {
			handlers[[2]trace.EventID{key.first, key.second}] = true
		}
		if key.shared {
			gs.counts.SharedPairs += g.race.Pairs
		}
		g.sortPlaces()
		list = append(list, g)
	}
	gs.counts.HandlerPairs = uint64(len(handlers))
	slices.SortFunc(list, func(x, y *group) int {
		a, b := &x.race, &y.race
		return cmp.Or(cmp.Compare(a.Filtered, b.Filtered), cmp.Compare(a.By, b.By), -compareBool(a.Observed, b.Observed), compareMatter(a, b), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Coverage, b.Coverage), cmp.Compare(a.Likelihood, b.Likelihood),
			cmp.Compare(a.First.Op, b.First.Op), cmp.Compare(a.Second.Op, b.Second.Op), cmp.Compare(a.Kept, b.Kept), compareAllocs(a, b))
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
