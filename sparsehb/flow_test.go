package sparsehb

import (
	"fmt"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/flow"
)

// showFlow lists what data flow says of the races, and below it what the paper's
// rule says where that is another thing.
func showFlow(src trace.Source, rules Rules, paper bool) (string, error) {
	res, err := Analyze(src, Options{Rules: rules})
	if err != nil {
		return "", err
	}
	var s strings.Builder
	for i := range res.Races {
		if r := &res.Races[i]; r.Matters != flow.Unranked {
			s.WriteString(flowLine(res, r))
		}
	}
	if !paper {
		return s.String(), nil
	}
	other, err := Analyze(src, Options{Rules: rules, Flow: flow.Options{PaperRule: true}})
	if err != nil {
		return "", err
	}
	for i := range other.Races {
		if r := &other.Races[i]; r.Kind == ReadWrite {
			fmt.Fprintf(&s, "paper: %s\n", strings.TrimSpace(strings.SplitN(flowLine(other, r), ":", 2)[0]))
		}
	}
	return s.String(), nil
}

func flowLine(res *Result, r *Race) string {
	var s strings.Builder
	name := func(b flow.BlockID) string {
		if b == flow.NoBlock {
			return "start"
		}
		return res.Tables.EventName(res.Order.EventOf(BlockID(b)))
	}
	fmt.Fprintf(&s, "%v %s-%s", r.Matters, res.Tables.EventName(r.First.Event), res.Tables.EventName(r.Second.Event))
	if r.Kind == State {
		fmt.Fprintf(&s, ": both write %s", r.Sink)
	} else if p := r.Path; p != nil {
		fmt.Fprintf(&s, ": %s reads %s, which %s", name(p.Read.Block), res.Tables.LocationName(p.Read.Addr), "may have")
		for _, v := range p.Values {
			fmt.Fprintf(&s, " %s", name(v.Block))
			if v.Known {
				fmt.Fprintf(&s, "=%d", v.Val)
			}
			if v.After {
				s.WriteString("(later)")
			}
		}
		switch {
		case p.Omitted:
			fmt.Fprintf(&s, "; %s is not called", p.Sink)
		case p.Sink != "":
			fmt.Fprintf(&s, "; to %s in %s", p.Sink, name(p.SinkBlock))
		}
	}
	if r.Filtered != "" {
		s.WriteString(" (filtered)")
	}
	s.WriteString("\n")
	return s.String()
}
