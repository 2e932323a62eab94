package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/farm"
	"sparseracer/internal/report"
)

type bisectOptions struct {
	farm, dir string
	runs      int
	json      bool
	wait      time.Duration
	errorCode int
}

func (t *tool) farmBisectCommand() *cobra.Command {
	var opt bisectOptions
	c := &cobra.Command{
		Use:   "bisect RACE [COMMIT[=BUILD]…]",
		Short: "Find the first commit whose build a race's schedule crashes",
		Long: `bisect runs the schedule that proved RACE with builds of other commits, and says which is the first one
that crashes by it. The commits come in order, the oldest first: each with its build, a program or the
folder that it is in, or with the build that was submitted with it. Without any they are all that the
farm has builds of, in the order in which it first heard of them.

A build in which the place is not reached says nothing: bisect names the commits about which nothing is
known, between the last one that came to the place without a crash and the first one that crashed.

It exits with 1 if a build proves the race, 0 if none does, 2 if it could not do its work.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("expected a race, by its ID; see %s --help", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return t.bisect(c.Context(), &opt, args[0], args[1:]) },
	}
	f := c.Flags()
	farmFlags(c, &opt.farm, &opt.dir)
	f.IntVar(&opt.runs, "runs", 3, "runs with each build")
	f.BoolVar(&opt.json, "json", false, "the answer as JSON")
	f.DurationVar(&opt.wait, "wait", time.Hour, "give up waiting for the answer after this time; the farm goes on")
	f.IntVar(&opt.errorCode, "error-exitcode", exitRaces, "exit code when a build proves the race")
	return c
}

// farmFlags say which farm.
func farmFlags(c *cobra.Command, address, dir *string) {
	f := c.Flags()
	f.StringVar(address, "farm", "", "the `URL` that the farm printed, with its token (default: the variable "+farmVariable+")")
	f.StringVar(dir, "dir", "", "the farm of sparseracer farm --dir `DIR`")
}

func (t *tool) bisect(ctx context.Context, opt *bisectOptions, race string, commits []string) error {
	if opt.runs < 1 || opt.runs > farm.MostConfirm {
		return fmt.Errorf("--runs=%d: expected 1 to %d", opt.runs, farm.MostConfirm)
	}
	client, err := t.farmAt(opt.farm, opt.dir)
	if err != nil {
		return err
	}
	asked := farm.Asked{Race: race, Runs: opt.runs}
	if asked.Commits, err = t.commitsToAsk(ctx, client, race, commits); err != nil {
		return err
	}
	if err := asked.Check(); err != nil {
		return err
	}
	id, err := client.Bisect(ctx, asked)
	if err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, opt.wait)
	defer cancel()
	found, err := t.awaitBisected(waiting, client, id)
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		return fmt.Errorf("no answer within %v; the farm goes on, and the same command asks again", opt.wait)
	}
	if err != nil {
		return err
	}
	return t.reportBisected(opt, found)
}

// commitsToAsk are those of a command line; builds that it names are sent.
func (t *tool) commitsToAsk(ctx context.Context, client *farm.Client, race string, commits []string) (list []farm.AskedCommit, err error) {
	var how *farm.Build // the race's program is run
	for _, text := range commits {
		name, path, built := strings.Cut(text, "=")
		one := farm.AskedCommit{Name: name}
		if built {
			if how == nil {
				proof, err := client.Proof(ctx, race)
				if err != nil {
					return nil, err
				}
				how = &proof
			}
			if one.Build, err = t.buildLike(ctx, how, path); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if err := client.SendFiles(ctx, &one.Build.Files); err != nil {
				return nil, err
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// buildLike is another build of a program: the file itself, or the one of its name in a folder.
func (t *tool) buildLike(ctx context.Context, how *farm.Build, path string) (*farm.Build, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Unwrap(err))
	}
	program := path
	if st.IsDir() {
		if program, err = findProgram(path, filepath.Base(how.Program)); err != nil {
			return nil, err
		}
	}
	files, err := farm.Needed(ctx, program)
	if err != nil {
		return nil, err
	}
	return &farm.Build{Files: files, Args: how.Args, Env: how.Env, Image: how.Image}, nil
}

func (t *tool) awaitBisected(ctx context.Context, client *farm.Client, id farm.Sum) (b farm.Bisected, err error) {
	bar := t.runs()
	defer bar.end()
	for pause := t.farmPause(); ; {
		var workers int
		if b, workers, err = client.Bisected(ctx, id); err != nil || b.Done {
			return b, err
		}
		if b.Error != "" {
			return b, fmt.Errorf("the farm does not go on: %s", b.Error)
		}
		bar.set("commits tried", int64(b.Tried), int64(b.Commits))
		if err := pause.wait(ctx, workers); err != nil {
			return b, err
		}
	}
}

// bisectedJSON is what bisect --json prints.
type bisectedJSON struct {
	Version int `json:"version"`
	farm.Bisected
}

// reportBisected says which commit it is, and what is not known about its neighbours. Where nothing could be run there
// is no answer.
func (t *tool) reportBisected(opt *bisectOptions, b farm.Bisected) error {
	notRun := len(b.Unknown) > 0 && !slices.ContainsFunc(b.Unknown, func(u farm.Trial) bool { return u.Verdict != farm.NotRun })
	switch {
	case b.First != nil:
		t.code = opt.errorCode
	case notRun:
		t.code = exitError
	}
	if opt.json {
		return report.WriteJSON(t.formats(), bisectedJSON{report.JSONVersion, b})
	}
	defer fmt.Fprintf(t.stdout, "%d of %s tried\n", b.Tried, amount(b.Commits, "commit"))
	if b.First == nil {
		fmt.Fprintf(t.stdout, "race %s: no commit's build proves it\n", b.Race)
		t.writeUnknown("not known", b.Unknown)
		return nil
	}
	fmt.Fprintf(t.stdout, "race %s: %s is the first commit whose build proves it, %d of %s\n", b.Race, b.First.Commit, b.First.Proven, amount(b.First.Runs, "run"))
	if b.Before != nil {
		fmt.Fprintf(t.stdout, "the last one before it that came to the place, and did not crash: %s\n", b.Before.Commit)
	} else {
		fmt.Fprintln(t.stdout, "none before it came to the place without a crash")
	}
	t.writeUnknown("not known, before "+b.First.Commit, b.Unknown)
	return nil
}

func (t *tool) writeUnknown(what string, list []farm.Trial) {
	for _, u := range list {
		why := u.Verdict
		if u.Reason != "" {
			why += ": " + u.Reason
		}
		fmt.Fprintf(t.stdout, "%s: %s: %s\n", what, u.Commit, why)
	}
}
