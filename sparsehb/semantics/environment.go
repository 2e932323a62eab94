package semantics

import (
	"fmt"
	"slices"
	"strings"

	"sparseracer/internal/trace"
)

// The environment: clocks, notifiers, windows and persons. What is said here comes from
// Qt's event dispatcher and windowing code (5.15, 6.4), and knows nothing of rules.
//
// Timers. A list holds those that run, by the time they are due, and of one time the one
// started first stands first. Time passes whenever it likes, also between two starts in
// one handler. Only the first of the list fires, when it is due or later; one whose
// handler runs is skipped, to its next due time. A precise timer is due after its
// interval, a very coarse one at a whole second.
//
// Notifiers speak while they are enabled, each event of theirs once, at any time or never.
//
// Windows. A person's input comes to a window that is shown and that no modal window
// blocks (the window system may activate one all the same), keys to the active one. The modal windows stand in a stack: all windows but the
// one on top are blocked. While a menu is open, keys go to it, and so do those that are
// read in the turn of the loop in which it closes: the window system has them for it. A
// release follows its press, and a second activation the first. A loop that excludes input
// delivers nothing of that but activations itself.
//
// Things are made and freed. What is to be delivered to a thing waits for it, and goes
// with it; nobody posts to what is not there.
//
// The trace records this as recorders do: by attributes, and by events that are never
// delivered (docs/trace-language.md).

// World is what a program has of an environment.
type World struct {
	Things   int
	Late     uint16  // things that a handler makes: the others are there from the start
	Timers   []Timer // of the clock
	Windows  []Window
	Excludes uint16 // loops that take no input
	Left     uint16 // loops that a person may end at any time, without a word in the trace
	// Silent: what makes something possible that is possible already is not recorded.
	Silent bool
	// Depths: deferred deletes record the depth that they were asked for at, not the level.
	Depths bool
	// BatchDeletes: in batch loops, a deferred delete comes in a batch only that began after
	// it was asked for. Else it comes at any moment, as if handlers asked for all that wait.
	BatchDeletes bool
	// QueuedDeletes: in batch loops, deferred deletes stand in the queue with all else. A batch
	// delivers one, or puts it at the end, where its level does not allow it yet.
	QueuedDeletes bool
}

// Timer is one start of a timer. First is the event of its first firing.
type Timer struct {
	Interval   int // quarters of a second; of a very coarse one, seconds
	VeryCoarse bool
	First      int
}

// Window is modal, or a menu, or neither.
type Window struct{ Modal, Menu bool }

// Surroundings are what an event needs of the environment, and what it does there.
// Numbers count from 1, 0 is none.
type Surroundings struct {
	Timer    int // a firing of it
	Next     int // the firing after it, if the timer goes on
	Notifier int
	Window   int    // it is input for it
	Type     string // of input: Mouse, Key, Close, Activate
	After    int    // the event that must have come: the press of a release, an earlier activation
	Press    bool   // it is the After of a release
	First    bool   // it activates its window for the first time
	Again    bool   // not for the first time
	Reach    bool   // a key that reaches the program whatever has the keyboard
}

// Limits: sets of these are words.
const (
	maxWindows    = 4
	maxNotifiers  = 4
	ticksASecond  = 4
	quarterSecond = 250 // ms
	noticesAtMost = 1 + maxWindows
)

// HasEnvironment reports whether a program has more of an environment than things that
// are there from the start.
func (p *Program) HasEnvironment() bool {
	return p.Late != 0 || len(p.Timers) > 0 || len(p.Windows) > 0 || slices.ContainsFunc(p.Events, func(e Event) bool { return e.Notifier > 0 })
}

// world is the environment's part of a state.
type world struct {
	open       uint16 // events that may come, or not
	lateness   int8   // of the timer that is being delivered
	menuClosed bool   // in this turn
	made       uint16 // things
	fresh      uint16 // deferred deletes that no batch has begun after
	closed     uint8  // timers that nobody can start any more
	enabled    uint8  // notifiers
	shown      uint8  // windows
	modal      []int8 // windows, in the order in which they were shown
	active     int8   // window
	timers     []runningTimer
	quarter    int8 // of the second
	announced  [maxWindows + maxNotifiers]trace.EventID
	blockers   [maxWindows]trace.EventID
}

