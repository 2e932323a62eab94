package sparsehb

import (
	"fmt"
	"slices"
	"strings"

	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/order"
)

// SwitchableRules returns the names of the rules and filters that a rule set can
// go without.
func SwitchableRules() []string { return slices.Concat(order.Switchable(), filter.Names()) }

// Heuristics are the filters that are right for most programs and wrong for some, by name.
func Heuristics() (names []string) {
	for _, f := range filter.All() {
		if f.Heuristic() {
			names = append(names, f.ID)
		}
	}
	return names
}

// ParseRules reads the name of a rule set, and after it the names of rules and
// filters to go without: "auto", "paper", "exact,-RN", "-RT,-FM" (auto without
// the two). A filter has aliases, too.
func ParseRules(text string) (Rules, []string, error) {
	sets := map[string]Rules{"auto": Auto, "paper": Paper, "exact": Exact, "batch": Batch, "unix": Unix, "either": Either}
	set, without := Auto, []string(nil)
	for i, word := range strings.Split(text, ",") {
		name, minus := strings.CutPrefix(word, "-")
		named, known := sets[word]
		switch {
		case minus && (slices.Contains(order.Switchable(), name) || len(filter.Named(name)) > 0):
			without = append(without, name)
		case minus:
			return set, nil, fmt.Errorf("no rule %q to go without, expected one of %s", name, strings.Join(SwitchableRules(), ", "))
		case i == 0 && known:
			set = named
		default:
			return set, nil, fmt.Errorf("%q: expected auto, paper, exact, batch, unix or either, then -RULE for rules to go without", word)
		}
	}
	return set, without, nil
}

// split separates rules from filters by their names.
func split(without []string) (rules, filters []string, err error) {
	for _, name := range without {
		switch {
		case slices.Contains(order.Switchable(), name):
			rules = append(rules, name)
		case len(filter.Named(name)) > 0:
			filters = append(filters, name)
		default:
			return nil, nil, fmt.Errorf("no rule %q to go without", name)
		}
	}
	return rules, filters, nil
}
