package audit

import "sparseracer/internal/trace"

func (s *survey) alloc(op *trace.Op, n uint64, by trace.EventID) {
	s.freed.Delete(op.Addr)
	if s.result.Tables.IsClosure(op.Stack) {
		s.live.Delete(op.Addr)
		return // nothing that a handler refers to
	}
	s.live.Set(op.Addr, &Object{Start: op.Addr, Size: op.Size,
		Alloc: Access{Op: n, Kind: op.Kind, Stack: op.Stack, Event: by}})
}

// free ends an object. A destructor alone does not: its memory is freed next, or
// lies on the stack, where objects are not looked at, nor the ends of their scopes.
func (s *survey) free(t *thread, op *trace.Op, n uint64) {
	if kind := op.Attr("kind"); kind == "destroy" || kind == "scope" {
		return
	}
	if t.loop != nil {
		t.loop.Frees++
	}
	o, ok := s.live.Delete(op.Addr)
	if !ok {
		return
	}
	o.Free = Access{Op: n, Kind: op.Kind, Stack: op.Stack, Event: t.handler()}
	if t.loop != nil && o.Alloc.Op < t.loop.Loop.Pause {
		s.freed.Set(o.Start, o)
	}
}

// access counts what a handler that spins loops does, before them and after.
func (s *survey) access(t *thread, op *trace.Op, n uint64) {
	f := t.top()
	if f == nil || f.event < 0 || int(f.event) >= len(s.spinner) || !s.spinner[f.event] {
		return
	}
	o := find(&s.live, op)
	if o == nil {
		o = find(&s.freed, op) // a use after free that went well
	}
	if o == nil {
		return
	}
	if f.touched == nil {
		f.touched = map[*Object]*touch{}
	}
	seen := f.touched[o]
	if seen == nil {
		seen = &touch{}
		f.touched[o] = seen
	}
	for i := max(seen.reported, len(f.past)-maxPast); i < len(f.past); i++ {
		if r := f.past[i]; o.Alloc.Op < r.Loop.Pause {
			r.keep(&Kept{Object: o, Before: seen.count, touch: seen,
				First: Access{Op: n, Kind: op.Kind, Mode: op.Mode, Stack: op.Stack, Event: f.event}})
		}
	}
	seen.reported = len(f.past)
	seen.count++
}

func (r *Run) keep(k *Kept) {
	if len(r.Kept) == maxKept {
		r.More++
		return
	}
	r.Kept = append(r.Kept, k)
}

// find is the object that an access is in.
func find(in interface {
	Descend(uint64, func(uint64, *Object) bool)
}, op *trace.Op) (found *Object) {
	in.Descend(op.Addr, func(_ uint64, o *Object) bool {
		if op.Addr-o.Start < o.Size {
			found = o
		}
		return false
	})
	return found
}
