package steer

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Reversal makes the directives that turn round the order in which two blocks of a
// recording ran: what leads to the first waits until the event of the second has
// ended. Block `second` may be sparsehb.NoBlock for an event that was removed before
// it could run. The error is a *Refusal.
func (p *Postponer) Reversal(first, second sparsehb.BlockID, removed trace.EventID) ([]Directive, error) {
	d := *p.d
	d.opt = DeriveOptions{Driven: true, Played: p.Played}
	blocks := d.res.Order.Blocks()
	race := &sparsehb.Race{First: sparsehb.Access{Op: blocks[first].First, Block: first, Event: blocks[first].Event}, Loop: trace.NoLoop}
	d.race, d.use = race, d.event(race.First.Event)
	if second != sparsehb.NoBlock {
		removed = blocks[second].Event
	}
	d.free = d.event(removed)
	if err := d.twoHandlers(); err != nil {
		return nil, err
	}
	if d.free.End == sparsehb.NoOp { // it never ran: whatever is needed for it had run by then
		race.Second = sparsehb.Access{Op: race.First.Op, Block: sparsehb.NoBlock, Event: removed}
	} else {
		race.Second = sparsehb.Access{Op: d.free.End, Block: d.free.LastBlock, Event: removed}
	}
	race.Loop = lastLoopBefore(d.res, d.use, first)
	plan, err := d.planInLoops()
	if err != nil {
		return nil, err
	}
	if plan.later != nil {
		return []Directive{{Input: &Input{Event: d.label(plan.later), After: d.targets(d.free), TimeoutMS: reversalMS}}}, nil
	}
	for _, e := range plan.held {
		if timerForced(d.o, e, d.free) {
			return nil, infeasible("%s is always later than %s", d.about(d.free), d.about(e))
		}
	}
	return d.directives(plan, reversalMS), nil
}

// playLater lets the person wait with an input, and so with all that come after it.
func (d *derivation) playLater(r *sparsehb.Event) (plan, error) {
	if d.personal(d.free) {
		return plan{}, unsupported("both are a person's input, whose order stays")
	}
	for i := range d.res.Events {
		e := &d.res.Events[i]
		if e != r && e.Deq > r.Deq && d.personal(e) && d.begins(e, d.race.Second.Block) {
			return plan{}, infeasible("the second needs %s, which the person did later", d.about(e))
		}
	}
	return plan{later: r}, d.recognisable(r)
}

// reversalMS is how long is waited for the event that is to come first.
const reversalMS = 10_000

// twoHandlers refuses what cannot be steered whatever the plan is.
func (d *derivation) twoHandlers() error {
	switch {
	case d.use == nil, d.free == nil:
		return unsupported("one of the two is outside every handler")
	case d.use == d.free:
		return infeasible("both are in one handler")
	case d.free.End != sparsehb.NoOp && d.use.Thread != d.free.Thread:
		return unsupported("the handlers run in different threads")
	case d.label(d.free) == startUp:
		return unsupported("the second is start-up code, whose end nothing can wait for")
	}
	for _, e := range []*sparsehb.Event{d.use, d.free} {
		if err := d.recognisable(e); err != nil {
			return err
		}
	}
	return nil
}

// lastLoopBefore is the loop after whose end the block ran, NoLoop if it is the
// first of its handler.
func lastLoopBefore(res *sparsehb.Result, e *sparsehb.Event, b sparsehb.BlockID) trace.LoopID {
	for _, g := range slices.Backward(e.Loops) {
		if v := &res.Loops[g]; v.ResumeBlock != sparsehb.NoBlock && v.ResumeBlock <= b {
			return g
		}
	}
	return trace.NoLoop
}

// Label is how an event is recognised in other runs, "" if it is not.
func (p *Postponer) Label(e trace.EventID) string {
	if ev := p.d.event(e); ev != nil && p.d.recognisable(ev) == nil {
		return p.d.label(ev)
	}
	return ""
}

// About describes an event to a person.
func (p *Postponer) About(e trace.EventID) string {
	if ev := p.d.event(e); ev != nil {
		return p.d.about(ev)
	}
	return ""
}

// Perhaps turns holds into ones that keep nothing up: what they wait for need not come.
func Perhaps(list []Directive) []Directive {
	var out []Directive
	for _, d := range list {
		if h := d.Hold; h != nil {
			out = append(out, Directive{Hold: &Hold{Event: h.Event, About: h.About, Perhaps: h.Until, TimeoutMS: perhapsMS}})
		}
	}
	return out
}

