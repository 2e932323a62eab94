package steer

import (
	"math/rand/v2"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// shuffleTries bounds the search for holds: most pairs of events have an order.
const shuffleTries = 2000

// Shuffle makes a schedule at random that the order allows: up to `most` events
// are held, each until an event that came later in the recording, and does not
// need it, has ended. It is no attempt at a race: it shows whether holding as such
// does harm. Nil if nothing can be held.
func Shuffle(res *sparsehb.Result, o Order, rng *rand.Rand, most int, environment map[string]string) *Schedule {
	d := &derivation{res: res, o: o, labels: map[string]int{}}
	for i := range res.Events {
		d.labels[d.label(&res.Events[i])]++
	}
	s := &Schedule{
		Format: scheduleFormat, Version: ScheduleVersion, Environment: environment, WatchdogMS: defaultWatchdogMS,
		Race: RaceInfo{ID: "shuffled", Kind: "none", Summary: "a random order that the recorded one allows"},
		// Nothing is expected; the format wants a function.
		Directives: []Directive{}, Expect: Expect{Use: []string{"(none)"}},
	}
	var known []*sparsehb.Event // that a directive can name, and that ran
	for i := range res.Events {
		if e := &res.Events[i]; e.FirstBlock != sparsehb.NoBlock && e.End != sparsehb.NoOp && d.recognisable(e) == nil {
			known = append(known, e)
		}
	}
	for try := 0; try < shuffleTries && len(s.Directives) < most && len(known) > 0; try++ {
		held, until := known[rng.IntN(len(known))], known[rng.IntN(len(known))]
		s.Directives = append(s.Directives, d.shuffled(held, until)...)
		if len(s.Directives) > 0 && s.Goal.Use == "" {
			s.Goal = Goal{Use: d.label(held), Free: d.label(until)}
		}
	}
	if len(s.Directives) == 0 || len(s.Directives) > directivesMax || s.validate() != nil {
		return nil
	}
	return s
}

// shuffled holds one event, and what must not overtake it, until another has
// ended; nothing where that is against the order.
func (d *derivation) shuffled(held, until *sparsehb.Event) []Directive {
	switch {
	case held.Kind != trace.Posted && held.Kind != trace.Timer:
		return nil
	case until.Deq < held.Deq || held.Thread != until.Thread || d.begins(held, until.LastBlock):
		return nil
	}
	d.free = until
	d.race = &sparsehb.Race{Second: sparsehb.Access{Op: until.End, Block: until.LastBlock}}
	behind, err := d.followers(held)
	if err != nil {
		return nil
	}
	var list []Directive
	for _, e := range behind {
		list = append(list, Directive{Hold: &Hold{Event: d.label(e), About: d.about(e), TimeoutMS: defaultHoldMS, Until: d.targets(until)}})
	}
	return list
}
