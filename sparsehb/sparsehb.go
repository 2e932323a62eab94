// Package sparsehb is the engine: operations in, happens-before order and
// races out. It opens no file and writes no report.
//
// The rules it keeps:
//   - Order is between blocks, never between single operations; the skeleton
//     of the trace (everything but reads and writes) alone decides it.
//   - Each rule of the trace language stands in one visible place under its
//     number; the saturating reference in the tests has them verbatim.
//   - A conclusion that would point backward in the trace (the recording broke
//     FIFO) is dropped and counted, never obeyed.
package sparsehb

import (
	"context"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/flow"
)

// Rules is a rule set of the trace language.
type Rules uint8

const (
	Auto  Rules = iota // Batch if the trace says so, else Exact
	Paper              // R1 to R14 (SparseRacer, ISSTA 2016)
	Exact              // the guard is looked at after every event
	Batch              // the guard is looked at between iterations
)

// BlockID numbers blocks from 0 in trace order; NoBlock is none.
type BlockID int32

const NoBlock BlockID = -1

// NoOp stands for "no such operation" where an operation number is expected.
const NoOp = ^uint64(0)

// Block is a maximal run of operations of one handler that no other handler
// can interrupt. First and Last are operation numbers.
type Block struct {
	Event       trace.EventID // NoEvent: code outside every handler
	First, Last uint64
}

// Event is what the skeleton tells about one event.
type Event struct {
	ID            trace.EventID
	Kind          trace.EventKind
	Prio, Level   int32
	Enq, Deq, End uint64        // operation numbers, NoOp if absent
	Poster        trace.EventID // the handler that enqueued it, or NoEvent
	Cause         trace.EventID // enqueued by another thread: what that thread was at, see causes.go, or NoEvent
	Begun         trace.EventID // likewise: what the main thread enqueued that led to it (RB), or NoEvent
	PostStack     trace.StackID
	Thread        trace.ThreadID // that delivered it
	From          trace.ThreadID // that enqueued it
	Within        trace.GuardID  // the loop that delivered it, or NoGuard: the default one
	Dropped       bool
	Drop          uint64       // operation number, NoOp if absent
	Attrs         []trace.Attr // of its enq, or of its deq without enq
	FirstBlock    BlockID      // NoBlock if never delivered
	LastBlock     BlockID
	Loops         []trace.GuardID // loops that its handler spun, in order
}

