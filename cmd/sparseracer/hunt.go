package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/ctest"
	"sparseracer/internal/probe"
	"sparseracer/internal/recording"
	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// hunt is record, analyze, confirm and probe in one go, for a program that can be recorded and
// steered. What it has done lies in a folder, and is not done again.
type huntOptions struct {
	exerciseOptions
	byHand  bool
	fuzz    int // of each test
	jobs    int
	timeout time.Duration
	where   symbols.Locations
}

// huntRecording is the trace's name in the folder, where one script or person uses the program.
const huntRecording = "recording.srt"

func (t *tool) huntCommand() *cobra.Command {
	opt := huntOptions{exerciseOptions: exerciseOptions{record: recordOptions{Options: recording.Options{Qt: recording.QtStock}}}}
	c := &cobra.Command{
		Use:   "hunt [-o DIR] [--play FILE] -- PROG [ARGS…]",
		Short: "Use a program, predict its races, and try each of them",
		Long: `Uses PROG as exercise does, or plays a script (--play), or lets you use it (--by-hand), and
records that; predicts what another order of events may break; and steers PROG into each
prediction. It also tries events that no session has while dialogs wait, as probe does.
Prints what was proven, with the schedules that repeat it, and a line for each of the others.

PROG may be ctest: then each test of the suite is recorded, steered, and run with some of its
events late, and the end says which test depends on their order.

PROG is built by sparse-c++ -fsanitize=address, or a program as it is installed. The
folder keeps recordings, schedules and verdicts: called again, hunt goes on with what
was not tried. To begin again, name another folder.`,
		RunE: func(c *cobra.Command, args []string) error {
			_, prog, err := program(c, args, 0)
			if err != nil {
				return err
			}
			return t.hunt(c.Context(), opt, prog)
		},
	}
	opt.flags(c, t)
	f := c.Flags()
	f.StringVarP(&opt.dir, "output", "o", "", "keep what is found in the folder `DIR` (default PROG.hunt)")
	f.StringVar(&opt.record.Play, "play", "", "play the person from the session script `FILE` (docs/sessions.md)")
	f.BoolVar(&opt.byHand, "by-hand", false, "you use PROG, outside of a sandbox")
	f.IntVar(&opt.fuzz, "fuzz", 10, "of a test suite (ctest): runs of each test with some of its events late")
	f.Var(&opt.record.Stock, "stock", "record what handlers of code without instrumentation keep across nested loops: yes, no, or auto")
	f.Lookup("stock").NoOptDefVal = "yes"
	f.IntVarP(&opt.jobs, "jobs", "j", 0, probeJobsUsage)
	f.DurationVar(&opt.timeout, "timeout", 30*time.Second, "end a steered run after this time")
	f.DurationVar(&opt.time, "time", 0, "go on for at most this long; 0: until all is tried")
	locationFlags(c, &opt.where)
	c.Flags().SetInterspersed(false)
	return c
}

func (t *tool) hunt(ctx context.Context, opt huntOptions, prog []string) error {
	if err := opt.check(); err != nil {
		return err
	}
	if opt.fuzz < 0 {
		return fmt.Errorf("--fuzz=%d: expected 0 or more", opt.fuzz)
	}
	if err := recording.CanProve(prog, opt.record.Stock); err != nil {
		return err
	}
	opt.dir = cmp.Or(opt.dir, filepath.Base(prog[0])+".hunt")
	h := &hunter{tool: t, opt: opt, prog: prog, begun: time.Now(), races: map[string]predicted{}}
	if ctest.Is(prog) {
		return h.tests(ctx)
	}
	_, err := os.Stat(filepath.Join(opt.dir, huntRecording)) // an earlier call was of one recording
	if opt.record.Play != "" || opt.byHand || err == nil || !recording.CanPlay(ctx, t.env, prog) {
		if err := ownFolder(opt.dir); err != nil {
			return err
		}
		return h.one(ctx)
	}
	return t.sandboxed(ctx, opt.noSandbox, opt.dir, prog, func() error { return h.sessions(ctx) })
}

