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
	"sparseracer/sparsehb"
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
	if err := h.tryAll(t.Context(), nil, []*report.Race{{}}, "1.srt", nil); err != nil || !h.waits || !h.short {
		t.Errorf("%v: the races of a share that is over wait: %v, for time: %v", err, h.waits, h.short)
	}
	h = hunt(time.Hour, time.Time{})
	if h.shareOf(now.Add(30 * time.Minute)); h.share.Sub(now).Round(time.Minute) != 10*time.Minute {
		t.Errorf("the races of one session have %v of 30 minutes", h.share.Sub(now))
	}
	for all, looks := range map[time.Duration]bool{time.Hour: true, time.Nanosecond: false} {
		h := hunt(all, time.Time{})
		h.tool, h.waiting = &tool{}, []string{filepath.Join(t.TempDir(), "1.srt")}
		if err := h.tryWaiting(t.Context()); err != nil || (h.unanswered.recordings > 0) != looks {
			t.Errorf("of %v: %v, what waits is looked at again: %d", all, err, h.unanswered.recordings)
		}
	}
}

// TestHuntByCall: what nobody can bring about waits for what somebody can, and has time then.
func TestHuntByCall(t *testing.T) {
	now := time.Now()
	call, person := &report.Race{ID: "call", By: sparsehb.ByCall}, &report.Race{ID: "person"}
	for name, c := range map[string]struct {
		all   time.Duration
		share time.Time
		first []*report.Race
		waits bool
	}{
		"its share":    {time.Hour, now.Add(time.Minute), []*report.Race{person}, true},
		"without end":  {0, now, []*report.Race{call, person}, false},
		"at the end":   {time.Hour, time.Time{}, []*report.Race{call, person}, false},
		"none by call": {time.Hour, now.Add(time.Minute), []*report.Race{person}, false},
	} {
		h := &hunter{begun: now, share: c.share, opt: huntOptions{exerciseOptions: exerciseOptions{time: c.all}}}
		races := []*report.Race{call, person}
		if name == "none by call" {
			races = races[1:]
		}
		if got := h.first(races); !slices.Equal(got, c.first) || h.waits != c.waits || h.short {
			t.Errorf("%s: %v first, others wait: %v, for time: %v", name, got, h.waits, h.short)
		}
		h.waiting = nil
		whole := h.toProbe()
		h.waiting = []string{"1.srt"}
		if left := h.toProbe(); (left == 0) != (c.all == 0) || (left*4/3).Round(time.Minute) != whole.Round(time.Minute) {
			t.Errorf("%s: %v of %v for events", name, left, whole)
		}
	}
	h := &hunter{tool: &tool{}, begun: now, opt: huntOptions{exerciseOptions: exerciseOptions{time: time.Hour}},
		waiting: []string{filepath.Join(t.TempDir(), "1.srt"), "2.srt"}}
	h.cut = h.waiting[:1:1]
	if err := h.tryCut(t.Context()); err != nil || h.unanswered.recordings != 1 || !slices.Equal(h.waiting, []string{"2.srt"}) || !h.sharing() {
		t.Errorf("%v: %d looked at again, %q wait, the others have time: %v", err, h.unanswered.recordings, h.waiting, h.sharing())
	}
}

// TestHuntSessions: half of a short time is for sessions, a third of a long one.
func TestHuntSessions(t *testing.T) {
	for all, want := range map[time.Duration]time.Duration{20 * time.Second: 10 * time.Second, 2 * time.Minute: time.Minute,
		150 * time.Second: time.Minute, 10 * time.Minute: 200 * time.Second, 0: 0} {
		h := &hunter{begun: time.Now(), opt: huntOptions{exerciseOptions: exerciseOptions{time: all}}}
		if got := time.Until(h.toSessions()).Round(time.Second); got != want {
			t.Errorf("of %v: %v, want %v", all, got, want)
		}
	}
}

// TestHuntGrace: a race that is begun is ended soon after its share of the time, as sessions last.
func TestHuntGrace(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		all, share, lasted, want time.Duration
	}{
		"no session yet":      {time.Hour, time.Minute, 0, graceAtLeast},
		"long ones":           {time.Hour, time.Minute, time.Minute, 3 * time.Minute},
		"little time":         {20 * time.Second, 8 * time.Second, time.Minute, 6 * time.Second},
		"without others":      {time.Hour, 0, time.Minute, 0},
		"the end comes first": {time.Minute, time.Hour, time.Minute, 0},
	} {
		h := &hunter{begun: now, lasted: c.lasted, opt: huntOptions{exerciseOptions: exerciseOptions{time: c.all}}}
		if c.share > 0 {
			h.share = now.Add(c.share)
		}
		if got := h.grace().Round(time.Second); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
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

// TestHuntBrief: as long as sessions are made, a race has one run, which does not wait for long; it has no verdict where that failed.
func TestHuntBrief(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		all, timeout, lasted, want time.Duration
	}{
		"quick ones":  {time.Hour, 30 * time.Second, time.Second, briefAtLeast},
		"long ones":   {time.Hour, 30 * time.Second, 20 * time.Second, 20 * time.Second},
		"too long":    {time.Hour, 30 * time.Second, time.Minute, 30 * time.Second},
		"as it is":    {time.Hour, time.Second, time.Second, time.Second},
		"without end": {0, 30 * time.Second, time.Second, 30 * time.Second},
	} {
		h := &hunter{begun: now, lasted: c.lasted, opt: huntOptions{timeout: c.timeout, exerciseOptions: exerciseOptions{time: c.all}}}
		h.shareOf(now.Add(time.Minute))
		if timeout := h.toWait(); timeout != c.want || h.brief != (c.all > 0) {
			t.Errorf("%s: %v, brief: %v", name, timeout, h.brief)
		}
		if err := h.tryWaiting(t.Context()); err != nil || h.toWait() != c.timeout {
			t.Errorf("%s: at the end %v, %v", name, h.toWait(), err)
		}
	}
	var out strings.Builder
	opt := confirmOptions{dir: t.TempDir(), patience: 2, brief: true, keep: true, later: true}
	w := &verdictWriter{t: &tool{stdout: &out, stderr: &out}, opt: &opt, hide: func() {}, begun: now,
		races: map[string]*report.Race{"a": {}, "b": {}, "c": {}, "d": {}}}
	verdicts := []steer.Verdict{{ID: "a", Status: steer.NotReached, InVain: true, Runs: 1}, {ID: "b", Status: steer.Unsupported},
		{ID: "c", Status: steer.Diverged, Runs: 1}, {ID: "d", Status: steer.Confirmed, Runs: 1}}
	for i := range verdicts {
		if err := w.found(&verdicts[i]); err != nil {
			t.Errorf("%s: %v", verdicts[i].ID, err) // the last one, with which all have had their turn
		}
	}
	if err := w.rest(verdicts); err != nil {
		t.Fatal(err)
	}
	known, err := triedIn(opt.dir)
	_, refused := known["b"]
	_, proven := known["d"]
	if err != nil || len(known) != 2 || !refused || !proven || !opt.aside || strings.Count(out.String(), "\nrace ") != 1 {
		t.Errorf("%v: known: %v, some were set aside: %v\n%s", err, known, opt.aside, out.String())
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
