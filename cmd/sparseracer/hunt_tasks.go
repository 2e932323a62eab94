package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"sparseracer/internal/tasks"
	"sparseracer/sparsehb"
)

// hasTasks: threads of pools ran tasks in the recording, or threads were started, in code that says what it touches.
func hasTasks(a *analysis) bool {
	return a.result.Meta.Instrumented && slices.ContainsFunc(a.result.Events, func(e sparsehb.Event) bool { return tasks.MayBe(e.Kind, e.Attr("type")) })
}

// tryTasks tries what races with tasks of pools, by a trace in the folder `tasks` beside the recording, in which each is a handler of the
// main loop. Handlers of one thread's loop were looked at in the recording. Toolkits start threads, too, so that a recording may
// have none that shares an object with the main thread.
func (h *hunter) tryTasks(ctx context.Context, path string) error {
	if _, over := h.left(); over {
		return nil
	}
	beside := filepath.Join(filepath.Dir(path), "tasks", filepath.Base(path))
	if err := ownFolder(filepath.Dir(beside)); err != nil {
		return err
	}
	var told tasks.Told
	if _, err := h.tool.convert(ctx, "", path, beside, false, &told); err != nil {
		return err
	}
	if told.Placed == 0 {
		return os.Remove(beside) // all the rest was looked at in the recording
	}
	a, err := h.tool.races(ctx, analyzeOptions{rules: "auto", races: "use-free", where: h.opt.where, mainLoop: true}, beside)
	if err != nil {
		return err
	}
	defer a.sym.Close()
	return h.tryRaces(ctx, a, beside)
}
