package steer

import (
	"cmp"
	"slices"

	"sparseracer/internal/steering"
)

// Long sessions do not repeat in every detail: a list is loaded later this time, a menu
// is still open, and an input has no target. Mostly it is one that the race has nothing
// to do with. So where a run leaves its schedule by such an input, others are made: one
// without the inputs that neither handler is known to need; and, for what a program
// remembers of them is not all in the recording, one in which they are played where
// they can be.

const (
	spareMS  = 1000 // how long is waited for a chance to play a spare input
	settleMS = 3000 // at most in place of the time that inputs took that are left out
)

// isUnplayed: the run left its schedule by an input without a target.
func (f *Finding) isUnplayed() bool {
	return slices.Contains([]string{steering.DivergedInputUnplayed, steering.DivergedInputBlocked, steering.DivergedInputWaits}, f.divergedBy)
}

// isBarred: it came to the loop of the use, where a modal window keeps a person from the free.
func (f *Finding) isBarred() bool {
	return f.Status == NotReached && f.divergedBy == steering.DivergedInputBlocked
}

// barredFinding is for a run that came to the loop of the use as the schedule has it, and there to an
// input that the race needs, and that nobody can do: a modal window keeps a person from it, or the
// free, after which it was to come, did not. Such a run has left nothing, and has not reached the race.
// nil for any other run.
func barredFinding(s *Schedule, g *goals) *Finding {
	f := Finding{Status: NotReached, divergedBy: g.divergedBy}
	switch {
	case !g.useBegan:
		return nil
	case g.divergedBy == steering.DivergedInputBlocked && g.usePaused && !g.freeBegan:
		_, input := s.told(g.diverged)
		f.Reason = "while the handler of the use waits, a modal window keeps a person from " + cmp.Or(input, "what the free needs")
	case g.divergedBy == steering.DivergedInputWaits:
		f.Reason = g.missing()
	default:
		return nil
	}
	return &f
}

// lighter are the schedules without the inputs that can be spared, none if all are needed.
func (s *Schedule) lighter() []*Schedule {
	for _, d := range s.Directives {
		if d.Input != nil && d.Input.spare && !d.Input.Optional {
			return []*Schedule{s.bare(), s.loose()}
		}
	}
	return nil
}

// also says how the schedule differs from the first one, in words.
func (s *Schedule) also(how string) string {
	if s.instead != "" {
		return s.instead + ", " + how
	}
	return how
}

// bare leaves them out. A release stays with its press, or goes with it.
func (s *Schedule) bare() *Schedule {
	b := *s
	b.Directives, b.instead = nil, s.also("without what the race is not known to need")
	dropped, pressed := 0, true
	for _, d := range s.Directives {
		if d.Input == nil {
			b.Directives = append(b.Directives, d)
			continue
		}
		in := *d.Input
		if !goesOn(in.Kind, in.At) {
			pressed = !in.spare
		}
		if !pressed {
			dropped += in.WaitMS
			continue
		}
		in.WaitMS = min(in.WaitMS+min(dropped, settleMS), waitMax)
		dropped = 0
		b.play(&in)
	}
	return &b
}

// loose makes them optional.
func (s *Schedule) loose() *Schedule {
	l := *s
	l.Directives, l.instead = append([]Directive{}, s.Directives...), s.also("without those of it that have no target")
	for i, d := range l.Directives {
		if d.Input == nil || !d.Input.spare || d.Input.Optional {
			continue
		}
		in := *d.Input
		in.Optional = true
		if i > 0 { // the first one waits for the program's start
			in.TimeoutMS = min(in.TimeoutMS, spareMS)
		}
		l.WatchdogMS = min(l.WatchdogMS+in.TimeoutMS, waitMax)
		l.Directives[i].Input = &in
	}
	all := len(l.Directives)
	l.Directives = leavingSpare(l.Directives)
	l.WatchdogMS = min(l.WatchdogMS+(len(l.Directives)-all)*leaveMS, waitMax)
	return &l
}
