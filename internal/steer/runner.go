package steer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"sparseracer/internal/steering"
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
	left     int // runs that are still to end
	// same are tasks of other races with the same schedule but for what they expect: one
	// run is one for all of them.
	same []*task
	// instead are schedules that are tried where this one does not show the race.
	instead []*Schedule
	// keepFreed: a run has shown the race only when freed memory kept what it held.
	keepFreed atomic.Bool
	// fillOtherwise: … only when it was filled with other bytes.
	fillOtherwise atomic.Bool
	// wholeStacks: … only when the stacks of allocations were whole.
	wholeStacks atomic.Bool
	// lighter: a schedule without what need not be played shows more.
	lighter atomic.Pointer[Schedule]
	// guard is the one with which a run has shown the race, nil: that of the schedule.
	guard atomic.Pointer[Guard]
}

// alike joins the tasks whose runs are the same: races of the same two handlers in one
// loop, with other places or other objects. With guard pages what is watched differs.
func alike(tasks []*task, p *program) []*task {
	if p.plain {
		return tasks
	}
	var list []*task
	first := map[string]*task{}
	for _, t := range tasks {
		key, err := t.lines()
		if err != nil || first[key] == nil {
			list = append(list, t)
			first[key] = t
		} else {
			first[key].same = append(first[key].same, t)
		}
	}
	return list
}

// lines are what the runtime reads of all schedules of a task.
func (t *task) lines() (string, error) {
	var all []byte
	for _, s := range append([]*Schedule{t.s}, t.instead...) {
		lines, err := Compile(s)
		if err != nil {
			return "", err
		}
		all = append(append(all, lines...), 0)
	}
	return string(all), nil
}

// all are a task and those that its runs are for, too.
func (t *task) all() []*task { return append([]*task{t}, t.same...) }

// runner runs schedules of one program.
type runner struct {
	p     *program
	argv  []string
	opt   Options
	races int

	mu         sync.Mutex
	done       int
	all        int
	best       map[*Verdict]Status
	minimising bool
	keeps      bool // schedules of what is proven

	session *Schedule   // plays the recording as it was, nil: unknown
	hangs   atomic.Bool // the program's start, in two runs one after the other
	anyway  anyway
}

// run makes opt.Runs runs of each task. What a task's runs showed is added up in order
// and reported as soon as the last one is over; when it is interrupted, what is there.
func (c *runner) run(ctx context.Context, tasks []*task) error {
	runs := max(1, c.opt.Runs)
	c.all, c.best = runs*len(tasks), map[*Verdict]Status{}
	for _, t := range tasks {
		t.left = runs
		for _, m := range t.all() {
			m.findings = make([]*Finding, runs)
		}
	}
	var late atomic.Bool
	err := each(ctx, c.all, c.opt.Jobs, func(ctx context.Context, i int) error {
		t, run := tasks[i/runs], i%runs
		if run == 0 && !c.opt.Until.IsZero() && !time.Now().Before(c.opt.Until) {
			late.Store(true)
		}
		if late.Load() {
			return nil
		}
		c.tell(t, run+1, runs)
		f, err := c.once(ctx, t)
		if err != nil {
			return err
		}
		return c.finished(t, run, f)
	})
	for _, t := range tasks {
		if t.left > 0 {
			err = errors.Join(err, c.sumUp(t))
		}
	}
	if late.Load() {
		err = errors.Join(err, ErrUntil)
	}
	return err
}

// finished keeps what a run showed of each race that it is for; after the last run of
// them comes the verdict.
func (c *runner) finished(t *task, run int, f *Finding) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range t.all() {
		m.findings[run] = f
		if m != t {
			m.findings[run] = t.shared(m, f)
		}
		c.best[m.v] = max(c.best[m.v], m.findings[run].Status)
	}
	c.done++
	if t.left--; t.left > 0 {
		return nil
	}
	return c.sumUp(t)
}

// shared is what a run of t showed of the race of m.
func (t *task) shared(m *task, f *Finding) *Finding {
	if f.outcome == nil {
		return f
	}
	s := f.ran.of(m.s)
	other := s.shown(f.outcome)
	if other.Status == CrashedElsewhere && f.Status.Proven() {
		other.Reason = "race " + t.v.ID + " crashed first, in the same run: " + other.Reason
	}
	return &other
}

