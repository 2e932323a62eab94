package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"sparseracer/internal/exercise"
	"sparseracer/internal/install"
	"sparseracer/internal/probe"
	"sparseracer/internal/recording"
	"sparseracer/internal/report"
	"sparseracer/internal/sandbox"
	"sparseracer/internal/steer"
	"sparseracer/sparsehb"
)

// exerciseOptions are those of exercise, and of hunt where nobody else uses the program.
type exerciseOptions struct {
	record    recordOptions
	dir       string
	seed      uint64
	acts      int
	sessions  int
	time      time.Duration
	noSandbox bool
}

const (
	actsOfSession = 30
	// quietSessions is how many sessions in a row find nothing new before it ends.
	quietSessions = 3
)

func (o *exerciseOptions) flags(c *cobra.Command, t *tool) {
	f := c.Flags()
	f.Uint64Var(&o.seed, "seed", 1, "choose by this number: the same one gives the same choices")
	f.IntVar(&o.acts, "acts", actsOfSession, "steps of a session")
	f.IntVar(&o.sessions, "sessions", 0, "at most `N` sessions; 0: until three in a row find nothing new")
	servicesFlag(c, t)
	f.BoolVar(&o.noSandbox, "no-sandbox", false, "use PROG as it is: what it writes, sends, prints and deletes is real")
}

func (o *exerciseOptions) check() error {
	if o.acts < 1 {
		return fmt.Errorf("--acts=%d: expected at least 1", o.acts)
	}
	if o.sessions < 0 {
		return fmt.Errorf("--sessions=%d: expected 0 or more", o.sessions)
	}
	if o.time < 0 {
		return fmt.Errorf("--time=%v: expected 0 or more", o.time)
	}
	return nil
}

func (t *tool) exerciseCommand() *cobra.Command {
	opt := exerciseOptions{record: recordOptions{Options: recording.Options{Qt: recording.QtStock}}}
	c := &cobra.Command{
		Use:   "exercise [-o DIR] -- PROG [ARGS…]",
		Short: "Use a program by its windows, and keep what was done as sessions",
		Long: `Uses PROG, a program with Qt Widgets, Qt Quick or GTK, as a person would who wants to see all of it:
opens its menus and dialogs, presses its buttons and shortcuts, types, and leaves what it opened. What is
chosen is what has not been tried. Each session is recorded, and kept as a script that
record --play plays again.

PROG runs in a sandbox: it can read all files and change none but those of the folder, and
has a home of its own, no network, no D-Bus but its own, and no other processes.`,
		RunE: func(c *cobra.Command, args []string) error {
			_, prog, err := program(c, args, 0)
			if err != nil {
				return err
			}
			if err := opt.check(); err != nil {
				return err
			}
			opt.dir = cmp.Or(opt.dir, filepath.Base(prog[0])+".exercise")
			return t.sandboxed(c.Context(), opt.noSandbox, opt.dir, prog, func() error { return t.exercise(c.Context(), opt, prog) })
		},
	}
	opt.flags(c, t)
	f := c.Flags()
	f.StringVarP(&opt.dir, "output", "o", "", "keep sessions and recordings in the folder `DIR` (default PROG.exercise)")
	f.DurationVar(&opt.time, "time", 0, "begin no session after this time")
	f.Var(&opt.record.Stock, "stock", "record what handlers of code without instrumentation keep across nested loops: yes, no, or auto")
	f.Lookup("stock").NoOptDefVal = "yes"
	c.Flags().SetInterspersed(false)
	return c
}

// sandboxFlag is of verbs that repeat what was done in a sandbox.
func (t *tool) sandboxFlag(c *cobra.Command, dir *string) {
	servicesFlag(c, t)
	c.Flags().StringVar(dir, "sandbox", "", "run PROG as hunt and exercise did: in a sandbox, with the home in their folder `DIR`")
}

