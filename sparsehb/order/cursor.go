package order

import (
	"errors"
	"io"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/walk"
)

// Cursor walks a trace again after its order is known, and knows where it is.
type Cursor struct {
	walk.Ticker
	O      *Order
	N      uint64 // the operation at hand
	Enough bool   // set by the follower: it needs no more

	at     BlockID // the block of the operation at hand or the next one after it
	inside bool    // the operation lies in it, or is another thread's
}

// NewCursor returns one that walks alone, for a monitor or nil.
func NewCursor(o *Order, m *walk.Monitor) Cursor {
	return Cursor{O: o, Ticker: walk.Ticker{Monitor: m, Leader: true}}
}

// Follower is what is done on the way. A run of accesses is of one thread and
// lies in one block; op is any other operation.
type Follower interface {
	Run(accesses []trace.Access, block BlockID)
	Operation(op *trace.Op, block BlockID)
}

// Walk gives every operation of a trace to f; c.N is its number.
func (c *Cursor) Walk(src trace.Source, f Follower) error {
	r, err := src.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	bulk, run := trace.BulkOf(r), make([]trace.Access, walk.RunLength)
	var op trace.Op
	for !c.Enough {
		if err := c.Tick(r); err != nil {
			return wrapName(src, err)
		}
		if k, thread := bulk.Accesses(run); k > 0 {
			c.Passed(k)
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
		f.Operation(&op, c.block(op.Thread))
		c.N++
	}
	return nil
}

func (c *Cursor) accesses(run []trace.Access, thread trace.ThreadID, f Follower) {
	first := c.N
	f.Run(run, c.block(thread))
	c.N = first + uint64(len(run))
}

// Block is the block of the last operation that was asked for, or the next one after it.
func (c *Cursor) Block() BlockID {
	if int(c.at) < len(c.O.sk.blocks) {
		return c.at
	}
	return NoBlock
}

// Behind is the last block of a handler behind which the operation comes that was asked for, and before any
// other of the main thread: there the event is destroyed, with what it has. NoBlock: it is another one.
func (c *Cursor) Behind() BlockID {
	b := c.at - 1
	if c.inside || b < 0 {
		return NoBlock
	}
	if e := c.O.EventOf(b); e < 0 || c.O.Event(e).LastBlock != b {
		return NoBlock
	}
	return b
}

// block is Order.BlockOf for operations that come in trace order.
func (c *Cursor) block(thread trace.ThreadID) BlockID {
	blocks := c.O.sk.blocks
	c.inside = thread != c.O.sk.main
	for int(c.at) < len(blocks) && blocks[c.at].Last < c.N {
		c.at++
	}
	if thread == c.O.sk.main && int(c.at) < len(blocks) && blocks[c.at].First <= c.N {
		c.inside = true
		return c.at
	}
	return NoBlock
}
