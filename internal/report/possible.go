package report

import (
	"fmt"

	"sparseracer/sparsehb/filter"
)

// Possible races: what nothing rules out, but rests on a guess about a library. They
// stand apart from what is reported, with a line each; --all tells their stories.

// Possible are the races of that kind which are not listed otherwise.
func (r *Report) Possible() (list []*Race) {
	if r.All {
		return nil
	}
	for _, race := range r.Races[len(r.Reported()):] {
		if named := filter.Named(race.Filter); len(named) == 1 && named[0].Group == filter.Possible {
			list = append(list, race)
		}
	}
	return list
}

func (p *page) possible(list []*Race) {
	if len(list) == 0 {
		return
	}
	p.WriteByte('\n')
	p.prose(0, p.paint(bold, fmt.Sprintf("Possible only, %s:", count(len(list), "race", "races")))+
		" a library keeps the pointer, and may forget it in time; or others still hold the object. --all describes them.")
	for _, r := range list {
		room := p.style.Width - 4 - len(r.ID)
		p.WriteString("  " + r.ID + "  " + halves(r.First.function(), " / ", r.Second.function(), room, cutStart) + "\n")
	}
}

type jsonPossible struct {
	ID     string `json:"id"`
	Use    string `json:"use"`
	Free   string `json:"free"`
	Filter string `json:"filter"`
}

func (r *Report) possibleJSON() []jsonPossible {
	var out []jsonPossible
	for _, race := range r.Possible() {
		out = append(out, jsonPossible{race.ID, race.First.function(), race.Second.function(), race.Filter})
	}
	return out
}
