package order

import "slices"

// Step is one link of a chain of rules: From ≺ To by Rule.
type Step struct {
	From, To BlockID
	Rule     string
}

// Why returns a chain of rules that leads from a to b, nil when a does not
// precede b. It goes back from b, each time as far as one step gets.
func (o *Order) Why(a, b BlockID) []Step {
	if a < 0 || b < 0 || int(b) >= len(o.chain) || !o.Before(a, b) {
		return nil
	}
	var steps []Step
	for b != a {
		s := o.stepBack(a, b)
		steps = append(steps, s)
		b = s.From
	}
	slices.Reverse(steps)
	return steps
}

// stepBack returns the step to b from its earliest predecessor that is a or
// comes after it.
func (o *Order) stepBack(a, b BlockID) Step {
	best := Step{From: b, To: b}
	for e := range o.Edges(b) {
		if e.From < best.From && o.AtOrBefore(a, e.From) {
			best.From, best.Rule = e.From, e.rule.String()
		}
	}
	if best.From != b {
		return best
	}
	if o.floor[b] == b { // after exitloop
		return Step{a, b, ruleR2.String()}
	}
	base := o.base(b)
	rule := ruleR1
	if base == 0 && o.sk.mainEvent >= 0 {
		rule = ruleMain
	}
	return Step{base, b, rule.String()}
}

// CommonPast returns the latest blocks that precede both a and b: each other
// block that does comes before one of them. In trace order. It looks at every
// block below the two; the result may be as wide as the order is.
func (o *Order) CommonPast(a, b BlockID) []BlockID {
	var found []BlockID
	for c := min(a, b) - 1; c >= 0; c-- {
		covered := func(d BlockID) bool { return o.Before(c, d) }
		if o.Before(c, a) && o.Before(c, b) && !slices.ContainsFunc(found, covered) {
			found = append(found, c)
		}
	}
	slices.Reverse(found)
	return found
}

// CommonFuture returns the earliest blocks that come after both a and b.
func (o *Order) CommonFuture(a, b BlockID) []BlockID {
	var found []BlockID
	for c := max(a, b) + 1; int(c) < len(o.chain); c++ {
		covered := func(d BlockID) bool { return o.Before(d, c) }
		if o.Before(a, c) && o.Before(b, c) && !slices.ContainsFunc(found, covered) {
			found = append(found, c)
		}
	}
	return found
}
