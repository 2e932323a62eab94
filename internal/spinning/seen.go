package spinning

import (
	"path/filepath"
	"slices"
	"strings"
)

// Seen is a loop that a recording has.
type Seen struct {
	File   string // as the debug information names it
	Line   int
	AtRisk bool
	Trace  string
}

// State is what recordings say of a hit.
type State string

// States of hits.
const (
	AtRisk   State = "seen, at risk"
	Safe     State = "seen, safe"
	NeverRun State = "never run"
)

// Ranked is a hit with what recordings say of it.
type Ranked struct {
	*Hit
	State  State
	Traces []string // that have it
}

// Rank puts hits that recordings have at risk first, then those that they ran without, then those that none ran.
func Rank(hits []*Hit, seen []Seen) []Ranked {
	out := make([]Ranked, 0, len(hits))
	for _, h := range hits {
		r := Ranked{Hit: h, State: NeverRun}
		for _, s := range seen {
			if !same(h.File, s.File) || s.Line < h.Line || s.Line > h.Last {
				continue
			}
			if r.State != AtRisk {
				r.State = Safe
			}
			if s.AtRisk {
				r.State = AtRisk
			}
			if !slices.Contains(r.Traces, s.Trace) {
				r.Traces = append(r.Traces, s.Trace)
			}
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b Ranked) int {
		return strings.Compare(order[a.State], order[b.State])
	})
	return out
}

var order = map[State]string{AtRisk: "0", Safe: "1", NeverRun: "2"}

// same: two paths name one file. A program built elsewhere has other folders in front: then the
// last folder and the name count.
func same(a, b string) bool {
	a, b = filepath.Clean(a), filepath.Clean(b)
	if a == b {
		return true
	}
	tail := func(p string) string { return filepath.Join(filepath.Base(filepath.Dir(p)), filepath.Base(p)) }
	return filepath.Base(a) == filepath.Base(b) && (tail(a) == tail(b) || filepath.Dir(b) == ".")
}