// runningTimer is due in so many ticks. How late one that fires again is, is known up to
// its interval.
type runningTimer struct{ timer, event, left int8 }

func newWorld(p *Program) world {
	w := world{made: ^p.Late, active: nobody}
	for i := range w.announced {
		w.announced[i] = trace.NoEvent
	}
	for i := range w.blockers {
		w.blockers[i] = trace.NoEvent
	}
	return w
}

func (w *world) key(buf []byte) []byte {
	buf = append(buf, byte(w.open), byte(w.open>>8), byte(w.fresh), byte(w.fresh>>8), byte(w.made), byte(w.made>>8), w.closed, w.enabled, w.shown, byte(w.active), byte(w.quarter))
	if w.menuClosed {
		buf = append(buf, 1)
	}
	for _, m := range w.modal {
		buf = append(buf, byte(m))
	}
	buf = append(buf, 0xfe)
	for _, t := range w.timers {
		buf = append(buf, byte(t.event), byte(t.left))
	}
	return append(buf, 0xfe)
}

// there: the thing was made; x counts from 1, and 0 always is.
func (s *state) there(x int) bool  { return x == 0 || s.made>>(x-1)&1 != 0 }
func (s *state) isGone(x int) bool { return x > 0 && s.gone>>(x-1)&1 != 0 }

// may: the event comes if the environment allows it, or not at all.
func (e *Event) may(p *Program) bool {
	return e.Root && (e.Notifier > 0 || e.Window > 0 || e.To > 0 && p.Late>>(e.To-1)&1 != 0)
}

// mayCome: the environment allows it now.
func (m *machine) mayCome(s *state, i int) bool {
	e := &m.p.Events[i]
	switch {
	case !s.there(e.To) || e.After > 0 && s.ran>>m.first[e.After-1]&1 == 0:
		return false
	case e.Notifier > 0:
		return s.enabled>>(e.Notifier-1)&1 != 0
	case e.Window > 0:
		return m.inputComes(s, e, int8(e.Window-1))
	}
	return true
}

func (m *machine) inputComes(s *state, e *Event, w int8) bool {
	if s.shown>>w&1 == 0 || e.Type != "Activate" && (m.excludes(s) || s.blocked(m.p, w)) {
		return false
	}
	if e.Type != "Key" || e.Reach {
		return true
	}
	if m.p.Windows[w].Menu {
		return true
	}
	return s.active == w && !m.menuOpen(s) && !s.menuClosed
}

// turn begins another turn of the innermost loop, if the keys of this one went to a menu.
func (m *machine) turn(s *state, yield func(state)) {
	if top := &s.frames[len(s.frames)-1]; s.menuClosed && !s.busy && !m.isSet(s, top) {
		c := s.copy()
		c.menuClosed = false
		yield(c)
	}
}

// excludes: the innermost loop takes no input.
func (m *machine) excludes(s *state) bool {
	loop := s.frames[len(s.frames)-1].loop
	return loop >= 0 && m.p.Excludes>>loop&1 != 0
}

func (m *machine) menuOpen(s *state) bool {
	for w := range m.p.Windows {
		if m.p.Windows[w].Menu && s.shown>>w&1 != 0 {
			return true
		}
	}
	return false
}

// blocked: a modal window keeps input from it.
func (s *state) blocked(p *Program, w int8) bool {
	n := len(s.modal)
	return n > 0 && s.modal[n-1] != w && !p.Windows[w].Menu
}

// came is what an event does to the environment by coming.
func (m *machine) came(s *state, e *Event) {
	if e.First || e.Again {
		s.active = int8(e.Window - 1)
	}
	if e.Timer > 0 && e.Next > 0 {
		m.goesOn(s, e)
	}
}

// tick lets a quarter of a second pass.
func (m *machine) tick(s *state, yield func(state)) {
	moves := slices.ContainsFunc(m.p.Timers, func(t Timer) bool { return t.VeryCoarse })
	for _, t := range s.timers {
		moves = moves || t.left > m.latest(t)
	}
	if !moves {
		return
	}
	c := s.copy()
	c.timers = slices.Clone(s.timers)
	for i := range c.timers {
		c.timers[i].left = max(c.timers[i].left-1, m.latest(c.timers[i]))
	}
	if slices.ContainsFunc(m.p.Timers, func(t Timer) bool { return t.VeryCoarse }) {
		c.quarter = (c.quarter + 1) % ticksASecond
	}
	yield(c)
}