// hunter collects what recordings predict, and what came of it.
type hunter struct {
	*tool
	opt        huntOptions
	prog       []string
	begun      time.Time
	races      map[string]predicted
	order      []string     // of their ids, as they were found
	last       []string     // ids that the last recording predicts
	hopes      []hope       // of these
	crashed    bool         // a recorded run
	crashes    []listedRace // of sessions, by how they ended
	unanswered unanswered
	many       bool           // sessions
	unused     bool           // there was no time for any
	probed     *probing       // of all sessions, nil where nothing could be probed
	load       load           // of a session
	screenOff  func()         // ends the X server of a program that needs one; nil: it has none by lookOnScreen
	brief      bool           // each race has one run, and its others when there are no more sessions to make
	lasted     time.Duration  // the last session that was made; 0: none was
	share      time.Time      // when steering leaves the time to sessions, and to events that none has; zero: it does not
	tried      []string       // recordings
	said       bool           // what the last recording shows
	waits      bool           // a race of the last recording was left for later
	short      bool           // as its share of the time was too short
	waiting    []string       // recordings with races that wait
	cut        []string       // those of them whose share was too short
	patience   int            // see confirmOptions
	unseen     []string       // recordings of earlier calls that there was no time to look at
	seenAgain  map[string]int // how often races that a session ran into were tried again
}

// predicted is what the end says of a race.
type predicted struct {
	listedRace
	byCall  bool
	prog    []string // in which it was found
	session string   // the script in which the program crashed by it, recorded and not steered; "" for none
}

// sessions is a hunt with sessions of its own making, each tried before the next one is made.
func (h *hunter) sessions(ctx context.Context) error {
	screenOff, err := h.ownScreen(ctx, h.prog)
	if err != nil {
		return err
	}
	defer screenOff()
	defer h.endScreen()
	h.goesOn, h.many = true, true
	e, err := h.newExerciser(h.opt.exerciseOptions, h.prog)
	if err != nil {
		return err
	}
	if h.opt.time > 0 {
		e.until = h.begun.Add(h.opt.time)
	}
	alone, err := h.lookFirst(ctx, e)
	if err != nil {
		return err
	}
	if alone {
		return h.bag()
	}
	h.probed = h.newProbing()
	took := time.Duration(0) // by the last session that was made
	var jobs []probeJob
	for next, quiet, over := 1, false, false; !quiet || len(jobs) > 0 && !over; {
		until := h.toSessions()
		var hopes []hope
		for ; !quiet && (h.opt.time == 0 || next <= e.made || roomFor(took, until)); next++ { // what is there costs little
			made, begun := e.made, time.Now()
			more, err := h.session(ctx, e, next, until)
			if err != nil {
				return err
			}
			if e.made > made {
				took = time.Since(begun)
			}
			if quiet = !more; quiet {
				break
			}
			if e.crashed[next] {
				continue // it fails without any event
			}
			h.probed.anew = func(p probe.Probe) bool { return lacks(h.hopes, p) }
			of, err := h.eventsOf(ctx, e, next)
			if err != nil {
				return err
			}
			jobs = append(jobs, promising(of, h.hopes, 2)...)
			hopes = append(hopes, named(h.hopes)...)
		}
		if err := h.tryCut(ctx); err != nil {
			return err
		}
		inOrder(promising(jobs, hopes, 1)) // one session's event stands for that of another one, in the same loop
		h.tidy()
		h.probed.opt.time, h.probed.late = h.toProbe(), nil
		if err := h.probed.tryAll(ctx, jobs); err != nil {
			return err
		}
		jobs = h.probed.late
		if err := h.tryWaiting(ctx); err != nil {
			return err
		}
		_, over = h.left()
		quiet = quiet || over
	}
	if h.unused = e.made == 0; h.unused {
		fmt.Fprintln(h.stdout, "no session was made, so little of the program was looked at: the time was over before the first one. Give it more (--time)")
	} else {
		fmt.Fprintf(h.stdout, "%s: %s\n", amount(e.made, "session"), e.sum())
	}
	return h.bag()
}

