package timeline

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
)

func parse(t *testing.T, lines ...string) trace.Source {
	t.Helper()
	src, err := trace.ParseText("test", []byte(strings.Join(lines, "\n")+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return trace.Checked(src)
}

func newTimeline(t *testing.T, src trace.Source) *Timeline {
	t.Helper()
	tl, err := New(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// nested: e1 spins a loop, in which e2 runs and ends it.
var nested = []string{
	`enq(e1, type="Show", class="Window", name="main")`, "enterloop",
	"deq(e1)", `enq(e2, kind=timer, type="Timer", class="QTimer", owner="Clock:face")`, "pause(e1,v)", "deq(e2)", "reset(v)", "end(e2)", "resume(e1,v)", "read(x,4)", "end(e1)",
	"exitloop",
}

func TestNestingAndPosts(t *testing.T) {
	tl := newTimeline(t, parse(t, nested...))
	v := tl.View(Query{Columns: 1000, Arcs: 10, Focus: trace.NoEvent})
	if tl.Operations != 12 || tl.Events != 2 || tl.Loops != 1 || len(v.Rows) != 3 {
		t.Fatalf("%d operations, %d events, %d loops, %d rows", tl.Operations, tl.Events, tl.Loops, len(v.Rows))
	}
	for i, want := range []Slice{{2, 11, 0, trace.NoLoop}, {4, 9, trace.NoEvent, 0}, {5, 8, 1, trace.NoLoop}} {
		if r := v.Rows[i]; r.Depth != i || len(r.Slices) != 1 || r.Slices[0] != want || len(r.Bins) != 0 {
			t.Errorf("row %d: %+v, expected %+v", i, r, want)
		}
	}
	if want := []Arc{{0, 0, 2, -1, 0}, {1, 3, 5, 0, 2}}; !slices.Equal(v.Arcs, want) || v.Posts != 2 {
		t.Errorf("arcs %+v of %d posts, expected %+v", v.Arcs, v.Posts, want)
	}
	e, ok := tl.Event(1)
	if !ok || e.Name != "e2" || e.Poster != 0 || e.Deq != 5 || e.End != 7 || e.Label.Text() != "Timer of Clock face" {
		t.Errorf("%+v", e)
	}
	if _, ok := tl.Event(2); ok {
		t.Error("there is no third event")
	}
}

func TestWhatIsOpenAtTheEnd(t *testing.T) {
	tl := newTimeline(t, parse(t, "enterloop", "deq(a)", "pause(a,v)", "deq(b)", "read(x,1)"))
	v := tl.View(Query{Columns: 10})
	for i, r := range v.Rows {
		if len(r.Slices) != 1 || r.Slices[0].End != 5 {
			t.Errorf("row %d: %+v", i, r)
		}
	}
	if e, _ := tl.Event(1); e.End != None || e.Deq != 3 {
		t.Errorf("%+v", e)
	}
}

// Every slice of a stretch is reported, by itself or in a bin, in any view.
func TestNothingIsHidden(t *testing.T) {
	shape := tracegen.Scale(7, 60000, 3000)
	tl := newTimeline(t, shape)
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		from := rnd.Uint64N(tl.Operations)
		q := Query{From: from, To: from + 1 + rnd.Uint64N(tl.Operations-from), Columns: 1 + rnd.IntN(2000), Focus: trace.NoEvent}
		v := tl.View(q)
		for i, r := range v.Rows {
			told, want := len(r.Slices), 0
			for _, b := range r.Bins {
				told += b.Count
				if b.Start < v.From || b.Start >= v.To || (b.Start-v.From)%v.Step != 0 {
					t.Fatalf("%+v: bin %+v is in no column", q, b)
				}
			}
			tr := tl.tracks[i]
			for k := range tr.start {
				if tr.end[k] > v.From && tr.start[k] < v.To {
					want++
				}
			}
			if told != want {
				t.Fatalf("%+v, row %d: %d slices are told, there are %d", q, i, told, want)
			}
			if n := len(r.Slices) + len(r.Bins); n > 2*int((v.To-v.From)/v.Step)+4 {
				t.Fatalf("%+v, row %d: %d things for %d columns", q, i, n, q.Columns)
			}
		}
	}
}

// The arcs of a view are the longest ones that touch it.
func TestLongestArcs(t *testing.T) {
	tl := newTimeline(t, tracegen.Scale(8, 60000, 3000))
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		from := rnd.Uint64N(tl.Operations)
		q := Query{From: from, To: from + 1 + rnd.Uint64N(tl.Operations-from), Columns: 1 + rnd.IntN(500), Arcs: 1 + rnd.IntN(60), Focus: trace.NoEvent}
		v := tl.View(q)
		var all []uint64
		for i := range tl.arcs.list {
			if a := &tl.arcs.list[i]; a.Enq < v.To && a.Deq >= v.From && a.length() >= 2*v.Step {
				all = append(all, a.length())
			}
		}
		slices.Sort(all)
		var got []uint64
		for i := range v.Arcs {
			got = append(got, v.Arcs[i].length())
		}
		slices.Sort(got)
		if want := all[len(all)-min(len(all), q.Arcs):]; !slices.Equal(got, want) {
			t.Fatalf("%+v: lengths %v, expected %v", q, got, want)
		}
	}
}

func TestFocusBringsItsArcs(t *testing.T) {
	tl := newTimeline(t, tracegen.Scale(9, 60000, 3000))
	checked := 0
	for id := range tl.events {
		posts := tl.Posts(trace.EventID(id))
		want := 0
		for k := range tl.events {
			if e := &tl.events[k]; e.poster == trace.EventID(id) && e.deq != None {
				want++
			}
		}
		if len(posts) != want {
			t.Fatalf("event %d: %d posts, expected %d", id, len(posts), want)
		}
		checked += want
		if id > 400 {
			break
		}
	}
	if checked == 0 {
		t.Error("nothing posts")
	}
}

func TestSearch(t *testing.T) {
	tl := newTimeline(t, parse(t, nested...))
	for text, want := range map[string][]trace.EventID{
		"": nil, "window": {0}, "WINDOW show": {0}, "timer": {1}, "e2 clock of": {1}, "e": {0, 1}, "window timer": nil, "e3": nil, " main ": {0},
	} {
		if f := tl.Search(text); !slices.Equal(f.Events, want) {
			t.Errorf("%q: %v, expected %v", text, f.Events, want)
		}
	}
	f := tl.Search("e")
	if got := f.Columns(Query{Columns: 12}, tl.Operations); !slices.Equal(got, []int{2, 5}) {
		t.Errorf("columns %v", got)
	}
	if f.Next(0) != 0 || f.Next(3) != 1 || f.Next(6) != 2 {
		t.Error("the next one is another")
	}
}

func TestReadingEnds(t *testing.T) {
	stop := errors.New("nobody waits")
	calls := 0
	_, err := New(tracegen.Scale(1, 20_000_000, 100_000), func(done float64) error {
		if calls++; calls == 3 {
			return stop
		}
		if done < 0 || done > 1 {
			t.Errorf("%v is done", done)
		}
		return nil
	})
	if !errors.Is(err, stop) || calls != 3 {
		t.Errorf("error %v after %d calls", err, calls)
	}
}

func TestLifeOfAllocation(t *testing.T) {
	src := parse(t, "enterloop", "deq(a)", "alloc(0x1000,64)", "write(0x1010,8)", "write(0x1010,8)", "end(a)",
		"deq(b)", "read(0x1008,16)", "read(0x2000,8)", "pause(b,v)", "deq(c)", "read(0x103c,16)", "reset(v)", "end(c)", "resume(b,v)", "read(0x1008,16)", "read(0x1000,8,use=1)", "end(b)",
		"deq(d)", "free(0x1000,64)", "end(d)", "deq(e)", "alloc(0x1000,32)", "read(0x1000,4)", "end(e)", "exitloop")
	l, err := ReadLife(src, Wanted{At: 7, Addr: 0x1010}, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if l.Addr != 0x1000 || l.Size != 64 || l.Alloc == nil || l.Alloc.Op != 2 || l.Alloc.Event != 0 || l.Free == nil || l.Free.Op != 19 || l.Free.Event != 3 {
		t.Fatalf("%+v", l)
	}
	if l.Counts != [3]uint64{3, 2, 1} {
		t.Errorf("counts %v", l.Counts)
	}
	for i, want := range []Use{
		{Event: 0, Kind: trace.Write, First: 3, Last: 4, Low: 16, High: 24, Count: 2},
		{Event: 1, Kind: trace.Read, First: 7, Last: 7, Low: 8, High: 24, Count: 1},
		{Event: 2, Kind: trace.Read, First: 11, Last: 11, Low: 60, High: 64, Count: 1},
		{Event: 1, Kind: trace.Read, First: 15, Last: 15, Low: 8, High: 24, Count: 1},
		{Event: 1, Kind: trace.Read, Mode: trace.ModeUse, First: 16, Last: 16, Low: 0, High: 8, Count: 1},
	} {
		if got := l.Uses[i]; got != want {
			t.Errorf("use %d: %+v, expected %+v", i, got, want)
		}
	}
	if l, _ = ReadLife(src, Wanted{At: 23, Addr: 0x1000}, func() error { return nil }); l.Alloc == nil || l.Alloc.Op != 22 || l.Size != 32 || l.Free != nil || len(l.Uses) != 1 {
		t.Errorf("the next life: %+v", l)
	}
}

// What the recording does not show the beginning of ends with its free.
func TestLifeFromBefore(t *testing.T) {
	src := parse(t, "enterloop", "deq(a)", "read(0x1010,8)", "end(a)", "deq(b)", "free(0x1000,64)", "end(b)", "deq(c)", "read(0x1010,8)", "end(c)", "exitloop")
	l, err := ReadLife(src, Wanted{At: 2, Addr: 0x1010, Size: 8}, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if l.Alloc != nil || l.Free == nil || l.Free.Op != 5 || l.Counts[Reads] != 1 {
		t.Errorf("%+v", l)
	}
}

func TestLifeStopsForNobody(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ReadLife(tracegen.Scale(1, 20_000_000, 1000), Wanted{At: 1 << 60, Addr: 1}, ctx.Err); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func BenchmarkView(b *testing.B) {
	tl, err := New(tracegen.Scale(1, 5_000_000, 1_000_000), nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		part uint64
	}{{"all", 1}, {"hundredth", 100}, {"near", 10000}} {
		b.Run(c.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				from := uint64(i) * 7919 % (tl.Operations - tl.Operations/c.part + 1)
				tl.View(Query{From: from, To: from + tl.Operations/c.part, Columns: 2700, Arcs: 250, Focus: trace.NoEvent})
			}
		})
	}
	b.Run("search", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			tl.search.by, tl.search.keys = nil, nil
			tl.Search("e77")
		}
	})
}
