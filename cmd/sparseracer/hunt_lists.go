package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"sparseracer/internal/report"
)

// bugLists are what a hunt ends with, in this order.
var bugLists = []string{"proven", "proven, by call only", "crashed by itself", "crashed, not as predicted", "not proven", "not tried"}

// bugList is one of them: bugs by what is said of them, below the reason for which they are there.
type bugList struct {
	reasons []string
	bugs    map[string][]*listedBug // by reason
}

// writeNone says that nothing is predicted, or of how much nothing is known.
func (h *hunter) writeNone() {
	switch why := h.unanswered.String(); {
	case why != "":
		fmt.Fprintln(h.stdout, why)
	case len(h.order) == 0 && !h.unused:
		fmt.Fprintln(h.stdout, "no race is predicted")
	}
}

// goOn is the same command again where there was no time for all, "" where there was.
func (h *hunter) goOn(untried bool) string {
	if h.opt.time == 0 || h.unused || len(h.args) == 0 || !untried && (h.probed == nil || h.probed.left == 0) {
		return ""
	}
	return report.Command(h.args...)
}

// listedRace is a race in a list. Races of one bug differ in the kind of an event, or in the
// place of the free.
type listedRace struct {
	id, says, bug string
	repeat        string // the command that does, "" for none
}

// listedBug has the race that was found first, and the others.
type listedBug struct {
	listedRace
	others []listedRace
}

func (l *bugList) add(reason string, r listedRace) {
	if l.bugs == nil {
		l.bugs = map[string][]*listedBug{}
	}
	if l.bugs[reason] == nil {
		l.reasons = append(l.reasons, reason)
	}
	for _, b := range l.bugs[reason] {
		if b.bug == r.bug {
			b.others = append(b.others, r)
			return
		}
	}
	l.bugs[reason] = append(l.bugs[reason], &listedBug{listedRace: r})
}

func (l *bugList) write(w io.Writer, what string) {
	n := 0
	for _, bugs := range l.bugs {
		n += len(bugs)
	}
	if n == 0 {
		return
	}
	fmt.Fprintf(w, "%s: %d\n", what, n)
	for _, reason := range l.reasons {
		indent := "  "
		if reason != "" {
			fmt.Fprintf(w, "  %s\n", reason)
			indent = "    "
		}
		for _, b := range l.bugs[reason] {
			fmt.Fprintf(w, "%s%s  %s\n", indent, b.id, b.says)
			b.also(w, indent+"  ")
			if b.repeat != "" {
				fmt.Fprintf(w, "%s  repeat: %s\n", indent, b.repeat)
			}
		}
	}
}

// also names the other races of the bug: those that read alike in one line.
func (b *listedBug) also(w io.Writer, indent string) {
	ids, says := map[string][]string{}, []string{}
	for _, r := range b.others {
		if ids[r.says] == nil {
			says = append(says, r.says)
		}
		ids[r.says] = append(ids[r.says], r.id)
	}
	for _, s := range says {
		fmt.Fprintf(w, "%salso as %s", indent, strings.Join(ids[s], ", "))
		if s != b.says {
			fmt.Fprintf(w, ": %s", s)
		}
		fmt.Fprintln(w)
	}
}

// unanswered are the recordings of a hunt that do not say whether there are races, and why.
type unanswered struct {
	recordings int
	files      []string
	why        string // of the first one
}

func (u *unanswered) add(path, why string) {
	u.recordings++
	if why == "" {
		return
	}
	if u.why == "" {
		u.why = why
	}
	u.files = append(u.files, filepath.Base(path))
}

// all: none of them is an answer.
func (u *unanswered) all() bool { return len(u.files) > 0 && len(u.files) == u.recordings }

func (u *unanswered) String() string {
	switch {
	case len(u.files) == 0:
		return ""
	case u.all():
		return "no answer: " + u.why
	}
	return fmt.Sprintf("no answer in %d of %d recordings: %s (%s)", len(u.files), u.recordings, u.why, strings.Join(u.files, ", "))
}
