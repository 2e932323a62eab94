package steer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// RunOptions say how a program is run.
type RunOptions struct {
	Lib     string        // the folder of libsparseqt.so
	Timeout time.Duration // of a run; 0: 30 s
	Env     []string      // "name=value", what the program would get without us; must not be nil
	// Enter is called before each run, and what it gives after that; nil: nothing is.
	Enter func() (leave func())
	// Screen gives a run what its environment has of a screen of its own, until it is given back; nil: none has one.
	Screen  func() (vars []string, give func(), err error)
	Driver  string // shell command that plays the person, its $1 the program's pid; "" for none
	Scratch string // folder for scratch files; "": the system's
	Dir     string // where it runs; "": where we do
	Output  string // file for what it prints; "" for none that stays
	// Instrumented: it needs the recorder, also where it leaves no trace.
	Instrumented bool
	Record       string // pattern of the traces that it is to leave, %p its process; "" for none
	Look         string // folder for what its windows show; "" for none
	// Settle: before the look, the event that the schedule made late may still come.
	Settle bool
	// FastTimers: virtual time, whatever the schedule says.
	FastTimers bool
	Preload    []string // libraries that it gets besides ours
	// Faults: folder in which a run that shows a fault of ours leaves its log; "" for none.
	Faults string
	// CheckOrder: the order is held against the rules also where nothing fails.
	CheckOrder bool
	// asks talks with the program on a bus of its own; the run is over when it returns.
	asks func(context.Context, *caller)
	// goesOn: it does so after a report of AddressSanitizer, where it was built for that.
	goesOn bool
	// Fresh: it meets nothing of an instance of itself that runs beside, or that crashed.
	Fresh bool
	// Home is a folder of which its home is a copy; "": it has the one that Env names.
	Home string
	// OwnBus: it gets a D-Bus session of its own; what it says there is in the Outcome.
	OwnBus bool
}

const (
	defaultTimeout = 30 * time.Second
	pollEvery      = 20 * time.Millisecond
	// graceAfter is how long a program may stay idle once its run is decided: it
	// may end by itself. While it is busy, or ASan writes a report (which takes
	// its time on a loaded machine), it may go on up to graceLimit.
	graceAfter = 500 * time.Millisecond
	graceLimit = 10 * time.Second
	outputMax  = 64 << 20 // bytes a program may print before it is stopped
	readMax    = 4 << 20  // bytes read of each file a run leaves
	tailMax    = 4 << 10  // bytes of output kept
)

// Outcome is what one run left behind.
type Outcome struct {
	Reports  []Report
	ExitCode int            // -1 if a signal ended it
	Signal   syscall.Signal // 0 for none
	Stopped  string         // why we ended it, "" if it ended by itself
	Output   string         // the last it printed
	Messages []string       // on a D-Bus of its own
	Duration time.Duration
	PID      int
	// OurFault: the program failed in an order that no event loop makes, and how it is
	// known; FaultFile is the log, if it was kept.
	OurFault, FaultFile string
	faultLog            string
	goals               goals
}

// Diverged is why the run left its schedule, "" if it did not.
func (o *Outcome) Diverged() string { return o.goals.diverged }

// Stopped values.
const (
	stoppedTimeout = "timeout"
	stoppedDecided = "decided"
	stoppedOutput  = "it printed too much"
)

// files of a run, in a scratch folder of its own.
type files struct {
	dir, directives, verdict, asan, output string
	log                                    string // pattern of the traces that it leaves, "" for none
	goesOn                                 bool   // after reports
}

