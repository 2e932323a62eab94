package eventracer

import (
	"math/rand"
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// TestTimers: the arcs that are added order what the definition orders, no more and
// no less.
func TestTimers(t *testing.T) {
	ordered := 0
	for seed := range int64(400) {
		arcs, actions := timed(rand.New(rand.NewSource(seed)))
		l, err := Parse("random", logOf("", "", arcs, actions, "", ""))
		if err != nil {
			t.Fatal(err)
		}
		want, got := naiveOrder(len(actions), arcs), closed(len(actions), l.arcs.all)
		for i := range want {
			if !slices.Equal(want[i], got[i]) {
				t.Fatalf("seed %d: action %d comes before %v, expected %v; arcs %v", seed, i, got[i], want[i], arcs)
			}
			ordered += count(want[i])
		}
		ordered -= len(arcs)
	}
	if ordered < 1000 {
		t.Errorf("too little was ordered: %d pairs", ordered)
	}
}

// timed is a program in which timers fire when they are due, those due at one time
// in the order of their starts, and other things happen in between.
func timed(r *rand.Rand) (arcs []arc, actions []told) {
	type timer struct{ due, tail, duration int32 }
	var queue []timer
	now := int32(0)
	for id := range int32(2 + r.Intn(30)) {
		now += int32(r.Intn(2))
		if len(queue) > 0 && r.Intn(4) > 0 {
			first := 0
			for i := range queue {
				if queue[i].due < queue[first].due {
					first = i
				}
			}
			arcs, now = append(arcs, arc{queue[first].tail, id, queue[first].duration}), max(now, queue[first].due)
			queue = slices.Delete(queue, first, first+1)
		}
		if id > 0 && r.Intn(3) == 0 {
			arcs = append(arcs, arc{int32(r.Intn(int(id))), id, -1})
		}
		for range r.Intn(3) {
			d := int32(r.Intn(4))
			queue = append(queue, timer{now + d, id, d})
		}
		actions = append(actions, told{id: id, commands: do()})
	}
	return arcs, actions
}

// naiveOrder adds arcs by the definition until nothing changes.
func naiveOrder(n int, arcs []arc) [][]bool {
	arcs = slices.Clone(arcs)
	for {
		before, added := closed(n, arcs), false
		for _, a := range arcs {
			for _, b := range arcs {
				first := a.tail == b.tail && a.head < b.head || a.tail != b.tail && before[a.tail][b.tail]
				if a.duration >= 0 && a.duration <= b.duration && first && a.head < b.head && !before[a.head][b.head] {
					arcs, added = append(arcs, arc{a.head, b.head, -1}), true
				}
			}
		}
		if !added {
			return before
		}
	}
}

// closed says of each action which ones come after it.
func closed(n int, arcs []arc) [][]bool {
	before := make([][]bool, n)
	for i := range before {
		before[i] = make([]bool, n)
	}
	for i := n - 1; i >= 0; i-- {
		for _, a := range arcs {
			if int(a.tail) == i {
				before[i][a.head] = true
				for k, after := range before[a.head] {
					before[i][k] = before[i][k] || after
				}
			}
		}
	}
	return before
}

func count(list []bool) (n int) {
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}

// TestLimitOfVisitsIsCounted: what would take too long is counted.
func TestLimitOfVisitsIsCounted(t *testing.T) {
	defer func(n int) { mostVisits = n }(mostVisits)
	mostVisits = 3
	l, err := Parse("log", logOf("", "", []arc{{0, 1, 5}, {1, 2, 4}, {2, 3, 6}, {3, 4, 5}}, []told{{id: 0, commands: do()}}))
	if err != nil || l.Hasty() != 2 {
		t.Errorf("%v; %d timers were not looked for to the end, expected 2", err, l.Hasty())
	}
}

// TestDraft: what is drafted is read again.
func TestDraft(t *testing.T) {
	d := Draft{Variables: 2, Arcs: []Arc{{0, 1, -1}}, Actions: []Action{{[]Touch{{1, true}}}, {[]Touch{{1, false}, {0, true}}}}}
	l, err := Parse("draft", d.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	if err := each(l, func(op *trace.Op) {
		if op.IsAccess() {
			got += op.Kind.String() + l.tables.Locations[(op.Addr-trace.LocationBase)>>32] + " "
		}
	}); err != nil || got != "writev_v1 readv_v1 writev_v0 " {
		t.Errorf("%v: %q", err, got)
	}
}
