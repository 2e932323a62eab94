package fuzz

import (
	"fmt"
	"io"
	"strings"

	"sparseracer/internal/steer"
)

// Write tells people what was found: `name` gives the file that a failure's
// schedule was written to.
func (r *Result) Write(w io.Writer, name func(i int) string) error {
	var b strings.Builder
	if r.Itself != "" {
		fmt.Fprintf(&b, "without any steering: %s\n", r.Itself)
		_, err := io.WriteString(w, b.String())
		return err
	}
	fmt.Fprintf(&b, "%s", r.Summary())
	for i := range r.Failures {
		r.Failures[i].write(&b, r.Runs, name(i))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Summary is one line, and one more where runs showed nothing.
func (r *Result) Summary() string {
	s := fmt.Sprintf("%d of %d runs failed", r.Failed, r.Runs)
	if r.Failed > 0 {
		s += fmt.Sprintf(", the first was number %d, after %.1f s", r.First, r.After.Seconds())
	}
	s += fmt.Sprintf("; seed %d\n", r.Seed)
	if r.Left+r.Idle > 0 {
		s += fmt.Sprintf("%d runs left their schedule and show nothing, in %d nothing was postponed\n", r.Left, r.Idle)
	}
	return s
}

func (f *Failure) write(b *strings.Builder, runs int, schedule string) {
	fmt.Fprintf(b, "\n%s: %d of %d runs%s\n", steer.Printable(f.How), f.Runs, runs, steer.Printable(f.LastLine))
	for _, h := range f.Diagnosed.Postponed {
		fmt.Fprintf(b, "  postponed  %s\n", steer.Printable(h.About))
		for _, u := range h.Until {
			fmt.Fprintf(b, "  until      %s has ended\n", steer.Printable(u.About))
		}
	}
	switch d := &f.Diagnosed; {
	case d.Trials == 0:
		b.WriteString("  not diagnosed\n")
	case d.Again == 0:
		fmt.Fprintf(b, "  run once more with all of this, it did not fail\n")
	case len(d.Postponed) == 1:
		fmt.Fprintf(b, "  this alone makes it fail: %d of %d runs\n", d.Again, d.Trials)
	default:
		fmt.Fprintf(b, "  together these make it fail: %d of %d runs\n", d.Again, d.Trials)
	}
	if f.Report != nil {
		fmt.Fprintf(b, "\n%s\n", upToSummary(f.Report.Text))
	}
	if schedule != "" {
		fmt.Fprintf(b, "  schedule: %s\n", schedule)
	}
}

// upToSummary leaves out the dump of memory at a report's end.
func upToSummary(report string) string {
	if i := strings.Index(report, "\nSUMMARY: "); i >= 0 {
		if end := strings.IndexByte(report[i+1:], '\n'); end >= 0 {
			return report[:i+1+end]
		}
	}
	return report
}
