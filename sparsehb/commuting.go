package sparsehb

import "sparseracer/internal/trace"

// Accesses that are part of commuting operations (docs/trace-language.md, FC). Two of
// one name race with each other to no effect; each of them races with all others.
//
// A granule keeps the last of its kind only where that stands for those before, and
// what is filtered stands for nothing: so a commuting access takes nothing away from
// what the granule remembers but others of its name that come before it in every
// schedule and do no more than it does. It is told with one of its name at most, the
// latest that may come after it, which is for the count.
//
// Memory: where many accesses have no order, a granule remembers mostMemos of them.

const mostMemos = 256

// part is the commuting operation that an access is part of; none if FC is off.
func (s *shard) part(a *trace.Access) trace.CommuteID {
	if !s.o.on(FilterCommuting) {
		return 0
	}
	return a.Commutes
}

// commute reports whether two accesses are part of operations that commute. Sums of
// different bytes need not: one carries into the other.
func (o *Order) commute(a, b *useGroup) bool {
	if a.part == 0 || a.part != b.part {
		return false
	}
	return o.sk.tables.CommuteName(a.part) != "add" || a.addr == b.addr && a.size == b.size
}

// commuting compares a commuting access with what a granule remembers.
func (m *readWrite) commuting(g uint64, mask uint8, u *useGroup, crosses bool) {
	cell, fresh, told := m.cells[g], mask, false
	for i := len(cell) - 1; i >= 0; i-- {
		c := &cell[i]
		if c.bytes&mask == 0 || c.kind != trace.Write && u.kind != trace.Write && c.part != u.part {
			continue
		}
		if c.block == u.block {
			if c.kind == u.kind && m.o.commute(&c.useGroup, u) {
				fresh &^= c.bytes
			}
			continue
		}
		together, before := m.o.commute(&c.useGroup, u), m.o.Before(c.block, u.block)
		switch {
		case together && before && (u.kind == trace.Write || c.kind == trace.Read):
			c.bytes &^= mask
		case before || c.kind != trace.Write && u.kind != trace.Write || together && told:
		default:
			m.report(c, u, crosses)
			told = told || together
		}
	}
	m.remember(g, cell, memo{*u, fresh})
}

// remember puts an access into a granule, and the oldest out where there are too many.
func (m *readWrite) remember(g uint64, cell []memo, c memo) {
	kept := cell[:0]
	for i := range cell {
		if cell[i].bytes != 0 {
			kept = append(kept, cell[i])
		}
	}
	if c.bytes != 0 {
		if len(kept) >= mostMemos {
			kept = kept[:copy(kept, kept[1:])]
		}
		kept = append(kept, c)
	}
	m.cells[g] = kept
}
