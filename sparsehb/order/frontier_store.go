package order

import (
	"iter"
	"slices"

	"sparseracer/internal/trace"
)

// frontiers are those of all blocks. They are written once, when the block is placed,
// and share what they have in common: a block whose frontier is its predecessor's has no
// other, and one that changes a priority has the lists of the others.
//
// Everything stands in pieces without pointers: a frontier takes 12 bytes a priority, and
// 4 a member of a list that no other block has.
type frontiers struct {
	of      []span // by block
	fronts  pieces[storedFront]
	members pieces[trace.EventID]
}

// span is a run of things in pieces.
type span struct{ at, n uint32 }

// storedFront is a front of a frontier that is stored.
type storedFront struct {
	priority int32
	events   span
}

// pieces hold runs, each in one piece.
type pieces[T any] struct {
	list [][]T
	n    int // of them in use
}

const (
	pieceBits  = 16
	firstPiece = 1 << 8 // later ones are larger
)

// put keeps a copy of a run.
func (p *pieces[T]) put(run []T) span {
	if len(run) == 0 {
		return span{}
	}
	n := p.n - 1
	if n < 0 || cap(p.list[n])-len(p.list[n]) < len(run) {
		n++
		p.next(len(run))
	}
	at := len(p.list[n])
	p.list[n] = append(p.list[n], run...)
	return span{uint32(n<<pieceBits | at), uint32(len(run))}
}

func (p *pieces[T]) get(s span) []T {
	if s.n == 0 {
		return nil
	}
	at := s.at & (1<<pieceBits - 1)
	return p.list[s.at>>pieceBits][at : at+s.n : at+s.n]
}

// from is a run and what stands behind it in its piece.
func (p *pieces[T]) from(at uint32) []T { return p.list[at>>pieceBits][at&(1<<pieceBits-1):] }

// next begins another piece, with room for so many things at least.
func (p *pieces[T]) next(least int) {
	switch {
	case p.n == len(p.list):
		p.list = append(p.list, nil)
		fallthrough
	case cap(p.list[p.n]) < least:
		p.list[p.n] = make([]T, 0, max(least, min(firstPiece<<min(p.n, pieceBits), 1<<pieceBits)))
	}
	p.list[p.n] = p.list[p.n][:0]
	p.n++
}

// reset forgets all and keeps the memory.
func (p *pieces[T]) reset() { p.n = 0 }

func newFrontiers(blocks int) frontiers { return frontiers{of: make([]span, blocks)} }

func (f *frontiers) reset() {
	clear(f.of)
	f.fronts.reset()
	f.members.reset()
}

// at are the fronts at the end of a block, none for NoBlock.
func (f *frontiers) at(b BlockID) iter.Seq2[int32, []trace.EventID] {
	return func(yield func(int32, []trace.EventID) bool) {
		if b < 0 {
			return
		}
		for _, s := range f.fronts.get(f.of[b]) {
			if !yield(s.priority, f.members.get(s.events)) {
				return
			}
		}
	}
}

// load appends the fronts of a block to a list that is worked on.
func (f *frontiers) load(list []front, b BlockID) []front {
	for _, s := range f.fronts.get(f.of[b]) {
		list = append(list, front{s.priority, f.members.get(s.events), s.events})
	}
	return list
}

// store sets the frontier of a block: that of another one, if it is the same.
func (f *frontiers) store(b, like BlockID, list []front, room []storedFront) []storedFront {
	room = room[:0]
	for i := range list {
		if l := &list[i]; l.stored.n == 0 {
			l.stored = f.members.put(l.events)
		}
		room = append(room, storedFront{list[i].priority, list[i].stored})
	}
	if like >= 0 && slices.Equal(room, f.fronts.get(f.of[like])) {
		f.of[b] = f.of[like]
	} else {
		f.of[b] = f.fronts.put(room)
	}
	return room
}

// queues are what events that are enqueued, but not delivered yet, wait for.
type queues struct {
	of   []uint32 // by event: its place in lists, 0 for none
	list [][]trace.EventID
	free []uint32
}

func newQueues(events int) queues {
	return queues{of: make([]uint32, events), list: make([][]trace.EventID, 1)}
}

func (q *queues) reset() {
	clear(q.of)
	q.list, q.free = q.list[:1], q.free[:0]
}

// ahead are the events that an event waits for.
func (q *queues) ahead(e trace.EventID) []trace.EventID { return q.list[q.of[e]] }

// set keeps a copy of them.
func (q *queues) set(e trace.EventID, ahead []trace.EventID) {
	if len(ahead) == 0 {
		return
	}
	k := q.of[e]
	if k == 0 {
		if n := len(q.free); n > 0 {
			k, q.free = q.free[n-1], q.free[:n-1]
		} else {
			k = uint32(len(q.list))
			q.list = append(q.list, nil)
		}
		q.of[e] = k
	}
	q.list[k] = append(q.list[k][:0], ahead...)
}

// done forgets them.
func (q *queues) done(e trace.EventID) {
	if k := q.of[e]; k != 0 {
		if cap(q.list[k]) > mostKeptAhead {
			q.list[k] = nil
		}
		q.of[e], q.free = 0, append(q.free, k)
	}
}

// mostKeptAhead is up to how many members the memory of a list is used again.
const mostKeptAhead = 1 << 8
