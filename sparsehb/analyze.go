package sparsehb

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/flow"
)

// Analyze builds the order of a trace and looks for races in a second pass
// over it (shards.go). Accesses of other threads and of a loop's own code are
// in no handler and race with nothing here; allocs and frees of any thread
// count for telling one allocation from the next.
func Analyze(src trace.Source, opt Options) (*Result, error) {
	off, err := maskOf(opt.Without)
	if err != nil {
		return nil, err
	}
	m, done := opt.watch()
	defer done()
	m.begin("order", 0, 0.35)
	o, err := build(src, opt.Rules, off, m)
	if err != nil {
		return nil, err
	}
	mode := opt.mode(o)
	opt.ReadWrite = opt.ReadWrite || opt.OfMode && opt.looksForReadWrite(o) || o.recordsFlow()
	m.begin("races", 0.35, 0.8)
	gs, rounds, err := sweep(src, o, opt, m)
	if err != nil {
		return nil, err
	}
	m.begin("guards", 0.8, 1)
	if err := gs.judge(src, m, opt.Asked); err != nil {
		return nil, err
	}
	var matters *flow.Counts
	if o.recordsFlow() {
		found, err := gs.flow(src, opt.Flow, m)
		if err != nil {
			return nil, err
		}
		matters = &found.Counts
	}
	if err := gs.weigh(src, m); err != nil {
		return nil, err
	}
	gs.doubleFrees()
	res := &Result{Mode: mode, Order: o, Operations: o.sk.operations, Events: o.sk.events, Loops: o.sk.loops,
		Meta: o.sk.meta, Tables: o.sk.tables, DroppedEdges: o.dropped, Rounds: rounds}
	res.Flow = matters
	res.Races, res.Counts = gs.result()
	return res, nil
}
