package steer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"sparseracer/internal/trace"
)

// sessionKind stands in a schedule's race.kind where there is no race.
const sessionKind = "session"

// Session makes the schedule that plays all the recorded person did again, in
// the loops and at the pace of the recording.
func Session(src trace.Source, env []string) (*Schedule, error) {
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s := &Schedule{
		Format: scheduleFormat, Version: ScheduleVersion,
		Race:        RaceInfo{ID: sessionKind, Kind: sessionKind, Summary: "a recorded session, as it was"},
		Environment: kept(env), WatchdogMS: defaultWatchdogMS, Directives: []Directive{},
	}
	calls := callsMade{}
	n := nesting{labels: map[trace.EventID]string{}, loops: map[trace.EventID]int{}}
	for op := new(trace.Op); ; {
		err := r.Next(op)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		n.step(op)
		attrs := calls.described(op)
		if attrs == nil {
			continue
		}
		in := newInput(func(key string) string { return attrIn(attrs, key) }, aboutInput(attrs), defaultHoldMS)
		if in == nil {
			return nil, unsupported("the recorded input %q is not described as a replay needs it", attrIn(attrs, "label"))
		}
		in.InLoop = n.context(op.Thread)
		s.play(in)
	}
	if len(s.Directives) == 0 {
		return nil, unsupported("%s holds no input that can be played: record a session in which a person or a script uses the program", src.Name())
	}
	return s, s.validate()
}

// callsMade are the D-Bus calls whose events were not delivered yet: they are played
// when they were.
type callsMade map[trace.EventID][]trace.Attr

// described is what describes the input that is delivered by op, nil if it delivers none.
func (c callsMade) described(op *trace.Op) []trace.Attr {
	switch {
	case op.Kind == trace.Enq && (op.Attr("input") == callKind || op.Attr("input") == signalKind):
		c[op.Event] = slices.Clone(op.Attrs)
	case op.Kind == trace.Deq && c[op.Event] != nil:
		return c[op.Event]
	case op.Kind == trace.Deq && op.Attr("input") != "":
		return op.Attrs
	}
	return nil
}

func attrIn(attrs []trace.Attr, key string) string {
	for _, a := range attrs {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

func aboutInput(attrs []trace.Attr) string {
	if attrIn(attrs, "input") == callKind {
		return "D-Bus call to " + attrIn(attrs, "class")
	}
	if attrIn(attrs, "input") == signalKind {
		return "D-Bus signal to " + attrIn(attrs, "class")
	}
	return attrIn(attrs, "type") + " to " + attrIn(attrs, "window")
}

// nesting follows which handlers wait in which loops.
type nesting struct {
	labels map[trace.EventID]string
	loops  map[trace.EventID]int // so many were spun
	open   []waiting
}

type waiting struct {
	event  trace.EventID
	guard  trace.LoopID
	thread trace.ThreadID
	nth    int
	label  string
}

func (n *nesting) step(op *trace.Op) {
	switch op.Kind {
	case trace.Enq, trace.Deq:
		if l := op.Attr("label"); l != "" {
			n.labels[op.Event] = l
		}
	case trace.Pause:
		if op.Attr("flush") != "" {
			break // no input comes there (derivation.nth)
		}
		n.loops[op.Event]++
		n.open = append(n.open, waiting{op.Event, op.Loop, op.Thread, n.loops[op.Event], n.labels[op.Event]})
	case trace.Resume:
		for i := len(n.open) - 1; i >= 0; i-- {
			if n.open[i].guard == op.Loop {
				n.open = append(n.open[:i], n.open[i+1:]...)
				break
			}
		}
	case trace.End:
		delete(n.labels, op.Event)
		delete(n.loops, op.Event)
	}
}

// context is where a thread waits; nil: in a loop that has no name.
func (n *nesting) context(thread trace.ThreadID) *InLoop {
	for i := len(n.open) - 1; i >= 0; i-- {
		switch w := n.open[i]; {
		case w.thread != thread:
		case w.label == "":
			return nil
		default:
			return &InLoop{Event: w.label, Nth: w.nth}
		}
	}
	return &InLoop{Event: startUp}
}

// Played is what the replays of a session showed.
type Played struct {
	Runs, Whole int    // Whole: everything was played, the program ended by itself
	First       string // what went wrong in the first run that was not
}

// String is one line: "20 of 20 sessions".
func (p *Played) String() string {
	s := fmt.Sprintf("%d of %d sessions played to the end", p.Whole, p.Runs)
	if p.First != "" {
		s += ": " + p.First
	}
	return s
}

// PlaySession runs the program under a session's schedule. When ctx ends, the
// runs so far come back with its error.
func PlaySession(ctx context.Context, s *Schedule, argv []string, opt Options) (*Played, error) {
	p, err := findAny(argv)
	if err != nil {
		return nil, err
	}
	played := &Played{}
	runs := max(1, opt.Runs)
	said := make([]string, runs) // why each run was not whole
	var mu sync.Mutex
	err = each(ctx, runs, opt.Jobs, func(ctx context.Context, i int) error {
		mu.Lock()
		if opt.Progress != nil {
			opt.Progress(Progress{ID: s.Race.ID, Race: 1, Races: 1, Run: i + 1, Runs: runs, Done: played.Runs, All: runs})
		}
		mu.Unlock()
		o, err := runProgram(ctx, s, p, argv, opt.RunOptions)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		played.Runs++
		if said[i] = unfinished(s, o); said[i] == "" {
			played.Whole++
		}
		return nil
	})
	if i := slices.IndexFunc(said, func(why string) bool { return why != "" }); i >= 0 {
		played.First = said[i]
	}
	return played, err
}

// required is how many inputs a run must have played.
func required(s *Schedule) int {
	n := 0
	for _, d := range s.Directives {
		if d.Input != nil && !d.Input.Optional {
			n++
		}
	}
	return n
}

// unfinished says why a run did not play the whole session, "" if it did.
func unfinished(s *Schedule, o *Outcome) string {
	g := &o.goals
	switch {
	case len(o.Reports) > 0:
		return o.Reports[0].Kind + " in " + describe(o.Reports[0].Use)
	case g.diverged != "":
		return "diverged, " + g.diverged
	case o.Signal != 0 && o.Stopped == "":
		return fmt.Sprintf("ended by a signal (%v)%s", o.Signal, tail(o))
	case !g.headed:
		return g.missing() + lastWords(o)
	case g.played < required(s) && o.Stopped != "":
		return fmt.Sprintf("%d of %d inputs were played: %s%s", g.played, required(s), o.Stopped, lastWords(o))
	case g.played < required(s):
		return fmt.Sprintf("%d of %d inputs were played: the program ended by itself (%s)%s", g.played, required(s), o.how(), lastWords(o))
	case o.Stopped != "":
		return "the program did not end by itself: " + o.Stopped
	}
	return ""
}
