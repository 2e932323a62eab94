package steer

import (
	"slices"
	"testing"
)

func held(event string, until, perhaps []string) Directive {
	targets := func(list []string) (out []Target) {
		for _, e := range list {
			out = append(out, Target{Event: e})
		}
		return out
	}
	return Directive{Hold: &Hold{Event: event, Until: targets(until), Perhaps: targets(perhaps), TimeoutMS: 100}}
}

func text(s *Schedule) (out []string) {
	for _, d := range s.Directives {
		line := d.Hold.Event + ":"
		for _, u := range d.Hold.Until {
			line += " " + u.Event
		}
		for _, u := range d.Hold.Perhaps {
			line += " " + u.Event + "?"
		}
		out = append(out, line)
	}
	return out
}

// TestWith: an event has one hold; of two that are to wait for each other the later
// directive counts.
func TestWith(t *testing.T) {
	for _, c := range []struct {
		name string
		more [][]Directive
		want []string
	}{
		{"two for one event", [][]Directive{{held("a", []string{"b"}, nil)}, {held("a", []string{"c"}, nil)}}, []string{"a: b c"}},
		{"back again", [][]Directive{{held("a", []string{"b"}, nil)}, {held("b", []string{"a"}, nil)}}, []string{"b: a"}},
		{"perhaps gives way", [][]Directive{{held("a", nil, []string{"b", "c"})}, {held("b", []string{"a"}, nil)}}, []string{"a: c?", "b: a"}},
		{"needed beats perhaps", [][]Directive{{held("a", nil, []string{"b"})}, {held("a", []string{"b"}, nil)}}, []string{"a: b"}},
		{"perhaps adds nothing", [][]Directive{{held("a", []string{"b"}, nil)}, {held("a", nil, []string{"b"})}}, []string{"a: b"}},
	} {
		s := Unsteered(nil)
		for _, more := range c.more {
			var err error
			if s, err = s.With(more); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		if got := text(s); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, expected %q", c.name, got, c.want)
		}
	}
}

// TestNeeded: what is only perhaps waited for is left out, in a copy.
func TestNeeded(t *testing.T) {
	s := Unsteered(nil)
	s.Directives = []Directive{held("a", []string{"b"}, []string{"c"}), held("d", nil, []string{"e"})}
	if got := text(s.Needed()); !slices.Equal(got, []string{"a: b"}) {
		t.Errorf("needed: %q", got)
	}
	if got := text(s); !slices.Equal(got, []string{"a: b c?", "d: e?"}) {
		t.Errorf("the schedule itself: %q", got)
	}
}

// TestFull: a schedule has room for so many holds, and then says so.
func TestFull(t *testing.T) {
	s, err := Unsteered(nil), error(nil)
	for i := range holdsMax + 1 {
		s, err = s.With([]Directive{held(string(rune('a'+i%26))+string(rune('a'+i/26)), []string{"z"}, nil)})
		if full := i == holdsMax; full != (err != nil) {
			t.Fatalf("hold %d: %v", i, err)
		}
		if err != nil {
			break
		}
	}
}

// TestWithInput: an input of the schedule comes after more; what waited for it does not
// any more, and an input that is not there is refused.
func TestWithInput(t *testing.T) {
	s := Unsteered(nil)
	s.Directives = []Directive{{Input: &Input{Event: "key", Kind: "keypress", Window: "W", TimeoutMS: 1}}, held("a", []string{"key", "b"}, nil)}
	later := func(event string) []Directive {
		return []Directive{{Input: &Input{Event: event, After: []Target{{Event: "a"}}, TimeoutMS: 100}}}
	}
	got, err := s.With(later("key"))
	if err != nil {
		t.Fatal(err)
	}
	if in := got.Directives[0].Input; len(in.After) != 1 || in.After[0].Event != "a" || in.TimeoutMS != 100 || in.Kind != "keypress" {
		t.Errorf("the input: %+v", in)
	}
	if u := got.Directives[1].Hold.Until; len(u) != 1 || u[0].Event != "b" {
		t.Errorf("what waited for it waits for %v", u)
	}
	if len(s.Directives[0].Input.After) != 0 || len(s.Directives[1].Hold.Until) != 2 {
		t.Error("the schedule itself was changed")
	}
	if _, err := s.With(later("click")); err == nil {
		t.Error("an input that is not there was let come later")
	}
}
