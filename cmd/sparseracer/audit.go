package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"sparseracer/internal/audit"
	"sparseracer/internal/report"
)

func (t *tool) auditCommand() *cobra.Command {
	var opt analyzeOptions
	var src auditSource
	var out string
	c := &cobra.Command{
		Use:   "audit TRACE | --source DIR [TRACE…]",
		Short: "Where nested loops were spun, what ran inside them, and what their handlers used again",
		Long: `audit lists every place of the program that spun a nested loop while recording
(a dialog's exec(), processEvents(), a wait), with what ran inside it and the
objects that the waiting handler used again afterwards. What something else than
that handler frees is marked: there a free would have hurt had it come inside
the loop. That is a map of risk; what analyze reports is more than that.

With --source it reads sources, by clang's syntax tree: each call that spins a nested loop and after which the
same function uses its object, a pointer, a reference or an iterator, and each dialog on the stack with a parent. Traces rank
these hits: what they ran and is at risk, what they ran, and what a session should open. It is a heuristic.`,
		Args: func(c *cobra.Command, args []string) error {
			if err := src.check(c); err != nil || src.dir != "" {
				return err
			}
			return exactArgs(1, "one trace")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if src.dir != "" {
				return t.auditSource(c.Context(), &src, opt, args, out)
			}
			return t.audit(c.Context(), opt, args[0], out)
		},
	}
	f := c.Flags()
	f.StringVar(&opt.rules, "rules", "auto", rulesUsage)
	f.StringVar(&opt.format, "format", "text", "text or json")
	f.BoolVar(&opt.json, "json", false, "the same as --format json")
	f.StringVar(&opt.colour, "color", "auto", "auto, always or never")
	f.StringVarP(&out, "output", "o", "", "write the audit to `FILE` instead of standard output")
	f.StringVar(&src.dir, "source", "", "look at the sources in the folder `DIR`")
	f.StringVar(&src.build, "build", "", "with --source: compile_commands.json is in the folder `DIR` (default: the sources', or build in it)")
	f.StringArrayVar(&src.spins, "spins", nil, "with --source: a function that spins a loop, too, as `NAME` or CLASS::NAME")
	f.BoolVar(&src.all, "all", false, "with --source: list what is guarded, too")
	f.IntVarP(&src.jobs, "jobs", "j", 0, "with --source: `N` files at a time; 0: as many as there are cores")
	locationFlags(c, &opt.where)
	return c
}

func (t *tool) audit(ctx context.Context, opt analyzeOptions, path, out string) error {
	if err := textOrJSON(&opt); err != nil {
		return err
	}
	opt.races = "use-free"
	a, err := t.races(ctx, opt, path)
	if err != nil {
		return err
	}
	defer a.sym.Close()
	runs, err := audit.Look(ctx, a.source, a.result)
	if err != nil {
		return err
	}
	about := report.NewAudit(a.result, runs, a.report, a.sym)
	err = t.writeTo(out, func(w io.Writer) error {
		if opt.format == "json" {
			return about.JSON(w)
		}
		style, err := t.style(opt.colour, w)
		if err != nil {
			return err
		}
		return about.Text(w, style)
	})
	if err != nil || out == "" {
		return err
	}
	return about.WriteWritten(t.stderr, out)
}

func textOrJSON(opt *analyzeOptions) error {
	switch {
	case opt.json:
		opt.format = "json"
	case opt.format != "text" && opt.format != "json":
		return fmt.Errorf("--format=%s: expected text or json", opt.format)
	}
	return nil
}
