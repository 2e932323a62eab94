package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"sparseracer/internal/farm"
	"sparseracer/internal/report"
	"sparseracer/internal/trace"
)

type submitOptions struct {
	farm, dir    string
	build, image string
	revision     string
	machine      string
	runs         int
	json         bool
	wait         time.Duration
	errorCode    int
}

func (t *tool) farmSubmitCommand() *cobra.Command {
	var opt submitOptions
	c := &cobra.Command{
		Use:   "submit TRACE…",
		Short: "Hand recordings in, and say which of their races are new",
		Long: `submit sends recordings to a farm, with those files of the recorded program that this machine has
(for the names of functions), waits until they are analyzed, and says which of their races no
recording had shown before. With --build the farm also brings the races about.

It exits with 0 if nothing is new, 1 if a race is new, 2 if it could not do its work.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("expected one trace or more; see %s --help", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return t.submit(c.Context(), &opt, args) },
	}
	f := c.Flags()
	farmFlags(c, &opt.farm, &opt.dir)
	f.StringVar(&opt.build, "build", "", "confirm with this `BUILD`: an AddressSanitizer build of the program, or the folder that it is in")
	f.StringVar(&opt.image, "image", "", "with --build: run it in the root file system of the archive `FILE`, by tar, also compressed by gzip or zstd")
	f.StringVar(&opt.revision, "commit", "", "the `REVISION` of the sources")
	f.StringVar(&opt.machine, "machine", "", "where it was recorded (default: this host's name)")
	f.IntVar(&opt.runs, "runs", 1, "with --build: runs of each race")
	f.BoolVar(&opt.json, "json", false, "the races as JSON")
	f.DurationVar(&opt.wait, "wait", 10*time.Minute, "give up waiting for the analysis after this time; the farm goes on")
	f.IntVar(&opt.errorCode, "error-exitcode", exitRaces, "exit code when a race is new")
	return c
}

func (t *tool) submit(ctx context.Context, opt *submitOptions, paths []string) error {
	if opt.runs < 1 || opt.runs > farm.MostConfirm {
		return fmt.Errorf("--runs=%d: expected 1 to %d", opt.runs, farm.MostConfirm)
	}
	client, err := t.farmAt(opt.farm, opt.dir)
	if err != nil {
		return err
	}
	if opt.image != "" && opt.build == "" {
		return errors.New("--image without --build: a recording is analyzed without one")
	}
	image, err := sendImage(ctx, client, opt.image)
	if err != nil {
		return err
	}
	if opt.machine == "" {
		opt.machine, _ = os.Hostname()
	}
	var sums []farm.Sum
	bar, end := t.progress()
	defer end()
	h := &handIn{tool: t, client: client, opt: opt, image: image, here: farm.NewHere(), needed: map[string]farm.Files{}}
	for part := range slices.Chunk(paths, atOnce) {
		if bar != nil {
			bar("submitting "+part[0], float64(len(sums))/float64(len(paths)))
		}
		some, err := h.some(ctx, part)
		if err != nil {
			return err
		}
		sums = append(sums, some...)
	}
	return t.submitted(ctx, client, opt, paths, sums)
}

// How many recordings go with one request, and how many are read and sent at a time.
const (
	atOnce  = 50
	abreast = 4
)

// handIn sends recordings and what belongs to them.
type handIn struct {
	tool   *tool
	client *farm.Client
	opt    *submitOptions
	with   *farm.Build // in place of what opt.build names
	mu     sync.Mutex
	here   *farm.Here
	image  farm.Sum
	needed map[string]farm.Files // of builds that were looked at, by program
}

// some hands some recordings in: all of them, or none.
func (h *handIn) some(ctx context.Context, paths []string) (sums []farm.Sum, err error) {
	subs := make([]farm.Submission, len(paths))
	err = abreastOf(ctx, len(paths), func(ctx context.Context, i int) (err error) {
		subs[i], err = h.describe(ctx, paths[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	var lists []*farm.Files
	for i := range subs {
		if lists = append(lists, &subs[i].Symbols); subs[i].Build != nil {
			lists = append(lists, &subs[i].Build.Files)
		}
	}
	if err := h.client.SendFiles(ctx, lists...); err != nil {
		return nil, err
	}
	err = abreastOf(ctx, len(paths), func(ctx context.Context, i int) (err error) {
		subs[i].Trace, err = h.client.Send(ctx, paths[i], "")
		if errors.As(err, new(*farm.Refused)) { // what else there is is no fault of this file
			err = fmt.Errorf("%s: %w", paths[i], err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var once []farm.Submission // files of the same content are one trace
	for _, s := range subs {
		if !slices.Contains(sums, s.Trace) {
			once = append(once, s)
		}
		sums = append(sums, s.Trace)
	}
	return sums, h.client.Submit(ctx, once...)
}

// abreastOf does a few of n at a time, until one fails.
func abreastOf(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	g, running := errgroup.WithContext(ctx)
	g.SetLimit(abreast)
	for i := range n {
		g.Go(func() error {
			if err := running.Err(); err != nil {
				return err
			}
			return do(running, i)
		})
	}
	return g.Wait()
}

// describe is what of a recording is handed in beside its file.
func (h *handIn) describe(ctx context.Context, path string) (s farm.Submission, err error) {
	own := *h.tool // what it opens is its own
	own.spooled = nil
	defer func() {
		for _, f := range own.spooled {
			f.Close()
		}
	}()
	meta, modules, err := own.programOf(path)
	if err != nil {
		return s, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	s = farm.Submission{Name: filepath.Base(path), Revision: h.opt.revision, Machine: h.opt.machine, Runs: h.opt.runs, Symbols: h.here.Symbols(modules)}
	if len(meta.Command) > 0 {
		s.Program = filepath.Base(meta.Command[0])
	}
	if s.Build = h.with; h.opt.build != "" {
		s.Build, err = h.buildOf(ctx, h.opt.build, meta)
	}
	return s, err
}

// programOf is what a trace says of its program. It is read to its end: what is no trace is not sent.
func (t *tool) programOf(path string) (*trace.Meta, []farm.Module, error) {
	src, err := t.openFile(path, path)
	if err != nil {
		return nil, nil, err
	}
	r, err := src.Open()
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	for op := new(trace.Op); err == nil; {
		err = r.Next(op)
	}
	if !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	var list []farm.Module
	for _, m := range r.Tables().Modules {
		list = append(list, farm.Module{Path: m.Path, BuildID: m.BuildID})
	}
	return r.Meta(), list, nil
}

// buildOf is the build that a path names: the program itself, or a folder with one of the recorded
// program's name in it.
func (h *handIn) buildOf(ctx context.Context, path string, meta *trace.Meta) (*farm.Build, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("--build %s: %w", path, errors.Unwrap(err))
	}
	if len(meta.Command) == 0 {
		return nil, errors.New("--build: the trace does not say which program was recorded")
	}
	program := path
	if st.IsDir() {
		if program, err = findProgram(path, filepath.Base(meta.Command[0])); err != nil {
			return nil, err
		}
	}
	files, known := h.needed[program]
	if !known {
		if files, err = farm.Needed(ctx, program); err != nil {
			return nil, fmt.Errorf("--build %s: %w", path, err)
		}
		h.needed[program] = files
	}
	return &farm.Build{Files: files, Args: meta.Command[1:], Env: farm.Handed(h.tool.env), Image: h.image}, nil
}

// findProgram looks below a folder for the one program of a name.
func findProgram(dir, name string) (string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if st, err := e.Info(); err == nil && e.Name() == name && st.Mode().IsRegular() && st.Mode()&0o111 != 0 {
			found = append(found, path)
		}
		return nil
	})
	switch {
	case err != nil:
		return "", fmt.Errorf("--build %s: %w", dir, err)
	case len(found) == 0:
		return "", fmt.Errorf("--build %s: no program %s is in it; name the program itself", dir, name)
	case len(found) > 1:
		return "", fmt.Errorf("--build %s: %d programs are called %s: %s; name the one", dir, len(found), name, strings.Join(found, ", "))
	}
	return found[0], nil
}

// submittedJSON is what submit --json prints.
type submittedJSON struct {
	Version int             `json:"version"`
	Traces  []submittedItem `json:"traces"`
	New     int             `json:"new"`
}

type submittedItem struct {
	File  string   `json:"file"`
	Trace farm.Sum `json:"trace"`
	farm.Analyzed
}

// submitted waits for the analyses and says what is new.
func (t *tool) submitted(ctx context.Context, client *farm.Client, opt *submitOptions, paths []string, sums []farm.Sum) error {
	waiting, cancel := context.WithTimeout(ctx, opt.wait)
	defer cancel()
	noWorker := func() {
		fmt.Fprintln(t.stderr, "no worker is there: the traces wait for one (sparseracer farm worker)")
	}
	out := submittedJSON{Version: report.JSONVersion}
	isNew, known := map[string]farm.Found{}, map[string]bool{}
	var failed error
	for i, sum := range sums {
		a, err := client.Wait(waiting, sum, noWorker)
		if err != nil && ctx.Err() == nil && waiting.Err() != nil {
			return fmt.Errorf("%s: it was not analyzed within %v; the farm goes on, and the same command asks again", paths[i], opt.wait)
		}
		if err != nil {
			return err
		}
		if a.State == farm.Failed {
			failed = errors.Join(failed, fmt.Errorf("%s: %s", paths[i], a.Error))
		} else if a.Unanswered != "" {
			failed = errors.Join(failed, fmt.Errorf("%s: %s", paths[i], a.Unanswered))
		}
		for _, f := range a.Races {
			if f.New {
				isNew[f.ID] = f
			} else {
				known[f.ID] = true
			}
		}
		out.Traces = append(out.Traces, submittedItem{paths[i], sum, a})
	}
	out.New = len(isNew)
	if out.New > 0 {
		t.code = opt.errorCode
	}
	if failed != nil {
		t.code = exitError
		fmt.Fprintln(t.stderr, "sparseracer:", failed)
	}
	if opt.json {
		return report.WriteJSON(t.formats(), out)
	}
	for _, id := range slices.Sorted(maps.Keys(isNew)) {
		fmt.Fprintf(t.stdout, "new: %s %s: %s\n", isNew[id].Kind, id, isNew[id].Summary)
		delete(known, id)
	}
	fmt.Fprintf(t.stdout, "%s: %s, %s\n", amount(len(paths), "trace"), amount(len(isNew), "new race"), amount(len(known), "known race"))
	return nil
}

// amount is a number of things.
func amount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
