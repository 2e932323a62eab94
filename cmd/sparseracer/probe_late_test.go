package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sparseracer/internal/probe"
)

// TestProbeLate: when the time is over no event is begun, but a second run still has some: what failed once would be lost else.
func TestProbeLate(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		until  time.Time
		late   bool
		second time.Duration // from now, at least
	}{
		"without end":      {late: false},
		"the time is over": {now.Add(-time.Minute), true, repeatAtLeast},
		"soon over":        {now.Add(time.Second), false, repeatAtLeast},
		"an hour is left":  {now.Add(time.Hour), false, time.Hour},
	} {
		one := probeJob{until: c.until, dir: t.TempDir(), name: "1"}
		if got := one.late(); got != c.late {
			t.Errorf("%s: late %v", name, got)
		}
		until := one.atLeast(repeatAtLeast)
		if until.IsZero() != c.until.IsZero() || until.Before(c.until) || c.second > 0 && until.Before(now.Add(c.second)) {
			t.Errorf("%s: the second run is ended after %v", name, until.Sub(now))
		}
		if !c.late {
			continue
		}
		p := &probing{tool: &tool{}}
		if _, err := p.tryOnce(t.Context(), one); !errors.Is(err, errNoTime) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The time may be over when a run has been begun, and its program has not.
	begun := probeJob{until: now.Add(-time.Minute), script: "wait 1\n", dir: filepath.Join(t.TempDir(), "1.probes"), name: "1"}
	if _, err := (&probing{tool: &tool{stderr: io.Discard}, prog: []string{"true"}, opt: probeOptions{timeout: time.Minute}}).try(t.Context(), begun); !errors.Is(err, errNoTime) {
		t.Errorf("a run that was begun too late: %v", err)
	}
	p := &probing{tool: &tool{stderr: io.Discard}, prog: []string{"true"}, opt: probeOptions{time: time.Nanosecond, jobs: 1}}
	if err := p.tryAll(t.Context(), []probeJob{{Probe: probe.Probe{Step: "quit"}, dir: t.TempDir(), name: "1"}}); err != nil || len(p.late) != 1 {
		t.Errorf("%v; %d left", err, len(p.late))
	}
}

// TestProbeLost: a file of the session's folder that was deleted ends nothing; another one that is missing does.
func TestProbeLost(t *testing.T) {
	one := probeJob{dir: filepath.Join(t.TempDir(), "1.probes"), name: "1"}
	mine := filepath.Join(one.dir, "1.json")
	if got := one.lost(one.keep(&probed{})); got != mine {
		t.Errorf("%q is lost, it is %q", got, mine)
	}
	_, err := os.ReadFile(filepath.Join(filepath.Dir(one.dir), "other"))
	if got := one.lost(fmt.Errorf("reading: %w", err)); got != "" {
		t.Errorf("%q is lost", got)
	}
	if got := one.lost(nil) + one.lost(errNoTime); got != "" {
		t.Errorf("%q is lost without an error that says so", got)
	}
}
