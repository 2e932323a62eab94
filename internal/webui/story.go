package webui

import (
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/timeline"
	"sparseracer/internal/trace"
)

// maxPosters bounds the chain of posts that a picture goes back by.
const maxPosters = 6

// handlers are those of the story: the two of the race, the owner of the loop, what
// resets it, and what posted them.
func handlers(a *Analysis, t *timeline.Timeline, race *report.Race) []handlerJSON {
	var out []handlerJSON
	seen := map[trace.EventID]bool{} // of several test functions the first: they are one handler
	add := func(e *report.Event, role string) {
		for n := 0; e != nil && !seen[e.ID] && n < maxPosters; n++ {
			seen[e.ID] = true
			out = append(out, handler(a, t, e, role))
			e, role = e.Poster(), "posted it"
		}
	}
	add(race.First.Event, race.First.Kind)
	add(race.Second.Event, race.Second.Kind)
	if l := race.Loop; l != nil {
		add(l.Owner, "spins the loop")
		add(l.Resetter, "ends the loop")
	}
	if race.Alloc != nil {
		add(race.Alloc.Event, "alloc")
	}
	return out
}

func handler(a *Analysis, t *timeline.Timeline, e *report.Event, role string) handlerJSON {
	h := handlerJSON{Event: int32(e.ID), Title: e.Full(), Role: role, Enq: operation(e.Enq), Deq: operation(e.Deq), Poster: eventID(e.Poster())}
	if int(e.ID) < len(a.Result.Events) {
		h.End = operation(a.Result.Events[e.ID].End)
	}
	if from, to, isTest := e.Span(); isTest {
		h.Deq, h.End = operation(from), operation(to)
	}
	if seen, ok := t.Event(e.ID); ok && seen.Row >= 0 {
		h.Depth = t.Depth(seen.Row)
	}
	return h
}

// frameOf is the frame that stands for a place, nil for none.
func frameOf(p *report.Place) *symbols.Frame {
	if p == nil {
		return nil
	}
	return p.Frame()
}
