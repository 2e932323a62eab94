package steer

import (
	"context"
	"fmt"
	"slices"
)

// Replayed is what the runs of a stored schedule showed.
type Replayed struct {
	Verdict
	// Fixed: no run crashed or left the schedule, and both handlers ran in
	// every one. Without that, no crash means only that the goal was missed.
	Fixed bool
	// Began: runs in which the use's handler began, or the free's ended. Waited: in which the use's spun a loop.
	// Followed: in which the free's began after the use's had begun, and ended.
	Began, Waited, Followed int
}

// String is one line: "N of M", and for none of them why.
func (r *Replayed) String() string {
	s := fmt.Sprintf("%d of %d", r.Proven, r.Runs)
	switch {
	case r.Proven > 0:
		return s + ": " + r.Status.String() + ", " + r.Reason
	case r.Fixed:
		return s + ": fixed"
	}
	return s + ": " + r.Status.String() + ", " + r.Reason
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Replay runs the program under a stored schedule. When ctx ends, the runs so
// far come back with its error.
func Replay(ctx context.Context, path string, argv []string, opt Options) (*Replayed, error) {
	s, err := Load(path)
	if err != nil {
		return nil, err
	}
	p, err := s.program(argv)
	if err != nil {
		return nil, err
	}
	r := &Replayed{Verdict: Verdict{ID: s.Race.ID, Schedule: path, Reason: "interrupted",
		Counts: map[Status]int{}, Reasons: map[Status]string{}}}
	r.Steps = s.Steps()
	t := &task{v: &r.Verdict, s: s, race: 1}
	err = (&runner{p: p, argv: argv, opt: opt, races: 1}).run(ctx, []*task{t})
	for _, f := range t.findings {
		if f != nil && f.outcome != nil {
			r.Began += count(f.outcome.goals.useBegan || f.outcome.goals.freeEnded)
			r.Waited += count(f.outcome.goals.useWaited)
			r.Followed += count(f.outcome.goals.after && f.outcome.goals.freeEnded)
		}
	}
	bothRan := !slices.ContainsFunc(t.findings, func(f *Finding) bool { return f != nil && !f.bothEnded })
	if s.fails() {
		r.Fixed = r.Runs > 0 && r.Counts[Feasible] == r.Runs
		return r, err
	}
	r.Fixed = r.Runs > 0 && bothRan && r.Counts[Feasible]+r.Counts[NotReached] == r.Runs
	return r, err
}
