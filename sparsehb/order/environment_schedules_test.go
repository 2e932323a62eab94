package order

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/randomtrace"
	"sparseracer/sparsehb/semantics"
)

var (
	programsFlag = flag.Int("programs", 1000, "abstract programs a loop semantics")
	programFlag  = flag.Int64("program", -1, "run the enumeration for the program of this seed only")
)

var loopKinds = []trace.LoopKind{trace.LoopExact, trace.LoopBatch}

// The rules of the environment, held against every schedule of programs that have one.
// Each is stated here once more, from its sentence in docs/trace-language.md, with a name
// for each of its premises. With all of them no schedule may reverse what it orders, and
// the engine must order it; without one of them some schedule must object.

// claims are the pairs of blocks that a rule orders by itself, with all premises but one.
type claims func(v *view, without string) [][2]BlockID

var environmentRules = []struct {
	name     string
	claims   claims
	programs semantics.Maker
	premises []string
}{
	{"RC", (*view).rc, semantics.NewEnvironment, []string{"the memory of its receiver"}},
	{"RW", armedBy("shown"), semantics.NewEnvironment, []string{"it needs that", "before all others"}},
	{"RS", armedBy("armed"), semantics.NewEnvironment, []string{"it needs that", "before all others"}},
	{"RP", armedBy("pressed"), semantics.NewEnvironment, []string{"it needs that"}},
	{"RF", armedBy("active"), semantics.NewEnvironment, []string{"it needs that"}},
	{"RT", (*view).rt, semantics.NewClocks, []string{"due no later", "first firing", "started before", "not stopped before"}},
	{"RN", (*view).rn, semantics.NewClocks, []string{"one timer"}},
	{"RK", (*view).rk, semantics.NewThreaded, []string{"one thread", "no lower priority"}},
}

// view is an order and the trace that it is of.
type view struct {
	*Order
	trace  *trace.Memory
	events []*Event
}

