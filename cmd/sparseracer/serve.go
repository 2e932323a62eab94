package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sparseracer/internal/trace"
	"sparseracer/internal/webui"
)

func (t *tool) serveCommand() *cobra.Command {
	var opt analyzeOptions
	var address string
	var roots []string
	var dir, marks string
	c := &cobra.Command{
		Use:   "serve TRACE… [-- PROG [ARGS…]]",
		Short: "A web page on this machine: races, their stories, the order, the timeline",
		Long: `serve shows recordings in a browser on this machine: the races with their stories,
the order around each, what an order added by hand would settle, the timeline of the
whole recording, the life of a piece of memory. It ends with Ctrl-C.

Only this machine can reach it (127.0.0.1 and ::1), and only who has the address that
it prints, with the token in it.

With --suppressions FILE the page adds races to FILE, with --marks FILE it keeps there
what one says of them, and with PROG it brings races about as confirm does, each time after it has shown what it would do and a person
said yes.`,
		Args: func(c *cobra.Command, args []string) error {
			_, _, err := served(c, args)
			return err
		},
		RunE: func(c *cobra.Command, args []string) error {
			traces, prog, err := served(c, args)
			if err != nil {
				return err
			}
			opt.all = true
			return t.serve(c.Context(), opt, traces, changing{prog, dir, marks}, webui.Options{Address: address, Roots: roots})
		},
	}
	opt.analysisFlags(c)
	opt.listFlags(c)
	f := c.Flags()
	f.StringVar(&address, "addr", "127.0.0.1:0", "listen on this `ADDRESS` of loopback; port 0 takes a free one")
	f.StringArrayVar(&roots, "source-root", nil, "show sources below `DIR` only (repeatable; without it below the folders that the program was compiled in)")
	f.StringVarP(&dir, "output", "o", ".", "write the schedules of races that the page brings about into the folder `DIR`")
	f.StringVar(&marks, "marks", "", "show what `FILE` says of races, and let the page add to it; it need not be there yet")
	return c
}

// served are the traces, and the program behind the dashes, if there are any.
func served(c *cobra.Command, args []string) (traces, prog []string, err error) {
	traces = args
	if dash := c.ArgsLenAtDash(); dash >= 0 {
		if traces, prog = args[:dash], args[dash:]; len(prog) == 0 {
			return nil, nil, fmt.Errorf("expected a program after --; see %s --help", c.CommandPath())
		}
	}
	if len(traces) == 0 {
		return nil, nil, fmt.Errorf("expected one trace or more; see %s --help", c.CommandPath())
	}
	return traces, prog, nil
}

// serve ends without an error when it is asked to end.
func (t *tool) serve(ctx context.Context, opt analyzeOptions, paths []string, c changing, o webui.Options) error {
	for _, dir := range o.Roots {
		if st, err := os.Stat(dir); err != nil {
			return fmt.Errorf("--source-root: %w", err)
		} else if !st.IsDir() {
			return fmt.Errorf("--source-root: %s: not a folder", dir)
		}
	}
	for _, path := range paths {
		r, err := t.recording(opt, path)
		if err != nil {
			return err
		}
		if r.Changes, err = t.changes(opt, path, c); err != nil {
			return err
		}
		o.Recordings = append(o.Recordings, r)
	}
	o.Ready = func(url string) {
		fmt.Fprintf(t.stdout, "%s\n", url)
		fmt.Fprintln(t.stderr, "open this address in a browser on this machine; Ctrl-C ends")
	}
	o.Failed = func(_ string, err error) { fmt.Fprintln(t.stderr, "sparseracer:", err) }
	return webui.Serve(ctx, o)
}

// recording is one trace to be served; what is wrong with flags or names is said
// before anything is.
func (t *tool) recording(opt analyzeOptions, path string) (webui.Recording, error) {
	t.boundMemory(opt.maxMemory)
	p, err := t.newPlan(opt, path)
	if err == nil && path != "-" {
		_, err = os.Stat(path)
		err = noTrace(err)
	}
	if err != nil {
		return webui.Recording{}, err
	}
	return webui.Recording{
		Name: path,
		Open: func(ctx context.Context) (trace.Source, error) { return t.open(ctx, path) },
		Analyze: func(ctx context.Context, src trace.Source, progress func(string, float64)) (*webui.Analysis, error) {
			a, err := p.run(ctx, src, progress)
			if err != nil {
				return nil, err
			}
			return &webui.Analysis{Result: a.result, Report: a.report, Symbols: a.sym}, nil
		},
	}, nil
}
