package sparsehb

import (
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/randomtrace"
	"sparseracer/sparsehb/semantics"
)

// The filters that say a free never comes before a use, held against every schedule. A
// trace that states more than is so lets a filter act without one of its premises: then
// some schedule must object.

// lie changes a trace so that a premise seems to hold that need not.
type lie struct {
	premise string
	tell    func(ops []trace.Op, use int) []trace.Op
}

var scheduledFilters = []struct {
	name     string
	programs []semantics.Maker
	lies     []lie
}{
	{"FR", []semantics.Maker{semantics.NewStops, semantics.NewOwners, semantics.NewDialogs}, []lie{
		{"delivered to what the free takes away", everyAttr("object", "64")},
		{"before a loop of its own", useFirst},
	}},
	{"FO", []semantics.Maker{semantics.NewOwners}, []lie{
		{"delivered to what its owner takes away", everyAttr("object", "64")},
	}},
	{"FH", []semantics.Maker{semantics.NewStops}, []lie{
		{"of the source that is stopped", everyAttr("source", "timer0")},
		{"stopped before the free", stopsFirst},
		{"started before it is stopped", renamedAttr("stops", "ends")},
		{"before a loop of its own", useFirst},
	}},
	{"FM", []semantics.Maker{semantics.NewDialogs}, []lie{
		{"an input that is stopped", everyAttr("type", "Close")},
		{"the opener goes with its receiver", addReceiver},
		{"the window is blocked", everyBlocked},
	}},
	{"FK", []semantics.Maker{semantics.NewDialogs}, []lie{
		{"a key for a window that is no menu", everyAttr("type", "Key")},
		{"no key that reaches all", withoutAttr("reach")},
		{"the opener goes with its receiver", addReceiver},
	}},
	{"FX", []semantics.Maker{semantics.NewDialogs}, []lie{
		{"a loop that takes no input", pauseExcludes},
		{"an input that is stopped", everyAttr("type", "Close")},
		{"the opener goes with its receiver", addReceiver},
	}},
}

func everyAttr(key, value string) func([]trace.Op, int) []trace.Op {
	return eachAttr(func(a *trace.Attr) {
		if a.Key == key {
			a.Value = value
		}
	})
}

func renamedAttr(from, to string) func([]trace.Op, int) []trace.Op {
	return eachAttr(func(a *trace.Attr) {
		if a.Key == from {
			a.Key = to
		}
	})
}

func withoutAttr(key string) func([]trace.Op, int) []trace.Op { return renamedAttr(key, "none") }

func eachAttr(f func(a *trace.Attr)) func([]trace.Op, int) []trace.Op {
	return func(ops []trace.Op, _ int) []trace.Op {
		for i := range ops {
			ops[i].Attrs = slices.Clone(ops[i].Attrs)
			for j := range ops[i].Attrs {
				f(&ops[i].Attrs[j])
			}
		}
		return ops
	}
}

