package sparsehb

import (
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// What two threads do: the main one posts, the other one's loop delivers, and spins a loop in a
// handler whose object another of its handlers frees.
const twoLoops = `# loop: batch
alloc(0x1000, 8)
enterloop
deq(first, kind=timer)
enq(build)
enq(close)
end(first)
enq(early, thread=1)
pause(main.1, v, thread=1, what="QThread::exec", name=indexer)
deq(build, thread=1)
enq(quick, kind=timer, thread=1)
pause(build, w, thread=1)
deq(quick, thread=1)
reset(w, thread=1)
end(quick, thread=1)
resume(build, w, thread=1)
write(0x1000, 4, thread=1)
end(build, thread=1)
deq(close, thread=1)
free(0x1000, thread=1)
end(close, thread=1)
deq(early, thread=1)
end(early, thread=1)
resume(main.1, v, thread=1)
read(0x2000, 4, thread=1)
`

func ofThread(t *testing.T, text string, thread trace.ThreadID) *Result {
	t.Helper()
	src, err := trace.ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	res, err := Analyze(src, Options{Thread: thread})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestLoopElsewhere: the loop of another thread is found, and looked at when it is asked for.
func TestLoopElsewhere(t *testing.T) {
	of := ofThread(t, twoLoops, 0)
	if got := of.Order.LoopsElsewhere(); !slices.Equal(got, []trace.ThreadID{1}) || len(of.Races) != 0 || of.Order.OwnLoop() {
		t.Fatalf("the main thread: other loops %v, races %v", got, of.Races)
	}
	res := ofThread(t, twoLoops, 1)
	o := res.Order
	if o.Main() != 1 || !o.OwnLoop() || o.ThreadName(1) != "indexer" || o.Rules() != Either || len(o.LoopsElsewhere()) != 0 {
		t.Errorf("thread %d, own loop %t, name %q, rules %v, others %v", o.Main(), o.OwnLoop(), o.ThreadName(1), o.Rules(), o.LoopsElsewhere())
	}
	if len(res.Races) != 1 || res.Races[0].Loop < 0 || res.Tables.LoopName(res.Races[0].Loop) != "w" {
		t.Fatalf("races %+v, expected one with the loop w", res.Races)
	}
}

// TestElsewhereTooLarge: a thread's loop that needs more memory than allowed takes nothing from the others.
func TestElsewhereTooLarge(t *testing.T) {
	src, err := trace.ParseText("t", []byte(twoLoops))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		most     uint64
		unlooked []trace.ThreadID
	}{{0, nil}, {1, []trace.ThreadID{1}}} {
		res := ofThread(t, twoLoops, 0)
		if err := res.lookElsewhere(src, Options{MaxMemory: c.most}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(res.Unlooked, c.unlooked) || len(res.Elsewhere)+len(c.unlooked) != 1 {
			t.Errorf("%d bytes: not looked at %v, looked at %d", c.most, res.Unlooked, len(res.Elsewhere))
		}
	}
}

// TestOwnLoopIsDefault: what a thread's own code does before its loop comes before its handlers,
// what it does after it comes after them.
func TestOwnLoopIsDefault(t *testing.T) {
	o := ofThread(t, twoLoops, 1).Order
	blocks := o.Blocks()
	first, last := BlockID(0), BlockID(len(blocks)-1)
	if blocks[first].Event >= 0 || blocks[last].Event >= 0 {
		t.Fatalf("blocks %+v", blocks)
	}
	for b := first + 1; b < last; b++ {
		if !o.Before(first, b) || !o.Before(b, last) {
			t.Errorf("block %d: after the thread's beginning %t, before its end %t", b, o.Before(first, b), o.Before(b, last))
		}
	}
}

// of what handlers of the main thread post to another one, whose handlers use and free.
func postedBy(first, second string) string {
	return `# loop: batch
alloc(0x1000, 8)
` + first + second + `
pause(main.1, v, thread=1)
deq(use, thread=1)
write(0x1000, 4, thread=1)
end(use, thread=1)
deq(drop, thread=1)
free(0x1000, thread=1)
end(drop, thread=1)
resume(main.1, v, thread=1)
`
}

func races(t *testing.T, text string) int {
	t.Helper()
	src, err := trace.ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	res, err := AnalyzeLoops(src, Options{})
	if err != nil || len(res.Elsewhere) != 1 {
		t.Fatalf("%d other loops, error %v", len(res.Elsewhere), err)
	}
	return len(res.Elsewhere[0].Races)
}

// TestOrderElsewhere: what handlers post to another thread comes there in their order, if the main
// thread's loop has one for them.
func TestOrderElsewhere(t *testing.T) {
	const ordered = `enq(a)
enq(b)
enterloop
deq(a)
enq(use)
end(a)
`
	const unordered = `enterloop
deq(a, kind=input)
enq(use)
end(a)
`
	if n := races(t, postedBy(ordered, "deq(b)\nenq(drop)\nend(b)")); n != 0 {
		t.Errorf("handlers in an order: %d races, expected none", n)
	}
	if n := races(t, postedBy(ordered, "deq(c, kind=input)\nenq(drop)\nend(c)\ndeq(b)\nend(b)")); n != 1 {
		t.Errorf("another handler without an order: %d races, expected 1", n)
	}
	if n := races(t, postedBy(unordered, "deq(b, kind=input)\nenq(drop, prio=0)\nend(b)")); n != 1 {
		t.Errorf("handlers without an order: %d races, expected 1", n)
	}
	if n := races(t, postedBy(ordered, "deq(b)\nenq(drop, prio=1)\nend(b)")); n != 1 {
		t.Errorf("a higher priority: %d races, expected 1", n)
	}
}

// TestLedElsewhere: what the main thread posts after it ran what the worker posted comes after the
// block that posted that.
func TestLedElsewhere(t *testing.T) {
	const text = `# loop: batch
alloc(0x1000, 8)
enq(ask)
enterloop
pause(main.1, v, thread=1)
deq(ask, thread=1)
write(0x1000, 4, thread=1)
enq(done, thread=1)
end(ask, thread=1)
deq(done)
enq(shown, kind=env, arms="shown:w")
end(done)
deq(click, kind=input, needs="NEEDS")
enq(drop, prio=1)
end(click)
deq(drop, thread=1)
free(0x1000, thread=1)
end(drop, thread=1)
resume(main.1, v, thread=1)
`
	if n := races(t, strings.Replace(text, "NEEDS", "shown:w", 1)); n != 0 {
		t.Errorf("the window was shown by the answer: %d races, expected none", n)
	}
	if n := races(t, strings.Replace(text, "NEEDS", "shown:x", 1)); n != 1 {
		t.Errorf("another window: %d races, expected 1", n)
	}
}
