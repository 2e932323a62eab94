package audit

import "sparseracer/internal/trace"

// LiveReference is an object that a waiting frame of code without instrumentation refers to
// (docs/trace-language.md, hold): it may be used after the loop.
type LiveReference struct {
	Object *Object
	Rule   string // stack, object or memory
	Class  string // of the object that the rule is about, "" = unknown
	At     Access
}

// reference notes what belongs to the next pause of the thread.
func (s *survey) reference(t *thread, op *trace.Op, n uint64) {
	if len(t.live) == maxKept {
		t.liveMore++
		return
	}
	o, ok := s.live.Get(op.Addr)
	if !ok { // allocated before the recording began
		o = &Object{Start: op.Addr, Size: op.Size, Alloc: Access{Stack: trace.NoStack, Event: trace.NoEvent}}
		s.live.Set(op.Addr, o)
	}
	t.live = append(t.live, &LiveReference{Object: o, Rule: op.Attr("rule"), Class: op.Attr("class"),
		At: Access{Op: n, Kind: op.Kind, Mode: op.Mode, Stack: op.Stack, Event: t.handler()}})
}
