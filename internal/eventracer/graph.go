package eventracer

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"sparseracer/internal/trace"
)

// graph is arcs by their heads, in chains: arcs come in any order, and some are added to.
type graph struct {
	all   []arc
	first []int32 // by event: the last one added, none
	next  []int32 // by arc: the one added before
}

func (g *graph) add(a arc) {
	g.next = append(g.next, g.first[a.head])
	g.first[a.head] = int32(len(g.all))
	g.all = append(g.all, a)
}

// into calls f for the arcs into an event.
func (g *graph) into(head int32, f func(*arc)) {
	for i := g.first[head]; i != none; i = g.next[i] {
		f(&g.all[i])
	}
}

// has reports whether there is an arc between two events.
func (g *graph) has(tail, head int32) bool {
	for i := g.first[head]; i != none; i = g.next[i] {
		if g.all[i].tail == tail {
			return true
		}
	}
	return false
}

// table is lists of events, by event.
type table struct{ at, list []int32 }

func (t *table) of(event int32) []int32 { return t.list[t.at[event]:t.at[event+1]] }

// newTable makes one of pairs (of an event, in its list), which are given twice over, in
// the order of the lists.
func newTable(n int, pairs func(yield func(of, in int32))) table {
	t := table{at: make([]int32, n+2)}
	pairs(func(of, _ int32) { t.at[of+2]++ })
	for i := range n {
		t.at[i+2] += t.at[i+1]
	}
	t.list = make([]int32, t.at[n+1])
	pairs(func(of, in int32) {
		t.list[t.at[of+1]] = in
		t.at[of+1]++
	})
	t.at = t.at[:n+1]
	return t
}

// link makes the events, those too that arcs alone tell of, and gives them their arcs.
func (p *parser) link(arcs []arc) {
	if !p.byEvent(arcs) {
		return
	}
	n := len(p.actions)
	p.arcs = graph{all: make([]arc, 0, len(arcs)), next: make([]int32, 0, len(arcs)), first: slices.Repeat([]int32{none}, n)}
	p.enqs = slices.Repeat([]int32{none}, n)
	for _, a := range arcs {
		if e := p.enqs[a.head]; e == none || p.arcs.all[e].duration < a.duration {
			p.enqs[a.head] = int32(len(p.arcs.all))
		}
		p.arcs.add(a)
	}
	if p.paged || bytes.Contains(p.scopes, []byte(explored)) {
		p.addPages()
	}
	p.orderTimers()
	p.joins = newTable(n, func(yield func(of, in int32)) {
		for i := range p.arcs.all {
			if a := &p.arcs.all[i]; int32(i) != p.enqs[a.head] {
				yield(a.head, a.tail)
			}
		}
	})
	p.outs = newTable(n, func(yield func(of, in int32)) {
		for head, e := range p.enqs {
			if e != none {
				yield(p.arcs.all[e].tail, int32(head))
			}
		}
	})
	p.attrs = make([][]trace.Attr, n)
	p.hashes = make([]uint32, len(p.values))
	p.tables.Stacks = []trace.Stack{{}}
	p.nameEvents()
}

// byEvent sorts the actions by id, adds those that arcs alone tell of, and makes the
// arcs go by event. It returns false after a fault.
func (p *parser) byEvent(arcs []arc) bool {
	byID := func(a, b action) int { return cmp.Compare(a.id, b.id) }
	if !slices.IsSortedFunc(p.actions, byID) {
		slices.SortStableFunc(p.actions, byID)
	}
	for i := 1; i < len(p.actions); i++ {
		if p.actions[i-1].id == p.actions[i].id {
			p.at = p.actions[i].at - actionSize
			p.fail("action %d is there twice", p.actions[i].id)
			return false
		}
	}
	event, ok := p.lookup(arcs)
	if !ok {
		p.addUntold(arcs, event, byID)
		event, _ = p.lookup(arcs)
	}
	for i := range arcs {
		arcs[i].tail, arcs[i].head = event(arcs[i].tail), event(arcs[i].head)
	}
	return true
}

// lookup is how an id becomes the number of its event, none for what no action has. It
// reports whether the ids of all arcs have one.
func (p *parser) lookup(arcs []arc) (event func(id int32) int32, ok bool) {
	n := len(p.actions)
	if n > 0 && int(p.actions[n-1].id-p.actions[0].id) == n-1 { // as recorders number them
		first, last := p.actions[0].id, p.actions[n-1].id
		event = func(id int32) int32 {
			if id < first || id > last {
				return none
			}
			return id - first
		}
	} else {
		events := make(map[int32]int32, n)
		for i := range p.actions {
			events[p.actions[i].id] = int32(i)
		}
		event = func(id int32) int32 {
			if e, is := events[id]; is {
				return e
			}
			return none
		}
	}
	return event, !slices.ContainsFunc(arcs, func(a arc) bool { return event(a.tail) == none || event(a.head) == none })
}

// addUntold adds the actions of which only arcs tell.
func (p *parser) addUntold(arcs []arc, event func(int32) int32, byID func(a, b action) int) {
	var more []int32
	for _, a := range arcs {
		for _, id := range [2]int32{a.tail, a.head} {
			if event(id) == none {
				more = append(more, id)
			}
		}
	}
	slices.Sort(more)
	for _, id := range slices.Compact(more) {
		p.actions = append(p.actions, action{id: id, kind: trace.Env, scope: none})
	}
	slices.SortStableFunc(p.actions, byID)
}

// nameEvents names events by their ids.
func (p *parser) nameEvents() {
	for i := range p.actions {
		p.tables.Events.Add("e" + strconv.Itoa(int(p.actions[i].id)))
	}
}
