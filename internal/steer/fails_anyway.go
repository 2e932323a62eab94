package steer

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"sparseracer/sparsehb"
)

// A program may have a memory error that has nothing to do with any race and comes in each
// run: it would hide them all. So where a run shows something else than its race, the
// recorded session is played once as it was. What fails there, too, is said to, and does
// not count: in a program built with -fsanitize-recover=address the runs go on after it.

// anyway is what the program fails by without steering; found out once.
type anyway struct {
	once sync.Once
	how  []string // kinds and functions of the reports
	err  error
	// passed: the runs go on after it.
	passed atomic.Bool
}

// sessionOf is the schedule that plays what the recording has of a person, in its loops and
// at its pace.
func sessionOf(res *sparsehb.Result, env map[string]string) *Schedule {
	s := Unsteered(env)
	s.Race = RaceInfo{ID: sessionKind, Kind: sessionKind, Summary: "the recorded session, as it was"}
	d := &derivation{res: res}
	d.count()
	var list []*sparsehb.Event
	for i := range res.Events {
		if e := &res.Events[i]; e.Deq != sparsehb.NoOp && d.personal(e) && e.Attr("input") != "" && d.input(e, nil) != nil {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b *sparsehb.Event) int { return int(int64(a.Deq) - int64(b.Deq)) })
	for _, e := range list[:min(len(list), inputsMax)] {
		s.play(d.input(e, d.contextOf(e)))
	}
	return s
}

// failsAnyway are the program's own failures, found out by one run without steering.
func (c *runner) failsAnyway(ctx context.Context) ([]string, error) {
	if c.session == nil {
		return nil, nil
	}
	c.anyway.once.Do(func() {
		run := c.opt.RunOptions
		run.goesOn = true
		var o *Outcome
		if o, c.anyway.err = runProgram(ctx, c.session, c.p, c.argv, run); c.anyway.err == nil {
			for i := range o.Reports {
				c.anyway.how = append(c.anyway.how, o.Reports[i].own())
			}
		}
	})
	return c.anyway.how, c.anyway.err
}

// own is what tells a report from another one.
func (r *Report) own() string { return r.Kind + " in " + describe(r.Use) }

// goOn runs a schedule beyond what the program fails by in any case, if the build lets it.
// first is what a run showed that ended there, nil: it is known that the program does so.
// Without a recorded session only a proof counts. nil: the first run stands.
func (c *runner) goOn(ctx context.Context, s *Schedule, first *Finding) (*Finding, error) {
	if first != nil && (first.Status != CrashedElsewhere || first.Report == nil || first.Report.Guarded) {
		return nil, nil
	}
	how, err := c.failsAnyway(ctx)
	if err != nil || first != nil && c.session != nil && !slices.Contains(how, first.Report.own()) {
		return nil, err
	}
	run := c.opt.RunOptions
	run.goesOn = true
	o, err := runProgram(ctx, s, c.p, c.argv, run)
	if err != nil {
		return nil, err
	}
	ended, all := o.Stopped == "" && o.ExitCode == asanExitCode, o.Reports
	o.Reports = slices.DeleteFunc(slices.Clone(all), func(r Report) bool { return slices.Contains(how, r.own()) })
	again := s.shown(o)
	switch {
	case again.Status.Proven():
		c.anyway.passed.Store(c.session != nil)
		return &again, nil
	case c.session == nil:
		return nil, nil
	case len(o.Reports) == 0 && ended && len(all) > 0:
		again = s.shown(&Outcome{Reports: all, ExitCode: o.ExitCode, PID: o.PID, goals: o.goals})
		again.Reason = "the program fails so without steering, too: " + all[0].own() +
			"; built with -fsanitize-recover=address it would be run beyond that"
	default:
		again.Reason += "; what the program fails by without steering does not count: " + how[0]
		c.anyway.passed.Store(true)
	}
	return &again, nil
}
