package steer

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/steering/steeringtest"
)

const (
	ranBad      = "hold T\ngoal use begin\ngoal use pause\ngoal free begin\ngoal free end\nrelease T\ngoal use resume\n"
	ranHarmless = "goal use begin\ngoal use pause\ngoal use resume\ngoal use end\ngoal free begin\ngoal free end\n"
)

// TestFindings is the table of verdicts: what the runtime wrote, what ASan
// reported and how the program ended, against what that shows.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		name, goals, report string
		outcome             Outcome
		want                Status
		reason              string
	}{
		{name: "confirmed", goals: ranBad, report: "use-after-free-O0", want: Confirmed, reason: "use, free and alloc match"},
		{name: "confirmed, plain handler", goals: "goal free begin\ngoal free end\ngoal use begin\n", report: "use-after-free-O0", want: Confirmed},
		{name: "confirmed, start-up code", goals: "goal use pause\ngoal free begin\ngoal free end\ngoal use resume\n", report: "use-after-free-O0", want: Confirmed},
		{name: "feasible, start-up code", goals: "goal use pause\ngoal free begin\ngoal free end\ngoal use resume\nexit\n", want: Feasible},
		{name: "freed by an optimised destructor", goals: ranBad, report: "use-after-free-O2", want: Confirmed, reason: "free matches from its caller"},
		{name: "fault on filled memory", goals: ranBad, report: "fault-on-freed", want: Confirmed, reason: "without instrumentation"},
		{name: "fault before the goal", goals: "goal use begin\n", report: "fault-on-freed", want: CrashedElsewhere},
		{name: "right stacks, harmless order", goals: ranHarmless, report: "use-after-free-O0", want: CrashedElsewhere, reason: "before the schedule's goal"},
		{name: "right stacks, another turn", goals: "hold T\n" + ranHarmless, report: "use-after-free-O0", want: Confirmed, reason: "in another turn of these handlers"},
		{name: "right stacks, another turn, diverged", goals: "hold T\n" + ranHarmless + "diverged watchdog\n", report: "use-after-free-O0", want: Diverged},
		{name: "another turn, fault on filled memory", goals: "hold T\n" + ranHarmless, report: "fault-on-freed", want: CrashedElsewhere},
		{name: "right stacks, free not over", goals: "goal use begin\ngoal use pause\ngoal free begin\n", report: "use-after-free-O0", want: CrashedElsewhere},
		{name: "nothing from the runtime", report: "use-after-free-O0", want: CrashedElsewhere, reason: "neither handler ran"},
		{name: "no symbols", goals: ranBad, report: "use-after-free-nosymbols", want: CrashedElsewhere, reason: "names no functions"},
		{name: "diverged, then the predicted crash", goals: "diverged hold_timeout hold timed out\n" + ranBad, report: "use-after-free-O0", want: Diverged, reason: "hold timed out (the heap-use-after-free after it does not count)"},
		{name: "crash after late divergence", goals: ranBad + "goal use end\ndiverged exit_holding\n", report: "use-after-free-O0", want: Diverged},
		{name: "first difference counts", goals: "diverged watchdog one\ndiverged no_room two\n", want: Diverged, reason: "one"},
		{name: "diverged without reason", goals: "diverged watchdog\n", want: Diverged, reason: "no reason given"},
		{name: "diverged after the goal", goals: ranBad + "goal use end\ndiverged exit_holding\n", want: Feasible},
		{name: "stack dialog", goals: "goal use begin\ngoal use pause\ngoal free begin\n", report: "bad-free", want: EarlierSymptom, reason: "bad-free in the predicted free"},
		{name: "bad free outside the free", goals: "goal use begin\ngoal use pause\n", report: "bad-free", want: CrashedElsewhere},
		{name: "bad free after the free", goals: ranBad, report: "bad-free", want: CrashedElsewhere},
		{name: "bad free, harmless order", goals: "goal use begin\ngoal use end\ngoal free begin\n", report: "bad-free", want: CrashedElsewhere},
		{name: "barred in the loop", goals: "goal use begin\ngoal use pause\ndiverged input_blocked an input could not be played, a modal window blocks its window: x\n", want: NotReached, reason: "a modal window keeps a person from what the free needs"},
		{name: "barred before the loop", goals: "input y\ndiverged input_blocked an input could not be played, a modal window blocks its window: x\n", want: Diverged, reason: "blocks its window"},
		{name: "barred after the free", goals: "goal use begin\ngoal use pause\ngoal free begin\ngoal free end\ndiverged input_blocked an input could not be played: x\n", want: Diverged},
		{name: "the free does not come", goals: "goal use begin\ngoal use pause\ndiverged input_waits an input could not be played, what it was to come after has not come: x\n", want: NotReached, reason: "the handler of the free did not run"},
		{name: "feasible", goals: ranBad + "goal use end\nexit\n", want: Feasible},
		{name: "feasible, never ends", goals: ranBad + "goal use end\n", outcome: Outcome{Stopped: stoppedDecided, Signal: syscall.SIGKILL, ExitCode: -1}, want: Feasible},
		{name: "harmless order", goals: ranHarmless + "exit\n", want: NotReached, reason: "never came before the use"},
		{name: "use waits for ever", goals: "goal use begin\ngoal use pause\ngoal free begin\ngoal free end\n", outcome: Outcome{Stopped: stoppedTimeout, Signal: syscall.SIGKILL, ExitCode: -1, Duration: 3 * time.Second}, want: NotReached, reason: "still waits in its loop; stopped after 3 s"},
		{name: "use hangs", goals: ranBad, outcome: Outcome{Stopped: stoppedTimeout, Signal: syscall.SIGKILL, ExitCode: -1, Duration: 3 * time.Second}, want: NotReached, reason: "the use did not end; stopped after 3 s"},
		{name: "neither ran", goals: "exit\n", outcome: Outcome{ExitCode: 3, Output: "a\nno \x1b[31mdisplay\n"}, want: NotReached, reason: `ended by itself (exit code 3) before anything of the schedule came; its last line was "no \x1b[31mdisplay"`},
		{name: "last line still being written", goals: "goal use begin\ngoal free begin", want: NotReached, reason: "the handler of the free did not run"},
		{name: "abort", goals: ranBad, outcome: Outcome{Signal: syscall.SIGABRT, ExitCode: -1}, want: CrashedElsewhere, reason: "aborted"},
		{name: "QML refuses the free", goals: "goal use begin\ngoal use pause\ngoal free begin\n", outcome: Outcome{Signal: syscall.SIGABRT, ExitCode: -1, Output: "Object 0x1 " + qmlRefuses + ".\n\nx:14\n"}, want: EarlierSymptom, reason: "QML ended the program"},
		{name: "QML refuses another free", goals: "goal use begin\ngoal use pause\n", outcome: Outcome{Signal: syscall.SIGABRT, ExitCode: -1, Output: qmlRefuses}, want: CrashedElsewhere, reason: "aborted"},
		{name: "QML says so, and another signal comes", goals: "goal use begin\ngoal use pause\ngoal free begin\n", outcome: Outcome{Signal: syscall.SIGSEGV, ExitCode: -1, Output: qmlRefuses}, want: CrashedElsewhere},
		{name: "abort at once", outcome: Outcome{Signal: syscall.SIGABRT, ExitCode: -1, Output: "no display"}, want: NotReached, reason: `ended by itself (aborted) before anything of the schedule came; its last line was "no display"`},
		{name: "abort while holding", goals: "hold T\n", outcome: Outcome{Signal: syscall.SIGABRT, ExitCode: -1}, want: CrashedElsewhere, reason: "aborted"},
		{name: "another process's report", goals: ranBad, report: "use-after-free-O0", outcome: Outcome{PID: 1}, want: CrashedElsewhere, reason: "in a child process: heap-use-after-free"},
		{name: "report lost", goals: ranBad, outcome: Outcome{ExitCode: asanExitCode}, want: CrashedElsewhere, reason: "left none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sample()
			s.Expect = predicted
			s.Expect.Free = []string{"app::Viewer::close()", "main"}
			o := c.outcome
			o.goals = parseGoals(steeringtest.Verdict(c.goals))
			if c.report != "" {
				o.Reports, o.ExitCode = []Report{*stored(t, c.report)}, asanExitCode
			}
			f := findingOf(s, &o)
			if f.Status != c.want || !strings.Contains(f.Reason, c.reason) {
				t.Errorf("%v: %s; want %v: %s", f.Status, f.Reason, c.want, c.reason)
			}
			if (f.Report != nil) != (c.report != "" && c.want != Diverged) {
				t.Errorf("report %v", f.Report)
			}
		})
	}
}