// latest bounds how late a timer is: later is no different.
func (m *machine) latest(t runningTimer) int8 {
	if m.p.Events[t.event].Next == 0 {
		return 0
	}
	return int8(-m.p.Timers[t.timer].Interval - 1)
}

// fire lets the first timer of the list fire, or skips it.
func (m *machine) fire(s *state, yield func(state)) {
	if len(s.timers) == 0 || s.timers[0].left > 0 {
		return
	}
	c := s.copy()
	t := s.timers[0]
	c.timers = slices.Clone(s.timers[1:])
	if m.runs(s, t.timer) {
		m.insertTimer(&c, runningTimer{t.timer, t.event, m.nextDue(t)})
	} else {
		c.lateness = t.left
		m.deliver(&c, t.event)
	}
	yield(c)
}

// runs: the handler of one of the timer's firings waits in a loop.
func (m *machine) runs(s *state, timer int8) bool {
	return slices.ContainsFunc(s.frames, func(f frame) bool { return f.event >= 0 && m.p.Events[f.event].Timer == int(timer)+1 })
}

// nextDue is one interval after the last due time, or from now if that has passed.
func (m *machine) nextDue(t runningTimer) int8 {
	interval := int8(m.p.Timers[t.timer].Interval)
	if due := t.left + interval; due >= 0 {
		return due
	}
	return interval
}

// goesOn puts a timer that fires into the list again.
func (m *machine) goesOn(s *state, e *Event) {
	t := runningTimer{int8(e.Timer - 1), int8(e.Next - 1), s.lateness}
	t.left = m.nextDue(t)
	m.insertTimer(s, t)
	m.emit(m.p.firing(t))
}

// insertTimer keeps the list sorted by due times.
func (m *machine) insertTimer(s *state, t runningTimer) {
	at := len(s.timers)
	for at > 0 && s.timers[at-1].left > t.left {
		at--
	}
	s.timers = slices.Insert(slices.Clone(s.timers), at, t)
}

func (m *machine) startTimer(s *state, i int) {
	x := &m.p.Timers[i]
	t := runningTimer{int8(i), int8(x.First), int8(x.Interval)}
	if x.VeryCoarse {
		second := int8(ticksASecond * x.Interval)
		if s.quarter > ticksASecond/2 {
			second += ticksASecond
		}
		t.left = second - s.quarter
	}
	m.insertTimer(s, t)
	m.emit(m.p.firing(t))
}

func (p *Program) firing(t runningTimer) trace.Op {
	x, e := &p.Timers[t.timer], &p.Events[t.event]
	kind, ms := "precise", quarterSecond*x.Interval
	if x.VeryCoarse {
		kind, ms = "verycoarse", 1000*x.Interval
	}
	return trace.Op{Kind: trace.Enq, Event: trace.EventID(t.event), EventKind: trace.Timer, Level: trace.NoLevel, Loop: trace.NoLoop,
		Attrs: append(e.receiver(), trace.Attr{Key: "timer", Value: fmt.Sprint(t.timer)}, trace.Attr{Key: "timertype", Value: kind},
			trace.Attr{Key: "interval", Value: fmt.Sprint(ms)}, trace.Attr{Key: "source", Value: fmt.Sprint("timer", t.timer)})}
}

// stopTimers takes timers out of the list.
func (m *machine) stopTimers(s *state, which func(runningTimer) bool) {
	var left []runningTimer
	for _, t := range s.timers {
		if which(t) {
			m.drop(int(t.event))
		} else {
			left = append(left, t)
		}
	}
	s.timers = left
}

// place is an action: of a handler, or of start-up code (event nobody).
type place struct{ event, at int }

// notices numbers the events that say what actions do to the environment.
func (p *Program) notices() map[place]trace.EventID {
	list := map[place]trace.EventID{}
	next := trace.EventID(len(p.Events) + len(p.Threads))
	body := func(e int, actions []Action) {
		for i, a := range actions {
			if a.Do == Show || a.Do == Hide || a.Do == Enable || a.Do == StopTimer || a.Do == CloseTimer {
				list[place{e, i}] = next
				next += noticesAtMost
			}
		}
	}
	body(nobody, p.Startup)
	for e := range p.Events {
		body(e, p.Events[e].Body)
	}
	return list
}

