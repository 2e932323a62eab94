package report

import (
	"io"

	"sparseracer/internal/symbols"
)

// Parts of the JSON of a report: for readers who can take in only so much at a time. They
// have the fields of the whole one.

// Part is what of a list is written.
type Part struct {
	Offset, Limit int
	// Stacks: whole ones; else of each stack the frame that headings name.
	Stacks bool
}

// jsonPart says which part of a list is there.
type jsonPart struct {
	Offset int  `json:"offset"`
	All    int  `json:"all"` // entries of the whole list
	Next   *int `json:"next,omitempty"`
}

// mostPlaces is how many pairs of places a race has where stacks are not whole.
const mostPlaces = 5

// cut gives the bounds of the part, and what says so.
func (p Part) cut(all int) (from, to int, said *jsonPart) {
	from = min(max(p.Offset, 0), all)
	to = min(from+max(p.Limit, 0), all)
	said = &jsonPart{Offset: from, All: all}
	if to < all {
		said.Next = &to
	}
	return from, to, said
}

// JSONPart writes a part of what JSON writes.
func (r *Report) JSONPart(w io.Writer, p Part) error {
	out := r.headJSON()
	list := r.Listed()
	from, to, said := p.cut(len(list))
	out.Part = said
	for _, race := range list[from:to] {
		one := raceJSON(race)
		if !p.Stacks {
			one.shorten()
		}
		out.Races = append(out.Races, one)
	}
	return WriteJSON(w, out)
}

func (r *jsonRace) shorten() {
	for _, p := range []*jsonPlace{r.Use, r.Free, r.First, r.Second, r.Alloc} {
		if p != nil {
			p.Stack = p.head
		}
	}
	if r.Loop != nil {
		r.Loop.Stack = r.Loop.head
	}
	if n := len(r.Places) - mostPlaces; n > 0 {
		r.Places, r.More = r.Places[:mostPlaces], n
	}
}

// JSONPart writes a part of what JSON writes.
func (a *Audit) JSONPart(w io.Writer, p Part) error {
	out := a.headJSON()
	from, to, said := p.cut(len(a.Places))
	out.Part = said
	for _, place := range a.Places[from:to] {
		one := place.json()
		if !p.Stacks {
			one.Stack = headsJSON(place.Stack)
		}
		out.Places = append(out.Places, one)
	}
	return WriteJSON(w, out)
}

// headsJSON is a stack of the one frame that stands for it.
func headsJSON(stack []symbols.Frame) []jsonFrame {
	if f := headJSON(stack); f != nil {
		return []jsonFrame{*f}
	}
	return []jsonFrame{}
}

// The JSON of `explain --json`; docs/cli.md has its contract.
type (
	jsonExplained struct {
		Version    int           `json:"version"`
		Race       jsonRace      `json:"race"`
		Story      []jsonTold    `json:"story"`
		Why        []string      `json:"why"`
		Schedule   []string      `json:"schedule"`
		Handlers   []jsonHandler `json:"handlers"`
		Suggestion string        `json:"suggestion,omitempty"`
		Warnings   []string      `json:"warnings"`
		Notes      []string      `json:"notes"`
	}
	jsonTold struct {
		Operation uint64     `json:"operation"`
		Text      string     `json:"text"`
		At        *jsonFrame `json:"at"`
	}
	jsonHandler struct {
		Event string      `json:"event"`
		What  string      `json:"what"`
		Enq   *uint64     `json:"enq"`
		By    *string     `json:"by"` // the event whose handler enqueued it
		Stack []jsonFrame `json:"stack"`
	}
)

// ToldJSON are the steps of a story.
func ToldJSON(steps []Step) []jsonTold {
	out := []jsonTold{}
	for _, s := range steps {
		step := jsonTold{Operation: s.Operation, Text: s.Text}
		if s.At != nil {
			at := frameJSON(s.At)
			step.At = &at
		}
		out = append(out, step)
	}
	return out
}

// ExplainJSON writes one race with its story.
func (r *Report) ExplainJSON(w io.Writer, id string) error {
	race, err := r.Find(id)
	if err != nil {
		return err
	}
	out := jsonExplained{
		Version: JSONVersion, Race: raceJSON(race), Story: []jsonTold{}, Handlers: []jsonHandler{},
		Why: append([]string{}, race.Story().Why...), Schedule: append([]string{}, race.Story().Schedule...),
		Suggestion: race.Suggestion(), Warnings: append([]string{}, r.Warnings...), Notes: append([]string{}, r.Notes...),
	}
	out.Story = ToldJSON(race.Story().Steps)
	for _, e := range race.posters() {
		out.Handlers = append(out.Handlers, jsonHandler{e.Name, e.full(), operationJSON(e.Enq), eventJSON(e.Poster()), stackJSON(e.PostStack)})
	}
	return WriteJSON(w, out)
}
