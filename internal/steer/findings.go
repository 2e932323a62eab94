package steer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// Finding is what one run showed.
type Finding struct {
	Status Status
	Reason string
	Match  Match
	Report *Report // the report it rests on, nil without one
	// bothEnded: both handlers ran to their ends.
	bothEnded bool
	// freedAlike: the free's handler freed something that was made where the race's object was, which nobody used.
	freedAlike bool
	// divergedBy is the runtime's code of why the run left its schedule.
	divergedBy string
	// question is what the run stood still in, and no answer led on from; nil for nothing.
	question *question
	// outcome is the run, and ran the schedule that it was made with.
	outcome *Outcome
	ran     *Schedule
}

// findingOf decides what a run showed. First the rule against false alarms: what
// comes after a divergence proves nothing.
func findingOf(s *Schedule, o *Outcome) Finding {
	if o.OurFault != "" {
		return Finding{Status: OurFault, Reason: o.FaultAdvice()}
	}
	if s.fails() {
		return failureFinding(s, o)
	}
	if f := earlyFinding(s, o); f != nil {
		return *f
	}
	g := &o.goals
	if f := askedFinding(s, g); f != nil && len(o.Reports) == 0 && (o.Signal == 0 || o.Stopped != "") {
		return *f
	}
	if g.diverged != "" && !(g.doneFirst && len(o.Reports) == 0) {
		if f := barredFinding(s, g); f != nil && len(o.Reports) == 0 {
			return *f
		}
		f := Finding{Status: Diverged, Reason: s.inWords(g.diverged), divergedBy: g.divergedBy}
		if len(o.Reports) > 0 {
			f.Reason += fmt.Sprintf(" (the %s after it does not count)", o.Reports[0].Kind)
		}
		return f
	}
	var elsewhere *Finding
	for i := range o.Reports {
		if r := &o.Reports[i]; r.Guarded && r.Kind == otherFault && o.Signal == 0 && o.ExitCode == 0 {
			continue // the program's own handler saw to it
		}
		f := reportFinding(s, g, &o.Reports[i])
		if child := o.PID != 0 && f.Report.PID != o.PID; child {
			f.Status, f.Reason = CrashedElsewhere, "in a child process: "+f.Report.Kind+" in "+describe(f.Report.Use)
		}
		if f.Status.Proven() {
			return f
		}
		if elsewhere == nil {
			elsewhere = &f
		}
	}
	if elsewhere != nil {
		return *elsewhere
	}
	f := silentFinding(o)
	if f.Status == Feasible && s.Expect.Variable {
		f.Reason += "; " + needsFakeStacks
	}
	return f
}

// needsFakeStacks is why a build may report nothing, although it was asked to.
const needsFakeStacks = "what a function had on the stack is watched (" + askedFor + ") in code that was not built with -fsanitize-address-use-after-return=never"

// failureFinding: the program fails as it did when the schedule was found.
func failureFinding(s *Schedule, o *Outcome) Finding {
	how := o.Failure()
	f := Finding{Reason: how}
	if len(o.Reports) > 0 {
		f.Report = &o.Reports[0]
	}
	switch {
	case !o.Legal():
		f.Status, f.Reason = Diverged, s.inWords(o.goals.diverged)
	case how != "" && how == s.Failure:
		f.Status = Confirmed
	case how != "":
		f.Status, f.Reason = CrashedElsewhere, how+", not "+s.Failure+tail(o)
	case len(s.Directives) > 0 && !o.goals.steered:
		f.Status, f.Reason = NotReached, "none of the events came that the schedule postpones"
	default:
		f.Status, f.Reason = Feasible, "the events were postponed, nothing failed"
	}
	return f
}

// otherTurn is said where the order of the schedule's events was not what brought the use about.
const otherTurn = "in another turn of these handlers than the schedule's"

// reportFinding: the report proves the race if its stacks are the predicted ones, and the goal
// was reached before it. Handlers that run more than once may meet in a turn that the schedule
// does not name. A use of freed memory with all three stacks is this race there, too, for the
// turns have one id; that it comes in a run that went its schedule's way is proof enough.
func reportFinding(s *Schedule, g *goals, r *Report) Finding {
	if r.Guarded && s.Guard != nil {
		return guardedFinding(s, g, r)
	}
	f := Finding{Status: CrashedElsewhere, Report: r, Match: MatchReport(r, s.Expect)}
	switch {
	case usesTheDead(s, r) && f.Match.Proves:
		if g.badOrder {
			f.Status, f.Reason = Confirmed, f.Match.Note
			return f
		}
		if f.Match.wholly() && g.steered {
			f.Status, f.Reason = Confirmed, f.Match.Note+"; "+otherTurn+": "+g.missing()
			return f
		}
		f.Reason = "the predicted functions, but before the schedule's goal: " + g.missing()
		return f
	case r.Kind == "SEGV" && (r.Filled || g.stillHad(r)) && f.Match.Use && g.badOrder:
		f.Status = Confirmed
		f.Reason = "use matches (a fault on freed memory in code without instrumentation; free and alloc not reported)"
		return f
	case r.Kind == "SEGV" && g.goesOn() && g.stillHad(r):
		f.Status, f.Match.Use, f.Match.Free = EarlierSymptom, true, true
		f.Reason = "the handler that waited went on, in code without instrumentation, with something else that the predicted free took along: a fault in " + describe(r.Use)
		return f
	case r.Kind == "heap-use-after-free" && g.goesOn() && s.isOfTheFree(g, r):
		f.Status, f.Match.Use, f.Match.Free = EarlierSymptom, true, true
		f.Reason = fmt.Sprintf("the handler that waited used something else that the predicted free took along: %s, allocated in %s", describe(r.Use), describe(r.Alloc))
		return f
	case freeSymptoms[r.Kind] && g.inside && !g.freeEnded && passes(r.Use, s.Expect):
		f.Status = EarlierSymptom
		f.Reason = r.Kind + " in the predicted free, while the use's handler waits"
		return f
	}
	f.Reason = fmt.Sprintf("%s in %s (%s)", r.Kind, describe(r.Use), f.Match.Note)
	return f
}

