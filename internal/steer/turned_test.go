package steer

import (
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// TestTurned: of a loop that its handler turns until something has come, the last that came in its last turn is held.
func TestTurned(t *testing.T) {
	const bWork = bF + 1 // of no other event
	turned := func(f *fake) {
		l := &f.res.Loops[0]
		l.Reset, l.Resetter, l.Attrs = sparsehb.NoOp, trace.NoEvent, trace.AttrsOf(trace.Attr{Key: "waits", Value: "1"})
		kind(evC, trace.Env)(f) // no timer brings the free about
		f.res.Events[evC].Attrs = trace.AttrsOf(trace.Attr{Key: "label", Value: "L1"}, trace.Attr{Key: "type", Value: "uv_close"})
	}
	work := func(f *fake) {
		e := f.event(trace.Env, bPause, bWork, bWork, "type=uv_queue_work")
		e.Within, e.Deq = 0, bR*10+1
	}
	for _, c := range []struct {
		name   string
		change func(*fake)
		want   []string
	}{
		{"the timer in it", func(f *fake) { turned(f) }, []string{"L2"}},
		{"work that came last", func(f *fake) { turned(f); work(f) }, []string{"L4"}},
		{"a second turn", func(f *fake) {
			turned(f)
			work(f)
			second := f.res.Loops[0]
			second.ID, second.Pause, second.Resume = 1, bUse*10, bUse*10+1
			f.res.Loops = append(f.res.Loops, second)
			f.res.Events[evU].Loops = append(f.res.Events[evU].Loops, 1)
			f.res.Events[evR].Within = 1
		}, []string{"L2"}},
		{"a timer that is started meanwhile", func(f *fake) {
			turned(f)
			kind(evC, trace.Timer)(f)
			f.res.Events[evC].Enq = f.res.Loops[0].Pause + 1
			work(f)
		}, []string{"L4"}},
		{"a timer that was started before", func(f *fake) {
			turned(f)
			kind(evC, trace.Timer)(f)
			f.res.Events[evC].Enq = f.res.Loops[0].Pause - 1
			work(f)
		}, []string{"linger 1", "L1"}},
		{"a turn that does not wait", func(f *fake) {
			turned(f)
			f.res.Loops[0].Attrs = trace.AttrsOf(trace.Attr{Key: "what", Value: "uv_run"})
		}, nil},
	} {
		f := viewer(c.change)
		s, err := Derive(f.res, f, f.race(), DeriveOptions{})
		if c.want == nil {
			if err == nil || !strings.Contains(err.Error(), "ends by itself") {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := heldLabels(s); !slices.Equal(got, c.want) {
			t.Errorf("%s: held %v, want %v", c.name, got, c.want)
		}
	}
}
