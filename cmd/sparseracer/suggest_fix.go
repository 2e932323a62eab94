package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/mend"
	"sparseracer/internal/steer"
)

type suggestOptions struct {
	source, build, verify, tests, schedule, out, rules string
	shapes                                             []string
	runs, jobs                                         int
	timeout                                            time.Duration
}

// mostGuesses are shown where nothing is verified.
const mostGuesses = 3

func (t *tool) suggestFixCommand() *cobra.Command {
	var opt suggestOptions
	c := &cobra.Command{
		Use:   "suggest-fix SCHEDULE | TRACE RACE [--verify CMD -- PROG [ARGS…]]",
		Short: "A patch for a race, tried: built, and run in the race's order",
		Long: `suggest-fix finds the functions of a race in the sources and writes patches of the shapes that most
fixes have: a test after the loop whether the object is still there, a pointer that is set to null
with its object, a context object for a slot, a deferred delete, a dialog that is shown without waiting for it.

With --verify, the sources are copied, CMD builds them there, and the schedule is replayed: it must
crash before, and pass in all of --runs after. What does not is named, with the reason, and not shown. PROG is where
CMD puts the program, in the copy, built with -fsanitize=address. Without --verify, what is shown is a guess.`,
		Args: func(c *cobra.Command, args []string) error {
			_, _, err := suggestArguments(c, args, &opt)
			return err
		},
		RunE: func(c *cobra.Command, args []string) error {
			own, prog, err := suggestArguments(c, args, &opt)
			if err != nil {
				return err
			}
			return t.suggestFix(c.Context(), &opt, own, prog)
		},
	}
	f := c.Flags()
	f.StringVar(&opt.source, "source", ".", "the program's sources are in the folder `DIR`")
	f.StringVar(&opt.build, "build", "", "compile_commands.json is in the folder `DIR` (default: the sources', or build in it)")
	f.StringVar(&opt.verify, "verify", "", "shell `CMD` that builds the program in a copy of the sources")
	f.StringVar(&opt.tests, "tests", "", "shell `CMD` that must succeed in the copy before and after")
	f.StringVar(&opt.schedule, "schedule", "", "with TRACE RACE: the schedule `FILE` that confirm wrote for it")
	f.IntVar(&opt.runs, "runs", 100, "runs of the schedule that a fix passes")
	f.IntVarP(&opt.jobs, "jobs", "j", 0, jobsUsage)
	f.DurationVar(&opt.timeout, "timeout", confirmTimeout, "end a run after this time")
	f.StringVar(&opt.rules, "rules", "auto", rulesUsage)
	f.StringSliceVar(&opt.shapes, "shape", mend.Shapes, "write patches of this `SHAPE` only; may be repeated")
	f.StringVarP(&opt.out, "output", "o", "", "write the patch to `FILE` instead of standard output")
	return c
}

func suggestArguments(c *cobra.Command, args []string, opt *suggestOptions) (own, prog []string, err error) {
	own = args
	if dash := c.ArgsLenAtDash(); dash >= 0 {
		own, prog = args[:dash], args[dash:]
	}
	switch {
	case len(own) < 1 || len(own) > 2:
		return nil, nil, fmt.Errorf("found %d arguments, expected a schedule, or a trace and a race; see %s --help", len(own), c.CommandPath())
	case opt.verify != "" && len(prog) == 0:
		return nil, nil, fmt.Errorf("--verify: expected the program that it builds after --; see %s --help", c.CommandPath())
	case opt.verify == "" && (len(prog) > 0 || opt.tests != ""):
		return nil, nil, fmt.Errorf("a program or --tests, but no --verify CMD that builds it; see %s --help", c.CommandPath())
	case opt.verify == "" && opt.out != "":
		return nil, nil, fmt.Errorf("-o is for a patch that passes, and no --verify CMD tries one; see %s --help", c.CommandPath())
	case opt.verify != "" && len(own) == 2 && opt.schedule == "":
		return nil, nil, errors.New("--verify needs the race's schedule: run `sparseracer confirm TRACE --race ID`, and name what it writes with --schedule")
	case opt.schedule != "" && len(own) == 1:
		return nil, nil, errors.New("--schedule is for a trace and a race; a schedule alone needs none")
	case len(opt.shapes) == 0 || len(unknownShapes(opt.shapes)) > 0:
		return nil, nil, fmt.Errorf("--shape=%s: expected one of %s", strings.Join(unknownShapes(opt.shapes), ","), strings.Join(mend.Shapes, ", "))
	case opt.runs < 1:
		return nil, nil, fmt.Errorf("--runs=%d: expected at least 1", opt.runs)
	}
	return own, prog, nil
}

func unknownShapes(shapes []string) []string {
	return slices.DeleteFunc(slices.Clone(shapes), func(s string) bool { return slices.Contains(mend.Shapes, s) })
}

