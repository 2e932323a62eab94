package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"sparseracer/internal/ctest"
	"sparseracer/internal/fuzz"
	"sparseracer/internal/recording"
)

// A hunt of a test suite: each test that CTest would run is run plainly, then recorded; its races are
// steered into, in that test; and it is run with some of its events late. Tests run as they
// are, with their own folders and variables, and no sandbox.

// tested is what came of one test, as it is kept in the folder.
type tested struct {
	ctest.Test
	Plain, Recorded string        // how it ended, "" for as it should
	Late            []string      // in what other orders it fails
	Note            string        // why no more was done, "" if it was
	Took            time.Duration // its recording
	unrecorded      bool          // Note says why
	events          uint64        // that were delivered in it
	races           []string      // ids
}

// testLimit bounds a test that has no limit of its own.
const testLimit = 5 * time.Minute

func (h *hunter) tests(ctx context.Context) error {
	list, missing, err := ctest.List(ctx, h.prog, h.env)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("none of the %d tests is built: %s", len(missing), strings.Join(missing, ", "))
	}
	if err := ownFolder(h.opt.dir); err != nil {
		return err
	}
	h.goesOn, h.many = true, true
	if h.opt.jobs == 0 {
		h.opt.jobs = 1 // CTest runs no test beside itself: its runs would share files
	}
	var done []*tested
	untried := 0
	for i, one := range list {
		if _, over := h.left(); over {
			untried = len(list) - i
			break
		}
		fmt.Fprintf(h.stderr, "test %d of %d: %s\n", i+1, len(list), one.Name)
		r := &tested{Test: one}
		if err := h.test(ctx, r); errors.Is(err, errNoTime) {
			untried = len(list) - i
			break
		} else if err != nil {
			return err
		}
		done = append(done, r)
	}
	writeTests(h.stdout, done, missing, untried)
	return h.bag()
}

// folderName is the name of a test as one of a file.
var folderName = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// test does all that is done with one test. What an earlier call found out is kept; races that it had no time for are
// tried.
func (h *hunter) test(ctx context.Context, r *tested) error {
	in := h.inside(r)
	name := filepath.Join(h.opt.dir, strings.Trim(folderName.ReplaceAllString(r.Name, "_"), "."))
	trace, kept := name+".srt", name+".json"
	again := false
	if data, err := os.ReadFile(kept); err == nil {
		var before tested
		if again = json.Unmarshal(data, &before) == nil && slices.Equal(before.Command, r.Command); again {
			*r = before
			h.warnOlder(trace)
		}
	}
	if !again {
		var err error
		if r.Plain, err = in.runTest(ctx, r, name+".plain.log"); err != nil {
			return err
		}
		if r.Recorded, err = in.recordTest(ctx, r, trace); errors.Is(err, errNoTime) {
			return err
		} else if err != nil {
			r.Note, r.unrecorded = "it was not recorded: "+firstLine(err.Error()), true
			return ctx.Err()
		}
	}
	stats, err := in.collect(ctx, trace)
	if err != nil {
		r.Note, r.unrecorded = "its recording cannot be read: "+firstLine(err.Error()), true
		return ctx.Err()
	}
	in.opt.timeout = r.limit(in.opt.timeout)
	r.events = stats.Kinds["deq"]
	switch {
	case r.events == 0, r.Plain == ctest.Skipped && r.Recorded == r.Plain:
		return r.keep(kept)
	case r.Recorded != r.Plain:
		r.Note = "recorded it does something else: nothing was steered"
		return r.keep(kept)
	}
	err = in.try(ctx, trace, false)
	h.order, h.crashed, h.code = in.order, in.crashed, in.code // what it shares with the others
	if err != nil {
		r.Note = err.Error()
		return ctx.Err()
	}
	r.races = in.last
	switch {
	case again:
		return nil
	case r.Plain != "":
		r.Note = "it fails by itself: it was not run with late events"
	default:
		if err := h.late(ctx, in, r); err != nil {
			return err
		}
	}
	if _, over := h.left(); over {
		return nil // the next call does it again
	}
	return r.keep(kept)
}

