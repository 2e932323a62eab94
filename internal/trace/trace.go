// Package trace reads, writes and checks recordings: the operations of the
// trace language (events, nested loops, memory accesses) in a binary form for
// recorders and a text form for people and tests.
//
// The rules it keeps:
//   - Both forms give the same stream of Op values; nothing downstream can
//     tell which one it came from.
//   - A trace is untrusted input. Every reader bounds its memory by the size
//     of what it reads, never panics, and names the place of a fault.
//   - An incomplete trace (the program was killed) is readable up to its last
//     committed record; Meta.Complete says so.
package trace

import (
	"errors"
	"math"
)

//go:generate go run ./gen ../../tracelib/include/sparserec/events.def kinds_gen.go

// Faults of the input, to be tested with errors.Is. The error around them
// carries the file and the line or byte offset.
var (
	ErrCorrupt   = errors.New("corrupt trace")
	ErrTruncated = errors.New("truncated trace")
	ErrVersion   = errors.New("unsupported trace version")
	ErrNotTrace  = errors.New("not a trace")
)

// Ids are dense, in order of first appearance, and have types of their own so
// that they cannot be mixed up. NoEvent, NoLoop, NoStack mean "none".
type (
	EventID  int32
	LoopID   int32
	ThreadID uint32
	StackID  uint32 // index into Tables.Stacks; 0 = none
	SiteID   uint32 // index into Tables.Sites; 0 = none
)

const (
	NoEvent EventID = -1
	NoLoop  LoopID  = -1
	NoStack StackID = 0
)

// NoLevel is the Level of an enq without a loop level.
const NoLevel int32 = -1

// LocationBase is where the named locations of the text form live: location i
// has the address LocationBase + i<<32.
const LocationBase uint64 = 0xf000_0000_0000_0000

// EventKind is how an event gets into the queue (`kind=`).
type EventKind uint8

const (
	Posted   EventKind = iota // FIFO within a priority
	Timer                     // armed at enq, fires later
	Socket                    // readiness of a descriptor
	Input                     // mouse, keys, window system
	Deferred                  // deferred delete, ordered by loop level
	Env                       // from the environment, no order known
)

// Mode says more about a read or write.
type Mode uint16

const (
	ModeUse      Mode = 1 << iota // a call that uses the object, not a load
	ModeAtomic                    // an atomic access
	ModeVal                       // Val holds the value or its hash
	ModeVptr                      // a constructor or destructor sets the vtable pointer
	ModeHeld                      // the writer holds a reference to the memory: no use of it
	ModeSite                      // Site says what the value depends on
	ModeLocal                     // memory of a function's own frame
	ModeCommutes                  // Commutes says of what kind of operation it is all
	ModeWas                       // of an atomic access, Val holds what was there before, or its hash
	ModeLink                      // a library changes a link of a container: no use of what the link lies in
	ModeLoose                     // of an atomic access: a relaxed load, or an addition

	allModes = ModeLoose<<1 - 1
)

// Attr is a key="value" detail that the rules do not look at.
type Attr struct{ Key, Value string }

// Op is one operation. Which fields mean something depends on Kind:
//
//	enterloop exitloop                Stack
//	enq                               Event EventKind Prio Level Stack Attrs
//	deq                               Event EventKind Attrs Moment
//	end                               Event Moment
//	drop fork join                    Event Stack
//	pause resume                      Event Guard Stack Attrs Moment
//	reset                             Guard Stack
//	read write                        Addr Size Mode Val Stack Site Commutes
//	alloc free                        Addr Size Stack Attrs
//	sink                              Sink Addr Size Stack Attrs
//	copy                              Addr From Size
//	flow                              Site Objects
//	ref unref                         Addr Stack
//
// Fields without a meaning are zero, ids without a meaning NoEvent, NoLoop.
type Op struct {
	Kind      Kind
	EventKind EventKind
	Mode      Mode
	Thread    ThreadID
	Event     EventID
	Loop      LoopID
	Prio      int32
	Level     int32
	Stack     StackID
	Site      SiteID
	Commutes  CommuteID
	Addr      uint64
	From      uint64
	Size      uint64
	Val       uint64
	Moment    uint64 // ms since recording began; 0: as the thread's operation before that has one
	Sink      string
	Attrs     []Attr // valid until the next call of Next
	Objects   []Span // likewise
}

// IsAccess reports whether the operation is a read or a write: everything else
// is the skeleton of the trace, which alone decides the order.
func (o *Op) IsAccess() bool { return o.Kind == Read || o.Kind == Write }

// maxMoment is the greatest Moment: some nine thousand years.
const maxMoment = 1 << 48

// hasMoment: the operation may have a Moment.
func (o *Op) hasMoment() bool {
	return o.Kind == Deq || o.Kind == End || o.Kind == Pause || o.Kind == Resume
}

