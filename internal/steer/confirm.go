package steer

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sparseracer/sparsehb"
)

// Options of Confirm and Replay.
type Options struct {
	RunOptions
	Runs       int    // runs of each race; 0: 1
	Jobs       int    // runs at a time; 0: 1
	Minimise   bool   // once all verdicts are found, leave out of schedules what the race does not need
	Dir        string // where Confirm writes schedules; "": the current folder
	HoldMS     int    // see DeriveOptions
	WatchdogMS int
	CloseBy    Call // see DeriveOptions
	// Blind says of a schedule's subject why no run can follow it, or else why one may not
	// come to its race: what the hooks do not see. "" = they see what they must; nil: always.
	Blind    func(*Subject) (never, perhaps string)
	Progress func(Progress) // called before each run, one call at a time; nil for none
	// Found takes each verdict as soon as its runs are over and its schedule is written,
	// and again a proven one whose schedule was minimised; one call at a time, never while
	// Progress is called; nil for nobody. Its error ends Confirm.
	Found func(*Verdict) error
	// Brief: a race has one run of its schedule and no second one where that fails, but for one that crashed elsewhere.
	Brief bool
	// Until is when races are no longer begun: Confirm ends with ErrUntil once those that were are over. Zero: never.
	Until time.Time
}

// ErrUntil: some races were not begun, see Options.Until.
var ErrUntil = errors.New("there was no time for all races")

// Progress says which run comes next.
type Progress struct {
	ID          string
	Race, Races int    // from 1
	Run, Runs   int    // from 1
	Done, All   int    // runs of all races
	Status      Status // best so far
	Minimising  bool   // verdicts are found; the runs are those that make schedules smaller
}

// Verdict is what steering found out about one race.
type Verdict struct {
	ID        string
	Status    Status
	Reason    string
	Proven    int      // runs that showed the race itself
	Runs      int      // runs made
	Schedule  string   // file written, "" for none
	Minimised bool     // it is the smallest
	Steps     []string // what it does, in words
	Counts    map[Status]int
	Reasons   map[Status]string // of the first run that showed each
	Match     Match
	Report    *Report // of the best run
	// InVain: the best run was ended after its time, while it waited for what has not come.
	InVain bool
	unseen string // why runs may not come to the race
}

// String is one line, "confirmed, 20 of 20 runs: use, free and alloc match".
func (v *Verdict) String() string {
	s := v.Status.String()
	switch {
	case v.Status.Proven():
		s += fmt.Sprintf(", %d of %d runs", v.Proven, v.Runs)
	case v.Runs > 0:
		s += fmt.Sprintf(", %d of %d runs", v.Counts[v.Status], v.Runs)
	}
	if v.Reason != "" {
		s += ": " + v.Reason
	}
	return s
}

// Others are a line for each thing that runs showed and that String does not tell,
// "1 of 20 runs: diverged: watchdog".
func (v *Verdict) Others() []string {
	var lines []string
	for s := Confirmed; s > NotRun; s-- {
		counted := s == v.Status || s.Proven() && v.Status.Proven()
		if n := v.Counts[s]; n > 0 && !counted {
			lines = append(lines, fmt.Sprintf("%d of %d runs: %s: %s", n, v.Runs, s, v.Reasons[s]))
		}
	}
	return lines
}

// Group are races in one thread's loop, with the analysis of that loop.
type Group struct {
	Result *sparsehb.Result
	Races  []Prediction
	order  Order
}

// Confirm steers the program into each predicted race, group by group. When ctx ends, or what
// races are steered by fails, the verdicts so far come back with the error; races not yet tried
// are NotRun.
func Confirm(ctx context.Context, groups []Group, argv []string, opt Options) ([]Verdict, error) {
	for i := range groups {
		groups[i].order = groups[i].Result.Order
	}
	return confirm(ctx, groups, argv, opt)
}

func confirm(ctx context.Context, groups []Group, argv []string, opt Options) ([]Verdict, error) {
	var all [][]Verdict
	var smaller []func() error // make schedules of a group so
	var err error
	for i := range groups {
		verdicts := untried(groups[i].Races)
		if err == nil {
			var minimise func() error
			minimise, err = groups[i].confirm(ctx, verdicts, argv, opt)
			smaller = append(smaller, minimise)
		}
		all = append(all, verdicts)
	}
	for i := 0; err == nil && opt.Minimise && i < len(smaller); i++ {
		err = smaller[i]()
	}
	return slices.Concat(all...), err
}

// untried are verdicts of races before their first run.
func untried(races []Prediction) []Verdict {
	verdicts := make([]Verdict, len(races))
	for i := range races {
		verdicts[i] = Verdict{ID: races[i].ID, Reason: "interrupted", Counts: map[Status]int{}, Reasons: map[Status]string{}}
	}
	return verdicts
}

