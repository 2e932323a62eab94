package steer

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// DeriveOptions are the limits written into a schedule.
type DeriveOptions struct {
	HoldMS      int  // of one hold; 0: 5 s
	WatchdogMS  int  // of the whole run; 0: 15 s
	Driven      bool // a driver repeats the recorded person's input, or the schedule does
	Played      bool // the schedule, and it can be later
	CloseBy     Call // instead of closing a window while the use's handler waits
	FastTimers  bool // virtual time
	Environment map[string]string
	nthLoop     int  // of the loops of the use's handler that a schedule can be for, from 0
	asked       bool // what asks for the free comes before the handler of the use (asked.go)
}

const (
	defaultHoldMS     = 5_000
	defaultWatchdogMS = 15_000
)

// Derive makes the schedule that runs the free of a use-free race inside the
// loop its use waits in (or, for a plain handler, before that handler). The
// error is a *Refusal when the race has none.
//
// Steps, for a use in block Bu of event U, the free in block Bf of event F:
//  1. Bu ≺ Bf: the order is fixed.
//  2. For a loop v of U that ends before Bu: R is the event that resets v; for a
//     plain handler R is U. If R ≺ Bf, the free needs R: infeasible.
//  3. P is the past of Bf. Input is played again (inputs.go): up to the loop as
//     recorded, what is in P inside the loop, the rest after F.
//  4. Hold R until F has ended, with all that may not overtake R (holds.go).
//  5. A loop of U that nothing ends (processEvents) is not held open: U lingers
//     before it, until the timers in P are due.
//  6. Everything else runs free.
func Derive(res *sparsehb.Result, o Order, p Prediction, opt DeriveOptions) (*Schedule, error) {
	s, err := derive(res, o, p, p.Race, opt)
	for i := 0; err != nil && i < len(p.Others); i++ {
		if other, none := derive(res, o, p, p.Others[i], opt); none == nil {
			return other, nil
		}
	}
	return s, err
}

// deriveAll derives it, and the schedules to be tried where it does not show the race: one
// in which the free is asked for earlier; a race that only a call brings about has one for
// each call that the program offers.
func deriveAll(res *sparsehb.Result, o Order, p Prediction, opt DeriveOptions, calls []Call) (s *Schedule, instead []*Schedule, err error) {
	if p.Race == nil || p.Race.By != sparsehb.ByCall || opt.CloseBy.Path != "" || opt.Driven {
		s, instead, err = deriveLoops(res, o, p, opt)
		if opt.Driven || p.Race == nil {
			return s, instead, err
		}
		opt.asked = true
		asked, no := Derive(res, o, p, opt)
		switch {
		case no != nil:
			return s, instead, err
		case err != nil:
			errors.As(err, &asked.refused)
			return asked, nil, nil
		}
		return s, append(instead, asked), nil
	}
	if len(calls) == 0 {
		return nil, nil, unsupported("a person cannot close the window while the handler of the use waits, and the program offers no D-Bus call that closes it or quits")
	}
	for _, c := range calls {
		opt.CloseBy = c
		other, no := Derive(res, o, p, opt)
		switch {
		case no != nil:
			err = cmp.Or(err, no)
		case s == nil:
			s = other
		default:
			instead = append(instead, other)
		}
	}
	if s != nil {
		return s, instead, nil
	}
	return nil, nil, err
}

// errNoOtherLoop: only the race's own is there.
var errNoOtherLoop = unsupported("its handler has no other loop in which the free could come")

// otherLoopsMost is how many loops of one handler are tried besides the race's own.
const otherLoopsMost = 2

// deriveLoops derives it for the race's own loop, and for others of the same handler: what a modal
// window keeps a person from in one of them may be possible in another.
func deriveLoops(res *sparsehb.Result, o Order, p Prediction, opt DeriveOptions) (s *Schedule, instead []*Schedule, err error) {
	for opt.nthLoop = 0; opt.nthLoop <= otherLoopsMost; opt.nthLoop++ {
		other, no := Derive(res, o, p, opt)
		switch {
		case no != nil:
			err = cmp.Or(err, no)
		case s == nil:
			s = other
		default:
			instead = append(instead, other)
		}
	}
	if s != nil {
		return s, instead, nil
	}
	return nil, nil, err
}

