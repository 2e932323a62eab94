package sparsehb

import (
	"sparseracer/internal/trace"
)

// Analyze builds the order of a trace and looks for races in a second pass
// over it (shards.go). Accesses of other threads and of a loop's own code are
// in no handler and race with nothing here; allocs and frees of any thread
// count for telling one allocation from the next.
func Analyze(src trace.Source, opt Options) (*Result, error) {
	o, err := Build(src, opt.Rules)
	if err != nil {
		return nil, err
	}
	gs, err := sweep(src, o, opt)
	if err != nil {
		return nil, err
	}
	if err := gs.judge(src); err != nil {
		return nil, err
	}
	gs.doubleFrees()
	res := &Result{Order: o, Operations: o.sk.operations, Events: o.sk.events, Loops: o.sk.loops,
		Meta: o.sk.meta, Tables: o.sk.tables, DroppedEdges: o.dropped}
	res.Races, res.Counts = gs.result()
	return res, nil
}
