package flow

import (
	"cmp"
	"slices"
	"strconv"

	"sparseracer/internal/trace"
)

// state is something persistent and what blocks did to it.
type state struct {
	name string
	done []deed
}

// deed is what one block did to it.
type deed struct {
	End
	appends bool // and nothing else
	removes bool // likewise
	known   bool // hash is of all that it wrote
	hash    uint64
}

type sinkTable struct {
	by   map[string]int
	all  []state
	lost uint64
	to   map[string][]renaming
	wide []wideDeed
}

// renaming is a name that another one took over, at an operation.
type renaming struct {
	op uint64
	to string
}

// final is what a name is called in the end, for what went there at operation n: a
// file without a name, or of another one, is often given its own when it is whole.
func (t *sinkTable) final(name string, n uint64) string {
	for range 8 {
		i := slices.IndexFunc(t.to[name], func(r renaming) bool { return r.op > n })
		if i < 0 {
			break
		}
		name, n = t.to[name][i].to, t.to[name][i].op
	}
	return name
}

// named is the state of a name, nil when there are too many.
func (t *sinkTable) named(name string) *state {
	i, ok := t.by[name]
	if !ok {
		if len(t.all) >= maxSinks {
			t.lost++
			return nil
		}
		i = len(t.all)
		t.by[name] = i
		t.all = append(t.all, state{name: name})
	}
	return &t.all[i]
}

// rename: what was done to one name was done to another one, from now on.
func (t *sinkTable) rename(from, to string) {
	i, ok := t.by[from]
	if !ok || from == to {
		return
	}
	delete(t.by, from)
	if j, ok := t.by[to]; ok {
		t.all[j].done = append(t.all[j].done, t.all[i].done...)
		t.all[i].done = nil
		return
	}
	t.by[to], t.all[i].name = i, to
}

// sink: what the bytes carry reaches the state, and, of a call into a library that
// writes, what that was handed.
func (f *Follower) sink(op *trace.Op, block BlockID, n uint64) {
	f.counts.Sinks++
	top := f.top()
	var l label
	if op.Size > 0 {
		l = f.labels.union(f.mem.get(op.Addr, op.Addr+op.Size), f.racyBytes(op.Addr, op.Addr+op.Size, op.Stack, block, n))
	}
	if top.call != 0 && !top.returned {
		l = f.labels.union(l, f.handed(top, block, n))
	}
	name := op.Sink
	put := func(path *Path) {
		path.Sink, path.SinkOp, path.SinkBlock, path.SinkStack, path.Omitted = name, n, block, op.Stack, false
	}
	f.reach(l, byData, put)
	f.reach(top.control, byControl, put)
	f.does(op, block, n)
	if to := op.Attr("to"); to != "" {
		f.sinks.rename(op.Sink, to)
		if len(f.sinks.to) < maxSinks && len(f.sinks.to[op.Sink]) < maxOfSink {
			f.sinks.to[op.Sink] = append(f.sinks.to[op.Sink], renaming{n, to})
		} else {
			f.sinks.lost++
		}
	}
}

// does notes what a block does to a state.
func (f *Follower) does(op *trace.Op, block BlockID, n uint64) {
	x := f.sinks.named(op.Sink)
	if x == nil {
		return
	}
	how := cmp.Or(op.Attr("op"), "replace")
	f.sinks.widely(op, how, End{n, block, op.Stack, how})
	hash, err := strconv.ParseUint(op.Attr("val"), 0, 64)
	for i := range x.done {
		if d := &x.done[i]; d.Block == block {
			d.appends = d.appends && how == "append"
			d.removes = d.removes && how == "remove"
			d.known = d.known && err == nil
			d.hash = d.hash*0x9e3779b97f4a7c15 + hash
			return
		}
	}
	if len(x.done) >= maxOfSink {
		f.sinks.lost++
		return
	}
	x.done = append(x.done, deed{End{n, block, op.Stack, how}, how == "append", how == "remove", err == nil, hash})
}

// conflicts are the pairs of blocks that do something to one state in either
// order. Of one pair of blocks and name there is one.
func (f *Follower) conflicts() []SinkPair {
	var out []SinkPair
	add := func(name string, a, b *deed) {
		switch {
		case a.Block == b.Block || f.order.Before(a.Block, b.Block) || f.order.Before(b.Block, a.Block):
		case len(out) >= maxPairs:
			f.counts.Capped++
		default:
			out = append(out, SinkPair{name, a.End, b.End, rankOfDeeds(a, b)})
		}
	}
	for i := range f.sinks.all {
		x := &f.sinks.all[i]
		for j := range x.done {
			for k := range j {
				add(x.name, &x.done[k], &x.done[j])
			}
		}
	}
	f.sinks.below(add)
	slices.SortStableFunc(out, func(x, y SinkPair) int {
		return cmp.Or(cmp.Compare(x.Rank, y.Rank), cmp.Compare(x.First.Op, y.First.Op), cmp.Compare(x.Second.Op, y.Second.Op))
	})
	return out
}

func rankOfDeeds(a, b *deed) Rank {
	switch {
	case a.known && b.known && a.hash == b.hash && a.How == b.How || a.removes && b.removes:
		return SameValue
	case a.appends && b.appends:
		return OrderOnly
	}
	return LastWriter
}
