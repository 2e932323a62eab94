package flow

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

// What is said of the reads of a label is said of its nodes: a label may be large, and
// writes and sinks are many. A sink that a node has reached in a way can be reached by
// it again without a word; and the steps on the way are reported to the reads only when one
// of them comes to a sink, the latest first, each node once.

// steps are the writes that labels went through last.
type steps struct {
	of    []uint32 // by label, its number in list + 1
	list  []step
	seen  []uint32 // by label, the latest round that went through it
	round uint32
}

type step struct {
	label label
	block BlockID
	stack trace.StackID
	op    uint64
	addr  uint64
}

// at is where a label's number stands in a list that grows with the labels.
func at[T any](list *[]T, l label) *T {
	if int(l) >= len(*list) {
		more := slices.Grow(*list, int(l)+1-len(*list))
		*list = more[:cap(more)]
	}
	return &(*list)[l]
}

// through notes the write as the latest step of what it carries by data.
func (f *Follower) through(l label, a *trace.Access, block BlockID, n uint64) {
	if a.Mode&trace.ModeLocal != 0 || f.labels.nodes[l].ways&(1<<byData) == 0 {
		return
	}
	s := at(&f.steps.of, l)
	if *s == 0 {
		f.steps.list = append(f.steps.list, step{})
		*s = uint32(len(f.steps.list))
	}
	f.steps.list[*s-1] = step{l, block, a.Stack, n, a.Addr}
}

// tellSteps gives the steps so far to the reads that have not come to a sink.
func (f *Follower) tellSteps() {
	s := &f.steps
	for i := range s.list {
		s.of[s.list[i].label] = 0
	}
	slices.SortFunc(s.list, func(x, y step) int { return cmp.Compare(y.op, x.op) })
	s.round++
	for i := range s.list {
		x := &s.list[i]
		f.labels.walk(x.label, func(l label) bool {
			seen := at(&s.seen, l)
			is := *seen == s.round || f.labels.nodes[l].ways&(1<<byData) == 0 || *at(&f.reached, l) != 0
			*seen = s.round
			return !is
		}, func(e element) {
			p := &f.reads[e.read()].path
			if e.way() == byData && p.Sink == "" && x.addr>>3 != p.Read.Addr>>3 && !(p.HasThrough && p.Through > x.op) {
				p.Through, p.HasThrough, p.ThroughBlock, p.ThroughAddr, p.ThroughStack = x.op, true, x.block, x.addr, x.stack
			}
		})
	}
	s.list = s.list[:0]
}

// reach ranks the racy reads of a label, which goes into something persistent by
// data or by control.
func (f *Follower) reach(l label, way element, put func(*Path)) {
	if l == 0 || *at(&f.reached, l)&(1<<way) != 0 {
		return
	}
	f.tellSteps()
	f.labels.walk(l, func(l label) bool {
		m := at(&f.reached, l)
		was := *m
		*m |= 1 << way
		return was&(1<<way) == 0
	}, func(e element) { f.reachBy(e, way, put) })
}

func (f *Follower) reachBy(e, way element, put func(*Path)) {
	r := &f.reads[e.read()]
	by := e.way()
	if way == byControl {
		by = byControl
	}
	r.ways |= 1 << by
	rank := rankOf(r, by)
	if r.rank == Unranked || rank < r.rank {
		r.rank = rank
		put(&r.path)
	}
}

// rankOf says how much it matters that a racy read came somewhere in a way.
func rankOf(r *racyRead, way element) Rank {
	switch {
	case r.same:
		return SameValue
	case way == byControl:
		return Control
	case way == byAdding:
		return Accumulating
	}
	return Data
}