// deriveLearned is deriveAll where a driver plays the person. What it did is in the
// recording: so where its inputs would have to be held, they are played from there, and the
// driver is left out.
func deriveLearned(res *sparsehb.Result, o Order, p Prediction, opt DeriveOptions, calls []Call) (*Schedule, []*Schedule, error) {
	s, instead, err := deriveAll(res, o, p, opt, calls)
	var no *Refusal
	if !opt.Driven || !errors.As(err, &no) || !no.driver {
		return s, instead, err
	}
	opt.Driven = false
	s, instead, err = deriveAll(res, o, p, opt, calls)
	if other := (*Refusal)(nil); errors.As(err, &other) {
		err = &Refusal{Infeasible: other.Infeasible, Reason: no.Reason + "; played without the driver: " + other.Reason}
	}
	return s, instead, err
}

func derive(res *sparsehb.Result, o Order, p Prediction, race *sparsehb.Race, opt DeriveOptions) (*Schedule, error) {
	if p.Guard == nil && !slices.ContainsFunc(p.Use, func(f string) bool { return f != "" }) {
		return nil, unsupported("the use has no function by which a report could be recognised (no symbols)")
	}
	d, err := newDerivation(res, o, race, opt)
	if err != nil {
		return nil, err
	}
	plan, err := d.plan()
	if err == nil && opt.nthLoop > 0 && d.loop == nil {
		err = errNoOtherLoop
	}
	if err != nil {
		return nil, err
	}
	played, err := d.inputs(plan)
	if err == nil {
		played, err = d.leaving(plan, played)
	}
	if err != nil {
		return nil, err
	}
	s := &Schedule{
		Format: scheduleFormat, Version: ScheduleVersion,
		Race: RaceInfo{ID: p.ID, Kind: "use-free", Summary: fmt.Sprintf("%s uses what %s frees",
			nameOf(p.Use, d.about(d.use)), nameOf(p.Free, d.about(d.free)))},
		Environment: opt.Environment,
		WatchdogMS:  orDefault(opt.WatchdogMS, defaultWatchdogMS),
		Directives:  []Directive{},
		Goal:        Goal{Free: d.label(d.free), Use: d.label(d.use)},
		Expect:      Expect{Use: p.Use, Free: p.Free, Alloc: p.Alloc, Also: distinct(p), Variable: race.Second.Scope},
		Guard:       p.Guard,
		FastTimers:  opt.FastTimers,
		asked:       opt.asked,
		otherLoop:   d.loop != nil && d.loop.ID != race.Loop,
		byLibrary:   race.First.Mode&trace.ModeUse != 0,
		subject:     d.subject(plan, len(played) > 0),
		freedSize:   d.numbered(), freedByThread: d.ofAnotherThread(),
	}
	if res.Meta != nil {
		s.Program = res.Meta.Command
	}
	for _, in := range played {
		s.play(in)
	}
	if len(played) > 0 {
		s.personAnswers(d.recordedInputs())
	}
	s.Directives = append(s.Directives, d.directives(plan, orDefault(opt.HoldMS, defaultHoldMS))...)
	if err := s.validate(); err != nil {
		return nil, unsupported("no schedule can be written: %v", err)
	}
	return s, nil
}

// directives are what a plan asks for; timeout is that of each, in milliseconds.
func (d *derivation) directives(plan plan, timeout int) []Directive {
	var list []Directive
	for _, e := range plan.held {
		list = append(list, Directive{Hold: &Hold{
			Event: d.label(e), About: d.about(e), TimeoutMS: timeout, Until: d.targets(d.free),
		}})
	}
	if plan.loop > 0 {
		list = append(list, Directive{Linger: &Linger{
			Event: d.label(d.use), About: d.about(d.use), Loop: plan.loop, TimeoutMS: timeout, Until: d.targets(plan.due...),
		}})
	}
	return list
}

