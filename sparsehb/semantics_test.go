package sparsehb

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/randomtrace"
	"sparseracer/sparsehb/semantics"
)

var (
	programsFlag = flag.Int("programs", 1000, "abstract programs a loop semantics")
	programFlag  = flag.Int64("program", -1, "run the enumeration for the program of this seed only")
)

// events are the events of an order's blocks.
func events(o *Order) []trace.EventID {
	list := make([]trace.EventID, len(o.Blocks()))
	for i, b := range o.Blocks() {
		list[i] = b.Event
	}
	return list
}

// checkRace: a use and the free that some schedule swaps make a pair.
func checkRace(truth *semantics.Truth, o *Order, m *trace.Memory) error {
	blocks := o.Blocks()
	place := func(b BlockID) int {
		nth := 0
		for _, x := range blocks[:b] {
			if x.Event == blocks[b].Event {
				nth++
			}
		}
		return truth.Block(blocks[b].Event, nth)
	}
	var uses []BlockID
	free := NoBlock
	for n, op := range m.Ops {
		switch op.Kind {
		case trace.Read:
			uses = append(uses, o.BlockOf(uint64(n)))
		case trace.Free:
			free = o.BlockOf(uint64(n))
		}
	}
	for _, u := range uses {
		if u == free || free == NoBlock || !truth.Reversible(place(min(u, free)), place(max(u, free))) {
			continue
		}
		res, err := Analyze(m, Options{})
		if err == nil && res.Counts.OperationPairs == 0 {
			err = fmt.Errorf("some schedule swaps the use in block %d and the free in block %d: no pair", u, free)
		}
		return err
	}
	return nil
}

type kindOfLoop struct {
	loop  trace.LoopKind
	rules Rules
	floor float64 // share of the true orders that must be found
}

// kinds are the loop semantics with the rule set that is made for each.
var kinds = []kindOfLoop{
	{trace.LoopExact, Exact, 0.999},
	{trace.LoopBatch, Batch, 0.994},
	{trace.LoopUnix, Unix, 0.991},
}

// either are the semantics that the set for an unknown dispatcher is held against.
var either = []kindOfLoop{
	{trace.LoopBatch, Either, 0.98},
	{trace.LoopUnix, Either, 0.89},
}

// TestEverySchedule holds the rule sets against all schedules of random
// programs: no order that a schedule reverses, and nearly all that none does.
func TestEverySchedule(t *testing.T) { everySchedule(t, semantics.New, 0) }

// TestRivalSchedules does it with programs whose loops have several resetters.
// What only the meet of all of them orders is not looked for.
func TestRivalSchedules(t *testing.T) { everySchedule(t, semantics.NewRivals, 0.13) }

// TestThreadSchedules does it with programs whose handlers start threads, which post
// events. Of what a thread posts only the beginning is known.
func TestThreadSchedules(t *testing.T) { everySchedule(t, semantics.NewThreaded, 0.014) }

// TestStartupSchedules does it with programs whose start-up code spins loops. That nothing
// comes between its end and the default loop is not looked for.
func TestStartupSchedules(t *testing.T) { everySchedule(t, semantics.NewStartup, 0.045) }

// TestLeftSchedules does it with programs that have dialogs, which a person may leave before
// the handler comes that would end them.
func TestLeftSchedules(t *testing.T) { everySchedule(t, semantics.NewLeft, 0.005) }

// TestDeleteSchedules does it with programs that ask for deferred deletes, several at a time.
// That nothing but deletes comes between two of a block is not looked for.
func TestDeleteSchedules(t *testing.T) { everySchedule(t, semantics.NewDeletes, 0.035) }

// TestQueuedDeleteSchedules does it with deletes that stand in the queue. That one comes before
// what is posted after it, unless a loop in between is deeper, is not looked for.
func TestQueuedDeleteSchedules(t *testing.T) { everySchedule(t, semantics.NewQueuedDeletes, 0.2) }

// TestEnvironmentSchedules does it with programs that have an environment: timers,
// notifiers, windows and their input, receivers that are made on the way.
func TestEnvironmentSchedules(t *testing.T) { everySchedule(t, semantics.NewEnvironment, 0.02) }

