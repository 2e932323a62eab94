package report

import (
	"fmt"
	"io"
	"slices"

	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
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

// functions leaves out frames without a name, by which nothing can be compared, and what headers of libraries put above the
// program's own function without a name that says so: operator!=(QString const&, QString const&).
func functions(stack []symbols.Frame) []string {
	var names []string
	own := slices.IndexFunc(stack, func(f symbols.Frame) bool {
		return f.Function != "" && !system.IsSystemPath(f.File) && !namedAsLibrary(f.Function)
	}) // -1: they are all a library's, and stay
	for i := range stack {
		if name := stack[i].Function; name != "" && (i >= own || namedAsLibrary(name)) {
			names = append(names, name)
		}
	}
	return names
}

// namedAsLibrary: who compares functions knows by its name alone that it is none of the program's.
func namedAsLibrary(function string) bool {
	s := symbols.Simplify(function)
	return system.IsLibraryFunction(s) || system.IsIntercepted(s) || system.IsToolkitFunction(s)
}
