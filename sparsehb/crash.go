package sparsehb

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"syscall"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
)

// Crash is how a recording ended whose program did not end in order: where the main thread
// was, and what it used there that had been freed.
//
// A use of freed memory that the order does not let vary is no race. Where the program
// crashed by it there is nothing to predict: the recorded run is the proof.
type Crash struct {
	Signal uint32         // that ended it, 0 if nobody saw it
	Event  trace.EventID  // whose handler ran, NoEvent: code outside every handler
	Last   *Access        // the last operation of that handler, nil if it has none with a place
	Loops  []trace.LoopID // of the main thread that were open
	// Use is the latest access, or live reference, of the block at the end to memory that
	// was freed before it, and not allocated again; nil if there is none.
	// A live reference is to what was there when its loop began, whatever came there later.
	Use, Free, Alloc *Access
	// Within is the innermost loop of the crashed handler inside which Free came, NoLoop if it
	// did not come so.
	Within trace.LoopID
}

// faults are the signals of a program that does something wrong.
var faults = []syscall.Signal{syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGABRT, syscall.SIGILL, syscall.SIGFPE, syscall.SIGTRAP, syscall.SIGSYS}

// Faulted reports whether the program's own doing ended it, rather than somebody who killed it.
func (c *Crash) Faulted() bool {
	return c != nil && (c.Use != nil || IsFault(syscall.Signal(c.Signal)))
}

// IsFault: a program ends by that signal where it does something wrong.
func IsFault(s syscall.Signal) bool { return slices.Contains(faults, s) }

// mostUses bounds how many accesses of the last block are looked at, the latest ones.
const mostUses = 1 << 12

// crash looks at the end of a trace that has none of its own, nil for all others. Two walks:
// the accesses of the last block, then who freed what lies there.
func crash(src trace.Source, o *Order) (*Crash, error) {
	blocks := o.Blocks()
	if o.Meta().Complete || len(blocks) == 0 {
		return nil, nil
	}
	last := &blocks[len(blocks)-1]
	c := &Crash{Signal: o.Meta().Signal, Event: last.Event, Within: trace.NoLoop}
	if e := o.Event(last.Event); e != nil && e.End != NoOp {
		c.Event = trace.NoEvent
	}
	for i := range o.Loops() {
		v := &o.Loops()[i]
		by := o.Event(v.Owner)
		if v.Pause == NoOp || v.Resume != NoOp || by == nil || by.Deq == NoOp || by.Thread != o.Main() {
			continue // nobody delivered it: what another thread does by itself
		}
		c.Loops = append(c.Loops, v.ID)
	}
	access := func(op *trace.Op, n uint64) Access {
		return Access{Op: n, Kind: op.Kind, Mode: op.Mode, Event: last.Event, Block: BlockID(len(blocks) - 1), Thread: op.Thread,
			Addr: op.Addr, Size: op.Size, Stack: op.Stack}
	}
	var uses []Access
	if o.Event(last.Event) != nil {
		for _, g := range o.Event(last.Event).Loops {
			if v := o.Loop(g); v.ResumeBlock == BlockID(len(blocks)-1) {
				for i := range v.Live {
					use := v.Live[i].Use
					use.Op, use.Event, use.Block = v.Resume, last.Event, v.ResumeBlock
					uses = append(uses, use)
				}
			}
		}
	}
	err := each(src, func(op *trace.Op, n uint64) {
		if n < last.First || op.Thread != o.Main() {
			return
		}
		if op.Stack != trace.NoStack {
			a := access(op, n)
			c.Last = &a
		}
		if op.IsAccess() && op.Mode&(trace.ModeHeld|trace.ModeLink) == 0 {
			if len(uses) == 2*mostUses {
				uses = append(uses[:0], uses[mostUses:]...)
			}
			uses = append(uses, access(op, n))
		}
	})
	if err != nil || len(uses) == 0 {
		return c, err
	}
	err = c.findFreed(src, o, uses)
	c.within(o)
	return c, err
}

// within looks for the loop of the crashed handler inside which the free came.
func (c *Crash) within(o *Order) {
	e := o.Event(c.Event)
	if c.Free == nil || e == nil {
		return
	}
	for _, g := range e.Loops {
		if v := o.Loop(g); v.Pause != NoOp && v.Pause < c.Free.Op && (v.Resume == NoOp || c.Free.Op < v.Resume) {
			c.Within = g
		}
	}
}

// findFreed looks for what had been freed by the time of a use.
func (c *Crash) findFreed(src trace.Source, o *Order, uses []Access) error {
	slices.SortStableFunc(uses, func(a, b Access) int { return cmp.Compare(a.Addr, b.Addr) })
	type life struct{ alloc, free *Access }
	lives := make([]life, len(uses)) // what was last of the memory under each use
	living := map[uint64]*Access{}   // allocations under uses, by address
	err := each(src, func(op *trace.Op, n uint64) {
		if op.Kind != trace.Alloc && op.Kind != trace.Free || heap.IsDestroy(op) {
			return
		}
		at := &Access{Op: n, Kind: op.Kind, Event: o.EventAt(n), Block: o.BlockOf(n), Thread: op.Thread, Addr: op.Addr, Size: op.Size, Stack: op.Stack}
		if op.Kind == trace.Free {
			alloc := living[op.Addr]
			switch {
			case alloc != nil:
				at.Size = alloc.Size
				delete(living, op.Addr)
			case o.Meta().Cut.Is(): // it was allocated before the trace begins: of how many bytes is not known
				at.Size = max(at.Size, 1)
			default:
				return
			}
		}
		first, _ := slices.BinarySearchFunc(uses, at.Addr, func(u Access, addr uint64) int { return cmp.Compare(u.Addr, addr) })
		for k := first; k < len(uses) && uses[k].Addr-at.Addr < at.Size; k++ {
			switch {
			case n > uses[k].Op:
			case uses[k].Live != nil && n > uses[k].Live.Op && lives[k].free != nil: // what comes there now is something else
			case uses[k].Live != nil && n < uses[k].Live.Op && op.Kind == trace.Free:
				lives[k] = life{}
			case op.Kind == trace.Alloc:
				living[at.Addr], lives[k] = at, life{alloc: at}
			default:
				lives[k].free = at
			}
		}
	})
	for k := range uses {
		if lives[k].free != nil && (c.Use == nil || uses[k].Op > c.Use.Op) {
			c.Use, c.Free, c.Alloc = &uses[k], lives[k].free, lives[k].alloc
		}
	}
	return err
}

// each calls f for each operation.
func each(src trace.Source, f func(op *trace.Op, n uint64)) error {
	r, err := src.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	var op trace.Op
	for n := uint64(0); ; n++ {
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		f(&op, n)
	}
}
