// Package order makes of a trace the happens-before order of its blocks. It knows of no
// race.
//
// The rules it keeps:
//   - Order is between blocks, never between single operations; the skeleton
//     of the trace (everything but reads and writes) alone decides it.
//   - Each rule of the trace language stands in one visible place under its
//     number; the saturating reference in the tests has them verbatim.
//   - A conclusion that would point backward in the trace (the recording broke
//     FIFO) is dropped and counted, never obeyed.
package order

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/clock"
	"sparseracer/sparsehb/walk"
)

// Order is the closed happens-before relation between the blocks of a trace.
// It is never written out: each block stands in a chain, and its clock says
// how much of every chain precedes it. Queries take the time of one look into
// a Patricia map and may run in parallel.
type Order struct {
	sk      *skeleton
	rules   Rules
	off     ruleMask
	dropped uint64
	against []conclusion  // the first of those that were dropped
	cut     bool          // short: see budget
	cutFrom BlockID       // from where on, or NoBlock
	steps   uint64        // of finding it
	chain   []uint32      // by block
	index   []uint32      // by block, its place in its chain
	clocks  []clock.Clock // by block
	arena   *clock.Arena
	floor   []BlockID // by block: all blocks below this one precede it (R2)
	bases   []BlockID // blocks that precede everything after them (R1)
	edges   edges
}

// Blocks returns all blocks in trace order; not to be changed.
func (o *Order) Blocks() []Block { return o.sk.blocks }

// Rules returns the rule set used, never Auto.
func (o *Order) Rules() Rules { return o.rules }

// CutShort reports that the order took too many steps and was not found to the end (see
// budget): what it says holds, and more may. From block from on each block comes after one
// other at most; from is NoBlock if that is true of none.
func (o *Order) CutShort() (from BlockID, is bool) { return o.cutFrom, o.cut }

// OrderedTo is CutShort with the first operation of that block, or NoOp.
func (o *Order) OrderedTo() (op uint64, short bool) {
	if o.cutFrom == NoBlock {
		return NoOp, o.cut
	}
	return o.sk.blocks[o.cutFrom].First, o.cut
}

// Entered is the stack with which a thread entered its event loop, NoStack if it entered none:
// its handlers run above that.
func (o *Order) Entered(t trace.ThreadID) trace.StackID {
	if s, is := o.sk.entered[t]; is {
		return s
	}
	return trace.NoStack
}

// DroppedEdges counts the conclusions that would have pointed backward.
func (o *Order) DroppedEdges() uint64 { return o.dropped }

// Chains returns the number of chains that the blocks were put into.
func (o *Order) Chains() int {
	n := uint32(0)
	for _, c := range o.chain {
		n = max(n, c+1)
	}
	return int(n)
}

// BlockOf returns the block of an operation, or NoBlock: operations of other
// threads and of a loop's own code belong to none.
func (o *Order) BlockOf(op uint64) BlockID {
	if !o.sk.onMain(op) {
		return NoBlock
	}
	return o.blockWithin(op, 0, len(o.sk.blocks))
}

// blockWithin is BlockOf for an operation of the main thread that lies in one of the
// blocks from lo to hi, if in any.
func (o *Order) blockWithin(op uint64, lo, hi int) BlockID {
	blocks := o.sk.blocks
	for lo < hi {
		switch mid := int(uint(lo+hi) >> 1); {
		case blocks[mid].Last < op:
			lo = mid + 1
		case blocks[mid].First > op:
			hi = mid
		default:
			return BlockID(mid)
		}
	}
	return NoBlock
}

// BlockFrom is BlockOf for an operation that comes after block from begins, and mostly
// soon: it is looked for there.
func (o *Order) BlockFrom(from BlockID, op uint64) BlockID {
	if from < 0 || !o.sk.onMain(op) {
		return o.BlockOf(op)
	}
	blocks, lo, step := o.sk.blocks, int(from), 1
	for lo+step < len(blocks) && blocks[lo+step].First <= op {
		lo, step = lo+step, 2*step
	}
	return o.blockWithin(op, lo, min(lo+step+1, len(blocks)))
}

// Before reports a ≺ b. No block precedes itself, and NoBlock is unordered.
func (o *Order) Before(a, b BlockID) bool {
	for a >= 0 && a < b {
		if a < o.floor[b] || o.inClock(a, b) {
			return true
		}
		base := o.base(b)
		if a == base {
			return true
		}
		b = base
	}
	return false
}

func (o *Order) inClock(a, b BlockID) bool {
	if o.chain[a] == o.chain[b] {
		return o.index[a] < o.index[b]
	}
	return o.arena.Get(o.clocks[b], o.chain[a]) > o.index[a]
}

// base returns the last block below b that precedes all after it, or NoBlock.
func (o *Order) base(b BlockID) BlockID {
	if i, _ := slices.BinarySearch(o.bases, b); i > 0 {
		return o.bases[i-1]
	}
	return NoBlock
}

// HappensBefore is R13 within a block and R14 between blocks.
func (o *Order) HappensBefore(a, b uint64) bool {
	ba, bb := o.BlockOf(a), o.BlockOf(b)
	if ba == NoBlock || bb == NoBlock {
		return false
	}
	if ba == bb {
		return a < b // R13
	}
	return o.Before(ba, bb) // R14
}

// Event returns what is known of an event, nil for an id the trace has not.
func (o *Order) Event(e trace.EventID) *Event {
	if e < 0 || int(e) >= len(o.sk.events) {
		return nil
	}
	return &o.sk.events[e]
}

// Loop returns what is known of a loop, nil for one the trace has not.
func (o *Order) Loop(v trace.LoopID) *Loop {
	if v < 0 || int(v) >= len(o.sk.loops) {
		return nil
	}
	return &o.sk.loops[v]
}

// Options of Build.
type Options struct {
	Rules   Rules
	Without []string // rules of the set to go without (Switchable)
	Monitor *walk.Monitor
	// Thread is whose loop is looked at; 0: the main one.
	Thread trace.ThreadID
	// Main is then the order of the main thread's, if that is known.
	Main *Order
	// UnderGLib: the program runs with GLib's dispatcher, but was recorded with Qt's own, which
	// can be steered. The order is that of the former.
	UnderGLib bool
	// Steps bounds the search for the order, 0: as the size of the trace asks (budget).
	Steps uint64
	// Refs takes each ref and unref, with its number, on the way; nil: nobody.
	Refs func(op *trace.Op, n uint64)
}

// Build reads the skeleton of a trace and computes its order.
func Build(src trace.Source, opt Options) (*Order, error) {
	off, err := maskOf(opt.Without)
	if err != nil {
		return nil, err
	}
	return build(src, opt, off)
}

func build(src trace.Source, opt Options, off ruleMask) (*Order, error) {
	sk, err := collect(src, opt.Thread, opt.Monitor, opt.Refs)
	if err != nil {
		return nil, err
	}
	if err := opt.Monitor.CheckFor(sk.roomOfCut()); err != nil {
		return nil, wrapName(src, err)
	}
	if err := sk.cut(); err != nil {
		return nil, wrapName(src, err)
	}
	o, err := closeOrder(sk, opt, off)
	if err != nil {
		return nil, wrapName(src, err)
	}
	return o, nil
}
