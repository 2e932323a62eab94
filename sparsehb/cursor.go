package sparsehb

import (
	"errors"
	"io"

	"sparseracer/internal/trace"
)

// cursor walks a trace again after its order is known, and knows where it is.
type cursor struct {
	ticker
	o  *Order
	n  uint64  // the operation at hand
	at BlockID // its block or the next one after it

	enough bool // the follower needs no more
}

// follower is what is done on the way. A run of accesses is of one thread and
// lies in one block; op is any other operation.
type follower interface {
	run(accesses []trace.Access, block BlockID)
	operation(op *trace.Op, block BlockID)
}

// walk gives every operation of a trace to f; c.n is its number.
func (c *cursor) walk(src trace.Source, f follower) error {
	r, err := src.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	bulk, run := trace.BulkOf(r), make([]trace.Access, runLength)
	var op trace.Op
	for !c.enough {
		if err := c.tick(r); err != nil {
			return wrapName(src, err)
		}
		if k, thread := bulk.Accesses(run); k > 0 {
			c.accesses(run[:k], thread, f)
			continue
		}
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if op.IsAccess() {
			run[0] = trace.Access{Addr: op.Addr, Size: op.Size, Val: op.Val, Stack: op.Stack, Site: op.Site, Kind: op.Kind, Mode: op.Mode, Commutes: op.Commutes}
			c.accesses(run[:1], op.Thread, f)
			continue
		}
		f.operation(&op, c.block(op.Thread))
		c.n++
	}
	return nil
}

func (c *cursor) accesses(run []trace.Access, thread trace.ThreadID, f follower) {
	first := c.n
	f.run(run, c.block(thread))
	c.n = first + uint64(len(run))
}

// block is Order.BlockOf for operations that come in trace order.
func (c *cursor) block(thread trace.ThreadID) BlockID {
	blocks := c.o.sk.blocks
	for int(c.at) < len(blocks) && blocks[c.at].Last < c.n {
		c.at++
	}
	if thread == c.o.sk.main && int(c.at) < len(blocks) && blocks[c.at].First <= c.n {
		return c.at
	}
	return NoBlock
}
