package report

import (
	"fmt"

	"sparseracer/internal/symbols"

	"sparseracer/sparsehb/flow"
)

// page is how a race comes to matter, step by step: the racy read, what it may find,
// the last write on the way, and the sink.
func (m *Matters) page(quote Quote) *MattersPage {
	if m == nil {
		return nil
	}
	out := &MattersPage{Rank: m.Rank, Means: rankMeans[m.rank], Sink: m.Target()}
	add := func(role, text string, at *Place) {
		step := PathPage{Role: role, Text: text}
		if at != nil {
			step.Operation, step.Frames = &at.Operation, FramePages(at.Stack, quote)
		}
		out.Path = append(out.Path, step)
	}
	if m.Read == nil {
		return out
	}
	add("reads", upper(m.Read.Event.describe())+" reads "+clean(m.Read.Location), m.Read)
	for i := range m.Values {
		role := "may find"
		if i > 0 {
			role = "or"
		}
		add(role, m.Values[i].text(), m.Values[i].By)
	}
	if m.Through != nil {
		add("by way of", clean(m.Through.Location), m.Through)
	}
	switch {
	case m.Omitted:
		add("decides about", fmt.Sprintf("the call of %s, which was not made in the recorded run", clean(symbols.Spoken(m.Sink))), nil)
	case m.Sink != "":
		add(m.reaches(), clean(m.Sink), m.At)
	}
	return out
}

// reaches is what the value does to the sink.
func (m *Matters) reaches() string {
	if m.rank == flow.Control {
		return "decides about what goes into"
	}
	return "goes into"
}

// Target is what the race changes, a sink or a function that would write; "" for none.
func (m *Matters) Target() string {
	if m.Omitted {
		return clean(symbols.Spoken(m.Sink))
	}
	return clean(m.Sink)
}
