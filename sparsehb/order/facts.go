package order

import (
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
)

// Rules is a rule set of the trace language.
type Rules uint8

const (
	Auto   Rules = iota // by the kind of loop that the trace names, else Exact
	Paper               // R1 to R14 (SparseRacer, ISSTA 2016)
	Exact               // the loop asks after every event whether it is over
	Batch               // it asks between iterations
	Unix                // and each iteration has its batch, behind events of windows: Qt's own dispatcher
	Either              // what holds in both
)

// Batches reports whether loops deliver batches.
func (r Rules) Batches() bool { return r == Batch || r == Unix || r == Either }

// Early reports whether events of windows may come before the batch of an iteration.
func (r Rules) Early() bool { return r == Unix || r == Either }

// BlockID numbers blocks from 0 in trace order; NoBlock is none.
type BlockID int32

const NoBlock BlockID = -1

// NoOp stands for "no such operation" where an operation number is expected.
const NoOp = heap.NoOp

// Block is a maximal run of operations of one handler that no other handler
// can interrupt. First and Last are operation numbers.
type Block struct {
	Event       trace.EventID // NoEvent: code outside every handler
	First, Last uint64
}

// Event is what the skeleton says about one event.
type Event struct {
	ID            trace.EventID
	Kind          trace.EventKind
	Prio, Level   int32
	Enq, Deq, End uint64        // operation numbers, NoOp if absent
	Poster        trace.EventID // the handler that enqueued it, or NoEvent
	Cause         trace.EventID // enqueued by another thread: what that thread was at, see causes.go, or NoEvent
	Begun         trace.EventID // likewise: what the main thread enqueued that led to it (RB), or NoEvent
	Under         trace.EventID // likewise: the handler that enqueued it there (RK), or NoEvent
	Called        trace.EventID // likewise: the last handler that had been waited for there (RJ), or NoEvent
	PostStack     trace.StackID
	Thread        trace.ThreadID // that delivered it
	From          trace.ThreadID // that enqueued it
	Within        trace.LoopID   // the loop that delivered it, or NoLoop: the default one
	Dropped       bool
	Drop          uint64      // operation number, NoOp if absent
	Attrs         trace.Attrs // of its enq, or of its deq without enq
	FirstBlock    BlockID     // NoBlock if never delivered
	LastBlock     BlockID
	Loops         []trace.LoopID // loops that its handler spun, in order
}

// Attr returns the value of an attribute, "" if absent.
func (e *Event) Attr(key string) string { return e.Attrs.Get(key) }

// IsSend: the event came by libuv's uv_async_send. A loop that looks at what threads have sent takes all of it, and the
// answers to their work come before it in the same look (uv__async_io; the loop's own handle is the first).
func (e *Event) IsSend() bool { return e.Attr("type") == "uv_async_send" }

// AnswerTo is libuv's answer to the work that sent an event, nil if no work of its pool did. Both are enqueued by one
// uv_queue_work: what its thread enqueues next after the work is the answer.
func AnswerTo(events []Event, sent *Event) *Event {
	if sent.Cause < 0 || events[sent.Cause].Attr("type") != "work" {
		return nil
	}
	work := &events[sent.Cause]
	var answer *Event
	for i := range events {
		e := &events[i]
		if e.Attr("type") == "uv_queue_work" && e.From == work.From && e.Enq != NoOp && e.Enq > work.Enq && (answer == nil || e.Enq < answer.Enq) {
			answer = e
		}
	}
	return answer
}

// OutsideLooks: the event comes in no look at what was sent, but in another phase of libuv's iteration.
func (e *Event) OutsideLooks() bool {
	switch e.Attr("type") {
	case "uv_timer_start", "uv_idle_start", "uv_prepare_start", "uv_check_start", "uv_close":
		return true
	}
	return false
}

// AnswersBefore: a join of the first by the second says that libuv answered the requests of one handle, or closed it, in
// the order in which that was asked for.
func AnswersBefore(answer, next *Event) bool {
	return answer.IsAnswer() && (next.IsAnswer() || next.Attr("type") == "uv_close")
}

// IsAnswer: libuv answers a request of a stream or of a UDP handle.
func (e *Event) IsAnswer() bool {
	switch e.Attr("type") {
	case "uv_write", "uv_write2", "uv_shutdown", "uv_tcp_connect", "uv_pipe_connect", "uv_pipe_connect2", "uv_udp_send":
		return true
	}
	return false
}

// Loop is one run of a nested loop.
type Loop struct {
	ID                      trace.LoopID
	Owner                   trace.EventID
	Pause, Resume           uint64 // Resume is NoOp when the trace ends inside
	PauseBlock, ResumeBlock BlockID
	Stack                   trace.StackID // where it was spun
	Reset                   uint64        // the reset that counts, or NoOp
	Resetter                trace.EventID // its handler, or NoEvent
	Attrs                   trace.Attrs
	Live                    []PotentialUse // live references of its owner across it, whoever frees it
}

// Empties: the loop is processEvents of Qt. It first delivers what was posted to its thread before it, and ends by itself.
func (v *Loop) Empties() bool {
	what := v.Attr("what")
	return strings.HasPrefix(what, "Q") && strings.HasSuffix(what, "processEvents")
}

// Access is an operation on memory and where it stands: one end of a race, or the
// allocation behind it.
type Access struct {
	Op         uint64
	Kind       trace.Kind // Read, Write, Alloc, Free, or Hold for a potential use
	Mode       trace.Mode
	Event      trace.EventID
	Block      BlockID
	Thread     trace.ThreadID
	Addr, Size uint64
	Stack      trace.StackID
	Destroyed  bool           // a Free by a destructor: the memory lives on
	Scope      bool           // of these, the end of a variable on the stack
	Owned      bool           // a Free of what owned the object for a time, and would have freed it
	Live       *LiveReference // of a potential use
}

// Held is a potential use and the allocation of what it is of, nil if unknown.
type PotentialUse struct {
	Use   Access
	Alloc *Access
}

// Hold is what a potential use rests on.
type LiveReference struct {
	Op       uint64 // the hold; the use is at the resume
	Rule     string // stack, object or memory (docs/trace-language.md)
	Class    string // of the object that the rule is about, "" = unknown
	Function uint64 // where the function that holds it begins, in its module; 0 = unknown
}

// NewHold is the one that an operation `hold` records.
func NewLiveReference(op *trace.Op, n uint64) *LiveReference {
	function, _ := heap.AddressIn(op, "function") // 0, if it says nothing of use
	return &LiveReference{Op: n, Rule: op.Attr("rule"), Class: op.Attr("class"), Function: function}
}

// Attr returns the value of an attribute, "" if absent.
func (l *Loop) Attr(key string) string { return l.Attrs.Get(key) }
