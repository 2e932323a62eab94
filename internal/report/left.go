package report

import (
	"fmt"

	"sparseracer/internal/system"
	"sparseracer/sparsehb"
)

// leftBefore is the loop of a dialog or menu behind which the second handler of a race
// frees, and which in the recorded run the first one ended: a person may leave its window
// before (docs/trace-language.md, R6). Nil if there is none.
func (b *builder) leftBefore(r *Race) *Loop {
	u, f := r.First.Event, r.Second.Event
	if r.Loop != nil || u == nil || f == nil || u.Kind == "input" {
		return nil
	}
	for i := range b.result.Loops {
		v := &b.result.Loops[i]
		if v.Resetter == u.ID && v.Owner == f.ID && v.Resume != sparsehb.NoOp && v.Resume < r.Second.Operation && system.IsLeft(v.Attr("what")) {
			return b.loop(v.ID)
		}
	}
	return nil
}

// whyLeft says it.
func whyLeft(r *Race, l *Loop) string {
	return fmt.Sprintf("In the recorded run %s ends loop %s of %s (%s), which %s behind it; a person may leave that window before, by Escape for one.",
		r.First.Event.full(), clean(l.Name), l.Owner.full(), l.What, r.Second.ends())
}

// leaving is the schedule that does it.
func leaving(r *Race, l *Loop) []string {
	return []string{
		fmt.Sprintf("Run as recorded until %s spins loop %s (operation %d).", l.Owner.full(), clean(l.Name), l.Pause),
		fmt.Sprintf("Leave the window by Escape: the loop ends, and %s %s %s.", l.Owner.describe(), r.Second.ends(), clean(r.Second.Location)),
		fmt.Sprintf("Then deliver %s: it uses freed memory.", r.First.Event.full()),
	}
}
