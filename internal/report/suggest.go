package report

import (
	"fmt"
	"slices"

	"sparseracer/internal/symbols"
)

// Suggestion is what mostly mends a race of this shape; "" where we know of
// nothing. It is made from the shape alone, so it is marked as a suggestion.
func (r *Race) Suggestion() string {
	switch {
	case r.Kind == kindReadWrite || r.Kind == kindState:
		return ""
	case r.Kind == kindDoubleFree:
		return "let one owner free the object, and forget the pointer where it is freed."
	case r.Second.Kind == "destroy":
		return "an object on the stack must not have a parent that may go before it: give it none, or make it on the heap and hold it by a QPointer that is tested after the loop."
	case r.Second.Kind == "scope":
		return "whoever keeps a pointer to what a function has on the stack forgets it before that returns, on every way out of it; or the object is made on the heap and held by a weak pointer."
	case r.Loop != nil && slices.ContainsFunc(r.First.Stack, func(f symbols.Frame) bool { return f.IsScript() }):
		return fmt.Sprintf("ask after loop %s whether the object is still there (sip.isdeleted, shiboken's isValid), or do without the loop: open() and a signal in place of exec().", clean(r.Loop.Name))
	case r.Loop != nil:
		return fmt.Sprintf("hold the object by a weak pointer (QPointer, GWeakRef) and test it after loop %s, or do without the loop: open() and a signal in place of exec().", clean(r.Loop.Name))
	case r.First.Event != nil && r.First.Event.Kind == "timer":
		return "end the timer where the object ends: make it the object's child, or pass the object as the context of the callback."
	case r.First.Event != nil && r.First.Event.Kind == "posted":
		return "tie the event to the object's life: pass the object as the receiver or context of the call, so that it goes with it."
	}
	return ""
}
