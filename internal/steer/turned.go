package steer

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// A handler may wait by turning a loop until something has come (`while (!done) uv_run(loop, UV_RUN_ONCE)`,
// `while (!done) g_main_context_iteration(NULL, TRUE)`). Nothing resets such a loop. What it waits for came in the last of
// its turns, most likely last: that is held, and the handler turns on.
//
// A heuristic about what to hold. Where it is wrong the handler goes on before the free, and the race is not reached.

// lastTurn is the last of the loops that the use's handler spins where it spins v, before the use.
func (d *derivation) lastTurn(v *sparsehb.Loop) *sparsehb.Loop {
	last := v
	for _, g := range d.use.Loops {
		if g < 0 || int(g) >= len(d.res.Loops) {
			continue
		}
		if w := &d.res.Loops[g]; w.Stack == v.Stack && w.Resume != sparsehb.NoOp && w.Resume < d.race.First.Op && w.Pause > last.Pause {
			last = w
		}
	}
	return last
}

// awaitedIn is the event that the use's handler is taken to wait for, nil if none came in the last turn that can be held.
func (d *derivation) awaitedIn(v *sparsehb.Loop) *sparsehb.Event {
	last := d.lastTurn(v)
	if last == v && v.Attr("waits") != "1" {
		return nil // turned once, over what is there, as processEvents is: nothing is waited for
	}
	var came *sparsehb.Event
	for i := range d.res.Events {
		e := &d.res.Events[i]
		if e.Within == last.ID && e.Deq != sparsehb.NoOp && (came == nil || e.Deq > came.Deq) {
			came = e
		}
	}
	if came == nil || !slices.Contains([]trace.EventKind{trace.Posted, trace.Timer}, came.Kind) && !outside(came) {
		return nil
	}
	return came
}