func (m *machine) announce(e trace.EventID, key, value string, more ...trace.Attr) trace.EventID {
	m.emit(trace.Op{Kind: trace.Enq, Event: e, EventKind: trace.Env, Level: trace.NoLevel, Loop: trace.NoLoop,
		Attrs: append([]trace.Attr{{Key: key, Value: value}}, more...)})
	return e
}

// withdraw: what was announced has ended.
func (m *machine) withdraw(e *trace.EventID) {
	if *e >= 0 {
		m.drop(int(*e))
	}
	*e = trace.NoEvent
}

// idleOp stands in a schedule for an action that had no effect. It is in no trace.
const idleOp trace.Kind = 255

// idle reports whether an action has no effect, as far as the trace shows.
func (m *machine) idle(s *state, a Action) bool {
	switch a.Do {
	case Use:
		return !s.there(a.Arg + 1)
	case Free, Hold:
		return !s.there(a.Arg+1) || s.isGone(a.Arg+1)
	case Make:
		return s.there(a.Arg + 1)
	case StartTimer:
		to := m.p.Events[m.p.Timers[a.Arg].First].To
		return !s.there(to) || s.isGone(to) || s.closed>>a.Arg&1 != 0
	case CloseTimer:
		return s.closed>>a.Arg&1 != 0
	case StopTimer:
		return !slices.ContainsFunc(s.timers, func(t runningTimer) bool { return int(t.timer) == a.Arg })
	case Enable, Disable:
		return a.Do == Disable && s.enabled>>a.Arg&1 == 0 || a.Do == Enable && m.p.Silent && s.enabled>>a.Arg&1 != 0
	case Show, Hide:
		return a.Do == Hide && s.shown>>a.Arg&1 == 0 || a.Do == Show && m.p.Silent && s.shown>>a.Arg&1 != 0
	}
	return false
}

// leaveOut is the program without some actions.
func (p *Program) leaveOut(actions map[place]bool) *Program {
	body := func(e int, list []Action) []Action {
		var left []Action
		for i, a := range list {
			if !actions[place{e, i}] {
				left = append(left, a)
			}
		}
		return left
	}
	c := *p
	c.Startup, c.Events = body(nobody, p.Startup), slices.Clone(p.Events)
	for e := range c.Events {
		c.Events[e].Body = body(e, p.Events[e].Body)
	}
	return &c
}

// arrange does what one action does to the environment.
func (m *machine) arrange(s *state, a Action) {
	if m.idle(s, a) {
		m.emit(trace.Op{Kind: idleOp, Event: trace.EventID(m.at.event), Addr: uint64(m.at.at)})
		return
	}
	event := m.notices[m.at]
	switch a.Do {
	case Use:
		m.emit(thingOp(trace.Read, a.Arg))
	case Free:
		m.free(s, a.Arg)
	case Hold:
		op := thingOp(trace.Hold, a.Arg)
		op.Attrs = []trace.Attr{{Key: "rule", Value: "object"}}
		m.emit(op)
	case Make:
		s.made |= 1 << a.Arg
		m.emit(thingOp(trace.Alloc, a.Arg))
	case StartTimer:
		m.startTimer(s, a.Arg)
	case StopTimer, CloseTimer:
		m.stopTimers(s, func(t runningTimer) bool { return int(t.timer) == a.Arg })
		how := "stops"
		if a.Do == CloseTimer {
			how, s.closed = "ends", s.closed|1<<a.Arg
		}
		e := m.announce(event, how, fmt.Sprint("timer", a.Arg))
		m.withdraw(&e)
	case Enable, Disable:
		m.enable(s, a.Arg, a.Do == Enable, event)
	case Show, Hide:
		m.show(s, int8(a.Arg), a.Do == Show, event)
	}
}

func (m *machine) enable(s *state, n int, on bool, event trace.EventID) {
	was := s.enabled>>n&1 != 0
	sign := &s.announced[maxWindows+n]
	switch {
	case on:
		e := m.announce(event, "arms", fmt.Sprint("armed:", n))
		if !was {
			*sign = e
		}
		s.enabled |= 1 << n
	default:
		s.enabled &^= 1 << n
		m.withdraw(sign)
	}
}