func (t *tool) suggestFix(ctx context.Context, opt *suggestOptions, own, prog []string) error {
	if err := mayWrite(opt.out); err != nil { // before minutes of builds and runs
		return unwritable(opt.out, err, "-o FILE")
	}
	subject, schedule, err := t.subjectOf(ctx, opt, own)
	if err != nil {
		return err
	}
	of, err := t.sourcesOf(opt.source, opt.build)
	if err != nil {
		return err
	}
	src := &mend.Sources{Dir: of.dir, Commands: of.commands, Reader: of.reader}
	patches, refused, err := mend.Suggest(ctx, subject, src)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "race %s: %s\n", subject.ID, subject.Summary)
	if slices.Contains(opt.shapes, "asynchronous") {
		for _, why := range refused {
			fmt.Fprintf(t.stdout, "not asynchronous: %s\n", why)
		}
	}
	patches = slices.DeleteFunc(patches, func(p mend.Patch) bool { return !slices.Contains(opt.shapes, p.Shape) })
	if len(patches) == 0 {
		t.code = exitRaces
		fmt.Fprintln(t.stdout, "no patch: none of the known shapes fits these functions")
		return nil
	}
	if opt.verify == "" {
		return t.guesses(ctx, opt, src, patches)
	}
	return t.verifyFix(ctx, opt, src, schedule, patches, prog)
}

// mayWrite tries whether a file can be made at path, and leaves none there.
func mayWrite(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".sparseracer-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// subjectOf is the race, of a schedule or of a trace.
func (t *tool) subjectOf(ctx context.Context, opt *suggestOptions, own []string) (s mend.Subject, schedule string, err error) {
	if len(own) == 1 {
		sch, err := steer.Load(own[0])
		if err != nil {
			return s, "", noSchedule(own[0], err)
		}
		if sch.Race.Kind != "use-free" {
			return s, "", fmt.Errorf("%s: its schedule is of the kind %q, expected use-free: confirm and hunt write those", own[0], sch.Race.Kind)
		}
		return mend.Subject{ID: sch.Race.ID, Summary: sch.Race.Summary, Use: sch.Expect.Use, Free: sch.Expect.Free, Alloc: sch.Expect.Alloc}, own[0], nil
	}
	a, err := t.races(ctx, analyzeOptions{rules: opt.rules, races: "use-free"}, own[0])
	if err != nil {
		return s, "", err
	}
	defer a.sym.Close()
	r, err := a.report.Find(own[1])
	if err != nil {
		return s, "", err
	}
	return mend.Subject{ID: r.ID, Summary: r.Summary(), Use: r.First.Functions(), Free: r.Second.Functions(), Alloc: r.Alloc.Functions()}, opt.schedule, nil
}

func (t *tool) guesses(ctx context.Context, opt *suggestOptions, src *mend.Sources, patches []mend.Patch) error {
	fmt.Fprintf(t.stdout, "%d patches, none of them tried: guesses. --verify CMD -- PROG tries them\n", len(patches))
	for _, p := range patches[:min(mostGuesses, len(patches))] {
		diff, err := p.Diff(ctx, src.Dir)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "\nguess: %s\n%s", p.What, diff)
	}
	return nil
}

func (t *tool) verifyFix(ctx context.Context, opt *suggestOptions, src *mend.Sources, schedule string, patches []mend.Patch, prog []string) error {
	v := &mend.Verifier{Sources: src, Build: opt.verify, Tests: opt.tests, Runs: opt.runs, Said: t.stdout,
		Replay: func(ctx context.Context, dir string, runs int, environment []string) (mend.Outcome, error) {
			return t.replayIn(ctx, opt, schedule, dir, runs, environment, prog)
		}}
	tried, err := v.Verify(ctx, patches)
	if err != nil {
		return err
	}
	last := tried[len(tried)-1]
	if last.Failed != "" {
		t.code = exitRaces
		fmt.Fprintf(t.stdout, "no fix: %d patches were tried, none of them passes\n", len(tried))
		return nil
	}
	diff, err := last.Patch.Diff(ctx, src.Dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "verified: crashes before, passes %d of %d runs after%s: %s\n", last.After.Runs, opt.runs, notReached(last.After), last.Patch.What)
	if opt.out != "" {
		fmt.Fprintf(t.stdout, "next: patch -p1 < %s\n", opt.out)
	}
	return t.writeTo(opt.out, func(w io.Writer) error {
		_, err := io.WriteString(w, diff)
		return err
	})
}

// notReached says how many of a fix's runs did not come to the race, as where a patch keeps the free away.
func notReached(o mend.Outcome) string {
	if o.Elsewhere == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of which do not come to the place of the race", o.Elsewhere)
}

// replayIn runs a schedule with the program of a folder, with more variables in its environment.
func (t *tool) replayIn(ctx context.Context, opt *suggestOptions, schedule, dir string, runs int, environment, prog []string) (o mend.Outcome, err error) {
	argv := append([]string{}, prog...)
	if !filepath.IsAbs(argv[0]) {
		argv[0] = filepath.Join(dir, argv[0])
	}
	run, finish, err := t.steering(ctx, argv, runs, opt.jobs, opt.timeout, "")
	if err != nil {
		return o, err
	}
	defer finish.all()
	run.Faults, run.Env = dir, append(slices.Clone(run.Env), environment...)
	r, err := steer.Replay(ctx, schedule, argv, run)
	if err != nil {
		return o, err
	}
	o.Crashed, o.Runs, o.Elsewhere, o.Began, o.Waited, o.Followed = r.Proven, r.Runs, r.Counts[steer.NotReached], r.Began, r.Waited, r.Followed
	for _, s := range []steer.Status{steer.CrashedElsewhere, steer.OurFault, steer.Diverged, steer.NotRun} {
		if n := r.Counts[s]; n > 0 {
			o.Other = fmt.Sprintf("%d of %d runs: %s, %s", n, r.Runs, s, r.Reasons[s])
		}
	}
	return o, nil
}
