package steer

import (
	"math/rand/v2"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// TestDelays: late for a time is what may be late in every run, and one event at least is.
func TestDelays(t *testing.T) {
	f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
	for i, of := range []struct {
		kind trace.EventKind
		from trace.ThreadID
		what string
	}{
		{trace.Timer, 0, "type=uv_timer_start"}, {trace.Env, 0, "type=uv_fs_stat"}, {trace.Posted, 1, "class=Reply"},
		{trace.Posted, 0, "class=Reply"}, {trace.Env, 1, "type=uv_async_send"}, {trace.Env, 0, "type=uv_close"},
	} {
		e := f.event(of.kind, 0, sparsehb.BlockID(i+1), sparsehb.BlockID(i+1), of.what)
		e.Enq, e.From = 0, of.from
	}
	found := map[string]bool{}
	p := NewPostponer(f.res, f)
	for seed := range uint64(100) {
		s := p.Schedule(rand.New(rand.NewPCG(seed, 0)), PostponeOptions{Delays: true})
		if s == nil {
			t.Fatalf("seed %d: nothing is late", seed)
		}
		for _, d := range s.Directives {
			found[d.Hold.Event] = true
			if len(d.Hold.Until) > 0 || len(d.Hold.Perhaps) != 1 || d.Hold.Perhaps[0].Event != d.Hold.Event || d.Hold.TimeoutMS < delayMS || d.Hold.TimeoutMS > delayMS<<delayDoubles {
				t.Errorf("seed %d: %+v", seed, d.Hold)
			}
		}
	}
	for _, want := range []struct {
		label string
		late  bool
	}{{"L0", true}, {"L1", true}, {"L2", false}, {"L3", false}, {"L4", false}, {"L5", false}} {
		if found[want.label] != want.late {
			t.Errorf("%s is late: %v", want.label, found[want.label])
		}
	}
	if s := p.Schedule(rand.New(rand.NewPCG(1, 0)), PostponeOptions{}); s != nil {
		t.Errorf("neither holds nor delays: %+v", s)
	}
}
