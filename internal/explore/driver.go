package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/internal/steer"
)

// Driver runs a real program. Each run has a home and scratch folders of its own.
type Driver struct {
	Argv    []string
	Options steer.RunOptions  // of every run; Lib, Timeout, Env and Driver count
	Env     map[string]string // that schedules set
	Dir     string            // where runs leave what they showed
	Home    string            // what homes are copies of, and programs run in; "": an empty one
	// Alone: a run gets a D-Bus of its own, and no network but a stub; both are facts.
	// It runs where all others did, for programs keep the names of folders in forms that
	// cannot be found: so there is one run at a time.
	Alone bool
	Bound int
	// Inputs are what the person does in every run, as it was recorded; none beside a
	// driver.
	Inputs []steer.Directive
	// Observe analyzes the recordings in a folder.
	Observe func(ctx context.Context, dir string) (*Observation, error)
	Noise   noise // of runs that were not steered
	// Elsewhere makes the runs of a batch on other machines, and hands what each showed over, one call at a time; nil: they
	// are made here.
	Elsewhere func(ctx context.Context, b *Batch, told func(Ran) error) error

	known *conflicts
}

// plainRuns are made to learn what differs by itself, besides the recorded one.
const plainRuns = 2

// firstTries are made to get a recording that can be read.
const firstTries = 3

// shown is what one run left.
type shown struct {
	*steer.Outcome
	facts  Facts
	obs    *Observation
	unread error // why there is none: a program that crashes may leave half a recording
}

// Recall goes on with what earlier searches learned; call it before the first run.
func (d *Driver) Recall(k *Kept) { d.Noise, d.known = k.Noise, conflictsOf(k.Learned) }

// Remember is what later searches are to know.
func (d *Driver) Remember(k *Kept) { k.Noise, k.Learned = d.Noise, d.known.list() }

// Run carries out a plan. What a run shows besides its parent must show again in a
// second one, or it is noise.
func (d *Driver) Run(ctx context.Context, p *Plan) (*Execution, error) {
	if d.known == nil {
		d.known = conflictsOf(nil)
	}
	if p.ID == 0 {
		return d.first(ctx, p)
	}
	s, err := d.once(ctx, p, d.folder(p.ID), recordedIf(d.Bound < 0 || p.Depth < d.Bound))
	if err != nil {
		return nil, err
	}
	if !s.Legal() || !s.Reversed() {
		return &Execution{Unseen: true, Finding: &Finding{Class: NotReached, Why: s.missed()}}, nil
	}
	f, err := d.beside(ctx, p, s)
	if err != nil {
		return nil, err
	}
	if s.obs == nil {
		return &Execution{Unseen: true, Turned: true, Finding: f}, nil
	}
	e := newExecution(s.obs, d.known)
	e.Finding = f
	return e, nil
}

func (s *shown) missed() string {
	if s.OurFault != "" {
		return s.FaultAdvice()
	}
	if why := s.Diverged(); why != "" {
		return why
	}
	return "the pair did not come the other way round"
}

// first runs the program as it is: once recorded, and then to learn its noise.
func (d *Driver) first(ctx context.Context, p *Plan) (*Execution, error) {
	p.Schedule = steer.Unsteered(d.Env)
	p.Schedule.Directives = append(p.Schedule.Directives, d.Inputs...)
	p.Schedule.WatchdogMS = max(p.Schedule.WatchdogMS, int(d.Options.Timeout.Milliseconds()))
	s, err := d.once(ctx, p, d.folder(0), recording)
	for try := 1; err == nil && s.obs == nil && try < firstTries; try++ {
		s, err = d.once(ctx, p, d.folder(0), recording)
	}
	if err == nil && len(d.Inputs) > 0 && s.Diverged() != "" {
		return nil, fmt.Errorf("the session was not played to its end: %s", s.Diverged())
	}
	if err == nil && s.obs == nil {
		err = fmt.Errorf("the first run (%s%s): %w", s.facts["exit"], s.LastLine(), s.unread)
	}
	if err != nil {
		return nil, err
	}
	learn := d.learnNoise
	if d.Elsewhere != nil {
		learn = d.firstElsewhere
	}
	if err := learn(ctx, p, s.facts); err != nil {
		return nil, err
	}
	return newExecution(s.obs, d.known), nil
}

// learnNoise runs the program as it is again, besides a run that left these facts.
func (d *Driver) learnNoise(ctx context.Context, p *Plan, first Facts) error {
	runs := []Facts{first}
	for range plainRuns {
		plain, err := d.once(ctx, p, d.folder(0)+"-plain", plainly)
		if err != nil {
			return err
		}
		runs = append(runs, plain.facts)
	}
	d.Noise = noiseOf(runs)
	return os.RemoveAll(d.folder(0) + "-plain")
}

