package tasks

import "slices"

// What draws is waited for at each frame, mostly while it draws the one before: that one ends in the handler that waits, and
// may be late for those before it all the same. So such handlers are kept until they are over, and
// the event of the frame stands before its handler.

// gap is the place before the handler at hand, of the default loop, among the operations that are kept.
type gap struct {
	open  bool
	at    int
	since uint64 // the operation at which the handler starts; 0: none did
}

// mostKept is how many operations are kept of a handler.
const mostKept = 1 << 14

func (g *gap) isOpen(kept int) bool {
	g.open = g.open && kept < mostKept
	if !g.open {
		g.since = 0
	}
	return g.open
}

// opens: a handler starts.
func (r *reader) opens() {
	if r.draws && len(r.frames) == 1 {
		r.gap = gap{true, len(r.queue), r.n}
	}
}

// placeInGap puts the event for a task there. It was asked for before, and what it used that has gone since is left out.
func (r *reader) placeInGap(t *task) {
	handler := slices.Clone(r.queue[r.gap.at:])
	r.queue = r.queue[:r.gap.at:r.gap.at]
	r.place(t)
	r.gap.at = len(r.queue)
	r.queue = append(r.queue, handler...)
}
