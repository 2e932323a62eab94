package report

import (
	"fmt"
	"io"
)

// Next writes the line that names the next command: a verb, a trace and what
// follows, quoted as a shell takes them.
func Next(w io.Writer, verb, trace string, rest ...string) error {
	_, err := fmt.Fprintf(w, "next: %s\n", command(verb, trace, rest...))
	return err
}

// Functions are the names of a place's frames, innermost first.
func (p *Place) Functions() []string {
	if p == nil {
		return nil
	}
	names := make([]string, len(p.Stack))
	for i := range p.Stack {
		names[i] = p.Stack[i].Function
	}
	return names
}
