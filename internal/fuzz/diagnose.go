package fuzz

import (
	"context"
	"maps"
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

// certain: the failure came every time.
func (d *Diagnosis) certain() bool { return d.Trials > 0 && d.Again == d.Trials }

// diagnoseAll looks at every kind of failure, as far as ctx lets it.
func (s *search) diagnoseAll(ctx context.Context) (err error) {
	for _, how := range slices.Sorted(maps.Keys(s.found)) {
		f := s.found[how]
		if s.opt.Count {
			f.Schedule, f.LastLine, f.Report = f.kept[0].schedule, f.kept[0].lastLine, f.kept[0].report
		} else if failed := s.diagnose(ctx, f); err == nil {
			err = failed
		}
	}
	return err
}

// diagnose looks at the failed runs that were kept until one says for certain
// what must be late: a run may have failed by the slowness of a machine, and its
// schedule have little to do with it.
func (s *search) diagnose(ctx context.Context, f *Failure) error {
	for len(f.kept) > 0 && !f.Diagnosed.certain() {
		run := f.kept[0]
		f.kept = f.kept[1:]
		schedule, found, err := s.reduce(ctx, f.How, run.schedule)
		if f.Schedule == nil || found.Again > f.Diagnosed.Again {
			f.Schedule, f.Diagnosed, f.LastLine, f.Report = schedule, found, run.lastLine, run.report
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reduce finds the one event whose delay alone makes the program fail so; else it
// leaves out what can be. What it gives with an error is what was known by then.
func (s *search) reduce(ctx context.Context, how string, whole *steer.Schedule) (*steer.Schedule, Diagnosis, error) {
	best, found := whole, Diagnosis{}
	try := func(holds []steer.Directive) (same bool, err error) {
		shorter := *whole
		shorter.Directives = holds
		d, err := s.try(ctx, how, &shorter)
		smaller := d.Again > 0 && d.Again == found.Again && len(holds) < len(best.Directives)
		if d.Again > found.Again || smaller || found.Trials == 0 && len(holds) == len(whole.Directives) {
			shorter.Minimised = d.Again > 0
			best, found = &shorter, d
		}
		return d.Again > 0, err
	}
	for _, d := range whole.Directives {
		if _, err := try([]steer.Directive{d}); err != nil || found.certain() {
			return best, found, err
		}
	}
	if found.Again > 0 {
		return best, found, nil
	}
	rest := whole.Directives
	for i := len(rest) - 1; i >= 0 && len(rest) > 2; i-- {
		fewer := slices.Delete(slices.Clone(rest), i, i+1)
		same, err := try(fewer)
		if err != nil {
			return best, found, err
		}
		if same {
			rest = fewer
		}
	}
	if found.Again > 0 {
		return best, found, nil
	}
	_, err := try(rest) // nothing could be left out
	return best, found, err
}

// try runs the program under a schedule until it fails so every time or never.
func (s *search) try(ctx context.Context, how string, schedule *steer.Schedule) (d Diagnosis, err error) {
	for _, h := range schedule.Directives {
		d.Postponed = append(d.Postponed, *h.Hold)
	}
	for d.Trials < trials && (d.Trials < inVain || d.Again > 0) {
		o, err := s.run(ctx, schedule)
		if err != nil {
			return d, err
		}
		d.Trials++
		if o.legal && o.how == how {
			d.Again++
		}
	}
	return d, nil
}
