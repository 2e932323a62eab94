package tracegen

import "sparseracer/internal/trace"

// The heap hands out addresses as malloc does: a freed one is the next to be
// used again for its size.
type heap struct {
	top  uint64
	free [sizes][]uint64
}

type object struct {
	addr uint64
	size uint64
}

// sizes of objects are 16 << 0 … 16 << (sizes-1), small ones much more often.
const sizes = 7

const (
	heapBase  = 0x5600_0000_0000
	outerBase = 0x7ff0_0000_0000 // stack and globals: nothing allocates them
	outerSize = 1 << 16
)

func (h *heap) init() { h.top = heapBase }

func (g *program) alloc() object {
	class := 0
	for class < sizes-1 && g.IntN(2) == 0 {
		class++
	}
	o := object{size: 16 << class}
	if f := g.heap.free[class]; len(f) > 0 {
		o.addr, g.heap.free[class] = f[len(f)-1], f[:len(f)-1]
	} else {
		o.addr = g.heap.top
		g.heap.top += o.size + 16
	}
	g.op(trace.Op{Kind: trace.Alloc, Addr: o.addr, Size: o.size, Stack: g.place()})
	return o
}

func (g *program) release(o object) {
	class := 0
	for 16<<class < o.size {
		class++
	}
	g.heap.free[class] = append(g.heap.free[class], o.addr)
	g.op(trace.Op{Kind: trace.Free, Addr: o.addr, Size: o.size, Stack: g.place()})
}

// handler is the memory side of one handler.
type handler struct {
	*program
	own  []object // made here or handed over
	gift []object // to be freed by an event that it posts
	near [nearby]object
	full bool
}

// nearby is how many objects a handler works on at a time.
const nearby = 32

// work makes n memory operations.
func (h *handler) work(n int) {
	if !h.full {
		for i := range h.near {
			h.near[i] = h.pick()
		}
		h.full = true
	}
	for n > 0 && !h.stopped {
		k := min(n, 40+h.IntN(40))
		h.touch(k)
		n -= k
		if n > 1 {
			n -= h.churn()
		}
	}
}

// churn allocates or frees something, and looks at something else from now on.
func (h *handler) churn() int {
	switch {
	case len(h.own) == 0 || h.IntN(2) == 0:
		o := h.alloc()
		h.own = append(h.own, o)
		h.near[h.IntN(nearby)] = o
	case h.poolFrees < h.PoolFrees && h.IntN(h.eventsLeft/(h.PoolFrees-h.poolFrees)+1) == 0 && len(h.pool) > 1:
		h.poolFrees++
		i := h.IntN(len(h.pool))
		h.drop(h.pool[i])
		h.pool[i] = h.alloc()
		return 2
	case h.IntN(10) == 0:
		h.gift = append(h.gift, h.takeOwn())
		return 0
	default:
		h.drop(h.takeOwn())
	}
	return 1
}

func (h *handler) takeOwn() object {
	i := h.IntN(len(h.own))
	o := h.own[i]
	h.own[i] = h.own[len(h.own)-1]
	h.own = h.own[:len(h.own)-1]
	for k := range h.near {
		if h.near[k] == o {
			h.near[k] = h.pick()
		}
	}
	return o
}

func (h *handler) drop(o object) {
	for k := range h.near {
		if h.near[k] == o {
			h.near[k] = object{outerBase, outerSize}
		}
	}
	h.release(o)
}

// pick chooses something to work on.
func (h *handler) pick() object {
	switch k := h.IntN(10); {
	case k < 4 && len(h.own) > 0:
		return h.own[h.IntN(len(h.own))]
	case k < 7 && len(h.pool) > 0:
		return h.pool[h.IntN(len(h.pool))]
	}
	return object{outerBase + uint64(h.IntN(64))*outerSize, outerSize}
}

// touch makes n accesses: mostly the fields of one object, one after another,
// then another one's.
func (h *handler) touch(n int) {
	for n > 0 {
		o := &h.near[h.IntN(nearby)]
		if h.IntN(16) == 0 {
			*o = h.pick()
		}
		at := uint64(h.IntN(int(o.size))) &^ 7
		stack := h.place()
		for range min(n, 1+h.IntN(8)) {
			kind := trace.Read
			if h.IntN(4) == 0 {
				kind = trace.Write
			}
			h.gathered = append(h.gathered, trace.Access{Addr: o.addr + at, Size: 8, Stack: stack, Kind: kind})
			n--
			if at += 8; at >= o.size {
				at = 0
			}
		}
	}
	if len(h.gathered) >= 1<<13 {
		h.flush()
	}
}

// post enqueues up to two events, each of which will be delivered, and hands
// over what they are to free.
func (h *handler) post() {
	n := h.IntN(3)
	if n == 0 && len(h.gift) > 0 {
		n = 1
	}
	for range n {
		if h.queued >= h.eventsLeft {
			return
		}
		h.queued++
		e := posted{id: h.newEvent(), gift: h.gift}
		h.gift = nil
		p := h.IntN(h.Prios)
		h.op(trace.Op{Kind: trace.Enq, Event: e.id, Prio: int32(p), Stack: h.place()})
		h.queues[p] = append(h.queues[p], e)
	}
}

// leave frees most of what is left.
func (h *handler) leave() {
	for len(h.own) > 0 {
		h.drop(h.takeOwn())
	}
	for _, o := range h.gift {
		h.drop(o)
	}
	h.gift = nil
}
