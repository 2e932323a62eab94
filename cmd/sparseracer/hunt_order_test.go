package main

import (
	"slices"
	"testing"

	"sparseracer/internal/probe"
	"sparseracer/internal/report"
	"sparseracer/internal/trace"
)

// TestHuntOrder: what a session's own predictions lack is tried before what others may bring, and that by who can
// bring it about, in the order of the sessions.
func TestHuntOrder(t *testing.T) {
	session := func(window string, of []hope, steps ...string) (jobs []probeJob) {
		for _, s := range steps {
			jobs = append(jobs, probeJob{Probe: probe.Probe{Step: s, At: probe.State{Name: window}}})
		}
		return promising(jobs, of, 2)
	}
	race := func(free string, ends *report.Event) []hope {
		return []hope{hopeOf(&report.Race{Loop: &report.Loop{Resetter: ends}, Second: report.Place{Event: &report.Event{Kind: free}}})}
	}
	edits := &report.Event{Kind: "input", Title: "Edit"}
	var jobs []probeJob
	jobs = append(jobs, session("Edit", nil, "elsewhere A", "outside files", "quit")...)
	jobs = append(jobs, session("Delete", race("socket", edits), "outside removals")...)
	jobs = append(jobs, session("Edit", race("socket", edits), "elsewhere B", "outside hour", "quit")...)
	jobs = append(jobs, session("Edit", race("input", nil), "elsewhere C", "outside theme")...)
	inOrder(promising(jobs, named(append(race("socket", edits), race("input", nil)...)), 1))
	var got []string
	for _, j := range jobs {
		got = append(got, j.Step)
	}
	if want := []string{"elsewhere C", "outside hour", "outside files", "outside theme", "elsewhere A", "elsewhere B", "outside removals", "quit", "quit"}; !slices.Equal(got, want) {
		t.Errorf("tried in the order %q, want %q", got, want)
	}
	if got := hopeOf(&report.Race{Loop: &report.Loop{Resetter: &report.Event{Kind: "timer", Title: "Edit"}}}); got != (hope{by: probe.Outside}) {
		t.Errorf("of a free outside all handlers, in a loop that a timer ends: %+v", got)
	}
}

// TestLikelyFirst: a click behind a dialog is tried after a timer, and what no loop waits for in its turn; what dangled in the
// recorded run before all.
func TestLikelyFirst(t *testing.T) {
	handlers := trace.EventID(10)
	race := func(id, free string, loop, observed bool) *report.Race {
		handlers++
		r := &report.Race{ID: id, Observed: observed, Second: report.Place{Event: &report.Event{ID: handlers, Kind: free}}}
		if loop {
			r.Loop = &report.Loop{}
		}
		return r
	}
	list := []*report.Race{race("click", "input", true, false), race("plain", "input", false, false), race("seen", "input", true, true),
		race("timer", "timer", true, false), race("key", "input", true, false), {ID: "outside", Loop: &report.Loop{}}, {ID: "dangling", Filter: "F5", Filtered: "dangling"}}
	again := func(id, free string, n trace.EventID) *report.Race {
		r := race(id, free, false, false)
		r.First, r.Second.Event.ID = report.Place{Event: &report.Event{ID: 1}}, n
		return r
	}
	list = append(list, again("pair", "input", 2), again("pair's second", "input", 2), again("another pair", "input", 3), again("pair's third", "input", 2))
	var got []string
	for _, r := range likelyFirst(list) {
		got = append(got, r.ID)
	}
	if want := []string{"dangling", "plain", "seen", "timer", "outside", "pair", "another pair", "pair's second", "pair's third", "click", "key"}; !slices.Equal(got, want) {
		t.Errorf("tried in the order %q, want %q", got, want)
	}
}