// sandboxOf is the folder of exercise or hunt in which a file of theirs lies that were used in a sandbox, "" for any other.
func sandboxOf(path string) string {
	dir := filepath.Dir(path)
	if path == "" || path == "-" || !exercise.IsHome(filepath.Join(dir, "home")) {
		return ""
	}
	return dir
}

// warnOutside says that what was used at random in a sandbox is used outside of it.
func (t *tool) warnOutside(box, path string) {
	if dir := sandboxOf(path); box == "" && dir != "" && !sandbox.Inside(t.env) {
		fmt.Fprintf(t.stderr, "warning: %s was made in a sandbox, and PROG runs outside of one now: what it writes, sends and deletes is real. --sandbox %s makes one again\n", path, dir)
	}
}

// sandboxed does something here if this is a sandbox already, or none is wanted; else this
// command is run again in one. What is in the folder stays.
func (t *tool) sandboxed(ctx context.Context, not bool, dir string, prog []string, do func() error) error {
	if dir != "" {
		if err := ownFolder(dir); err != nil {
			return err
		}
	}
	if not {
		return do()
	}
	if sandbox.Inside(t.env) {
		stop, err := t.enterSession(ctx, dir, prog)
		if err != nil {
			return err
		}
		defer stop()
		return do()
	}
	if _, err := t.lookAtLoops(ctx, prog); err != nil { // what it finds out is kept, out here
		return err
	}
	keep, err1 := sandbox.Absolute(dir)
	current, err2 := sandbox.Absolute(".")
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	self, err1 := os.Executable()
	libraries, err2 := install.LibraryDir()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	again := exec.Command("", t.args...)
	again.Env, again.Stdin, again.Stdout, again.Stderr = t.env, t.stdin, t.out, t.errors
	status, err := sandbox.Run(ctx, sandbox.Box{Keep: keep, Current: current, Fixed: []string{self, libraries}}, again)
	if errors.Is(err, sandbox.ErrNone) {
		err = fmt.Errorf("%w; --no-sandbox goes without", err)
	}
	t.code = status
	return err
}

// enterSession gives what runs in the sandbox a home with something to open, a D-Bus that nobody
// else is on, no screen, and a language in which the buttons of dialogs are known.
func (t *tool) enterSession(ctx context.Context, dir string, prog []string) (stop func(), err error) {
	t.home = filepath.Join(dir, "home")
	if err := exercise.WriteHome(t.home); err != nil {
		return nil, err
	}
	keep, err1 := sandbox.Absolute(dir)
	current, err2 := sandbox.Absolute(".")
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	t.scratch = sandbox.Remember(current, keep)
	t.env = append(t.env, "LC_ALL=C.UTF-8", "LANGUAGE=en")
	ours := t.getenv("QT_QPA_PLATFORM") == ""
	if t.getenv("QT_QPA_PLATFORM") == "" {
		m, err := exercise.ReadMemory(filepath.Join(dir, memoryFile))
		t.offscreen = err != nil || !m.Screen // who needs what it says has the error
		t.env = append(t.env, "QT_QPA_PLATFORM="+map[bool]string{true: "offscreen", false: "xcb"}[t.offscreen])
	}
	if platform, _, _ := strings.Cut(t.getenv("QT_QPA_PLATFORM"), ":"); (ours || platform == "offscreen") && t.getenv("QT_QUICK_BACKEND") == "" {
		t.env = append(t.env, "QT_QUICK_BACKEND=software") // Qt Quick draws by OpenGL else, which comes with an X server there, and ends the program without
	}
	if t.getenv("QTWEBENGINE_DISABLE_SANDBOX") == "" {
		t.env = append(t.env, "QTWEBENGINE_DISABLE_SANDBOX=1") // Qt WebEngine has one of its own, and refuses to be run by root with it
	}
	screenOff, err := t.ownScreen(ctx, prog)
	if err != nil {
		return nil, err
	}
	session, err := os.MkdirTemp("", "sparseracer-bus-")
	if err != nil {
		screenOff()
		return nil, err
	}
	address, busOff, err := steer.StartSession(session, t.env)
	if err != nil {
		fmt.Fprintf(t.stderr, "warning: no D-Bus: %v\n", err)
		return screenOff, nil
	}
	t.env = append(t.env, "DBUS_SESSION_BUS_ADDRESS="+address)
	return func() { busOff(); screenOff() }, nil
}

