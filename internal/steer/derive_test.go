package steer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

func TestDeriveViewer(t *testing.T) {
	f := viewer()
	p := f.race()
	p.Places = []Expect{{Use: p.Use, Free: p.Free}, {Use: p.Use, Free: []string{"f"}}, {Use: p.Use, Free: []string{"f"}}, {Free: p.Free}}
	s, err := Derive(f.res, f, p, DeriveOptions{HoldMS: 700, Environment: map[string]string{"QT_NO_GLIB": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := heldLabels(s); !slices.Equal(got, []string{"L2"}) {
		t.Errorf("held %v, want the box's timer alone", got)
	}
	if s.Goal != (Goal{Free: "L3", Use: "L0"}) {
		t.Errorf("goal %+v", s.Goal)
	}
	h := s.Directives[0].Hold
	if h.About != "timer of Box (100 ms, coarse)" || h.Until[0].About != "deferred delete of Window" || h.TimeoutMS != 700 {
		t.Errorf("%+v", h)
	}
	if len(s.Expect.Also) != 1 || s.Expect.Also[0].Free[0] != "f" {
		t.Errorf("other places %v, want the one that differs", s.Expect.Also)
	}
	if s.Race.Summary != "Viewer::openFile() uses what Window::~Window() frees" {
		t.Errorf("summary %q", s.Race.Summary)
	}
}

// TestDeriveOpenLabels: the number of a birth stands in a schedule only where the label
// would be another's without it.
func TestDeriveOpenLabels(t *testing.T) {
	const free, like = "posted DeferredDelete Window~84b8ced1.479 in ba550572ccfb5f65 #1", "posted DeferredDelete Window~84b8ced1.12 in ba550572ccfb5f65 #1"
	for _, c := range []struct{ other, want string }{
		{"", "posted DeferredDelete Window~84b8ced1.* in ba550572ccfb5f65 #1"},
		{like, free},
		{"posted DeferredDelete Window~00000001.479 in ba550572ccfb5f65 #1", "posted DeferredDelete Window~84b8ced1.* in ba550572ccfb5f65 #1"},
	} {
		f := viewer(attr(evF, "label", free), func(f *fake) {
			if c.other != "" {
				f.event(trace.Deferred, bC, bF, bF)
				f.res.Events[len(f.res.Events)-1].Attrs = trace.AttrsOf(trace.Attr{Key: "label", Value: c.other})
			}
		})
		s, err := Derive(f.res, f, f.race(), DeriveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Goal.Free != c.want || s.Directives[0].Hold.Until[0].Event != c.want {
			t.Errorf("beside %q: %q, want %q", c.other, s.Goal.Free, c.want)
		}
	}
}

func event(id int, change func(*sparsehb.Event)) func(*fake) {
	return func(f *fake) { change(&f.res.Events[id]) }
}

func attr(id int, key, value string) func(*fake) {
	return event(id, func(e *sparsehb.Event) {
		list := e.Attrs.All()
		for i := range list {
			if list[i].Key == key {
				list[i].Value = value
				e.Attrs = trace.AttrsOf(list...)
			}
		}
	})
}

func kind(id int, k trace.EventKind) func(*fake) {
	return event(id, func(e *sparsehb.Event) { e.Kind = k })
}

// socket makes an event one of Qt's socket notifier 7.
func socket(id int) func(*fake) {
	return event(id, func(e *sparsehb.Event) {
		e.Kind, e.Enq = trace.Socket, sparsehb.NoOp
		e.Attrs = trace.AttrsOf([]trace.Attr{{Key: "type", Value: "SockAct"}, {Key: "class", Value: "QSocketNotifier"}, {Key: "needs", Value: "armed:7"}, {Key: "label", Value: fmt.Sprintf("L%d", id)}}...)
	})
}

// TestDeriveHoldsSockets: what comes through a socket is held as a timer is.
func TestDeriveHoldsSockets(t *testing.T) {
	f := viewer(socket(evR))
	s, err := Derive(f.res, f, f.race(), DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := heldLabels(s); !slices.Equal(got, []string{"L2"}) {
		t.Errorf("held %v, want the socket notifier alone", got)
	}
	if about := s.Directives[0].Hold.About; about != "socket notifier SockAct of QSocketNotifier" {
		t.Errorf("about %q", about)
	}
}

func loop(change func(*sparsehb.Loop)) func(*fake) {
	return func(f *fake) { change(&f.res.Loops[0]) }
}

// TestDeriveRefuses: one change to the viewer each, and why it has no schedule.
func TestDeriveRefuses(t *testing.T) {
	for _, c := range []struct {
		name       string
		change     func(*fake)
		infeasible bool
		reason     string
	}{
		{"use before free", func(f *fake) { f.before(bUse, bF) }, true, "before the free in every order"},
		{"free needs the resetter", func(f *fake) { f.before(bR, bC) }, false, "it takes another loop that is open inside"},
		{"resetter frees", loop(func(l *sparsehb.Loop) { l.Resetter = evF }), true, "the free needs deferred delete"},
		{"timer order", func(f *fake) {
			attr(evC, "interval", "100")(f)
			attr(evC, "timertype", "precise")(f)
			attr(evR, "timertype", "precise")(f)
			attr(evR, "interval", "50")(f)
			f.res.Events[evC].Enq = f.res.Events[evR].Enq + 1
		}, true, "cannot fire before timer of Box"},
		{"ended by input", kind(evR, trace.Input), false, "the loop the use waits in, and the recording does not describe it"},
		{"ended by a deferred delete", kind(evR, trace.Deferred), false, "deferred deletes are not held"},
		{"ended by a socket of another loop", kind(evR, trace.Socket), false, "what can be held are posted events, timers and socket notifiers"},
		{"free comes by the socket that ends the loop", func(f *fake) { socket(evR)(f); socket(evC)(f) }, true, "comes by the same notifier"},
		{"ended by a thread", loop(func(l *sparsehb.Loop) { l.Resetter = trace.NoEvent }), false, "another thread"},
		{"no reset", func(f *fake) {
			loop(func(l *sparsehb.Loop) { l.Reset = sparsehb.NoOp })(f)
			kind(evC, trace.Posted)(f)
		}, false, "ends by itself, and no timer brings the free about"},
		{"free needs input", kind(evC, trace.Input), false, "the free needs recorded input"},
		{"use needs input", kind(evU, trace.Input), false, "the use needs recorded input"},
		{"no label of the free", attr(evF, "label", ""), false, "deferred delete of Window has no label"},
		{"no label of the resetter", attr(evR, "label", ""), false, "timer of Box (100 ms, coarse) has no label"},
		{"ambiguous label", attr(evC, "label", "L2"), false, "timer of Box (100 ms, coarse) shares its label"},
		{"label with a newline", attr(evF, "label", "a\ngoal use b"), false, "control character"},
		{"freed by start-up code", func(f *fake) {
			attr(evF, "label", "")(f)
			f.res.Events[evF].Enq = sparsehb.NoOp
			f.res.Tables = &trace.Tables{Events: trace.NamesOf("e0", "e1", "e2", "main")}
		}, false, "start-up code"},
		{"other thread", event(evF, func(e *sparsehb.Event) { e.Thread = 3 }), false, "different threads"},
		{"free started first", event(evF, func(e *sparsehb.Event) { e.Deq = 2 }), false, "had started before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := viewer(c.change)
			s, err := Derive(f.res, f, f.race(), DeriveOptions{})
			var no *Refusal
			if !errors.As(err, &no) {
				t.Fatalf("%v %+v, want a refusal", err, s)
			}
			if no.Infeasible != c.infeasible || !strings.Contains(no.Reason, c.reason) {
				t.Errorf("infeasible %v: %s; want %v: %s", no.Infeasible, no.Reason, c.infeasible, c.reason)
			}
		})
	}
}

func TestDeriveRefusesRaces(t *testing.T) {
	f := viewer()
	nameless := f.race()
	nameless.Use = []string{""}
	if _, err := Derive(f.res, f, nameless, DeriveOptions{}); err == nil || !strings.Contains(err.Error(), "no symbols") {
		t.Errorf("%v, want a refusal without symbols", err)
	}
	for name, change := range map[string]func(*sparsehb.Race){
		"only use-free races":             func(r *sparsehb.Race) { r.Kind = sparsehb.ReadWrite },
		"the use is outside":              func(r *sparsehb.Race) { r.First.Event = trace.NoEvent },
		"the free is outside":             func(r *sparsehb.Race) { r.Second.Event = 99 },
		"use and free are in one handler": func(r *sparsehb.Race) { r.Second.Event = evU },
	} {
		p := f.race()
		change(p.Race)
		if _, err := Derive(f.res, f, p, DeriveOptions{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %q", err, name)
		}
	}
}

// TestDeriveHolds: what is held with the event that ends the loop.
func TestDeriveHolds(t *testing.T) {
	const bX = 6 // one more event's block, after the others
	for _, c := range []struct {
		name   string
		change func(*fake)
		want   []string
	}{
		{"posted resetter and its follower", func(f *fake) {
			kind(evR, trace.Posted)(f)
			f.event(trace.Posted, bPause, bX, bX)
			f.res.Events[4].Deq = bC * 10 // before the free
			f.before(bPause, bX)
			f.before(bR, bX)
		}, []string{"L2", "L4"}},
		{"follower after the free", func(f *fake) {
			kind(evR, trace.Posted)(f)
			f.event(trace.Posted, bPause, bX, bX)
			f.before(bR, bX)
		}, []string{"L2"}},
		{"caused by the resetter", func(f *fake) {
			kind(evR, trace.Posted)(f)
			f.event(trace.Posted, bR, bX, bX)
			f.res.Events[4].Deq = bC * 10
			f.before(bR, bX)
		}, []string{"L2"}},
		{"unordered with the resetter", func(f *fake) {
			kind(evR, trace.Posted)(f)
			f.event(trace.Posted, bStart, bX, bX)
			f.res.Events[4].Deq = bC * 10
			f.before(bStart, bX)
		}, []string{"L2"}},
		{"a timer that cannot overtake the resetter", func(f *fake) {
			f.event(trace.Timer, bPause, bX, bX, "interval=200", "timertype=coarse")
			f.before(bPause, bX)
		}, []string{"L2", "L4"}},
		{"a timer that can", func(f *fake) {
			f.event(trace.Timer, bPause, bX, bX, "interval=105", "timertype=coarse")
			f.before(bPause, bX)
		}, []string{"L2"}},
		{"expose needs no person", func(f *fake) {
			f.event(trace.Input, -1, bX, bX, "label=")
			f.event(trace.Input, -1, bX, bX, "type=Enter")
			f.before(bX, bPause)
		}, []string{"L2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := viewer(c.change)
			s, err := Derive(f.res, f, f.race(), DeriveOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := heldLabels(s); !slices.Equal(got, c.want) {
				t.Errorf("held %v, want %v", got, c.want)
			}
		})
	}
}

// TestDeriveObserved: the recorded order was the bad one already. It is kept up
// where something can be held, and left to itself otherwise.
func TestDeriveObserved(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*fake)
		want   []string
	}{
		{"inside the loop", func(f *fake) {}, []string{"L2"}},
		{"before the use's handler", func(f *fake) { f.res.Events[evF].Deq = 3 }, []string{"L0"}},
		{"the resetter goes first", func(f *fake) { f.before(bR, bF) }, nil},
		{"no reset", loop(func(l *sparsehb.Loop) { l.Reset = sparsehb.NoOp }), []string{"linger 1", "L1"}},
		{"no reset and no timer", func(f *fake) {
			loop(func(l *sparsehb.Loop) { l.Reset = sparsehb.NoOp })(f)
			kind(evC, trace.Posted)(f)
		}, nil},
	} {
		f := viewer(c.change)
		p := f.race()
		p.Race.Observed = true
		s, err := Derive(f.res, f, p, DeriveOptions{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := heldLabels(s); !slices.Equal(got, c.want) || s.Directives == nil {
			t.Errorf("%s: held %v, want %v", c.name, got, c.want)
		}
	}
	f := viewer(kind(evC, trace.Input))
	p := f.race()
	p.Race.Observed = true
	if _, err := Derive(f.res, f, p, DeriveOptions{}); err == nil || !strings.Contains(err.Error(), "recorded input") {
		t.Errorf("%v, want the input that is missing", err)
	}
}

// TestDeriveDriven: with a driver, the person's input comes from it.
func TestDeriveDriven(t *testing.T) {
	f := viewer(kind(evC, trace.Input))
	s, err := Derive(f.res, f, f.race(), DeriveOptions{Driven: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := heldLabels(s); !slices.Equal(got, []string{"L2"}) {
		t.Errorf("held %v", got)
	}
}

// TestDeriveStartUp: a use in start-up code after its loop; that code has no
// label of its own.
func TestDeriveStartUp(t *testing.T) {
	f := viewer(attr(evU, "label", ""), event(evU, func(e *sparsehb.Event) { e.Enq = sparsehb.NoOp }))
	f.res.Tables = &trace.Tables{Events: trace.NamesOf("main", "e1", "e2", "e3")}
	s, err := Derive(f.res, f, f.race(), DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Goal.Use != "main" || !slices.Equal(heldLabels(s), []string{"L2"}) {
		t.Errorf("goal %+v, held %v", s.Goal, heldLabels(s))
	}
}

// TestDerivePlain: without a loop, the use's own event waits.
func TestDerivePlain(t *testing.T) {
	f := viewer(func(f *fake) { f.res.Loops, f.res.Events[evU].Loops = nil, nil })
	p := f.race()
	p.Race.Loop = trace.NoLoop
	s, err := Derive(f.res, f, p, DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := heldLabels(s); !slices.Equal(got, []string{"L0"}) {
		t.Errorf("held %v, want the use", got)
	}
	input(evC, "close", "700")(f)
	s, err = Derive(f.res, f, p, DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := played(s), []string{"close L1 in main/0 once held"}; !slices.Equal(got, want) {
		t.Errorf("played %q, want %q", got, want)
	}
	f.before(bPause, bC)
	_, err = Derive(f.res, f, p, DeriveOptions{})
	var no *Refusal
	if !errors.As(err, &no) || !no.Infeasible || !strings.Contains(no.Reason, "is the use's own handler") {
		t.Errorf("%v, want infeasible: the free needs the use", err)
	}
}

// TestDeriveOtherRace: a race of the same id steps in for one without schedule.
func TestDeriveOtherRace(t *testing.T) {
	f := viewer()
	p := f.race()
	p.Others = []*sparsehb.Race{{Kind: sparsehb.ReadWrite}, p.Race}
	p.Race = &sparsehb.Race{Kind: sparsehb.ReadWrite}
	if s, err := Derive(f.res, f, p, DeriveOptions{}); err != nil || !slices.Equal(heldLabels(s), []string{"L2"}) {
		t.Errorf("%v, %v", s, err)
	}
}

// TestDeriveOtherLoop: when the race's own loop has no schedule, another loop
// before the use may have one, unless the object is younger than it.
func TestDeriveOtherLoop(t *testing.T) {
	f := viewer(func(f *fake) {
		f.event(trace.Posted, bPause, bR, bR)
		second := f.res.Loops[0]
		second.ID, second.Reset, second.Resetter = 1, sparsehb.NoOp, trace.NoEvent
		f.res.Loops = append(f.res.Loops, second)
		f.res.Events[evU].Loops = []trace.LoopID{0, 1}
	})
	p := f.race()
	p.Race.Loop = 1
	s, err := Derive(f.res, f, p, DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := heldLabels(s); !slices.Equal(got, []string{"L2"}) {
		t.Errorf("held %v", got)
	}
	p.Race.Alloc = &sparsehb.Access{Op: bUse*10 + 1, Event: evU, Block: bUse}
	if s, err = Derive(f.res, f, p, DeriveOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := heldLabels(s); !slices.Equal(got, []string{"linger 2", "L1"}) {
		t.Errorf("%v: the object did not exist during the other loop", got)
	}
}

func TestTimerRule(t *testing.T) {
	for _, c := range []struct {
		a, b  string // "interval type"
		armed [2]sparsehb.BlockID
		want  bool
	}{
		{"100 precise", "100 precise", [2]sparsehb.BlockID{1, 2}, true},
		{"100 precise", "101 precise", [2]sparsehb.BlockID{1, 2}, true},
		{"101 precise", "100 precise", [2]sparsehb.BlockID{1, 2}, false},
		{"100 precise", "200 precise", [2]sparsehb.BlockID{2, 1}, false},
		{"100 precise", "200 precise", [2]sparsehb.BlockID{1, 3}, false}, // armed in no order
		{"1000 coarse", "1010 coarse", [2]sparsehb.BlockID{1, 2}, false},
		{"1000 coarse", "1106 coarse", [2]sparsehb.BlockID{1, 2}, true},
		{"1000 coarse", "1000 coarse", [2]sparsehb.BlockID{1, 2}, true},
		{"1000 coarse", "1000 precise", [2]sparsehb.BlockID{1, 2}, false},
		{"20 coarse", "20 precise", [2]sparsehb.BlockID{1, 2}, true}, // coarse only above 20 ms
		{"21 coarse", "21 precise", [2]sparsehb.BlockID{1, 2}, false},
		{"1000 verycoarse", "1500 precise", [2]sparsehb.BlockID{1, 2}, true},
		{"1000 verycoarse", "1499 precise", [2]sparsehb.BlockID{1, 2}, false},
		{"25000 coarse", "25499 precise", [2]sparsehb.BlockID{1, 2}, false}, // very coarse from 20 s on
		{"40 coarse", "41 precise", [2]sparsehb.BlockID{1, 2}, false},       // rounded to even ms
		{"40 coarse", "42 precise", [2]sparsehb.BlockID{1, 2}, true},
		{"98 coarse", "101 precise", [2]sparsehb.BlockID{1, 2}, false}, // and to multiples of 4
		{"98 coarse", "102 precise", [2]sparsehb.BlockID{1, 2}, true},
		{"0 precise", "0 precise", [2]sparsehb.BlockID{1, 1}, true},
		{"x precise", "200 precise", [2]sparsehb.BlockID{1, 2}, false}, // unknown
		{"-1 precise", "200 precise", [2]sparsehb.BlockID{1, 2}, false},
	} {
		f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
		f.before(1, 2)
		for i, what := range []string{c.a, c.b} {
			interval, kind, _ := strings.Cut(what, " ")
			f.event(trace.Timer, c.armed[i], 5, 5, "interval="+interval, "timertype="+kind)
		}
		if got := timerForced(f, &f.res.Events[0], &f.res.Events[1]); got != c.want {
			t.Errorf("%s, %s, armed in blocks %v: forced %v", c.a, c.b, c.armed, got)
		}
	}
	f := viewer()
	if timerForced(f, &f.res.Events[evU], &f.res.Events[evC]) {
		t.Error("a posted event is under the timer rule")
	}
}

// TestUnlabelled: what Qt posts to lay out and paint has no label; the reason says what it is.
func TestUnlabelled(t *testing.T) {
	f := viewer(func(f *fake) {
		e := &f.res.Events[evU]
		others := slices.DeleteFunc(e.Attrs.All(), func(a trace.Attr) bool { return a.Key == "label" || a.Key == "type" })
		e.Attrs = trace.AttrsOf(append(others, trace.Attr{Key: "type", Value: "LayoutRequest"})...)
	})
	_, err := Derive(f.res, f, f.race(), DeriveOptions{})
	if want := "Qt lays out and paints by the posted event LayoutRequest of Viewer, whenever that is due"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
