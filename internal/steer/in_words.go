package steer

import (
	"fmt"
	"strings"

	"sparseracer/internal/steering"
)

// The runtime names events by their labels, which mean nothing to a developer of the
// program. A reason that is shown has what the label stands for.

// inWords puts words in the place of the label at the end of a divergence's sentence.
func (s *Schedule) inWords(reason string) string {
	before, words := s.told(reason)
	if words == "" {
		return reason
	}
	return before + ": " + words
}

// told takes the sentence of a divergence apart: what is before the label, and what it stands for.
// No words: there is no label that the schedule knows.
func (s *Schedule) told(reason string) (before, words string) {
	for _, d := range s.Directives {
		label, words := "", ""
		switch {
		case d.Input != nil:
			label, words = d.Input.Event, d.Input.words()
		case d.Hold != nil:
			label, words = d.Hold.Event, "the "+d.Hold.About
		case d.Linger != nil:
			label, words = d.Linger.Event, "the "+d.Linger.About
		}
		if before, ok := strings.CutSuffix(reason, ": "+label); ok && label != "" && strings.TrimSpace(words) != "the" {
			return before, words
		}
	}
	return reason, ""
}

// words is the input as a person would say it.
func (in *Input) words() string {
	var b strings.Builder
	switch in.Kind {
	case callKind:
		return "the D-Bus call " + in.called()
	case signalKind:
		return "the D-Bus signal " + in.called()
	case steering.InputClose:
		return "closing " + in.windowWords()
	case steering.InputPress:
		b.WriteString("the press of a mouse button")
	case steering.InputRelease:
		b.WriteString("the release of a mouse button")
	case steering.InputMove:
		b.WriteString("the mouse's move")
	case steering.InputWheel:
		b.WriteString("the turn of the wheel")
	case steering.InputTouchpress:
		b.WriteString("the touch")
	case steering.InputTouchmove:
		b.WriteString(map[bool]string{false: "the finger's move", true: "the fingers' move"}[in.fingers() > 1])
	case steering.InputTouchrelease:
		b.WriteString("the end of the touch")
	case steering.InputPenpress:
		b.WriteString("the pen's press")
	case steering.InputPenmove:
		b.WriteString("the pen's move")
	case steering.InputPenrelease:
		b.WriteString("the pen's release")
	case steering.InputGesturebegin, steering.InputGesture:
		b.WriteString("the touchpad's gesture")
	case steering.InputGesturemove:
		b.WriteString("the touchpad's gesture, going on,")
	case steering.InputGestureend:
		b.WriteString("the end of the touchpad's gesture")
	case steering.InputCompose:
		b.WriteString("the input method's text")
	case steering.InputKeypress:
		b.WriteString("the key " + in.keyWords())
	case steering.InputKeyrelease:
		b.WriteString("the release of the key " + in.keyWords())
	}
	if in.Text != "" {
		fmt.Fprintf(&b, " on %q", in.Text)
	} else if target := in.Target[strings.LastIndexByte(in.Target, '/')+1:]; target != "" && !strings.HasPrefix(in.Kind, "key") && in.Kind != steering.InputCompose {
		b.WriteString(" on " + target)
	}
	return b.String() + " in " + in.windowWords()
}

// windowWords names it as its title bar does, or else by what the program calls it.
func (in *Input) windowWords() string {
	if in.Title != "" {
		return fmt.Sprintf("the window %q", in.Title)
	}
	class, name, named := strings.Cut(in.Window, ":")
	if named && name != "" {
		return fmt.Sprintf("the window %q (%s)", name, class)
	}
	return "the window of class " + in.Window
}

// keyNames are Qt's numbers (Qt::Key) of keys that write nothing one could show.
var keyNames = map[uint32]string{
	0x20: "Space", 0x1000000: "Escape", 0x1000001: "Tab", 0x1000002: "Backtab", 0x1000003: "Backspace", 0x1000004: "Return", 0x1000005: "Enter",
	0x1000006: "Insert", 0x1000007: "Delete", 0x1000010: "Home", 0x1000011: "End", 0x1000012: "Left", 0x1000013: "Up", 0x1000014: "Right",
	0x1000015: "Down", 0x1000016: "Page Up", 0x1000017: "Page Down", 0x1000020: "Shift", 0x1000021: "Ctrl", 0x1000022: "Meta", 0x1000023: "Alt",
	0x1000055: "Menu",
}

// keyWords reads "KEY MODIFIERS TEXT", both numbers hexadecimal.
func (in *Input) keyWords() string {
	var key, modifiers uint32
	if n, _ := fmt.Sscanf(in.Key, "%x %x", &key, &modifiers); n < 1 {
		return "with the number " + in.Key
	}
	name := keyNames[key]
	switch {
	case name != "":
	case key >= 0x1000030 && key < 0x1000030+35:
		name = fmt.Sprintf("F%d", key-0x1000030+1)
	case key > 0x20 && key < 0x1000000:
		name = fmt.Sprintf("%c", rune(key))
	default:
		name = fmt.Sprintf("number %#x", key)
	}
	for i, held := range []string{"Shift", "Ctrl", "Alt", "Meta"} {
		if modifiers&(0x2000000<<i) != 0 && held != name {
			name = held + "+" + name
		}
	}
	return name
}
