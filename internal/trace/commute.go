package trace

// Commuting operations: an access may be part of one whose effect does not depend on
// its turn among others of the same name. Names are free; of `n += 1`, `flags |= 4`
// and the like a compiler reports all as one write: add, or, and, xor.

import (
	"fmt"
	"slices"
)

// CommuteID is the name of a kind of commuting operation: index into
// Tables.Commutes; 0 = none.
type CommuteID uint16

// maxCommutes bounds the names; what is of further ones is an access like others,
// of which more is reported, not less.
const maxCommutes = 1 << 12

// commute is the id of a name, made where it is new; 0 where there is no room, or
// no name.
func (t *Tables) commute(name string) CommuteID {
	if name == "" {
		return 0
	}
	if len(t.Commutes) == 0 {
		t.Commutes = []string{""}
	}
	i := slices.Index(t.Commutes, name)
	if i < 0 && len(t.Commutes) < maxCommutes {
		i, t.Commutes = len(t.Commutes), append(t.Commutes, name)
	}
	return CommuteID(max(i, 0))
}

// CommuteName is the name behind an id.
func (t *Tables) CommuteName(id CommuteID) string {
	if int(id) < len(t.Commutes) {
		return t.Commutes[id]
	}
	return ""
}

// commuteRef decodes a name.
func (t *threadReader) commuteRef(op *Op) {
	name := t.filledText()
	if name == "" {
		t.bad = true
	}
	if t.r.brief == nil {
		op.Commutes = t.r.tables.commute(name)
	}
	if op.Commutes == 0 {
		op.Mode &^= ModeCommutes
	}
}

func (p *textParser) parseCommutes(op *Op, value string) error {
	if value == "" {
		return fmt.Errorf("found commutes=\"\", expected a name")
	}
	if op.Commutes = p.m.T.commute(value); op.Commutes != 0 {
		op.Mode |= ModeCommutes
	}
	return nil
}
