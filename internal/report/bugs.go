package report

import (
	"slices"
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// The engine tells the pairs of two handlers apart by the loop that the free slips into, by
// who frees, and by what. One bug are those of a loop whose frees come of one another: a
// destructor frees what the object had as well. Symbols say which do: the function of the
// program's that frees one is among the callers of the other, or the same; but objects of
// different classes that one function frees, and that is no destructor, are two bugs.

// bugs are the engine's races, those that are one bug put together; in their order.
func (b *builder) bugs() []*sparsehb.Race {
	type handlers struct {
		first, second trace.EventID
		loop          trace.LoopID
		kept          string
	}
	var out []*sparsehb.Race
	of := map[handlers][]int{} // into out
	for i := range b.result.Races {
		s := &b.result.Races[i]
		if s.Kind != sparsehb.UseFree || s.Filtered != "" || s.Loop < 0 {
			out = append(out, s)
			continue
		}
		key := handlers{s.First.Event, s.Second.Event, s.Loop, s.Kept}
		same := slices.IndexFunc(of[key], func(i int) bool { return b.freedAlong(out[i], s) })
		if same < 0 {
			of[key] = append(of[key], len(out))
			out = append(out, s)
			continue
		}
		both := joined(out[of[key][same]], s)
		out[of[key][same]] = &both
	}
	return out
}

// freedAlong: one of the two is freed by what frees the other, as far as is known.
func (b *builder) freedAlong(a, c *sparsehb.Race) bool {
	x, y := b.stacks[keyOf(&a.Second)], b.stacks[keyOf(&c.Second)]
	f, g := application(x), application(y)
	if f == nil || g == nil || f.Function == "" || g.Function == "" {
		return true
	}
	if f.Function == g.Function && !strings.Contains(f.Function, "::~") && b.unrelated(a, c) {
		return false
	}
	calls := func(stack []symbols.Frame, name string) bool {
		return slices.ContainsFunc(stack, func(f symbols.Frame) bool { return f.Function == name })
	}
	return calls(x, g.Function) || calls(y, f.Function)
}

// unrelated: the objects are of two classes. A destructor frees what is its object's; of
// another function nobody knows that one goes because of the other.
func (b *builder) unrelated(a, c *sparsehb.Race) bool {
	x, y := b.class(a), b.class(c)
	return x != "" && y != "" && x != y
}

// class is that of the object, as the code said that allocated it; "" if unknown.
func (b *builder) class(s *sparsehb.Race) string {
	if s.Kind != sparsehb.UseFree || s.Alloc == nil {
		return ""
	}
	return b.result.Tables.TypeOf(s.Alloc.Stack)
}

func sameLoop(a, b *sparsehb.Race) bool {
	return a.First.Event == b.First.Event && a.Second.Event == b.Second.Event && a.Loop == b.Loop && a.Kept == b.Kept
}

// joined is the first of two races with the pairs of the other; the example is what was
// recorded before what is only potential.
func joined(a, b *sparsehb.Race) sparsehb.Race {
	certain := func(r *sparsehb.Race) bool { return r.First.Live == nil && !r.Second.Owned }
	if !certain(a) && certain(b) {
		a, b = b, a
	}
	both := *a
	both.Pairs += b.Pairs
	both.Places = slices.Concat(a.Places, b.Places)
	both.Live = slices.Concat(a.Live, b.Live)
	both.OtherPlaces += b.OtherPlaces
	both.Potential = a.Potential && b.Potential
	return both
}
