package flow

import "slices"

// Result is what both walks found.
type Result struct {
	Verdicts  []Verdict // of the pairs, one by one
	Conflicts []SinkPair
	Counts    Counts
}

// Finish ranks the pairs.
func (f *Follower) Finish() *Result {
	for len(f.frames) > 1 {
		f.pop()
	}
	f.omissions(*f.top())
	f.tellSteps()
	for i := range f.reads {
		f.settle(&f.reads[i])
		if p := &f.reads[i].path; p.Sink != "" && !p.Omitted {
			p.Sink = f.sinks.final(p.Sink, p.SinkOp)
		}
	}
	res := &Result{Conflicts: f.conflicts()}
	for i := range f.pairs {
		v := f.verdict(&f.pairs[i])
		f.counts.Ranks[v.Rank]++
		res.Verdicts = append(res.Verdicts, v)
	}
	f.counts.RacyReads = uint64(len(f.reads))
	f.counts.SinkPairs = uint64(len(res.Conflicts))
	f.counts.Capped += f.lost + f.labels.lost + f.mem.lost + f.mem.at.lost + f.now.lost + f.sinks.lost
	res.Counts = f.counts
	return res
}

// settle: a read whose writers all add to what they find, and that comes after
// them, or adds too, finds the same sum in most orders.
func (f *Follower) settle(r *racyRead) {
	if r.rank != Data {
		return
	}
	x := &f.cells[r.cell]
	adds := func(b BlockID) bool {
		return slices.ContainsFunc(x.writers, func(w writer) bool { return w.block == b && w.bytes&r.bytes != 0 && w.adds })
	}
	for _, b := range r.writers {
		if !adds(b) && !f.isBase(b, r.writers) {
			return
		}
	}
	if r.ordered || adds(r.path.Read.Block) && r.ways&(1<<byData) == 0 {
		r.rank = Accumulating
	}
}

// isBase: all other writers come after b, whatever the order.
func (f *Follower) isBase(b BlockID, writers []BlockID) bool {
	return !slices.ContainsFunc(writers, func(w BlockID) bool { return w != b && !f.order.Before(b, w) })
}

// verdict takes the worst of the racy reads that a pair is behind: of its read, if
// it has one, else those that may find what either of its writes put there.
func (f *Follower) verdict(p *Pair) Verdict {
	best := Verdict{Rank: Benign}
	lo, hi := common(p)
	for g := lo >> 3; lo < hi && g <= (hi-1)>>3; g++ {
		x := f.at(g, p.Second.Op)
		if x == nil {
			continue
		}
		for _, id := range x.reads {
			r := &f.reads[id]
			if r.bytes&mask(g, lo, hi) == 0 || !r.concerns(p) {
				continue
			}
			rank := r.rank
			if rank == Unranked {
				rank = Benign
			}
			if best.Path == nil || rank < best.Rank {
				best = Verdict{rank, &r.path}
			}
		}
	}
	return best
}

func (r *racyRead) concerns(p *Pair) bool {
	finds := func(b BlockID) bool { return slices.Contains(r.writers, b) }
	switch reader := r.path.Read.Block; {
	case !p.First.Write:
		return reader == p.First.Block && finds(p.Second.Block)
	case !p.Second.Write:
		return reader == p.Second.Block && finds(p.First.Block)
	default:
		return finds(p.First.Block) && finds(p.Second.Block)
	}
}
