package steer

import (
	"strings"
	"testing"
)

// twoLoops: x waits in two dialogs, one after the other; then a click frees what x used.
const twoLoops = `
# loop: batch
alloc(0x1000, 64)
enterloop
deq(x, kind=input, type=Mouse, label=X, input=press, window=W, at="1 1 1 1 1 1 0 0 0")
pause(x, v)
deq(y, kind=input, type=Mouse, label=Y, input=press, window=D, at="1 1 1 1 1 1 0 0 0")
reset(v)
end(y)
resume(x, v)
pause(x, w)
deq(z, kind=input, type=Mouse, label=Z, input=press, window=E, at="1 1 1 1 1 1 0 0 0")
reset(w)
end(z)
resume(x, w)
read(0x1008, 8)
end(x)
deq(k, kind=input, type=Mouse, label=K, input=press, window=W, at="1 1 1 1 1 1 0 0 0")
free(0x1000)
end(k)
`

// TestOtherLoops: a race has a schedule for each loop in which the free can come, its own first; a
// handler with one loop, or none, has no second schedule.
func TestOtherLoops(t *testing.T) {
	without := func(from, to string) string {
		before, rest, _ := strings.Cut(twoLoops, from)
		_, after, _ := strings.Cut(rest, to)
		return before + after
	}
	first := without("pause(x, w)", "resume(x, w)")
	for text, want := range map[string][]string{
		twoLoops:                               {"X, Y in X, K in X, Z after", "X, K in X, Y after, Z after"},
		first:                                  {"X, K in X, Y after"},
		without("pause(x, v)", "resume(x, w)"): {"K, X after"},
	} {
		res := analyzed(t, text)
		if len(res.Races) != 1 {
			t.Fatalf("%d races in %s", len(res.Races), text)
		}
		s, instead, err := deriveLoops(res, res.Order, Prediction{ID: "a", Race: &res.Races[0], Use: []string{"f"}}, DeriveOptions{})
		if err != nil {
			t.Error(err)
			continue
		}
		got := []string{playedIn(s)}
		for _, other := range instead {
			if !other.otherLoop {
				t.Error("it does not know that it is for another loop")
			}
			got = append(got, playedIn(other))
		}
		if strings.Join(got, "; ") != strings.Join(want, "; ") {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
