package sparsehb

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/flow"
)

// Which read-write races matter, in a recording with data flow (record --flow):
// two more walks through the trace, for the room flow.

// recordsFlow: the trace says what values depend on.
func (o *Order) recordsFlow() bool { return len(o.sk.tables.Sites) > 1 }

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
	cursor
	to flowTaker
}

func (w *flowWalk) run(run []trace.Access, block BlockID) { w.to.Run(run, flow.BlockID(block), w.n) }

func (w *flowWalk) operation(op *trace.Op, block BlockID) {
	w.to.Operation(op, flow.BlockID(block), w.n)
}

// flow ranks the pairs, and finds handlers that write one state in either order.
func (gs *groups) flow(src trace.Source, opt flow.Options, m *monitor) (*flow.Result, error) {
	pairs := make([]flow.Pair, len(gs.pairs))
	for i := range gs.pairs {
		p := &gs.pairs[i]
		pairs[i] = flow.Pair{First: flowAccess(&p.a), Second: flowAccess(&p.b)}
	}
	collector := flow.NewCollector(flowOrder{gs.o}, pairs, opt)
	walk := func(to flowTaker) error {
		w := &flowWalk{cursor: cursor{o: gs.o, ticker: ticker{monitor: m, leader: true}}, to: to}
		return w.walk(src, w)
	}
	if err := walk(collector); err != nil {
		return nil, err
	}
	follower := collector.Follow(gs.o.sk.tables.Sites)
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

func flowAccess(u *useGroup) flow.Access {
	return flow.Access{Op: u.op, Block: flow.BlockID(u.block), Write: u.kind == trace.Write, Addr: u.addr, Size: u.size}
}

// conflicts makes races of pairs of sinks; what matters most comes first.
func (gs *groups) conflicts(list []flow.SinkPair) {
	end := func(e flow.End) Access {
		return Access{Op: e.Op, Kind: trace.Sink, Event: gs.o.sk.blocks[e.Block].Event, Block: BlockID(e.Block),
			Thread: gs.o.sk.main, Stack: e.Stack}
	}
	for _, c := range list {
		a, b := c.First, c.Second
		if b.Op < a.Op {
			a, b = b, a
		}
		first, second := end(a), end(b)
		g := gs.group(groupKey{State, first.Event, second.Event, "", NoCoverage})
		if g == nil {
			gs.counts.UntoldPairs++
			continue
		}
		if r := &g.race; r.Pairs == 0 {
			r.First, r.Second, r.Matters, r.Sink = first, second, c.Rank, c.Name
		}
		g.add(Place{first.Stack, second.Stack, 1}, second.Op)
	}
}

// lasts: data flow has found something persistent that depends on the order.
func (w *weighed) lasts() bool { return w.matters != nil && w.matter() < flow.SameValue }

// matter is the rank of a pair, Unranked without data flow.
func (w *weighed) matter() flow.Rank {
	if w.matters == nil {
		return flow.Unranked
	}
	return w.matters.Rank
}