func viewOf(t *testing.T, m *trace.Memory) *view {
	o, err := Build(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := &view{Order: o, trace: m}
	for e := range m.T.Events.Len() {
		if x := o.Event(trace.EventID(e)); x != nil {
			v.events = append(v.events, x)
		}
	}
	return v
}

func (v *view) le(a, b BlockID) bool { return a >= 0 && (a == b || v.Before(a, b)) }

// delivered calls f for the events that have a handler.
func (v *view) delivered(f func(e *Event)) {
	for _, e := range v.events {
		if e.FirstBlock >= 0 {
			f(e)
		}
	}
}

// rc: what is delivered to a thing comes after the block that made it.
func (v *view) rc(without string) (list [][2]BlockID) {
	v.delivered(func(e *Event) {
		named := e.Enq
		if named == NoOp {
			named = e.Deq
		}
		for n, op := range v.trace.Ops[:named] {
			if op.Kind == trace.Alloc && (without != "" || fmt.Sprint(op.Addr) == e.Attr("object")) {
				list = append(list, [2]BlockID{v.BlockOf(uint64(n)), e.FirstBlock})
			}
		}
	})
	return list
}

// armedBy: what needs something comes after the first of those that make it possible, if
// that comes before all others.
func armedBy(kind string) claims {
	return func(v *view, without string) (list [][2]BlockID) {
		v.delivered(func(e *Event) {
			for i := range v.trace.T.Events.Len() {
				name := fmt.Sprintf("%s:%d", kind, i)
				needs := slices.Contains(strings.Fields(e.Attr("needs")), name) || without == "it needs that" && e.Attr("type") != ""
				if blocks := v.arming(name); needs && len(blocks) > 0 {
					first := slices.Min(blocks)
					if without == "before all others" || !slices.ContainsFunc(blocks, func(b BlockID) bool { return !v.le(first, b) }) {
						list = append(list, [2]BlockID{first, e.FirstBlock})
					}
				}
			}
		})
		return list
	}
}

// arming are the blocks that make something possible, and do not take it back.
func (v *view) arming(name string) (list []BlockID) {
	for _, e := range v.events {
		if e.Attr("arms") != name {
			continue
		}
		at := e.FirstBlock
		if e.Enq != NoOp {
			at = v.BlockOf(e.Enq)
		}
		if !e.Dropped || v.BlockOf(e.Drop) != at {
			list = append(list, at)
		}
	}
	return list
}

// rt: the timer that was started first and is due no later fires first, if nothing stops
// it before.
func (v *view) rt(without string) (list [][2]BlockID) {
	v.delivered(func(a *Event) {
		v.delivered(func(b *Event) {
			x, timer := DueTimeOf(a)
			y, also := DueTimeOf(b)
			if a == b || !timer || !also || a.Attr("timer") == b.Attr("timer") {
				return
			}
			holds := map[string]bool{
				"due no later":       x.Before(y),
				"first firing":       v.firstFiring(a) && v.firstFiring(b),
				"started before":     v.HappensBefore(a.Enq, b.Enq),
				"not stopped before": !v.stoppedBefore(a),
			}
			if a.Enq < b.Enq && a.FirstBlock < b.FirstBlock && allBut(holds, without) {
				list = append(list, [2]BlockID{a.FirstBlock, b.FirstBlock})
			}
		})
	})
	return list
}

func allBut(holds map[string]bool, without string) bool {
	for name, is := range holds {
		if !is && name != without {
			return false
		}
	}
	return true
}

func (v *view) firstFiring(e *Event) bool {
	return v.BlockOf(e.Enq) >= 0 && !slices.ContainsFunc(v.events, func(x *Event) bool {
		return x.Kind == trace.Timer && x.Attr("timer") == e.Attr("timer") && x.Enq < e.Enq
	})
}

// stoppedBefore: something that stops the timer, or frees what it goes to, may come before
// the firing.
func (v *view) stoppedBefore(e *Event) bool {
	for n, op := range v.trace.Ops {
		stops := op.Kind == trace.Free && fmt.Sprint(op.Addr) == e.Attr("object") ||
			op.Kind == trace.Drop && v.events[op.Event].Kind == trace.Timer && v.events[op.Event].Attr("timer") == e.Attr("timer")
		if stops && !v.le(e.FirstBlock, v.BlockOf(uint64(n))) {
			return true
		}
	}
	return false
}

// rn: a timer does not fire in its own handler.
func (v *view) rn(without string) (list [][2]BlockID) {
	v.delivered(func(a *Event) {
		v.delivered(func(b *Event) {
			if a.Attr("timer") != "" && b.Attr("timer") != "" && a.Enq < b.Enq && a.LastBlock < b.FirstBlock &&
				(a.Attr("timer") == b.Attr("timer") || without != "") {
				list = append(list, [2]BlockID{a.LastBlock, b.FirstBlock})
			}
		})
	})
	return list
}

// rk: what one thread posts comes in that order, and what one handler posts there.
func (v *view) rk(without string) (list [][2]BlockID) {
	v.delivered(func(a *Event) {
		v.delivered(func(b *Event) {
			posted := a.Kind == trace.Posted && b.Kind == trace.Posted && a.Enq != NoOp && b.Enq != NoOp && a.From > 0 && b.From > 0
			holds := map[string]bool{
				"one thread":        a.From == b.From && (a.Under == b.Under && a.Under >= 0 || !v.delivers(a.From)),
				"no lower priority": a.Prio >= b.Prio,
			}
			if posted && a.Enq < b.Enq && a.FirstBlock < b.FirstBlock && allBut(holds, without) {
				list = append(list, [2]BlockID{a.FirstBlock, b.FirstBlock})
			}
		})
	})
	return list
}

func (v *view) delivers(t trace.ThreadID) bool {
	return slices.ContainsFunc(v.trace.Ops, func(op trace.Op) bool { return op.Kind == trace.Deq && op.Thread == t })
}

// places are the truth's numbers of the blocks.
func (v *view) places(t *semantics.Truth) []int {
	events := make([]trace.EventID, len(v.Blocks()))
	for i, b := range v.Blocks() {
		events[i] = b.Event
	}
	return t.Places(events)
}

// mostPrograms is how many programs a wrong rule has to be caught within.
const mostPrograms = 8000

// TestEnvironmentRules: each rule of the environment is right, and each of its premises is
// needed.
func TestEnvironmentRules(t *testing.T) {
	for _, rule := range environmentRules {
		for _, kind := range loopKinds {
			t.Run(rule.name+" "+kind.String(), func(t *testing.T) {
				t.Parallel()
				claimed, missing := 0, slices.Clone(rule.premises)
				semantics.Each(kind, rule.programs, mostPrograms, *programFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
					v := viewOf(t, m)
					place := v.places(truth)
					reversed := func(p [2]BlockID) bool { return p[0] >= 0 && p[0] < p[1] && truth.Reversible(place[p[0]], place[p[1]]) }
					for _, p := range rule.claims(v, "") {
						if claimed++; reversed(p) || p[0] >= 0 && !v.Before(p[0], p[1]) {
							t.Fatalf("program %d: block %d before %d: some schedule reverses it: %v; the engine says so: %v\n%v\n%s",
								seed, p[0], p[1], reversed(p), v.Before(p[0], p[1]), truth.Program, randomtrace.Dump(m))
						}
					}
					missing = slices.DeleteFunc(missing, func(premise string) bool {
						return slices.ContainsFunc(rule.claims(v, premise), reversed)
					})
					return len(missing) > 0 || claimed < 20
				})
				if len(missing) > 0 || claimed < 20 {
					t.Errorf("%d pairs ordered; no schedule objects to %s without: %q", claimed, rule.name, missing)
				}
			})
		}
	}
}