func newFiles(parent string, directives []byte) (files, error) {
	dir, err := os.MkdirTemp(parent, "sparseracer-run-")
	if err != nil {
		return files{}, err
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	f := files{dir: dir, directives: in("directives"), verdict: in("verdict"), asan: in("asan"), output: in("output")}
	err = errors.Join(os.WriteFile(f.directives, directives, 0o600), os.WriteFile(f.verdict, nil, 0o600))
	if err != nil {
		os.RemoveAll(dir)
	}
	return f, err
}

// Run runs the program once under the schedule. The error is about the set-up
// or ctx; whatever the program does is in the Outcome.
func Run(ctx context.Context, s *Schedule, argv []string, opt RunOptions) (*Outcome, error) {
	p, err := s.program(argv)
	if err != nil {
		return nil, err
	}
	return runProgram(ctx, s, p, argv, opt)
}

func runProgram(ctx context.Context, s *Schedule, p *program, argv []string, opt RunOptions) (*Outcome, error) {
	if opt.Enter != nil {
		defer opt.Enter()()
	}
	if opt.Screen != nil {
		vars, give, err := opt.Screen()
		if err != nil {
			return nil, err
		}
		defer give()
		opt.Env = slices.Concat(opt.Env, vars)
	}
	fast := *s
	fast.FastTimers = s.FastTimers || opt.FastTimers
	directives, err := Compile(&fast)
	if err != nil {
		return nil, err
	}
	f, err := newFiles(opt.Scratch, directives)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(f.dir)
	if opt.Output != "" {
		f.output = opt.Output
	}
	f.log, f.goesOn = opt.Record, opt.goesOn
	if keepsLog(s, opt) {
		f.log = filepath.Join(f.dir, logPattern)
	}
	var b *bus
	needed := s.calls() || opt.OwnBus || opt.asks != nil
	if needed || opt.Fresh && parseEnviron(opt.Env)[busVariable] != "" {
		if b, err = startBus(f.dir, opt.Env); err != nil && needed {
			return nil, err
		}
		if err == nil { // else it gets the user's
			defer b.stop()
			if err := b.claim(s); err != nil {
				return nil, err
			}
		}
	}
	var heard *monitor
	if opt.OwnBus {
		if heard, err = b.listen(); err != nil {
			return nil, fmt.Errorf("a D-Bus for the run alone: %w", err)
		}
	}
	env, err := steered(s, p, f, b, opt)
	if err != nil {
		return nil, err
	}
	out, err := os.Create(f.output)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	// Output goes to a file, not a pipe: a child left behind cannot keep us
	// waiting for its end.
	cmd := &exec.Cmd{Path: p.path, Args: argv, Env: env, Dir: opt.Dir, Stdout: out, Stderr: out,
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true}}
	var clean *fresh
	if opt.Fresh {
		if clean, err = freshly(cmd, f.dir); err != nil {
			return nil, err
		}
	}
	if opt.Home != "" {
		home := filepath.Join(f.dir, "home")
		if err := os.CopyFS(home, os.DirFS(opt.Home)); err != nil {
			return nil, err
		}
		v := parseEnviron(cmd.Env)
		v["HOME"] = home
		cmd.Env = v.list()
	}
	o, err := watched(ctx, cmd, s, f, b, opt)
	if cmd.Process != nil {
		clean.undo(cmd.Process.Pid)
	}
	messages := heard.messages(b)
	if err != nil {
		return nil, err
	}
	o.Messages = messages
	o.checkLogs(f.log, opt.CheckOrder)
	return o, o.keepFault(&fast, opt.Faults)
}

// watched starts the program and stays with it to its end.
func watched(ctx context.Context, cmd *exec.Cmd, s *Schedule, f files, b *bus, opt RunOptions) (*Outcome, error) {
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", cmd.Path, err)
	}
	var c *caller
	if b != nil {
		c = &caller{bus: b, s: s, group: cmd.Process.Pid, failed: make(chan error, 1)}
	}
	var asked chan struct{}
	if opt.asks != nil {
		asked = make(chan struct{})
		asking, enough := context.WithCancel(ctx)
		go func() { defer close(asked); opt.asks(asking, c) }()
		defer func() { enough(); <-asked }()
	}
	driver := opt.Driver
	if s.plays() {
		driver = "" // the schedule is the person
	}
	stopDriver := startDriver(driver, opt.Env, cmd.Process.Pid)
	stopped, err := await(ctx, cmd, s, f, c, asked, orDuration(opt.Timeout, defaultTimeout)+s.playing())
	stopDriver()
	if err != nil {
		return nil, err
	}
	o := collect(f, cmd.Process.Pid)
	if o.goals.fault != nil {
		return nil, o.goals.fault
	}
	if why := c.fault(); why != nil && o.goals.diverged == "" {
		o.goals.diverged = why.Error()
	}
	o.Duration, o.Stopped = time.Since(start), stopped
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		o.Signal = status.Signal()
	}
	o.ExitCode = cmd.ProcessState.ExitCode()
	return o, nil
}

