package steer

import "strings"

// Long sessions do not repeat in every detail: a list is loaded later this time, an entry
// is a few pixels further down, and an input has no target. Mostly it is one that the
// race has nothing to do with. So where a run leaves its schedule by such an input,
// another one is made in which the inputs that neither handler is known to need are
// left out when they cannot be played. (They are played where they can: what a program
// remembers of them is not all in the recording.)

// spareMS is how long is waited for a chance to play such an input.
const spareMS = 1000

// unplayed is how the runtime begins to say that it could not play an input.
const unplayed = "an input could not be played"

// loose is the schedule with its spare inputs optional, nil if it has none.
func (s *Schedule) loose() *Schedule {
	l := *s
	l.Directives = append([]Directive{}, s.Directives...)
	any := false
	for i, d := range l.Directives {
		if d.Input == nil || !d.Input.spare || d.Input.Optional {
			continue
		}
		in := *d.Input
		in.Optional, any = true, true
		if i > 0 { // the first one waits for the program's start
			in.TimeoutMS = min(in.TimeoutMS, spareMS)
		}
		l.WatchdogMS = min(l.WatchdogMS+in.TimeoutMS, waitMax)
		l.Directives[i].Input = &in
	}
	if !any {
		return nil
	}
	return &l
}

// isUnplayed: the run left its schedule by an input without a target.
func (f *Finding) isUnplayed() bool {
	return f.Status == Diverged && strings.HasPrefix(f.Reason, unplayed)
}