// limit of a steered run: it waits for what is to come first, and so may take longer than the recording did.
func (r *tested) limit(asked time.Duration) time.Duration { return max(asked, 3*r.Took) }

func (r *tested) keep(path string) error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, privateFile)
}

// inside is this hunt within one test: its folder, its variables, its command.
func (h *hunter) inside(r *tested) *hunter {
	t := *h.tool
	t.env, t.dir = r.Environ(h.env), r.Dir
	in := *h
	in.tool, in.prog = &t, r.Command
	return &in
}

// errNoTime: the hunt's time was over before the test, or the run with an event, was.
var errNoTime = errors.New("there was no time")

// bounded ends what a test does after its limit, or when the hunt's time is over.
func (h *hunter) bounded(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if left, over := h.left(); left > 0 || over {
		ctx, stop := context.WithTimeoutCause(ctx, left, errNoTime)
		limited, cancel := context.WithTimeout(ctx, limit)
		return limited, func() { cancel(); stop() }
	}
	return context.WithTimeout(ctx, limit)
}

// runTest runs it plainly: how it ended, "" if it passed. What it prints is kept in a file.
func (h *hunter) runTest(ctx context.Context, r *tested, log string) (string, error) {
	limited, cancel := h.bounded(ctx, cmp.Or(r.Timeout, testLimit))
	defer cancel()
	said, err := os.OpenFile(log, os.O_CREATE|os.O_RDWR|os.O_TRUNC, privateFile)
	if err != nil {
		return "", err
	}
	defer said.Close()
	cmd := exec.CommandContext(limited, r.Command[0], r.Command[1:]...)
	// Leaks are the same in each order; recorded and steered, nobody looks for them.
	cmd.Env = append(slices.Clone(h.env), "ASAN_OPTIONS="+variable(h.env, "ASAN_OPTIONS")+":detect_leaks=0")
	cmd.Dir, cmd.Stdout, cmd.Stderr = r.Dir, said, said
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && limited.Err() == nil {
		return "", fmt.Errorf("test %s: %w", r.Name, err)
	}
	switch s := cmd.ProcessState; {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case context.Cause(limited) == errNoTime:
		return "", errNoTime
	case limited.Err() != nil || s == nil:
		return "did not end in time", nil
	case recording.EndedBy(s) != 0:
		return bySignal(recording.ExitStatus(s)), nil
	default:
		return r.judge(s.ExitCode(), log)
	}
}

// bySignal says by which signal a process ended, by its status as a shell has it.
func bySignal(code int) string {
	return "ended by a signal (" + syscall.Signal(code-128).String() + ")"
}

// judge is CTest's judgement on a test that came to its end.
func (r *tested) judge(code int, log string) (string, error) {
	var said []byte
	if r.Judges() {
		var err error
		if said, err = os.ReadFile(log); err != nil {
			return "", err
		}
	}
	return r.Judge(code, said), nil
}

// recordTest records it. A script's own test is what it starts. What it and the recorder say is kept in a file.
func (h *hunter) recordTest(ctx context.Context, r *tested, trace string) (string, error) {
	limited, cancel := h.bounded(ctx, 3*cmp.Or(r.Timeout, testLimit))
	defer cancel()
	log := strings.TrimSuffix(trace, ".srt") + ".log"
	said, err := os.OpenFile(log, os.O_CREATE|os.O_RDWR|os.O_TRUNC, privateFile)
	if err != nil {
		return "", err
	}
	defer said.Close()
	quiet, ours := *h.tool, &bytes.Buffer{}
	quiet.stdin, quiet.out, quiet.errors, quiet.stderr = nil, said, said, ours
	record := h.opt.record
	record.Output, record.Grace = trace, 2*time.Second
	begun := time.Now()
	_, code, err := quiet.record(limited, record, r.Command)
	r.Took = time.Since(begun)
	var how string
	switch {
	case context.Cause(limited) == errNoTime:
		return "", errNoTime
	case err != nil:
	case limited.Err() != nil:
		how = "did not end in time"
	case code > 128 && bySignal(code) == r.Plain:
		how = r.Plain
	case code > 128 && !r.WillFail: // a signal, or a status that looks like one
		how = fmt.Sprintf("ended with %d", code)
	default:
		if how, err = r.judge(code, log); strings.HasPrefix(how, "ended with ") && strings.HasPrefix(r.Plain, "ended with ") {
			how = r.Plain // how many of its functions fail may differ
		}
	}
	_, werr := said.Write(ours.Bytes()) // what the test said is judged without it
	return how, errors.Join(err, werr)
}