func TestFindingPrefersProof(t *testing.T) {
	s := sample()
	s.Expect = predicted
	o := Outcome{goals: parseGoals(steeringtest.Verdict(ranBad)), Reports: []Report{*stored(t, "bad-free"), *stored(t, "use-after-free-O0")}}
	if f := findingOf(s, &o); f.Status != Confirmed {
		t.Errorf("%v: %s", f.Status, f.Reason)
	}
}

// TestVariables: what a function had on the stack is no block of the heap. The report
// names the function that had it, and AddressSanitizer is asked to look.
func TestVariables(t *testing.T) {
	returned := Expect{Use: []string{"Window::answered()"}, Free: []string{"Window::ask()", "main"}, Variable: true}
	for _, c := range []struct {
		name, report string
		change       func(*Expect)
		want         Status
		reason       string
	}{
		{name: "confirmed", report: "use-after-return", want: Confirmed, reason: "the function that had the variable (detect_stack_use_after_return=1)"},
		{name: "inlined", report: "use-after-return", change: func(e *Expect) { e.Free = []string{"Window::asks()", "Window::ask()"} }, want: Confirmed},
		{name: "another function's", report: "use-after-return", change: func(e *Expect) { e.Free = []string{"Window::load()"} }, want: CrashedElsewhere, reason: "free differs"},
		{name: "no variable expected", report: "use-after-return", change: func(e *Expect) { e.Variable = false }, want: CrashedElsewhere},
		{name: "a block of the heap", report: "use-after-free-O0", want: CrashedElsewhere},
		{name: "nothing said", want: Feasible, reason: "detect_stack_use_after_return=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sample()
			s.Expect = returned
			if c.change != nil {
				c.change(&s.Expect)
			}
			var o Outcome
			o.goals = parseGoals(steeringtest.Verdict("goal free begin\ngoal free end\ngoal use begin\ngoal use end\n"))
			if c.report != "" {
				o.Reports, o.ExitCode = []Report{*stored(t, c.report)}, asanExitCode
			}
			if f := findingOf(s, &o); f.Status != c.want || !strings.Contains(f.Reason, c.reason) {
				t.Errorf("%v: %s; want %v: %s", f.Status, f.Reason, c.want, c.reason)
			}
			if asked := strings.Contains(sanitizerOptions(s, files{}, RunOptions{}), fakeStacks); asked != s.Expect.Variable {
				t.Errorf("fake stacks: %v", asked)
			}
		})
	}
}