// usesTheDead: the report is of memory that was given back: to the heap or, of a variable,
// to the stack.
func usesTheDead(s *Schedule, r *Report) bool {
	if s.Expect.Variable {
		return r.Kind == "stack-use-after-return" || r.Kind == "stack-use-after-scope"
	}
	return r.Kind == "heap-use-after-free"
}

// stillHad: at the fault a register pointed into what the handler of the free freed.
// AddressSanitizer writes over the first bytes of a freed block, so a pointer that was
// read there has no pattern.
func (g *goals) stillHad(r *Report) bool {
	return slices.ContainsFunc(r.registers, g.freedAt)
}

// freeSymptoms are errors of the free itself: it deletes what is no heap block
// of its own, such as a dialog on the stack of the waiting handler.
var freeSymptoms = map[string]bool{"bad-free": true, "double-free": true, "alloc-dealloc-mismatch": true}

// passes: the stack goes through an application function of the expected free.
func passes(stack []Frame, want Expect) bool {
	names := map[string]bool{}
	for _, e := range append([]Expect{want}, want.Also...) {
		for _, w := range e.Free {
			if s := simplify(w); !headerName(s) {
				names[s] = true
			}
		}
	}
	for i := range stack {
		if !stack[i].foreign() && names[simplify(stack[i].Function)] {
			return true
		}
	}
	return false
}

// qmlRefuses is what Qt says before it aborts, where a handler that QML called waits in a loop and the object that has the
// handler is freed there.
const qmlRefuses = "destroyed while one of its QML signal handlers is in progress"

// silentFinding is for a run without a report.
func silentFinding(o *Outcome) Finding {
	g := &o.goals
	switch {
	case o.Stopped == "" && o.Signal == syscall.SIGABRT && g.inside && !g.freeEnded && strings.Contains(o.Output, qmlRefuses):
		return Finding{Status: EarlierSymptom, Match: Match{Free: true},
			Reason: "QML ended the program in the predicted free, while the use's handler waits: an object was " + qmlRefuses}
	case o.Stopped == "" && o.Signal != 0 && (g.useBegan || g.freeBegan || g.steered):
		return Finding{Status: CrashedElsewhere, Reason: fmt.Sprintf("ended by a signal (%v) without a report%s", o.Signal, tail(o))}
	case o.Stopped == "" && o.ExitCode == asanExitCode:
		return Finding{Status: CrashedElsewhere, Reason: "ended as after a report, but left none that can be read" + tail(o)}
	case g.useEnded, g.badOrder && g.exited:
		return Finding{Status: Feasible, Reason: "both handlers ran in the bad order, nothing was reported"}
	}
	f := Finding{Status: NotReached, Reason: g.missing()}
	switch {
	case o.Stopped == "" && o.Signal != 0: // before anything was steered: no display, a missing file
		f.Reason += fmt.Sprintf("; ended by a signal (%v)%s", o.Signal, tail(o))
	case o.Stopped == stoppedTimeout:
		f.Reason += fmt.Sprintf("; stopped after %.0f s", o.Duration.Seconds())
	case o.Stopped != "":
		f.Reason += "; stopped: " + o.Stopped
	case o.ExitCode != 0:
		f.Reason += fmt.Sprintf("; exit code %d%s", o.ExitCode, tail(o))
	}
	return f
}

// ofCtest is where ctest sums up, after what the test itself printed.
var ofCtest = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[0-9]+% tests passed, [0-9]+ tests failed`) })

// tail quotes the last line of output, so that it cannot play with a terminal.
func tail(o *Outcome) string { return LastLine(o.Output) }

// LastLine quotes the last line that a program said, "" if it said nothing.
func LastLine(own string) string {
	if at := ofCtest().FindStringIndex(own); at != nil {
		own = own[:at[0]]
	}
	lines := strings.Split(strings.TrimSpace(own), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return fmt.Sprintf("; its last line was %.200q", last)
	}
	return ""
}
