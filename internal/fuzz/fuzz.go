// Package fuzz looks for failures that other orders of events bring about: it
// runs a program many times, each time with a few events later than they came,
// as far as the recorded order allows, and then finds out which one event it is
// that must be late.
//
// After Endo and Møller, NodeRacer: Event Race Detection for Node.js Applications
// (ICST 2020): an observation run, guided runs, diagnosis. No access to memory is
// looked at: whatever the program does when it fails decides.
//
// The rules it keeps:
//   - What comes after a run left its schedule is counted, never reported.
//   - A failure in an order that no event loop makes is a fault of ours, and counted as that.
//   - The runs depend on the seed alone, not on how many go on at a time.
package fuzz

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sparseracer/internal/steer"
	"sparseracer/sparsehb"
)

// Options of Fuzz.
type Options struct {
	steer.RunOptions
	Runs      int    // guided runs at most; 0: 100
	Jobs      int    // runs at a time; 0: 1
	Seed      uint64 // the same seed postpones the same events
	Naive     bool   // postpone whatever the order says: to compare with
	Only      string // of the two ways to be late: Guided, Delays, or "" for both
	UntilFail bool   // stop after the first failure that a schedule repeats every time
	Count     bool   // only count: nothing is diagnosed
	// Environment is what the schedules set, as the observation run had it.
	Environment map[string]string
	Progress    func(done, all, failed int) // one call at a time; nil for none
	// Elsewhere, if it is not nil, makes the guided runs from..to, to excluded, as Range does, and tells
	// what each showed, one call at a time. The diagnosis stays here.
	Elsewhere func(ctx context.Context, from, to int, told func(Ran)) error
}

// Ways in which events are late: until another one has ended, as far as the order allows, or for a time.
const (
	Guided = "guided"
	Delays = "delays"
)

// Ways are all of them.
var Ways = []string{Guided, Delays}

const (
	defaultRuns = 100
	mostEvents  = 4 // that are postponed in one run
	mostKept    = 4 // failed runs of a kind that are kept for the diagnosis
)

// Result is what the runs showed.
type Result struct {
	Runs      int            // guided runs made
	Failed    int            // of them
	Left      int            // that left their schedule, and so show nothing, …
	LeftAmiss int            // … though they failed
	Why       map[string]int // they left it, without what it was about
	OurFaults int            // … of them in an order that no event loop makes,
	Fault     string         // what to do about the first, "" if there is none
	Idle      int            // in which nothing could be postponed, or nothing was
	Silent    []int          // numbers of all that show nothing, Left and Idle, from 1, ascending
	Seed      uint64
	Itself    string        // how the program fails without any steering, "" if it does not
	First     int           // the first run that failed, from 1; 0: none
	After     time.Duration // from the start to the end of that run
	Failures  []Failure     // the most frequent first
}

// Failure is one way in which the program fails.
type Failure struct {
	How       string // in the words of steer.Outcome.Failure
	Runs      int    // guided runs that failed so
	First     int    // the first of them, from 1
	Numbers   []int  // all of them, from 1, ascending
	Schedule  *steer.Schedule
	Report    *steer.Report // a sanitizer's, nil without one
	LastLine  string        // that the program printed, quoted
	Diagnosed Diagnosis
	kept      []failed // to be diagnosed, the easiest first
}

// failed is a guided run that failed.
type failed struct {
	run      int // from 0
	schedule *steer.Schedule
	lastLine string
	report   *steer.Report
}

// outcome is what one run showed.
type outcome struct {
	how         string // it failed, "" if it did not
	held, legal bool   // an event was postponed; all of it may happen without steering
	left        string // why not
	fault       string // it is a fault of ours, and what to do about it
	lastLine    string
	report      *steer.Report
}

// runner runs the program once.
type runner func(context.Context, *steer.Schedule) (outcome, error)

// search is the state of one call of Fuzz.
type search struct {
	argv  []string
	run   runner
	opt   Options
	post  *steer.Postponer
	begun time.Time

	next int // the number of the next guided run, from 0

	mu     sync.Mutex
	result Result
	before int // failed runs before the last call of guided
	found  map[string]*Failure
}

// Fuzz runs the program, whose observation run `res` is the analysis of. When ctx
// ends, what is known by then comes back with its error.
func Fuzz(ctx context.Context, res *sparsehb.Result, argv []string, opt Options) (*Result, error) {
	return searchOf(res, argv, opt).all(ctx)
}

func searchOf(res *sparsehb.Result, argv []string, opt Options) *search {
	s := newSearch(steer.NewPostponer(res, res.Order), opt)
	s.argv = argv
	s.run = func(ctx context.Context, schedule *steer.Schedule) (outcome, error) {
		o, err := steer.Run(ctx, schedule, argv, opt.RunOptions)
		if err != nil {
			return outcome{}, err
		}
		return shown(o), nil
	}
	return s
}

func newSearch(post *steer.Postponer, opt Options) *search {
	if opt.Runs <= 0 {
		opt.Runs = defaultRuns
	}
	return &search{opt: opt, post: post, begun: time.Now(), found: map[string]*Failure{}, result: Result{Seed: opt.Seed, Why: map[string]int{}}}
}

func shown(o *steer.Outcome) outcome {
	out := outcome{how: o.Failure(), held: o.Held(), legal: o.Legal(), left: o.Diverged(), lastLine: o.LastLine()}
	if o.OurFault != "" {
		out.fault = o.FaultAdvice()
	}
	if len(o.Reports) > 0 {
		out.report, out.lastLine = &o.Reports[0], "" // it says more than the last line
	}
	return out
}

