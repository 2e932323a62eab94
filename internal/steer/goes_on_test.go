package steer

import (
	"testing"

	"sparseracer/internal/steering"
)

// TestGoesOn: what belongs to the press before it, and what a person does by itself, with a hand that has nothing down.
func TestGoesOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, at string
		goesOn   bool
		fingers  int
	}{
		{steering.InputMove, "1 2 3 4 0 1 0 0 0", true, 1},
		{steering.InputMove, "1 2 3 4 0 0 0 0 0", false, 1},
		{steering.InputPenmove, "1 2 3 4 0 1 0 500 0", true, 1},
		{steering.InputPenmove, "1 2 3 4 0 0 0 0 0", false, 1},
		{steering.InputTouchpress, "1 2 3 4 0 0 0 0 0", false, 1},
		{steering.InputTouchmove, "1 2 3 4 0 0 0 0 0", true, 1},
		{steering.InputTouchmove, "1 2 3 4 0 0 0 0 0 ~1 0 0 ~2 70 -3", true, 2},
		{steering.InputTouchrelease, "1 2 3 4 0 0 0 0 0", true, 1},
		{steering.InputGesturebegin, "1 2 3 4 0 2 0 0 0", false, 1},
		{steering.InputGesturemove, "1 2 3 4 3 0 0 0 0 148698 0", true, 1},
		{steering.InputGestureend, "1 2 3 4 1 2 0 0 0", true, 1},
		{steering.InputGesture, "1 2 3 4 4 2 0 0 0", false, 1},
	} {
		in := Input{Kind: c.kind, At: c.at}
		if got := goesOn(c.kind, c.at); got != c.goesOn || in.fingers() != c.fingers {
			t.Errorf("%s at %s goes on: %v, with %d fingers; expected %v, %d", c.kind, c.at, got, in.fingers(), c.goesOn, c.fingers)
		}
	}
}
