package steer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
)

// What comes from outside is known by its number: the third change of a file, the second data of a
// socket. Which of them frees is the outside's choice, and other in each run.
// So where the predicted one did not free, a run holds back what the race needs and waits for nothing.
// Which blocks of the object's size handlers freed meanwhile is written down; and once the time is up, the
// program's use of one of them says which it was: the nth that was allocated there. Another run waits until
// a handler has freed that one, whichever event it is of.
//
// Rule: the first run proves nothing. The second one is judged as the schedule's own run is.

const (
	noEvent     = "none" // no label of an event: nothing is awaited
	shortHoldMS = 1_500  // for programs that end before a hold's time is up
)

// freer is a block that a handler freed.
type freer struct {
	block
	place string // the hash of where it was allocated
}

// freersMost is how many the runtime reports.
const freersMost = 1024

// freer reads "0xADDRESS SIZE HASH".
func (g *goals) freer(line string) {
	var f freer
	if n, err := fmt.Sscanf(line, "0x%x %d %s", &f.at, &f.size, &f.place); n != 3 || err != nil || len(f.place) != 16 {
		g.refuse(fmt.Errorf("%.80q is no block that a handler freed", line))
	} else if len(g.freers) < freersMost {
		g.freers = append(g.freers, f)
	}
}

// numbered is how large what the race is about is, if its free comes from outside, or from another thread; else 0.
func (d *derivation) numbered() uint64 {
	if d.race.Alloc == nil || d.race.Alloc.Size > waitMax || d.race.Second.Scope ||
		d.free.Kind != trace.Env && d.free.Kind != trace.Socket && !d.ofAnotherThread() {
		return 0
	}
	return d.race.Alloc.Size
}

// ofAnotherThread: the free is a post of another thread, a network's answer or a worker's.
func (d *derivation) ofAnotherThread() bool {
	return d.free.Kind == trace.Posted && d.free.From != d.free.Thread
}

// awaitsFree: the directive keeps an event, or an input, until the free has come.
func (s *Schedule) awaitsFree(d Directive) bool {
	isFree := func(u Target) bool { return u.Event == s.Goal.Free }
	return d.Hold != nil && slices.ContainsFunc(d.Hold.Until, isFree) || d.Input != nil && slices.ContainsFunc(d.Input.After, isFree)
}

// mayBeAnother: in this run the predicted event did not free what the race is about, or did not come, although the use was kept.
// Where no event was held, or a thread posts whatever it likes, only a free of another object that was made in the same place says
// that it may be the turn of the race's own in another event.
func (s *Schedule) mayBeAnother(f *Finding) bool {
	if f.outcome == nil {
		return false
	}
	if s.freedByThread || len(f.outcome.goals.held) == 0 {
		return f.Status == Feasible && f.freedAlike
	}
	switch f.Status {
	case Feasible, NotReached:
		return true
	case Diverged:
		return slices.Contains([]string{steering.DivergedHoldTimeout, steering.DivergedExitHolding, steering.DivergedAwaitedRemoved}, f.divergedBy)
	}
	return false
}

// awaiting is the schedule with another event in the place of the free.
func (s *Schedule) awaiting(free Target) *Schedule {
	other := *s
	other.Directives = slices.Clone(s.Directives)
	replace := func(targets []Target) []Target {
		targets = slices.Clone(targets)
		for i := range targets {
			if targets[i].Event == s.Goal.Free {
				targets[i] = free
			}
		}
		return targets
	}
	for i, d := range other.Directives {
		switch {
		case d.Hold != nil:
			h := *d.Hold
			h.Until = replace(h.Until)
			other.Directives[i].Hold = &h
		case d.Input != nil:
			in := *d.Input
			in.After = replace(in.After)
			other.Directives[i].Input = &in
		}
	}
	other.Goal.Free = free.Event
	return &other
}

// watching holds what the race needs for ms, whoever frees.
func (s *Schedule) watching(ms int) *Schedule {
	other := s.awaiting(Target{Event: noEvent, About: "end of its time"})
	waited := false
	for i, d := range s.Directives {
		switch {
		case !s.awaitsFree(d):
		case d.Hold != nil:
			other.Directives[i].Hold.TimeoutMS = ms
		default:
			in := other.Directives[i].Input
			in.After = without(in.After, noEvent)
			if !waited { // those behind it come in their turn
				in.WaitMS, waited = in.WaitMS+ms, true
				other.WatchdogMS = min(other.WatchdogMS+ms, waitMax)
			}
		}
	}
	other.watch = s.freedSize
	return other
}

// freedAs is the label of the free of what the program used, as predicted, once it was let go; "" if it used nothing so.
func (s *Schedule) freedAs(o *Outcome) string {
	for i := range o.Reports {
		r := &o.Reports[i]
		if r.Kind != "heap-use-after-free" || !MatchReport(r, s.Expect).Proves {
			continue
		}
		_, rest, _ := strings.Cut(r.Text, " on address 0x")
		digits, _, _ := strings.Cut(rest, " ")
		at, err := strconv.ParseUint(digits, 16, 64)
		if err != nil {
			continue
		}
		if label := o.goals.nthFreed(at); label != "" {
			return label
		}
	}
	return ""
}

// nthFreed is the label of the free of the block with the address, the last one there.
func (g *goals) nthFreed(address uint64) string {
	for i, f := range slices.Backward(g.freers) {
		if address-f.at >= f.size {
			continue
		}
		nth := 1
		for _, before := range g.freers[:i] {
			if before.place == f.place {
				nth++
			}
		}
		return fmt.Sprintf("%s %d %d %s", steering.LabelFreed, nth, f.size, f.place)
	}
	return ""
}

// otherFreer tries it; what f showed stays where it shows no more.
func (c *runner) otherFreer(ctx context.Context, t *task, f *Finding) (*Finding, error) {
	if t.s.freedSize == 0 || c.p.plain || !t.s.mayBeAnother(f) || !slices.ContainsFunc(t.s.Directives, t.s.awaitsFree) {
		return f, nil
	}
	freed := ""
	times := []int{defaultHoldMS, shortHoldMS}
	if t.s.freedByThread {
		times = times[:1] // it came in time
	}
	for _, ms := range times {
		o, err := runProgram(ctx, t.s.watching(ms), c.p, c.argv, c.opt.RunOptions)
		if err != nil {
			return nil, err
		}
		if freed = t.s.freedAs(o); freed != "" {
			break
		}
	}
	if freed == "" {
		return f, nil
	}
	s := t.s.awaiting(Target{Event: freed, About: "event that frees it in this order, another one than in the recording,"})
	again, err := c.guarded(ctx, t, *s)
	if err != nil || !again.Status.Proven() {
		return f, err
	}
	t.lighter.Store(s)
	return again, nil
}
