package race

import (
	"sparseracer/internal/trace"
)

// Accesses that are part of commuting operations (docs/trace-language.md, FC). Two of
// one name race with each other to no effect; each of them races with all others.
//
// A granule keeps the last of its kind only where that stands for those before, and
// what is filtered stands for nothing: so a commuting access takes nothing away from
// what the granule remembers but others of its name that come before it in every
// schedule and do no more than it does. It is reported with one of its name at most, the
// latest that may come after it, which is for the count.
//
// Memory: where many accesses have no order, a granule remembers mostMemos of them.

const mostMemos = 256

// commuteOf is the commuting operation that an access is part of; none if nobody wants
// to know.
func (s *shard) commuteOf(a *trace.Access) trace.CommuteID {
	if !s.commutes {
		return 0
	}
	return a.Commutes
}

// Commute reports whether two accesses are part of operations that commute. Sums of
// different bytes need not: one carries into the other.
func Commute(t *trace.Tables, a, b *Use) bool {
	if a.Commutes == 0 || a.Commutes != b.Commutes {
		return false
	}
	return t.CommuteName(a.Commutes) != "add" || a.Addr == b.Addr && a.Size == b.Size
}

// commuting compares a commuting access with what a granule remembers.
func (m *readWrite) commuting(g uint64, mask uint8, u *Use, crosses bool) {
	at, fresh, reported := m.cell(g), mask, false
	cell := *at
	for i := len(cell) - 1; i >= 0; i-- {
		c := &cell[i]
		if c.bytes&mask == 0 || c.Kind != trace.Write && u.Kind != trace.Write && c.Commutes != u.Commutes {
			continue
		}
		if c.Block == u.Block {
			if c.Kind == u.Kind && Commute(m.O.Tables(), &c.Use, u) {
				fresh &^= c.bytes
			}
			continue
		}
		together, before := Commute(m.O.Tables(), &c.Use, u), m.O.Before(c.Block, u.Block)
		switch {
		case together && before && (u.Kind == trace.Write || c.Kind == trace.Read):
			c.bytes &^= mask
		case before || c.Kind != trace.Write && u.Kind != trace.Write || together && reported:
		default:
			m.report(c, u, crosses)
			reported = reported || together
		}
	}
	*at = remember(cell, memo{*u, fresh})
}

// remember puts an access into a granule, and the oldest out where there are too many.
func remember(cell []memo, c memo) []memo {
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
	return kept
}
