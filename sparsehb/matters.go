package sparsehb

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/flow"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

// Which read-write races matter, in a recording with data flow (record --flow):
// two more walks through the trace, for the room flow.

// recordsFlow: the trace says what values depend on.
func recordsFlow(o *Order) bool {
	return slices.ContainsFunc(o.Tables().Sites[min(1, len(o.Tables().Sites)):], func(s trace.Site) bool { return s.Kind == trace.SiteFunction })
}

// flowOrder is the order as the room flow asks for it.
type flowOrder struct{ *Order }

func (o flowOrder) Before(a, b flow.BlockID) bool {
	return o.Order.Before(BlockID(a), BlockID(b))
}

// flowTaker is either walk.
type flowTaker interface {
	Run(run []trace.Access, block flow.BlockID, n uint64)
	Operation(op *trace.Op, block flow.BlockID, n uint64)
}

type flowWalk struct {
	order.Cursor
	to flowTaker
}

func (w *flowWalk) Run(run []trace.Access, block BlockID) { w.to.Run(run, flow.BlockID(block), w.N) }

func (w *flowWalk) Operation(op *trace.Op, block BlockID) {
	w.to.Operation(op, flow.BlockID(block), w.N)
}

// flow ranks the pairs, and finds handlers that write one state in either order.
func (gs *groups) flow(src trace.Source, opt flow.Options, m *walk.Monitor) (*flow.Result, error) {
	pairs := make([]flow.Pair, len(gs.pairs))
	for i := range gs.pairs {
		p := gs.pairs[i]
		pairs[i] = flow.Pair{First: flowAccess(&p.A), Second: flowAccess(&p.B)}
	}
	collector := flow.NewCollector(flowOrder{gs.o}, pairs, opt)
	walk := func(to flowTaker) error {
		w := &flowWalk{Cursor: order.NewCursor(gs.o, m), to: to}
		return w.Walk(src, w)
	}
	if err := walk(collector); err != nil {
		return nil, err
	}
	follower := collector.Follow(gs.o.Tables().Sites)
	if err := walk(follower); err != nil {
		return nil, err
	}
	res := follower.Finish()
	for i := range gs.pairs {
		gs.pairs[i].matters = &res.Verdicts[i]
	}
	gs.conflicts(res.Conflicts)
	return res, nil
}

func flowAccess(u *race.Use) flow.Access {
	return flow.Access{Op: u.Op, Block: flow.BlockID(u.Block), Write: u.Kind == trace.Write, Addr: u.Addr, Size: u.Size}
}

// conflicts makes races of pairs of sinks; what matters most comes first.
func (gs *groups) conflicts(list []flow.SinkPair) {
	end := func(e flow.End) Access {
		return Access{Op: e.Op, Kind: trace.Sink, Event: gs.o.EventOf(BlockID(e.Block)), Block: BlockID(e.Block),
			Thread: gs.o.Main(), Stack: e.Stack}
	}
	for _, c := range list {
		a, b := c.First, c.Second
		if b.Op < a.Op {
			a, b = b, a
		}
		first, second := end(a), end(b)
		g := gs.group(groupKey{kind: State, first: first.Event, second: second.Event, bug: noBug}, Place{first.Stack, second.Stack, 1})
		if g == nil {
			continue
		}
		if r := &g.race; r.Pairs == 0 {
			r.First, r.Second, r.Matters, r.Sink = first, second, c.Rank, c.Name
		}
		g.add(Place{first.Stack, second.Stack, 1}, second.Op)
	}
}

// effect is what data flow has found to depend on the order.
func (w *weighed) effect() filter.Effect {
	switch {
	case w.matters == nil:
		return filter.Unfollowed
	case w.matter() < flow.SameValue:
		return filter.Lasts
	}
	return filter.Passes
}

// matter is the rank of a pair, Unranked without data flow.
func (w *weighed) matter() flow.Rank {
	if w.matters == nil {
		return flow.Unranked
	}
	return w.matters.Rank
}
