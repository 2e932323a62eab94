// Package race finds what collides in blocks that nothing orders: uses and frees of one
// object, reads and writes of the same bytes. One walk through the trace, by as many
// workers as there are cores (shards.go).
//
// The rule it keeps: it reports every pair to a Taker, whatever somebody thinks of it.
// What takes pairs out is the room filter's, what becomes of them the engine's.
package race

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

// Use is the uses of an object by one stack in one block: the first one, and how
// many. In a read-write pair it is one access.
type Use struct {
	Op, Addr, Size uint64
	Count, Last    uint64 // Last: the latest of them
	Block          order.BlockID
	Stack          trace.StackID
	Site           trace.SiteID // 0: none
	Kind           trace.Kind
	Mode           trace.Mode
	Commutes       trace.CommuteID      // the commuting operation that it is part of; 0: none
	Live           *order.LiveReference // of a potential use
}

// Object is an allocation that will be freed, or an object that a destructor will end.
type Object = heap.Object[State]

// State is what the walk knows of an object.
type State struct {
	AllocBlock, FreeBlock order.BlockID // NoBlock: another thread or a loop's own code

	checked order.BlockID // the block for which
	racy    bool          // says whether it is unordered with the free
	pending []Use         // uses in that block, not reported yet
}

// First is the first of the uses of an object in the block whose uses are being
// reported.
func First(x *Object) *Use { return &x.Data.pending[0] }

// Kept is a copy of an object that may be kept when its uses are reported.
func Kept(x *Object) Object {
	kept := *x
	kept.Data.pending = nil
	return kept
}

// Observed: the use came after the free in the recorded run. What is only a
// potential use was not observed to be one.
func (u *Use) Observed(x *Object) bool { return u.Live == nil && u.Op > x.FreeOp }

// Pair is two accesses in trace order.
type Pair struct{ A, B Use }

// Taker takes the pairs of one shard. What it is given is good until it returns.
type Taker interface {
	// UseFree takes a use (and its repetitions) that races with an object's free.
	UseFree(x *Object, u *Use)
	// ReadWrite takes two accesses in trace order.
	ReadWrite(a, b *Use)
	// LongAccess counts an access of which only the first bytes were compared.
	LongAccess()
	// Merge takes all that another taker of the same walk has.
	Merge(Taker)
}
