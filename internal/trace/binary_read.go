package trace

import (
	"container/heap"
	"fmt"
	"io"
	"os"
	"sort"
)

// Merging the threads (docs/trace-format.md, Records):
//  1. Each thread's stream is decoded on its own, block after block.
//  2. The thread in hand goes on until its next sequenced record is younger
//     than another thread's; then the oldest of all goes on.
//  3. Accesses carry no sequence number: they follow the sequenced record
//     before them. A thread that starts with accesses starts at the sequence
//     number its first block was opened at.
// O(1) per record, O(log threads) at each change of thread.

// Open implements Source.
func (s *binarySource) Open() (Reader, error) {
	r, err := s.open()
	if err != nil {
		return nil, err
	}
	r.begin()
	return r, nil
}

// open is a reader that has no definitions yet.
func (s *binarySource) open() (*binaryReader, error) {
	f, err := os.Open(s.path)
	if err != nil {
		return nil, err
	}
	r := &binaryReader{src: s, f: f, meta: s.meta}
	r.meta.Lost = 0 // counted again, see finish
	var ids []int
	for t := range s.blocks {
		ids = append(ids, int(t))
	}
	sort.Ints(ids)
	for _, t := range ids {
		blocks := s.blocks[ThreadID(t)]
		heap.Push(&r.waiting, &threadReader{r: r, id: ThreadID(t), blocks: blocks, key: blocks[0].seq})
	}
	if s.meta.MainSpins {
		r.startUp = &startUp{}
	}
	return r, nil
}

type binaryReader struct {
	src     *binarySource
	f       *os.File
	meta    Meta
	tables  *Tables // by itself: who keeps it keeps no reader
	defs    *definitions
	again   bool // the definitions are an earlier reader's
	pseudos int  // events that no record names, so far
	brief   *brief
	waiting threadHeap
	cur     *threadReader
	startUp *startUp
	queue   []Op // pseudo-operations to give before going on
	decoder decoder
	plans   []*stepPlan // by the site that a step begins at
	loaded  int         // blocks read so far, of all threads
	damaged bool        // one of them is
	err     error
}

func (r *binaryReader) Meta() *Meta     { return &r.meta }
func (r *binaryReader) Tables() *Tables { return r.tables }

// Close gives the file and the decoder back.
func (r *binaryReader) Close() error {
	r.decoder.close()
	return r.f.Close()
}

// Pos names the place of the operation that Next gave last.
func (r *binaryReader) Pos() string {
	if r.cur == nil {
		return "end"
	}
	return r.cur.place()
}

func (r *binaryReader) Next(op *Op) error {
	if r.err != nil {
		return r.err
	}
	if r.startUp != nil {
		return r.nextWithMain(op)
	}
	return r.next(op)
}

func (r *binaryReader) next(op *Op) error {
	for {
		if r.cur == nil {
			if r.waiting.Len() == 0 {
				r.finish()
				return r.err
			}
			r.cur = heap.Pop(&r.waiting).(*threadReader)
		}
		done, err := r.cur.step(op)
		if r.isTear(err) {
			r.tear()
			continue
		}
		if err != nil {
			r.err = fmt.Errorf("%s: %w", r.src.name, err)
			return r.err
		}
		if done {
			return nil
		}
	}
}

// finish adds up what was lost: header and records both count those whose kind
// is not known, so the larger of both is taken.
func (r *binaryReader) finish() {
	r.leave()
	r.meta.Lost = addSaturating(max(r.meta.Lost, r.src.meta.Lost), r.meta.LostBy.Sum())
	if r.err = r.fetch(); r.err == nil {
		r.err = io.EOF
	}
}

// yieldTo hands over to another thread if one has an older record waiting.
func (r *binaryReader) yieldTo(t *threadReader, seq uint64) bool {
	if r.waiting.Len() == 0 || seq <= r.waiting[0].key {
		return false
	}
	t.key = seq
	heap.Push(&r.waiting, t)
	r.cur = heap.Pop(&r.waiting).(*threadReader)
	return true
}

// threadHeap has the thread with the oldest waiting record on top.
type threadHeap []*threadReader

func (h threadHeap) Len() int { return len(h) }
func (h threadHeap) Less(i, j int) bool {
	if h[i].key != h[j].key {
		return h[i].key < h[j].key
	}
	return h[i].id < h[j].id
}
func (h threadHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *threadHeap) Push(x any)   { *h = append(*h, x.(*threadReader)) }
func (h *threadHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