func orDuration(d, otherwise time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return otherwise
}

// await waits for the end of the program, or brings it about; afterwards
// nothing of its process group is left.
func await(ctx context.Context, cmd *exec.Cmd, s *Schedule, f files, c *caller, over <-chan struct{}, timeout time.Duration) (stopped string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // of calls that are still to be made
	group := cmd.Process.Pid
	done := make(chan struct{})
	go func() { cmd.Wait(); close(done) }()
	defer func() {
		syscall.Kill(-group, syscall.SIGKILL)
		<-done
	}()
	limit := runLimit{timeout: timeout, last: time.Now()}
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var decided, idle time.Time // since when
	asked := time.Now()         // since when it stands still in a question
	for {
		select {
		case <-done:
			return "", nil
		case <-ctx.Done():
			return "", ctx.Err()
		case <-over:
			return stoppedDecided, nil
		case now := <-tick.C:
			if st, err := os.Stat(f.output); err == nil && st.Size() > outputMax {
				return stoppedOutput, nil
			}
			c.answer(ctx, f.verdict)
			g := parseGoals(readSome(f.verdict))
			if decided.IsZero() && !s.fails() && (s.decidedBy(&g) || c.hasFailed()) {
				decided = now
			}
			reports := isReporting(cmd.Process.Pid, f)
			busy := reports || isBusy(cmd.Process.Pid)
			if limit.isOver(now, waited(cmd.Process.Pid), reports || busy && s.hasGoal() && g.untouched()) {
				return stoppedTimeout, nil
			}
			if decided.IsZero() || busy {
				idle = now
			}
			if busy || !s.canAnswer(&g) {
				asked = now
			}
			if now.Sub(asked) > answerAfter {
				return stoppedDecided, nil
			}
			if !decided.IsZero() && (now.Sub(decided) > graceLimit || now.Sub(decided) > graceAfter && now.Sub(idle) > graceAfter) {
				return stoppedDecided, nil
			}
		}
	}
}

// decides: nothing the program still does changes what the run shows.
func (g *goals) decides() bool {
	return g.diverged != "" || g.bothEnded || g.fault != nil
}

// decidedBy: the same of a run of the schedule; one that only watches who frees awaits no free.
func (s *Schedule) decidedBy(g *goals) bool { return g.decides() || s.watch > 0 && g.useOver }

// isReporting: a report is being written after which the program will end.
func isReporting(pid int, f files) bool {
	_, err := os.Stat(fmt.Sprintf("%s.%d", f.asan, pid))
	return err == nil && !f.goesOn
}

// isBusy: the program's main thread runs or wants to.
func isBusy(pid int) bool {
	_, rest, found := cutLast(readSome(fmt.Sprintf("/proc/%d/stat", pid)), ") ")
	return found && (strings.HasPrefix(rest, "R") || strings.HasPrefix(rest, "D"))
}

// startDriver runs the command that plays the person; the function it returns
// ends it and all it started.
func startDriver(command string, env []string, pid int) (stop func()) {
	if command == "" {
		return func() {}
	}
	cmd := exec.Command("/bin/sh", "-c", command, "driver", fmt.Sprint(pid))
	cmd.Env = env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if cmd.Start() != nil {
		return func() {} // the run then shows what is missing
	}
	return func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	}
}

// collect reads what a run left, the reports of the program itself first.
func collect(f files, pid int) *Outcome {
	o := &Outcome{PID: pid, goals: parseGoals(readSome(f.verdict))}
	own := fmt.Sprintf("%s.%d", f.asan, pid)
	o.Reports = ParseReports(readSome(own))
	logs, _ := filepath.Glob(globQuote(f.asan) + ".*") // only a bad pattern fails
	for _, path := range logs {
		if path != own {
			o.Reports = append(o.Reports, ParseReports(readSome(path))...)
		}
	}
	if text := readSome(f.output); len(text) > tailMax {
		o.Output = strings.ToValidUTF8(text[len(text)-tailMax:], "?")
	} else {
		o.Output = text
	}
	return o
}

var globQuote = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace

// readSome reads a file that may be missing; "" then.
func readSome(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, readMax))
	return string(data)
}
