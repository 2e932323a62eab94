package tasks

import (
	"slices"

	"sparseracer/internal/trace"
)

// Handlers of other threads' loops are tasks, too: of what somebody posted to such a thread, or of
// a timer that was started there. They keep their order, as one thread runs them all.

// asks: the operation asks for a task.
func (r *reader) asks(op *trace.Op) bool {
	return isTask(op) || r.startsTask(op) || r.posted[op.Event]
}

// follow: the task comes after another one.
func (t *task) follow(before *task) {
	if before != nil && before != t && !slices.Contains(t.before, before) {
		t.before = append(slices.Clone(t.before), before)
	}
}

// latest is what the thread has done last, of that which is a task.
func (th *thread) latest() *task {
	if th.own != nil {
		return th.own
	}
	return th.handled
}

// leading are these tasks, in place of those that have no event the ones that led to them, and of
// those that have no place yet both.
func leading(tasks []*task) []*task {
	var all []*task
	seen := map[*task]bool{}
	for todo := slices.Clone(tasks); len(todo) > 0; {
		t := todo[0]
		todo = todo[1:]
		if seen[t] {
			continue
		}
		seen[t] = true
		if t.state != gone {
			all = append(all, t)
		}
		if t.state != placed {
			todo = append(todo, t.before...)
		}
	}
	return all
}

func joined(t *task) trace.Op {
	return trace.Op{Kind: trace.Join, Event: t.event, Loop: trace.NoLoop, Level: trace.NoLevel}
}

// called is what the event of a handler of another thread's loop keeps in its place.
func called(attrs []trace.Attr) []trace.Attr {
	kept := slices.DeleteFunc(slices.Clone(attrs), func(a trace.Attr) bool {
		return !slices.Contains([]string{"label", "class", "name", "title", "object", "poster"}, a.Key)
	})
	return append(kept, trace.Attr{Key: "type", Value: "task"})
}
