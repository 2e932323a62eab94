package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sparseracer/internal/regular"
	"sparseracer/internal/report"
	"sparseracer/internal/tasks"
	"sparseracer/internal/trace"
)

func (t *tool) infoCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "info TRACE",
		Short: "Counts, modules, what was lost, complete or not",
		Args:  exactArgs(1, "one trace"),
		RunE: func(c *cobra.Command, args []string) error {
			stats, err := t.collect(c.Context(), args[0])
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
			stats, err := t.collect(c.Context(), args[0])
			if err != nil {
				return err
			}
			if stats.Meta.Torn != "" {
				return fmt.Errorf("%s: %s", args[0], stats.Meta.Torn)
			}
			return report.WriteChecked(t.stdout, args[0], stats)
		},
	}
}

func (t *tool) convertCommand() *cobra.Command {
	var compress, asHandlers bool
	var from string
	c := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Convert between the text form (.txt, or - for standard output) and the binary form (.srt)",
		Args:  exactArgs(2, "an existing trace and the name of a new one"),
		RunE: func(c *cobra.Command, args []string) error {
			var told *tasks.Told
			if asHandlers {
				told = &tasks.Told{}
			}
			n, err := t.convert(c.Context(), from, args[0], args[1], compress, told)
			if err != nil {
				return err
			}
			if args[1] == "-" {
				return nil
			}
			fmt.Fprintf(t.stderr, "%s: %d operations\n", args[1], n)
			return report.Next(t.stderr, "analyze", args[1])
		},
	}
	c.Flags().BoolVar(&compress, "compress", false, "compress the binary form")
	c.Flags().BoolVar(&asHandlers, "tasks", false, "make handlers of the main loop out of tasks of thread pools and of threads, for races of a task with the main thread")
	c.Flags().StringVar(&from, "from", "", "what IN is, if it is no trace: eventracer, a binary log of EventRacer")
	return c
}

// importer opens what convert is to read.
func (t *tool) importer(ctx context.Context, from, in string) (trace.Source, error) {
	switch from {
	case "":
		return t.open(ctx, in)
	case "eventracer":
		f, err := regular.Open(in)
		if err != nil {
			return nil, err
		}
		st, err := f.Stat()
		if err != nil {
			return nil, err
		}
		return t.openLog(f, st.Size(), in)
	}
	return nil, fmt.Errorf("--from=%s: expected eventracer", from)
}

// collect reads a trace to its end, checking it on the way.
func (t *tool) collect(ctx context.Context, path string) (*report.Stats, error) {
	src, err := t.open(ctx, path)
	if err != nil {
		return nil, err
	}
	return report.Collect(ctx, src)
}

// busiest is, of the recordings in a folder, that with the most events; what a test
// runner started goes before the runner, which has an event loop of its own.
func (t *tool) busiest(ctx context.Context, dir string) (string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.srt"))
	if err != nil {
		return "", err
	}
	best, most, runs := "", uint64(0), false // best is a test runner's
	for _, path := range paths {
		stats, err := t.collect(ctx, path)
		if err != nil {
			return "", err
		}
		n, runner := stats.Kinds["deq"], startsTests(stats.Command)
		if n > 0 && (best == "" || runs && !runner || runs == runner && n > most) {
			best, most, runs = path, n, runner
		}
	}
	if best == "" {
		return "", errNoEvents
	}
	return best, nil
}

var errNoEvents = errors.New("no event was seen in the observation run: is there an event loop that can be hooked (sparseracer qt status)?")

// startsTests: the program has an event loop of its own, but what it starts is meant.
func startsTests(command []string) bool {
	return len(command) > 0 && (filepath.Base(command[0]) == "ctest" || filepath.Base(command[0]) == "cmake")
}

// warnTorn says that not all of a trace was read.
func (t *tool) warnTorn(path string, m *trace.Meta) {
	fmt.Fprintf(t.stderr, "warning: %s: %s\n", path, report.TornText(m))
}

// convert writes beside the target and renames, so that a failure leaves no
// half a trace and in may be out.
func (t *tool) convert(ctx context.Context, from, in, out string, compress bool, told *tasks.Told) (n uint64, err error) {
	write := trace.WriteBinary
	switch ext := strings.ToLower(filepath.Ext(out)); {
	case (ext == ".txt" || out == "-") && compress:
		return 0, fmt.Errorf("%s: the text form cannot be compressed", out)
	case ext == ".txt" || out == "-":
		write = func(w io.WriteSeeker, r trace.Reader) (uint64, error) { return trace.WriteText(w, r) }
	case ext != ".srt":
		return 0, fmt.Errorf("%s: expected a name that ends in .txt (text form) or .srt (binary form)", out)
	case compress:
		write = trace.WriteCompressed
	}
	if trace.IsRing(in) && told != nil {
		return 0, fmt.Errorf("%s: it is a ring of record --ring; convert it without --tasks first, then the trace that comes of it", in)
	}
	if trace.IsRing(in) {
		return fromRing(from, in, out, compress)
	}
	src, err := t.importer(ctx, from, in)
	if err != nil {
		return 0, err
	}
	if told != nil {
		src = tasks.AsHandlers(src, told)
	}
	r, err := src.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	defer func() {
		if m := r.Meta(); err == nil && m.Torn != "" {
			t.warnTorn(in, m)
		}
		if err == nil && told != nil && told.LeftOut > 0 {
			fmt.Fprintf(t.stderr, "warning: %s: %d accesses of tasks are left out, and so may be races: there is room for %d of those under way at a time\n", in, told.LeftOut, tasks.Room)
		}
	}()
	if out == "-" {
		return trace.WriteText(t.formats(), r)
	}
	f, err := os.CreateTemp(filepath.Dir(out), ".sparseracer-*")
	if err != nil {
		return 0, unwritable(out, err, "OUT")
	}
	t.unfinished.add(f.Name())
	defer t.unfinished.done(f.Name())
	defer os.Remove(f.Name())
	n, err = write(f, r)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(f.Name(), privateFile)
	}
	if err == nil {
		err = os.Rename(f.Name(), out)
	}
	return n, err
}
