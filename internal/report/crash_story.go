package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
	"sparseracer/sparsehb"
)

// at is where the program was at the end.
func (c *Crash) at() *Place {
	if c.Use != nil && c.Use.Kind == kindHold {
		return cmp.Or(c.Last, c.Use) // the reference may be a caller's
	}
	return cmp.Or(c.Use, c.Last)
}

// kindHold is that of a live reference.
const kindHold = "hold"

// used says what the crashed handler had to do with freed memory.
func (c *Crash) used() string {
	if c.Use.Kind == kindHold {
		return "still referred, in " + c.Use.where() + ", to"
	}
	return "used"
}

// Story is what led to the end, as it happened: no prediction, for the recorded run is the one
// that crashed. Nil where nothing shows what was wrong.
func (c *Crash) Story() []Step {
	if c == nil || c.Use == nil {
		return nil
	}
	var out []Step
	said := func(op uint64, stack []symbols.Frame, script, text string) {
		at, from := scripted(stack, script)
		out = append(out, Step{Operation: op, Text: text + from, At: at, Near: at})
	}
	add := func(op uint64, stack []symbols.Frame, format string, args ...any) {
		said(op, stack, "", fmt.Sprintf(format, args...))
	}
	arrives := func(e *Event, how string) {
		if e == nil || e.Deq == sparsehb.NoOp {
			return
		}
		if e.Enq != sparsehb.NoOp && !e.Early {
			said(e.Enq, e.PostStack[:len(e.PostStack)-e.postBelow], e.Script, e.sender()+" "+e.arrival())
		}
		add(e.Deq, nil, "%s is delivered%s%s", e.full(), how, c.from(e))
	}
	arrives(c.Event, "")
	freer := c.Free.Event
	if l := c.Within; l != nil {
		said(l.Pause, l.Stack, l.Script, fmt.Sprintf("its handler spins the nested loop %s%s, and waits in it", l.named(), through(l.Stack)))
		if freer != c.Event {
			arrives(freer, " inside that loop")
		}
	} else if freer != c.Event {
		arrives(freer, "")
	}
	add(c.Free.Operation, c.Free.own(), "%s frees %s%s%s", freer.describe(), c.freed(), through(c.Free.own()), c.allocated())
	if l := c.Within; l != nil && l.Resume != sparsehb.NoOp {
		add(l.Resume, nil, "the loop %s is over, %s goes on", clean(l.Name), c.Event.describe())
	}
	if c.Use.Kind == kindHold {
		add(c.Use.Operation, c.Use.own(), "what waited still refers to that memory%s", through(c.Use.own()))
	} else {
		add(c.Use.Operation, c.Use.own(), "%s %s, which is freed memory", c.Event.describe(), c.Use.act())
	}
	last := c.Use.Operation
	var stack []symbols.Frame
	if c.Last != nil {
		last, stack = c.Last.Operation, c.Last.own()
	}
	add(last, stack, "the program crashes%s; this is the last that was recorded", orNone(c.Signal, " by "))
	slices.SortStableFunc(out, func(a, b Step) int { return cmp.Compare(a.Operation, b.Operation) })
	return out
}

// from says who brought an event about, where no step does.
func (c *Crash) from(e *Event) string {
	switch {
	case e.Early:
		return ", which was posted before the trace begins"
	case e.Enq == sparsehb.NoOp && c.cut && e.Kind != "input":
		return ", which comes from outside, or from before the trace begins"
	case e.Enq == sparsehb.NoOp && e.Kind == "input":
		return ": what a person does"
	case e.Enq == sparsehb.NoOp:
		return ", which comes from outside"
	}
	return ""
}

func (c *Crash) freed() string {
	text := "memory"
	if c.Alloc != nil {
		text = count(c.Alloc.Size, "byte", "bytes")
	} else if c.Use.Kind == kindHold && c.Use.Size > 0 {
		text = count(c.Use.Size, "byte", "bytes")
	}
	if c.Class != "" {
		return text + " (a " + clean(c.Class) + ")"
	}
	return text + c.Free.as()
}

func (c *Crash) allocated() string {
	switch {
	case c.Alloc != nil:
		return fmt.Sprintf(", allocated by %s in %s", c.Alloc.who(), c.Alloc.where())
	case c.cut:
		return ", allocated before the trace begins"
	}
	return ""
}

// mostThrough functions are named of those that led to a place.
const mostThrough = 3

// through names where a place is, and what of the program and its own libraries called it.
func through(stack []symbols.Frame) string {
	var names []string
	for i := range stack {
		f := &stack[i]
		if system.OwnerOf(f.Module) != system.Unknown || len(names) == mostThrough {
			break
		}
		if f.Function != "" || i == 0 {
			names = append(names, placeText(f))
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return " in " + names[0]
	}
	return " in " + names[0] + ", called by " + strings.Join(names[1:], " and ")
}

// Functions are those of the program and its own libraries that the crash's story names, for
// whoever compares it with a report of a crash.
func (c *Crash) Functions() []string {
	var out []string
	for _, p := range []*Place{c.Use, c.Last} {
		if p == nil {
			continue
		}
		for i := range p.own() {
			if f := &p.Stack[i]; f.Function != "" && system.OwnerOf(f.Module) == system.Unknown {
				out = append(out, f.Function)
			}
		}
	}
	return out
}

func orNone(text, before string) string {
	if text == "" {
		return ""
	}
	return before + text
}