// sumUp makes the verdicts of a task and of those like it.
func (c *runner) sumUp(t *task) error {
	for _, m := range t.all() {
		m.s.KeepFreed = m.s.KeepFreed || t.keepFreed.Load()
		m.s.FillOtherwise = m.s.FillOtherwise || t.fillOtherwise.Load()
		m.s.WholeStacks = m.s.WholeStacks || t.wholeStacks.Load()
		m.settle(t)
		ran := false
		for _, f := range m.findings {
			if f != nil {
				m.v.add(*f)
				ran = true
			}
		}
		if c.keeps {
			if err := c.keepBest(m); err != nil {
				return err
			}
		}
		if !ran {
			continue
		}
		if err := c.found(m.v); err != nil {
			return err
		}
	}
	return nil
}

// settle makes what the runs have found out a part of the schedule; ran is the task that
// they were made for.
func (t *task) settle(ran *task) {
	if l := ran.lighter.Load(); l != nil {
		t.s.Directives, t.s.WatchdogMS, t.s.Goal = l.Directives, l.WatchdogMS, l.Goal
	}
	if g := ran.guard.Load(); g != nil {
		t.s.Guard = g
	}
}

// once runs the schedule, and others where that one fails; without the inputs that can be spared if one of them has no
// target.
func (c *runner) once(ctx context.Context, t *task) (*Finding, error) {
	if l := t.lighter.Load(); l != nil {
		return c.guarded(ctx, t, *l)
	}
	if c.opt.Brief {
		if f, err := c.guarded(ctx, t, *t.s); err != nil || f.Status != CrashedElsewhere {
			return f, err
		}
	}
	f, err := c.first(ctx, t)
	if err != nil || f.Status.Proven() {
		return f, err
	}
	if no := t.s.refused; no != nil && f.Status <= Diverged {
		f.Reason = fmt.Sprintf("%s; asked for before, it was %s: %s", no.Reason, f.Status, f.Reason)
		f.Status = no.status()
	}
	for _, s := range t.instead {
		if s.asked && f.Status >= Feasible {
			continue // the bad order was there
		}
		if s.otherLoop && !f.isUnplayed() && f.question == nil {
			continue // nothing kept it from its own loop
		}
		again, s, err := c.steered(ctx, t, s)
		if err == nil && again.isStuck() {
			again, s, err = c.leftOtherwise(ctx, t, s, again)
		}
		if err != nil {
			return nil, err
		}
		if again.Status.Proven() {
			t.lighter.Store(s)
			return again, nil
		}
		if again.Status > f.Status && (again.Status > Diverged || !s.asked) {
			f = again // one that plays otherwise than the recording, and leaves its way, says nothing
		}
	}
	return c.otherFreer(ctx, t, f)
}

// leftOtherwise tries the other ways to leave the window in which s is stuck; what shows
// more comes back with its schedule.
func (c *runner) leftOtherwise(ctx context.Context, t *task, s *Schedule, stuck *Finding) (*Finding, *Schedule, error) {
	for _, other := range s.otherEnds() {
		f, err := c.guarded(ctx, t, *other)
		if err != nil || f.Status > Diverged {
			return f, other, err
		}
	}
	return stuck, s, nil
}

// first runs the task's own schedule.
func (c *runner) first(ctx context.Context, t *task) (*Finding, error) {
	f, used, err := c.steered(ctx, t, t.s)
	if err == nil && used != t.s {
		t.lighter.Store(used)
	}
	if err != nil || !f.isUnplayed() && f.question == nil || f.isBarred() {
		return f, err
	}
	if f.isStuck() {
		other, s, err := c.leftOtherwise(ctx, t, t.s, f)
		if err != nil {
			return nil, err
		}
		if other != f {
			t.lighter.Store(s)
			return other, nil
		}
	}
	var barred *Finding
	for _, l := range t.s.lighter() {
		again, l, err := c.steered(ctx, t, l)
		if err != nil {
			return nil, err
		}
		if again.Status > Diverged {
			t.lighter.Store(l)
			return again, nil
		}
		if again.isBarred() {
			barred = again
		}
		f.Reason += fmt.Sprintf("; nor %s (%s: %s)", l.instead, again.Status, again.Reason)
	}
	if barred != nil {
		return barred, nil // it came further, and says why no input leads on
	}
	return f, nil
}

