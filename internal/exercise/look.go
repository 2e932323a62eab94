package exercise

import (
	"slices"
	"time"

	"sparseracer/internal/probe"
)

// Look does nothing but look: for a while after the first window, or until the program ends. Then it closes the
// main window. A dialog that is there by then it closes too, and looks at what comes after: some programs begin
// with one. A program that drives itself, a test for one, is seen whole by it.
type Look struct {
	windows int // states with a window in front
	none    int // states without
	dialogs int // that were closed
	closed  int
	used    bool
}

const (
	lookEvery  = "wait 200"
	lookStates = 15  // with a window: 3 s
	waitStates = 300 // for one: a minute
	// LookLimit bounds the run, whose program may never come to its loop.
	LookLimit = 2 * time.Minute
)

// Next waits, then closes.
func (l *Look) Next(s *probe.State) string {
	if s.Class == "" {
		if l.none++; l.none > waitStates || l.closed > 0 || l.dialogs > 0 && l.none > nextWindow {
			return End
		}
		return lookEvery
	}
	if l.windows++; l.windows <= lookStates {
		return lookEvery
	}
	if slices.Contains(s.Choices, "close") && l.dialogs < aVisit {
		l.dialogs++
		l.windows, l.none = 0, 0
		l.used = true
		return "close"
	}
	if l.closed++; l.closed > 1 {
		return End
	}
	return "closemain"
}

// Ended has nothing to note.
func (l *Look) Ended() {}

// Used: there was a window that a person could use.
func (l *Look) Used() bool { return l.used || l.windows > lookStates }
