package report

import (
	"fmt"
	"io"

	"sparseracer/internal/symbols"
)

// Next writes the line that names the next command: a verb, a trace and what
// follows, quoted as a shell takes them.
func Next(w io.Writer, verb, trace string, rest ...string) error {
	_, err := fmt.Fprintf(w, "next: %s\n", command(verb, trace, rest...))
	return err
}

// NextOf are the commands that tell one race, and bring it about.
func (r *Report) NextOf(race *Race) []string {
	return []string{command("explain", r.Trace, race.ID),
		command("confirm", r.Trace, append([]string{"--race", race.ID}, r.steered(race)...)...)}
}

// NextAudit is the command that lists the nested loops of a trace.
func NextAudit(trace string) string { return command("audit", trace) }

// Functions are the names of a place's frames, innermost first.
func (p *Place) Functions() []string {
	if p == nil {
		return nil
	}
	return functions(p.Stack)
}

// Functions are the names of both stacks' frames, innermost first.
func (p *PlacePair) Functions() (first, second []string) {
	return functions(p.First), functions(p.Second)
}

// functions leaves out frames without a name: nothing can be compared by them.
func functions(stack []symbols.Frame) []string {
	var names []string
	for i := range stack {
		if stack[i].Function != "" {
			names = append(names, stack[i].Function)
		}
	}
	return names
}
