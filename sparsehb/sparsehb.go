// Package sparsehb is the engine: operations in, happens-before order and
// races out. It opens no file and writes no report. Its rooms, each of which sees only those before it:
//
//	clock, walk, heap  vector clocks; what all walks have in common; allocations
//	order              a trace to an order of blocks
//	race               the pairs that the order leaves open
//	filter             what takes pairs out
//	flow               which races matter
//
// Here the pairs that are left become races.
package sparsehb

import (
	"context"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/flow"
)

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
	Filter        string // id of the filter, likewise
	By            By     // who can bring the free about in time
	Kept          string // where that is a call: id of the filter that keeps a person from it, "" if only Loop does
	Observed      bool   // seen in the recorded run: a use after the free, a second free
	Potential     bool   // every use below it is a potential one: code without instrumentation
	Shared        bool   // the pairs below it are of any handlers, with the same stacks
	// Held are the potential uses below it, the first few: one for a rule, a stack and an allocation.
	Live []PotentialUse
	// Loop is the nested loop that the free can slip into: its owner is the
	// handler of the use, or NoLoop for a race of plain handlers.
	Loop trace.LoopID
	// Places are the pairs below it by source place, in order of their first
	// appearance; OtherPlaces counts the pairs of places not listed.
	Places      []Place
	OtherPlaces uint64
	// Coverage of a read-write race, the same for all of its pairs; the example
	// is covered by the races of CoveredBy, in their order (coverage.go). Rank
	// says how likely harm is.
	Coverage   Coverage
	CoveredBy  []Cover
	Likelihood Likelihood
	// Matters says what the race does to what outlives the program, where the
	// trace has data flow; Path how, from the racy read on. Sink is the name of what both
	// ends of a State race write.
	Matters flow.Rank
	Path    *flow.Path
	Sink    string
}

// By says who can bring a race about.
type By string

const (
	ByPerson By = "" // or time: whatever comes in the recording
	// ByCall: a modal dialog, or a loop without input, keeps a person from closing the
	// window. What closes it all the same is a D-Bus call, the end of the session, quit.
	ByCall By = "call"
)

// Place is a pair of stacks, of First and Second, and how many pairs have it.
type Place struct {
	First, Second trace.StackID
	Pairs         uint64
}

// Counts follow the JSON fields of the same names (docs/cli.md).
type Counts struct {
	OperationPairs, ReportedPairs, HandlerPairs uint64 // use-free
	ReadWritePairs                              uint64
	DoubleFrees                                 uint64
	UnsureFrees                                 uint64 // second frees in a trace that lost an alloc or a free; in no race
	LongAccesses                                uint64 // only their first bytes were compared: 2^20, or 2^10 of a trace full of such accesses
	// SharedPairs are those of handlers beyond the first 100,000 pairs of them, reported or
	// filtered: their races are told apart by the two stacks alone. UntoldPairs are those
	// beyond as many races again: they are counted above, but in no race.
	SharedPairs, UntoldPairs uint64
	// UnjudgedPairs are among the reported ones: beyond a million groups of
	// uses nobody looks for guards.
	UnjudgedPairs uint64
	// UncoveredPairs and CoveredPairs are the read-write ones that no filter
	// takes out. UnweighedPairs are beyond a million, without filters and
	// coverage, or beyond what coverage may take.
	UncoveredPairs, CoveredPairs, UnweighedPairs uint64
	// Filtered are the pairs that each filter took out; Filtered.Of sums them up as
	// reports do.
	Filtered filter.Counts
}

// Join adds the counts of another thread's loop. Double frees are counted once, with the main one's.
func (c *Counts) Join(d *Counts) {
	c.add(d)
	c.HandlerPairs += d.HandlerPairs
	c.SharedPairs += d.SharedPairs
	c.UncoveredPairs += d.UncoveredPairs
	c.CoveredPairs += d.CoveredPairs
}

// Result is all that an analysis found out.
type Result struct {
	Order        *Order
	Races        []Race // reported and filtered ones, in a stable order
	Counts       Counts
	Operations   uint64
	Events       []Event // by EventID
	Loops        []Loop  // by LoopID
	Meta         *trace.Meta
	Tables       *trace.Tables
	Mode         Mode // never AutoMode
	DroppedEdges uint64
	// CutShort: finding the order took too many steps, so that there may be more of it. Hardly
	// any was looked for from operation OrderedTo on; NoOp: everywhere, but not again for what
	// was found last.
	CutShort  bool
	OrderedTo uint64
	Flow      *flow.Counts     // nil without data flow
	Crash     *Crash           // how the recording ended, nil if in order
	Elsewhere []*Result        // of the loops of other threads (AnalyzeLoops)
	Unlooked  []trace.ThreadID // threads whose loops need more memory than allowed
	Main      *Result          // of one of those, that of the main thread's loop
	Rounds    int              // of the sweep; more than 1 where memory was short

	filters *filter.Filters
}

// Barred says why an event, an input, cannot be delivered in a loop, "" if it can.
func (r *Result) Barred(e *Event, v *Loop) string { return r.filters.Barred(e, v) }

// Options of Analyze.
type Options struct {
	Rules     Rules
	Without   []string // rules and filters of the set to go without (SwitchableRules)
	Mode      Mode
	Thread    trace.ThreadID // whose loop is looked at; 0: the main one
	main      *Order         // of the main one, for another one
	UnderGLib bool           // the program runs with that dispatcher, and was recorded with Qt's own to be steered
	ReadWrite bool           // read-write races too
	OfMode    bool           // read-write races too where the mode is to look for them
	Workers   int            // of the second pass; 0: as many as there are cores
	// MaxMemory bounds the memory of the process, in bytes; 0 is no bound. A
	// second pass that needs more is done in rounds, each of which looks at a
	// part of the addresses (Result.Rounds); where that does not help Analyze
	// returns ErrMemory; AnalyzeLoops, only where the main thread's loop needs it.
	MaxMemory uint64
	// Progress is called now and then, by one goroutine at a time, with what
	// is being done and the share of all that is done; nil calls nobody.
	Progress func(step string, done float64)
	Context  context.Context // ends the analysis early; nil never does
	// Flow is for comparisons: the paper's rule for what a racy read may find.
	Flow flow.Options
	// Stacks resolves stacks of uses for a filter that needs symbols; nil if there are none.
	Stacks filter.Stacks
	most   int    // in place of maxGroups, 0: not
	steps  uint64 // that the order may take, 0: as its trace asks
}
