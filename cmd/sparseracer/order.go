package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"sparseracer/internal/report"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

func (t *tool) orderCommand() *cobra.Command {
	var rules string
	var asJSON, force bool
	c := &cobra.Command{
		Use:   "order TRACE [A B]",
		Short: "The block order; with two operation numbers, whether and why A happens before B",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 3 {
				return fmt.Errorf("found %d arguments, expected a trace, or a trace and two operation numbers; see %s --help",
					len(args), c.CommandPath())
			}
			set, without, err := parseRules(rules)
			if err != nil {
				return err
			}
			src, err := t.open(c.Context(), args[0])
			if err != nil {
				return err
			}
			order, err := sparsehb.Build(src, set, without...)
			if err != nil {
				return err
			}
			if warning := report.CutShortWarning(order); warning != "" {
				fmt.Fprintf(t.stderr, "warning: %s\n", warning)
			}
			tables, err := readTables(src)
			if err != nil {
				return err
			}
			next := []string{"A", "B"} // of the whole order: why two operations stand so
			switch {
			case len(args) == 3:
				err, next = writePair(t.stdout, order, tables, args[1:], asJSON), nil
			case asJSON:
				err = report.OrderJSON(t.stdout, order, tables, force)
			default:
				err = report.OrderText(t.stdout, order, tables, force)
			}
			switch {
			case err != nil || asJSON:
				return err
			case next == nil:
				return report.Next(t.stderr, "analyze", args[0])
			}
			return report.Next(t.stderr, "order", args[0], next...)
		},
	}
	c.Flags().StringVar(&rules, "rules", "auto", rulesUsage)
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	c.Flags().BoolVar(&force, "force", false, "write the order of more than 5,000 blocks too")
	return c
}

// readTables reads a trace to its end for the names in it.
func readTables(src trace.Source) (*trace.Tables, error) {
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var op trace.Op
	for {
		if err := r.Next(&op); err == io.EOF {
			return r.Tables(), nil
		} else if err != nil {
			return nil, err
		}
	}
}

// writePair answers how two operations stand to each other, and why.
func writePair(w io.Writer, o *sparsehb.Order, tables *trace.Tables, args []string, asJSON bool) error {
	var op [2]uint64
	for i, s := range args {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return fmt.Errorf("operation %q: expected a number, counted from 0", s)
		}
		op[i] = n
	}
	pair, err := report.NewPair(o, tables, op[0], op[1])
	if err != nil {
		return err
	}
	if asJSON {
		return pair.JSON(w)
	}
	return pair.Text(w)
}
