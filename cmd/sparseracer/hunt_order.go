package main

import (
	"cmp"
	"slices"

	"sparseracer/internal/probe"
	"sparseracer/internal/report"
	"sparseracer/internal/trace"
)

// Of the events that no session has, hunt tries first what a prediction lacks. A race of a nested
// loop may be tried in vain because what frees came of the program itself in that session, after its
// loop: a file that it wrote, and then read again. The same event may come from elsewhere meanwhile.

// hope is such a race that a session predicts and that is not proven: who brings its free about, and the
// title of the window in which a person ended the loop, "" where that is not known.
type hope struct {
	by     probe.By
	window string
}

func (h *hunter) hope(races []*report.Race) error {
	tried, err := triedIn(h.opt.dir)
	if err != nil {
		return err
	}
	for _, r := range races {
		if known, done := tried[r.ID]; r.Loop != nil && !(done && known.Status().Proven()) {
			h.hopes = append(h.hopes, hopeOf(r))
		}
	}
	return nil
}

func hopeOf(r *report.Race) hope {
	of := hope{by: probe.Outside}
	if e := r.Second.Event; e != nil && e.Kind == "input" {
		of.by = probe.Person
	}
	if e := r.Loop.Resetter; e != nil && e.Kind == "input" {
		of.window = e.Title
	}
	return of
}

// promising marks the events that predictions lack, of their own session (2) or another one (1).
func promising(jobs []probeJob, of []hope, how int) []probeJob {
	for i := range jobs {
		j := &jobs[i]
		if lacks(of, j.Probe) {
			j.hopeful = max(j.hopeful, how)
		}
	}
	return jobs
}

// lacks: one of the predictions lacks such an event.
func lacks(of []hope, p probe.Probe) bool {
	return slices.ContainsFunc(of, func(h hope) bool { return p.By() == h.by && (h.window == "" || h.window == p.At.Name) })
}

// named are those of which the loop is known.
func named(list []hope) []hope {
	return slices.DeleteFunc(slices.Clone(list), func(h hope) bool { return h.window == "" })
}

// inOrder sorts those of all sessions: the promising ones first.
func inOrder(jobs []probeJob) {
	probe.Sort(jobs, func(j probeJob) probe.Probe { return j.Probe })
	slices.SortStableFunc(jobs, func(a, b probeJob) int { return b.hopeful - a.hopeful })
}

// likelyFirst sorts races: what the recorded run did comes again. Then, of those of a nested loop, what frees by itself, a
// timer or an answer, before what a person would have to do meanwhile. Where a modal dialog waits, nobody can.
// And one of each pair of handlers before the next one of a pair: the races of a pair are steered alike, and what
// crashes first is mostly the same.
func likelyFirst(races []*report.Race) []*report.Race {
	turn := func(r *report.Race) int {
		if r.Filtered != "" {
			return -1
		}
		if e := r.Second.Event; r.Loop != nil && !r.Observed && e != nil && e.Kind == "input" {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(races, func(a, b *report.Race) int { return turn(a) - turn(b) })
	type pairs struct {
		turn      int
		use, free trace.EventID
	}
	nth, seen := map[*report.Race]int{}, map[pairs]int{}
	for _, r := range races {
		pair := pairs{turn(r), handler(&r.First), handler(&r.Second)}
		nth[r] = seen[pair]
		seen[pair]++
	}
	slices.SortStableFunc(races, func(a, b *report.Race) int { return cmp.Or(turn(a)-turn(b), nth[a]-nth[b]) })
	return races
}

// handler is the event that did it, NoEvent for code outside every one.
func handler(p *report.Place) trace.EventID {
	if p.Event == nil {
		return trace.NoEvent
	}
	return p.Event.ID
}
