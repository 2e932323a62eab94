package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/farm"
	"sparseracer/internal/install"
	"sparseracer/internal/probe"
	"sparseracer/internal/recording"
	"sparseracer/internal/regular"
	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

type probeOptions struct {
	record        recordOptions
	dir           string
	jobs          int
	timeout, time time.Duration
	took          time.Duration // to play the session, where that was seen; 0: it is not known
	where         symbols.Locations
	farm, image   string // address, archive
}

func (t *tool) probeCommand() *cobra.Command {
	opt := probeOptions{record: recordOptions{Options: recording.Options{Qt: recording.QtStock}}}
	c := &cobra.Command{
		Use:   "probe --play FILE [-o DIR] -- PROG [ARGS…]",
		Short: "Play a session with events that it does not have, while its dialogs wait",
		Long: `Plays the session script FILE in PROG, and looks which nested loops wait in it: dialogs,
menus, other event loops. Then it plays the session again for each event that could come
while one of them waits: another window is closed, another button is pressed, a process ends,
a connection is lost, a watched file changes, the program is asked to quit. Each such run is
recorded. What crashes is run once more, and reported with the race behind it and the script
that repeats it.

PROG is built by sparse-c++ -fsanitize=address, or a program as it is installed. The folder
keeps scripts and recordings: called again, probe goes on with what was not tried.`,
		RunE: func(c *cobra.Command, args []string) error {
			_, prog, err := program(c, args, 0)
			if err != nil {
				return err
			}
			if opt.record.Play == "" {
				return errors.New("probe needs a session: --play FILE (docs/sessions.md)")
			}
			if opt.farm != "" {
				if err := onlyHere(c.Flags(), "farm", "image", "play", "output", "stock", "timeout", "time"); err != nil {
					return err
				}
			}
			if opt.image != "" && opt.farm == "" {
				return errImageAlone
			}
			if err := recording.CanProve(prog, opt.record.Stock); err != nil {
				return err
			}
			screenOff, err := t.ownScreen(c.Context(), prog)
			if err != nil {
				return err
			}
			defer screenOff()
			opt.dir = cmp.Or(opt.dir, filepath.Base(prog[0])+".probe")
			p, err := t.probe(c.Context(), opt, prog)
			if err != nil {
				return err
			}
			if script := p.write(); script != "" {
				return report.Next(t.stdout, "record", "", append([]string{"--play", script, "--"}, prog...)...)
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&opt.dir, "output", "o", "", "keep scripts and recordings in the folder `DIR` (default PROG.probe)")
	f.StringVar(&opt.record.Play, "play", "", "the session script `FILE` (docs/sessions.md)")
	f.Var(&opt.record.Stock, "stock", "record what handlers of code without instrumentation keep across nested loops: yes, no, or auto")
	f.Lookup("stock").NoOptDefVal = "yes"
	f.IntVarP(&opt.jobs, "jobs", "j", 0, probeJobsUsage)
	f.DurationVar(&opt.timeout, "timeout", time.Minute, "end a run after this time, or three times what the session took")
	f.DurationVar(&opt.time, "time", 0, "try events for at most this long; 0: until all are tried")
	f.StringVar(&opt.image, "image", "", imageUsage)
	f.StringVar(&opt.farm, "farm", "", "have events tried by the workers of the farm at `URL` (docs/farm.md)")
	locationFlags(c, &opt.where)
	c.Flags().SetInterspersed(false)
	return c
}

// probing is what was tried with the sessions of one program.
type probing struct {
	*tool
	opt   probeOptions
	prog  []string
	tried probe.Tried            // events, and loops that they came in
	anew  func(probe.Probe) bool // of the session that is looked at: an event that was tried in an alike loop is to be tried in this one; may be nil
	found []probed
	late  []probeJob // events that there was no time for
	load  load       // of a run of its sessions
	alone probed     // the session that was given, without any event
	far   *searching

	playing  sync.Mutex
	controls map[string]probed // sessions without any event, by folder
	failing  sync.Map          // the folders of those that failed
}

// probeJob is an event to try, with the session that it is added to. Its files have the name, in dir.
type probeJob struct {
	probe.Probe
	script, dir, name string
	session           []probe.State // what stands open in it
	took              time.Duration // to play that session; 0: an earlier call has played it
	until             time.Time     // when its run is ended, though it may take longer; zero: a run's limit alone ends it
	hopeful           int           // 2: its session predicts a race that such an event may bring about; 1: another one does
}

// probed is what one event brought, as it is kept in the folder.
type probed struct {
	probe.Probe
	Script  string
	Failure string // what happened: the id of a race, or how the program ended; "" for nothing
	Race    string // the race in a sentence, "" if none shows
	Bug     string `json:",omitempty"` // of that race
	Crash   string // what is alike in two runs that crash likewise, "" where Failure is
	Again   bool   // the second run failed likewise, and the session without the event did not
	Alone   bool   `json:",omitempty"` // the session without the event fails likewise, too
	Hung    bool
	Missed  bool `json:",omitempty"` // the program did not come to the event: nothing is known of it
	asked   bool // something that the session never asks
	load    load
}

// fails: as the other one does.
func (r *probed) fails(as *probed) bool {
	return r.Failure != "" && (r.Failure == as.Failure || r.Crash != "" && r.Crash == as.Crash || r.Race != "" && r.Race == as.Race)
}

// probe plays the session once as it is, and then once for each event.
func (t *tool) probe(ctx context.Context, opt probeOptions, prog []string) (*probing, error) {
	p := &probing{tool: t, opt: opt, prog: prog, tried: probe.Tried{}}
	if _, err := t.lookAtLoops(ctx, prog); err != nil { // where an earlier call has observed the session, nothing else does
		return nil, err
	}
	jobs, err := p.of(ctx, opt.record.Play, opt.dir)
	if err != nil || len(jobs) == 0 {
		return p, err
	}
	try, tryAll := p.try, p.tryAll
	if opt.farm != "" {
		if p.far, err = t.searchElsewhere(ctx, opt.farm, farm.Probe, prog, opt.image, opt.timeout); err != nil {
			return nil, err
		}
		try, tryAll = p.aloneElsewhere, p.tryElsewhere
	}
	control, err := try(ctx, probeJob{script: jobs[0].script, dir: opt.dir, name: "none", took: jobs[0].took})
	if err != nil {
		return nil, err
	}
	p.alone, p.load = control, control.load
	return p, tryAll(ctx, jobs)
}

// withoutEvent is what came of an event's session as it is, played once for all of its events.
func (p *probing) withoutEvent(ctx context.Context, one probeJob) (probed, error) {
	if p.alone.Script != "" {
		return p.alone, nil
	}
	p.playing.Lock()
	defer p.playing.Unlock()
	if r, known := p.controls[one.dir]; known {
		return r, nil
	}
	r, err := p.try(ctx, probeJob{script: one.script, dir: one.dir, name: "none", took: one.took, until: one.until})
	if err = cmp.Or(err, ctx.Err()); err == nil {
		if p.controls == nil {
			p.controls = map[string]probed{}
		}
		p.controls[one.dir] = r
		if r.Failure != "" {
			p.failing.Store(one.dir, true)
		}
	}
	return r, err
}

// failsAlone: the session of r is known to fail likewise without its event.
func (p *probing) failsAlone(r *probed, dir string) bool {
	p.playing.Lock()
	defer p.playing.Unlock()
	control := p.controls[dir]
	return r.fails(&p.alone) || r.fails(&control)
}

// of are the events to try with a session, but for those that were tried with another.
func (p *probing) of(ctx context.Context, session, dir string) ([]probeJob, error) {
	script, err := regular.ReadFile(session)
	if err != nil {
		return nil, fmt.Errorf("%s: no session can be played: %w; docs/sessions.md says how one is written", session, install.Reason(err))
	}
	if err := ownFolder(dir); err != nil {
		return nil, err
	}
	begun, took := time.Now(), p.opt.took
	states, played, err := p.observe(ctx, session, dir)
	if err != nil {
		return nil, err
	}
	if played {
		took = time.Since(begun)
	}
	var jobs []probeJob
	for i, one := range p.tried.New(states, string(script), p.anew) {
		jobs = append(jobs, probeJob{Probe: one, script: string(script), dir: dir, name: fmt.Sprint(i + 1), session: states, took: took})
	}
	return jobs, nil
}

// The player writes what stands open into a file.
const (
	statesFile    = "states" // in the folder
	stateVariable = "SESSION_STATE"
	triesVariable = "SESSION_TRIES"
)

// observe plays the session as it is, unless that was done before.
func (p *probing) observe(ctx context.Context, session, dir string) (states []probe.State, played bool, err error) {
	path := filepath.Join(dir, statesFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := p.observeRun(ctx, session, path); err != nil {
			return nil, false, err
		}
		played = true
	}
	states, err = readStates(path)
	return states, played, err
}

func readStates(path string) ([]probe.State, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	states, err := probe.ReadStates(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return states, nil
}

// observeRun leaves the states where they are kept only when the run is over.
func (p *probing) observeRun(ctx context.Context, session, path string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if err := os.Remove(abs + ".new"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	opt := p.opt.record
	opt.Play, opt.Output, opt.extra = session, filepath.Join(filepath.Dir(path), "session.srt"), []string{stateVariable + "=" + abs + ".new"}
	if _, _, err := p.record(ctx, opt, p.prog); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err() // the session was cut short, and so were its states
	}
	if err := os.Rename(abs+".new", abs); err != nil {
		return fmt.Errorf("%s ended before the session's first step, or has no QApplication: nothing can be tried", p.prog[0])
	}
	return nil
}

// repeatAtLeast is what the second run of an event has, where the first one failed and the time is over: what was seen
// once would be lost else.
const repeatAtLeast = 15 * time.Second

// late: the time for its run is over.
func (j *probeJob) late() bool { return !j.until.IsZero() && !time.Now().Before(j.until) }

// atLeast is when its runs are ended, and not before d is over.
func (j *probeJob) atLeast(d time.Duration) time.Time {
	if later := time.Now().Add(d); !j.until.IsZero() && later.After(j.until) {
		return later
	}
	return j.until
}

// tryAll tries each event that has not been tried, as long as there is time. Those of a session that turns out to fail by itself come last.
func (p *probing) tryAll(ctx context.Context, jobs []probeJob) error {
	until := time.Time{}
	if p.opt.time > 0 {
		until = time.Now().Add(p.opt.time)
	}
	show := p.newBar()
	defer show.end()
	var mu sync.Mutex
	most := cmp.Or(p.opt.jobs, p.jobsOf(ctx, p.load, p.prog))
	found := make([]probed, len(jobs))
	defer func() { p.found = append(p.found, found...) }()
	tried := 0
	proven := map[string]bool{} // events at loops, however these end
	failsByItself := func(i int) bool {
		_, is := p.failing.Load(jobs[i].dir)
		return is
	}
	err := beside(most, len(jobs), failsByItself, func(i int) error {
		one := jobs[i]
		mu.Lock()
		known := proven[one.Step+" "+one.Loop()]
		mu.Unlock()
		if known {
			return nil
		}
		one.until = until
		r, err := p.tryOnce(ctx, one)
		mu.Lock()
		defer mu.Unlock()
		if errors.Is(err, errNoTime) || ctx.Err() != nil && err != nil { // what an earlier call has done takes no time
			p.late = append(p.late, jobs[i])
			return nil
		}
		found[i] = r
		if r.Again {
			proven[one.Step+" "+one.Loop()] = true
		}
		tried++
		show.set(fmt.Sprintf("%s while %s waits", one.Step, one.Loop()), int64(tried), int64(len(jobs)))
		return err
	})
	return errors.Join(err, ctx.Err())
}

// tryOnce tries an event, and again if it failed, unless an earlier call has done it.
func (p *probing) tryOnce(ctx context.Context, one probeJob) (probed, error) {
	r, known := one.known()
	if known {
		return r, nil
	}
	whole := one
	if ctx.Err() != nil || one.late() {
		return r, cmp.Or(ctx.Err(), errNoTime)
	}
	r, err := p.try(ctx, one)
	if err == nil && r.Failure == "" && r.asked {
		one.Probe = one.Answered()
		one.name += "-answered"
		r, err = p.try(ctx, one)
	}
	if err == nil && r.Failure != "" {
		r.Again, r.Alone, err = p.again(ctx, one, &r)
	}
	if err == nil && !r.Again {
		err = ctx.Err()
	}
	if err == nil {
		err = whole.keep(&r)
	}
	if lost := whole.lost(err); lost != "" {
		p.warnLost(lost)
		return r, nil
	}
	return r, err
}

// lost is the file of its folder that was not there, as an error says: a program that is played at random deletes files and
// folders, and so does another run of it, at any time. "" if the error says something else.
func (j *probeJob) lost(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) && errors.Is(at, fs.ErrNotExist) && filepath.Dir(at.Path) == j.dir {
		return at.Path
	}
	return ""
}

func (p *probing) warnLost(path string) {
	fmt.Fprintf(p.stderr, "warning: %s is gone: the program may have deleted it\n", path)
}

// again says whether a failure comes a second time, and whether it does so without the event.
func (p *probing) again(ctx context.Context, one probeJob, r *probed) (again, alone bool, err error) {
	if p.failsAlone(r, one.dir) {
		return false, true, nil
	}
	second := one
	second.name += "-again"
	second.until = one.atLeast(repeatAtLeast)
	repeated, err := p.try(ctx, second)
	if err != nil || !repeated.fails(r) {
		return false, false, err
	}
	control, err := p.withoutEvent(ctx, one)
	if errors.Is(err, errNoTime) {
		return true, false, nil // no time is left; as it was recorded the session did not fail
	}
	if alone = r.fails(&control); alone {
		return false, true, err
	}
	return err == nil, false, err
}

// known is what an earlier call has found out. An event that its run did not come to is tried once more.
func (one *probeJob) known() (r probed, is bool) {
	data, err := os.ReadFile(filepath.Join(one.dir, one.name+".json"))
	if err == nil && json.Unmarshal(data, &r) == nil && r.Step == one.Step && r.Loop() == one.Loop() && !r.Missed {
		return r, true
	}
	return probed{}, false
}

// keep keeps it for a later call.
func (one *probeJob) keep(r *probed) error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(one.dir, one.name+".json"), data, 0o600)
}

