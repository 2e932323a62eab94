package steer

import (
	"context"
	"fmt"
)

// Replayed is what the runs of a stored schedule showed.
type Replayed struct {
	Verdict
	// Fixed: no run crashed or left the schedule, and both handlers ran in
	// every one. Without that, no crash means only that the goal was missed.
	Fixed bool
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

// Replay runs the program under a stored schedule. When ctx ends, the runs so
// far come back with its error.
func Replay(ctx context.Context, path string, argv []string, opt Options) (*Replayed, error) {
	s, err := Load(path)
	if err != nil {
		return nil, err
	}
	p, err := findProgram(argv)
	if err != nil {
		return nil, err
	}
	r := &Replayed{Verdict: Verdict{ID: s.Race.ID, Schedule: path, Reason: "interrupted"}}
	bothRan := true
	r.Counts = map[Status]int{}
	at := Progress{ID: s.Race.ID, Race: 1, Races: 1, Runs: max(1, opt.Runs)}
	for at.Run = 1; at.Run <= at.Runs; at.Run++ {
		at.Status = r.Status
		if opt.Progress != nil {
			opt.Progress(at)
		}
		o, err := runProgram(ctx, s, p, argv, opt.RunOptions)
		if err != nil {
			return r, err
		}
		r.add(judge(s, o))
		bothRan = bothRan && o.goals.bothEnded
		r.Fixed = bothRan && r.Counts[Feasible]+r.Counts[NotReached] == r.Runs
	}
	return r, nil
}
