// Package crashmatch finds, of the races that traces predict, the one that explains a
// crash that somebody reports.
//
// The rules it keeps:
//   - It says a race's name only for reasons that it gives, each with its points. What
//     the report cannot show (who freed, outside of a sanitizer's report) is said, too.
//   - What speaks against a use of freed memory ends the search: a null pointer, a program
//     that gave up by itself, a signal from outside. These are sentences, not points.
//   - Names of functions are compared as package symbols simplifies them; files by their
//     last part, because builds stand in different folders.
//   - It is a heuristic: a stack alone does not show who freed, nor, without the fault's
//     address, a null pointer at the line of a use (TestExplainCrashIsAHeuristic).
package crashmatch

import (
	"cmp"
	"slices"

	"sparseracer/internal/crashreport"
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
)

// Confidence is how sure an answer is.
type Confidence int

// The words for it, which docs/cli.md defines.
const (
	None Confidence = iota
	Possible
	Likely
	Sure
)

func (c Confidence) String() string { return [...]string{"none", "possible", "likely", "sure"}[c] }

// Trace is what is known of one recording.
type Trace struct {
	Path    string
	Report  *report.Report // with all races, filtered ones too
	Loops   []*report.LoopPlace
	Program string
	Modules []crashreport.Module
	// Frames are the functions at an offset of a recorded file, as debug information has them, innermost first; nil: unknown.
	Frames func(module string, offset uint64) []symbols.Frame
}

// Reason is something that the crash and a race have in common.
type Reason struct {
	Points int    `json:"points"`
	Text   string `json:"text"`
}

// Named is a race that explains the crash.
type Named struct {
	Trace      *Trace
	Race       *report.Race
	Confidence Confidence
	Score      int // sum of the reasons' points, at most 100
	Reasons    []Reason
}

// Answer is what there is to say of a crash.
type Answer struct {
	Crash *crashreport.Report
	Named []Named // the best first
	Own   *Own    // the trace that ends with this crash, nil if none does
	// None are the sentences on why no race is named.
	None []string
	// NoAnswer: why that none is named says nothing, "" where it does.
	NoAnswer string
	Open     []OpenLoop // nested loops that were open, the innermost first
	Session  string     // what a session would have to do, if no recording has the loop
	Warnings []string
	Looked   Looked
	stack    []frame
}

// Looked counts what the crash was compared with.
type Looked struct {
	Traces   int `json:"traces"`
	Races    int `json:"races"`
	Filtered int `json:"filtered"`
	Loops    int `json:"loops"` // places that spin nested loops
}

// OpenLoop is a nested loop in which a handler of the crashed program waited.
type OpenLoop struct {
	What     string `json:"what"`     // the function that spins, "" if it has no name
	Function string `json:"function"` // that waits in it
	File     string `json:"file"`
	Line     int    `json:"line"`
	Recorded bool   `json:"recorded"` // one of the traces has it
	Races    int    `json:"races"`    // that begin when it is over
}

// Explain looks for the races of traces that explain a crash.
func Explain(crash *crashreport.Report, traces []*Trace) *Answer {
	crash = withLines(crash, traces)
	a := &Answer{Crash: crash, Warnings: slices.Clone(crash.Warnings)}
	m := newMatcher(crash, traces)
	a.stack = m.stack
	for _, t := range traces {
		a.count(t)
		for _, w := range t.Report.Warnings {
			a.warn(t.Path + ": " + w)
		}
	}
	a.Open = m.openLoops(traces)
	a.Own = m.own(traces)
	if why := noFault(crash); why != "" {
		a.None = append(a.None, why)
		return a
	}
	if a.Own != nil { // nothing is to be predicted: that run is the one that crashed
		return a
	}
	if a.NoAnswer = m.unreadable(traces); a.NoAnswer != "" {
		return a
	}
	if against := excluded(crash, m.stack); against != "" {
		a.None = append(a.None, against)
		return a
	}
	for _, t := range traces {
		for _, race := range t.Report.Races {
			if n := m.weigh(t, race); n.Confidence > None {
				a.add(n)
			}
		}
	}
	slices.SortStableFunc(a.Named, better)
	a.Named = a.best()
	if len(a.Named) == 0 {
		m.whyNone(a, traces)
		a.NoAnswer = unanswered(traces)
	}
	if len(a.Named) == 0 || a.Named[0].Confidence == Possible {
		a.compareBuilds(traces) // of builds of one source lines are alike: where they fit, nothing is in doubt
	}
	return a
}

// best are the races that are as sure as the first; one that a filter takes out is named
// only where no other is.
func (a *Answer) best() (out []Named) {
	for _, n := range a.Named {
		if n.Confidence == a.Named[0].Confidence && (!n.Race.SetAside() || a.Named[0].Race.SetAside()) {
			out = append(out, n)
		}
	}
	return out
}

func (a *Answer) count(t *Trace) {
	a.Looked.Traces++
	a.Looked.Loops += len(t.Loops)
	for _, r := range t.Report.Races {
		if !r.SetAside() {
			a.Looked.Races++
		} else {
			a.Looked.Filtered++
		}
	}
}

// unanswered says why that no race of the traces fits means nothing: none of them is an answer.
func unanswered(traces []*Trace) (why string) {
	for _, t := range traces {
		if why = t.Report.Unanswered(); why == "" {
			return ""
		}
		why = t.Path + ": " + why
	}
	return why
}

// add keeps the best of what traces say of one race.
func (a *Answer) add(n Named) {
	for i := range a.Named {
		if a.Named[i].Race.ID == n.Race.ID {
			if better(n, a.Named[i]) < 0 {
				a.Named[i] = n
			}
			return
		}
	}
	a.Named = append(a.Named, n)
}

// better puts the surer one first, then the one with more points, then what is reported
// before what a filter takes out. Else the order of the report stays.
func better(x, y Named) int {
	filtered := func(n Named) int {
		if n.Race.SetAside() {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(y.Confidence, x.Confidence), cmp.Compare(y.Score, x.Score), cmp.Compare(filtered(x), filtered(y)))
}
