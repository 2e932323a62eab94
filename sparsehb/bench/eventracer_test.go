package main

import (
	"cmp"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"sparseracer/internal/eventracer"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

// What EventRacer counts, by the definitions of its paper and its tool: TestAsEventRacer
// holds our races against it. They differ in two things.
//
//   - EventRacer counts an access as often as a handler does it: of a read that a handler
//     repeats before another one's write each is a race. Ours counts the first.
//   - What covers a race ends, for EventRacer, before its second access: another command.
//     For ours it may end with that access: where a later read of a third handler keeps
//     coming before the write in question, so does what comes before that read. (EventRacer
//     has this for one covering race that stands before in its list.)
//
// What EventRacer only tags (same value, local, lazy initialisation) our filters take out;
// they are off here.

// touch is an access: command n of an event.
type touch struct {
	event, n int32
	write    bool
}

// theirs is a race as EventRacer has it.
type theirs struct {
	variable        int32
	a, b            touch
	covered, listed bool
}

// racesOf are those of a log: each access against the write before it, and, backward, each
// read against the write after it.
func racesOf(d *eventracer.Draft, before [][]bool) (list []theirs) {
	by := make([][]touch, d.Variables)
	for e, a := range d.Actions {
		for n, t := range a.Accesses {
			by[t.Variable] = append(by[t.Variable], touch{int32(e), int32(n), t.Write})
		}
	}
	unordered := func(a, b touch) bool { return a.event != b.event && !before[a.event][b.event] }
	for v, all := range by {
		write := -1
		for i, t := range all {
			if write >= 0 && unordered(all[write], t) {
				list = append(list, theirs{variable: int32(v), a: all[write], b: t})
			}
			if t.write {
				write = i
			}
		}
		write = -1
		for i, t := range slices.Backward(all) {
			if !t.write && write >= 0 && unordered(t, all[write]) {
				list = append(list, theirs{variable: int32(v), a: t, b: all[write]})
			}
			if t.write {
				write = i
			}
		}
	}
	slices.SortStableFunc(list, func(x, y theirs) int {
		return cmp.Or(cmp.Compare(x.b.event, y.b.event), cmp.Compare(x.b.n, y.b.n))
	})
	return list
}

// cover marks what one race that stands earlier in the list covers, then what several do
// that are left.
func cover(list []theirs, before [][]bool) {
	leads := func(a, b int32) bool { return a == b || before[a][b] }
	for j := range list {
		if list[j].covered {
			continue
		}
		for i := j + 1; i < len(list); i++ {
			if leads(list[j].b.event, list[i].b.event) && leads(list[i].a.event, list[j].a.event) {
				list[i].covered = true
			}
		}
	}
	var top []*theirs
	for i := range list {
		if !list[i].covered {
			top = append(top, &list[i])
		}
	}
	var many []*theirs
	for _, r := range top {
		if byMany(r, top, leads, 0) {
			many = append(many, r)
		}
	}
	for _, r := range many {
		r.covered = true
	}
}

// others are all that are no race of the same event with the same access.
func others(r *theirs, list []theirs) (all []*theirs) {
	for i := range list {
		if x := &list[i]; x.b != r.b || x.a.event > r.a.event {
			all = append(all, x)
		}
	}
	return all
}

// byMany: a way leads from a race's first event to its second access through others, which
// end so many commands before what comes after that.
func byMany(r *theirs, top []*theirs, leads func(a, b int32) bool, after int32) bool {
	reached := make([]bool, len(top))
	for i, x := range top { // later ones end later
		reached[i] = leads(r.a.event, x.a.event)
		for j := 0; j < i && !reached[i]; j++ {
			reached[i] = reached[j] && leads(top[j].b.event, x.a.event)
		}
		if reached[i] && (x.b.event == r.b.event && x.b.n < r.b.n+after || x.b.event < r.b.event && leads(x.b.event, r.b.event)) {
			return true
		}
	}
	return false
}

// pairs takes ours.
type pairs struct{ list []*race.ReadWrite }

func (p *pairs) UseFree(*race.Object, *race.Use) {}
func (p *pairs) LongAccess()                     {}
func (p *pairs) Merge(t race.Taker)              { p.list = append(p.list, t.(*pairs).list...) }
func (p *pairs) ReadWrite(a, b *race.Use) {
	p.list = append(p.list, &race.ReadWrite{Pair: race.Pair{A: *a, B: *b}})
}

// oursOf are ours, with their coverage, and what access each operation is.
func oursOf(t *testing.T, d *eventracer.Draft) ([]*race.ReadWrite, map[uint64]touch) {
	l, err := eventracer.Parse("log", d.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	o, err := order.Build(l, order.Options{})
	if err != nil {
		t.Fatal(err)
	}
	taker, _, err := race.Sweep(l, o, race.Options{ReadWrite: true, Workers: 1, Taker: func(int) race.Taker { return &pairs{} }})
	if err != nil {
		t.Fatal(err)
	}
	ours := taker.(*pairs).list
	race.Cover(o, ours, race.DefaultBounds)
	r, _ := trace.Checked(l).Open()
	at, event, n := map[uint64]touch{}, int32(-1), int32(0)
	for i := uint64(0); ; i++ {
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return ours, at
		} else if err != nil {
			t.Fatal(err)
		}
		switch {
		case op.Kind == trace.Deq:
			event, n = int32(op.Event), 0
		case op.IsAccess():
			at[i] = touch{event, n, op.Kind == trace.Write}
			n++
		}
	}
}

// small is a random log whose handlers do the same again and again.
func small(r *rand.Rand) (*eventracer.Draft, [][]bool) {
	d := &eventracer.Draft{Variables: 1 + r.IntN(5)}
	n := 2 + r.IntN(14)
	for e := range n {
		var does eventracer.Action
		for range r.IntN(6) {
			does.Accesses = append(does.Accesses, eventracer.Touch{Variable: int32(r.IntN(d.Variables)), Write: r.IntN(3) == 0})
		}
		d.Actions = append(d.Actions, does)
		for tail := range e {
			if r.IntN(6) == 0 {
				d.Arcs = append(d.Arcs, eventracer.Arc{Tail: int32(tail), Head: int32(e), Duration: -1})
			}
		}
	}
	before := make([][]bool, n)
	for i := range slices.Backward(before) {
		before[i] = make([]bool, n)
		for _, a := range d.Arcs {
			if int(a.Tail) == i {
				before[i][a.Head] = true
				for k, after := range before[a.Head] {
					before[i][k] = before[i][k] || after
				}
			}
		}
	}
	return d, before
}

// TestAsEventRacer: the same races but for repetitions, and the same ones uncovered but for
// those with one and the same second access.
func TestAsEventRacer(t *testing.T) {
	type key struct{ a, b touch }
	var races, repeated, uncovered, wider int
	for seed := range uint64(600) {
		d, before := small(rand.New(rand.NewPCG(seed, 1)))
		list := racesOf(d, before)
		cover(list, before)
		ours, at := oursOf(t, d)
		found := map[key]race.Coverage{}
		for _, r := range ours {
			found[key{at[r.A.Op], at[r.B.Op]}] = r.Coverage
		}
		told := map[key]bool{}
		for i := range list {
			r := &list[i]
			races++
			first := r.a // of those that the handler repeats
			for n, x := range d.Actions[r.a.event].Accesses[:r.a.n] {
				if x.Variable == r.variable && x.Write == r.a.write && !writtenBetween(d, r, n) {
					first = touch{r.a.event, int32(n), r.a.write}
					break
				}
			}
			k := key{first, r.b}
			coverage, is := found[k]
			if !is {
				t.Fatalf("seed %d: not ours: %+v", seed, *r)
			}
			if told[k] {
				repeated++
				continue
			}
			told[k] = true
			switch {
			case r.covered && coverage == race.Uncovered:
				t.Fatalf("seed %d: ours uncovered: %+v", seed, *r)
			case !r.covered && coverage == race.Uncovered:
				uncovered++
			case !r.covered:
				if !byMany(r, others(r, list), func(a, b int32) bool { return a == b || before[a][b] }, 1) {
					t.Fatalf("seed %d: ours covered: %+v", seed, *r)
				}
				uncovered, wider = uncovered+1, wider+1
			}
		}
		if len(told) != len(found) {
			t.Fatalf("seed %d: %d races, ours %d", seed, len(told), len(found))
		}
	}
	t.Logf("EventRacer: %d races, of which %d repeat; of the others %d uncovered, of which ours covers %d", races, repeated, uncovered, wider)
	if races < 5000 || repeated < 500 || wider < 100 {
		t.Errorf("too few of one kind")
	}
}

// writtenBetween: the handler of a race writes its variable between command n and the first
// access of the race.
func writtenBetween(d *eventracer.Draft, r *theirs, n int) bool {
	return !r.a.write && slices.ContainsFunc(d.Actions[r.a.event].Accesses[n:r.a.n], func(x eventracer.Touch) bool { return x.Variable == r.variable && x.Write })
}