// session makes the nth session, or takes it from an earlier call, and tries what it predicts. more: there was one.
// until is when the time for sessions ends.
func (h *hunter) session(ctx context.Context, e *exerciser, n int, until time.Time) (more bool, err error) {
	again := n <= e.made
	if !again {
		if !e.more(ctx, h.begun) {
			return false, ctx.Err()
		}
		begun := time.Now()
		s, err := e.session(ctx)
		h.lasted = time.Since(begun)
		if none := (notBegun{}); errors.As(err, &none) && e.made > 0 && ctx.Err() == nil { // those before have done something that lasts
			fmt.Fprintf(h.stderr, "no session after %d: %v\n", e.made, err)
			return false, nil
		}
		if err != nil {
			return false, err
		}
		h.load = h.load.most(s.load)
		h.probed.load = h.load
		fmt.Fprintf(h.stderr, "session %d, %d steps: %s so far\n", n, s.did.Acts, e.sum())
		if how := s.crash(); how != "" {
			fmt.Fprintln(h.stdout, how)
		}
		if how := s.fault(); how != "" {
			h.crashed = true
			h.crashedBy(s.script, how)
		}
	} else {
		h.crashedBefore(e, n)
	}
	h.shareOf(until)
	return true, h.try(ctx, e.name(n, ".srt"), again)
}

// crashedBefore keeps how a session of an earlier call ended, if not by itself.
func (h *hunter) crashedBefore(e *exerciser, n int) {
	if !e.crashed[n] {
		return
	}
	said, _ := os.ReadFile(e.name(n, ".log"))
	how := reported(string(said))
	if how == "" && !h.faulted(e.name(n, ".srt")) {
		return
	}
	h.crashed = true
	h.crashedBy(e.name(n, ".session"), cmp.Or(how, "a signal, without a report"))
}

// faulted: the program of a recording did something wrong, as far as is known.
func (h *hunter) faulted(path string) bool {
	src, err := trace.OpenFile(path)
	if err != nil {
		return true // reading it says why
	}
	r, err := src.Open()
	if err != nil {
		return true
	}
	defer r.Close()
	signal := syscall.Signal(r.Meta().Signal)
	return signal == 0 || sparsehb.IsFault(signal)
}

// eventsOf are the events that the nth session does not have. What stood open is known from when it was made.
func (h *hunter) eventsOf(ctx context.Context, e *exerciser, n int) ([]probeJob, error) {
	dir := e.name(n, ".probes")
	if err := ownFolder(dir); err != nil {
		return nil, err
	}
	if err := os.Link(e.name(n, ".states"), filepath.Join(dir, statesFile)); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return h.probed.of(ctx, e.name(n, ".session"), dir)
}

func (h *hunter) newProbing() *probing {
	return &probing{tool: h.tool, prog: h.prog, tried: probe.Tried{},
		opt: probeOptions{record: h.opt.record, jobs: h.opt.jobs, timeout: h.opt.timeout, where: h.opt.where}}
}

// lookFirst tries what the program does by itself. alone: it ends by itself, or shows nothing to use.
func (h *hunter) lookFirst(ctx context.Context, e *exerciser) (alone bool, err error) {
	trace := e.name(0, ".srt")
	_, err = os.Stat(e.name(0, ".session"))
	again := err == nil
	alone = e.memory.Alone
	if !again {
		s, by, err := e.look(ctx)
		if err != nil {
			return false, err
		}
		if by && h.needsScreen(ctx, s) {
			if s, by, err = h.lookOnScreen(ctx, e, s); err != nil {
				return false, err
			}
		}
		if text := recording.InBackground(h.prog[0], s.wentOn); text != "" && by {
			return false, errors.New(text)
		}
		alone = by
		switch how := s.failure(); {
		case how != "" && alone:
			fmt.Fprintf(h.stdout, "%s crashes unsteered, before anything was done: %s; what it said is in %s, %s repeats it\n", h.prog[0], how, e.name(0, ".log"), s.script)
		case how != "":
			fmt.Fprintln(h.stdout, s.crash())
		case alone:
			fmt.Fprintf(h.stderr, "%s ended by itself, or showed no window that a person could use for 3 s%s: what it did by itself was recorded\n", h.prog[0], steer.LastLine(s.said))
		}
		if how := s.fault(); how != "" {
			h.crashed = true
			h.crashedBy(s.script, how)
		}
	} else {
		fmt.Fprintf(h.stderr, "%s is there, and gone on with\n", h.opt.dir)
		h.warnOlder(trace)
		h.crashedBefore(e, 0)
	}
	if h.many = !alone; h.many {
		h.beforeSessions()
	}
	return alone, h.try(ctx, trace, again)
}

