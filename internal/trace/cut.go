package trace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// cutReader reads a recording whose beginning is missing, from its cut on, and puts in place of
// the beginning what is known of it (docs/trace-language.md, *A trace that begins in the middle*):
//
//  1. Operations before the cut are not given. Of them is kept what is open then in each thread:
//     its default loop, handlers, and loops, one inside the other.
//  2. Events of the main thread that were enqueued before the cut and are delivered after it are
//     enqueued at the beginning by start-up code, in the order of their deliveries: an
//     assumption, by which each comes after the one before.
//  3. What is open follows.
//  4. Where a handler goes on that was open at the cut, it waits for each handler that ran
//     meanwhile: an assumption again. So nothing that ran in its loop races with what it does.
//  5. A drop of what was enqueued before the cut is left out.
type cutReader struct {
	*binaryReader
	cut     uint64
	pending []Op // deliveries of what was enqueued before the cut
	tables  *Tables
	meta    *Meta

	begun   bool
	threads map[ThreadID]*openThread
	queue   []Op
	known   NumberSet // events that were enqueued since the cut, or by 2
	inside  []EventID // of the main thread: ended while a handler waits that was open at the cut
}

// openThread is what is open in a thread.
type openThread struct {
	enter  *Op
	frames []Op // deq and pause
	before int  // how many of them were open at the cut
}

func (c *cutReader) Tables() *Tables { return c.tables }
func (c *cutReader) Meta() *Meta     { return c.meta }

// Accesses implements Bulk: all comes by Next.
func (c *cutReader) Accesses([]Access) (int, ThreadID) { return 0, 0 }

// recordedAttrs implements that of AttrStore: what is put in has none.
func (c *cutReader) recordedAttrs() ([]byte, *texts) { return nil, nil }

func (c *cutReader) seq() uint64 {
	if c.cur == nil {
		return 0
	}
	return c.cur.seq
}

func (c *cutReader) Next(op *Op) error {
	for {
		if len(c.queue) > 0 {
			*op = c.queue[0]
			c.queue = c.queue[1:]
			return nil
		}
		err := c.binaryReader.Next(op)
		if errors.Is(err, io.EOF) && !c.begun {
			c.begin()
			continue
		}
		if err != nil {
			return err
		}
		if c.seq() < c.cut {
			c.note(op)
			continue
		}
		if !c.begun {
			c.begin()
			c.take(op)
			continue
		}
		c.take(op)
	}
}

// take gives an operation from behind the cut.
func (c *cutReader) take(op *Op) {
	o := *op
	o.Attrs, o.Objects = slices.Clone(op.Attrs), slices.Clone(op.Objects)
	switch op.Kind {
	case Enq, Fork:
		c.known.Put(int(op.Event), true)
	case Drop:
		if !c.known.Has(int(op.Event)) {
			return
		}
	}
	waited := op.Kind == Resume && op.Thread == 0 && c.wasOpen(op)
	c.note(op)
	c.queue = append(c.queue, o)
	if op.Thread == 0 && op.Kind == End && c.thread(0).before > 0 {
		c.inside = append(c.inside, op.Event)
	}
	if waited {
		for _, e := range c.inside {
			c.queue = append(c.queue, Op{Kind: Join, Event: e, Loop: NoLoop, Level: NoLevel})
		}
	}
}

// wasOpen: the loop that ends was open at the cut.
func (c *cutReader) wasOpen(op *Op) bool {
	t := c.thread(0)
	n := len(t.frames)
	return n > 0 && n <= t.before && t.frames[n-1].Kind == Pause && t.frames[n-1].Loop == op.Loop
}

func (c *cutReader) thread(id ThreadID) *openThread {
	t := c.threads[id]
	if t == nil {
		t = &openThread{}
		c.threads[id] = t
	}
	return t
}

// note keeps what is open.
func (c *cutReader) note(op *Op) {
	switch op.Kind {
	case EnterLoop, ExitLoop, Deq, Pause, End, Resume:
	default:
		return
	}
	t := c.thread(op.Thread)
	switch op.Kind {
	case EnterLoop:
		o := *op
		t.enter, t.frames = &o, nil
	case ExitLoop:
		t.enter, t.frames = nil, nil
	case Deq, Pause:
		o := *op
		o.Attrs = slices.Clone(op.Attrs)
		t.frames = append(t.frames, o)
	case End:
		t.close(func(o *Op) bool { return o.Kind == Deq && o.Event == op.Event })
	case Resume:
		t.close(func(o *Op) bool { return o.Kind == Pause && o.Loop == op.Loop })
	}
	t.before = min(t.before, len(t.frames))
}

