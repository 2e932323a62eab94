package timeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestHandlers: handlers of one label are summed; what runs within one, in a loop of its,
// is not its own.
func TestHandlers(t *testing.T) {
	src, err := trace.ParseText("t", []byte(`deq(a1, kind=input, type="Click")
read(0x10, 8)
read(0x10, 8)
end(a1)
deq(a2, kind=input, type="Click")
pause(a2, v)
deq(b, kind=timer, type="Timer")
`+strings.Repeat("read(0x10, 8)\n", 50)+`reset(v)
end(b)
resume(a2, v)
end(a2)
deq(c, kind=socket)
`+strings.Repeat("read(0x10, 8)\n", 20)+"end(c)\n"))
	if err != nil {
		t.Fatal(err)
	}
	tl, err := New(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range tl.Handlers() {
		e, _ := tl.Event(a.Longest)
		got = append(got, fmt.Sprintf("%s %d %d %s", a.Label.Text(), a.Count, a.Operations, e.Name))
	}
	if want := []string{"Timer 1 53 b", "socket 1 22 c", "Click 2 8 a2"}; !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	sum := uint64(0)
	for _, a := range tl.Handlers() {
		sum += a.Operations
	}
	if sum != tl.Operations {
		t.Errorf("%d operations of %d are some handler's", sum, tl.Operations)
	}
}
