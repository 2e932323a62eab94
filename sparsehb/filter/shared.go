package filter

import (
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

var kept = Filter{
	ID: "FA", Name: "kept by its owners", Aliases: []string{"RA"}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 20, Group: Again,
	Reason:    "shared: a library's counted memory, which the handler of the use reaches again by one of its owners",
	Sentence:  "A library's counted memory is reached by its owners only, each of which lets go of it before it is freed.",
	Breaks:    "A program that keeps a pointer to the header of a library's object without a reference.",
	candidate: func(d *decision, c *Candidate) bool { return d.owned.again(d.o, c) },
}

// Shared memory of libraries: what strings, containers and connections keep under
// a count (docs/trace-language.md, Kept by its owners). Nobody points to it but its
// owners, each with a count of its own. So a handler that comes to it again, by an
// owner, comes to something that is counted; the one that gave back the last count
// before had every owner let go of it first.
//
// A use u of an object x in block U is *reached again* if
//   - x is a library's: allocated in a module that no access comes from (nobody
//     instrumented it), without a type of the program's, and its header was looked
//     at atomically, as a count is;
//   - the handler of U has not paused before U: it kept nothing over a loop;
//   - the first use of x in U is of its header, which raw pointers into its data
//     do not need.
//
// What has a type private to Qt (the slot of a connection) is looked up by Qt at
// each signal, and counted while it is called: every use reaches it again.
type owned struct {
	tables   *trace.Tables
	program  map[*trace.Module]bool       // modules that accesses come from
	calls    map[order.BlockID][]slotCall // slots.go
	made     int                          // of them
	closures bool                         // there are some among the objects
	byAlloc  map[uint64]*sharing          // of the objects in question, by the operation that allocates
	live     map[uint64]*sharing          // by address
}

// sharing is what is known of an object.
type sharing struct {
	allocOp uint64
	foreign bool // allocated by a library, without a type of the program's
	private bool // of a type private to Qt, or a closure
	closure bool // what GObject calls for a signal: glibpatch/src/closures.c
	counted bool
}

// headerSize is how far into an object its count and its description lie: bytes.
const headerSize = 24

func newOwned(t *trace.Tables) *owned {
	return &owned{tables: t, program: map[*trace.Module]bool{}, calls: map[order.BlockID][]slotCall{}, byAlloc: map[uint64]*sharing{}, live: map[uint64]*sharing{}}
}

// wants asks for what becomes of the object of uses.
func (w *owned) wants(c *Candidate) {
	x := &c.Object
	if m := moduleOf(w.tables, c.Use.Stack); m != nil {
		w.program[m] = true
	}
	if x.AllocOp != heap.NoOp && w.byAlloc[x.AllocOp] == nil {
		w.byAlloc[x.AllocOp] = &sharing{allocOp: x.AllocOp}
	}
}

// moduleOf is where the innermost frame of a stack lies, nil if nobody knows.
func moduleOf(t *trace.Tables, s trace.StackID) *trace.Module {
	for ; s != trace.NoStack && int(s) < len(t.Stacks); s = t.Parent(s) {
		if at := &t.Stacks[s]; at.Type == "" {
			return t.StackModule(at, at.PC-1)
		}
	}
	return nil
}

func (w *owned) operation(op *trace.Op, n uint64) {
	if op.Kind == trace.Free {
		delete(w.live, op.Addr)
		return
	}
	t := w.tables.TypeOf(op.Stack)
	closure := w.tables.IsClosure(op.Stack)
	private := closure || strings.HasPrefix(t, "QtPrivate::") || strings.HasPrefix(t, "QtSharedPointer::")
	s := w.byAlloc[n]
	if s == nil && private {
		s = &sharing{allocOp: n}
	}
	if s == nil {
		delete(w.live, op.Addr)
		return
	}
	m := moduleOf(w.tables, op.Stack)
	s.foreign, s.private, s.closure = t == "" && m != nil && !w.program[m], private, closure
	w.live[op.Addr] = s
	w.closures = w.closures || closure
}

// access notes what is counted.
func (w *owned) access(a *trace.Access) {
	if a.Mode&trace.ModeAtomic == 0 || len(w.live) == 0 {
		return
	}
	for offset := uint64(0); offset < headerSize && offset <= a.Addr; offset += 4 {
		if s := w.live[a.Addr-offset]; s != nil {
			s.counted = true
		}
	}
}

// again reports whether a use reaches an object by an owner.
func (w *owned) again(o *order.Order, c *Candidate) bool {
	s := w.byAlloc[c.AllocOp]
	return s != nil && (s.private || s.foreign && s.counted && c.header && !o.PausedBefore(c.Use.Block))
}
