package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sparseracer/internal/report"
	"sparseracer/internal/trace"
)

func (t *tool) infoCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "info TRACE",
		Short: "Counts, modules, what was lost, complete or not",
		Args:  exactArgs(1, "one trace"),
		RunE: func(c *cobra.Command, args []string) error {
			stats, err := collect(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return report.WriteInfoJSON(t.stdout, stats)
			}
			return report.WriteInfo(t.stdout, args[0], stats)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c
}

func (t *tool) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check TRACE",
		Short: "Validate a trace, nothing else",
		Args:  exactArgs(1, "one trace"),
		RunE: func(c *cobra.Command, args []string) error {
			stats, err := collect(args[0])
			if err != nil {
				return err
			}
			return report.WriteChecked(t.stdout, args[0], stats)
		},
	}
}

func (t *tool) convertCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Convert between the text form (.txt) and the binary form (.srt)",
		Args:  exactArgs(2, "an existing trace and the name of a new one"),
		RunE: func(c *cobra.Command, args []string) error {
			n, err := convert(args[0], args[1])
			if err != nil {
				return err
			}
			fmt.Fprintf(t.stderr, "%s: %d operations\n", args[1], n)
			return report.Next(t.stderr, "analyze", args[1])
		},
	}
}

// collect reads a trace to its end, checking it on the way.
func collect(path string) (*report.Stats, error) {
	src, err := trace.OpenFile(path)
	if err != nil {
		return nil, err
	}
	return report.Collect(src)
}

// convert writes beside the target and renames, so that a failure leaves no
// half a trace and in may be out.
func convert(in, out string) (n uint64, err error) {
	ext := strings.ToLower(filepath.Ext(out))
	if ext != ".txt" && ext != ".srt" {
		return 0, fmt.Errorf("%s: expected a name that ends in .txt (text form) or .srt (binary form)", out)
	}
	src, err := trace.OpenFile(in)
	if err != nil {
		return 0, err
	}
	r, err := src.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	f, err := os.CreateTemp(filepath.Dir(out), ".sparseracer-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	if ext == ".txt" {
		n, err = trace.WriteText(f, r)
	} else {
		n, err = trace.WriteBinary(f, r)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), out)
	}
	return n, err
}