// useFirst moves the use to the start of its handler.
func useFirst(ops []trace.Op, use int) []trace.Op {
	open := []int{}
	for i, op := range ops[:use] {
		switch op.Kind {
		case trace.Deq:
			open = append(open, i)
		case trace.End:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 || ops[use].Kind != trace.Read {
		return ops
	}
	op, at := ops[use], open[len(open)-1]+1
	return slices.Insert(slices.Delete(ops, use, use+1), at, op)
}

// stopsFirst moves what stops a source to the beginning of the handler that frees.
func stopsFirst(ops []trace.Op, _ int) []trace.Op {
	free := slices.IndexFunc(ops, func(op trace.Op) bool { return op.Kind == trace.Free })
	stop := slices.IndexFunc(ops, func(op trace.Op) bool { return op.Attr("stops") != "" || op.Attr("ends") != "" })
	if free < 0 || stop < 0 || stop+1 >= len(ops) || ops[stop+1].Kind != trace.Drop {
		return ops
	}
	both := slices.Clone(ops[stop : stop+2])
	if stop < free {
		return ops
	}
	return slices.Insert(slices.Delete(ops, stop, stop+2), free, both...)
}

func pauseExcludes(ops []trace.Op, _ int) []trace.Op {
	for i := range ops {
		if ops[i].Kind == trace.Pause {
			ops[i].Attrs = append(slices.Clone(ops[i].Attrs), trace.Attr{Key: "excludes", Value: "input"})
		}
	}
	return ops
}

// addReceiver has all that comes from outside go to the receiver.
func addReceiver(ops []trace.Op, _ int) []trace.Op {
	for i := range ops {
		if ops[i].Kind == trace.Deq && len(ops[i].Attrs) > 0 && ops[i].Attr("object") == "" {
			ops[i].Attrs = append(slices.Clone(ops[i].Attrs), trace.Attr{Key: "object", Value: "128"})
		}
	}
	return ops
}

// everyBlocked says that each window is blocked from the beginning of the handler on that
// shows it, and as long as it is shown.
func everyBlocked(ops []trace.Op, _ int) []trace.Op {
	for i := range ops {
		for j, a := range ops[i].Attrs {
			if a.Key == "arms" && strings.HasPrefix(a.Value, "shown:") {
				ops[i].Attrs = slices.Clone(ops[i].Attrs)
				ops[i].Attrs[j] = trace.Attr{Key: "blocks", Value: "shown:0"}
			}
		}
	}
	return ops
}

// uses are the uses of things in a trace, and the blocks that they belong to: a held one
// is a use after the loop.
func uses(o *Order, m *trace.Memory) map[int]BlockID {
	found := map[int]BlockID{}
	for n, op := range m.Ops {
		switch op.Kind {
		case trace.Read:
			found[n] = o.BlockOf(uint64(n))
		case trace.Hold:
			for _, next := range m.Ops[n:] {
				if next.Kind == trace.Pause {
					if v := o.Loop(next.Loop); v.ResumeBlock >= 0 {
						found[n] = v.ResumeBlock
					}
					break
				}
			}
		}
	}
	return found
}

// alone is the trace with one of its uses only.
func alone(m *trace.Memory, uses map[int]BlockID, use int) (*trace.Memory, int) {
	c := *m
	c.Ops = nil
	at := 0
	for n, op := range m.Ops {
		if _, is := uses[n]; is && n != use || op.Kind == trace.Hold && n != use {
			continue
		}
		if n == use {
			at = len(c.Ops)
		}
		c.Ops = append(c.Ops, op)
	}
	return &c, at
}

// others are all filters of use-free pairs but one.
func others(id string) (list []string) {
	for _, f := range filter.All() {
		if f.Races == filter.UseFree && f.ID != id {
			list = append(list, f.ID)
		}
	}
	return list
}

// meets counts the uses that a filter takes out of a trace, and reports whether the free
// comes before one of them in some schedule.
func meets(t *testing.T, id string, truth *semantics.Truth, m *trace.Memory, tell func([]trace.Op, int) []trace.Op) (taken int, wrong bool) {
	o, err := Build(m, Auto)
	if err != nil {
		t.Fatal(err)
	}
	place := truth.Places(events(o))
	all := uses(o, m)
	for use, block := range all {
		one, at := alone(m, all, use)
		if tell != nil {
			one.Ops = tell(one.Ops, at)
		}
		res, err := Analyze(one, Options{Without: others(id)})
		if err != nil {
			continue // no trace at all
		}
		for _, x := range res.Races {
			if x.Kind != UseFree || x.Filter != id && x.Kept != id { // the model has no calls
				continue
			}
			taken++
			if len(res.Order.Blocks()) != len(place) {
				continue
			}
			if m.Ops[use].Kind == trace.Hold { // of what was there then
				wrong = wrong || truth.Between(place[o.BlockOf(uint64(use))], place[x.Second.Block], place[block])
			} else {
				wrong = wrong || truth.FindsGone(place[block], 0)
			}
		}
	}
	return taken, wrong
}

// TestFilterSchedules: what a filter takes out, no schedule runs the other way round.
func TestFilterSchedules(t *testing.T) {
	for _, f := range scheduledFilters {
		for _, k := range kinds {
			t.Run(f.name+" "+k.loop.String(), func(t *testing.T) {
				t.Parallel()
				sum, programs := 0, *programsFlag/3
				if f.name == "FM" && k.rules == Unix {
					programs *= 4 // it takes out few without its last premise
				}
				for _, program := range f.programs {
					semantics.Each(k.loop, program, programs, *programFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
						taken, wrong := meets(t, f.name, truth, m, nil)
						if sum += taken; wrong {
							t.Errorf("program %d: some schedule frees before the use\n%v\n%s", seed, truth.Program, randomtrace.Dump(m))
						}
						return !wrong
					})
				}
				t.Logf("%d pairs taken out", sum)
				if sum < 5 {
					t.Errorf("%d pairs taken out", sum)
				}
			})
		}
	}
}

// TestFilterPremises: without a premise some schedule objects.
func TestFilterPremises(t *testing.T) {
	for _, f := range scheduledFilters {
		for _, l := range f.lies {
			t.Run(f.name+" "+l.premise, func(t *testing.T) {
				t.Parallel()
				caught := false
				for _, program := range f.programs {
					caught = caught || objects(t, f.name, program, l.tell)
				}
				if !caught {
					t.Errorf("no schedule objects")
				}
			})
		}
	}
}

// objects: some schedule of some program frees before a use that the filter takes out.
func objects(t *testing.T, id string, program semantics.Maker, tell func([]trace.Op, int) []trace.Op) (wrong bool) {
	semantics.Each(trace.LoopBatch, program, 5000, -1, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
		_, wrong = meets(t, id, truth, m, tell)
		return !wrong
	})
	return wrong
}

// TestFilterLimits: what is said of dialogs and menus takes it that no loop but the opener's
// matters. Where others spin loops, input may come in one of those and its delete later on
// in the opener's; and a use in a handler that does not need the opener may come without it,
// when the free was first. (testdata/filters has a trace of each.)
func TestFilterLimits(t *testing.T) {
	for _, id := range []string{"FM", "FK", "FX"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			if !objects(t, id, semantics.NewDialogsAmid, nil) {
				t.Error("no schedule objects: no limit any more")
			}
		})
	}
}