// warnOlder: a program that is newer than its recordings is another one.
func (h *hunter) warnOlder(trace string) {
	info, err := os.Stat(trace)
	exe, _ := exec.LookPath(h.prog[0])
	if built, err2 := os.Stat(exe); err == nil && err2 == nil && built.ModTime().After(info.ModTime()) {
		fmt.Fprintf(h.stderr, "warning: %s was built after that: what was proven before is of the older one; to try this one name another folder (-o)\n", exe)
	}
}

// try predicts from a recording and steers the program into what was not tried.
func (h *hunter) try(ctx context.Context, path string, again bool) error {
	h.tidy()
	h.said = slices.Contains(h.tried, path)
	if _, over := h.left(); over && again {
		h.notSeen(path)
		return nil
	}
	// A file dialog that is used at random deletes files.
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		h.unanswered.add(path, "the recording is gone: the program may have deleted it")
		return nil
	}
	h.last, h.hopes, h.waits, h.short = nil, nil, false, false
	h.tried = append(h.tried, path)
	defer func() {
		if h.waits {
			h.waiting = append(h.waiting, path)
		}
		if h.short {
			h.cut = append(h.cut, path)
		}
	}()
	limited, cancel := h.toLook(ctx, again)
	defer cancel()
	tasks, err := h.tryTrace(limited, path, again)
	if err == nil && tasks {
		err = h.tryTasks(limited, path)
	}
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		h.notSeen(path)
		return nil
	}
	return err
}

