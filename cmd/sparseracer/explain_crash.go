package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"sparseracer/internal/audit"
	"sparseracer/internal/crashmatch"
	"sparseracer/internal/crashreport"
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
)

type explainCrashOptions struct {
	analyzeOptions
	program  string // of a core file
	out      string
	confirms bool
}

func (t *tool) explainCrashCommand() *cobra.Command {
	var opt explainCrashOptions
	c := &cobra.Command{
		Use:   "explain-crash REPORT TRACE… [--confirm -- PROG [ARGS…]]",
		Short: "Which race of recordings explains a crash report: a backtrace, a core file, AddressSanitizer's report",
		Long: `explain-crash compares a crash report with the races of recordings, those that filters
set aside too, and with the nested loops that were spun. It names the race that explains
the crash, with the reasons and how sure that is, or says that none does, and why.

REPORT is a backtrace of gdb as people paste it, a text of DrKonqi or of coredumpctl info,
AddressSanitizer's report, a Sentry event (JSON), or a core file, which gdb reads. - is
standard input.

With --confirm, PROG is steered into the race that fits best, as confirm does.`,
		Args: func(c *cobra.Command, args []string) error {
			_, _, _, err := crashArguments(c, args, opt.confirms)
			return err
		},
		RunE: func(c *cobra.Command, args []string) error {
			path, traces, prog, err := crashArguments(c, args, opt.confirms)
			if err != nil {
				return err
			}
			return t.explainCrash(c.Context(), &opt, path, traces, prog)
		},
	}
	f := c.Flags()
	f.StringVar(&opt.rules, "rules", "auto", rulesUsage)
	f.StringVar(&opt.mode, "mode", "auto", "kind of program: nested, plain (no handler spins a loop), or auto: as the trace is")
	f.StringVar(&opt.format, "format", "text", "text or json")
	f.BoolVar(&opt.json, "json", false, "the same as --format json")
	f.StringVarP(&opt.out, "output", "o", "", "write the answer to `FILE` instead of standard output")
	f.StringVar(&opt.program, "program", "", "the program of a core file, if it is not where the core says")
	f.BoolVar(&opt.confirms, "confirm", false, "steer PROG into the race that fits best")
	f.IntVar(&opt.errorCode, "error-exitcode", exitRaces, "exit code when a race explains the crash")
	f.Var(&opt.maxMemory, "max-memory", "use no more memory than `SIZE` (K, M or G at its end), in more rounds if need be")
	locationFlags(c, &opt.where)
	return c
}

// crashArguments are the report, the traces, and the program behind the dashes.
func crashArguments(c *cobra.Command, args []string, confirms bool) (path string, traces, prog []string, err error) {
	if dash := c.ArgsLenAtDash(); dash >= 0 {
		args, prog = args[:dash], args[dash:]
		if !confirms {
			return "", nil, nil, fmt.Errorf("a program is run only with --confirm; see %s --help", c.CommandPath())
		}
	}
	switch {
	case len(args) < 2:
		return "", nil, nil, fmt.Errorf("found %d arguments, expected a crash report and one trace or more; see %s --help", len(args), c.CommandPath())
	case confirms && c.Flags().Lookup("format").Value.String() == "json", confirms && c.Flags().Changed("json"):
		return "", nil, nil, errors.New("--confirm: its verdict is text; leave --json out, or run confirm --json")
	case confirms && len(prog) == 0:
		return "", nil, nil, fmt.Errorf("--confirm: expected a program after --; see %s --help", c.CommandPath())
	case slices.Contains(args[1:], "-") && args[0] == "-":
		return "", nil, nil, errors.New("standard input can be the report or a trace, not both")
	}
	return args[0], args[1:], prog, nil
}

func (t *tool) explainCrash(ctx context.Context, opt *explainCrashOptions, path string, traces, prog []string) error {
	switch {
	case opt.json:
		opt.format = "json"
	case opt.format != "text" && opt.format != "json":
		return fmt.Errorf("--format=%s: expected text or json", opt.format)
	}
	crash, err := t.crashReport(ctx, path, opt.program)
	if err != nil {
		return err
	}
	opt.races, opt.all = "use-free", true
	var looked []*crashmatch.Trace
	for _, trace := range traces {
		of, done, err := t.crashTrace(ctx, opt.analyzeOptions, trace)
		if err != nil {
			return err
		}
		defer done()
		looked = append(looked, of)
	}
	a := crashmatch.Explain(crash, looked)
	switch {
	case a.NoAnswer != "":
		t.code = exitError
	case len(a.Named) > 0 || a.Own != nil:
		t.code = opt.errorCode
	}
	err = t.writeTo(opt.out, func(w io.Writer) error {
		if opt.format == "json" {
			return a.JSON(w)
		}
		return a.Text(w, crashNext(a, traces, len(prog) > 0))
	})
	if err != nil || len(prog) == 0 {
		return err
	}
	return t.confirmCrash(ctx, opt, a, prog)
}

// crashReport reads the report: a file, or standard input.
func (t *tool) crashReport(ctx context.Context, path, program string) (*crashreport.Report, error) {
	if path == "-" { // copied, for what comes slowly can be interrupted
		copied, err := spool(ctx, t.stdin, stdinName, mostSpooled)
		if err != nil {
			return nil, err
		}
		t.spooled = append(t.spooled, copied)
		if _, err := copied.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		return crashreport.ReadFrom(stdinName, copied)
	}
	return crashreport.Read(ctx, path, program)
}

// crashTrace analyzes a recording, with the loops that it spun.
func (t *tool) crashTrace(ctx context.Context, opt analyzeOptions, path string) (*crashmatch.Trace, func(), error) {
	a, err := t.races(ctx, opt, path)
	if err != nil {
		return nil, nil, err
	}
	done := func() { a.sym.Close() }
	runs, err := audit.Look(ctx, a.source, a.result)
	if err != nil {
		done()
		return nil, nil, err
	}
	of := &crashmatch.Trace{Path: path, Report: a.report, Loops: report.NewAudit(a.result, runs, a.report, a.sym).Places}
	for i, m := range a.result.Tables.Modules {
		if i == 0 {
			of.Program = m.Path
		}
		of.Modules = append(of.Modules, crashreport.Module{Path: m.Path, BuildID: m.BuildID})
	}
	of.Frames = func(module string, offset uint64) []symbols.Frame {
		for i := range a.result.Tables.Modules {
			if m := &a.result.Tables.Modules[i]; m.Path == module {
				return a.sym.Symbolize([]symbols.Place{{Module: m, PC: m.Bias + offset}})[0]
			}
		}
		return nil
	}
	return of, done, nil
}

// crashNext are the commands to run after an answer.
func crashNext(a *crashmatch.Answer, traces []string, confirms bool) []string {
	n := a.Best()
	switch {
	case confirms && n != nil:
		return nil
	case n != nil:
		return n.Trace.Report.NextOf(n.Race)
	case a.Own != nil:
		return []string{report.NextAudit(a.Own.Trace)}
	case a.NoAnswer != "":
		return nil
	}
	return []string{report.NextAudit(traces[0])}
}

// confirmCrash hands the best race over to confirm, whose exit code counts.
func (t *tool) confirmCrash(ctx context.Context, opt *explainCrashOptions, a *crashmatch.Answer, prog []string) error {
	n := a.Best()
	if n == nil {
		return nil
	}
	t.code = exitClean
	confirm := confirmOptions{race: n.Race.ID, dir: ".", rules: opt.rules, runs: 1, timeout: confirmTimeout, errorCode: opt.errorCode, where: opt.where}
	return t.confirm(ctx, &confirm, n.Trace.Path, prog)
}
