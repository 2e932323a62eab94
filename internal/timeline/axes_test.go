package timeline

import (
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestEven: by step a handler of 10,000 accesses is as wide as one of none, and all else
// is as it was.
func TestEven(t *testing.T) {
	src, err := trace.ParseText("t", []byte("deq(a)\nenq(b)\nenq(c)\nend(a)\ndeq(b)\n"+strings.Repeat("read(0x10, 8)\n", 10_000)+
		"pause(b, v)\ndeq(d)\nread(0x10, 8)\nreset(v)\nend(d)\nresume(b, v)\nend(b)\ndeq(c)\nend(c)\n"))
	if err != nil {
		t.Fatal(err)
	}
	tl, err := New(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	even := tl.Even()
	// a, b posted, c posted, end; b, pause, d, end, resume, end; c, end
	if even.Operations != 12 || even.Events != tl.Events || even.Loops != 1 || even != tl.Even() {
		t.Fatalf("%d steps, %d events, %d loops", even.Operations, even.Events, even.Loops)
	}
	view := func(tl *Timeline) *View { return tl.View(Query{Columns: 100, Arcs: 10, Focus: trace.NoEvent}) }
	v, was := view(even), view(tl)
	if len(v.Rows) != len(was.Rows) {
		t.Fatalf("%d rows, %d by operation", len(v.Rows), len(was.Rows))
	}
	var got [][2]uint64
	for _, r := range v.Rows {
		for _, s := range r.Slices {
			got = append(got, [2]uint64{s.Start, s.End})
		}
	}
	if want := [][2]uint64{{0, 4}, {4, 10}, {10, 12}, {5, 9}, {6, 8}}; !slices.Equal(got, want) {
		t.Errorf("slices %v, expected %v", got, want)
	}
	if len(v.Arcs) != 2 || v.Arcs[0].Enq != 1 || v.Arcs[0].Deq != 4 || v.Arcs[1].Enq != 2 || v.Arcs[1].Deq != 10 {
		t.Errorf("arcs %+v", v.Arcs)
	}
	for op, want := range map[uint64]uint64{0: 0, 3: 3, 4: 4, 5000: 4, 10_004: 4, 10_005: 5, 10_007: 6, tl.Operations - 1: 11, 1 << 40: 11} {
		if got := tl.Step(op); got != want {
			t.Errorf("operation %d is at step %d, expected %d", op, got, want)
		}
	}
	if e, _ := even.Event(1); e.Name != "b" && e.Name != "c" {
		t.Errorf("event 1 is %+v", e)
	}
	if f := even.Search("c"); len(f.Events) == 0 {
		t.Error("a search by step finds nothing")
	}
}

// TestEvenOfNothing: a recording without events has no steps, and one that ends within a
// handler has its start and its last operation.
func TestEvenOfNothing(t *testing.T) {
	for text, want := range map[string]uint64{"read(0x10, 8)\n": 0, "deq(a)\nread(0x10, 8)\nread(0x10, 8)\n": 2} {
		src, err := trace.ParseText("t", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		tl, err := New(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := tl.Even().Operations; got != want {
			t.Errorf("%q: %d steps, expected %d", text, got, want)
		}
		tl.Even().View(Query{Columns: 10})
		tl.Step(1)
	}
}

// TestClock: by the clock a handler is as long as it took, steps within a tick stand side by side, and
// nothing goes back, whatever a trace says.
func TestClock(t *testing.T) {
	read := func(text string) *Timeline {
		src, err := trace.ParseText("t", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		tl, err := New(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		return tl
	}
	tl := read("deq(a)\nenq(b)\nend(a, ms=8)\ndeq(b, ms=100)\n" + strings.Repeat("read(0x10, 8)\n", 1000) + "end(b, ms=500)\ndeq(c)\nend(c)\ndeq(d, thread=1, ms=400)\nend(d, thread=1, ms=504)\n")
	clock := tl.Clock()
	if !tl.HasClock() || clock != tl.Clock() || clock.Operations != 508e6 {
		t.Fatalf("a clock of %d ns", clock.Operations)
	}
	want := [][2]uint64{{0, 8e6}, {100e6, 500e6}, {501e6, 502e6}, {503e6, 504e6}} // in ticks of 4 ms
	for i, w := range want {
		if e, _ := clock.Event(trace.EventID(i)); e.Deq != w[0] || e.End != w[1] {
			t.Errorf("%s from %d to %d ns, expected %v", e.Name, e.Deq, e.End, w)
		}
	}
	if got := tl.Moment(500); got != 100e6 {
		t.Errorf("an operation in the middle came at %d", got)
	}
	if none := read("deq(a)\nend(a)\n"); none.HasClock() || none.Clock().Operations == 0 {
		t.Error("a recording without a clock")
	}
	if far := read("deq(a)\nend(a, ms=281474976710656)\n"); far.Clock().Operations != latestMS*msNS+10*msNS {
		t.Errorf("a hostile moment is at %d", far.Clock().Operations)
	}
	if v := read("").Clock().View(Query{Columns: 10}); len(v.Rows) != 0 {
		t.Errorf("of nothing: %+v", v)
	}
}
