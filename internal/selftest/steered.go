package selftest

// Which hooks steering a program into a race needs.

import (
	"slices"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
)

// Steered is what a schedule has to do with.
type Steered struct {
	Events []Event  // that are held or waited for, the race's own, and what led to them
	Loops  []string // functions that turn nested loops which it is about
	Input  bool     // a person's input is played
	Fast   bool     // in virtual time
}

// Event is one of those, as it was recorded.
type Event struct {
	Kind        trace.EventKind
	Type, Label string
}

// Missed sorts what is not seen by a schedule: without `needed` it cannot be followed,
// without the rest perhaps not.
func Missed(unseen []Unseen, s *Steered) (needed, rest []string) {
	for _, u := range unseen {
		switch {
		case slices.Contains(needed, u.Hook) || slices.Contains(rest, u.Hook):
		case u.neededFor(s):
			needed = append(needed, u.Hook)
		default:
			rest = append(rest, u.Hook)
		}
	}
	return needed, rest
}

// neededFor: of a hook that this version does not know nothing can be said. Runs are steered
// without GLib's dispatcher of Qt (QT_NO_GLIB).
func (u Unseen) neededFor(s *Steered) bool {
	if strings.HasPrefix(u.Hook, "QEventDispatcherGlib::") {
		return false
	}
	known := factsOf(u.Hook)
	return len(known) == 0 || slices.ContainsFunc(known, func(f fact) bool { return f.steers != nil && f.steers(s) })
}

// Hooks give an event the function of libuv's or of GLib's that asks for it as its type, or
// Qt's name of a type.
func (e Event) ofLibuv() bool { return strings.HasPrefix(e.Type, "uv_") || e.Type == "work" }
func (e Event) ofGLib() bool  { return strings.HasPrefix(e.Type, "g_") }
func (e Event) ofQt() bool    { return !e.ofLibuv() && !e.ofGLib() }

func (s *Steered) event(is func(Event) bool) bool { return slices.ContainsFunc(s.Events, is) }

// ofKind: an event of Qt's of that kind, or one that came from outside since nobody saw
// who asked for it.
func (s *Steered) ofKind(kind trace.EventKind, outside func(name string) bool) bool {
	return s.event(func(e Event) bool {
		return e.ofQt() && (e.Kind == kind || e.Kind == trace.Env && outside(e.Type))
	})
}

func isTimerName(name string) bool  { return name == "Timer" }
func isSocketName(name string) bool { return name == "SockAct" || name == "SockClose" }

func postedEvents(s *Steered) bool {
	others := func(name string) bool { return !isTimerName(name) && !isSocketName(name) }
	return s.ofKind(trace.Posted, others) || s.ofKind(trace.Deferred, others)
}

func qtTimers(s *Steered) bool  { return s.ofKind(trace.Timer, isTimerName) }
func qtSockets(s *Steered) bool { return s.ofKind(trace.Socket, isSocketName) }

func ofQt(s *Steered) bool { return s.event(Event.ofQt) }

// labelledByBirth: an event is told from others by where its receiver was created.
func labelledByBirth(s *Steered) bool {
	return s.event(func(e Event) bool { return strings.Contains(e.Label, steering.LabelBirth) })
}

func playedInput(s *Steered) bool {
	return s.Input || s.event(func(e Event) bool { return e.Kind == trace.Input })
}

func virtualTime(s *Steered) bool { return s.Fast }

func (s *Steered) loop(is func(name string) bool) bool { return slices.ContainsFunc(s.Loops, is) }

func inLoops(names ...string) func(*Steered) bool {
	return func(s *Steered) bool {
		return s.loop(func(l string) bool { return slices.Contains(names, l) })
	}
}

// execLoops are those that QEventLoop::exec turns, by whatever name it was called: all but
// those that other hooks see.
func execLoops(s *Steered) bool {
	return s.loop(func(l string) bool {
		return !strings.HasSuffix(l, "::processEvents") && !strings.HasSuffix(l, "::sendPostedEvents") &&
			!strings.HasPrefix(l, "g_") && !strings.HasPrefix(l, "gtk_") && !strings.HasPrefix(l, "uv_")
	})
}