func (m *machine) show(s *state, w int8, on bool, event trace.EventID) {
	was := s.shown>>w&1 != 0
	switch {
	case on:
		var more []trace.Attr
		if m.p.Windows[w].Menu {
			more = []trace.Attr{{Key: "grabs", Value: "keys"}}
		}
		e := m.announce(event, "arms", fmt.Sprint("shown:", w), more...)
		if !was {
			s.announced[w] = e
		}
		s.shown |= 1 << w
	default:
		s.shown &^= 1 << w
		m.withdraw(&s.announced[w])
		s.menuClosed = s.menuClosed || m.p.Windows[w].Menu
		if s.active == w {
			s.active = nobody
		}
	}
	if on != was && m.p.Windows[w].Modal {
		s.modal = slices.DeleteFunc(slices.Clone(s.modal), func(x int8) bool { return x == w })
		if on {
			s.modal = append(s.modal, w)
		}
		m.announceBlocked(s, event+1)
	}
}

func (m *machine) announceBlocked(s *state, event trace.EventID) {
	for w := range m.p.Windows {
		blocked := s.blocked(m.p, int8(w))
		switch {
		case blocked && s.blockers[w] < 0:
			s.blockers[w] = m.announce(event+trace.EventID(w), "blocks", fmt.Sprint("shown:", w))
		case !blocked:
			m.withdraw(&s.blockers[w])
		}
	}
}

// attrs are what an event from outside says of itself when it comes.
func (p *Program) attrs(e *Event) []trace.Attr {
	var list []trace.Attr
	var needs []string
	add := func(key, value string) { list = append(list, trace.Attr{Key: key, Value: value}) }
	if e.Notifier > 0 {
		needs = append(needs, fmt.Sprint("armed:", e.Notifier-1))
	}
	if e.Window > 0 {
		w := e.Window - 1
		add("type", e.Type)
		needs = append(needs, fmt.Sprint("shown:", w))
		if e.Type == "Key" && !p.Windows[w].Menu && !e.Reach {
			needs = append(needs, fmt.Sprint("active:", w))
		}
		if e.First {
			add("arms", fmt.Sprint("active:", w))
		}
		if e.Reach {
			add("reach", "application")
		}
	}
	if e.Press {
		add("arms", fmt.Sprint("pressed:", p.number(e)))
	}
	if e.After > 0 && p.Events[e.After-1].Press {
		needs = append(needs, fmt.Sprint("pressed:", e.After-1))
	}
	if len(needs) > 0 {
		add("needs", strings.Join(needs, " "))
	}
	return list
}

func (p *Program) number(e *Event) int {
	for i := range p.Events {
		if &p.Events[i] == e {
			return i
		}
	}
	return nobody
}

// loopAttrs are what a pause says of its loop. The depth is one that a deferred delete
// asked for in the same handler waits for.
func (p *Program) loopAttrs(v, depth int) []trace.Attr {
	var list []trace.Attr
	if p.Excludes>>v&1 != 0 {
		list = append(list, trace.Attr{Key: "excludes", Value: "input"})
	}
	if p.Depths {
		list = append(list, trace.Attr{Key: "depth", Value: fmt.Sprint(depth)})
	}
	if p.Left>>v&1 != 0 {
		list = append(list, trace.Attr{Key: "what", Value: "QDialog::exec"})
	}
	return list
}

// about is what String says of an event's surroundings.
func (e *Event) about() string {
	var s strings.Builder
	for _, x := range []struct {
		name string
		n    int
	}{{"to x", e.To - 1}, {"timer T", e.Timer - 1}, {"next e", e.Next - 1}, {"notifier n", e.Notifier - 1}, {"window w", e.Window - 1}, {"after e", e.After - 1}} {
		if x.n >= 0 {
			fmt.Fprintf(&s, " %s%d", x.name, x.n)
		}
	}
	if e.Type != "" {
		fmt.Fprintf(&s, " %s", e.Type)
	}
	for _, x := range []struct {
		name string
		is   bool
	}{{"press", e.Press}, {"activates", e.First}, {"activates again", e.Again}, {"reaches all", e.Reach}} {
		if x.is {
			s.WriteString(" " + x.name)
		}
	}
	return s.String()
}
