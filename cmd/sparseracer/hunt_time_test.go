package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/report"
	"sparseracer/internal/steer"
)

// TestHuntLeavesTime: steering ends before the hunt does, as long as events that no session has are to come.
func TestHuntLeavesTime(t *testing.T) {
	now := time.Now()
	hunt := func(all time.Duration, share time.Time) *hunter {
		return &hunter{begun: now, share: share, opt: huntOptions{exerciseOptions: exerciseOptions{time: all}}}
	}
	for name, c := range map[string]struct {
		h    *hunter
		most time.Duration
		over bool
	}{
		"without end":       {hunt(0, now.Add(-time.Minute)), 0, false},
		"its share":         {hunt(time.Hour, now.Add(10*time.Minute)), 10 * time.Minute, false},
		"its share is over": {hunt(time.Hour, now.Add(-time.Minute)), 0, true},
		"all of it":         {hunt(time.Hour, time.Time{}), time.Hour, false},
		"nothing is left":   {hunt(time.Nanosecond, time.Time{}), 0, true},
	} {
		if left, over := c.h.leftToSteer(); left > c.most || left < c.most-time.Minute || over != c.over {
			t.Errorf("%s: %v, over: %v", name, left, over)
		}
	}
	h := hunt(time.Hour, time.Time{})
	if h.beforeSessions(); h.patience == 0 {
		t.Error("what the program does by itself may take all of the time in vain")
	}
	if left, over := h.leftToSteer(); left > 15*time.Minute || left < 14*time.Minute || over {
		t.Errorf("before the first session: %v, over: %v", left, over)
	}
	h = hunt(time.Hour, now.Add(-time.Minute))
	if err := h.tryAll(t.Context(), nil, []*report.Race{{}}, "1.srt", nil); err != nil || !h.waits {
		t.Errorf("%v: the races of a share that is over wait: %v", err, h.waits)
	}
	for all, looks := range map[time.Duration]bool{time.Hour: true, time.Nanosecond: false} {
		h := hunt(all, time.Time{})
		h.tool, h.waiting = &tool{}, []string{filepath.Join(t.TempDir(), "1.srt")}
		if err := h.tryWaiting(t.Context()); err != nil || (h.unanswered.recordings > 0) != looks {
			t.Errorf("of %v: %v, what waits is looked at again: %d", all, err, h.unanswered.recordings)
		}
	}
}

// TestRoomFor: what is over mostly after a time is not begun before it.
func TestRoomFor(t *testing.T) {
	until := time.Now().Add(time.Minute)
	for took, want := range map[time.Duration]bool{0: true, time.Minute: true, 110 * time.Second: true, 2 * time.Minute: false, time.Hour: false} {
		if got := roomFor(took, until); got != want {
			t.Errorf("%v within a minute: %v", took, got)
		}
	}
	if roomFor(0, time.Now()) {
		t.Error("there is no time left")
	}
}

// TestHuntPatience: two races in a row that were waited for in vain end the races of a recording, if there are others.
func TestHuntPatience(t *testing.T) {
	vain, other := steer.Verdict{Status: steer.NotReached, InVain: true}, steer.Verdict{Status: steer.NotReached}
	for name, c := range map[string]struct {
		patience, races int
		found           []steer.Verdict
		ends            int // after so many
	}{
		"two":              {2, 5, []steer.Verdict{vain, vain}, 2},
		"not in a row":     {2, 5, []steer.Verdict{vain, other, vain, other}, 0},
		"the last ones":    {2, 3, []steer.Verdict{other, vain, vain}, 0},
		"without patience": {0, 5, []steer.Verdict{vain, vain, vain, vain}, 0},
	} {
		var out strings.Builder
		w := &verdictWriter{t: &tool{stdout: &out, stderr: &out}, opt: &confirmOptions{patience: c.patience}, races: map[string]*report.Race{}, hide: func() {}, begun: time.Now()}
		for i := range c.races {
			w.races[fmt.Sprint(i)] = &report.Race{}
		}
		ends := 0
		for i, v := range c.found {
			v.ID = fmt.Sprint(i)
			if err := w.found(&v); errors.Is(err, errInVain) {
				ends = i + 1
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if ends != c.ends {
			t.Errorf("%s: it ended after %d, want %d", name, ends, c.ends)
		}
	}
}

// TestHuntRanInto: what a session runs into is tried again, three times, until it is proven; what it only predicts is not.
func TestHuntRanInto(t *testing.T) {
	race := func(id string, observed bool) *report.Race {
		return &report.Race{ID: id, Observed: observed}
	}
	known := func(status steer.Status) steer.Known { return steer.Known{Verdict: status.String()} }
	tried := map[string]steer.Known{"vain": known(steer.NotReached), "proven": known(steer.Confirmed), "predicted": known(steer.NotReached)}
	races := []*report.Race{race("vain", true), race("proven", true), race("predicted", false), race("fresh", true)}
	h := &hunter{}
	for i := range mostSeenAgain + 1 {
		var got []string
		for _, r := range h.ranInto(races, tried) {
			got = append(got, r.ID)
		}
		if want := []string{"vain"}; i < mostSeenAgain && !slices.Equal(got, want) || i == mostSeenAgain && got != nil {
			t.Errorf("time %d: %q", i+1, got)
		}
	}
}