// all: the program as it is, the guided runs, the diagnosis.
func (s *search) all(ctx context.Context) (*Result, error) {
	o, err := s.run(ctx, steer.Unsteered(s.opt.Environment))
	if err != nil {
		return nil, err
	}
	if s.result.Itself = o.how; o.how != "" {
		return &s.result, nil
	}
	for err == nil && s.next < s.opt.Runs && !s.done() {
		err = s.guided(ctx)
		if failed := s.diagnoseAll(ctx); err == nil {
			err = failed
		}
	}
	s.rank()
	return &s.result, err
}

// done: a failure was found, and a schedule that brings it about every time; or nobody
// asks for one.
func (s *search) done() bool {
	if s.opt.Count {
		return s.opt.UntilFail && s.result.Failed > 0
	}
	for _, f := range s.found {
		if f.Diagnosed.certain() {
			return true
		}
	}
	return false
}

// guided makes the guided runs, or those up to one more failure.
func (s *search) guided(ctx context.Context) error {
	if s.opt.Elsewhere != nil {
		return s.elsewhere(ctx)
	}
	g, running := errgroup.WithContext(ctx)
	g.SetLimit(max(1, s.opt.Jobs))
	s.before = s.result.Failed
	for ; s.next < s.opt.Runs && running.Err() == nil && !s.enough(); s.next++ {
		i := s.next
		g.Go(func() error {
			if s.enough() { // while this one waited for its turn
				return nil
			}
			return s.once(running, i)
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

func (s *search) enough() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opt.UntilFail && s.result.Failed > s.before
}

// once is the i-th guided run, from 0.
func (s *search) once(ctx context.Context, i int) error {
	schedule := s.schedule(i)
	o, err := s.guidedBy(ctx, schedule)
	if err == nil {
		s.note(i, schedule, o)
	}
	return err
}

// guidedBy runs the program under a schedule; without one nothing can be postponed.
func (s *search) guidedBy(ctx context.Context, schedule *steer.Schedule) (outcome, error) {
	if schedule == nil {
		return outcome{legal: true}, nil
	}
	return s.run(ctx, schedule)
}

// schedule is that of the i-th guided run: it depends on the seed and i alone. Nil if nothing can be
// postponed.
func (s *search) schedule(i int) *steer.Schedule {
	rng := rand.New(rand.NewPCG(s.opt.Seed, uint64(i)))
	opt := steer.PostponeOptions{Most: 1 + rng.IntN(mostEvents), Naive: s.opt.Naive, Environment: s.opt.Environment,
		Delays: s.opt.Only != Guided && !s.opt.Naive}
	if s.opt.Only == Delays {
		opt.Most = 0
	}
	schedule := s.post.Schedule(rng, opt)
	if schedule != nil {
		schedule.FastTimers = s.opt.FastTimers // for replays as well
	}
	return schedule
}

// note counts a run; one that failed is kept if it is the first of its kind.
func (s *search) note(i int, schedule *steer.Schedule, o outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.result
	r.Runs++
	if !o.held || !o.legal {
		r.Silent = append(r.Silent, i+1)
	}
	switch {
	case !o.held:
		r.Idle++
	case !o.legal:
		r.leave(o)
	}
	if o.legal && o.how != "" {
		s.fail(i, schedule, o)
	}
	if s.opt.Progress != nil {
		s.opt.Progress(r.Runs, s.opt.Runs, r.Failed)
	}
}

func (r *Result) leave(o outcome) {
	r.Left++
	if o.fault != "" {
		r.OurFaults++
		r.Fault = cmp.Or(r.Fault, o.fault)
	}
	if o.how != "" {
		r.LeftAmiss++
	}
	why, _, _ := strings.Cut(o.left, ": ")
	r.Why[why]++
}

func (s *search) fail(i int, schedule *steer.Schedule, o outcome) {
	r := &s.result
	r.Failed++
	if r.First == 0 || i+1 < r.First {
		r.First, r.After = i+1, time.Since(s.begun)
	}
	f := s.found[o.how]
	if f == nil {
		f = &Failure{How: o.how}
		s.found[o.how] = f
	}
	f.Runs++
	f.Numbers = append(f.Numbers, i+1)
	if f.First == 0 || i+1 < f.First { // the first to end need not be the first to start
		f.First = i + 1
	}
	schedule.Failure, schedule.Program = o.how, s.argv
	f.keep(failed{run: i, schedule: schedule, lastLine: o.lastLine, report: o.report})
}

// keep keeps the easiest to diagnose: those with few events, the earliest among them.
func (f *Failure) keep(one failed) {
	f.kept = append(f.kept, one)
	slices.SortFunc(f.kept, func(a, b failed) int {
		return cmp.Or(cmp.Compare(len(a.schedule.Directives), len(b.schedule.Directives)), cmp.Compare(a.run, b.run))
	})
	f.kept = f.kept[:min(len(f.kept), mostKept)]
}

// rank puts the failures into their order.
func (s *search) rank() {
	slices.Sort(s.result.Silent)
	for _, f := range s.found {
		slices.Sort(f.Numbers)
		s.result.Failures = append(s.result.Failures, *f)
	}
	slices.SortFunc(s.result.Failures, func(a, b Failure) int {
		if a.Runs != b.Runs {
			return b.Runs - a.Runs
		}
		return a.First - b.First
	})
}
