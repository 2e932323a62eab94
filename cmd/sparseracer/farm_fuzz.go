package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/fuzz"
)

// Bounds of a range of runs, which is one job: a worker that dies loses no more than that, and a job
// costs about as much as some short runs.
const (
	leastRange = 10
	mostRange  = 250
)

// fuzzElsewhere has a farm's workers make the runs of a search. The observation run and the diagnosis
// are made here.
func (t *tool) fuzzElsewhere(ctx context.Context, opt *fuzzOptions, prog []string, seen string) (func(context.Context, int, int, func(fuzz.Ran)) error, error) {
	if opt.driver != "" {
		return nil, errors.New("--farm with --driver: a driver plays on this machine's screen, and the runs are elsewhere")
	}
	if opt.timeout > farm.MostTimeout {
		return nil, fmt.Errorf("--timeout=%v with --farm: expected at most %v", opt.timeout, farm.MostTimeout)
	}
	client, err := t.farmAt(opt.farm, "")
	if err != nil {
		return nil, err
	}
	program, err := exec.LookPath(prog[0])
	if err != nil {
		return nil, err
	}
	files, err := farm.Needed(ctx, program)
	if err != nil {
		return nil, err
	}
	_, modules, err := t.programOf(seen)
	if err != nil {
		return nil, err
	}
	f := farm.Fuzzing{Build: farm.Build{Files: files, Args: prog[1:], Env: farm.Handed(t.env)}, Symbols: farm.NewHere().Symbols(modules), Seed: opt.seed,
		Naive: opt.naive, Fast: opt.fast, Timeout: opt.timeout, GLib: !ownDispatcher(t.env)}
	if err := client.SendFiles(ctx, &f.Build.Files, &f.Symbols); err != nil {
		return nil, err
	}
	if f.Trace, err = client.Send(ctx, seen, ""); err != nil {
		return nil, err
	}
	return func(ctx context.Context, from, to int, told func(fuzz.Ran)) error {
		return t.askRuns(ctx, client, f, from, to, told)
	}, nil
}

// cut divides runs into ranges for so many slots. Each range is half of a slot's share of what is left, so
// that the first ones are large and the last ones end together (guided self-scheduling: Polychronopoulos and
// Kuck, 1987).
func cut(from, to, slots int) (list []farm.Range) {
	for from < to {
		size := min(max((to-from)/(2*max(1, slots)), leastRange), mostRange)
		list = append(list, farm.Range{From: from, To: min(to, from+size)})
		from += size
	}
	return list
}

func (t *tool) askRuns(ctx context.Context, client *farm.Client, f farm.Fuzzing, from, to int, told func(fuzz.Ran)) error {
	slots, err := client.Slots(ctx)
	if err != nil {
		return err
	}
	ranges := cut(from, to, slots)
	search, err := client.Fuzz(ctx, f, ranges)
	if err != nil {
		return err
	}
	left := map[farm.Range]bool{}
	for _, r := range ranges {
		left[r] = true
	}
	first := from // no range before it is left
	for warned := false; ; {
		done, workers, err := client.Ranges(ctx, search, first, to)
		if err != nil {
			return err
		}
		for _, r := range done {
			if !left[r.Range] {
				continue
			}
			delete(left, r.Range)
			if r.Error != "" {
				return fmt.Errorf("runs %d to %d on the farm: %s", r.From+1, r.To, r.Error)
			}
			var ran []fuzz.Ran
			if err := client.Result(ctx, search, r.Range, &ran); err != nil {
				return fmt.Errorf("runs %d to %d on the farm: %w", r.From+1, r.To, err)
			}
			for _, one := range ran {
				told(one)
			}
		}
		if len(left) == 0 {
			return nil
		}
		for len(ranges) > 0 && !left[ranges[0]] {
			ranges = ranges[1:]
			first = ranges[0].From
		}
		if workers == 0 && !warned {
			warned = true
			fmt.Fprintln(t.stderr, "no worker is there: the runs wait for one (sparseracer farm worker)")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(askEvery):
		}
	}
}