// limit is how long a run may take: a session of many steps takes long by itself, and all of them do on a loaded machine.
func (j *probeJob) limit(asked time.Duration) time.Duration { return max(asked, 3*j.took) }

// try plays the session with one event, recorded.
func (p *probing) try(ctx context.Context, one probeJob) (probed, error) {
	file := filepath.Join(one.dir, one.name)
	r, trace := probed{Probe: one.Probe, Script: file + ".session"}, file+".srt"
	text, err := one.Script(one.script)
	if err != nil {
		return r, err
	}
	// A file dialog that is used at random deletes files and folders, these too.
	if err := ownFolder(one.dir); err != nil {
		return r, err
	}
	if err := os.WriteFile(r.Script, []byte(text), 0o600); err != nil { // it holds what is typed
		return r, err
	}
	var said bytes.Buffer
	opt := p.opt.record
	opt.Play, opt.Output, opt.extra = r.Script, trace, []string{triesVariable + "=10", "ASAN_OPTIONS=" + steer.FillFreed + ":" + p.getenv("ASAN_OPTIONS")}
	states := ""
	if one.Step != "" {
		if states, err = filepath.Abs(file + ".states"); err != nil {
			return r, err
		}
		opt.extra = append(opt.extra, stateVariable+"="+states)
		defer os.Remove(states)
	}
	screen, give, err := p.screens.env()
	if err != nil {
		return r, err
	}
	defer give()
	opt.extra = append(opt.extra, screen...)
	o := p.recorded(opt)
	o.Stdin, o.Stdout, o.Stderr, o.Watch, o.Grace, o.Fresh = nil, nil, &said, nil, 2*time.Second, true
	run, cancel := context.WithTimeout(ctx, one.limit(p.opt.timeout))
	defer cancel()
	if !one.until.IsZero() {
		run, cancel = context.WithDeadline(run, one.until)
		defer cancel()
	}
	begun := time.Now()
	_, state, err := recording.Run(run, o, p.prog)
	r.load = loadOf(state, time.Since(begun))
	if _, lost := os.Stat(r.Script); err != nil && errors.Is(lost, fs.ErrNotExist) { // another run deleted it before this one began
		p.warnLost(r.Script)
		return r, nil
	}
	if err != nil && run.Err() != nil && one.late() { // before the program had begun
		return r, errNoTime
	}
	if err != nil {
		return r, err
	}
	if err := ownFolder(one.dir); err != nil {
		return r, err
	}
	if err := os.WriteFile(file+".log", said.Bytes(), 0o600); err != nil {
		return r, err
	}
	if _, err := os.Stat(trace); errors.Is(err, fs.ErrNotExist) {
		p.warnLost(trace)
		return r, nil
	}
	ran, unread := readStates(states) // without any it did not come to its first step
	r.asked = unread == nil && one.MayAsk() && !one.Answers && one.Asked(ran, one.session)
	switch r.Hung = run.Err() != nil; {
	case r.Hung && one.late():
		err = errNoTime
	case !r.Hung:
		look, cancel := ctx, func() {}
		if until := one.atLeast(lookAtLeast); !until.IsZero() {
			look, cancel = context.WithDeadline(ctx, until)
		}
		defer cancel()
		if err = p.judge(look, &r, trace, said.String(), recording.EndedBy(state)); err != nil && look.Err() != nil && ctx.Err() == nil {
			err = errNoTime
		}
	}
	r.Missed = one.Step != "" && r.Failure == "" && (!one.Came(ran) || strings.Contains(said.String(), "session: no target for: "+one.Step+"\n"))
	if r.Failure == "" && err == nil {
		err = os.Remove(trace) // nothing to look at
	}
	return r, err
}

