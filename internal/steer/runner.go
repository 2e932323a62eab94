package steer

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// each calls f for 0 to n-1, at most `at` of them at a time, in order of start.
// The first error ends it: what has not started then is left out, what runs has
// its context cancelled.
func each(ctx context.Context, n, at int, f func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, min(at, n)) {
		workers.Go(func() {
			for i := range next {
				if err := f(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// task is the runs of one schedule; what they showed is kept by run, for they may
// end in any order.
type task struct {
	v        *Verdict
	s        *Schedule
	race     int // from 1, for people
	findings []*Finding
	// keepFreed: a run has shown the race only when freed memory kept what it held.
	keepFreed atomic.Bool
	// lighter: a schedule without what need not be played shows more.
	lighter atomic.Pointer[Schedule]
	// guard is the one with which a run has shown the race, nil: that of the schedule.
	guard atomic.Pointer[Guard]
}

// runner runs schedules of one program.
type runner struct {
	p     *program
	argv  []string
	opt   Options
	races int

	mu   sync.Mutex
	done int
	all  int
	best map[*Verdict]Status
}

// run makes opt.Runs runs of each task and adds them up in order, also when it is
// interrupted.
func (c *runner) run(ctx context.Context, tasks []*task) error {
	runs := max(1, c.opt.Runs)
	c.all, c.best = runs*len(tasks), map[*Verdict]Status{}
	for _, t := range tasks {
		t.findings = make([]*Finding, runs)
	}
	err := each(ctx, c.all, c.opt.Jobs, func(ctx context.Context, i int) error {
		t, run := tasks[i/runs], i%runs
		c.tell(t, run+1, runs)
		f, err := c.once(ctx, t)
		if err == nil {
			t.findings[run] = f
			c.finished(t.v, f)
		}
		return err
	})
	for _, t := range tasks {
		t.s.KeepFreed = t.s.KeepFreed || t.keepFreed.Load()
		t.settle()
		for _, f := range t.findings {
			if f != nil {
				t.v.add(*f)
			}
		}
	}
	return err
}

// settle makes what the runs have found out a part of the schedule.
func (t *task) settle() {
	if l := t.lighter.Load(); l != nil {
		t.s.Directives, t.s.WatchdogMS = l.Directives, l.WatchdogMS
	}
	if g := t.guard.Load(); g != nil {
		t.s.Guard = g
	}
}

// once runs the schedule; without the inputs that can be spared if one of them has no
// target.
func (c *runner) once(ctx context.Context, t *task) (*Finding, error) {
	if l := t.lighter.Load(); l != nil {
		return c.guarded(ctx, t, *l)
	}
	f, err := c.guarded(ctx, t, *t.s)
	if err != nil || !f.isUnplayed() {
		return f, err
	}
	for _, l := range t.s.lighter() {
		again, err := c.guarded(ctx, t, *l)
		if err != nil {
			return nil, err
		}
		if again.Status > Diverged {
			t.lighter.Store(l)
			return again, nil
		}
		f.Reason += "; without " + l.without + ": " + again.Reason
	}
	return f, nil
}

// guarded runs a schedule of the task, and again where the first run says what to
// guard besides (along.go). A fault on filled memory, in code without instrumentation, may come
// before the predicted use of another object that the same handler freed: where it
// hides the race, another run goes without filling; if that shows it, so do all that
// follow.
func (c *runner) guarded(ctx context.Context, t *task, s Schedule) (*Finding, error) {
	s.KeepFreed = s.KeepFreed || t.keepFreed.Load()
	if g := t.guard.Load(); g != nil {
		s.Guard = g
	}
	f, err := c.try(ctx, &s)
	if err != nil {
		return nil, err
	}
	switch g, along, err := c.followed(ctx, s, f); {
	case err != nil:
		return nil, err
	case g != nil:
		t.guard.Store(g)
		return along, nil
	}
	if s.KeepFreed || f.Status != CrashedElsewhere || f.Report == nil || !f.Report.Filled {
		return f, err
	}
	s.KeepFreed = true
	again, err := c.try(ctx, &s)
	if err != nil || !again.Status.Proven() {
		return f, err
	}
	t.keepFreed.Store(true)
	return again, nil
}

func (c *runner) try(ctx context.Context, s *Schedule) (*Finding, error) {
	o, err := runProgram(ctx, s, c.p, c.argv, c.opt.RunOptions)
	if err != nil {
		return nil, err
	}
	f := findingOf(s, o)
	f.bothEnded = o.goals.bothEnded
	if f.Status == Feasible && s.hasGoal() {
		if why := whyFeasible(s, o); why != "" {
			f.Reason += ": " + why
		}
	}
	return &f, nil
}

func (c *runner) finished(v *Verdict, f *Finding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	c.best[v] = max(c.best[v], f.Status)
}

func (c *runner) tell(t *task, run, runs int) {
	if c.opt.Progress == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opt.Progress(Progress{ID: t.v.ID, Race: t.race, Races: c.races, Run: run, Runs: runs, Done: c.done, All: c.all,
		Status: c.best[t.v]})
}

// confirming is how many runs in a row must show the race without a directive for
// that to be left out.
const confirming = 3

// minimise leaves out of a proven schedule what the race does not need, directive
// by directive, so that none of what stays can be left out: each was tried.
func (c *runner) minimise(ctx context.Context, t *task) error {
	least := *t.s
	for i := len(least.Directives) - 1; i >= 0; i-- {
		try := least
		try.Directives = slices.Delete(slices.Clone(least.Directives), i, i+1)
		needed := false
		for n := 0; n < confirming && !needed; n++ {
			f, err := c.once(ctx, &task{s: &try})
			if err != nil {
				return err
			}
			needed = !f.Status.Proven()
		}
		if !needed {
			least = try
		}
	}
	least.Minimised = true
	*t.s = least
	return nil
}