// guarded runs a schedule of the task, and again where the first run says what to
// guard besides (along.go). A fault on filled memory, in code without instrumentation, or an assertion may come
// before the predicted use of another object that the same handler freed: where it
// hides the race, another run goes without filling; if that shows it, so do all that
// follow. And where a library uses what was freed and goes on without a fault, another
// run fills otherwise: a filled byte may be a flag by which it returns at once. Where the use is
// the predicted one and the allocation is not, its stack may lack a caller, and another run has it whole.
func (c *runner) guarded(ctx context.Context, t *task, s Schedule) (*Finding, error) {
	s.KeepFreed = s.KeepFreed || t.keepFreed.Load()
	s.FillOtherwise = s.FillOtherwise || t.fillOtherwise.Load()
	s.WholeStacks = s.WholeStacks || t.wholeStacks.Load()
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
	if s.byLibrary && f.Status == Feasible && !s.KeepFreed && !s.FillOtherwise && !c.p.plain {
		s.FillOtherwise = true
		again, err := c.try(ctx, &s)
		if err != nil || !again.Status.Proven() {
			return f, err
		}
		t.fillOtherwise.Store(true)
		return again, nil
	}
	if m := f.Match; (f.Status == CrashedElsewhere || f.Status == EarlierSymptom) && m.Use && !m.Alloc && !s.WholeStacks && !s.onGLib() && !c.p.plain {
		s.WholeStacks = true
		again, err := c.try(ctx, &s)
		if err != nil || again.Status != Confirmed {
			return f, err
		}
		t.wholeStacks.Store(true)
		return again, nil
	}
	if s.KeepFreed || f.Status != CrashedElsewhere || !f.byFilling() {
		return f, err
	}
	s.KeepFreed = true
	for range mostUnfilled {
		again, err := c.try(ctx, &s)
		if err != nil {
			return f, err
		}
		if again.Status.Proven() {
			t.keepFreed.Store(true)
			return again, nil
		}
		if again.Status != NotReached && again.Status != Diverged {
			break
		}
	}
	return f, nil
}

// mostUnfilled is how often a run without filling may miss what the one with filling reached: in a program whose peers come in
// an order of their own.
const mostUnfilled = 3

// byFilling: the bytes that freed memory was filled with may have ended the run, before the use or in its place. A library that
// asserts what it is given aborts without a report.
func (f *Finding) byFilling() bool {
	if f.Report != nil {
		return f.Report.Filled
	}
	return f.outcome != nil && f.outcome.Signal == syscall.SIGABRT && f.outcome.goals.badOrder
}

func (c *runner) try(ctx context.Context, s *Schedule) (*Finding, error) {
	if c.anyway.passed.Load() {
		return c.goOn(ctx, s, nil)
	}
	o, err := runProgram(ctx, s, c.p, c.argv, c.opt.RunOptions)
	if err != nil {
		return nil, err
	}
	f := s.shown(o)
	if f.divergedBy == steering.DivergedNoStart && !c.hangs.Load() {
		// Steering had no part in that: the next start may be another one.
		if o, err = runProgram(ctx, s, c.p, c.argv, c.opt.RunOptions); err != nil {
			return nil, err
		}
		f = s.shown(o)
		c.hangs.Store(f.divergedBy == steering.DivergedNoStart)
	}
	if again, err := c.goOn(ctx, s, &f); err != nil || again != nil {
		return again, err
	}
	return &f, nil
}

// shown is what a run showed of the race.
func (s *Schedule) shown(o *Outcome) Finding {
	f := findingOf(s, o)
	ran := *s
	f.bothEnded, f.outcome, f.ran = o.goals.bothEnded, o, &ran
	if f.Status == Feasible && s.hasGoal() {
		why, alike := whyFeasible(s, o)
		f.freedAlike = alike
		if why != "" {
			f.Reason += ": " + why
		}
	}
	return f
}

func (c *runner) tell(t *task, run, runs int) {
	if c.opt.Progress == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opt.Progress(Progress{ID: t.v.ID, Race: t.race, Races: c.races, Run: run, Runs: runs, Done: c.done, All: c.all,
		Status: c.best[t.v], Minimising: c.minimising})
}
