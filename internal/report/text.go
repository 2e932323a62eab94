package report

import (
	"fmt"
	"io"
	"strings"

	"sparseracer/sparsehb/filter"
)

// shownNotes bounds the notes on symbols: one a library is too many.
const shownNotes = 5

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer, s Style) error {
	p := newPage(s)
	p.verdict(r)
	listed := r.Listed()
	shown, lines := len(listed), len(listed)
	if s.Stories > 0 {
		shown, lines = min(shown, s.Stories), min(lines, max(mostInOverview, s.Stories))
	}
	p.overview(listed[:lines])
	if n := len(listed) - lines; n > 0 {
		p.prose(2, fmt.Sprintf("… and %s.", count(n, "more race", "more races")))
	}
	for _, race := range listed[:shown] {
		p.WriteByte('\n')
		p.race(race)
	}
	if n := len(listed) - shown; n > 0 {
		p.WriteByte('\n')
		where := " in the table above"
		if lines < len(listed) {
			where = ""
		}
		p.prose(0, fmt.Sprintf("… %s%s: explain shows one, analyze --limit 0 all.", count(n, "more race", "more races"), where))
	}
	p.apart(r)
	return p.end(w, r.Notes, r.next())
}

// WriteWritten says, after a report went into a file, what it found and what to
// run now.
func (r *Report) WriteWritten(w io.Writer, path string) error {
	p := newPage(Style{})
	p.prose(0, clean(path)+": "+r.headline()+".")
	return p.commands(w, r.next())
}

// end closes a page with notes and the next commands, and writes it.
func (p *page) end(w io.Writer, notes, next []string) error {
	p.WriteByte('\n')
	p.notes(notes)
	return p.commands(w, next)
}

func (p *page) commands(w io.Writer, next []string) error {
	for i, line := range next {
		p.command(i == 0, line)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// WriteHeadline writes the first lines alone: what was found, and why to doubt it.
func (r *Report) WriteHeadline(w io.Writer) error {
	p := newPage(Style{})
	if r.Crash != nil {
		p.prose(0, upper(r.Crash.Text()))
	}
	p.prose(0, r.headline()+".")
	p.warnings(r.Warnings)
	_, err := io.WriteString(w, p.String())
	return err
}

// verdict is the first lines: what was found, why to doubt it, what was
// looked at.
func (p *page) verdict(r *Report) {
	if r.Crash != nil {
		p.prose(0, p.paint(red, upper(r.Crash.Text())))
	}
	p.WriteString(p.paint(bold, r.headline()) + "\n")
	p.warnings(r.Warnings)
	for _, fact := range r.facts() {
		p.prose(0, fact)
	}
}

func (p *page) warnings(warnings []string) {
	for _, w := range warnings {
		p.prose(0, p.paint(yellow, "warning:")+" "+w+".")
	}
}

// facts are what was looked at, and what of it is not listed.
func (r *Report) facts() []string {
	filtered := ""
	for _, g := range filter.Groups {
		if n := r.Counts.Filtered.Of(g); n > 0 && g != filter.Benign {
			filtered += fmt.Sprintf(", %d %s", n, g.Words())
		}
	}
	out := []string{fmt.Sprintf("Looked at %s, %s, %s and %s: %s, %d of them benign%s.",
		count(r.Operations, "operation", "operations"), count(r.Events, "event", "events"),
		count(r.Blocks, "block", "blocks"), count(r.Loops, "nested loop", "nested loops"),
		count(r.Counts.OperationPairs, "unordered use/free pair", "unordered use/free pairs"), r.Counts.Filtered.Of(filter.Benign), filtered)}
	if len(r.Threads) > 0 {
		out = append(out, "Besides the main thread's loop, "+loopsOf(r.Threads)+" looked at.")
	}
	switch {
	case r.Elsewhere > 0 && r.asTasks > 0:
		out = append(out, fmt.Sprintf("Of what other threads delivered (%s) the main thread's loop has %s here.", count(r.Elsewhere, "event", "events"), count(r.asTasks, "task", "tasks")))
	case r.Elsewhere > 0:
		where := ""
		if r.instrumented {
			where = " here (hunt and convert --tasks do)"
		}
		out = append(out, fmt.Sprintf("Of the events, other threads delivered %d: the handlers of these are not looked at%s.", r.Elsewhere, where))
	}
	if r.Counts.ReadWritePairs > 0 {
		out = append(out, readWriteFact(&r.Counts))
	}
	out = append(out, r.flowFacts()...)
	if n := len(r.Races) - len(r.Reported()); n > 0 {
		listed := "not listed"
		if r.All {
			listed = "listed last"
		}
		by := ""
		if r.Suppressed > 0 {
			by = fmt.Sprintf("%d by suppressions", r.Suppressed)
		}
		if r.Known > 0 {
			by += fmt.Sprintf(", %d in the baseline", r.Known)
		}
		if by != "" {
			by = " (" + strings.TrimPrefix(by, ", ") + ")"
		}
		out = append(out, fmt.Sprintf("%s filtered%s, %s.", count(n, "race is", "races are"), by, listed))
	}
	return out
}

// headline is the verdict in one line, and how many races a guess has left out.
func (r *Report) headline() string {
	if n := r.setAside(); n > 0 {
		return fmt.Sprintf("%s; %d set aside by heuristics", r.verdict(), n)
	}
	return r.verdict()
}

func (r *Report) verdict() string {
	reported := r.Reported()
	new := ""
	if r.Compared {
		new = "new "
	}
	if why := r.Unanswered(); why != "" {
		return "no answer: " + why
	}
	if len(reported) == 0 {
		switch {
		case r.unlooked:
			return "no " + new + "races in what was looked at"
		case len(r.Warnings) > 0:
			return "no " + new + "races in what was recorded"
		}
		return "no " + new + "races"
	}
	kinds := map[string]int{}
	verdicts := map[string]int{}
	for _, race := range reported {
		kinds[race.Title()]++
		verdicts[race.Verdict]++
	}
	return count(len(reported), new+"race", new+"races") + ": " +
		tally(kinds, "use-after-free", "use-after-destroy", "use-after-scope", "double free", "read-write race", "state race") + ", " +
		tally(verdicts, "confirmed", "feasible", predicted)
}

// tally counts in a fixed order; a single kind needs no number.
func tally(n map[string]int, order ...string) string {
	var out []string
	for _, k := range order {
		switch {
		case n[k] == 0:
		case len(n) == 1:
			return k
		default:
			out = append(out, fmt.Sprintf("%d %s", n[k], k))
		}
	}
	return strings.Join(out, ", ")
}

// next names the commands to run now.
func (r *Report) next() []string {
	if l := r.Reported(); len(l) > 0 {
		return []string{command("explain", r.Trace, l[0].ID), r.confirming(l[0])}
	}
	if l := r.takenOut(filter.Dangling); len(l) > 0 {
		return []string{command("explain", r.Trace, l[0].ID), r.confirming(l[0])}
	}
	if len(r.Races) > 0 && !r.All {
		return []string{command("analyze", r.Trace, "--all")}
	}
	record := []string{"--"}
	if len(r.Command) == 0 {
		record = append(record, "./app")
	}
	return []string{command("record", "", append(record, r.Command...)...)}
}

func (p *page) notes(notes []string) {
	for i, n := range notes {
		if i == shownNotes {
			p.prose(0, fmt.Sprintf("note: %s on symbols.", count(len(notes)-i, "more note", "more notes")))
			break
		}
		p.prose(0, "note: "+clean(n)+".")
	}
}
