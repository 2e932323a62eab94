package report

import (
	"fmt"
	"slices"
	"strings"

	"sparseracer/sparsehb"
	"sparseracer/sparsehb/filter"
)

// Cover is one of the races whose order makes that of another one.
type Cover struct {
	ID            string // of the race that it belongs to, "" if it is in none
	First, Second Place
}

// covers names the races of the chains.
func (b *builder) covers(races []*Race) {
	if !slices.ContainsFunc(races, func(r *Race) bool { return len(r.Sources[0].CoveredBy) > 0 }) {
		return
	}
	of := map[*sparsehb.Race]*Race{}
	for _, r := range races {
		for _, s := range r.Sources {
			of[s] = r
		}
	}
	for _, r := range races {
		for _, c := range r.Sources[0].CoveredBy {
			link := Cover{First: b.place(&c.First), Second: b.place(&c.Second)}
			if c.Race >= 0 {
				link.ID = of[&b.result.Races[c.Race]].ID
			}
			r.Covers = append(r.Covers, link)
		}
	}
}

// covered says by what a race is covered, "" for an uncovered one.
func (r *Race) covered() string {
	if r.Coverage != sparsehb.Covered.String() {
		return ""
	}
	if len(r.Covers) == 0 {
		return "Covered: as long as other races keep their order, this one does."
	}
	var links []string
	for _, c := range r.Covers {
		link := fmt.Sprintf("%s in %s, then %s in %s", c.First.Kind, c.First.Event.describe(), c.Second.Kind, c.Second.Event.describe())
		switch {
		case c.ID == r.ID:
			link += " (this race, at another place)"
		case c.ID != "":
			link += " (race " + c.ID + ")"
		}
		links = append(links, link)
	}
	return "Covered: it keeps its order as long as " + strings.Join(links, "; and ") + "."
}

// harms are why a read-write race is likelier than others to do harm, by rank: what
// JSON calls it, and a sentence.
var harms = map[sparsehb.Likelihood][2]string{
	sparsehb.Unwritten: {"unwritten", "Likely to do harm: in another order the read comes before anything was written there."},
	sparsehb.Reply:     {"reply", "Likely to do harm: the handler of a timer or a reply takes part, and when that comes is not the program's choice."},
}

// harm is what harms has for a race that nothing filters, or covers.
func (r *Race) harm() [2]string {
	if r.Kind != kindReadWrite || len(r.Sources) == 0 || r.Filtered != "" || r.Coverage != sparsehb.Uncovered.String() {
		return [2]string{}
	}
	return harms[r.Sources[0].Likelihood]
}

// readWriteFact is what was found of read-write races, and what was taken out.
func readWriteFact(c *sparsehb.Counts) string {
	fact := "Read-write: " + count(c.ReadWritePairs, "unordered pair of accesses", "unordered pairs of accesses")
	if c.UncoveredPairs+c.CoveredPairs > 0 {
		fact += fmt.Sprintf(": %d uncovered, %d covered by other races", c.UncoveredPairs, c.CoveredPairs)
	}
	filtered := ""
	for _, f := range filter.Asked(filter.ReadWrite) {
		if n := c.Filtered[f.Number()]; n > 0 {
			filtered += fmt.Sprintf(", %d %s", n, f.Name)
		}
	}
	if filtered != "" {
		fact += "; filtered" + strings.TrimPrefix(filtered, ",")
	}
	return fact + "."
}

// filteredPairs are the pairs that each filter took out, by its name.
func filteredPairs(c *sparsehb.Counts) map[string]uint64 {
	out := map[string]uint64{}
	for _, f := range filter.Asked(filter.ReadWrite) {
		if n := c.Filtered[f.Number()]; n > 0 {
			out[f.Name] = n
		}
	}
	return out
}

func coversJSON(r *Race) []string {
	var ids []string
	for _, c := range r.Covers {
		ids = append(ids, c.ID)
	}
	return ids
}