// late runs it with some events late.
func (h *hunter) late(ctx context.Context, in *hunter, r *tested) error {
	if h.opt.fuzz == 0 {
		return nil
	}
	left, over := h.left()
	if over {
		r.Note = "there was no time to run it with late events"
		return nil
	}
	limited := ctx
	if left > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, left)
		defer cancel()
	}
	res, err := in.observe(limited, r.Command)
	if err != nil {
		r.Note = "not run with late events: " + firstLine(err.Error())
		return ctx.Err()
	}
	opt := fuzzOptions{runs: h.opt.fuzz, jobs: h.opt.jobs, seed: h.opt.seed, dir: h.opt.dir, timeout: in.opt.timeout}
	run, finish, err := in.fuzzing(limited, opt, r.Command)
	if err != nil {
		return err
	}
	found, err := fuzz.Fuzz(limited, res, r.Command, run)
	finish()
	if found == nil {
		r.Note = "not run with late events: " + firstLine(fmt.Sprint(err))
		return ctx.Err()
	}
	switch {
	case found.Itself != "":
		r.Note = "not run with late events: it fails without any, where steered: " + found.Itself
	case found.OurFaults > 0:
		r.Note = fmt.Sprintf("%d of its runs with late events show nothing: %s", found.OurFaults, found.Fault)
	}
	for i := range found.Failures {
		f := &found.Failures[i]
		line := f.How
		if f.Schedule != nil {
			path := filepath.Join(h.opt.dir, fmt.Sprintf("%s-%d.schedule.json", strings.Trim(folderName.ReplaceAllString(r.Name, "_"), "."), i+1))
			if err := f.Schedule.Write(path); err != nil {
				return err
			}
			line += ": " + path
		}
		r.Late = append(r.Late, line)
	}
	return ctx.Err()
}

// variable is one of an environment, "" if it is not there. The last one counts.
func variable(env []string, name string) (value string) {
	for _, v := range env {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// writeTests says what became of each, the ones with a finding first.
func writeTests(w io.Writer, done []*tested, missing []string, untried int) {
	passed, events := 0, 0
	for _, r := range done {
		if r.Plain == "" && r.Recorded == "" && !r.unrecorded {
			passed++
		}
		if r.events > 0 {
			events++
		}
	}
	fmt.Fprintf(w, "%d tests: %d pass, plainly and recorded; %d have an event loop\n", len(done), passed, events)
	for _, r := range done {
		switch {
		case r.unrecorded:
		case r.Plain == ctest.Skipped && r.Recorded == r.Plain:
			fmt.Fprintf(w, "  %s skips itself\n", r.Name)
		case r.Plain != "" && r.Recorded == r.Plain:
			fmt.Fprintf(w, "  %s fails by itself: %s\n", r.Name, r.Plain)
		case r.Plain != r.Recorded:
			fmt.Fprintf(w, "  %s: plainly %s, recorded %s\n", r.Name, cmp.Or(r.Plain, "it passes"), cmp.Or(r.Recorded, "it passes"))
		}
		if r.Note != "" {
			fmt.Fprintf(w, "  %s: %s\n", r.Name, r.Note)
		}
		if len(r.races) > 0 {
			fmt.Fprintf(w, "  %s predicts %s\n", r.Name, strings.Join(r.races, ", "))
		}
		for _, line := range r.Late {
			fmt.Fprintf(w, "  %s depends on the order of its events: %s\n", r.Name, line)
		}
	}
	if len(missing) > 0 {
		fmt.Fprintf(w, "not built: %s\n", strings.Join(missing, ", "))
	}
	if untried > 0 {
		fmt.Fprintf(w, "not run: %d, there was no time\n", untried)
	}
}
