package report

import "sparseracer/internal/symbols"

// Potential uses: what the frames of code without instrumentation hold across a
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
