package main

import (
	"context"
	"slices"
	"time"

	"sparseracer/internal/report"
	"sparseracer/sparsehb"
)

// What a hunt of bounded time does with it. Half is for sessions, or a third where that is more than a minute, as later ones show
// less; and for steering into what each of them predicts, by one run of each race: a third of what is left of it at most,
// so that there are more sessions than the first. Then come the races that are not proven so, the events that no session
// has, and the races by call, which no person and nothing outside can bring about.

// left is the time that there is, 0: without end. over: there is none.
func (h *hunter) left() (d time.Duration, over bool) {
	if h.opt.time == 0 {
		return 0, false
	}
	d = h.opt.time - time.Since(h.begun)
	return max(d, 0), d <= 0
}

// leftToSteer is the time for races: some of what is left is for sessions, and for events that none has.
func (h *hunter) leftToSteer() (d time.Duration, over bool) {
	d, over = h.left()
	if over || d == 0 || h.share.IsZero() {
		return d, over
	}
	d = time.Until(h.share)
	return max(d, 0), d <= 0
}

// sharing: steering leaves time to others.
func (h *hunter) sharing() bool { return h.opt.time > 0 && !h.share.IsZero() }

// shareOf gives the races of a session a third of the time that is left for sessions.
func (h *hunter) shareOf(until time.Time) {
	h.share, h.brief = time.Now().Add(time.Until(until)/3), h.opt.time > 0
}

// A race that is begun may go on beyond its share, or its runs would have been in vain: as long as three sessions, but for no
// more than half of the time for others.
const graceAtLeast = 10 * time.Second

func (h *hunter) grace() time.Duration {
	if !h.sharing() {
		return 0
	}
	left, _ := h.left()
	return max(0, min(max(3*h.lasted, graceAtLeast), (left-time.Until(h.share))/2))
}

// briefAtLeast is how long a steered run waits at least for what does not come, while sessions are still to be made.
const briefAtLeast = 8 * time.Second

// toWait is when a steered run ends that waits in vain.
func (h *hunter) toWait() time.Duration {
	if !h.brief {
		return h.opt.timeout
	}
	return min(h.opt.timeout, max(briefAtLeast, h.lasted))
}

// first are the races to steer into now: not those by call, as long as others may come.
func (h *hunter) first(races []*report.Race) []*report.Race {
	if !h.sharing() {
		return races
	}
	first := slices.DeleteFunc(slices.Clone(races), func(r *report.Race) bool { return r.By == sparsehb.ByCall })
	h.waits = h.waits || len(first) < len(races)
	return first
}

// waitsForTime: races of the last recording had none.
func (h *hunter) waitsForTime(some bool) {
	h.waits, h.short = h.waits || some, h.short || some
}

// tryCut goes on with the races that had no time or one run, but for those by call, for half of what is left.
func (h *hunter) tryCut(ctx context.Context) error {
	cut := h.cut
	h.cut = nil
	if len(cut) == 0 {
		return nil
	}
	left, _ := h.left()
	h.share, h.brief = time.Now().Add(left/2), false
	for _, path := range cut {
		if _, over := h.leftToSteer(); over {
			return nil // it waits still
		}
		h.waiting = slices.DeleteFunc(h.waiting, func(p string) bool { return p == path })
		if err := h.try(ctx, path, true); err != nil {
			return err
		}
	}
	return nil
}

// toProbe is the time for events that no session has, 0 without end: a quarter of what is left is for races that wait.
func (h *hunter) toProbe() time.Duration {
	left, over := h.left()
	switch {
	case over:
		return time.Nanosecond
	case len(h.waiting) > 0:
		return left - left/4
	}
	return left
}

// tryWaiting goes on with the races that had to leave their time to other events.
func (h *hunter) tryWaiting(ctx context.Context) error {
	waiting := h.waiting
	h.waiting, h.cut, h.share, h.brief, h.patience = nil, nil, time.Time{}, false, 0
	defer func() { h.patience = mostInVain }()
	for _, path := range waiting {
		if _, over := h.left(); over {
			return nil // the analysis alone may take minutes, and what was not tried is listed
		}
		if err := h.try(ctx, path, true); err != nil {
			return err
		}
	}
	return nil
}

// roomFor: of what takes so long, more comes before that time than after it.
func roomFor(took time.Duration, until time.Time) bool { return time.Now().Add(took / 2).Before(until) }

// toSessions is when the time for sessions ends.
func (h *hunter) toSessions() time.Time {
	left, _ := h.left()
	return time.Now().Add(max(left/3, min(left/2, time.Minute)))
}

// half is half of the time that is left.
func (h *hunter) half() time.Duration {
	left, _ := h.left()
	return left / 2
}

// beforeSessions leaves most of the time to sessions, which show more than what a program does by itself.
func (h *hunter) beforeSessions() {
	h.patience, h.share, h.brief = mostInVain, time.Now().Add(h.half()/2), h.opt.time > 0
}

// lookAtLeast is how long the analysis of a new recording may take when the time of the hunt is over.
const lookAtLeast = 20 * time.Second

// toLook ends the analysis of a recording with the hunt, as it may take minutes. A new one is looked at all the same, if that is soon done.
func (h *hunter) toLook(ctx context.Context, again bool) (context.Context, context.CancelFunc) {
	if h.opt.time == 0 {
		return ctx, func() {}
	}
	left, _ := h.left()
	if !again {
		left = max(left, lookAtLeast)
	}
	return context.WithTimeout(ctx, left)
}

// notSeen: the list at the end may lack what the recording predicts.
func (h *hunter) notSeen(path string) {
	if !slices.Contains(h.unseen, path) && !h.said {
		h.unseen = append(h.unseen, path)
	}
}