// takesType: the operation is about memory of a type, which its stack states.
func (o *Op) takesType() bool { return o.Kind == Alloc || o.Kind == Free }

// Attr returns the value of an attribute, "" if it has none of that key.
func (o *Op) Attr(key string) string {
	for _, a := range o.Attrs {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

// LoopKind is what a loop of the recorded program looks at its guard after.
type LoopKind uint8

const (
	LoopUnknown LoopKind = iota
	LoopBatch            // an iteration delivers what was queued at its start
	LoopExact            // the guard is looked at after every event
	LoopUnix             // as LoopBatch, but each iteration has its batch, behind events of windows: Qt's own dispatcher
	LoopEither           // LoopBatch or LoopUnix: Qt's, with a dispatcher that is not known
)

// Batches reports whether an iteration delivers what was queued at its start.
func (k LoopKind) Batches() bool { return k == LoopBatch || k == LoopUnix || k == LoopEither }

// Meta is what the header of a trace says.
type Meta struct {
	Loop         LoopKind
	MainSpins    bool   // start-up code spun a loop: pseudo-event main
	Complete     bool   // the program ended in order
	Torn         string // where the file was cut off, "" if it was not
	Cut          Cut    // what a ring had dropped before the trace begins
	Fallback     bool   // some of it has ThreadSanitizer's instrumentation only
	Instrumented bool   // code ran that would have reported its accesses
	Stopped      StopReason
	Signal       uint32 // that ended the program, 0 if none did or nobody saw it
	Lost         uint64 // operations that could not be recorded, of any kind
	LostBy       LostBy // those of them whose kind is known
	PID          uint32
	Start        int64 // ns since 1970
	Command      []string
}

// Cut is where a trace begins that a ring was turned into, in the middle of a program's run.
// The zero value is a trace's that begins with the program.
type Cut struct {
	At, End       int64  // ns since 1970: from when on all is there, and when it was read
	Blocks, Bytes uint64 // that were dropped
	Undefined     uint64 // definitions that there was no room for
}

// Is reports whether anything was dropped.
func (c *Cut) Is() bool { return c.Blocks > 0 }

// LostBy counts lost operations by Kind.
type LostBy [32]uint64

// Sum is the number of all; a hostile header's sum stops at the largest number.
func (l *LostBy) Sum() uint64 {
	var sum uint64
	for _, n := range l {
		sum = addSaturating(sum, n)
	}
	return sum
}

func addSaturating(a, b uint64) uint64 {
	if a+b < a {
		return math.MaxUint64
	}
	return a + b
}

// OnlyAccesses reports whether nothing but memory accesses was lost: then the
// order of events, allocations and frees is whole.
func (m *Meta) OnlyAccesses() bool {
	return m.Lost > 0 && m.Lost == addSaturating(m.LostBy[Read], m.LostBy[Write])
}

// HasAll reports whether no operation of these kinds can have been lost.
func (m *Meta) HasAll(kinds ...Kind) bool {
	for _, k := range kinds {
		if m.LostBy[k] > 0 {
			return false
		}
	}
	return m.Lost == m.LostBy.Sum() // else there are some of an unknown kind
}

// StopReason says why recording stopped before the program did.
type StopReason uint8

const (
	StopNone StopReason = iota
	StopDisk
	StopSize
	StopMemory
	StopSandbox
)

// Stack is one frame and its callers, linked by Parent. One with a Type has no
// frame (PC is 0): it says of what type the memory is that an operation with it
// allocates or frees, at the place that Parent is.
type Stack struct {
	Parent StackID
	PC     uint64
	Type   string
	Known  int // modules defined before it: Modules[:Known] were loaded by then
}

// Module is a loaded object of the recorded program.
type Module struct {
	Start, End uint64 // lowest and highest address, End exclusive
	Bias       uint64 // load bias: address in the file = address - Bias
	Path       string
	BuildID    string // hexadecimal, "" when the object has none
}

// Tables hold what operations refer to by id. They grow while reading.
type Tables struct {
	Events    Names    // by EventID
	Loops     Names    // by LoopID
	Locations []string // name by location number
	Stacks    []Stack  // Stacks[0] is the empty stack
	Sites     []Site   // Sites[0] is none
	Commutes  []string // name by CommuteID
	Modules   []Module
}

// Reader gives the operations in trace order, numbered from 0 by the caller.
type Reader interface {
	// Next fills op with the next operation. It returns io.EOF after the
	// last one, also when the trace is incomplete (see Meta.Complete).
	Next(op *Op) error
	// Meta and Tables are final once Next has returned io.EOF; Meta.Loop
	// and Meta.MainSpins are known from the start.
	Meta() *Meta
	Tables() *Tables
	Close() error
}

// Source can be read more than once; every pass opens it again and gets the
// same ids.
type Source interface {
	Open() (Reader, error)
	Name() string
}
