package steer

import (
	"fmt"
	"slices"

	"sparseracer/internal/steering"
)

// Where spare inputs of a dialog have no target this time, nobody ends it as the recording does, and it
// keeps a person from all that follows. So behind the last input that the recording has in the loop of a
// dialog or menu, it is left by Escape, if it is still there. Only loops with spare inputs alone are
// left so: what the race needs ends its loops itself.

// leaveMS is how long is waited whether there is something to leave.
const leaveMS = 300

// leavingSpare puts those keys into a schedule's inputs, if there is room.
func leavingSpare(list []Directive) []Directive {
	inputs := slices.DeleteFunc(slices.Clone(list), func(d Directive) bool { return d.Input == nil })
	loops := loopsOf(inputs)
	var out []Directive
	left := 0
	for i, d := range inputs {
		out = append(out, d)
		for _, l := range loops[i] {
			if d = lastIn(inputs, loops, l, i); d.Input == nil {
				continue
			}
			left++
			in := Input{Event: fmt.Sprintf("%s leave%s%d", steering.LabelInput, steering.LabelNumber, left+1), About: "leaving the window by Escape, if it is there",
				Kind: steering.InputKeypress, Key: escape, Window: d.Input.Window, Title: d.Input.Title, Which: d.Input.Which,
				InLoop: d.Input.InLoop, TimeoutMS: leaveMS, Optional: true, spare: true}
			out = append(out, Directive{Input: &in})
		}
	}
	if len(out) > inputsMax {
		return list
	}
	return append(out, slices.DeleteFunc(slices.Clone(list), func(d Directive) bool { return d.Input != nil })...)
}

// lastIn is the last input of a loop that is over behind the ith one; none if the loop goes on, is of the
// start-up code, or has an input that is no spare one.
func lastIn(inputs []Directive, loops [][]InLoop, l InLoop, i int) (last Directive) {
	if l.Event == startUp {
		return Directive{}
	}
	for j, d := range inputs {
		within := slices.Contains(loops[j], l)
		switch {
		case within && (j > i || !d.Input.spare):
			return Directive{}
		case within && loops[j][0] == l:
			last = d
		}
	}
	return last
}

// loopsOf are the loops that each input is played in, the innermost first: the loop of its directive, and
// those that the input came in whose handler turns it.
func loopsOf(inputs []Directive) [][]InLoop {
	all := make([][]InLoop, len(inputs))
	for i, d := range inputs {
		if d.Input.InLoop == nil {
			continue
		}
		all[i] = []InLoop{*d.Input.InLoop}
		for j := i - 1; j >= 0; j-- {
			if inputs[j].Input.Event == d.Input.InLoop.Event {
				all[i] = append(all[i], all[j]...)
				break
			}
		}
	}
	return all
}
