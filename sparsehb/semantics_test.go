package sparsehb

import (
	"flag"
	"fmt"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/semantics"
)

var (
	programsFlag = flag.Int("programs", 1000, "abstract programs a loop semantics")
	programFlag  = flag.Int64("program", -1, "run the enumeration for the program of this seed only")
)

// stateLimit is how many states a program may have to be looked at.
const stateLimit = 20000

// verdict is what one recorded schedule of a program says about an order.
type verdict struct {
	true, found, wrong uint64
	example            string // of a wrong or a missed pair
	missed             [][2]BlockID
}

// judge holds an order of a recorded schedule against all schedules.
func judge(t *semantics.Truth, blocks []Block, before func(a, b BlockID) bool) verdict {
	var v verdict
	place, nth := make([]int, len(blocks)), map[trace.EventID]int{}
	for i, b := range blocks {
		if b.Event >= 0 {
			place[i] = t.Block(b.Event, nth[b.Event])
			nth[b.Event]++
		}
	}
	for b := range blocks {
		for a := range b {
			reversible, ordered := t.Reversible(place[a], place[b]), before(BlockID(a), BlockID(b))
			switch {
			case reversible && ordered:
				v.wrong++
				v.example = fmt.Sprintf("block %d before %d", a, b)
			case !reversible:
				v.true++
				if ordered {
					v.found++
				} else {
					v.missed = append(v.missed, [2]BlockID{BlockID(a), BlockID(b)})
				}
			}
		}
	}
	return v
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

// kinds are the loop semantics with the rule set that is made for each.
var kinds = []struct {
	loop  trace.LoopKind
	rules Rules
	floor float64 // share of the true orders that must be found
}{
	{trace.LoopExact, Exact, 0.999},
	{trace.LoopBatch, Batch, 0.994},
}

// maker makes a program from a seed.
type maker func(seed int64, kind trace.LoopKind) *semantics.Program

// eachProgram calls f for the first n programs that come to their end, with
// one recorded schedule each, until it returns false.
func eachProgram(kind trace.LoopKind, program maker, n int, f func(seed int64, t *semantics.Truth, m *trace.Memory) bool) {
	for seed := int64(0); n > 0; seed++ {
		if *programFlag >= 0 {
			seed, n = *programFlag, 1
		}
		if t := semantics.Explore(program(seed, kind), stateLimit); t != nil {
			n--
			if !f(seed, t, t.Trace(seed)) {
				return
			}
		} else if *programFlag >= 0 {
			return
		}
	}
}

// TestEverySchedule holds the rule sets against all schedules of random
// programs: no order that a schedule reverses, and nearly all that none does.
func TestEverySchedule(t *testing.T) { everySchedule(t, semantics.New, 0) }

// TestRivalSchedules does it with programs whose loops have several resetters.
// What only the meet of all of them orders is not looked for.
func TestRivalSchedules(t *testing.T) { everySchedule(t, semantics.NewRivals, 0.13) }

// TestThreadSchedules does it with programs whose handlers start threads, which post
// events. Of what a thread posts only the beginning is known.
func TestThreadSchedules(t *testing.T) { everySchedule(t, semantics.NewThreaded, 0.04) }

func everySchedule(t *testing.T, program maker, less float64) {
	for _, k := range kinds {
		t.Run(k.loop.String(), func(t *testing.T) {
			t.Parallel()
			var sum verdict
			states := 0
			eachProgram(k.loop, program, *programsFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
				o, err := build(m, Auto, 0, nil)
				if err != nil {
					t.Fatalf("program %d: %v", seed, err)
				}
				if o.Rules() != k.rules || o.DroppedEdges() != 0 {
					t.Fatalf("program %d: rules %v, %d conclusions dropped", seed, o.Rules(), o.DroppedEdges())
				}
				v := judge(truth, o.Blocks(), o.Before)
				if v.wrong > 0 {
					t.Fatalf("program %d (again with -program %d): some schedule reverses %s\n%v\n%s",
						seed, seed, v.example, truth.Program, dump(m))
				}
				sum.true += v.true
				sum.found += v.found
				states += truth.States
				if *programFlag >= 0 {
					t.Logf("missed: %v\n%v\n%s", v.missed, truth.Program, dump(m))
				}
				if err := checkRace(truth, o, m); err != nil {
					t.Fatalf("program %d: %v\n%v\n%s", seed, err, truth.Program, dump(m))
				}
				return true
			})
			t.Logf("%d programs from seed 0 on, %d states: of %d orders that no schedule reverses %.3f %% found, 0 of the found ones reversed",
				*programsFlag, states, sum.true, 100*float64(sum.found)/float64(sum.true))
			if float64(sum.found) < (k.floor-less)*float64(sum.true) {
				t.Errorf("found %d of %d, expected %.1f %%", sum.found, sum.true, 100*(k.floor-less))
			}
		})
	}
}

// TestSchedulesCatchWrongRules makes one rule at a time too strong, as the
// comment in the reference says how, and takes the paper's set for its R12:
// within a few thousand programs a schedule must reverse what it orders.
func TestSchedulesCatchWrongRules(t *testing.T) {
	caught := func(kind trace.LoopKind, rules Rules, strong ruleID) bool {
		found, program := false, semantics.New
		if strong == ruleR23 {
			program = semantics.NewRivals
		} else if strong == ruleRB {
			program = semantics.NewThreaded
		}
		eachProgram(kind, program, 6000, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
			o, err := build(m, rules, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := saturateStrong(o.sk, rules, strong)
			found = judge(truth, o.Blocks(), func(a, b BlockID) bool { return r.lt[a][b] }).wrong > 0
			return !found
		})
		return found
	}
	strong := map[Rules][]ruleID{
		Exact: {ruleR4, ruleR5, ruleR6, ruleR15, ruleR16, ruleR17, ruleR19, ruleR23, ruleR26, ruleR29, ruleR30, ruleRD, ruleRB},
		Batch: {ruleR4, ruleR5, ruleR6, ruleR15, ruleR16, ruleR17, ruleR18, ruleR19, ruleR20, ruleR21, ruleR22, ruleR23, ruleR24, ruleR25, ruleR26, ruleR27, ruleR28, ruleR29, ruleR30, ruleRD, ruleRB},
	}
	for _, k := range kinds {
		for _, id := range strong[k.rules] {
			if !caught(k.loop, k.rules, id) {
				t.Errorf("%v loops: %v made too strong, and no schedule objects", k.loop, id)
			}
		}
		if !caught(k.loop, Paper, numRules) {
			t.Errorf("%v loops: no schedule objects to the paper's R12", k.loop)
		}
	}
}
