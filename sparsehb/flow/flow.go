// Package flow says which races matter: it follows what racy reads may have read
// to what outlives the program, its files, settings and messages (after Mutlu and
// others, FSE 2015; docs/trace-language.md, Flow).
//
// The rules it keeps:
//   - A value is racy for its reader: what counts are the writes that the reader
//     may see in some order, later ones included, not those that came before it
//     in the recorded run.
//   - No race is dropped for values that look alike; it is ranked lower.
//   - Everything that grows with the trace has a cap, and what falls off is counted.
//
// The caller walks the trace twice and gives every operation to a Collector, then to
// its Follower. Time: operations; memory: racy granules, labelled granules, label sets.
package flow

import (
	"slices"

	"sparseracer/internal/trace"
)

// Rank says how much a race matters, what matters most first.
type Rank uint8

const (
	Unranked     Rank = iota
	Data              // the value itself goes into something persistent
	LastWriter        // who comes last decides what stays
	Control           // it decides whether something is written, or with what
	Accumulating      // both add to what they found
	OrderOnly         // the same parts, in another order
	SameValue         // the values look alike
	Benign            // nothing persistent depends on it
)

var rankNames = [...]string{"", "data", "last-writer", "control", "accumulating", "order-only", "same-value", "benign"}

func (r Rank) String() string { return rankNames[r] }

// RankNamed is the rank of a name, false if there is none.
func RankNamed(name string) (Rank, bool) {
	for r, n := range rankNames {
		if n == name && r > 0 {
			return Rank(r), true
		}
	}
	return Unranked, false
}

// RankNames are the names, what matters most first.
func RankNames() []string { return slices.Clone(rankNames[1:]) }

// BlockID is a block of the engine's; NoBlock is none: other threads, and start-up
// values for a writer.
type BlockID = int32

const NoBlock BlockID = -1

// Order is what the engine knows: a ≺ b.
type Order interface{ Before(a, b BlockID) bool }

// Access is one end of a pair.
type Access struct {
	Op         uint64
	Block      BlockID
	Write      bool
	Addr, Size uint64
}

// Pair is two accesses that no order keeps apart, in trace order.
type Pair struct{ First, Second Access }

// Value is what a reader may find at a place.
type Value struct {
	Op    uint64 // of the write
	Stack trace.StackID
	Block BlockID
	Known bool // Val is it, or a hash of it
	Val   uint64
	After bool // the write came after the read in the recorded run
}

// Path is how a race comes to matter.
type Path struct {
	Read         Access // the racy read
	Stack        trace.StackID
	Values       []Value // that it may find, the first few; the one of nobody is the start-up value
	Sink         string  // name, "" if no sink is reached
	SinkOp       uint64
	SinkBlock    BlockID
	SinkStack    trace.StackID
	Omitted      bool   // Sink is a call, of the function of that name, that was not made
	Through      uint64 // the last write on the way, if there was one: its operation
	HasThrough   bool
	ThroughBlock BlockID
	ThroughAddr  uint64
	ThroughStack trace.StackID
}

// Verdict is what is said of a pair.
type Verdict struct {
	Rank Rank
	Path *Path // of what ranks it so; nil for a benign one that nobody reads
}

// End is one end of a pair of sinks.
type End struct {
	Op    uint64
	Block BlockID
	Stack trace.StackID
	How   string // op=
}

// SinkPair is two handlers that write the same persistent state in either order.
type SinkPair struct {
	Name          string
	First, Second End
	Rank          Rank
}

// Counts are of what was looked at, and what was not covered.
type Counts struct {
	RacyReads, Sinks, SinkPairs uint64
	StockCalls                  uint64 // calls into code that is not instrumented
	UnsizedObjects              uint64 // handed to them by pointer, of unknown size
	Capped                      uint64 // labels, writers and sinks beyond what is kept
	Ranks                       [Benign + 1]uint64
}

// Options are for comparisons.
type Options struct {
	// PaperRule takes the values that are there when a location is read, as the
	// paper does: those of writers before it in the recorded run that none of the
	// later ones is ordered after.
	PaperRule bool
}

// Caps.
const (
	maxWriters = 64      // of a granule
	maxNodes   = 1 << 23 // of labels, 24 to 32 bytes each
	maxReads   = 1 << 20 // racy reads
	maxCells   = 1 << 22
	maxSinks   = 1 << 16 // names of sinks
	maxOfSink  = 256     // blocks that write one of them
	maxWide    = 1 << 12 // that remove or rename what has others below it
	maxPairs   = 1 << 16
	maxValues  = 8
	maxFrames  = 1 << 16
	maxPending = 1 << 16
)