// Attr returns the value of an attribute, "" if absent.
func (e *Event) Attr(key string) string {
	for _, a := range e.Attrs {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

// Loop is one run of a nested loop.
type Loop struct {
	Guard                   trace.GuardID
	Owner                   trace.EventID
	Pause, Resume           uint64 // Resume is NoOp when the trace ends inside
	PauseBlock, ResumeBlock BlockID
	Stack                   trace.StackID // where it was spun
	Reset                   uint64        // the reset that counts, or NoOp
	Resetter                trace.EventID // its handler, or NoEvent
	Attrs                   []trace.Attr
	Held                    []Held // what its owner told to hold across it, whoever frees it
}

// Access is one end of a race, or the allocation behind it.
type Access struct {
	Op         uint64
	Kind       trace.Kind // Read, Write, Alloc, Free, or Hold for a potential use
	Mode       trace.Mode
	Event      trace.EventID
	Block      BlockID
	Thread     trace.ThreadID
	Addr, Size uint64
	Stack      trace.StackID
	Destroyed  bool  // a Free by a destructor: the memory lives on
	Hold       *Hold // of a potential use
}

// Held is a potential use and the allocation of what it is of, nil if unknown.
type Held struct {
	Use   Access
	Alloc *Access
}

// RaceKind says what collides.
type RaceKind uint8

const (
	UseFree RaceKind = iota
	DoubleFree
	ReadWrite
	State // both write one thing that outlives the program; of recordings with data flow
)

// Race is a pair of interfering handlers with one example of the places that
// collide; Pairs counts every operation pair below it.
type Race struct {
	Kind RaceKind
	// First and Second: use and free of a use-free race (whatever their
	// order in the trace), else the two accesses or frees in trace order.
	First, Second Access
	Alloc         *Access // nil if the allocation was not recorded
	Pairs         uint64
	Filtered      string // reason, "" if reported
	Observed      bool   // seen in the recorded run: a use after the free, a second free
	Potential     bool   // every use below it is a potential one: code without instrumentation
	// Held are the potential uses below it, the first few: one for a rule, a stack and an allocation.
	Held []Held
	// Loop is the nested loop that the free can slip into: its owner is the
	// handler of the use, or NoGuard for a race of plain handlers.
	Loop trace.GuardID
	// Places are the pairs below it by source place, in order of their first
	// appearance; OtherPlaces counts the pairs of places not listed.
	Places      []Place
	OtherPlaces uint64
	// Coverage of a read-write race, the same for all of its pairs; the example
	// is covered by the races of CoveredBy, in their order (coverage.go). Rank
	// says how likely harm is.
	Coverage  Coverage
	CoveredBy []Cover
	Rank      Rank
	// Matters says what the race does to what outlives the program, where the
	// trace has data flow; Path how, from the racy read on. Sink is the name of what both
	// ends of a State race write.
	Matters flow.Rank
	Path    *flow.Path
	Sink    string
}

// Place is a pair of stacks, of First and Second, and how many pairs have it.
type Place struct {
	First, Second trace.StackID
	Pairs         uint64
}

// Counts follow the JSON fields of the same names (docs/cli.md).
type Counts struct {
	OperationPairs, BenignPairs, ReportedPairs, HandlerPairs uint64 // use-free
	// OutlivedPairs are those that the filters `receivers live`, `owners outlast` and
	// `what was stopped` take out.
	OutlivedPairs uint64
	// ModalPairs are those that modality, or an open menu, keeps apart.
	ModalPairs uint64
	// CountedPairs are those where the use's handler holds a reference.
	CountedPairs uint64
	// AnewPairs are those whose use would have come to the object anew, and found it
	// gone: the filters `kept by its owners`, `slots go with their receivers` and `asked
	// by the library`.
	AnewPairs uint64
	// GuardedPairs are those where the use is guarded against the free.
	GuardedPairs   uint64
	ReadWritePairs uint64
	DoubleFrees    uint64
	LongAccesses   uint64 // only their first 2^20 bytes were compared
	// UntoldPairs are those of handlers beyond the first 100,000 pairs of
	// them: they are counted above, but in no race.
	UntoldPairs uint64
	// UnjudgedPairs are among the reported ones: beyond a million groups of
	// uses nobody looks for guards.
	UnjudgedPairs uint64
	// UncoveredPairs and CoveredPairs are the read-write ones that no filter
	// takes out. UnweighedPairs are beyond a million, without filters and
	// coverage, or beyond what coverage may take.
	UncoveredPairs, CoveredPairs, UnweighedPairs uint64
	// Filtered are the read-write pairs that each filter took out.
	Filtered [NumFilters]uint64
}

// Result is all that an analysis found out.
type Result struct {
	Order        *Order
	Races        []Race // reported and filtered ones, in a stable order
	Counts       Counts
	Operations   uint64
	Events       []Event // by EventID
	Loops        []Loop  // by GuardID
	Meta         *trace.Meta
	Tables       *trace.Tables
	Mode         Mode // never AutoMode
	DroppedEdges uint64
	Flow         *flow.Counts // nil without data flow
	Rounds       int          // of the second pass; more than 1 where memory was short
}

// Options of Analyze.
type Options struct {
	Rules     Rules
	Without   []string // rules and filters of the set to go without (SwitchableRules)
	Mode      Mode
	ReadWrite bool // read-write races too
	OfMode    bool // read-write races too where the mode is to look for them
	Workers   int  // of the second pass; 0: as many as there are cores
	// MaxMemory bounds the memory of the process, in bytes; 0 is no bound. A
	// second pass that needs more is done in rounds, each of which looks at a
	// part of the addresses (Result.Rounds); where that does not help Analyze
	// returns ErrMemory.
	MaxMemory uint64
	// Progress is called now and then, by one goroutine at a time, with what
	// is being done and the share of all that is done; nil calls nobody.
	Progress func(step string, done float64)
	Context  context.Context // ends the analysis early; nil never does
	// Flow is for comparisons: the paper's rule for what a racy read may find.
	Flow flow.Options
	// Asked answers for stacks of uses whether a library came to the object by itself
	// (asked.go); nil if nobody knows.
	Asked func(*trace.Tables, []Question) []Answer
}
