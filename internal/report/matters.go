package report

import (
	"fmt"
	"strings"

	"sparseracer/internal/symbols"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
	"sparseracer/sparsehb/flow"
)

// Matters is what a race does to what outlives the program.
type Matters struct {
	Rank    string
	Sink    string // the name of what is written, "" if nothing is
	Omitted bool   // Sink is a function that would write, and that was not called
	Read    *Place // the racy read that it starts from, nil for two writers of one state
	Values  []FoundValue
	Through *Place // the last write on the way, nil if there is none
	At      *Place // the sink, nil if it was left out
	rank    flow.Rank
}

// FoundValue is what a racy read may find.
type FoundValue struct {
	By    *Place // nil: the start-up value
	Known bool
	Value uint64 // or its hash
	Later bool   // it came after the read in the recorded run
}

// matters makes it of the engine's path.
func (b *builder) matters(s *sparsehb.Race) *Matters {
	if s.Matters == flow.Unranked {
		return nil
	}
	m := &Matters{Rank: s.Matters.String(), rank: s.Matters, Sink: s.Sink}
	p := s.Path
	if p == nil {
		return m
	}
	read := b.place(pathAccess(b.result, &p.Read, p.Stack))
	m.Read, m.Sink, m.Omitted = &read, p.Sink, p.Omitted
	for _, v := range p.Values {
		found := FoundValue{Known: v.Known, Value: v.Val, Later: v.After}
		if v.Block != flow.NoBlock {
			by := b.place(pathAccess(b.result, &flow.Access{Op: v.Op, Block: v.Block, Write: true, Addr: p.Read.Addr, Size: p.Read.Size}, v.Stack))
			found.By = &by
		}
		m.Values = append(m.Values, found)
	}
	if p.HasThrough {
		through := b.place(pathAccess(b.result, &flow.Access{Op: p.Through, Block: p.ThroughBlock, Write: true, Addr: p.ThroughAddr, Size: 1}, p.ThroughStack))
		m.Through = &through
	}
	if p.Sink != "" && !p.Omitted {
		at := b.place(pathAccess(b.result, &flow.Access{Op: p.SinkOp, Block: p.SinkBlock, Write: true}, p.SinkStack))
		m.At = &at
	}
	return m
}

// Story is how the race comes to matter, in sentences; "" where nobody knows.
func (m *Matters) Story() string {
	if m == nil {
		return ""
	}
	s := "Matters: " + m.Rank + ", " + rankMeans[m.rank] + "."
	if m.Read == nil {
		if m.Sink != "" {
			s += " Both write " + clean(m.Sink) + "."
		}
		return s
	}
	var found []string
	for _, v := range m.Values {
		found = append(found, v.text())
	}
	s += fmt.Sprintf(" %s reads %s, in %s: it may find %s.", upper(m.Read.Event.describe()), clean(m.Read.Location), m.Read.where(), strings.Join(found, ", or "))
	switch {
	case m.Omitted:
		s += fmt.Sprintf(" It decides about the call of %s, which was not made in the recorded run.", clean(symbols.Spoken(m.Sink)))
	case m.Sink != "":
		if m.Through != nil {
			s += fmt.Sprintf(" By way of %s, in %s, it", clean(m.Through.Location), m.Through.where())
		} else {
			s += " It"
		}
		s += fmt.Sprintf(" %s %s, in %s.", m.reaches(), clean(m.Sink), m.At.where())
	}
	return s
}

func (v *FoundValue) text() string {
	if v.By == nil {
		return "the start-up value"
	}
	s := "what " + v.By.where() + " of " + v.By.Event.describe() + " writes"
	if v.Known {
		s += fmt.Sprintf(" (%#x)", v.Value)
	}
	if v.Later {
		s += ", later in the recorded run"
	}
	return s
}

var rankMeans = map[flow.Rank]string{
	flow.Data:         "the value itself goes into something persistent",
	flow.LastWriter:   "who writes last decides what stays",
	flow.Control:      "it decides whether or what something persistent gets",
	flow.Accumulating: "both add to what they found; whether the order shows is seen when both are run",
	flow.OrderOnly:    "the same parts in another order",
	flow.SameValue:    "the values look alike",
	flow.Benign:       "nothing persistent depends on it, as far as the recording shows",
}