// confirm finds the verdicts of a group; what it returns makes its schedules smaller.
func (g *Group) confirm(ctx context.Context, verdicts []Verdict, argv []string, opt Options) (minimise func() error, err error) {
	res, races := g.Result, g.Races
	p, err := findPlain(argv, slices.ContainsFunc(races, func(r Prediction) bool { return r.Guard != nil }))
	if err != nil {
		return nil, err
	}
	calls, err := byCall(ctx, p, argv, opt, races)
	if err != nil {
		return nil, err
	}
	c := &runner{p: p, argv: argv, opt: opt, races: len(races), keeps: true}
	if opt.Driver == "" && !p.plain {
		c.session = sessionOf(res, kept(opt.Env))
	}
	var tasks []*task
	for i := range races {
		v := &verdicts[i]
		s, instead, err := deriveLearned(res, g.order, races[i], DeriveOptions{HoldMS: opt.HoldMS, WatchdogMS: opt.WatchdogMS,
			Driven: opt.Driver != "", CloseBy: opt.CloseBy, FastTimers: opt.FastTimers, Environment: kept(opt.Env)}, calls)
		var no *Refusal
		switch {
		case p.plain && races[i].Guard == nil:
			v.Status, v.Reason = Unsupported, "its proof needs an AddressSanitizer build: nothing is known of it that could be guarded"
		case errors.As(err, &no):
			v.Status, v.Reason = no.status(), no.Reason
			if never, perhaps := opt.blind(&Subject{}); !no.Infeasible {
				v.Reason = joined(v.Reason, never, perhaps)
			}
		case err != nil:
			return nil, err
		default:
			all, why := opt.seen(v, append([]*Schedule{s}, instead...))
			if len(all) > 0 {
				tasks = append(tasks, &task{v: v, s: all[0], race: i + 1, instead: all[1:]})
				continue
			}
			v.Status, v.Reason = Unsupported, why
		}
		if err := c.found(v); err != nil {
			return nil, err
		}
	}
	return func() error { return c.minimiseAll(ctx, tasks) }, c.run(ctx, alike(tasks, p))
}

// found says what came of a race.
func (c *runner) found(v *Verdict) error {
	if v.unseen != "" && (v.Status == NotReached || v.Status == Diverged) {
		v.Status, v.Reason = Unsupported, v.unseen+"; "+v.Status.String()+": "+v.Reason
	}
	if c.opt.Found == nil {
		return nil
	}
	return c.opt.Found(v)
}

// keepBest writes the schedule of a race that was proven, or whose run crashed otherwise:
// that crash is a finding, too, and somebody will want to see it again.
func (c *runner) keepBest(t *task) error {
	switch v := t.v; {
	case v.Status.Proven():
		return c.keep(v, t.s)
	case v.Status != CrashedElsewhere:
		return nil
	}
	for _, f := range t.findings {
		if f != nil && f.Status == CrashedElsewhere && f.ran != nil {
			return c.keep(t.v, f.ran.of(t.s))
		}
	}
	return nil
}

// keep writes the schedule that repeats what a verdict is about.
func (c *runner) keep(v *Verdict, s *Schedule) error {
	path := filepath.Join(c.opt.Dir, "race-"+fileName(v.ID)+".schedule.json")
	if err := s.Write(path); err != nil {
		return fmt.Errorf("race %s: %w", v.ID, err)
	}
	v.Schedule, v.Steps, v.Minimised = path, s.Steps(), s.Minimised
	return nil
}

// of is the schedule of another race that steers as this one does: what it asks of the program
// is this one's, what it expects is the other's.
func (s *Schedule) of(other *Schedule) *Schedule {
	o := *other
	o.Directives, o.WatchdogMS, o.Guard, o.Goal = s.Directives, s.WatchdogMS, s.Guard, s.Goal
	o.KeepFreed, o.FillOtherwise, o.WholeStacks, o.FastTimers = s.KeepFreed, s.FillOtherwise, s.WholeStacks, s.FastTimers
	return &o
}

func (v *Verdict) add(f Finding) {
	v.Runs++
	if v.Counts[f.Status]++; v.Counts[f.Status] == 1 {
		v.Reasons[f.Status] = f.Reason
	}
	if f.Status.Proven() {
		v.Proven++
	}
	if f.Status > v.Status {
		v.Status, v.Reason, v.Match, v.Report = f.Status, f.Reason, f.Match, f.Report
		v.InVain = f.Status == NotReached && f.outcome != nil && f.outcome.Stopped == stoppedTimeout
	}
}

// kept are the variables a schedule keeps for its replays.
func kept(env []string) map[string]string {
	keep := map[string]string{"QT_NO_GLIB": "1"}
	for _, name := range []string{"QT_QPA_PLATFORM", "QSG_RENDER_LOOP"} {
		if is := parseEnviron(env)[name]; is != "" {
			keep[name] = is
		}
	}
	return keep
}

// fileName makes an id safe as part of a file's name.
func fileName(id string) string {
	safe := strings.Map(func(r rune) rune {
		if r == '-' || r < 128 && wordByte(byte(r)) {
			return r
		}
		return '_'
	}, id)
	return safe[:min(len(safe), 100)]
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
