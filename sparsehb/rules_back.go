package sparsehb

// Rules that look back: what must have come first, given how it went on.

// prepareR19 lists the conclusions of R19, by the block that enqueues E2. E1
// spins v, E2 resets it, both posted, so deq(E1) ≺ deq(E2). Had E2 been queued
// first with at least E1's priority, it would have left first: enq(E1) ≺
// enq(E2). And if its priority is higher and the loops are exact, it was not
// even queued when E1 left: FB(E1) ≼ block(enq(E2)).
func (ps *pass) prepareR19() {
	ps.earlier = map[BlockID][]BlockID{}
	for i := range ps.loops {
		e1, e2 := ps.loops[i].Owner, ps.sole(&ps.loops[i])
		if e1 < 0 || e2 < 0 || ps.about[e1].class == noClass || ps.about[e2].class == noClass {
			continue
		}
		at, higher := ps.about[e2].enq, ps.about[e2].class-ps.about[e1].class
		if at < 0 || higher < 0 {
			continue
		}
		from := []BlockID{ps.about[e1].enq}
		if higher > 0 && ps.rules == Exact {
			from = append(from, ps.events[e1].FirstBlock)
		}
		for _, p := range from {
			if p >= 0 && p != at {
				ps.earlier[at] = append(ps.earlier[at], p)
			}
		}
	}
}

func (ps *pass) ruleR19() {
	for _, p := range ps.earlier[ps.b] {
		ps.put(p, ruleR19)
	}
}
