package steer

import (
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// A dialog: U shows it and waits; the socket R uses what U frees behind the loop, and
// closed it in the recording.
func dialog(changes ...func(*fake)) (*fake, Prediction) {
	f := viewer(socket(evR), func(f *fake) {
		delete(f.order, [2]sparsehb.BlockID{bR, bUse}) // R6 says nothing of it
		f.res.Loops[0].Attrs = trace.AttrsOf(trace.Attr{Key: "what", Value: "QDialog::exec"})
		shown := f.event(trace.Env, bPause, sparsehb.NoBlock, sparsehb.NoBlock, "arms=shown:3", "class=QWidgetWindow", "name=ReviewWindow", "title=Review")
		shown.Poster, shown.Drop = evU, sparsehb.NoOp
	})
	for _, change := range changes {
		change(f)
	}
	p := f.race()
	p.Race.Loop = trace.NoLoop
	p.Race.First = sparsehb.Access{Op: bR*10 + 3, Event: evR, Block: bR}
	p.Race.Second = sparsehb.Access{Op: bUse*10 + 3, Event: evU, Block: bUse}
	return f, p
}

// TestDeriveLeaves: who closed a dialog is held, and the dialog is left by Escape.
func TestDeriveLeaves(t *testing.T) {
	f, p := dialog()
	s, err := Derive(f.res, f, p, DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	in := s.Directives[0].Input
	if in == nil || in.Window != "QWidgetWindow:ReviewWindow" || in.Title != "Review" || in.Key != escape || in.InLoop == nil || in.InLoop.Event != "L0" || in.InLoop.Nth != 1 {
		t.Fatalf("%+v, want Escape in the dialog", s.Directives[0])
	}
	if in.WaitMS != leftMS {
		t.Errorf("it is left after %d ms", in.WaitMS)
	}
	rest := &Schedule{Directives: s.Directives[1:], Goal: s.Goal}
	if got := heldLabels(rest); !slices.Equal(got, []string{"L2"}) || s.Goal.Use != "L2" || s.Goal.Free != "L0" {
		t.Errorf("held %v for %+v, want the socket until the opener has ended", got, s.Goal)
	}
}

// TestLeavesAfterClick: a release that may be left out is not overtaken by the key.
func TestLeavesAfterClick(t *testing.T) {
	f, p := dialog()
	d, err := newDerivation(f.res, f, p.Race, DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := d.plan()
	if err != nil {
		t.Fatal(err)
	}
	played, err := d.leaving(plan, []*Input{{Kind: steering.InputPress}, {Kind: steering.InputRelease, Optional: true, WaitMS: 300}})
	if err != nil || len(played) != 3 || played[2].Event != leftLabel || played[2].WaitMS <= 300 {
		t.Errorf("%v, %+v", err, played)
	}
}

// TestDeriveLeavesNot: nobody can leave what no window shows, and a driver does not.
func TestDeriveLeavesNot(t *testing.T) {
	hidden := func(f *fake) { f.res.Events[len(f.res.Events)-1].Drop = bPause*10 + 8 }
	plain := func(f *fake) {
		f.res.Loops[0].Attrs = trace.AttrsOf(trace.Attr{Key: "what", Value: "QEventLoop::exec"})
	}
	for _, c := range []struct {
		name, reason string
		change       func(*fake)
		driven       bool
	}{
		{"no window", "the recording does not tell its window", hidden, false},
		{"a driver", "a driver does not", func(*fake) {}, true},
	} {
		f, p := dialog(c.change)
		if _, err := Derive(f.res, f, p, DeriveOptions{Driven: c.driven}); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	f, p := dialog(plain)
	if s, err := Derive(f.res, f, p, DeriveOptions{}); err != nil || s.Directives[0].Input != nil {
		t.Errorf("a loop of no dialog: %v %+v", err, s)
	}
}
