package steer

import (
	"strings"
	"syscall"
	"testing"

	"sparseracer/internal/steering/steeringtest"
)

// TestEarlyFinding: a program that ends, or hangs, before the schedule has come to anything did not
// reach the race, and its own words say why; it never counts as a crash.
func TestEarlyFinding(t *testing.T) {
	const noXcb = "qt.qpa.xcb: could not connect to display \nThis application failed to start\n\nAvailable platform plugins are: offscreen, xcb.\n"
	abort := steeringtest.Expand(`==7==<report.headline><report.abort> on address 0x7
    #0 0x7f5240ca8eec in libc.so.6<report.function>8ade0 (/lib/libc.so.6+0x8aeec)

<report.summary><report.abort>
`)
	fault := strings.ReplaceAll(abort, steeringtest.Expand("<report.abort>"), steeringtest.Expand("<report.fault>"))
	const first = "press QPushButton:go #1"
	for _, c := range []struct {
		name, goals, report string
		outcome             Outcome
		want                Status
		reason              string
	}{
		{"no display, with guard pages", "", abort, Outcome{Signal: syscall.SIGABRT, Output: noXcb}, NotReached,
			`ended by itself (aborted) before anything of the schedule came; it found no display ("qt.qpa.xcb: could not connect to display"): set DISPLAY`},
		{"no display, without", "", "", Outcome{Signal: syscall.SIGABRT, Output: noXcb}, NotReached, "it found no display"},
		{"GTK without a display", "exit\n", "", Outcome{ExitCode: 1, Output: "(app:1): Gtk-WARNING **: cannot open display: \n"}, NotReached, "(exit code 1) before anything of the schedule came; it found no display"},
		{"it gives up", "", abort, Outcome{Signal: syscall.SIGABRT, Output: "no configuration\n"}, NotReached, `its last line was "no configuration"`},
		{"its default loop ends at once", "diverged exit_input the program ended before an input: " + first + "\nexit\n", "", Outcome{}, NotReached, "ended by itself (exit code 0)"},
		{"its start hangs", "diverged no_start the program's start did not come to its first input, it shows no window: " + first + "\n", "", Outcome{Stopped: stoppedDecided}, NotReached,
			`did not come to its first input, it shows no window: the press of a mouse button on "Go" in the window "Main"`},
		{"a fault by itself", "", fault, Outcome{Signal: syscall.SIGSEGV}, CrashedElsewhere, "neither handler ran"},
		{"after an input", "input " + first + "\n", abort, Outcome{Signal: syscall.SIGABRT, Output: noXcb}, CrashedElsewhere, "abort"},
		{"before a later input", "input " + first + "\ndiverged exit_input the program ended before an input: b\n", "", Outcome{}, Diverged, "ended before an input"},
		{"no target", "diverged input_unplayed an input could not be played, its target is not there: " + first + "\n", "", Outcome{Stopped: stoppedDecided}, Diverged, "its target is not there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sample()
			s.Guard = &Guard{Holders: []Holder{{CodePlace{"app", 0x3720}, "object", ""}}}
			s.Directives = append(s.Directives, Directive{Input: &Input{Event: first, Kind: "press", Window: "Main:", Title: "Main", Text: "Go", TimeoutMS: 1}})
			o := c.outcome
			o.PID, o.goals, o.Reports = 7, parseGoals(steeringtest.Verdict(c.goals)), ParseReports(c.report)
			if f := findingOf(s, &o); f.Status != c.want || !strings.Contains(f.Reason, c.reason) {
				t.Errorf("%v: %s; want %v: %s", f.Status, f.Reason, c.want, c.reason)
			}
		})
	}
}
