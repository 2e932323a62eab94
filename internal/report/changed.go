package report

import "slices"

// Changed is the report with a change made to one of its races: a copy, for others may be
// reading this one.
func (r *Report) Changed(race *Race, change func(*Race)) *Report {
	out, changed := *r, *race
	change(&changed)
	out.Races = slices.Clone(r.Races)
	out.Races[slices.Index(out.Races, race)] = &changed
	out.Rank()
	return &out
}
