package steer

import (
	"errors"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// menuRecording: x shows a menu and waits for it; later a key frees what x used.
const menuRecording = `
# loop: batch
alloc(0x1000, 64)
enq(s, kind=env, arms="shown:w")
enterloop
deq(x, kind=input, type=Mouse, needs="shown:w", label=X, input=press, window=W, at="1 1 1 1 1 1 0 0 0")
enq(m, kind=env, arms="shown:m", grabs=keys)
pause(x, v)
deq(y, kind=input, type=Key, needs="shown:m", label=Y, input=keypress, window=M, key="1000000 0 ")
drop(m)
reset(v)
end(y)
resume(x, v)
read(0x1008, 8)
end(x)
deq(k, kind=input, type=KIND, needs="shown:w", label=K, input=keypress, window=W, key="57 4000000 w")
free(0x1000)
end(k)
`

// TestMenuHasTheKeyboard: no schedule types into another window while a menu is open.
func TestMenuHasTheKeyboard(t *testing.T) {
	for kind, infeasible := range map[string]bool{"Key": true, "Mouse": false} {
		src, err := trace.ParseText("t", []byte(strings.Replace(menuRecording, "KIND", kind, 1)))
		if err != nil {
			t.Fatal(err)
		}
		res, err := sparsehb.Analyze(src, sparsehb.Options{Rules: sparsehb.Auto})
		if err != nil || len(res.Races) != 1 {
			t.Fatalf("%v, %+v", err, res)
		}
		_, err = Derive(res, res.Order, Prediction{ID: "a", Race: &res.Races[0], Use: []string{"f"}}, DeriveOptions{})
		var no *Refusal
		if got := errors.As(err, &no) && no.Infeasible && strings.Contains(no.Reason, "an open menu has the keyboard"); got != infeasible {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