// tidy removes what programs have made in a sandbox's current folder. Nothing that is in use may
// run meanwhile.
func (t *tool) tidy() {
	if t.scratch != nil {
		t.scratch.Tidy()
	}
}

// exercise makes sessions until there is nothing new.
func (t *tool) exercise(ctx context.Context, opt exerciseOptions, prog []string) error {
	screenOff, err := t.ownScreen(ctx, prog)
	if err != nil {
		return err
	}
	defer screenOff()
	e, err := t.newExerciser(opt, prog)
	if err != nil {
		return err
	}
	begun := time.Now()
	for e.more(ctx, begun) {
		s, err := e.session(ctx)
		if err != nil {
			return err
		}
		if how := s.crash(); how != "" {
			fmt.Fprintln(t.stdout, how)
		}
	}
	fmt.Fprintf(t.stdout, "%s: %s\n", amount(e.made, "session"), e.sum())
	if e.made == 0 {
		return ctx.Err()
	}
	return errors.Join(ctx.Err(), report.Next(t.stdout, "record", "", append(append(t.sandboxFlags(), "--play", e.name(1, ".session"), "--"), prog...)...))
}

// exerciser makes sessions, each with what the ones before it found out.
type exerciser struct {
	*tool
	opt     exerciseOptions
	prog    []string
	memory  *exercise.Memory
	made    int          // sessions, those of earlier calls too
	quiet   int          // of these, the last ones that found nothing new
	crashed map[int]bool // those that ended by themselves
	until   time.Time    // of a hunt that has so long; the zero time: any time will do
}

const memoryFile = "memory.json"

func (t *tool) newExerciser(opt exerciseOptions, prog []string) (*exerciser, error) {
	m, err := exercise.ReadMemory(filepath.Join(opt.dir, memoryFile))
	if err != nil {
		return nil, err
	}
	if m.Command != nil && !slices.Equal(m.Command, prog) {
		return nil, fmt.Errorf("%s has sessions of %q, not of %q: name another folder (-o)", opt.dir, m.Command, prog)
	}
	m.Command = prog
	crashed := map[int]bool{}
	for _, n := range m.Crashed {
		crashed[n] = true
	}
	e := &exerciser{tool: t, opt: opt, prog: prog, memory: m, crashed: crashed}
	for {
		if _, err := os.Stat(e.name(e.made+1, ".session")); errors.Is(err, fs.ErrNotExist) {
			return e, nil
		} else if err != nil {
			return nil, err
		}
		e.made++
	}
}

func (e *exerciser) name(n int, ending string) string {
	return filepath.Join(e.opt.dir, fmt.Sprint(n)+ending)
}

func (e *exerciser) more(ctx context.Context, begun time.Time) bool {
	return ctx.Err() == nil && (e.opt.sessions == 0 || e.made < e.opt.sessions) && e.quiet < quietSessions &&
		(e.opt.time == 0 || time.Since(begun) < e.opt.time)
}

func (e *exerciser) sum() string {
	return fmt.Sprintf("%s in %s, %s", amount(e.memory.Tried(), "different step"), amount(e.memory.Kinds(), "window"), amount(e.memory.Loops, "nested loop"))
}

// made is one session as it was kept.
type madeSession struct {
	number        int
	script, trace string
	states        string // file of states, for probe
	did           *exercise.Session
	signal        syscall.Signal // that ended the program, 0 for none
	status        int            // with which it exited by itself
	said          string
	wentOn        []int // processes that the program forked, and that went on when it ended
	load          load
}

// failure is how a session ended that did not end by itself, "" for any other.
func (s *madeSession) failure() string {
	if how := reported(s.said); how != "" || s.signal == 0 {
		return how
	}
	return s.signal.String()
}

