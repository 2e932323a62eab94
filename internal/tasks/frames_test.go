package tasks

import (
	"strings"
	"testing"
)

// Two frames of a thread, of which the main thread waits for the first one as it gives the second one.
const frames = `alloc(0x2000, 64)
enterloop
deq(open, kind=input)
end(open)
enq(a, kind=env, type=frame, label="frame in 1", thread=1)
deq(a, thread=1)
write(0x2000, 4, thread=1)
end(a, thread=1)
deq(other, kind=input)
`

// TestFrames: what comes after a frame, by who woke the main thread from its wait.
func TestFrames(t *testing.T) {
	const second = `enq(b, kind=env, type=frame, label="frame in 1", thread=1)
deq(b, thread=1)
write(0x2000, 4, thread=1)
end(b, thread=1)
`
	const over = "enq(o, kind=env, type=Over, object=0x5000)\n"
	const woken = "enq(d, kind=env, type=Done, object=0x5000, thread=1)\n"
	const both = "end(other)\n" + second + "deq(next, kind=input)\nend(next)\ndeq(close, kind=input)\n"
	const begun = "enq(b, kind=env, type=frame, label=\"frame in 1\", thread=1)\nend(other)\ndeq(close, kind=input)\n" +
		"deq(b, thread=1)\nwrite(0x2000, 4, thread=1)\nend(b, thread=1)\n"
	for _, c := range []struct {
		name, is string
		joins    int // in close
		placed   int // frames and jobs
	}{
		{"nobody waits", both, 0, 2},
		{"the thread wakes the main one between two frames", "end(other)\ndeq(close, kind=input)\n" + woken + second + over, 1, 1},
		{"the thread wakes the main one behind both", both + woken + over, 1, 2},
		{"the thread wakes the main one behind a job of its own", "end(other)\nenq(j, kind=env, type=task)\ndeq(j, thread=1)\nwrite(0x2008, 4, thread=1)\nend(j, thread=1)\n" +
			"deq(next, kind=input)\nend(next)\ndeq(close, kind=input)\n" + woken + over, 1, 2},
		{"the thread wakes the main one while that waits for the frame that is drawn", begun + woken + over, 2, 2},
		{"somebody else is woken then", begun + strings.ReplaceAll(woken, "0x5000", "0x6000") + over, 0, 1},
		{"the main thread was woken before both", "end(other)\ndeq(close, kind=input)\n" + over + second, 0, 1},
		{"somebody else is woken", both + strings.ReplaceAll(woken, "0x5000", "0x6000") + over, 0, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := convert(t, frames+c.is+"free(0x2000)\nend(close)\n")
			_, inClose, _ := strings.Cut(got, "deq(close")
			if strings.Count(inClose, "join(") != c.joins {
				t.Errorf("expected %d joins in close:\n%s", c.joins, got)
			}
			if n := strings.Count(got, "deq(task)\n"); n != c.placed || strings.Contains(inClose, "deq(task)") {
				t.Errorf("expected %d tasks before close:\n%s", c.placed, got)
			}
			if ordered := strings.Contains(got, "deq(task)\njoin(task)\n"); ordered != (c.placed == 2) {
				t.Errorf("the second task comes after the first one: %v\n%s", ordered, got)
			}
		})
	}
}
