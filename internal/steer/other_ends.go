package steer

import (
	"slices"
	"strings"

	"sparseracer/internal/steering"
)

// Once the free has come, what ended the wait of the use's handler in the recording may not
// be there any more: its button is hidden or has another text, its entry is gone. A person
// would leave the window some other way.

// escape is the key as the runtime reads it: Qt's number, no modifiers, the text.
const escape = "1000000 0 %1B"

// otherEnds are schedules that leave the window by Escape, and by its close button, in place of
// all that was to be played after the free; none if nothing was.
func (s *Schedule) otherEnds() []*Schedule {
	var last *Input
	rest := slices.Clone(s.Directives)
	rest = slices.DeleteFunc(rest, func(d Directive) bool {
		after := d.Input != nil && slices.ContainsFunc(d.Input.After, func(t Target) bool { return t.Event == s.Goal.Free })
		if after && !goesOn(d.Input.Kind, d.Input.At) {
			last = d.Input
		}
		return after
	})
	if last == nil || last.byBus() {
		return nil
	}
	leave := func(kind, key, how string) *Schedule {
		other := *s
		other.Directives, other.instead = slices.Clone(rest), s.also(how)
		in := Input{Event: last.Event, About: how, Kind: kind, Window: last.Window, Title: last.Title, Which: last.Which,
			Key: key, InLoop: last.InLoop, After: last.After, TimeoutMS: last.TimeoutMS}
		other.Directives = append(other.Directives, Directive{Input: &in})
		return &other
	}
	list := []*Schedule{leave(steering.InputKeypress, escape, "leaving the window by Escape")}
	if last.Which == "" || strings.HasPrefix(last.Which, "0 ") { // a menu has no close button
		list = append(list, leave(steering.InputClose, "", "closing the window"))
	}
	return list
}

// isStuck: the run left its schedule for want of a target after the free had ended.
func (f *Finding) isStuck() bool {
	return f.isUnplayed() && f.outcome != nil && f.outcome.goals.freeEnded && !f.outcome.goals.badOrder
}