func everySchedule(t *testing.T, program semantics.Maker, less float64) {
	for _, k := range slices.Concat(kinds, either) {
		t.Run(k.loop.String()+" by "+k.rules.String(), func(t *testing.T) {
			t.Parallel()
			var sum semantics.Verdict
			states := 0
			semantics.Each(k.loop, program, *programsFlag, *programFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
				if k.rules == Either {
					m.M.Loop = trace.LoopEither
				}
				o, err := Build(m, Auto)
				if err != nil {
					t.Fatalf("program %d: %v", seed, err)
				}
				if o.Rules() != k.rules || o.DroppedEdges() != 0 {
					t.Fatalf("program %d: rules %v, %d conclusions dropped", seed, o.Rules(), o.DroppedEdges())
				}
				v := truth.Hold(events(o), func(a, b int) bool { return o.Before(BlockID(a), BlockID(b)) })
				if v.Wrong > 0 {
					t.Fatalf("program %d (again with -program %d): some schedule reverses %s\n%v\n%s",
						seed, seed, v.Example, truth.Program, randomtrace.Dump(m))
				}
				sum.True += v.True
				sum.Found += v.Found
				states += truth.States
				if *programFlag >= 0 {
					t.Logf("missed: %v\n%v\n%s", v.Missed, truth.Program, randomtrace.Dump(m))
				}
				if err := checkRace(truth, o, m); err != nil {
					t.Fatalf("program %d: %v\n%v\n%s", seed, err, truth.Program, randomtrace.Dump(m))
				}
				return true
			})
			t.Logf("%d programs from seed 0 on, %d states: of %d orders that no schedule reverses %.3f %% found, 0 of the found ones reversed",
				*programsFlag, states, sum.True, 100*float64(sum.Found)/float64(sum.True))
			if float64(sum.Found) < (k.floor-less)*float64(sum.True) {
				t.Errorf("found %d of %d, expected %.1f %%", sum.Found, sum.True, 100*(k.floor-less))
			}
		})
	}
}

// TestDispatchersDiffer: the set of one dispatcher is wrong for the other one.
func TestDispatchersDiffer(t *testing.T) {
	for _, k := range []kindOfLoop{{trace.LoopUnix, Batch, 0}, {trace.LoopBatch, Unix, 0}} {
		wrong := uint64(0)
		semantics.Each(k.loop, semantics.New, 2000, -1, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
			o, err := Build(m, k.rules)
			if err != nil {
				t.Fatalf("program %d: %v", seed, err)
			}
			wrong = truth.Hold(events(o), func(a, b int) bool { return o.Before(BlockID(a), BlockID(b)) }).Wrong
			return wrong == 0
		})
		if wrong == 0 {
			t.Errorf("the set %v with the loops %v: no schedule objects", k.rules, k.loop)
		}
	}
}

// TestUnderGLib: a trace of Qt's own dispatcher may be of a program that runs with GLib's.
func TestUnderGLib(t *testing.T) {
	src, err := trace.ParseText("t", []byte("# loop: unix\ndeq(a)\nend(a)\n"))
	if err != nil {
		t.Fatal(err)
	}
	for under, want := range map[bool]Rules{false: Unix, true: Batch} {
		res, err := Analyze(src, Options{UnderGLib: under})
		if err != nil || res.Order.Rules() != want {
			t.Errorf("under GLib %v: rules %v, error %v, expected %v", under, res.Order.Rules(), err, want)
		}
	}
}

// TestPaperSchedules does it with the paper's set without R12, which is wrong
// (TestSchedulesCatchWrongRules).
func TestPaperSchedules(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.loop.String(), func(t *testing.T) {
			t.Parallel()
			semantics.Each(k.loop, semantics.New, *programsFlag, *programFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
				o, err := Build(m, Paper, "R12")
				if err != nil {
					t.Fatalf("program %d: %v", seed, err)
				}
				v := truth.Hold(events(o), func(a, b int) bool { return o.Before(BlockID(a), BlockID(b)) })
				if v.Wrong > 0 {
					t.Fatalf("program %d (again with -program %d): some schedule reverses %s\n%v\n%s", seed, seed, v.Example, truth.Program, randomtrace.Dump(m))
				}
				return true
			})
		})
	}
}
