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
	d.opt = DeriveOptions{HoldMS: postponeMS, Driven: true}
	blocks := d.res.Order.Blocks()
	race := &sparsehb.Race{First: sparsehb.Access{Op: blocks[first].First, Block: first, Event: blocks[first].Event}, Loop: trace.NoGuard}
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
	return d.directives(plan, postponeMS), nil
}

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

// lastLoopBefore is the loop after whose end the block ran, NoGuard if it is the
// first of its handler.
func lastLoopBefore(res *sparsehb.Result, e *sparsehb.Event, b sparsehb.BlockID) trace.GuardID {
	for _, g := range slices.Backward(e.Loops) {
		if v := &res.Loops[g]; v.ResumeBlock != sparsehb.NoBlock && v.ResumeBlock <= b {
			return g
		}
	}
	return trace.NoGuard
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

// With is the schedule with more directives; of one for an event that is held
// already it takes what that is to wait for. The error is a *Refusal.
func (s *Schedule) With(more []Directive) (*Schedule, error) {
	out := *s
	out.Directives = slices.Clone(s.Directives)
	for _, d := range more {
		i := slices.IndexFunc(out.Directives, func(o Directive) bool {
			return o.Hold != nil && d.Hold != nil && o.Hold.Event == d.Hold.Event
		})
		if i < 0 {
			out.Directives = append(out.Directives, d)
			continue
		}
		h := *out.Directives[i].Hold
		h.Until = slices.Clone(h.Until)
		for _, u := range d.Hold.Until {
			if !slices.Contains(h.Until, u) {
				h.Until = append(h.Until, u)
			}
		}
		out.Directives[i] = Directive{Hold: &h}
	}
	if err := out.validate(); err != nil {
		return nil, unsupported("no schedule can be written: %v", err)
	}
	return &out, nil
}
