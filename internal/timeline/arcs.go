package timeline

import (
	"cmp"
	"container/heap"
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// Arc leads from a post to the handler that it led to.
type Arc struct {
	Event    trace.EventID
	Enq, Deq uint64
	From, To int // rows; From is -1 where no handler posted
}

// length of the wait. A recording may deliver before it posts, by a fault.
func (a *Arc) length() uint64 {
	if a.Deq < a.Enq {
		return 0
	}
	return a.Deq - a.Enq
}

// maxArcs bounds what one query gets.
const maxArcs = 2000

// chunk is a run of posts, with what lets a query pass over all of them.
type chunk struct {
	first, end int // in arcs.list
	lastDeq    uint64
	longest    uint64
}

// arcs are all posts that were delivered, in the order of their enqs, in chunks
// with the longest wait first.
type arcs struct {
	list   []Arc
	chunks []chunk
}

const chunkSize = 512

func newArcs(events []event, posts []trace.EventID) arcs {
	var a arcs
	for _, id := range posts {
		e := &events[id]
		if e.deq != None && e.to >= 0 {
			a.list = append(a.list, Arc{Event: id, Enq: e.enq, Deq: e.deq, From: int(e.from), To: int(e.to)})
		}
	}
	for i := 0; i < len(a.list); i += chunkSize {
		c := chunk{first: i, end: min(i+chunkSize, len(a.list))}
		for k := c.first; k < c.end; k++ {
			c.lastDeq, c.longest = max(c.lastDeq, a.list[k].Deq), max(c.longest, a.list[k].length())
		}
		a.chunks = append(a.chunks, c)
	}
	slices.SortFunc(a.chunks, func(x, y chunk) int { return cmp.Compare(y.longest, x.longest) })
	return a
}

// from is the first post at or after an operation.
func (a *arcs) from(op uint64) int {
	return sort.Search(len(a.list), func(i int) bool { return a.list[i].Enq >= op })
}

// arcsOf gives the longest arcs that touch a stretch, at least two columns long,
// all of the event in focus, and the number of posts made there.
func (t *Timeline) arcsOf(q *Query) ([]Arc, int) {
	a := &t.arcs
	var top longest
	least := 2 * q.step()
	for i := range a.chunks {
		c := &a.chunks[i]
		if c.longest < least || len(top) == q.Arcs && (q.Arcs == 0 || c.longest <= top[0].length()) {
			break
		}
		if a.list[c.first].Enq >= q.To || c.lastDeq < q.From {
			continue
		}
		for k := c.first; k < c.end; k++ {
			if x := &a.list[k]; x.length() >= least && x.Enq < q.To && x.Deq >= q.From {
				top.offer(*x, q.Arcs)
			}
		}
	}
	out := append([]Arc(nil), top...)
	out = append(out, t.arcsAt(q.Focus)...)
	slices.SortFunc(out, func(x, y Arc) int { return cmp.Compare(x.Enq, y.Enq) })
	out = slices.CompactFunc(out, func(x, y Arc) bool { return x.Event == y.Event })
	return out, a.from(q.To) - a.from(q.From)
}

// arcsAt are the posts of a handler, and the one that led to it.
func (t *Timeline) arcsAt(id trace.EventID) []Arc {
	if id < 0 || int(id) >= len(t.events) || t.events[id].deq == None {
		return nil
	}
	e := &t.events[id]
	end := min(e.end, t.Operations)
	var out []Arc
	for i := t.arcs.from(e.deq); i < len(t.arcs.list) && t.arcs.list[i].Enq < end && len(out) < maxArcs; i++ {
		if x := t.arcs.list[i]; t.events[x.Event].poster == id {
			out = append(out, x)
		}
	}
	if e.enq != None {
		if i := t.arcs.from(e.enq); i < len(t.arcs.list) && t.arcs.list[i].Event == id {
			out = append(out, t.arcs.list[i])
		}
	}
	return out
}

// longest is a heap of arcs, the shortest of them first.
type longest []Arc

func (l longest) Len() int           { return len(l) }
func (l longest) Less(i, j int) bool { return l[i].length() < l[j].length() }
func (l longest) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *longest) Push(x any)        { *l = append(*l, x.(Arc)) }
func (l *longest) Pop() any          { x := (*l)[len(*l)-1]; *l = (*l)[:len(*l)-1]; return x }

func (l *longest) offer(a Arc, most int) {
	switch {
	case len(*l) < most:
		heap.Push(l, a)
	case most > 0 && a.length() > (*l)[0].length():
		(*l)[0] = a
		heap.Fix(l, 0)
	}
}
