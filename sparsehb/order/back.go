package order

// Rules that look back: what must have come first, given how it went on. What R19, R24,
// R26, R29 and R30 find after a pass, for the next one, are conclusions about blocks that
// lie before the premises.

// fewBack is how many posted events, the latest delivered before E2, R19 looks at,
// and how many of the innermost loops around a handler R30 does.
const fewBack = 32

// lookedBack puts what R19, R24, R26, R29 and R30 found to come before the block at hand.
func (ps *pass) lookedBack() {
	for _, e := range ps.earlier[ps.b] {
		ps.put(e.From, e.rule)
	}
}

// known reports whether p ≺ b, which a rule that looks back says, need not be put: it
// is there already, and so is what R21 makes of it for b's burst.
func (ps *pass) known(p, b BlockID) bool {
	if !ps.o.Before(p, b) {
		return false
	}
	if ps.starts == nil || ps.off.has(ruleR21) || ps.deferred(p) {
		return true
	}
	first := ps.starts[b]
	return p >= first || first == b || ps.o.Before(p, first)
}