// fault is the failure of a program that did something wrong. One that can end others ends itself in a sandbox.
func (s *madeSession) fault() string {
	if reported(s.said) == "" && !sparsehb.IsFault(s.signal) {
		return ""
	}
	return s.failure()
}

// reported is what AddressSanitizer says first in the output of a program, in one line.
func reported(said string) string {
	reports := steer.ParseReports(said)
	if len(reports) == 0 {
		return ""
	}
	return reports[0].Kind + " in " + firstNamed(reports[0].Use)
}

// crash says how a session ended that did not end by itself, "" for any other.
func (s *madeSession) crash() string {
	how := s.failure()
	if how == "" {
		return ""
	}
	text := fmt.Sprintf("session %d ended by itself, %s, after: %s (%s repeats it)", s.number, how, cmp.Or(s.did.Last, "nothing"), s.script)
	if s.signal != 0 { // an assertion that failed, an exception that nobody caught
		text += steer.LastLine(s.said)
	}
	return text
}

// notBegun: a session came to no step.
type notBegun struct{ error }

// session makes the next one. It is kept when it is over: an interrupted one is made again.
func (e *exerciser) session(ctx context.Context) (*madeSession, error) {
	n := e.made + 1
	before := len(e.memory.Windows) + e.memory.Loops + e.memory.Tried()
	chooser := exercise.NewChooser(e.memory, e.opt.seed<<20+uint64(n), e.opt.acts)
	s, err := e.play(ctx, n, chooser, e.limit(time.Now()))
	if err != nil {
		return nil, err
	}
	if how := s.failure(); s.did.Acts == 0 && how != "" {
		return nil, errors.Join(notBegun{fmt.Errorf("%s crashes unsteered, before the first step of session %d: %s; what it said is in %s", e.prog[0], n, how, e.name(n, ".log"))},
			os.WriteFile(e.name(n, ".log"), []byte(s.said), privateFile))
	}
	if s.did.Acts == 0 {
		return nil, notBegun{fmt.Errorf("%s showed no window within 10 s that a person could use; it said:\n%s", e.prog[0], tail(s.said))}
	}
	if after := len(e.memory.Windows) + e.memory.Loops + e.memory.Tried(); after == before {
		e.quiet++
	} else {
		e.quiet = 0
	}
	e.made = n
	e.noteCrash(s)
	return s, e.keep(s)
}

// noteCrash keeps for later calls that a session did not end by itself.
func (e *exerciser) noteCrash(s *madeSession) {
	e.memory.Crashed = slices.DeleteFunc(e.memory.Crashed, func(n int) bool { return n == s.number }) // made once more
	if e.crashed[s.number] = s.failure() != ""; e.crashed[s.number] {
		e.memory.Crashed = append(e.memory.Crashed, s.number)
	}
}

// quits is how long a program may take to end when its session is over.
const quits = 20 * time.Second

// sessionAtLeast is what a session may take where little time is left: enough for the first steps.
const sessionAtLeast = 15 * time.Second

// limit is how long a session may take: a program may never come to rest.
func (e *exerciser) limit(now time.Time) time.Duration {
	limit := time.Minute + time.Duration(e.opt.acts)*2*time.Second
	if e.until.IsZero() {
		return limit
	}
	return min(limit, max(e.until.Sub(now), sessionAtLeast))
}

// look is the session in which nobody does anything. alone: the program drives itself, and has ended, or shows
// nothing that could be used.
func (e *exerciser) look(ctx context.Context) (s *madeSession, alone bool, err error) {
	l := &exercise.Look{}
	limit := exercise.LookLimit
	if !e.until.IsZero() {
		limit = min(limit, e.limit(time.Now()))
	}
	if s, err = e.play(ctx, 0, l, limit); err != nil {
		return nil, false, err
	}
	e.memory.Alone = !l.Used()
	e.noteCrash(s)
	return s, e.memory.Alone, e.keep(s)
}

// stepper chooses the steps.
type stepper interface {
	Next(*probe.State) string
	Ended()
}

