package steer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// input makes an event a person's, described as the recorder does it.
func input(id int, what, wait string) func(*fake) {
	return event(id, func(e *sparsehb.Event) {
		e.Kind = trace.Input
		e.Attrs = trace.AttrsOf(append(e.Attrs.All(), trace.Attr{Key: "input", Value: what}, trace.Attr{Key: "window", Value: "QWindow:w"},
			trace.Attr{Key: "wait", Value: wait})...)
	})
}

// played lists a schedule's inputs, "close L1 in L0/1 after L3 wait 5".
func played(s *Schedule) (list []string) {
	for _, d := range s.Directives {
		if in := d.Input; in != nil {
			text := in.Kind + " " + in.Event
			if in.InLoop != nil {
				text += fmt.Sprintf(" in %s/%d", in.InLoop.Event, in.InLoop.Nth)
			}
			for _, a := range in.After {
				text += " after " + a.Event
			}
			if in.OnceHeld {
				text += " once held"
			}
			if in.WaitMS > 0 {
				text += fmt.Sprintf(" wait %d", in.WaitMS)
			}
			list = append(list, text)
		}
	}
	return list
}

// flushedBefore has the use's handler deliver what was posted, in a loop before its own.
func flushedBefore(f *fake) {
	v := f.res.Loops[0]
	v.ID, v.Attrs = trace.LoopID(len(f.res.Loops)), trace.AttrsOf(trace.Attr{Key: "flush", Value: "1"})
	v.Pause, v.Resume, v.ResumeBlock = v.Pause-1, v.Pause-1, 0
	f.res.Loops = append(f.res.Loops, v)
	event(evU, func(e *sparsehb.Event) { e.Loops = append([]trace.LoopID{v.ID}, e.Loops...) })(f)
}

