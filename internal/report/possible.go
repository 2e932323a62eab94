package report

import (
	"fmt"
	"slices"

	"sparseracer/sparsehb/filter"
)

// Races that stand apart from what is reported, with a line each; --all tells their
// stories. Possible ones: nothing rules them out, but they rest on a guess about a library.
// Dangling ones: the recorded run did what would be their schedule, and went on.

// Possible are those of the first kind that are not listed otherwise.
func (r *Report) Possible() []*Race { return r.apart(filter.Possible) }

// Dangling are those of the second.
func (r *Report) Dangling() []*Race { return r.apart(filter.Dangling) }

func (r *Report) apart(of filter.Group) []*Race {
	if r.All {
		return nil
	}
	return r.takenOut(of)
}

func (r *Report) takenOut(of filter.Group) (list []*Race) {
	for _, race := range r.Races[len(r.Reported()):] {
		if race.isOf(of) {
			list = append(list, race)
		}
	}
	return list
}

func (r *Race) isOf(group filter.Group) bool {
	named := filter.Named(r.Filter)
	return len(named) == 1 && named[0].Group == group
}

// SetAside: a filter says that it cannot happen, or does no harm. Of what dangles it says neither.
func (r *Race) SetAside() bool { return r.Filtered != "" && !r.dangles() }

// dangles: the recorded order is the bad one, and nobody saw a use.
func (r *Race) dangles() bool { return r.isOf(filter.Dangling) }

// ToTry are the races that steering tries: those that are reported, and behind them those that dangle.
func (r *Report) ToTry() []*Race {
	return slices.Concat(r.Reported(), r.takenOut(filter.Dangling))
}

func (p *page) apart(r *Report) {
	p.some(r.Possible(), "Possible only", "a library keeps the pointer, and may forget it in time; or others still hold the object. --all describes them.")
	p.some(r.Dangling(), "Dangling", "the recorded run freed it while a handler waited that refers to it, and went on. "+
		"confirm tries whether it is used; --all describes them.")
}

func (p *page) some(list []*Race, kind, why string) {
	if len(list) == 0 {
		return
	}
	p.WriteByte('\n')
	p.prose(0, p.paint(bold, fmt.Sprintf("%s, %s:", kind, count(len(list), "race", "races")))+" "+why)
	for _, r := range list {
		room := p.style.Width - 4 - len(r.ID)
		p.WriteString("  " + r.ID + "  " + halves(r.First.function(), " / ", r.Second.function(), room, cutStart) + "\n")
	}
}

type jsonApart struct {
	ID     string `json:"id"`
	Use    string `json:"use"`
	Free   string `json:"free"`
	Filter string `json:"filter"`
}

func apartJSON(list []*Race) (out []jsonApart) {
	for _, race := range list {
		out = append(out, jsonApart{race.ID, race.First.function(), race.Second.function(), race.Filter})
	}
	return out
}
