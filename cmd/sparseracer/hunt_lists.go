package main

import (
	"fmt"
	"io"
	"strings"
)

// bugLists are what a hunt ends with, in this order.
var bugLists = []string{"proven", "proven, by call only", "crashed, not as predicted", "not proven", "not tried"}

// bugList is one of them: bugs by what is said of them, below the reason for which they are there.
// Races that differ in the kind of an event alone are one bug with several ids.
type bugList struct {
	reasons []string
	bugs    map[string][]*listedBug // by reason
}

type listedBug struct {
	says string
	ids  []string
}

func (l *bugList) add(says, id string) { l.addBecause("", says, id) }

func (l *bugList) addBecause(reason, says, id string) {
	if l.bugs == nil {
		l.bugs = map[string][]*listedBug{}
	}
	if l.bugs[reason] == nil {
		l.reasons = append(l.reasons, reason)
	}
	for _, b := range l.bugs[reason] {
		if b.says == says {
			b.ids = append(b.ids, id)
			return
		}
	}
	l.bugs[reason] = append(l.bugs[reason], &listedBug{says, []string{id}})
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
			fmt.Fprintf(w, "%s%s  %s\n", indent, b.ids[0], b.says)
			if more := b.ids[1:]; len(more) > 0 {
				fmt.Fprintf(w, "%s  also as %s\n", indent, strings.Join(more, ", "))
			}
		}
	}
}
