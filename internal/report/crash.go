package report

import (
	"cmp"
	"fmt"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Crash is how the recorded program ended by its own fault.
type Crash struct {
	Signal           string // "" if nobody saw it
	Event            *Event // whose handler ran, nil: start-up code
	Last             *Place // the last operation there, nil if none has a place
	Loops            []*Loop
	Use, Free, Alloc *Place // of freed memory, nil if nothing shows one
	Within           *Loop  // of the handler, inside which that was freed; nil if it was not
	Class            string // of the freed object, "" = unknown
	cut              bool   // the trace begins in the middle
}

func (b *builder) crash(c *sparsehb.Crash) *Crash {
	if !c.Faulted() {
		return nil
	}
	out := &Crash{Event: b.event(c.Event)}
	if c.Signal != 0 {
		out.Signal = signalName(c.Signal)
	}
	for to, a := range map[**Place]*sparsehb.Access{&out.Last: c.Last, &out.Use: c.Use, &out.Free: c.Free, &out.Alloc: c.Alloc} {
		if a != nil {
			p := b.place(a)
			*to = &p
		}
	}
	out.Within, out.cut = b.loop(c.Within), b.result.Meta.Cut.Is()
	if c.Use != nil && c.Use.Live != nil {
		out.Class = c.Use.Live.Class
	}
	for _, g := range c.Loops {
		out.Loops = append(out.Loops, b.loop(g))
	}
	return out
}

func signalName(number uint32) string {
	if name := unix.SignalName(syscall.Signal(number)); name != "" {
		return name
	}
	return fmt.Sprintf("signal %d", number)
}

// ended is how a program ended that did not come to the end of its recording.
func ended(m *trace.Meta) string {
	switch syscall.Signal(m.Signal) {
	case 0:
		return "the program crashed, was killed or called _exit"
	case syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGKILL, syscall.SIGALRM, syscall.SIGPIPE, syscall.SIGXCPU, syscall.SIGSYS:
		return "the program was ended by " + signalName(m.Signal)
	}
	return "the program crashed by " + signalName(m.Signal)
}

// Alike is the same for two runs of a program that crashed by the same signal, in the same function,
// handler and loops, whatever numbers these have in the one and in the other.
func (c *Crash) Alike() string {
	parts := []string{c.Signal, c.Event.Details()}
	if at := cmp.Or(c.Use, c.Last); at != nil {
		parts = append(parts, at.where())
	}
	for _, l := range c.Loops {
		parts = append(parts, cmp.Or(l.What, "loop"), l.Owner.Details())
	}
	return strings.Join(parts, "\n")
}

// Text is it in a sentence or two.
func (c *Crash) Text() string {
	var s strings.Builder
	s.WriteString("the program crashed")
	if c.Signal != "" {
		s.WriteString(" (" + c.Signal + ")")
	}
	if at := c.at(); at != nil {
		s.WriteString(" in " + at.where())
	}
	if c.Event != nil {
		s.WriteString(", in the handler of " + c.Event.full())
	}
	if len(c.Loops) > 0 {
		var loops []string
		for _, l := range c.Loops {
			loops = append(loops, l.named()+" of "+l.Owner.describe())
		}
		s.WriteString(", inside loop " + strings.Join(loops, " and loop "))
	}
	if c.Use != nil {
		fmt.Fprintf(&s, "; it %s memory that %s had freed in %s (operation %d)", c.used(), c.Free.who(), c.Free.where(), c.Free.Operation)
		if c.Alloc != nil {
			fmt.Fprintf(&s, ", allocated in %s%s", c.Alloc.where(), c.Alloc.as())
		}
	}
	return s.String() + "."
}

func (c *Crash) json() *jsonCrash {
	if c == nil {
		return nil
	}
	out := &jsonCrash{Signal: c.Signal, Text: c.Text(), Story: ToldJSON(c.Story()), Loops: []*jsonLoop{}}
	for _, l := range c.Loops {
		out.Loops = append(out.Loops, loopJSON(l))
	}
	for to, p := range map[**jsonPlace]*Place{&out.Last: c.Last, &out.Use: c.Use, &out.Free: c.Free, &out.Alloc: c.Alloc} {
		if p != nil {
			*to = placeJSON(p)
		}
	}
	return out
}
