package exporttest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/lazyregexp"
	"sparseracer/internal/plain"
	"sparseracer/internal/steer"
	"sparseracer/internal/steering"
)

// Causes of an event beside other events.
const (
	byStart   = -1 // code before the first loop
	byUnknown = -3
)

// event is a row of the director's table.
type event struct {
	kind            string // of the director: Timer, Posted, Notifier, Input
	label, about    string
	typ             string // of QEvent, as C++
	class, name     string
	cause           int
	interval, exact int // of a timer: ms and Qt::TimerType, -1 where unknown
	nth, index      int
}

type hold struct {
	event, timeoutMS int
	until            []int
}

type linger struct{ event, loop, ms int }

// plan is what the director is told.
type plan struct {
	events  []event
	holds   []hold
	lingers []linger
	inputs  []input
	use     int
	free    int
	notes   []string
	abouts  map[string]string // of labels, as the schedule describes them
}

// refusal says why a schedule needs `sparseracer replay`.
type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// planOf says what the application's own means have to do, or why they cannot.
func planOf(s *steer.Schedule) (*plan, error) {
	p := &plan{abouts: map[string]string{}}
	switch {
	case s.Guard != nil:
		return nil, refuse("its crash was proven with guard pages, which come with sparseracer")
	case s.FastTimers:
		return nil, refuse("it runs in virtual time (--fast-timers)")
	}
	p.collectAbouts(s)
	for _, d := range s.Directives { // inputs first: other labels name them
		if d.Input == nil {
			continue
		}
		if err := p.addInput(d.Input); err != nil {
			return nil, err
		}
	}
	var err error
	if p.use, err = p.eventOf(s.Goal.Use, false); err != nil {
		return nil, err
	}
	if p.free, err = p.eventOf(s.Goal.Free, true); err != nil {
		return nil, err
	}
	for _, d := range s.Directives {
		switch {
		case d.Hold != nil:
			err = p.addHold(d.Hold)
		case d.Linger != nil:
			err = p.addLinger(d.Linger)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := p.placeInputs(s); err != nil {
		return nil, err
	}
	p.findCauses()
	return p, nil
}

func (p *plan) collectAbouts(s *steer.Schedule) {
	for _, d := range s.Directives {
		var targets []steer.Target
		switch {
		case d.Hold != nil:
			targets = append(slices.Concat(d.Hold.Until, d.Hold.Perhaps), steer.Target{Event: d.Hold.Event, About: d.Hold.About})
		case d.Linger != nil:
			targets = append(slices.Clone(d.Linger.Until), steer.Target{Event: d.Linger.Event, About: d.Linger.About})
		case d.Input != nil:
			targets = append(slices.Clone(d.Input.After), steer.Target{Event: d.Input.Event, About: d.Input.About})
		}
		for _, t := range targets {
			if t.About != "" {
				p.abouts[t.Event] = t.About
			}
		}
	}
}

var intervalForm = lazyregexp.New(`\((\d+) ms(?:, (precise|coarse|very coarse))?\)`)

// eventOf is the row of a label. awaited: others wait for it, so it must be the right one.
func (p *plan) eventOf(text string, awaited bool) (int, error) {
	if i := slices.IndexFunc(p.events, func(e event) bool { return e.label == text }); i >= 0 {
		return i, nil
	}
	l, ok := parseLabel(text)
	if !ok || l.kind == "input" {
		return 0, refuse("%s is nothing that a test can wait for", plain.Text(text))
	}
	e := event{label: text, about: p.abouts[text], class: l.class, name: l.name, cause: byUnknown, interval: -1, exact: -1, nth: l.nth, index: l.nth}
	if e.about == "" {
		e.about = text
	}
	switch l.kind {
	case "timer":
		e.kind, e.typ, e.nth = "Timer", "QEvent::Timer", l.firing
		if m := intervalForm().FindStringSubmatch(e.about); m != nil {
			e.interval = number(m[1])
			e.exact = slices.Index([]string{"precise", "coarse", "very coarse"}, m[2])
		}
	case "notifier":
		e.kind, e.typ = "Notifier", "QEvent::SockAct"
		if awaited && l.unnamed && l.cause != hash(steering.LabelMain)[:8] {
			return 0, refuse("which of the program's notifiers brings the free about cannot be said from outside (%s)", plain.Text(e.about))
		}
	case "posted":
		e.kind, e.typ = "Posted", "QEvent::"+l.what
		if _, err := strconv.Atoi(l.what); err == nil {
			e.typ = l.what
		} else if !typeForm().MatchString(l.what) {
			return 0, refuse("%s is of no type that Qt's headers name", plain.Text(e.about))
		}
	}
	p.events = append(p.events, e)
	return len(p.events) - 1, nil
}

var typeForm = lazyregexp.New(`^[A-Z][A-Za-z]{2,40}$`)

func (p *plan) addHold(h *steer.Hold) error {
	at, err := p.eventOf(h.Event, false)
	if err != nil {
		return err
	}
	switch p.events[at].kind {
	case "Posted":
		return refuse("an event that was posted is to wait (%s), and Qt does not deliver one again", plain.Text(p.events[at].about))
	case "Input":
		return refuse("an input is to wait in the queue")
	}
	to := hold{event: at, timeoutMS: h.TimeoutMS}
	for _, u := range h.Until {
		i, err := p.eventOf(u.Event, true)
		if err != nil {
			return err
		}
		to.until = append(to.until, i)
	}
	p.holds = append(p.holds, to)
	return nil
}

// addLinger: a slow handler takes as long as its timer's interval, so the timer is due after it.
func (p *plan) addLinger(l *steer.Linger) error {
	at, err := p.eventOf(l.Event, false)
	if err != nil {
		return err
	}
	to := linger{event: at, loop: l.Loop}
	for _, u := range l.Until {
		i, err := p.eventOf(u.Event, true)
		if err != nil {
			return err
		}
		to.ms = max(to.ms, p.events[i].interval+50)
	}
	if to.ms <= 50 || to.ms > l.TimeoutMS {
		return refuse("a handler is to be slow until a timer is due, whose interval the schedule does not say")
	}
	p.lingers = append(p.lingers, to)
	return nil
}

// mostStarters are how many single shots of the start are tried as the cause of something.
const mostStarters = 16

// addStarter adds the handler that started a timer, if it is a single shot that the
// program's start began: a schedule does not name it.
func (p *plan) addStarter(text string) {
	l, _ := parseLabel(text)
	for n := 1; n <= mostStarters && l.kind == "timer"; n++ {
		starter := fmt.Sprintf("timer QSingleShotTimer in %s #%d.1", hash(steering.LabelMain), n)
		if hash(starter) != l.cause {
			continue
		}
		if _, err := p.eventOf(starter, false); err != nil {
			panic(err) // it is a label
		}
	}
}

// findCauses finds out in which of the known handlers an event began.
func (p *plan) findCauses() {
	known := map[string]int{hash(steering.LabelMain): byStart}
	for _, e := range slices.Clone(p.events) {
		p.addStarter(e.label)
	}
	for i, e := range p.events {
		known[hash(e.label)] = i
	}
	for i := range p.events {
		l, _ := parseLabel(p.events[i].label)
		for h, of := range known {
			if l.cause != "" && of != i && strings.HasPrefix(h, l.cause) {
				p.events[i].cause = of
			}
		}
		if l.kind == "posted" && l.nth > 1 || l.kind == "timer" && p.events[i].cause == byUnknown && p.events[i].interval < 0 {
			p.notes = append(p.notes, "one of several alike, the first is taken: "+p.events[i].about)
		}
	}
}
