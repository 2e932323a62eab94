package work

import (
	"context"
	"encoding/json"
	"time"

	"sparseracer/internal/farm"
)

// perRun is how often a program is run at most for one run of a search: what fails, or is different, is tried again.
var perRun = map[string]int{farm.Fuzz: 1, farm.Explore: 3, farm.Probe: 3}

// search makes the runs of a range, as the verb of that kind does.
func (w *worker) search(ctx context.Context, dir, kind string, j ranged) error {
	r := farm.Range{From: j.From, To: j.To}
	if done, err := w.store.HasRun(ctx, j.Search, r); err != nil || done {
		return err
	}
	result, err := w.searched(ctx, dir, kind, j.Search, r)
	if isTask(err) {
		return w.store.Ran(ctx, j.Search, r, "", err.Error(), 0)
	}
	if err != nil {
		return err
	}
	sum, err := w.store.Put(ctx, result)
	if err != nil {
		return err
	}
	return w.store.Ran(ctx, j.Search, r, sum, "", shown(result))
}

func (w *worker) searched(ctx context.Context, dir, kind string, search farm.Sum, r farm.Range) (json.RawMessage, error) {
	f, err := w.store.Searched(ctx, search)
	if err != nil {
		return nil, err
	}
	input, err := w.fetch(ctx, f.Input)
	if err != nil {
		return nil, err
	}
	root, err := w.layOut(ctx, f.Symbols)
	if err != nil {
		return nil, err
	}
	build := f.Build
	f.Build = farm.Build{} // the task has what of it is run
	limit := analyzeLimit + time.Duration(perRun[kind]*(r.To-r.From))*(f.Timeout+aboutRun)
	var out json.RawMessage
	err = w.run(ctx, dir, &farm.Task{Kind: kind, Trace: input, Sysroot: root, Search: &f, Range: r, Timeout: f.Timeout}, &build, limit, &out)
	return out, err
}

// shown counts the runs that failed (fuzz), were different (explore), or failed twice (probe).
func shown(result json.RawMessage) (n int) {
	var list []struct {
		How     string
		Finding struct{ Class string }
		Again   bool
	}
	if json.Unmarshal(result, &list) != nil {
		return 0 // who asked for the runs says what is wrong with them
	}
	for _, r := range list {
		if r.How != "" || r.Finding.Class == "different" || r.Again {
			n++
		}
	}
	return n
}
