package steer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sparseracer/internal/steering"
)

// Input is what a person did, to be done again: the runtime puts it into the
// window system's queue, when a person could do it.
type Input struct {
	Event     string   `json:"event"` // the label that it gets
	About     string   `json:"about"`
	Kind      string   `json:"kind"`
	Window    string   `json:"window"` // class:objectName
	Title     string   `json:"title,omitempty"`
	Which     string   `json:"which,omitempty"`  // of several windows alike (qtpatch/input/windows.h)
	Target    string   `json:"target,omitempty"` // the path of widgets in the window
	Text      string   `json:"text,omitempty"`   // of the entry or button pointed at
	At        string   `json:"at,omitempty"`     // where in it, and with which buttons
	Key       string   `json:"key,omitempty"`
	Service   string   `json:"service,omitempty"` // a D-Bus call: to whom, "": the program
	Path      string   `json:"path,omitempty"`
	Member    string   `json:"member,omitempty"`  // with its interface
	Args      []string `json:"args,omitempty"`    // "s:text", "i:5", …
	InLoop    *InLoop  `json:"in_loop,omitempty"` // nil: wherever the program waits
	After     []Target `json:"after,omitempty"`   // that must have ended
	WaitMS    int      `json:"wait_ms,omitempty"` // after the input before
	TimeoutMS int      `json:"timeout_ms"`
	Optional  bool     `json:"optional,omitempty"`  // left out when its time is up
	OnceHeld  bool     `json:"once_held,omitempty"` // not before a hold has its event
	// spare: neither handler of the race is known to need it.
	spare bool
}

// InLoop is the loop that an input is played in: of the handler of Event, the
// Nth (from 1) or a later one. Start-up code's default loop is any loop of "main".
type InLoop struct {
	Event string `json:"event"`
	Nth   int    `json:"nth"`
}

const (
	inputsMax = steering.MostInputs // the runtime's limits
	aftersMax = steering.MostAfters
)

// optionalMS is how long is waited for what may have gone with the input before: the
// window of a release (the press closed it), a place that was only pointed at.
const optionalMS = 500

// hovers: the pointer moved, no button down, or a pen that is only near; it need not be done again where its
// target is not there.
func (in *Input) hovers() bool {
	at := strings.Fields(in.At)
	return (in.Kind == steering.InputMove || in.Kind == steering.InputPenmove) && len(at) > 5 && at[5] == "0"
}

// fingers is how many a touch has: of several the line goes on, by three words each.
func (in *Input) fingers() int {
	const before, each = 9, 3
	return max(1, (len(strings.Fields(in.At))-before)/each)
}

// points: a button of the mouse goes down, a finger or a pen; or fingers on a touchpad begin to do something.
func points(kind string) bool {
	return slices.Contains([]string{steering.InputPress, steering.InputTouchpress, steering.InputPenpress, steering.InputGesturebegin}, kind)
}

// letsGo: what a press began ends.
func letsGo(kind string) bool {
	return slices.Contains([]string{steering.InputRelease, steering.InputKeyrelease, steering.InputTouchrelease, steering.InputPenrelease, steering.InputGestureend}, kind)
}

// inputKinds are what the runtime can play.
var inputKinds = steering.Group("input")

// field of an input with the runtime's limit on its bytes.
type inputField struct {
	name, value string
	most        int
}

func (in *Input) fields() []inputField {
	if in.byBus() {
		return []inputField{{steering.DirectiveKind, in.Kind, steering.MostKind}, {steering.DirectiveTarget, in.called(), steering.MostTarget}}
	}
	return []inputField{{steering.DirectiveKind, in.Kind, steering.MostKind}, {steering.DirectiveWindow, in.Window, steering.MostWindow},
		{steering.DirectiveTitle, in.Title, steering.MostTitle}, {steering.DirectiveWhich, in.Which, steering.MostWhich}, {steering.DirectiveTarget, in.Target, steering.MostTarget},
		{steering.DirectiveText, in.Text, steering.MostText}, {steering.DirectiveAt, in.At, steering.MostAt}, {steering.DirectiveKey, in.Key, steering.MostKey}}
}

func (in *Input) validate() (field string, err error) {
	if err := checkLabel(in.Event); err != nil {
		return "event", err
	}
	if !slices.Contains(inputKinds, in.Kind) {
		return "kind", fmt.Errorf("%q, want one of %s", in.Kind, strings.Join(inputKinds, ", "))
	}
	if in.byBus() {
		if field, err := in.validateCall(); err != nil {
			return field, err
		}
	} else if in.Window == "" {
		return "window", errors.New("missing")
	} else if in.Service+in.Path+in.Member != "" || len(in.Args) > 0 {
		return "kind", fmt.Errorf("%q makes no call: service, path, member and args are for %q and %q", in.Kind, callKind, signalKind)
	}
	for _, f := range in.fields() {
		switch {
		case len(f.value) > f.most:
			return f.name, fmt.Errorf("%d bytes long, at most %d are allowed", len(f.value), f.most)
		case !utf8.ValidString(f.value) || strings.ContainsFunc(f.value, unicode.IsControl):
			return f.name, fmt.Errorf("%q is no line of text", f.value)
		}
	}
	if in.TimeoutMS <= 0 || in.TimeoutMS > waitMax {
		return "timeout_ms", fmt.Errorf("%d, want 1 to %d", in.TimeoutMS, waitMax)
	}
	if in.WaitMS < 0 || in.WaitMS > waitMax {
		return "wait_ms", fmt.Errorf("%d, want 0 to %d", in.WaitMS, waitMax)
	}
	return in.validateWhen()
}