// pathAccess is a step of a path as the engine has accesses.
func pathAccess(result *sparsehb.Result, a *flow.Access, stack trace.StackID) *sparsehb.Access {
	kind, event := trace.Read, trace.NoEvent
	if a.Write {
		kind = trace.Write
	}
	if blocks := result.Order.Blocks(); a.Block >= 0 && int(a.Block) < len(blocks) {
		event = blocks[a.Block].Event
	}
	return &sparsehb.Access{Op: a.Op, Kind: kind, Event: event, Block: sparsehb.BlockID(a.Block), Addr: a.Addr, Size: a.Size, Stack: stack}
}

// pathAccesses are all steps of a race's path.
func pathAccesses(result *sparsehb.Result, r *sparsehb.Race, yield func(*sparsehb.Access)) {
	p := r.Path
	if p == nil {
		return
	}
	yield(pathAccess(result, &p.Read, p.Stack))
	for _, v := range p.Values {
		yield(pathAccess(result, &flow.Access{Block: v.Block, Write: true}, v.Stack))
	}
	yield(pathAccess(result, &flow.Access{Block: p.ThroughBlock, Write: true}, p.ThroughStack))
	yield(pathAccess(result, &flow.Access{Block: p.SinkBlock, Write: true}, p.SinkStack))
}

// flowFacts are what data flow looked at, and what it did not cover.
func (r *Report) flowFacts() []string {
	c := r.Flow
	if c == nil {
		return nil
	}
	var ranks []string
	for rank := flow.Data; rank <= flow.Benign; rank++ {
		if n := c.Ranks[rank]; n > 0 {
			ranks = append(ranks, fmt.Sprintf("%d %v", n, rank))
		}
	}
	fact := fmt.Sprintf("Data flow: %s, %s", count(c.RacyReads, "racy read", "racy reads"), count(c.Sinks, "sink", "sinks"))
	if len(ranks) > 0 {
		fact += "; pairs of accesses: " + strings.Join(ranks, ", ")
	}
	if c.SinkPairs > 0 {
		fact += fmt.Sprintf("; %s that write one state in either order", count(c.SinkPairs, "pair of blocks", "pairs of blocks"))
	}
	fact += ". Not covered: " + count(c.StockCalls, "call into code that is not instrumented is", "calls into code that is not instrumented are") + " guessed"
	if c.UnsizedObjects > 0 {
		fact += fmt.Sprintf(", %s handed to it of unknown size", count(c.UnsizedObjects, "object", "objects"))
	}
	if c.Capped > 0 {
		fact += fmt.Sprintf(", %s beyond what is kept", count(c.Capped, "label, writer or sink", "labels, writers and sinks"))
	}
	return []string{fact + "."}
}

// belowRank is why a race is not listed, "" if it is.
func (r *Race) belowRank(least flow.Rank) string {
	if least == flow.Unranked || r.Matters == nil || r.Matters.rank <= least {
		return ""
	}
	return "it ranks as " + r.Matters.Rank + ", below " + least.String()
}

type jsonMatters struct {
	Rank    string      `json:"rank"`
	Sink    string      `json:"sink,omitempty"`
	Omitted bool        `json:"omitted,omitempty"`
	Read    *jsonPlace  `json:"read,omitempty"`
	Values  []jsonFound `json:"values,omitempty"`
	Through *jsonPlace  `json:"through,omitempty"`
	At      *jsonPlace  `json:"at,omitempty"`
}

type jsonFound struct {
	By    *jsonPlace `json:"by"` // null: the start-up value
	Value string     `json:"value,omitempty"`
	Later bool       `json:"later,omitempty"`
}

func mattersJSON(m *Matters) *jsonMatters {
	if m == nil {
		return nil
	}
	place := func(p *Place) *jsonPlace {
		if p == nil {
			return nil
		}
		return placeJSON(p)
	}
	out := &jsonMatters{Rank: m.Rank, Sink: m.Sink, Omitted: m.Omitted, Read: place(m.Read), Through: place(m.Through), At: place(m.At)}
	for i := range m.Values {
		v := jsonFound{By: place(m.Values[i].By), Later: m.Values[i].Later}
		if m.Values[i].Known {
			v.Value = fmt.Sprintf("%#x", m.Values[i].Value)
		}
		out.Values = append(out.Values, v)
	}
	return out
}
