package steer

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/godbus/dbus/v5"

	"sparseracer/internal/steering"
)

// callKind is an input that no person makes: a D-Bus call to the program, made by
// the tool. It comes through where a modal dialog blocks a person.
const callKind = steering.InputDbus

// signalKind is a D-Bus signal that the program asked for. Service is who sends it: the
// tool, by that name.
const signalKind = steering.InputSignal

// byBus: it comes by D-Bus, from the tool.
func (in *Input) byBus() bool { return in.Kind == callKind || in.Kind == signalKind }

const argumentsMax = 16

// Call is a D-Bus method of the program without arguments.
type Call struct{ Path, Member string }

// ParseCall reads "PATH INTERFACE.MEMBER"; "" is no call.
func ParseCall(text string) (c Call, err error) {
	if text == "" {
		return c, nil
	}
	path, member, _ := strings.Cut(text, " ")
	in := Input{Kind: callKind, Path: path, Member: member}
	if field, err := in.validateCall(); err != nil {
		return c, fmt.Errorf("%s: %w", field, err)
	}
	return Call{path, member}, nil
}

// closedBy makes a call of the closing of a window, which a modal one may block.
func (in *Input) closedBy(c Call) *Input {
	if in.Kind != steering.InputClose || c.Path == "" {
		return in
	}
	return &Input{Event: in.Event, About: in.About + ", by a D-Bus call", Kind: callKind, Path: c.Path, Member: c.Member,
		InLoop: in.InLoop, After: in.After, WaitMS: in.WaitMS, TimeoutMS: in.TimeoutMS, Optional: in.Optional}
}

// members and paths as the D-Bus specification has them.
var (
	memberForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*\.)*[A-Za-z_][A-Za-z0-9_]*$`)
	})
	argForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^[" + steering.CallTypes + "]:") })
)

// calls reports whether the tool has to make D-Bus calls.
func (s *Schedule) calls() bool {
	for _, d := range s.Directives {
		if d.Input != nil && d.Input.byBus() {
			return true
		}
	}
	return false
}

func (in *Input) validateCall() (field string, err error) {
	switch {
	case in.Window != "" || in.Title != "" || in.Which != "" || in.Target != "" || in.Text != "" || in.At != "" || in.Key != "":
		return "kind", fmt.Errorf("%q has no window, title, target, text, at or key", in.Kind)
	case !dbus.ObjectPath(in.Path).IsValid():
		return "path", fmt.Errorf("%q is no object path", in.Path)
	case !memberForm().MatchString(in.Member):
		return "member", fmt.Errorf("%q, want INTERFACE.MEMBER", in.Member)
	case in.Kind == signalKind && !strings.Contains(in.Member, "."):
		return "member", fmt.Errorf("%q, a signal has an interface", in.Member)
	case in.Service != "" && (len(in.Service) > 255 || strings.ContainsAny(in.Service, " \n")):
		return "service", fmt.Errorf("%q is no bus name", in.Service)
	case len(in.Args) > argumentsMax:
		return "args", fmt.Errorf("%d of them, at most %d are allowed", len(in.Args), argumentsMax)
	}
	for i, a := range in.Args {
		if _, err := argument(a); err != nil {
			return fmt.Sprintf("args[%d]", i), err
		}
	}
	return "", nil
}

// argument is "s:text" as a value: the letter is that of D-Bus.
func argument(text string) (any, error) {
	if !argForm().MatchString(text) {
		return nil, fmt.Errorf("%q, want a type of s, o, b, i, u, x, t, a colon and the value", text)
	}
	value := text[2:]
	var v any
	var err error
	switch text[0] {
	case 's':
		return value, nil
	case 'o':
		if path := dbus.ObjectPath(value); path.IsValid() {
			return path, nil
		}
		err = errors.New("no object path")
	case 'b':
		v, err = strconv.ParseBool(value)
	case 'i':
		var n int64
		n, err = strconv.ParseInt(value, 10, 32)
		v = int32(n)
	case 'u':
		var n uint64
		n, err = strconv.ParseUint(value, 10, 32)
		v = uint32(n)
	case 'x':
		v, err = strconv.ParseInt(value, 10, 64)
	case 't':
		v, err = strconv.ParseUint(value, 10, 64)
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return v, nil
}

// called is how the runtime describes a call that has come (loopcore/src/call_text.c).
func (in *Input) called() string {
	var b strings.Builder
	b.WriteString(in.Path + " " + in.Member)
	for _, a := range in.Args {
		b.WriteString(" " + a[:2] + encode(a[2:]))
	}
	return b.String()
}

func encode(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; strings.IndexByte(steering.CallPlain, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// takeCall undoes called; the result is checked by validate.
func (in *Input) takeCall(text string) {
	parts := strings.Split(text, " ")
	in.Target = ""
	if len(parts) < 2 {
		return
	}
	in.Path, in.Member = parts[0], parts[1]
	for _, a := range parts[2:] {
		if plain, err := url.PathUnescape(a); err == nil {
			a = plain
		}
		in.Args = append(in.Args, a)
	}
}
