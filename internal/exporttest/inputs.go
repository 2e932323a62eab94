package exporttest

import (
	"fmt"
	"net/url"
	"strings"

	"sparseracer/internal/plain"
	"sparseracer/internal/steer"
	"sparseracer/internal/steering"
)

// input is a row of the person's table.
type input struct {
	*steer.Input
	event          int
	kind           string // of the person: Close, Press, …
	popup          bool
	class, name    string // of the window
	place          [4]int
	button, down   uint
	modifiers, key uint
	text           string // that a key types
	loop           int
	after          []int
}

var inputKinds = map[string]string{steering.InputClose: "Close", steering.InputPress: "Press", steering.InputRelease: "Release",
	steering.InputMove: "Move", steering.InputKeypress: "KeyPress", steering.InputKeyrelease: "KeyRelease"}

const anyLoop = -2

// drags: the label is that of a move, a button down. A loop of its handler is a drag's.
func (p *plan) drags(label string) bool {
	for i := range p.inputs {
		if in := &p.inputs[i]; in.Event == label {
			return in.Kind == steering.InputMove && in.down != 0
		}
	}
	return false
}

func (p *plan) addInput(in *steer.Input) error {
	kind := inputKinds[in.Kind]
	if kind == "" {
		return refuse("an input of the kind %q is played (%s)", in.Kind, plain.Text(in.About))
	}
	if in.InLoop != nil && p.drags(in.InLoop.Event) {
		return refuse("a drag waits for its drop (%s), and the test's platform has no drags", plain.Text(in.About))
	}
	to := input{Input: in, kind: kind, loop: anyLoop}
	to.class, to.name, _ = strings.Cut(in.Window, ":")
	stack := 0
	fmt.Sscan(in.Which, &stack)
	to.popup = stack > 0
	if in.At != "" {
		if _, err := fmt.Sscanf(in.At, "%d %d %d %d %x %x %x", &to.place[0], &to.place[1], &to.place[2], &to.place[3], &to.button, &to.down, &to.modifiers); err != nil {
			return refuse("where %s goes cannot be read", plain.Text(in.About))
		}
	}
	if in.Key != "" {
		words := strings.SplitN(in.Key, " ", 3)
		if _, err := fmt.Sscanf(in.Key, "%x %x", &to.key, &to.modifiers); err != nil || len(words) < 3 {
			return refuse("the key of %s cannot be read", plain.Text(in.About))
		}
		to.text, _ = url.PathUnescape(words[2])
	}
	to.event = len(p.events)
	p.events = append(p.events, event{kind: "Input", label: in.Event, about: in.About, typ: "0", cause: byUnknown, interval: -1, exact: -1, nth: 1})
	p.inputs = append(p.inputs, to)
	return nil
}

// placeInputs finds the loops and events that inputs wait for.
func (p *plan) placeInputs(*steer.Schedule) error {
	for i := range p.inputs {
		in := &p.inputs[i]
		if l := in.InLoop; l != nil && l.Event == steering.LabelMain {
			in.loop = byStart
		} else if l != nil {
			at, err := p.eventOf(l.Event, true)
			if err != nil {
				return err
			}
			in.loop = at
		}
		for _, a := range in.After {
			at, err := p.eventOf(a.Event, true)
			if err != nil {
				return err
			}
			in.after = append(in.after, at)
		}
	}
	return nil
}
