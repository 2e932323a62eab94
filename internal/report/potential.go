package report

import (
	"slices"

	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
)

// Potential uses: what the frames of code without instrumentation keep across a
// loop. A report never says of them that something is used.

// uses says how sure the use is.
func (r *Race) uses() string {
	switch {
	case r.Hold == nil:
		return "uses"
	case r.Hold.Rule == "stack":
		return "has on its stack a child of"
	}
	return "may use"
}

// potential says what a potential use rests on, "" where the use was recorded.
func (r *Race) potential() string {
	if r.Hold == nil {
		return ""
	}
	class := clean(r.Hold.Class)
	if class == "" {
		class = "QObject"
	}
	const head = "A potential use until it is proved: "
	switch r.Hold.Rule {
	case "stack":
		return head + "an object (" + class + ") lives in a frame that waits, and would be deleted with its parent."
	case "object":
		return head + "a frame that waits refers to the object (" + class + "), and its code may read that later."
	}
	return head + "a frame that waits refers to the memory, and its code reads that later."
}

// delivers: the frame is the hook through which an event came to its handler.
// Stacks that were unwound go on below it, to what waits there.
func delivers(f *symbols.Frame) bool {
	return isRecorder(f) && (f.Function == "on_notify" || f.Function == "on_window_system_event")
}

// build is the program that confirm is to run: as it was recorded where potential uses
// are proved on it, else one with AddressSanitizer.
func (r *Report) build(race *Race) []string {
	switch {
	case race.Kind != kindReadWrite && race.Hold == nil && !r.isStock():
		return []string{"./app-asan"}
	case len(r.Command) == 0:
		return []string{"./app"}
	}
	return r.Command
}

// isStock: what the trace reports rests on live references, so the program was not
// instrumented, and is proved as it is installed; so is one that an interpreter runs.
func (r *Report) isStock() bool {
	if len(r.modules) > 0 && system.IsInterpreter(r.modules[0].Path) {
		return true
	}
	return !r.instrumented && slices.ContainsFunc(r.Races, func(race *Race) bool { return race.Hold != nil })
}

// confirming is the command that confirms a race, with what else it needs:
// for data both orders are compared, whatever the build.
func (r *Report) confirming(race *Race, more ...string) string {
	if race.Kind == kindReadWrite {
		more = append([]string{"--state"}, more...)
	}
	return command("confirm", r.Trace, append(more, r.steered(race)...)...)
}

// steered is the end of a command that steers the program into a race: what was used in a sandbox,
// at random, is used in one again.
func (r *Report) steered(race *Race) []string {
	var words []string
	if r.Sandbox != "" && race.Kind != kindReadWrite { // --state has homes of its own
		words = append(words, "--sandbox", r.Sandbox)
	}
	return slices.Concat(words, []string{"--"}, r.build(race))
}

// Nameless are the files whose functions a reported potential use should name and
// cannot, in the order in which they come up: their debug symbols are not here.
func (r *Report) Nameless() []string {
	var out []string
	for _, race := range r.Reported() {
		stacks := [][]symbols.Frame{race.First.Stack, race.Second.Stack}
		if race.Alloc != nil {
			stacks = append(stacks, race.Alloc.Stack)
		}
		for _, stack := range stacks {
			f := at(stack)
			if race.Hold != nil && f != nil && f.Function == "" && f.Module != "" && !slices.Contains(out, f.Module) {
				out = append(out, f.Module)
			}
		}
	}
	return out
}
