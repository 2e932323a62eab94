package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"sparseracer/internal/farm"
	"sparseracer/internal/report"
	"sparseracer/internal/steer"
)

// minimiseElsewhere has the schedules of proven races made smaller by a farm's workers, and puts them in the place of the
// whole ones. One that does not become smaller stays whole, and is said so.
func (t *tool) minimiseElsewhere(ctx context.Context, client *farm.Client, build farm.Sum, verdicts []farm.Judged) error {
	left := map[int]bool{}
	for i, j := range verdicts {
		if j.Proven == 0 || j.Schedule == "" {
			continue
		}
		if err := client.Minimise(ctx, j.Schedule, build); err != nil {
			return err
		}
		left[i] = true
	}
	bar, all := t.runs(), len(left)
	defer bar.end()
	for pause := t.farmPause(); len(left) > 0; {
		there := 0
		for i := range left {
			m, workers, err := client.Smaller(ctx, verdicts[i].Schedule, build)
			if err != nil {
				return err
			}
			there = workers
			switch {
			case m.Schedule != "":
				verdicts[i].Schedule = m.Schedule
				delete(left, i)
			case m.Error != "":
				fmt.Fprintf(t.stderr, "race %s: its schedule stays whole: %s\n", verdicts[i].Race, m.Error)
				delete(left, i)
			}
		}
		bar.set("schedules made smaller", int64(all-len(left)), int64(all))
		if len(left) == 0 {
			break
		}
		if err := pause.wait(ctx, there); err != nil {
			return err
		}
	}
	return nil
}

// minimiseThere makes a schedule smaller, as confirm --minimise does.
func (t *tool) minimiseThere(ctx context.Context, dir string, task *farm.Task, out *bytes.Buffer) error {
	opt, finish, err := t.steering(ctx, task.Program, 1, 1, task.Timeout, "")
	if err != nil {
		return err
	}
	defer finish.all()
	opt.Faults = dir
	s, err := steer.Minimise(ctx, task.Schedule, task.Program, opt)
	if err != nil {
		return err
	}
	const name = "smaller.schedule.json"
	if err := s.Write(filepath.Join(dir, name)); err != nil {
		return err
	}
	return report.WriteJSON(out, struct {
		Schedule string `json:"schedule"`
	}{name})
}