// judge says how a run failed, and which race of its recording it was.
func (p *probing) judge(ctx context.Context, r *probed, path, said string, signal syscall.Signal) error {
	reports := steer.ParseReports(said)
	if len(reports) == 0 && !sparsehb.IsFault(signal) {
		return nil
	}
	a, err := p.races(ctx, analyzeOptions{rules: "auto", races: "use-free", where: p.opt.where}, path)
	switch {
	case unreadable(err):
		fmt.Fprintf(p.stderr, "warning: %v: which race the run failed by is not known\n", err)
	case err != nil:
		return err
	default:
		defer a.sym.Close()
		for _, race := range a.report.Races {
			if race.Observed {
				r.Failure, r.Race, r.Bug = race.ID, race.Summary(), race.Bug()
				return nil
			}
		}
	}
	switch {
	case len(reports) > 0:
		r.Failure = reports[0].Kind + " in " + firstNamed(reports[0].Use)
	case a != nil && a.report.Crash != nil:
		r.Failure, r.Crash = strings.TrimSuffix(a.report.Crash.Text(), "."), a.report.Crash.Alike()
	default:
		r.Failure = fmt.Sprintf("ended by a signal (%v)", signal)
	}
	return nil
}

// unreadable: a trace is damaged. Its program is one that fails, and may have written into it.
func unreadable(err error) bool { return errors.Is(err, trace.ErrCorrupt) }

// firstNamed is where a failure is: the innermost function of the program, with its place, and the
// innermost one of a library that it called, if that is no allocator and nothing of headers.
func firstNamed(frames []steer.Frame) string {
	library, any := "", ""
	for _, f := range frames {
		any = cmp.Or(any, f.Function)
		switch ours := system.IsSystemPath(f.File) || system.IsOwnLibrary(f.Module); {
		case f.Function == "" || ours:
		case f.File != "" && f.Function != "main":
			place := fmt.Sprintf("%s (%s:%d)", f.Function, filepath.Base(f.File), f.Line)
			if library != "" {
				place = library + ", below " + place
			}
			return place
		case library == "" && !isLibraryName(f.Function):
			library = f.Function
		}
	}
	return cmp.Or(library, any, "an unknown function")
}

func isLibraryName(function string) bool {
	name := symbols.Simplify(function)
	return system.IsLibraryFunction(name) || system.IsIntercepted(name)
}
