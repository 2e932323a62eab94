package explore

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sparseracer/internal/steer"
)

// Write writes what was found for people; page is the report's file, "" for none.
func (k *Kept) Write(w io.Writer, page string) error {
	var b strings.Builder
	c := k.Counts(0)
	if c.Runs+c.Pending == 0 {
		fmt.Fprintf(&b, "nothing to try, after %.1f s: no two events collide whose order can be changed\n", k.Seconds)
	} else {
		fmt.Fprintf(&b, "%s besides the first, up to %s, in %.1f s: %d different, %d harmless, %d equal, %d not reached\n",
			count(c.Runs, "run"), count(k.Depth(), "reversal"), k.Seconds, c.Different, c.Harmless, c.Equal, c.Missed)
	}
	for i, why := range k.reasons() {
		if i == shownMost {
			b.WriteString("more reasons stand in the page\n")
			break
		}
		fmt.Fprintf(&b, "%s\n", steer.Printable(why))
	}
	if c.Enabled > 0 {
		fmt.Fprintf(&b, "of %d places where another event could have come, %d need no run (%d %%)\n", c.Enabled, c.Pruned, 100*c.Pruned/c.Enabled)
	}
	if c.Refused > 0 {
		fmt.Fprintf(&b, "%s cannot be steered\n", count(c.Refused, "reversal"))
	}
	if c.Pending > 0 {
		fmt.Fprintf(&b, "still to be made: %s; the same command goes on\n", count(c.Pending, "run"))
	}
	for _, r := range k.Different() {
		r.write(&b)
	}
	if page != "" {
		fmt.Fprintf(&b, "\npage: %s\n", page)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// reasons are those of the runs that show no harm, each with how many have it.
func (k *Kept) reasons() []string {
	times := map[string]int{}
	for i := range k.State.Runs {
		if r := &k.State.Runs[i]; r.Finding != nil && r.Finding.Why != "" {
			times[fmt.Sprintf("%s: %s", r.Finding.Class, r.Finding.Why)]++
		}
	}
	var list []string
	for _, why := range slices.Sorted(maps.Keys(times)) {
		list = append(list, fmt.Sprintf("%d %s", times[why], why))
	}
	return list
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

// shownMost lines of a difference stand in the text; the page has all.
const shownMost = 6

func (r *Run) write(b *strings.Builder) {
	fmt.Fprintf(b, "\nrun %d, beside run %d: different\n", r.ID, r.Parent)
	t := r.turn()
	fmt.Fprintf(b, "  first  %s\n  then   %s\n", steer.Printable(t.Second), steer.Printable(t.First))
	for _, why := range r.Why[:min(len(r.Why), 2)] {
		fmt.Fprintf(b, "  why    %s\n", steer.Printable(why))
	}
	for i, d := range r.Finding.Differences {
		if i == shownMost {
			fmt.Fprintf(b, "  and %d more\n", len(r.Finding.Differences)-i)
			break
		}
		fmt.Fprintf(b, "  %s\n", steer.Printable(d.What))
		was, is := apart(d.Was, d.Is)
		fmt.Fprintf(b, "    was  %s\n    is   %s\n", was, is)
	}
}

// turn is one reversal in words: now Second comes before First.
type turn struct{ First, Second string }

// turn is what the run turned round besides its parent.
func (r *Run) turn() turn {
	if r.Schedule == nil {
		return turn{r.First, r.Second}
	}
	about := map[string]string{}
	for _, d := range r.Schedule.Directives {
		if in := d.Input; in != nil {
			about[in.Event] = in.About
			for _, a := range in.After {
				about[a.Event] = a.About
			}
		}
		if h := d.Hold; h != nil {
			about[h.Event] = h.About
			for _, u := range slices.Concat(h.Until, h.Perhaps) {
				about[u.Event] = u.About
			}
		}
	}
	words := func(unit string) string {
		label, loop, after := strings.Cut(unit, afterLoop)
		switch text := about[label]; {
		case text == "":
			return cause().ReplaceAllString(unit, "")
		case after:
			return text + afterLoop + loop
		default:
			return text
		}
	}
	return turn{words(r.First), words(r.Second)}
}

// cause is the part of a label that says what led to the event, in numbers.
var cause = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` in [0-9a-f]{16} #[0-9.]+`) })

// apart shows of two texts the first line that is not the same.
func apart(was, is string) (string, string) {
	a, b := strings.Split(strings.TrimRight(was, "\n"), "\n"), strings.Split(strings.TrimRight(is, "\n"), "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if len(a) > 0 && len(b) > 0 {
		a[0], b[0] = fromDifference(a[0], b[0])
	}
	return line(a, was), line(b, is)
}

// fromDifference leaves out what two long lines begin with, but for some of it.
func fromDifference(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	const long, kept = 100, 30
	if same < long {
		return a, b
	}
	return "…" + string(x[same-kept:]), "…" + string(y[same-kept:])
}

func line(rest []string, all string) string {
	switch {
	case all == "":
		return "nothing"
	case len(rest) == 0:
		return "no more"
	}
	return fmt.Sprintf("%.200q", rest[0])
}

// JSON writes what was found for programs.
func (k *Kept) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	depths := []Counts{}
	for d := 1; d <= k.Depth(); d++ {
		depths = append(depths, k.Counts(d))
	}
	type run struct {
		ID      int      `json:"id"`
		Parent  int      `json:"parent"`
		Depth   int      `json:"depth"`
		First   string   `json:"first"`
		Second  string   `json:"second"`
		Why     []string `json:"why"`
		Refused string   `json:"refused,omitempty"`
		Reason  string   `json:"reason,omitempty"` // of its class
		*Finding
	}
	runs := []run{}
	for i := range k.State.Runs {
		if r := &k.State.Runs[i]; r.ID != 0 {
			one := run{ID: r.ID, Parent: r.Parent, Depth: r.Depth, First: r.Second, Second: r.First, Why: r.Why, Refused: r.Refused, Finding: r.Finding}
			if r.Finding != nil {
				one.Reason = r.Finding.Why
			}
			runs = append(runs, one)
		}
	}
	return enc.Encode(map[string]any{"version": 1, "program": k.Program, "bound": k.Bound, "seconds": k.Seconds,
		"counts": k.Counts(0), "by_depth": depths, "runs": runs})
}