func (d *derivation) targets(events ...*sparsehb.Event) []Target {
	var list []Target
	for _, e := range events {
		list = append(list, Target{Event: d.label(e), About: d.about(e)})
	}
	return list
}

// distinct are the further places of a race that another stack sets apart.
func distinct(p Prediction) []Expect {
	var list []Expect
	seen := [][3][]string{{p.Use, p.Free, p.Alloc}, {p.Use, p.Free, nil}}
	for _, e := range p.Places {
		same := func(s [3][]string) bool {
			return slices.Equal(s[0], e.Use) && slices.Equal(s[1], e.Free) && slices.Equal(s[2], e.Alloc)
		}
		if len(e.Use) > 0 && !slices.ContainsFunc(seen, same) {
			seen = append(seen, [3][]string{e.Use, e.Free, e.Alloc})
			list = append(list, Expect{Use: e.Use, Free: e.Free, Alloc: e.Alloc})
		}
	}
	return list
}

func infeasible(format string, args ...any) *Refusal {
	return &Refusal{Infeasible: true, Reason: fmt.Sprintf(format, args...)}
}

func unsupported(format string, args ...any) *Refusal {
	return &Refusal{Reason: fmt.Sprintf(format, args...)}
}

func besideDriver(format string, args ...any) *Refusal {
	return &Refusal{Reason: fmt.Sprintf(format, args...), driver: true}
}

func orDefault(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

func nameOf(functions []string, otherwise string) string {
	for _, f := range functions {
		if !headerName(simplify(f)) {
			return f
		}
	}
	return otherwise
}

// label is how an event is recognised in another run, "" for none. Start-up
// code that spins a loop is the same in all of them. How many objects an event
// makes before a certain one differs between builds of a large program, so the
// number stands in the schedule only where the label is ambiguous without it.
func (d *derivation) label(e *sparsehb.Event) string {
	l := d.recorded(e)
	if open := openLabel(l); d.open[open] == 1 {
		return open
	}
	return l
}

func (d *derivation) recorded(e *sparsehb.Event) string {
	if l := e.Attr("label"); l != "" || e.Enq != sparsehb.NoOp || d.name(e) != startUp {
		return l
	}
	return startUp
}

var birthNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(steering.LabelBirth) + `([0-9a-f]{8})\.[0-9]+` + steering.LabelIn)
})

// openLabel leaves out the number of the receiver's birth.
func openLabel(l string) string {
	if at := birthNumber().FindStringSubmatchIndex(l); at != nil {
		return l[:at[3]] + "." + steering.LabelAny + steering.LabelIn + l[at[1]:]
	}
	return l
}

// startUp names the pseudo-event of the code before the default loop, here as
// in the runtime.
const startUp = steering.LabelMain

func (d *derivation) name(e *sparsehb.Event) string {
	if d.res.Tables == nil || e.ID < 0 || int(e.ID) >= d.res.Tables.Events.Len() {
		return ""
	}
	return d.res.Tables.EventName(e.ID)
}

// derivation holds what the steps share.
type derivation struct {
	res       *sparsehb.Result
	o         Order
	opt       DeriveOptions
	race      *sparsehb.Race
	use, free *sparsehb.Event
	labels    map[string]int // how many events carry each, as recorded
	open      map[string]int // the same without the numbers of births
	loop      *sparsehb.Loop // that the free is to come in, nil: a plain handler
}

