package sparsehb

import (
	"errors"
	"fmt"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/flow"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

// Build reads the skeleton of a trace and computes its order; by the rules of
// the set but for those named.
func Build(src trace.Source, rules Rules, without ...string) (*Order, error) {
	return BuildOf(src, 0, rules, without...)
}

// BuildOf is Build for the loop of a thread; 0 is the main one.
func BuildOf(src trace.Source, thread trace.ThreadID, rules Rules, without ...string) (*Order, error) {
	rs, _, err := split(without)
	if err != nil {
		return nil, err
	}
	return order.Build(src, order.Options{Rules: rules, Without: rs, Thread: thread})
}

// AnalyzeLoops is Analyze for the main thread's loop, and then for that of each other thread that
// has one (Result.Elsewhere). Where one of those needs more memory than allowed, what was found of the
// others stands, and the result names it (Result.Unlooked).
func AnalyzeLoops(src trace.Source, opt Options) (*Result, error) {
	res, err := Analyze(src, opt)
	if err != nil {
		return nil, err
	}
	if err := res.lookElsewhere(src, opt); err != nil {
		return nil, err
	}
	return res, nil
}

// lookElsewhere analyzes the loops of the threads beside the main one. A smaller one may fit where a
// larger one did not.
func (r *Result) lookElsewhere(src trace.Source, opt Options) error {
	opt.main = r.Order
	for _, opt.Thread = range r.Order.LoopsElsewhere() {
		of, err := Analyze(src, opt)
		switch {
		case errors.Is(err, ErrMemory):
			r.Unlooked = append(r.Unlooked, opt.Thread)
		case err != nil:
			return err
		default:
			of.Main = r
			r.Elsewhere = append(r.Elsewhere, of)
		}
	}
	return nil
}

// Analyze builds the order of a trace and looks for races in more walks through
// it. Accesses of other threads and of a loop's own code are in no handler and race
// with nothing here; allocs and frees of any thread count for telling one allocation
// from the next.
//
//  1. The skeleton, and from it the order of blocks.
//  2. The sweep: pairs that the order leaves open, and filters that need no more.
//  3. What may still filter use-free pairs, if there are any left.
//  4. Data flow, twice, where the trace has it.
//  5. Filters of read-write pairs, if there are any.
func Analyze(src trace.Source, opt Options) (*Result, error) {
	rules, filters, err := split(opt.Without)
	if err != nil {
		return nil, err
	}
	m := &walk.Monitor{Progress: opt.Progress, Limit: opt.MaxMemory, Context: opt.Context}
	defer m.Watch()()
	m.Begin("order", 0, 0.35)
	refs := &filter.References{}
	o, err := order.Build(src, order.Options{Rules: opt.Rules, Without: rules, Monitor: m, Refs: refs.Note, Thread: opt.Thread, Main: opt.main, Steps: opt.steps, UnderGLib: opt.UnderGLib})
	if err != nil {
		return nil, err
	}
	fs, err := filter.New(o, refs, filters)
	if err != nil {
		return nil, err
	}
	mode := opt.mode(o)
	m.Begin("races", 0.35, 0.8)
	taker, rounds, err := race.Sweep(src, o, race.Options{
		ReadWrite: opt.ReadWrite || opt.OfMode && opt.looksForReadWrite(o) || recordsFlow(o),
		Commutes:  fs.Commutes(), Workers: opt.Workers, Monitor: m,
		Taker: func(shards int) race.Taker {
			gs := newGroups(o, fs, maxCandidates/shards, opt.most)
			gs.monitor = m
			return gs
		}})
	if err != nil {
		return nil, err
	}
	gs := taker.(*groups)
	m.Begin("guards", 0.8, 1)
	if err := gs.decide(src, m, opt.Stacks); err != nil {
		return nil, err
	}
	var matters *flow.Counts
	if recordsFlow(o) {
		found, err := gs.flow(src, opt.Flow, m)
		if err != nil {
			return nil, err
		}
		matters = &found.Counts
	}
	if err := gs.weigh(src, m); err != nil {
		return nil, err
	}
	if opt.Thread == 0 { // they are of all threads, and stand with the main one's
		gs.doubleFrees()
	}
	if err := m.CheckFor(gs.roomOfResult()); err != nil {
		return nil, fmt.Errorf("%s: %w", src.Name(), err)
	}
	res := &Result{Mode: mode, Order: o, Operations: o.Operations(), Events: o.Events(), Loops: o.Loops(),
		Meta: o.Meta(), Tables: o.Tables(), DroppedEdges: o.DroppedEdges(), Rounds: rounds, filters: fs}
	res.OrderedTo, res.CutShort = o.OrderedTo()
	res.Flow = matters
	res.Races, res.Counts = gs.result()
	res.Crash, err = crash(src, o)
	return res, err
}
