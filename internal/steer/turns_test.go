package steer

import (
	"fmt"
	"strings"
	"testing"
)

// turns: x goes through a list and lets events come at each element; then a click, a press and its release, frees
// the element that x had used behind its fourth loop.
func turns(loops int) string {
	var b strings.Builder
	b.WriteString(`
# loop: batch
alloc(0x1000, 64)
enterloop
deq(x, kind=input, type=Mouse, label=X, input=press, window=W, at="1 1 1 1 1 1 0 0 0")
`)
	for i := 1; i <= loops; i++ {
		fmt.Fprintf(&b, "pause(x, v%d, turns=1)\nresume(x, v%d)\n", i, i)
	}
	b.WriteString(`read(0x1008, 8)
end(x)
deq(k, kind=input, arms="pressed:K", type=Mouse, label=K, input=press, window=W, at="1 1 1 1 1 1 0 0 0")
end(k)
deq(r, kind=input, needs="pressed:K", type=Mouse, label=R, input=release, window=W, at="1 1 1 1 1 0 0 0 0")
free(0x1000)
end(r)
`)
	return b.String()
}

// TestTurns: of loops that nothing ends, the race's own is tried behind the first, whatever came of that. A loop is over after
// one input: the press comes one loop earlier than the release that frees.
func TestTurns(t *testing.T) {
	for loops, want := range map[int]string{
		1: "1 1",
		2: "1 1; 1 2",
		5: "1 1; 4 5; 1 2 other",
	} {
		res := analyzed(t, turns(loops))
		if len(res.Races) != 1 {
			t.Fatalf("%d races", len(res.Races))
		}
		s, instead, err := deriveLoops(res, res.Order, Prediction{ID: "a", Race: &res.Races[0], Use: []string{"f"}}, DeriveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, one := range append([]*Schedule{s}, instead...) {
			text := ""
			for _, d := range one.Directives {
				if d.Input != nil && d.Input.InLoop.Event == "X" {
					text += fmt.Sprintf(" %d", d.Input.InLoop.Nth)
				}
			}
			if i > 0 && one.otherLoop {
				text += " other"
			}
			got = append(got, text[1:])
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%d loops: %q, want %q", loops, strings.Join(got, "; "), want)
		}
	}
}
