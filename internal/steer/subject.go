package steer

// What a schedule has to do with, for who knows what of it cannot be seen.

import (
	"cmp"
	"slices"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Subject is what a run that follows a schedule has to see.
type Subject struct {
	// Events are those that the schedule holds or waits for and the two of the race, and all
	// that led to them: by these an event has its name.
	Events []*sparsehb.Event
	Loops  []string // functions that turn the loop that the free is to come in
	Input  bool     // a person's input is played
	Fast   bool     // in virtual time
}

// subject is that of a plan: its own events first, each once.
func (d *derivation) subject(p plan, played bool) *Subject {
	s := &Subject{Input: played, Fast: d.opt.FastTimers}
	known := map[trace.EventID]bool{}
	var add func(e *sparsehb.Event)
	add = func(e *sparsehb.Event) {
		for e != nil && !known[e.ID] {
			known[e.ID] = true
			s.Events = append(s.Events, e)
			add(d.event(e.Cause))
			e = d.event(e.Poster)
		}
	}
	for _, list := range [][]*sparsehb.Event{{d.use, d.free, p.later}, p.held, p.due} {
		for _, e := range list {
			add(e)
		}
	}
	if d.loop != nil {
		s.Loops = []string{d.loop.Attr("what")}
	}
	return s
}

func (o *Options) blind(s *Subject) (never, perhaps string) {
	if o.Blind == nil || s == nil {
		return "", ""
	}
	return o.Blind(s)
}

// seen are the schedules of a race that can be followed; without any, why not.
func (o *Options) seen(v *Verdict, all []*Schedule) (followed []*Schedule, why string) {
	for _, s := range all {
		never, perhaps := o.blind(s.subject)
		if never == "" {
			followed = append(followed, s)
			v.unseen = cmp.Or(v.unseen, perhaps)
		}
		why = cmp.Or(why, never)
	}
	return followed, why
}

// joined are those of some reasons that there are.
func joined(reasons ...string) string {
	reasons = slices.DeleteFunc(reasons, func(r string) bool { return r == "" })
	return strings.Join(reasons, "; ")
}