// TestDeriveInputs: what the free needs comes early, what ends the loop late.
func TestDeriveInputs(t *testing.T) {
	for _, c := range []struct {
		name    string
		changes []func(*fake)
		want    []string
		holds   int
	}{
		{"nobody's", nil, nil, 1},
		{"the free's", []func(*fake){input(evC, "close", "700")}, []string{"close L1 in L0/1"}, 1},
		{"the loop's end", []func(*fake){input(evR, "press", "20")}, []string{"press L2 in L0/1 after L3"}, 0},
		{"both", []func(*fake){input(evC, "close", "700"), input(evR, "press", "20")},
			[]string{"close L1 in L0/1", "press L2 in L0/1 after L3"}, 0},
		{"the use's", []func(*fake){input(evU, "keypress", "9")}, []string{"keypress L0 in main/0 wait 9"}, 1},
		{"the first, long after the start", []func(*fake){input(evU, "keypress", "60000")}, []string{"keypress L0 in main/0 wait 1000"}, 1},
		{"in a loop behind what was flushed", []func(*fake){input(evC, "close", "700"), flushedBefore}, []string{"close L1 in L0/1"}, 1},
		{"in a loop behind another one", []func(*fake){input(evC, "close", "700"), flushedBefore,
			func(f *fake) { f.res.Loops[len(f.res.Loops)-1].Attrs = trace.Attrs{} }}, []string{"close L1 in L0/2"}, 1},
		{"in a loop without an end", []func(*fake){input(evC, "close", "700"),
			loop(func(l *sparsehb.Loop) { l.Reset, l.Resetter = sparsehb.NoOp, trace.NoEvent })}, []string{"close L1 in L0/1"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := viewer(c.changes...)
			s, err := Derive(f.res, f, viewerRace(f, "r1"), DeriveOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := played(s); !slices.Equal(got, c.want) || len(s.Directives)-len(got) != c.holds {
				t.Errorf("%q with %d holds, want %q with %d", got, len(s.Directives)-len(got), c.want, c.holds)
			}
			driven, err := Derive(f.res, f, viewerRace(f, "r1"), DeriveOptions{Driven: true})
			if err == nil && len(played(driven)) > 0 {
				t.Errorf("beside a driver %q are played", played(driven))
			}
			learned, _, no := deriveLearned(f.res, f, viewerRace(f, "r1"), DeriveOptions{Driven: true}, nil)
			if no != nil || err == nil && len(played(learned)) > 0 || err != nil && !slices.Equal(played(learned), c.want) {
				t.Errorf("learned from the driver: %v %+v, beside it: %v", no, learned, err)
			}
		})
	}
}

// TestGoalsAreNoOptions: a release is left out where it cannot be played, but not the one whose handler frees or uses: what
// is to come after it would wait until the run's time is over.
func TestGoalsAreNoOptions(t *testing.T) {
	f := viewer(input(evC, "close", "700"), input(evF, "release", "20"), input(evR, "release", "20"))
	s, err := Derive(f.res, f, viewerRace(f, "r1"), DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range s.Directives {
		if in := d.Input; in != nil && in.Optional != (in.Event == "L2") {
			t.Errorf("%s %s: optional: %t", in.Kind, in.Event, in.Optional)
		}
	}
	if got, want := played(s), []string{"close L1 in L0/1", "release L3 in L0/1", "release L2 in L0/1 after L3"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOnePointer: the use comes as a button is let go, and the free by another press. Nobody presses that one before.
func TestOnePointer(t *testing.T) {
	for _, other := range []struct {
		kind string
		want []string
	}{
		{"press", []string{"press L2", "release L3", "press L0 after L3", "release L1 after L3"}},
		{"close", []string{"press L0", "close L2", "release L3", "release L1 after L3"}}, // no button of the pointer's
	} {
		f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
		f.event(trace.Input, -1, 1, 1, "input=press", "window=w")
		use := f.event(trace.Input, -1, 2, 2, "input=release", "window=w").ID
		f.event(trace.Input, -1, 3, 3, "input="+other.kind, "window=w")
		free := f.event(trace.Input, -1, 4, 4, "input=release", "window=w").ID
		f.before(1, 2)
		f.before(3, 4)
		p := f.race()
		p.Race.Loop = trace.NoLoop
		p.Race.First = sparsehb.Access{Op: 23, Event: use, Block: 2}
		p.Race.Second = sparsehb.Access{Op: 43, Event: free, Block: 4}
		s, err := Derive(f.res, f, p, DeriveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, one := range played(s) {
			one, _, _ = strings.Cut(strings.Replace(one, " in main/0", "", 1), " once held")
			got = append(got, one)
		}
		if !slices.Equal(got, other.want) {
			t.Errorf("freed by a %s: %q, want %q", other.kind, got, other.want)
		}
	}
}

// TestDialogMayNotCome: what is done in a dialog that an early input opens is left
// out where there is none; what is done outside is not.
func TestDialogMayNotCome(t *testing.T) {
	const bX = 6
	f := viewer(input(evC, "close", "700"), func(f *fake) {
		f.event(trace.Input, -1, bX, bX, "input=press", "window=QWindow:question").Within = 1
		f.res.Loops = append(f.res.Loops, sparsehb.Loop{ID: 1, Owner: evC, Pause: bC*10 + 3, Resume: sparsehb.NoOp,
			PauseBlock: bC, Reset: sparsehb.NoOp, Resetter: trace.NoEvent})
		f.res.Events[evC].Loops = []trace.LoopID{1}
		f.before(bC, bX, bF)
	})
	s, err := Derive(f.res, f, viewerRace(f, "r1"), DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, want := played(s), []string{"close L1 in L0/1", "press L4 in L1/1"}
	if !slices.Equal(got, want) || s.Directives[0].Input.Optional || !s.Directives[1].Input.Optional {
		t.Errorf("%q, optional %v and %v; want %q, the second optional", got, s.Directives[0].Input.Optional,
			s.Directives[1].Input.Optional, want)
	}
}
