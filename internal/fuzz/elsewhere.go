package fuzz

import (
	"context"
	"errors"
	"fmt"

	"sparseracer/internal/steer"
	"sparseracer/sparsehb"
)

// Ran is what one guided run showed, as it goes from the machine that made it to the one that
// searches.
type Ran struct {
	Run      int           `json:"run"` // from 0
	How      string        `json:"how,omitempty"`
	Held     bool          `json:"held,omitempty"`
	Legal    bool          `json:"legal,omitempty"`
	Left     string        `json:"left,omitempty"`
	Fault    string        `json:"fault,omitempty"`
	LastLine string        `json:"last_line,omitempty"`
	Report   *steer.Report `json:"report,omitempty"`
	Text     string        `json:"text,omitempty"` // of the report
}

// Range makes the guided runs from..to, to excluded, of a search with these options, one after the
// other. They are the same as those of Fuzz: a run depends on the recording, the seed and its number.
func Range(ctx context.Context, res *sparsehb.Result, argv []string, opt Options, from, to int) ([]Ran, error) {
	return searchOf(res, argv, opt).runRange(ctx, from, to)
}

func (s *search) runRange(ctx context.Context, from, to int) ([]Ran, error) {
	out := make([]Ran, 0, to-from)
	works := false // as it is
	for i := from; i < to; i++ {
		o, err := s.guidedBy(ctx, s.schedule(i))
		if err == nil && o.how != "" && !works {
			err = s.worksAsItIs(ctx)
			works = true
		}
		if err != nil {
			return nil, err
		}
		ran := Ran{Run: i, How: o.how, Held: o.held, Legal: o.legal, Left: o.left, Fault: o.fault, LastLine: o.lastLine, Report: o.report}
		if o.report != nil {
			ran.Text = o.report.Text
		}
		out = append(out, ran)
	}
	return out, nil
}

// worksAsItIs refuses a program that fails on this machine without a schedule, for a library or a file that is not
// there: its failures say nothing of the order of events.
func (s *search) worksAsItIs(ctx context.Context) error {
	o, err := s.run(ctx, steer.Unsteered(s.opt.Environment))
	if err == nil && o.how != "" {
		err = fmt.Errorf("the program fails there as it is, without a schedule (%s): %s", o.how, o.lastLine)
	}
	return err
}

// wave is how many runs are asked for at a time where one failure is enough.
const wave = 100

// errOther refuses what no run of this search is.
var errOther = errors.New("a run was reported that was not asked for, or twice")

// elsewhere has runs made, and counts what they showed as if they had been made here.
func (s *search) elsewhere(ctx context.Context) error {
	from, to := s.next, s.opt.Runs
	if s.opt.UntilFail {
		to = min(to, from+wave)
	}
	s.next = to
	told := map[int]bool{}
	var wrong error
	err := s.opt.Elsewhere(ctx, from, to, func(r Ran) {
		schedule := s.schedule(r.Run)
		if r.Run < from || r.Run >= to || told[r.Run] || schedule == nil && r.How != "" {
			wrong = fmt.Errorf("run %d: %w", r.Run, errOther)
			return
		}
		told[r.Run] = true
		if r.Report != nil {
			r.Report.Text = r.Text
		}
		s.note(r.Run, schedule, outcome{how: r.How, held: r.Held, legal: r.Legal, left: r.Left, fault: r.Fault, lastLine: r.LastLine, report: r.Report})
	})
	if err != nil {
		return err
	}
	if wrong == nil && len(told) != to-from {
		wrong = fmt.Errorf("%d of %d runs were reported", len(told), to-from)
	}
	return wrong
}
