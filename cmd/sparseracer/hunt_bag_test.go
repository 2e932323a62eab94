package main

import (
	"strings"
	"testing"
	"time"

	"sparseracer/internal/probe"
	"sparseracer/internal/steer"
)

// TestBagOnePlace: what steering and events found out about one race stands in one list, the better one; what there was no time for
// has one heading.
func TestBagOnePlace(t *testing.T) {
	dir := t.TempDir()
	if err := steer.WriteVerdicts(dir, []steer.Verdict{
		{ID: "0001", Status: steer.CrashedElsewhere, Reason: "SEGV in g()", Schedule: "race-0001.schedule.json"},
		{ID: "0002", Status: steer.Confirmed, Schedule: "race-0002.schedule.json"},
	}); err != nil {
		t.Fatal(err)
	}
	event := func(script, id string, again bool) probed {
		r := probed{Script: script, Failure: id, Race: id + " races", Again: again}
		if id[0] != '0' {
			r.Race = ""
		}
		r.Step, r.At.Name = "outside files", "Open"
		return r
	}
	var out strings.Builder
	h := &hunter{tool: &tool{stdout: &out}, prog: []string{"./app"}, order: []string{"0001", "0002", "0003"}, races: map[string]predicted{}}
	for _, id := range h.order {
		h.races[id] = predicted{listedRace: listedRace{id: id, says: id + " races", bug: id}, prog: h.prog}
	}
	h.opt.dir = dir
	h.crashedBy(dir+"/2.session", "SEGV in h()")
	h.probed = &probing{tool: h.tool, tried: probe.Tried{}, late: make([]probeJob, 2), found: []probed{
		event("1.session", "0001", true), event("2.session", "0002", false), event("3.session", "0004", true), event("5.session", "SEGV in h()", false)}}
	h.probed.tried.New([]probe.State{{Level: 1}, {Level: 2, Line: 1, Could: []string{"quit"}}}, "wait 1", nil)
	want := `
proven: 3
  0001  0001 races
    outside files (the outside) while LOOP waits: 1.session
  0002  0002 races
    outside files (the outside) while LOOP waits, failed once, and not again: 2.session
  0004  0004 races
    outside files (the outside) while LOOP waits: 3.session
crashed by itself: 1
  SEGV in h()
    outside files (the outside) while LOOP waits, failed once, and not again: 5.session
    repeat: sparseracer record --play DIR/2.session -- ./app
not tried: 1
  0003  0003 races
events that no session has: 4 tried, in 1 nested loop; there was no time for 2 others
next: sparseracer replay DIR/race-0002.schedule.json -- ./app
`
	err := h.bag()
	loop := h.probed.found[0].Loop()
	if got := strings.ReplaceAll(strings.ReplaceAll(out.String(), dir, "DIR"), "while "+loop+" waits", "while LOOP waits"); err != nil || got != want || h.code != exitRaces {
		t.Errorf("%v, ended with %d:\n%s\nwant\n%s", err, h.code, got, want)
	}
}

// TestBagUnseen: recordings that there was no time for are named, and what was proven from them is not forgotten.
func TestBagUnseen(t *testing.T) {
	dir := t.TempDir()
	if err := steer.WriteVerdicts(dir, []steer.Verdict{{ID: "0001", Status: steer.Confirmed, Schedule: "race-0001.schedule.json"}, {ID: "0002", Status: steer.NotReached}}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	h := &hunter{tool: &tool{stdout: &out, args: []string{"hunt"}}, prog: []string{"./app"}, races: map[string]predicted{}, begun: time.Now().Add(-time.Minute)}
	h.opt.dir, h.opt.time = dir, time.Second
	for _, path := range []string{"0.srt", "1.srt"} {
		if err := h.try(t.Context(), dir+"/"+path, true); err != nil {
			t.Fatal(err)
		}
	}
	want := "\nproven: 1\n  0001  was proven by an earlier call\n" +
		"there was no time to look at 2 recordings of earlier calls (0.srt, 1.srt): what they predict is not listed, unless it was proven\n" +
		"next: sparseracer replay " + dir + "/race-0001.schedule.json -- ./app\n"
	if err := h.bag(); err != nil || out.String() != want || h.code != exitRaces {
		t.Errorf("%v, ended with %d:\n%s\nwant\n%s", err, h.code, out.String(), want)
	}
}
