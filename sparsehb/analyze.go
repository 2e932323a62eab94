package sparsehb

import (
	"errors"
	"io"

	"sparseracer/internal/trace"
)

// Analyze builds the order of a trace and looks for races in a second pass
// over it. Accesses of other threads and of a loop's own code are in no
// handler and race with nothing here; allocs and frees of any thread count for
// telling one allocation from the next.
func Analyze(src trace.Source, opt Options) (*Result, error) {
	o, err := Build(src, opt.Rules)
	if err != nil {
		return nil, err
	}
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c := newChecker(o, opt)
	var op trace.Op
	for n := uint64(0); ; n++ {
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		c.take(n, &op)
	}
	res := &Result{Order: o, Operations: o.sk.operations, Events: o.sk.events, Loops: o.sk.loops,
		Meta: o.sk.meta, Tables: o.sk.tables, DroppedEdges: o.dropped}
	res.Races, res.Counts = c.groups.result()
	return res, nil
}

// checker is the second pass.
type checker struct {
	o       *Order
	main    trace.ThreadID
	objects *objectMap
	memory  *readWrite // nil unless asked for
	groups  *groups
	at      BlockID // block of the current operation or the next one after it
	access  useGroup
	count   uint64
	use     func(*object) // c.useOf, made once
}

func newChecker(o *Order, opt Options) *checker {
	c := &checker{o: o, main: o.sk.main, objects: newObjectMap(), groups: newGroups(o)}
	for _, f := range o.sk.orphans {
		c.objects.allocate(f.addr, f.size)
	}
	if opt.ReadWrite {
		c.memory = newReadWrite(o, c.groups)
	}
	c.use = c.useOf
	return c
}

// blockOf is Order.BlockOf for operations that come in trace order.
func (c *checker) blockOf(n uint64, op *trace.Op) BlockID {
	if op.Thread != c.main {
		return NoBlock
	}
	blocks := c.o.sk.blocks
	for int(c.at) < len(blocks) && blocks[c.at].Last < n {
		c.at++
	}
	if int(c.at) < len(blocks) && blocks[c.at].First <= n {
		return c.at
	}
	return NoBlock
}

func (c *checker) take(n uint64, op *trace.Op) {
	switch op.Kind {
	case trace.Read, trace.Write:
		b := c.blockOf(n, op)
		if b == NoBlock {
			return
		}
		c.access = useGroup{op: n, addr: op.Addr, size: op.Size, count: 1, block: b, stack: op.Stack, kind: op.Kind, mode: op.Mode}
		c.objects.visit(op.Addr, endOf(op.Addr, op.Size), c.use)
		if c.memory != nil {
			c.memory.access(&c.access)
		}
	case trace.Alloc:
		o := c.objects.allocate(op.Addr, op.Size)
		o.allocOp, o.alloc = n, site{c.blockOf(n, op), op.Thread, op.Stack}
		if c.memory != nil {
			c.memory.forget(o.start, o.end)
		}
	case trace.Free:
		o := c.objects.ending(op.Addr)
		if o == nil {
			return
		}
		o.freeOp, o.free = n, site{c.blockOf(n, op), op.Thread, op.Stack}
		c.freed(o)
		if c.memory != nil {
			c.memory.forget(o.start, o.end)
		}
	}
}