// tryTrace tries what a trace predicts. tasks: threads of pools ran some in it.
func (h *hunter) tryTrace(ctx context.Context, path string, again bool) (tasks bool, err error) {
	a, err := h.tool.races(ctx, analyzeOptions{rules: "auto", races: "use-free", where: h.opt.where}, path)
	if !again && unreadable(err) { // the program, used at random, may have written into it
		fmt.Fprintf(h.stderr, "warning: %v: what else was recorded is gone on with\n", err)
		h.unanswered.add(path, "it cannot be read")
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer a.sym.Close()
	if known := a.result.Meta.Command; again && !sameCommand(known, h.prog) {
		return false, fmt.Errorf("%s is a recording of %q, not of %q: name another folder (-o)", path, known, h.prog)
	}
	if err := h.headline(a.report); err != nil {
		return false, err
	}
	h.crashed = h.crashed || a.report.Crash != nil
	h.unanswered.add(path, a.report.Unanswered())
	return hasTasks(a), h.tryRaces(ctx, a, path)
}

// tryRaces tries what an analysis reports and was not tried before.
func (h *hunter) tryRaces(ctx context.Context, a *analysis, path string) error {
	tried, err := triedIn(h.opt.dir)
	if err != nil {
		return err
	}
	for _, r := range a.report.ToTry() {
		if !slices.Contains(h.last, r.ID) { // what its tasks race with is another analysis of the same recording
			h.last = append(h.last, r.ID)
		}
		if _, known := h.races[r.ID]; !known {
			h.races[r.ID] = predicted{listedRace: listedRace{id: r.ID, says: r.Summary(), bug: r.Bug(), trace: path}, byCall: r.By == sparsehb.ByCall}
			h.order = append(h.order, r.ID)
		}
		if p := h.races[r.ID]; p.session == "" && r.Observed && a.report.Crash != nil {
			p.session = h.sessionOf(path)
			h.races[r.ID] = p
		}
	}
	prog := h.prog
	if known := a.result.Meta.Command; !sameCommand(known, prog) && recording.MayStartAnother(prog) {
		prog = known // what a script started is steered itself
	}
	for id := range h.races {
		if r := h.races[id]; slices.Contains(h.last, id) && len(r.prog) == 0 {
			r.prog = prog
			h.races[id] = r
		}
	}
	races := append(likelyFirst(untried(a.report.ToTry(), tried)), h.ranInto(a.report.Reported(), tried)...)
	err = h.tryAll(ctx, a, h.first(races), path, prog)
	return cmp.Or(err, h.hope(a.report.Reported()))
}

// mostInVain is for how many races of one recording in a row a hunt waits until the others have to wait for those of other
// recordings: what one schedule waits for in vain, the next one mostly does, too, and each takes its whole time.
const mostInVain = 2

// mostSeenAgain bounds how often one race is tried again.
const mostSeenAgain = 3

// ranInto are the races that this recording ran into, and that were tried in vain by what another one
// shows of them: that one may lack a window, a step or an answer that the crash needs.
func (h *hunter) ranInto(races []*report.Race, tried map[string]steer.Known) (out []*report.Race) {
	for _, r := range races {
		k, done := tried[r.ID]
		if !r.Observed || !done || k.Status().Proven() || h.seenAgain[r.ID] == mostSeenAgain {
			continue
		}
		if h.seenAgain == nil {
			h.seenAgain = map[string]int{}
		}
		h.seenAgain[r.ID]++
		out = append(out, r)
	}
	return out
}

// headline: of one of many sessions only what is worth a line.
func (h *hunter) headline(r *report.Report) error {
	fresh := r.Crash != nil
	for _, race := range r.Reported() {
		_, known := h.races[race.ID]
		fresh = fresh || !known
	}
	if h.many && !fresh || h.said {
		return nil
	}
	return r.WriteHeadline(h.stdout)
}

// sameCommand: a recorded command is the one that is asked for. A script's has its interpreter
// before it, what env and the like start has not them.
func sameCommand(recorded, asked []string) bool {
	n := min(len(recorded), len(asked))
	return n == 0 || slices.Equal(recorded[len(recorded)-n:], asked[len(asked)-n:])
}

// triedIn are the verdicts of earlier calls.
func triedIn(dir string) (map[string]steer.Known, error) {
	tried, err := steer.ReadVerdicts(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return tried, err
}

func untried(races []*report.Race, tried map[string]steer.Known) (out []*report.Race) {
	for _, r := range races {
		if _, done := tried[r.ID]; !done {
			out = append(out, r)
		}
	}
	return out
}

// steeredRuns is how many go on beside each other: each plays a session, as those did that were recorded. 0: as of confirm.
func (h *hunter) steeredRuns(ctx context.Context) int {
	if h.opt.jobs > 0 || h.load == (load{}) {
		return h.opt.jobs
	}
	return h.jobsOf(ctx, h.load, h.prog)
}

// tryAll steers the program into each race, as long as there is time.
func (h *hunter) tryAll(ctx context.Context, a *analysis, races []*report.Race, path string, prog []string) error {
	left, over := h.leftToSteer()
	if len(races) == 0 || over {
		h.waitsForTime(len(races) > 0)
		return nil
	}
	until := time.Time{}
	if left > 0 {
		var cancel context.CancelFunc
		until = time.Now().Add(left)
		ctx, cancel = context.WithDeadline(ctx, until.Add(h.grace()))
		defer cancel()
	}
	opt := confirmOptions{dir: h.opt.dir, runs: 1, jobs: h.steeredRuns(ctx), timeout: h.toWait(), errorCode: exitClean, keep: true, later: true,
		digest: true, patience: h.patience, until: until, brief: h.brief}
	err := h.steer(ctx, &opt, a, races, path, prog)
	h.waitsForTime(opt.aside)
	if errors.Is(err, errInVain) {
		fmt.Fprintf(h.stdout, "what the schedules of %s wait for does not come in steered runs: its other races are tried after those of other recordings\n", filepath.Base(path))
		h.waits = true
		return nil
	}
	if left > 0 && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, steer.ErrUntil)) {
		h.waitsForTime(true)
		return nil // what was not tried is listed
	}
	return err
}
