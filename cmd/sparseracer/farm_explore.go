package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"sparseracer/internal/explore"
	"sparseracer/internal/farm"
	"sparseracer/internal/report"
)

// explore has a batch of runs made by a farm's workers.
func (s *searching) explore(ctx context.Context, b *explore.Batch, told func(explore.Ran) error) error {
	return s.ask(ctx, b, len(b.Plans), func(result json.RawMessage) error {
		var ran []explore.Ran
		if err := json.Unmarshal(result, &ran); err != nil {
			return err
		}
		for _, r := range ran {
			if err := told(r); err != nil {
				return err
			}
		}
		return nil
	})
}

// exploreRange makes the runs of a range, as explore makes them.
func (t *tool) exploreRange(ctx context.Context, dir string, task *farm.Task, out *bytes.Buffer) error {
	data, err := os.ReadFile(task.Trace)
	if err != nil {
		return err
	}
	b, err := explore.ParseBatch(data)
	if err != nil {
		return err
	}
	shared, done, err := t.steering(ctx, task.Program, 1, 1, task.Timeout, "")
	if err != nil {
		return err
	}
	defer done.all()
	shared.Faults, shared.CheckOrder, shared.Fresh = dir, true, false // it has folders of its own
	d := &explore.Driver{Argv: absolute(task.Program), Options: shared.RunOptions, Env: map[string]string{"QT_NO_GLIB": "1"}, Dir: filepath.Join(dir, "exploration")}
	ran, err := d.Range(ctx, b, task.Range.From, task.Range.To, t.busiest)
	if err != nil {
		return err
	}
	return report.WriteJSON(out, ran)
}
