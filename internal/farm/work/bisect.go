package work

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"github.com/riverqueue/river"

	"sparseracer/internal/farm"
)

// bisectEvery is how often a bisection looks what the runs that it asked for have shown.
const bisectEvery = 500 * time.Millisecond

// Bisect asks for a bisection.
func (q *Queue) Bisect(ctx context.Context, id farm.Sum) error {
	return q.insert(ctx, []river.InsertManyParams{{Args: bisectJob{id}, InsertOpts: once}})
}

// bisect asks for the runs of the commits that are to be tried next, and comes again: it takes no slot while they are made.
// What it knows is in the database, so that it goes on wherever it is begun anew.
func (w *worker) bisect(ctx context.Context, _ string, j bisectJob) error {
	b, trials, _, err := w.store.Bisection(ctx, j.Bisection)
	if err != nil || b == nil {
		return err
	}
	workers, err := w.store.Workers(ctx)
	if err != nil {
		return err
	}
	slots := 0
	for _, one := range workers {
		slots += one.Slots
	}
	next := b.Next(trials, slots)
	if len(next) == 0 {
		return nil
	}
	var jobs []river.InsertManyParams
	for _, i := range next {
		jobs = append(jobs, river.InsertManyParams{Args: replayJob{b.Schedule, b.Commits[i].Build, b.Runs}, InsertOpts: once})
	}
	if err := w.queue.insert(ctx, jobs); err != nil {
		return err
	}
	return river.JobSnooze(bisectEvery)
}

// replay runs a schedule with a build.
func (w *worker) replay(ctx context.Context, dir string, j replayJob) error {
	if done, err := w.store.HasTrial(ctx, j.Schedule, j.Build, j.Runs); err != nil || done {
		return err
	}
	v, fixed, err := w.replayed(ctx, dir, j.Schedule, j.Build, j.Runs)
	t := farm.Trial{Verdict: v.Verdict, Reason: v.Reason, Proven: v.Proven, Runs: v.Runs, Fixed: fixed}
	if isTask(err) {
		t = farm.Trial{Verdict: farm.NotRun, Reason: err.Error()}
	} else if err != nil {
		return err
	}
	return w.store.Tried(ctx, j.Schedule, j.Build, j.Runs, t)
}

// replayed makes so many runs of a schedule with a build; fixed: each came to the place, and none crashed.
func (w *worker) replayed(ctx context.Context, dir string, schedule, build farm.Sum, runs int) (v verdict, fixed bool, err error) {
	b, _, err := w.store.Build(ctx, build)
	if err != nil {
		return v, false, err
	}
	path, err := w.fetch(ctx, schedule)
	if err != nil {
		return v, false, err
	}
	var got struct {
		Verdict verdict
		Fixed   bool
	}
	task := &farm.Task{Kind: farm.Verify, Schedule: path, Runs: runs, Timeout: runLimit}
	err = w.run(ctx, dir, task, &b, time.Duration(runs)*(runLimit+aboutRun)+time.Minute, &got)
	return got.Verdict, got.Fixed, err
}

// Minimise asks for a schedule without what its race does not need.
func (q *Queue) Minimise(ctx context.Context, schedule, build farm.Sum) error {
	again, err := q.store.SmallerAgain(ctx, schedule, build)
	if err != nil {
		return err
	}
	how := once
	if again { // the job that wrote that there is none may not yet be known to have ended
		how = &river.InsertOpts{MaxAttempts: mostAttempts}
	}
	return q.insert(ctx, []river.InsertManyParams{{Args: minimiseJob{schedule, build}, InsertOpts: how}})
}

// perDirective is how often a schedule is run at most without one of its directives.
const perDirective = 3

func (w *worker) minimise(ctx context.Context, dir string, j minimiseJob) error {
	if has, err := w.store.Smaller(ctx, j.Schedule, j.Build); err != nil || has.Schedule != "" {
		return err
	}
	smaller, err := w.minimised(ctx, dir, j)
	if isTask(err) {
		return w.store.MadeSmaller(ctx, j.Schedule, j.Build, "", err.Error())
	}
	if err != nil {
		return err
	}
	return w.store.MadeSmaller(ctx, j.Schedule, j.Build, smaller, "")
}

func (w *worker) minimised(ctx context.Context, dir string, j minimiseJob) (farm.Sum, error) {
	b, _, err := w.store.Build(ctx, j.Build)
	if err != nil {
		return "", err
	}
	path, err := w.fetch(ctx, j.Schedule)
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	var s struct{ Directives []json.RawMessage }
	if err := json.Unmarshal(data, &s); err != nil {
		return "", &errTask{"the schedule cannot be read: " + err.Error()}
	}
	runs := 1 + perDirective*len(s.Directives)
	var got struct{ Schedule string }
	task := &farm.Task{Kind: farm.Minimise, Schedule: path, Timeout: runLimit}
	if err := w.run(ctx, dir, task, &b, time.Duration(runs)*(runLimit+aboutRun)+time.Minute, &got); err != nil {
		return "", err
	}
	return w.keep(ctx, dir, got.Schedule)
}
