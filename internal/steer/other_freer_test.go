package steer

import (
	"strings"
	"testing"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
)

// TestNumbered: a free that comes from outside may come by another number; others have theirs.
func TestNumbered(t *testing.T) {
	for _, c := range []struct {
		kind trace.EventKind
		from trace.ThreadID
		size uint64
		want uint64
	}{{trace.Env, 0, 64, 64}, {trace.Socket, 0, 64, 64}, {trace.Deferred, 0, 64, 0}, {trace.Timer, 0, 64, 0}, {trace.Env, 0, 0, 0},
		{trace.Posted, 0, 64, 0}, {trace.Posted, 7, 64, 64}} {
		f := viewer(kind(evF, c.kind))
		if c.from != 0 {
			f.res.Events[evF].From = c.from
		}
		p := f.race()
		if c.size > 0 {
			alloc := p.Race.First
			alloc.Size = c.size
			p.Race.Alloc = &alloc
		}
		s, err := Derive(f.res, f, p, DeriveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if s.freedSize != c.want || s.freedByThread != (c.from != 0) {
			t.Errorf("%v of %d bytes from %d: %d, %v, want %d", c.kind, c.size, c.from, s.freedSize, s.freedByThread, c.want)
		}
	}
}

// TestOtherFreer: of all blocks that handlers freed while the event was held it is the one that was used, in the predicted
// places, by its number among those of its place.
func TestOtherFreer(t *testing.T) {
	const a, b = "00000000000000aa", "00000000000000bb"
	s := toRun()
	s.freedSize = 64
	s.Goal = Goal{Free: "free", Use: "use"}
	s.Directives = []Directive{{Hold: &Hold{Event: "use", TimeoutMS: 9, Until: []Target{{Event: "free"}}}}}
	s.Expect = Expect{Use: []string{"app::use"}, Free: []string{"app::free"}, Alloc: []string{"app::make"}}
	frame := func(name string) []Frame { return []Frame{{Function: name, File: "app.c"}} }
	report := func(address, use string) Report {
		return Report{Kind: "heap-use-after-free", Use: frame(use), Free: frame("app::free"), Alloc: frame("app::make"),
			Text: "==1==ERROR: AddressSanitizer: heap-use-after-free on address " + address + " at pc 0x1"}
	}
	freed := func(lines ...string) (g goals) {
		for _, line := range lines {
			g.step(steering.VerdictFreer + " " + line)
		}
		if g.fault != nil {
			t.Fatal(g.fault)
		}
		return g
	}
	three := freed("0x1000 64 "+a, "0x2000 64 "+b, "0x3000 64 "+a)
	for name, c := range map[string]struct {
		reports []Report
		want    string
	}{
		"the second of its place": {[]Report{report("0x3008", "app::use")}, "freed 2 64 " + a},
		"the first":               {[]Report{report("0x2000", "app::use")}, "freed 1 64 " + b},
		"past its end":            {[]Report{report("0x2040", "app::use")}, ""},
		"another use":             {[]Report{report("0x3008", "app::other")}, ""},
		"nothing":                 {nil, ""},
	} {
		if got := s.freedAs(&Outcome{goals: three, Reports: c.reports}); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	w := s.watching(5)
	lines, err := Compile(w)
	if err != nil || !strings.Contains(string(lines), "\nwatch 64\n") || w.awaitsFree(s.Directives[0]) || w.Directives[0].Hold.TimeoutMS != 5 {
		t.Errorf("%v\n%s", err, lines)
	}
	other := s.awaiting(Target{Event: "freed 2 64 " + a})
	if h := other.Directives[0].Hold; other.Goal.Free != h.Until[0].Event || other.watch != 0 || s.Goal.Free != "free" || s.Directives[0].Hold.Until[0].Event != "free" {
		t.Errorf("%+v %+v %+v", other.Goal, h, s)
	}
}

// TestWatchingInput: what ends the wait, a person's input that was to come after the free, comes after the time that is watched.
func TestWatchingInput(t *testing.T) {
	s := toRun()
	s.freedSize, s.WatchdogMS = 64, 1000
	s.Goal = Goal{Free: "free", Use: "use"}
	after := []Target{{Event: "free"}}
	s.Directives = []Directive{{Input: &Input{Event: "press", After: after}}, {Input: &Input{Event: "release", After: after, WaitMS: 3}}}
	w := s.watching(500)
	press, release := w.Directives[0].Input, w.Directives[1].Input
	if len(press.After)+len(release.After) > 0 || press.WaitMS != 500 || release.WaitMS != 3 || w.WatchdogMS != 1500 || w.watch != 64 {
		t.Errorf("%+v %+v %d", press, release, w.WatchdogMS)
	}
	if over := (goals{useOver: true}); !w.decidedBy(&over) || s.decidedBy(&over) || w.decidedBy(&goals{}) {
		t.Error("a run that watches is over with the use's handler, another one with the free's, too")
	}
	if !s.awaitsFree(s.Directives[0]) || len(s.Directives[0].Input.After) != 1 {
		t.Error("the schedule itself has changed")
	}
	other := s.awaiting(Target{Event: "freed 2 64 00000000000000aa"})
	if got := other.Directives[0].Input.After; len(got) != 1 || got[0].Event != other.Goal.Free {
		t.Errorf("%+v", got)
	}
}

// TestMayBeAnother: a run that proves, or says that the order cannot be, is not tried otherwise.
func TestMayBeAnother(t *testing.T) {
	kept := &Outcome{goals: goals{held: map[string]bool{"use": true}}}
	held, posted := &Schedule{}, &Schedule{freedByThread: true}
	if held.mayBeAnother(&Finding{Status: NotReached, outcome: &Outcome{}}) {
		t.Error("the use never came to be held")
	}
	if !held.mayBeAnother(&Finding{Status: Feasible, freedAlike: true, outcome: &Outcome{}}) {
		t.Error("an input kept the use")
	}
	if posted.mayBeAnother(&Finding{Status: NotReached, outcome: kept}) || posted.mayBeAnother(&Finding{Status: Feasible, outcome: kept}) ||
		!posted.mayBeAnother(&Finding{Status: Feasible, freedAlike: true, outcome: kept}) {
		t.Error("of what a thread posts the predicted one has to have freed something alike")
	}
	for _, c := range []struct {
		f    Finding
		want bool
	}{
		{Finding{Status: Feasible}, true},
		{Finding{Status: NotReached}, true},
		{Finding{Status: Diverged, divergedBy: steering.DivergedHoldTimeout}, true},
		{Finding{Status: Diverged, divergedBy: steering.DivergedHeldClosed}, false},
		{Finding{Status: CrashedElsewhere}, false},
		{Finding{Status: Confirmed}, false},
		{Finding{Status: Infeasible}, false},
	} {
		c.f.outcome = kept
		if got := held.mayBeAnother(&c.f); got != c.want {
			t.Errorf("%v by %q: %v", c.f.Status, c.f.divergedBy, got)
		}
	}
}