// play runs the program under the recorder, with steps from c.
func (e *exerciser) play(ctx context.Context, n int, c stepper, limit time.Duration) (*madeSession, error) {
	e.tidy()
	s := &madeSession{number: n, script: e.name(n, ".session"), trace: e.name(n, ".srt"), states: e.name(n, ".states")}
	pipes, err := newPipes()
	if err != nil {
		return nil, err
	}
	defer pipes.remove()
	listens := e.name(n, ".listen")
	if err := os.WriteFile(listens, []byte(exercise.Listens()), privateFile); err != nil {
		return nil, err
	}
	defer os.Remove(listens)
	opt := e.opt.record
	opt.Play, opt.Output = listens, s.trace
	opt.extra = append(slices.Clone(opt.extra), stateVariable+"="+pipes.states.Name(), stepsVariable+"="+pipes.steps.Name(), triesVariable+"=0")
	var said bytes.Buffer
	o := e.recorded(opt)
	o.Stdin, o.Stdout, o.Stderr, o.Watch, o.Grace = nil, &said, &said, nil, 2*time.Second
	run, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if sandbox.Inside(e.env) {
		defer sandbox.EndLeftBehind(sandbox.Children())
	}
	show := e.newBar()
	drove := make(chan error)
	go func() {
		acts := int64(0)
		did, err := exercise.Drive(pipes.states, pipes.steps, c, func(step string) {
			acts++
			show.set(fmt.Sprintf("session %d: %s", n, step), acts, int64(e.opt.acts))
		})
		s.did = did
		time.AfterFunc(quits, cancel) // a session that is over ends its program, or we do
		drove <- err
	}()
	begun := time.Now()
	path, state, err := recording.Run(run, o, e.prog)
	s.load = loadOf(state, time.Since(begun))
	s.wentOn = recording.WentOn(path)
	pipes.close()
	err = errors.Join(err, <-drove, ctx.Err())
	show.end()
	if err != nil {
		return nil, err
	}
	s.signal, s.said = recording.EndedBy(state), said.String()
	if run.Err() != nil {
		s.signal = 0 // ours
	} else if s.signal == 0 {
		s.status = state.ExitCode()
	}
	return s, nil
}

// keep writes what a session leaves, the script last: it says that there is one.
func (e *exerciser) keep(s *madeSession) error {
	var states strings.Builder
	for i := range s.did.States {
		fmt.Fprintln(&states, s.did.States[i].String())
	}
	return errors.Join(
		os.WriteFile(s.states, []byte(states.String()), privateFile),
		os.WriteFile(e.name(s.number, ".log"), []byte(s.said), privateFile),
		e.memory.Write(filepath.Join(e.opt.dir, memoryFile)),
		os.WriteFile(s.script, []byte(s.did.Script()), privateFile))
}

// tail is the end of what a program said.
func tail(said string) string {
	const lines = 5
	all := strings.Split(strings.TrimSpace(said), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

const stepsVariable = "SESSION_STEPS"

// pipes are what a playing program writes states to, and reads steps from.
type pipes struct {
	dir           string
	states, steps *os.File
}

func newPipes() (*pipes, error) {
	dir, err := os.MkdirTemp("", "sparseracer-steps-")
	if err != nil {
		return nil, err
	}
	p := &pipes{dir: dir}
	for name, f := range map[string]**os.File{"states": &p.states, "steps": &p.steps} {
		path := filepath.Join(dir, name)
		if err = unix.Mkfifo(path, 0o600); err == nil {
			*f, err = os.OpenFile(path, os.O_RDWR|unix.O_NONBLOCK, 0)
		}
		if err != nil {
			p.close()
			p.remove()
			return nil, err
		}
	}
	return p, nil
}

func (p *pipes) close() {
	for _, f := range []*os.File{p.states, p.steps} {
		if f != nil {
			f.Close()
		}
	}
}

func (p *pipes) remove() { os.RemoveAll(p.dir) }