func (in *Input) validateWhen() (field string, err error) {
	if l := in.InLoop; l != nil {
		if err := checkLabel(l.Event); err != nil {
			return "in_loop.event", err
		}
		if l.Nth < 0 || l.Nth > waitMax {
			return "in_loop.nth", fmt.Errorf("%d, want 0 to %d", l.Nth, waitMax)
		}
	}
	if len(in.After) > aftersMax {
		return "after", fmt.Errorf("%d of them, at most %d are allowed", len(in.After), aftersMax)
	}
	for i, a := range in.After {
		if err := checkLabel(a.Event); err != nil {
			return fmt.Sprintf("after[%d].event", i), err
		}
	}
	return "", nil
}

// compile writes the lines of the runtime's file.
func (in *Input) compile(b *strings.Builder) {
	fmt.Fprintf(b, "%s %d %s\n", steering.DirectiveInput, in.TimeoutMS, in.Event)
	for _, f := range in.fields() {
		if f.value != "" {
			fmt.Fprintf(b, "%s %s\n", f.name, f.value)
		}
	}
	if in.WaitMS > 0 {
		fmt.Fprintf(b, "%s %d\n", steering.DirectiveWait, in.WaitMS)
	}
	if in.InLoop != nil {
		fmt.Fprintf(b, "%s %d %s\n", steering.DirectiveLoop, in.InLoop.Nth, in.InLoop.Event)
	}
	for _, a := range in.After {
		fmt.Fprintf(b, "%s %s\n", steering.DirectiveAfter, a.Event)
	}
	if in.Optional {
		b.WriteString(steering.DirectiveOptional + "\n")
	}
	if in.OnceHeld {
		b.WriteString(steering.DirectiveOnceHeld + "\n")
	}
}

// plays: it plays a person's input; what others do by D-Bus is beside the question.
func (s *Schedule) plays() bool {
	return slices.ContainsFunc(s.Directives, func(d Directive) bool { return d.Input != nil && !d.Input.byBus() })
}

const turnMS = 50 // of the loop, for each input

// play adds an input to a schedule: its watchdog waits as long as nothing need be wrong
// on a busy machine, and the first input for the program's start.
func (s *Schedule) play(in *Input) {
	const startMS = 15_000
	if first := !slices.ContainsFunc(s.Directives, func(d Directive) bool { return d.Input != nil }); first && !in.Optional {
		in.TimeoutMS = max(in.TimeoutMS, startMS)
		s.WatchdogMS += startMS
	}
	s.WatchdogMS += in.WaitMS + turnMS
	if in.Optional {
		s.WatchdogMS += in.TimeoutMS
	}
	s.WatchdogMS = min(s.WatchdogMS, waitMax)
	s.Directives = append(s.Directives, Directive{Input: in})
}

// playing is how long the person takes for the inputs that are not left out, on an idle machine: the limit of a run is for what the
// program does besides.
func (s *Schedule) playing() time.Duration {
	all := 0
	for _, d := range s.Directives {
		if d.Input != nil {
			all += min(d.Input.WaitMS, waitMax) + turnMS
		}
	}
	return time.Duration(min(all, waitMax)) * time.Millisecond
}

// isLate: the input came to a window that was not shown any more, as what waits in the
// queue does when a dialog ends. Nobody can aim at it, and it did nothing.
func isLate(attr func(string) string) bool {
	needs := attr("needs")
	return (needs != "" || attr("arms") != "") && !strings.Contains(needs, "shown:")
}

// newInput describes a recorded input by its attributes; nil if the recording
// does not tell enough to do it again.
func newInput(attr func(string) string, about string, timeoutMS int) *Input {
	in := &Input{Event: attr("label"), About: about, Kind: attr("input"), Window: attr("window"),
		Title: attr("title"), Which: attr("which"), Target: attr("target"), Text: attr("text"), At: attr("at"), Key: attr("key"),
		TimeoutMS: timeoutMS}
	if in.byBus() {
		in.Service, in.Window = in.Window, ""
		in.takeCall(in.Target)
	}
	fmt.Sscanf(attr("wait"), "%d", &in.WaitMS)
	in.WaitMS = min(max(in.WaitMS, 0), waitMax)
	if in.hovers() || letsGo(in.Kind) || isLate(attr) {
		in.Optional, in.TimeoutMS = true, optionalMS
	}
	if _, err := in.validate(); err != nil {
		return nil
	}
	return in
}