// perhapsMS is how long is waited for what need not come.
const perhapsMS = 3000

// Needed is the schedule without what it only perhaps waits for.
func (s *Schedule) Needed() *Schedule {
	out := *s
	out.Directives = []Directive{}
	for _, d := range s.Directives {
		if h := d.Hold; h != nil && len(h.Perhaps) > 0 {
			needed := *h
			needed.Perhaps = nil
			d = Directive{Hold: &needed}
		}
		if d.Hold == nil || len(d.Hold.Until) > 0 {
			out.Directives = append(out.Directives, d)
		}
	}
	return &out
}

// With is the schedule with more directives, which win where two events each are to
// wait for the other. An event has one hold; of an input that the schedule has, more says
// what it is to come after, too. The error is a *Refusal.
func (s *Schedule) With(more []Directive) (*Schedule, error) {
	out := *s
	out.Directives = slices.Clone(s.Directives)
	for _, d := range more {
		if d.Input != nil {
			if !out.playAfter(d.Input) {
				return nil, unsupported("the session does not play %s", d.Input.Event)
			}
			continue
		}
		if d.Hold == nil {
			out.Directives = append(out.Directives, d)
			continue
		}
		for _, u := range slices.Concat(d.Hold.Until, d.Hold.Perhaps) {
			out.release(u.Event, d.Hold.Event)
		}
		out.hold(d.Hold)
	}
	if err := out.validate(); err != nil {
		return nil, unsupported("no schedule can be written: %v", err)
	}
	return &out, nil
}

// playAfter lets an input of the schedule come after more; false if there is none.
func (s *Schedule) playAfter(more *Input) bool {
	for _, a := range more.After {
		s.release(a.Event, more.Event)
	}
	i := slices.IndexFunc(s.Directives, func(d Directive) bool { return d.Input != nil && d.Input.Event == more.Event })
	if i < 0 {
		return false
	}
	in := *s.Directives[i].Input
	in.TimeoutMS = max(in.TimeoutMS, more.TimeoutMS)
	in.After = slices.Clone(in.After)
	for _, a := range more.After {
		in.After = append(without(in.After, a.Event), a)
	}
	s.Directives[i] = Directive{Input: &in}
	return true
}

// release lets an event wait no more for another.
func (s *Schedule) release(event, other string) {
	s.Directives = slices.DeleteFunc(s.Directives, func(d Directive) bool {
		return d.Hold != nil && d.Hold.Event == event && len(without(d.Hold.Until, other))+len(without(d.Hold.Perhaps, other)) == 0
	})
	for i, d := range s.Directives {
		if d.Input != nil && d.Input.Event == event {
			in := *d.Input
			in.After = without(in.After, other)
			s.Directives[i] = Directive{Input: &in}
		}
		if d.Hold != nil && d.Hold.Event == event {
			h := *d.Hold
			h.Until, h.Perhaps = without(h.Until, other), without(h.Perhaps, other)
			s.Directives[i] = Directive{Hold: &h}
		}
	}
}

func without(list []Target, event string) []Target {
	return slices.DeleteFunc(slices.Clone(list), func(t Target) bool { return t.Event == event })
}

// hold adds a hold, to that of its event if there is one.
func (s *Schedule) hold(more *Hold) {
	i := slices.IndexFunc(s.Directives, func(d Directive) bool { return d.Hold != nil && d.Hold.Event == more.Event })
	if i < 0 {
		s.Directives = append(s.Directives, Directive{Hold: more})
		return
	}
	h := *s.Directives[i].Hold
	h.TimeoutMS = max(h.TimeoutMS, more.TimeoutMS)
	h.Until, h.Perhaps = slices.Clone(h.Until), slices.Clone(h.Perhaps)
	for _, u := range more.Until {
		h.Perhaps = without(h.Perhaps, u.Event)
		h.Until = append(without(h.Until, u.Event), u)
	}
	for _, u := range more.Perhaps {
		if !slices.Contains(h.Until, u) && !slices.Contains(h.Perhaps, u) {
			h.Perhaps = append(h.Perhaps, u)
		}
	}
	s.Directives[i] = Directive{Hold: &h}
}
