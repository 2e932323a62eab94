package steer

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/sparsehb"
)

// Options of Confirm and Replay.
type Options struct {
	RunOptions
	Runs       int    // runs of each race; 0: 1
	Jobs       int    // runs at a time; 0: 1
	Whole      bool   // keep schedules as they were derived, do not minimise them
	Dir        string // where Confirm writes schedules; "": the current folder
	HoldMS     int    // see DeriveOptions
	WatchdogMS int
	CloseBy    Call           // see DeriveOptions
	Progress   func(Progress) // called before each run, one call at a time; nil for none
}

// Progress says which run comes next.
type Progress struct {
	ID          string
	Race, Races int    // from 1
	Run, Runs   int    // from 1
	Done, All   int    // runs of all races
	Status      Status // best so far
}

// Verdict is what steering found out about one race.
type Verdict struct {
	ID       string
	Status   Status
	Reason   string
	Proven   int      // runs that showed the race itself
	Runs     int      // runs made
	Schedule string   // file written, "" for none
	Steps    []string // what it does, in words
	Counts   map[Status]int
	Reasons  map[Status]string // of the first run that showed each
	Match    Match
	Report   *Report // of the best run
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

// Confirm steers the program into each predicted race. When ctx ends, the
// verdicts so far come back with its error; races not yet tried are NotRun.
func Confirm(ctx context.Context, res *sparsehb.Result, races []Prediction, argv []string, opt Options) ([]Verdict, error) {
	return confirm(ctx, res, res.Order, races, argv, opt)
}

func confirm(ctx context.Context, res *sparsehb.Result, o Order, races []Prediction, argv []string, opt Options) ([]Verdict, error) {
	p, err := findPlain(argv, slices.ContainsFunc(races, func(r Prediction) bool { return r.Guard != nil }))
	if err != nil {
		return nil, err
	}
	verdicts := make([]Verdict, len(races))
	var tasks []*task
	for i := range races {
		v := &verdicts[i]
		*v = Verdict{ID: races[i].ID, Reason: "interrupted", Counts: map[Status]int{}, Reasons: map[Status]string{}}
		s, err := Derive(res, o, races[i], DeriveOptions{HoldMS: opt.HoldMS, WatchdogMS: opt.WatchdogMS,
			Driven: opt.Driver != "", CloseBy: opt.CloseBy, FastTimers: opt.FastTimers, Environment: kept(opt.Env)})
		var no *Refusal
		switch {
		case p.plain && races[i].Guard == nil:
			v.Status, v.Reason = Unsupported, "its proof needs an AddressSanitizer build: nothing is known of it that could be guarded"
		case errors.As(err, &no):
			v.Status, v.Reason = no.status(), no.Reason
		case err != nil:
			return verdicts, err
		default:
			tasks = append(tasks, &task{v: v, s: s, race: i + 1})
		}
	}
	c := &runner{p: p, argv: argv, opt: opt, races: len(races)}
	err = c.run(ctx, tasks)
	tasks = slices.DeleteFunc(tasks, func(t *task) bool { return !t.v.Status.Proven() })
	if err == nil && !opt.Whole {
		err = each(ctx, len(tasks), opt.Jobs, func(ctx context.Context, i int) error { return c.minimise(ctx, tasks[i]) })
	}
	for _, t := range tasks { // what is known is kept, interrupted or not
		path := filepath.Join(opt.Dir, "race-"+fileName(t.v.ID)+".schedule.json")
		if werr := t.s.Write(path); werr != nil {
			return verdicts, errors.Join(fmt.Errorf("race %s: %w", t.v.ID, werr), err)
		}
		t.v.Schedule, t.v.Steps = path, t.s.Steps()
	}
	return verdicts, err
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
	}
}

// kept are the variables a schedule keeps for its replays.
func kept(env []string) map[string]string {
	keep := map[string]string{"QT_NO_GLIB": "1"}
	if platform := parseEnviron(env)["QT_QPA_PLATFORM"]; platform != "" {
		keep["QT_QPA_PLATFORM"] = platform
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
