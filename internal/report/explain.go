package report

import (
	"fmt"
	"io"
	"slices"

	"sparseracer/sparsehb"
)

// Explain writes the story of one race: what the listing says, whole stacks,
// and for each handler who brought it about.
func (r *Report) Explain(w io.Writer, id string, s Style) error {
	race, err := r.Find(id)
	if err != nil {
		return err
	}
	p := newPage(s)
	p.heading(race)
	p.warnings(r.Warnings)
	p.WriteByte('\n')
	p.steps(race, true)
	p.WriteByte('\n')
	p.prose(2, p.paint(bold, race.whyLabel()))
	for _, why := range race.Story().Why {
		p.prose(4, why)
	}
	p.WriteByte('\n')
	p.schedule(race)
	p.suggestion(race)
	p.WriteByte('\n')
	p.stacks(race, true)
	p.places(race)
	p.loop(race.Loop)
	p.handlers(race)
	p.WriteByte('\n')
	p.notes(r.Notes)
	p.command(true, r.confirming(race, "--race", race.ID))
	_, err = io.WriteString(w, p.String())
	return err
}

// places lists the pairs of source places, when there are several.
func (p *page) places(r *Race) {
	places := r.Places()
	if len(places) < 2 {
		return
	}
	p.prose(2, p.paint(bold, fmt.Sprintf("Source places (%s, then %s):", noun(&r.First), noun(&r.Second))))
	for _, q := range shownAlike(places, frameText) {
		p.hanging(4, 8, fmt.Sprintf("%s: %s", count(q.pairs, "pair", "pairs"), q.text))
	}
}

// loop says where the nested loop was spun.
func (p *page) loop(l *Loop) {
	if l == nil || len(l.Stack) == 0 {
		return
	}
	p.prose(2, p.paint(bold, fmt.Sprintf("The nested loop %s, spun at operation %d:", l.named(), l.Pause)))
	p.stack(l.Stack)
}

// posters are the handlers of the race, who posted each, and who posted that one, back to
// where the story starts; each once.
func (r *Race) posters() []*Event {
	events := []*Event{r.First.Event, r.Second.Event}
	if r.Loop != nil {
		events = append(events, r.Loop.Resetter)
	}
	var out []*Event
	for _, e := range events {
		for n := 0; e != nil && !slices.Contains(out, e) && n < maxPosters && e.Name != mainEvent; e, n = e.Poster(), n+1 {
			out = append(out, e)
		}
	}
	return out
}

// handlers says for each handler of the race who posted it.
func (p *page) handlers(r *Race) {
	for _, e := range r.posters() {
		text := upper(e.full())
		if e.Label != "" {
			text += ", known as " + clean(e.Label) + ","
		}
		switch {
		case e.Enq == sparsehb.NoOp:
			text += " arrived from outside"
		default:
			text += fmt.Sprintf(" was brought about by %s at operation %d", e.sender(), e.Enq)
		}
		if len(e.PostStack) == 0 {
			p.prose(2, p.paint(bold, text)+".")
			continue
		}
		p.prose(2, p.paint(bold, text)+":")
		p.stack(e.PostStack)
	}
}
