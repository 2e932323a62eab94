package fuzz

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sparseracer/internal/steer"
)

// Write writes what was found for people: `name` gives the file that a failure's
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
		s += r.silent()
	}
	if r.OurFaults > 0 {
		s += fmt.Sprintf("of them %d: %s\n", r.OurFaults, steer.Printable(r.Fault))
	}
	return s
}

// silent are the runs that show nothing, and why.
func (r *Result) silent() string {
	var why []string
	for _, w := range slices.SortedFunc(maps.Keys(r.Why), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Why[b], r.Why[a]), cmp.Compare(a, b))
	}) {
		why = append(why, fmt.Sprintf("%s %d", steer.Printable(w), r.Why[w]))
	}
	var parts []string
	if r.Left > 0 {
		parts = append(parts, fmt.Sprintf("%d left their schedule (%s)", r.Left, strings.Join(why, ", ")))
	}
	if r.Idle > 0 {
		parts = append(parts, fmt.Sprintf("in %d nothing was postponed", r.Idle))
	}
	return "runs that show nothing: " + strings.Join(parts, "; ") + "\n"
}

func (f *Failure) write(b *strings.Builder, runs int, schedule string) {
	fmt.Fprintf(b, "\n%s: %d of %d runs%s\n", steer.Printable(f.How), f.Runs, runs, steer.Printable(f.LastLine))
	for _, h := range f.Diagnosed.Postponed {
		fmt.Fprintf(b, "  postponed  %s\n", steer.Printable(h.About))
		for _, u := range until(h) {
			fmt.Fprintf(b, "  until      %s has ended\n", steer.Printable(u.About))
		}
		if h.IsDelay() {
			fmt.Fprintf(b, "  for        %d ms\n", h.TimeoutMS)
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

// until is what an event waits for, if it comes; nothing for one that is late for a time.
func until(h steer.Hold) []steer.Target {
	if h.IsDelay() {
		return nil
	}
	return slices.Concat(h.Until, h.Perhaps)
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

// JSON writes what was found for programs.
func (r *Result) JSON(w io.Writer, program []string, name func(i int) string) error {
	type late struct {
		Event string   `json:"event"`
		Until []string `json:"until,omitempty"`
		ForMS int      `json:"for_ms,omitempty"`
	}
	type failure struct {
		How      string `json:"how"`
		Runs     int    `json:"runs"`
		First    int    `json:"first"`
		Numbers  []int  `json:"numbers"`
		Schedule string `json:"schedule,omitempty"`
		Late     []late `json:"postponed"`
		Again    int    `json:"again"`
		Trials   int    `json:"trials"`
		LastLine string `json:"last_line,omitempty"`
		Report   string `json:"report,omitempty"`
	}
	failures := []failure{}
	for i := range r.Failures {
		f := &r.Failures[i]
		out := failure{How: f.How, Runs: f.Runs, First: f.First, Numbers: f.Numbers, Schedule: name(i), Late: []late{}, Again: f.Diagnosed.Again, Trials: f.Diagnosed.Trials, LastLine: f.LastLine}
		for _, h := range f.Diagnosed.Postponed {
			l := late{Event: h.About}
			if h.IsDelay() {
				l.ForMS = h.TimeoutMS
			}
			for _, u := range until(h) {
				l.Until = append(l.Until, u.About)
			}
			out.Late = append(out.Late, l)
		}
		if f.Report != nil {
			out.Report = upToSummary(f.Report.Text)
		}
		failures = append(failures, out)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(map[string]any{"version": 1, "program": program, "seed": r.Seed, "itself": r.Itself, "runs": r.Runs, "failed": r.Failed,
		"left": r.Left, "left_failed": r.LeftAmiss, "why": r.Why, "our_faults": r.OurFaults, "idle": r.Idle, "silent": slices.Concat([]int{}, r.Silent), "first": r.First, "seconds_to_first": r.After.Seconds(), "failures": failures})
}
