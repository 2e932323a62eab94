package steer

import (
	"slices"
	"testing"
)

// TestOtherEnds: what was to be played after the free becomes Escape, or the close of the
// window; a menu has no close button, and a call leaves no window.
func TestOtherEnds(t *testing.T) {
	after := []Target{{Event: "F"}}
	of := func(which string, inputs ...*Input) (said []string) {
		s := &Schedule{Goal: Goal{Free: "F", Use: "U"}}
		for _, in := range inputs {
			in.Window, in.Which, in.TimeoutMS = "W:", which, 100
			s.Directives = append(s.Directives, Directive{Input: in})
		}
		s.Directives = append(s.Directives, Directive{Hold: &Hold{Event: "T", Until: after, TimeoutMS: 1}})
		for _, o := range s.otherEnds() {
			line := o.instead + ":"
			for _, d := range o.Directives {
				if d.Input != nil {
					line += " " + d.Input.Event + " " + d.Input.Kind
					if _, err := d.Input.validate(); err != nil {
						t.Error(err)
					}
				}
			}
			said = append(said, line)
		}
		return said
	}
	press := func() *Input { return &Input{Event: "R", Kind: "press", After: after} }
	release := func() *Input { return &Input{Event: "r", Kind: "release", After: after, Optional: true} }
	first := func() *Input { return &Input{Event: "A", Kind: "press"} }
	for _, c := range []struct{ got, want []string }{
		{of("0 1", first(), press(), release()), []string{"leaving the window by Escape: A press R keypress", "closing the window: A press R close"}},
		{of("1 1", press()), []string{"leaving the window by Escape: R keypress"}},
		{of("", first()), nil},
		{of("", &Input{Event: "R", Kind: "dbus", After: after}), nil},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
