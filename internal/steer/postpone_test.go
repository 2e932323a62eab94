package steer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// TestPostponeWorker: a worker that waits to post an event posts no later one, so none
// of those is waited for; what others post is.
func TestPostponeWorker(t *testing.T) {
	f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
	for i, from := range []trace.ThreadID{1, 1, 2} {
		f.event(trace.Posted, 0, sparsehb.BlockID(i+1), sparsehb.BlockID(i+1), "class=Reply")
		f.res.Events[i].From = from
	}
	found := map[string]bool{}
	p := NewPostponer(f.res, f)
	for seed := range uint64(200) {
		if s := p.Schedule(rand.New(rand.NewPCG(seed, 0)), PostponeOptions{Most: 1}); s != nil {
			h := s.Directives[0].Hold
			found[h.Event+" "+h.Until[0].Event] = true
		}
	}
	if found["L0 L1"] || !found["L0 L2"] || !found["L1 L2"] {
		t.Errorf("held until: %v", found)
	}
}

// TestPostpone: what is held at random never precedes, in the order, what it waits
// for, and brings what may not overtake it.
func TestPostpone(t *testing.T) {
	f := viewer()
	byLabel := map[string]*sparsehb.Event{}
	for i := range f.res.Events {
		byLabel[f.res.Events[i].Attr("label")] = &f.res.Events[i]
	}
	found := map[string]bool{}
	p := NewPostponer(f.res, f)
	for seed := range uint64(300) {
		s := p.Schedule(rand.New(rand.NewPCG(seed, 0)), PostponeOptions{Most: 2})
		if s == nil {
			t.Fatalf("seed %d: nothing can be held", seed)
		}
		if err := s.validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, h := range s.Directives {
			held, until := byLabel[h.Hold.Event], byLabel[h.Hold.Until[0].Event]
			if held == until || f.Before(held.FirstBlock, until.LastBlock) {
				t.Errorf("seed %d: %s is held until %s, which needs it", seed, h.Hold.About, h.Hold.Until[0].About)
			}
			found[h.Hold.Event+" "+h.Hold.Until[0].Event] = true
		}
	}
	// Naively, what is needed is waited for as well.
	against := false
	for seed := range uint64(300) {
		for _, h := range p.Schedule(rand.New(rand.NewPCG(seed, 0)), PostponeOptions{Most: 2, Naive: true}).Directives {
			against = against || f.Before(byLabel[h.Hold.Event].FirstBlock, byLabel[h.Hold.Until[0].Event].LastBlock)
		}
	}
	if !against {
		t.Error("naive postponing keeps to the order")
	}
	if !found["L2 L3"] || !found["L2 L1"] { // the box's timer until the delete, until the close
		t.Errorf("only %v were found", found)
	}
	empty := &fake{res: &sparsehb.Result{}}
	if s := NewPostponer(empty.res, empty).Schedule(rand.New(rand.NewPCG(1, 0)), PostponeOptions{Most: 2}); s != nil {
		t.Errorf("%+v of nothing", s)
	}
}

// TestPostponeEmptied: a posted event is not held past a processEvents that starts after its thread has posted it: that
// delivers it. Past a loop that an event ended it is, and where another thread posts it.
func TestPostponeEmptied(t *testing.T) {
	for _, c := range []struct {
		what string
		from trace.ThreadID
		held bool
	}{
		{"QEventLoop::processEvents", 0, false},
		{"QCoreApplication::processEvents", 0, false},
		{"QCoreApplication::processEvents", 1, true},
		{"QDialog::exec", 0, true},
		{"g_main_context_iteration", 0, true},
	} {
		// Block 1 posts L0 and starts the loop, in which L0 runs (2); it goes on with 3, and L1 comes (4).
		f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
		f.event(trace.Posted, 1, 2, 2, "class=Reply").From = c.from
		f.event(trace.Posted, 3, 4, 4, "class=Reply")
		f.before(1, 3, 4)
		f.res.Loops = []sparsehb.Loop{{Owner: trace.NoEvent, Pause: 19, Resume: 30, PauseBlock: 1, ResumeBlock: 3, Resetter: trace.NoEvent,
			Attrs: trace.AttrsOf(trace.Attr{Key: "what", Value: c.what})}}
		held := false
		p := NewPostponer(f.res, f)
		for seed := range uint64(50) {
			held = held || p.Schedule(rand.New(rand.NewPCG(seed, 0)), PostponeOptions{Most: 1}) != nil
		}
		if held != c.held {
			t.Errorf("%s, posted by thread %d: held %v", c.what, c.from, held)
		}
	}
}

// TestPostponeAnswered: what libuv's pool sends is not held past another phase of the loop that comes after the answer of
// the work that sent it.
func TestPostponeAnswered(t *testing.T) {
	for _, c := range []struct {
		what, until string
		ordered     bool
		held        bool
	}{
		{"a timer that the answer starts", "uv_timer_start", true, false},
		{"a timer that may come before the answer", "uv_timer_start", false, true},
		{"another answer, which the same look may bring", "uv_queue_work", true, true},
	} {
		// Block 0 asks for work L0 and its answer L1. The work sends L2, which comes in 2; the answer is 3, then L3 comes in 4.
		f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
		f.event(trace.Env, 0, -1, -1, "type=work")
		f.event(trace.Env, 0, 3, 3, "type=uv_queue_work")
		sent := f.event(trace.Env, 1, 2, 2, "type=uv_async_send")
		sent.From, sent.Cause = 1, 0
		f.event(trace.Env, 1, 4, 4, "type="+c.until)
		if c.ordered {
			f.before(3, 4)
		}
		held := false
		p := NewPostponer(f.res, f)
		for seed := range uint64(200) {
			s := p.Schedule(rand.New(rand.NewPCG(seed, 0)), PostponeOptions{Most: 1})
			held = held || s != nil && s.Directives[0].Hold.Event == "L2" && slices.ContainsFunc(s.Directives[0].Hold.Until, func(t Target) bool { return t.Event == "L3" })
		}
		if held != c.held {
			t.Errorf("%s: held %v", c.what, held)
		}
	}
}

// TestPostponeCircle: of two events none is held until what the other leads to, or both
// would wait for ever. Naively that may happen.
func TestPostponeCircle(t *testing.T) {
	f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
	for i := range 4 {
		f.event(trace.Posted, 0, sparsehb.BlockID(i+1), sparsehb.BlockID(i+1), "class=Reply")
	}
	f.order[[2]sparsehb.BlockID{1, 3}], f.order[[2]sparsehb.BlockID{2, 4}] = true, true
	p := NewPostponer(f.res, f)
	circles := func(naive bool) (n int) {
		for seed := range uint64(500) {
			s := p.Schedule(rand.New(rand.NewPCG(seed, 0)), PostponeOptions{Most: 2, Naive: naive})
			until := map[string]string{}
			for _, d := range s.Directives {
				until[d.Hold.Event] = d.Hold.Until[0].Event
			}
			if until["L0"] == "L3" && until["L1"] == "L2" {
				n++
			}
		}
		return n
	}
	if n := circles(false); n > 0 {
		t.Errorf("%d schedules hold two events until what the other leads to", n)
	}
	if circles(true) == 0 {
		t.Error("naively, no schedule does: the test shows nothing")
	}
}
