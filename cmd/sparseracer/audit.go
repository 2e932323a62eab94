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
	var out string
	c := &cobra.Command{
		Use:   "audit TRACE",
		Short: "Where nested loops were spun, what ran inside them, and what their handlers used again",
		Long: `audit lists every place of the program that spun a nested loop while recording
(a dialog's exec(), processEvents(), a wait), with what ran inside it and the
objects that the waiting handler used again afterwards. What something else than
that handler frees is marked: there a free would have hurt had it come inside
the loop. That is a map of risk; what analyze reports is more than that.`,
		Args: exactArgs(1, "one trace"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.audit(c.Context(), opt, args[0], out)
		},
	}
	f := c.Flags()
	f.StringVar(&opt.rules, "rules", "auto", rulesUsage)
	f.StringVar(&opt.format, "format", "text", "text or json")
	f.BoolVar(&opt.json, "json", false, "the same as --format json")
	f.StringVar(&opt.colour, "color", "auto", "auto, always or never")
	f.StringVarP(&out, "output", "o", "", "write the audit to `FILE` instead of standard output")
	locationFlags(c, &opt.where)
	return c
}

func (t *tool) audit(ctx context.Context, opt analyzeOptions, path, out string) error {
	switch {
	case opt.json:
		opt.format = "json"
	case opt.format != "text" && opt.format != "json":
		return fmt.Errorf("--format=%s: expected text or json", opt.format)
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