// beside compares a run with its parent.
func (d *Driver) beside(ctx context.Context, p *Plan, s *shown) (*Finding, error) {
	was, err := readFacts(d.folder(p.Parent))
	if err != nil {
		return nil, err
	}
	f := compare(was, s.facts, d.Noise)
	if f.Class == Equal {
		return f, nil
	}
	again := d.folder(p.ID) + "-again"
	second, err := d.once(ctx, p, again, plainly)
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(again); err != nil {
		return nil, err
	}
	if !second.Legal() || !second.Reversed() {
		return f, nil // it shows nothing, so nothing against the first
	}
	if f = f.again(compare(was, second.facts, d.Noise)); f.Class == Different && f.registered(was, second.facts) {
		return d.settled(ctx, p, f)
	}
	return f, nil
}

// settled looks again at a run that lacks registrations and nothing else: are they lost,
// or has the program ended before it got round to them?
func (d *Driver) settled(ctx context.Context, p *Plan, f *Finding) (*Finding, error) {
	dir := d.folder(p.ID) + "-settled"
	s, err := d.once(ctx, p, dir, settling)
	if err != nil {
		return nil, err
	}
	if s.Legal() && s.Reversed() {
		f.late(s.facts)
	}
	return f, os.RemoveAll(dir)
}

func (d *Driver) folder(id int) string { return runFolder(d.Dir, id) }

func runFolder(dir string, id int) string { return filepath.Join(dir, "runs", fmt.Sprintf("%04d", id)) }

// way is how a run is made.
type way int

const (
	plainly   way = iota
	recording     // its events and accesses
	settling      // what it made late may come after the end, before its windows are looked at
)

func recordedIf(yes bool) way {
	if yes {
		return recording
	}
	return plainly
}

// once runs the program and keeps what it left in `dir`.
func (d *Driver) once(ctx context.Context, p *Plan, dir string, how way) (s *shown, err error) {
	scratch, err := d.scratch()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err != nil {
		return nil, err
	}
	opt, err := d.place(scratch)
	if err != nil {
		return nil, err
	}
	if d.Alone {
		end, err := alone(&opt, scratch)
		if err != nil {
			return nil, err
		}
		defer end()
	}
	traces := filepath.Join(scratch, "traces")
	opt.Settle = how == settling
	if how == recording {
		opt.Record = filepath.Join(traces, "%p.srt")
		if err := os.Mkdir(traces, 0o700); err != nil {
			return nil, err
		}
	}
	s = &shown{}
	if s.Outcome, err = steer.Run(ctx, p.Schedule, d.Argv, opt); err != nil {
		return nil, err
	}
	if s.facts, err = factsOf(s.Outcome, opt, scratch, dir); err != nil {
		return nil, err
	}
	if how == recording && (p.ID == 0 || s.Legal() && s.Reversed()) {
		if s.obs, s.unread = d.Observe(ctx, traces); s.obs != nil {
			s.obs.Played = len(d.Inputs) > 0
		}
	}
	return s, ctx.Err()
}

// scratch is a new folder for a run.
func (d *Driver) scratch() (string, error) {
	if !d.Alone {
		return scratchFolder(d.Options.Scratch)
	}
	path := filepath.Join(d.Dir, "run")
	return path, os.Mkdir(path, 0o700)
}

// scratchFolder makes a new folder whose path is as long as in every run: programs keep
// paths in forms in which only the digits can be distinguished from the rest.
func scratchFolder(in string) (string, error) {
	if in == "" {
		in = os.TempDir()
	}
	for {
		path := filepath.Join(in, fmt.Sprintf("sparseracer-explore-%010d", rand.Uint32()))
		if err := os.Mkdir(path, 0o700); !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
}

// place makes the folders of a run, and the environment that names them.
func (d *Driver) place(scratch string) (steer.RunOptions, error) {
	opt := d.Options
	home, own := filepath.Join(scratch, "home"), map[string]string{"TMPDIR": "tmp", "XDG_RUNTIME_DIR": "run", "HOME": "home"}
	opt.Env = nil
	for _, kv := range d.Options.Env {
		name, _, _ := strings.Cut(kv, "=")
		if own[name] == "" && name != "XDG_CONFIG_HOME" && name != "XDG_CACHE_HOME" && name != "XDG_DATA_HOME" && name != "XDG_STATE_HOME" {
			opt.Env = append(opt.Env, kv)
		}
	}
	for name, folder := range own {
		path := filepath.Join(scratch, folder)
		if err := os.Mkdir(path, 0o700); err != nil {
			return opt, err
		}
		opt.Env = append(opt.Env, name+"="+path)
	}
	opt.Scratch, opt.Instrumented = scratch, true
	opt.Output = filepath.Join(scratch, "output")
	opt.Look = filepath.Join(scratch, "look")
	if err := os.Mkdir(opt.Look, 0o700); err != nil || d.Home == "" {
		return opt, err
	}
	opt.Dir = home
	return opt, os.CopyFS(home, os.DirFS(d.Home))
}

const factsFile = "facts.json"

func readFacts(dir string) (Facts, error) {
	data, err := os.ReadFile(filepath.Join(dir, factsFile))
	if err != nil {
		return nil, err
	}
	f := Facts{}
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, factsFile), err)
	}
	return f, nil
}
