package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"sparseracer/internal/farm"
	"sparseracer/internal/fuzz"
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
	build, err := t.buildHere(ctx, client, prog, opt.image)
	if err != nil {
		return nil, err
	}
	_, modules, err := t.programOf(seen)
	if err != nil {
		return nil, err
	}
	f := farm.Search{Kind: farm.Fuzz, Build: *build, Symbols: farm.NewHere().Symbols(modules), Seed: opt.seed,
		Naive: opt.naive, Only: opt.only, Fast: opt.fast, Timeout: opt.timeout, GLib: !ownDispatcher(t.env)}
	if err := client.SendFiles(ctx, &f.Build.Files, &f.Symbols); err != nil {
		return nil, err
	}
	if f.Input, err = client.Send(ctx, seen, ""); err != nil {
		return nil, err
	}
	return func(ctx context.Context, from, to int, told func(fuzz.Ran)) error {
		return t.askRuns(ctx, client, f, from, to, func(result json.RawMessage) error {
			var ran []fuzz.Ran
			err := json.Unmarshal(result, &ran)
			for _, one := range ran {
				told(one)
			}
			return err
		})
	}, nil
}
