package steer

import (
	"fmt"
	"math/rand/v2"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// failureKind stands in a schedule's race.kind where no race is predicted: it
// makes the program fail somehow, and Failure says how.
const failureKind = "failure"

// postponeMS is how long an event is postponed at most: after it the run goes on
// without steering, and shows nothing.
const postponeMS = 1000

// postponeTries bounds the search for holds: most pairs of events have an order.
const postponeTries = 2000

// PostponeOptions say what a schedule at random may hold.
type PostponeOptions struct {
	Most        int  // events; what may not overtake them comes on top
	Naive       bool // any events, whatever their order: to compare with
	Delays      bool // others are late for a time, too (delay.go)
	Environment map[string]string
}

// Postponer makes schedules at random, all for one recording. It may be used by
// several goroutines.
type Postponer struct {
	d     *derivation
	known []*sparsehb.Event // that a directive can name, and that ran
	// Those of the loops of other threads: events are held until others of the same loop.
	elsewhere []*Postponer
	// Played: the schedules play the person's input, so that it can be later, too.
	Played bool
}

// NewPostponer looks which events of a recording can be held or waited for.
func NewPostponer(res *sparsehb.Result, o Order) *Postponer {
	d := &derivation{res: res, o: o}
	d.count()
	p := &Postponer{d: d}
	for i := range res.Events {
		if e := &res.Events[i]; e.FirstBlock != sparsehb.NoBlock && e.End != sparsehb.NoOp && d.recognisable(e) == nil {
			p.known = append(p.known, e)
		}
	}
	for _, of := range res.Elsewhere {
		if more := NewPostponer(of, of.Order); len(more.known) > 0 {
			p.elsewhere = append(p.elsewhere, more)
		}
	}
	return p
}

// all is how many events can be held.
func (p *Postponer) all() int {
	n := len(p.known)
	for _, of := range p.elsewhere {
		n += len(of.known)
	}
	return n
}

// pair chooses two events of one loop, and what knows that loop.
func (p *Postponer) pair(rng *rand.Rand) (of *Postponer, held, until *sparsehb.Event) {
	i := rng.IntN(p.all())
	of = p
	for k := 0; i >= len(of.known); k++ {
		i -= len(of.known)
		of = p.elsewhere[k]
	}
	return of, of.known[i], of.known[rng.IntN(len(of.known))]
}

// Schedule makes one: up to opt.Most events are postponed, each once, until an
// event that came later in the recording, and does not need it, has ended (after
// Endo and Møller, NodeRacer, ICST 2020: a callback may be postponed while
// something else can run). No two of them wait for each other. Nil if nothing can
// be postponed.
func (p *Postponer) Schedule(rng *rand.Rand, opt PostponeOptions) *Schedule {
	s := &Schedule{
		Format: scheduleFormat, Version: ScheduleVersion, Environment: opt.Environment, WatchdogMS: defaultWatchdogMS,
		Race:       RaceInfo{ID: failureKind, Kind: failureKind, Summary: "some events later than in the recorded run"},
		Directives: []Directive{},
	}
	taken := map[string]bool{}
	var late []Directive
	if opt.Delays { // first: in a small program the others would take all that is worth it
		late = p.delays(rng, taken)
	}
	waits := map[*Postponer][]wait{} // by loop: blocks of two loops are not compared
	for try, n := 0, 0; try < postponeTries && n < opt.Most && p.all() > 0; try++ {
		of, held, until := p.pair(rng)
		list := of.postponed(held, until, opt.Naive)
		if len(list) == 0 || len(s.Directives)+len(list) > directivesMax-delaysMax || !opt.Naive && of.inCircle(waits[of], held, until) || anyHeld(taken, list) {
			continue
		}
		waits[of] = append(waits[of], wait{held, until})
		s.Directives = append(s.Directives, list...)
		n++
	}
	if opt.Delays {
		bound(s.Directives)
		s.Directives = append(s.Directives, late...)
	}
	if len(s.Directives) == 0 || s.validate() != nil {
		return nil
	}
	return s
}

// anyHeld: one of them is postponed already; else they are from now on.
func anyHeld(taken map[string]bool, list []Directive) bool {
	for _, d := range list {
		if taken[d.Hold.Event] {
			return true
		}
	}
	for _, d := range list {
		taken[d.Hold.Event] = true
	}
	return false
}

// postponed holds one event, and what must not overtake it, until another has
// ended; nothing where that is against the order.
func (p *Postponer) postponed(held, until *sparsehb.Event, naive bool) []Directive {
	d := *p.d
	switch {
	case held == until, held.Kind != trace.Posted && held.Kind != trace.Timer && !outside(held), held.Thread != until.Thread:
		return nil
	case naive:
		return []Directive{d.hold(held, until)}
	case until.Deq < held.Deq || p.needs(until, held):
		return nil
	}
	d.free = until
	d.race = &sparsehb.Race{Second: sparsehb.Access{Op: until.End, Block: until.LastBlock}}
	behind, err := d.followers(held)
	if err != nil || d.leftBefore(held) != nil { // nobody leaves the dialog
		return nil
	}
	var list []Directive
	for _, e := range behind {
		list = append(list, d.hold(e, until))
	}
	return list
}

// wait is an event that is postponed until another has ended.
type wait struct{ held, until *sparsehb.Event }

// inCircle: with one more wait, events would wait for each other.
func (p *Postponer) inCircle(waits []wait, held, until *sparsehb.Event) bool {
	late, seen := []*sparsehb.Event{held}, map[*sparsehb.Event]bool{}
	for len(late) > 0 {
		e := late[0]
		late = late[1:]
		if p.needs(until, e) {
			return true
		}
		for _, w := range waits {
			if !seen[w.held] && p.needs(w.until, e) {
				seen[w.held] = true
				late = append(late, w.held)
			}
		}
	}
	return false
}

// needs: e is not there while the other is held. So is what that event's worker posts
// afterwards, and what comes of it: the worker waits with the event in its hands.
func (p *Postponer) needs(e, held *sparsehb.Event) bool {
	if e == held || p.d.begins(held, e.LastBlock) {
		return true
	}
	if held.Enq == sparsehb.NoOp || held.From == held.Thread {
		return false
	}
	for i := range p.d.res.Events {
		w := &p.d.res.Events[i]
		if w.Enq != sparsehb.NoOp && w.From == held.From && w.Enq > held.Enq && (w == e || w.FirstBlock != sparsehb.NoBlock && p.d.begins(w, e.LastBlock)) {
			return true
		}
	}
	return false
}

func (d *derivation) hold(held, until *sparsehb.Event) Directive {
	return Directive{Hold: &Hold{Event: d.label(held), About: d.about(held), TimeoutMS: postponeMS, Until: d.targets(until)}}
}

// Unsteered is the schedule that changes nothing, to see what the program does
// by itself.
func Unsteered(environment map[string]string) *Schedule {
	return &Schedule{
		Format: scheduleFormat, Version: ScheduleVersion, Environment: environment, WatchdogMS: defaultWatchdogMS,
		Race:       RaceInfo{ID: failureKind, Kind: failureKind, Summary: "nothing is steered"},
		Directives: []Directive{},
	}
}

// Failure is how the program failed by itself, in words that are the same for the
// same failure; "" if it did not. What comes after the run left its schedule is
// reported by Diverged.
func (o *Outcome) Failure() string {
	switch {
	case len(o.Reports) > 0:
		return o.Reports[0].Kind + " in " + describe(o.Reports[0].Use)
	case o.Stopped == stoppedTimeout:
		return "no end within the time allowed"
	case o.Stopped != "":
		return o.Stopped
	case o.Signal != 0:
		return fmt.Sprintf("ended by a signal (%v)", o.Signal)
	case o.ExitCode != 0:
		return fmt.Sprintf("exit status %d", o.ExitCode)
	}
	return ""
}

// Legal: the run kept to its schedule, so all that happened may happen without
// steering. What is let go because its time is up left it: the order that was asked
// for may be none that the program can have.
func (o *Outcome) Legal() bool { return o.goals.diverged == "" }

// Held: at least one event was postponed.
func (o *Outcome) Held() bool { return o.goals.steered }

// Reversed: the handler of the goal's free began before that of its use, or while it
// waited in a loop.
func (o *Outcome) Reversed() bool { return o.goals.inside }

// Met: the handlers of the goal both began, and nothing steered ended the run early.
func (o *Outcome) Met() bool {
	return o.goals.useBegan && o.goals.freeBegan && o.Stopped == "" && o.goals.diverged == ""
}

// LastLine is the last that the program printed, quoted; "" for nothing.
func (o *Outcome) LastLine() string { return tail(o) }