func (t *openThread) close(is func(*Op) bool) {
	for i := len(t.frames) - 1; i >= 0; i-- {
		if is(&t.frames[i]) {
			t.frames = t.frames[:i]
			return
		}
	}
}

// begin gives what stands in place of the beginning.
func (c *cutReader) begin() {
	c.begun = true
	var posted []Op
	for _, d := range c.pending {
		c.known.Put(int(d.Event), true)
		posted = append(posted, Op{Kind: Enq, Event: d.Event, Loop: NoLoop, Level: NoLevel, EventKind: Posted, Attrs: append(d.Attrs, Attr{BeforeCut, "1"})})
	}
	var ids []ThreadID
	for id := range c.threads {
		ids = append(ids, id)
	}
	if len(posted) > 0 && c.threads[0] == nil {
		c.queue = append(c.queue, posted...)
	}
	slices.Sort(ids)
	for _, id := range ids {
		t := c.threads[id]
		t.before = len(t.frames)
		frames := t.frames
		if id == 0 && t.enter == nil && len(frames) > 0 && frames[0].Kind == Deq { // start-up code, which spins loops
			c.queue = append(c.queue, frames[0])
			frames = frames[1:]
		}
		if id == 0 {
			c.queue = append(c.queue, posted...)
		}
		if t.enter != nil {
			c.queue = append(c.queue, *t.enter)
		}
		c.queue = append(c.queue, frames...)
	}
}

// BeforeCut is the attribute of an enq that was recorded before a trace begins.
const BeforeCut = "before"

// wasAsked: the delivery is that of an event that was enqueued. A recorder says of others, input
// above all, what they are; of these it has said so before, and says nothing now.
func wasAsked(op *Op) bool {
	return op.EventKind == Posted || op.EventKind == Timer || op.EventKind == Deferred || op.EventKind == Env && len(op.Attrs) == 0
}

// pendingAt lists what was enqueued before the cut and is delivered after it.
func pendingAt(r *binaryReader, cut uint64) ([]Op, error) {
	var known NumberSet
	var list []Op
	c := &cutReader{binaryReader: r}
	var op Op
	for {
		err := r.Next(&op)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		if op.IsAccess() || c.seq() < cut {
			continue
		}
		switch op.Kind {
		case Enq, Fork:
			known.Put(int(op.Event), true)
		case Deq:
			if op.Thread == 0 && wasAsked(&op) && !known.Has(int(op.Event)) {
				list = append(list, Op{Event: op.Event, Attrs: slices.Clone(op.Attrs)})
			}
		}
	}
}

// cutRing writes the trace that begins at the cut.
func cutRing(raw, out string, meta Meta, cut uint64) (uint64, error) {
	src, err := openBinary(raw, out)
	if err != nil {
		return 0, err
	}
	first, err := src.Open()
	if err != nil {
		return 0, err
	}
	defer first.Close()
	pending, err := pendingAt(first.(*binaryReader), cut)
	if cut == 0 {
		pending = nil // nothing was dropped: what nobody enqueued came of the environment
	}
	if err != nil {
		return 0, err
	}
	second, err := src.Open()
	if err != nil {
		return 0, err
	}
	defer second.Close()
	ended := first.Meta()
	meta.Lost, meta.LostBy, meta.Loop = ended.Lost, ended.LostBy, ended.Loop
	meta.MainSpins = false // it is written as an event
	r := &cutReader{binaryReader: second.(*binaryReader), cut: cut, pending: pending, tables: first.Tables(), meta: &meta,
		threads: map[ThreadID]*openThread{}}
	f, err := os.CreateTemp(filepath.Dir(out), ".sparseracer-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	n, err := WriteBinary(f, checkedReader(r, out))
	if err = errors.Join(err, f.Chmod(0o600), f.Close()); err != nil {
		return 0, err
	}
	return n, os.Rename(f.Name(), out)
}
