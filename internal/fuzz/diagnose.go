package fuzz

import (
	"context"
	"slices"

	"sparseracer/internal/steer"
)

// A smaller schedule is run so often, and given up after so many runs in vain.
const (
	trials = 3
	inVain = 2
)

// Diagnosis is the least that must be late for a failure.
type Diagnosis struct {
	// Postponed are the holds that are left, none of which can be left out:
	// each was tried. One, mostly.
	Postponed []steer.Hold
	Again     int // of Trials runs with these alone failed in the same way
	Trials    int
}

// diagnose finds the one event whose delay alone makes the program fail; else it
// leaves out what can be.
func (s *search) diagnose(ctx context.Context, f *Failure) error {
	whole := f.Schedule.Directives
	for _, d := range whole {
		if same, err := s.try(ctx, f, []steer.Directive{d}); err != nil || same {
			return err
		}
	}
	for i := len(whole) - 1; i >= 0 && len(whole) > 2; i-- {
		rest := slices.Delete(slices.Clone(whole), i, i+1)
		same, err := s.try(ctx, f, rest)
		if err != nil {
			return err
		}
		if same {
			whole = rest
		}
	}
	if f.Diagnosed.Trials == 0 { // nothing could be left out
		_, err := s.try(ctx, f, whole)
		return err
	}
	return nil
}

// try runs the program with these holds alone. Does it fail in the same way? Then
// they are the schedule from now on.
func (s *search) try(ctx context.Context, f *Failure, holds []steer.Directive) (same bool, err error) {
	schedule := *f.Schedule
	schedule.Directives = holds
	d := Diagnosis{}
	for _, h := range holds {
		d.Postponed = append(d.Postponed, *h.Hold)
	}
	for d.Trials < trials && (d.Trials < inVain || d.Again > 0) {
		o, err := s.run(ctx, &schedule)
		if err != nil {
			return false, err
		}
		d.Trials++
		if o.legal && o.how == f.How {
			d.Again++
		}
	}
	if d.Again > 0 || len(holds) == len(f.Schedule.Directives) {
		schedule.Minimised = d.Again > 0
		f.Schedule, f.Diagnosed = &schedule, d
	}
	return d.Again > 0, nil
}
