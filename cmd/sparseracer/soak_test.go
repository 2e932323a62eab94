package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"sparseracer/internal/steer"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// soakRuns is how many random schedules each twin survives in the tests; SOAK sets
// another number, for nights.
func soakRuns(t *testing.T) int {
	t.Helper()
	text := os.Getenv("SOAK")
	if text == "" {
		return 2
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("SOAK: %v", err)
	}
	return n
}

// survives: what can be held is held at random, within the recorded order, and the
// program does not crash. Nothing that steering does may make a harmless program
// crash.
func survives(t *testing.T, program, recording string, env []string) {
	t.Helper()
	tr, err := trace.OpenFile(recording)
	if err != nil {
		t.Fatal(err)
	}
	res, err := sparsehb.AnalyzeLoops(tr, sparsehb.Options{Rules: sparsehb.Auto, Context: t.Context()})
	if err != nil {
		t.Fatal(err)
	}
	env = append(append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+t.TempDir()), env...)
	env = append(env, sessionOf(t, program)...) // without its session it would wait for one
	postponer := steer.NewPostponer(res, res.Order)
	held, diverged := 0, map[string]int{}
	for i := range soakRuns(t) {
		seed := rand.Uint64()
		s := postponer.Schedule(rand.New(rand.NewPCG(seed, 0)), steer.PostponeOptions{Most: 1 + i%3, Environment: map[string]string{"QT_NO_GLIB": "1"}})
		if s == nil {
			continue
		}
		held++
		o, err := steer.Run(context.Background(), s, []string{program},
			steer.RunOptions{Lib: filepath.Dir(built(t, "lib/libsparseqt.so")), Env: env, Scratch: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Reports) > 0 || o.Signal != 0 && o.Stopped == "" {
			path := filepath.Join(os.TempDir(), filepath.Base(program)+"-"+strconv.FormatUint(seed, 16)+".schedule.json")
			t.Errorf("%s under the random schedule %s (%v): signal %v, exit code %d, %d reports\n%s", program, path,
				s.Write(path), o.Signal, o.ExitCode, len(o.Reports), o.Output)
		}
		if why := o.Diverged(); why != "" {
			diverged[why]++
		}
	}
	t.Logf("%s: %d random schedules, diverged: %v", filepath.Base(program), held, diverged)
}
