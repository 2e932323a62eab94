package steer

import (
	"strings"
	"testing"
)

// TestLeavingSpare: behind the last input of a dialog that the race does not need it is left, the inner
// one of two first; not one that the race needs, nor one that goes on.
func TestLeavingSpare(t *testing.T) {
	for script, want := range map[string]string{
		// input@loop, ! for what the race needs; "main" is no loop to be left
		"a@main b@a c@main! ":           "a b <b> c",
		"a@main b@a c@b d@c e@main!":    "a b c d <d> <c> <b> e",
		"a@main b@a c@b d@a e@main!":    "a b c <c> d <d> e",
		"a@main b@a c@a! d@c e@main!":   "a b c d <d> e",
		"a@main b@a c@b! d@main!":       "a b c d",
		"a@main! b@a! c@main!":          "a b c",
		"a@main b@a":                    "a b <b>",
		"a@main b@a h@hold! c@main! x@": "a b <b> c x",
	} {
		var list []Directive
		for _, word := range strings.Fields(script) {
			name, loop, _ := strings.Cut(strings.TrimSuffix(word, "!"), "@")
			in := &Input{Event: name, Kind: "press", Window: "of " + name, spare: !strings.HasSuffix(word, "!")}
			if loop == "hold" {
				list = append(list, Directive{Hold: &Hold{Event: name}})
				continue
			}
			if loop != "" {
				in.InLoop = &InLoop{Event: loop, Nth: 1}
			}
			list = append(list, Directive{Input: in})
		}
		var got []string
		for _, d := range leavingSpare(list) {
			switch {
			case d.Input == nil:
			case d.Input.Key == escape:
				if _, err := d.Input.validate(); err != nil || !d.Input.Optional {
					t.Errorf("%s: %+v, %v", script, d.Input, err)
				}
				got = append(got, "<"+strings.TrimPrefix(d.Input.Window, "of ")+">")
			default:
				got = append(got, d.Input.Event)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", script, strings.Join(got, " "), want)
		}
	}
}