func newDerivation(res *sparsehb.Result, o Order, race *sparsehb.Race, opt DeriveOptions) (*derivation, error) {
	if race.Kind != sparsehb.UseFree {
		return nil, unsupported("only use-free races are steered by this version")
	}
	d := &derivation{res: res, o: o, opt: opt, race: race}
	d.count()
	d.use, d.free = d.event(race.First.Event), d.event(race.Second.Event)
	switch {
	case d.use == nil:
		return nil, unsupported("the use is outside every handler")
	case d.free == nil:
		return nil, unsupported("the free is outside every handler")
	case d.label(d.free) == startUp:
		return nil, unsupported("the free is in start-up code, whose end nothing can wait for")
	case d.use.Thread != d.free.Thread:
		return nil, unsupported("the handlers run in different threads")
	case d.use == d.free:
		return nil, infeasible("use and free are in one handler")
	case d.o.Before(race.First.Block, race.Second.Block):
		return nil, infeasible("the use comes before the free in every order")
	}
	for _, e := range []*sparsehb.Event{d.use, d.free} {
		if err := d.recognisable(e); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// count learns which labels are unambiguous.
func (d *derivation) count() {
	d.labels, d.open = map[string]int{}, map[string]int{}
	for i := range d.res.Events {
		l := d.recorded(&d.res.Events[i])
		d.labels[l]++
		d.open[openLabel(l)]++
	}
}

func (d *derivation) event(id trace.EventID) *sparsehb.Event {
	if id < 0 || int(id) >= len(d.res.Events) {
		return nil
	}
	return &d.res.Events[id]
}

// recognisable: a directive can name e in another run.
func (d *derivation) recognisable(e *sparsehb.Event) error {
	if name := e.Attr("type"); d.label(e) == "" && e.Kind == trace.Posted && name != "" && e.Attr("class") != "" {
		return unsupported("Qt lays out and paints by the %s, whenever that is due: such events are not held, nor waited for", d.about(e))
	}
	if d.label(e) == "" {
		return unsupported("%s has no label by which another run could recognise it", d.about(e))
	}
	if d.labels[d.recorded(e)] > 1 && e.Attr("type") != "frame" { // a thread's frames have one label, and each is held in its turn
		return unsupported("%s shares its label with another event", d.about(e))
	}
	return nil
}

// begins reports FB(e) ≼ b: e is in the past of b, or b is in e.
func (d *derivation) begins(e *sparsehb.Event, b sparsehb.BlockID) bool {
	if e.FirstBlock == sparsehb.NoBlock && d.ofThread() {
		return d.beginsElsewhere(e, b)
	}
	return e.FirstBlock != sparsehb.NoBlock && b != sparsehb.NoBlock &&
		(e.FirstBlock == b || d.o.Before(e.FirstBlock, b))
}

// about describes an event to a person.
func (d *derivation) about(e *sparsehb.Event) string {
	var b strings.Builder
	b.WriteString(kindName[e.Kind])
	if t := e.Attr("type"); t != "" && e.Kind != trace.Timer && e.Kind != trace.Deferred {
		b.WriteString(" " + t)
	}
	class, name := e.Attr("class"), e.Attr("name")
	if owner := e.Attr("owner"); owner != "" {
		class, name = trace.SplitOwner(owner)
	}
	if class != "" {
		b.WriteString(" of " + class)
	}
	if n := name; n != "" {
		fmt.Fprintf(&b, " %q", n)
	}
	if ms := e.Attr("interval"); ms != "" && e.Kind == trace.Timer {
		fmt.Fprintf(&b, " (%s ms, %s)", ms, e.Attr("timertype"))
	}
	if thread := e.Attr("poster"); thread != "" {
		fmt.Fprintf(&b, ", posted by thread %q", thread)
	}
	if name := d.name(e); name != "" && e.Attr("class") == "" {
		fmt.Fprintf(&b, ", event %s", name)
	}
	return strings.ToValidUTF8(b.String(), "?")
}

var kindName = map[trace.EventKind]string{
	trace.Posted: "posted event", trace.Timer: "timer", trace.Socket: "socket notifier",
	trace.Input: "input", trace.Deferred: "deferred delete", trace.Env: "event",
}