// TestWhatTheTraceLeavesOut: the rules take it that a handler does in every schedule what
// it did in the recorded one. These do not hold where that is not so: a window is shown by
// either of two handlers, and only the first is seen to show it; a handler stops a timer
// that had fired by then. (testdata/assumptions has a trace of each.)
func TestWhatTheTraceLeavesOut(t *testing.T) {
	for _, rule := range environmentRules {
		if !slices.Contains([]string{"RC", "RW", "RS", "RT"}, rule.name) {
			continue
		}
		t.Run(rule.name, func(t *testing.T) {
			t.Parallel()
			for seed := range int64(mostPrograms) {
				truth := semantics.Explore(rule.programs(seed, trace.LoopBatch), semantics.StateLimit)
				if truth == nil {
					continue
				}
				v := viewOf(t, truth.Trace(seed))
				place := v.places(truth)
				if slices.ContainsFunc(rule.claims(v, ""), func(p [2]BlockID) bool { return p[0] >= 0 && truth.Reversible(place[p[0]], place[p[1]]) }) {
					return
				}
			}
			t.Errorf("no schedule objects: no assumption any more, but a theorem")
		})
	}
}

// TestOrdersOfWhatIsLost: where events go with their receivers, the order holds in all
// schedules in which what was delivered in the recorded one is delivered too. It need not
// where one of these is lost: then a handler that would have waited for it (R5) does not.
func TestOrdersOfWhatIsLost(t *testing.T) {
	for _, kind := range loopKinds {
		t.Run(kind.String(), func(t *testing.T) {
			t.Parallel()
			pairs, objected := 0, 0
			semantics.Each(kind, semantics.NewMortals, *programsFlag/2, *programFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
				v := viewOf(t, m)
				place, same := v.places(truth), truth.OfSame()
				lost := truth.OfRecorded(semantics.StateLimit)
				for b := range v.Blocks() {
					for a := range b {
						if !v.Before(BlockID(a), BlockID(b)) {
							continue
						}
						if pairs++; same.Reversible(place[a], place[b]) {
							t.Fatalf("program %d: block %d before %d is reversed where nothing is lost\n%v\n%s", seed, a, b, truth.Program, randomtrace.Dump(m))
						}
						if lost.Precedes(place[b], place[a]) {
							objected++
						}
					}
				}
				return true
			})
			t.Logf("%d ordered pairs; %d of them come the other way round where an event is lost", pairs, objected)
			if objected == 0 {
				t.Errorf("no schedule objects where an event is lost: no assumption any more")
			}
		})
	}
}
