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
			set, err := parseRules(rules)
			if err != nil {
				return err
			}
			src, err := t.open(c.Context(), args[0])
			if err != nil {
				return err
			}
			order, err := sparsehb.Build(src, set)
			if err != nil {
				return err
			}
			if len(args) == 3 {
				return writeWhy(t.stdout, order, args[1], args[2])
			}
			tables, err := readTables(src)
			if err != nil {
				return err
			}
			if asJSON {
				return report.OrderJSON(t.stdout, order, tables, force)
			}
			return report.OrderText(t.stdout, order, tables, force)
		},
	}
	c.Flags().StringVar(&rules, "rules", "auto", "rule set: auto, paper, exact or batch")
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

// writeWhy answers whether A happens before B and by which rules.
func writeWhy(w io.Writer, o *sparsehb.Order, first, second string) error {
	var op [2]uint64
	var block [2]sparsehb.BlockID
	for i, s := range []string{first, second} {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return fmt.Errorf("operation %q: expected a number, counted from 0", s)
		}
		if block[i] = o.BlockOf(n); block[i] == sparsehb.NoBlock {
			return fmt.Errorf("operation %d is in no block of the thread that runs the main loop", n)
		}
		op[i] = n
	}
	a, b := op[0], op[1]
	switch {
	case a == b:
		fmt.Fprintf(w, "%d and %d are the same operation\n", a, b)
	case block[0] == block[1]:
		fmt.Fprintf(w, "%d happens before %d: both are in block %d (R13)\n", min(a, b), max(a, b), block[0])
	case o.HappensBefore(a, b):
		writeSteps(w, o, a, b, block[0], block[1])
	case o.HappensBefore(b, a):
		writeSteps(w, o, b, a, block[1], block[0])
	default:
		fmt.Fprintf(w, "nothing orders %d (block %d) and %d (block %d)\n", a, block[0], b, block[1])
	}
	return nil
}

func writeSteps(w io.Writer, o *sparsehb.Order, a, b uint64, from, to sparsehb.BlockID) {
	fmt.Fprintf(w, "%d happens before %d:\n", a, b)
	for _, s := range o.Why(from, to) {
		fmt.Fprintf(w, "  block %d before block %d  %s\n", s.From, s.To, s.Rule)
	}
}
