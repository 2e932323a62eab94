package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// abstract is a program whose schedules can all be listed: each unit runs once,
// when the one that posts it has run, unless another has removed it by then.
type abstract struct {
	units []unit
	ran   []string // schedules that were run, in order
}

type unit struct {
	poster        int // -1: comes by itself
	reads, writes uint
	removes       []int
	// posts only where another ran before: what a handler does depends on what it reads
	onlyAfter int // -1: always
}

func (p *abstract) name(i int) string { return fmt.Sprintf("u%d", i) }

// machine is a state of it.
type machine struct {
	p       *abstract
	order   []int
	open    []int
	removal []Removal
}

func (p *abstract) start() *machine {
	m := &machine{p: p}
	for i, u := range p.units {
		if u.poster < 0 {
			m.open = append(m.open, i)
		}
	}
	return m
}

func (m *machine) clone() *machine {
	return &machine{m.p, slices.Clone(m.order), slices.Clone(m.open), slices.Clone(m.removal)}
}

// run lets an open unit run.
func (m *machine) run(i int) {
	m.open = slices.DeleteFunc(m.open, func(o int) bool { return o == i })
	at := len(m.order)
	m.order = append(m.order, i)
	for _, r := range m.p.units[i].removes {
		if k := slices.Index(m.open, r); k >= 0 {
			m.open = slices.Delete(m.open, k, k+1)
			m.removal = append(m.removal, Removal{By: at, Unit: m.p.name(r)})
		}
	}
	for j, u := range m.p.units {
		if u.poster == i && (u.onlyAfter < 0 || slices.Contains(m.order, u.onlyAfter)) {
			m.open = append(m.open, j)
		}
	}
}

func (p *abstract) interfere(a, b int) bool {
	u, v := p.units[a], p.units[b]
	return u.writes&(v.reads|v.writes) != 0 || v.writes&u.reads != 0 || p.postsFor(a, b) || p.postsFor(b, a)
}

// postsFor: a posts what b removes, if it comes in between.
func (p *abstract) postsFor(a, b int) bool {
	return slices.ContainsFunc(p.units[b].removes, func(r int) bool { return p.units[r].poster == a })
}

func (p *abstract) needs(a, b int) bool { // a comes before b in every run
	for b = p.units[b].poster; b >= 0 && b != a; b = p.units[b].poster {
	}
	return b >= 0
}

// execution is what the machine shows at its end.
func (m *machine) execution() *Execution {
	e := &Execution{Removals: m.removal}
	e.Before = func(i, j int) bool { return m.p.needs(m.order[i], m.order[j]) }
	for i, a := range m.order {
		e.Units = append(e.Units, m.p.name(a))
		for j := i + 1; j < len(m.order); j++ {
			b := m.order[j]
			removes := slices.Contains(m.p.units[b].removes, a)
			if (removes || m.p.interfere(a, b)) && !m.p.needs(a, b) {
				e.Conflicts = append(e.Conflicts, Conflict{First: i, Second: j, Why: "memory", Removes: removes})
			}
		}
	}
	return e
}

// Run replays the plan approximately: what is not there is skipped, what the plan
// does not know comes at the end.
func (p *abstract) Run(_ context.Context, plan *Plan) (*Execution, error) {
	m := p.start()
	for _, name := range plan.Sequence {
		var i int
		fmt.Sscanf(name, "u%d", &i)
		if slices.Contains(m.open, i) {
			m.run(i)
		}
	}
	for len(m.open) > 0 {
		m.run(slices.Min(m.open))
	}
	e := m.execution()
	p.ran = append(p.ran, strings.Join(e.Units, " "))
	return e, nil
}

// every calls f for each schedule of the program.
func (p *abstract) every(f func(*Execution)) {
	var from func(m *machine)
	from = func(m *machine) {
		if len(m.open) == 0 {
			f(m.execution())
		}
		for _, i := range m.open {
			next := m.clone()
			next.run(i)
			from(next)
		}
	}
	from(p.start())
}

// random makes a program of n units. Fixed: whatever the order, the same units run.
func random(seed uint64, n int, fixed bool) *abstract {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := &abstract{}
	for i := range n {
		u := unit{poster: rng.IntN(i+1) - 1, onlyAfter: -1}
		if rng.IntN(2) == 0 {
			u.poster = -1
		}
		switch bit := uint(1) << rng.IntN(3); rng.IntN(4) {
		case 0:
			u.writes = bit
		case 1:
			u.reads = bit
		case 2:
			u.reads, u.writes = bit, uint(1)<<rng.IntN(3)
		}
		p.units = append(p.units, u)
	}
	if fixed {
		return p
	}
	for i := range p.units {
		if u := &p.units[i]; rng.IntN(3) == 0 {
			r := rng.IntN(n)
			if r != i && !p.needs(r, i) {
				u.removes = append(u.removes, r)
			}
		}
	}
	return p
}
