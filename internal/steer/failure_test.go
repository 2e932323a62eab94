package steer

import (
	"strings"
	"syscall"
	"testing"

	"sparseracer/internal/steering/steeringtest"
)

// TestFailureFinding: the same failure in a run that may happen without steering
// proves it, and nothing else does.
func TestFailureFinding(t *testing.T) {
	s := Unsteered(nil)
	s.Failure, s.Directives = "exit status 1", []Directive{{Hold: &Hold{}}}
	for _, c := range []struct {
		name, verdict string
		outcome       Outcome
		want          Status
		reason        string
	}{
		{"the same", "hold T\nrelease T\n", Outcome{ExitCode: 1}, Confirmed, "exit status 1"},
		{"the same, let go after its time", "hold T\ndiverged hold_timeout hold timeout: T\n", Outcome{ExitCode: 1}, Diverged, "hold timeout"},
		{"the same, after a divergence", "hold T\ndiverged awaited_removed an awaited event was removed\n", Outcome{ExitCode: 1}, Diverged, "awaited"},
		{"another one", "hold T\n", Outcome{Signal: syscall.SIGSEGV, ExitCode: -1}, CrashedElsewhere, "ended by a signal"},
		{"too slow", "hold T\n", Outcome{Stopped: stoppedTimeout}, CrashedElsewhere, "no end"},
		{"none", "hold T\n", Outcome{}, Feasible, "nothing failed"},
		{"nothing was held", "", Outcome{}, NotReached, "none of the events"},
	} {
		c.outcome.goals = parseGoals(steeringtest.Verdict(c.verdict))
		f := findingOf(s, &c.outcome)
		if f.Status != c.want || !strings.Contains(f.Reason, c.reason) {
			t.Errorf("%s: %v, %q; expected %v, %q", c.name, f.Status, f.Reason, c.want, c.reason)
		}
	}
}

// TestFailureSchedule: in a file it says how the program fails, or a failure could not be
// set apart from "fixed".
func TestFailureSchedule(t *testing.T) {
	const text = `{"format":"sparseracer-schedule","version":2,"race":{"id":"f","kind":"failure","summary":""},"watchdog_ms":1000,
		"directives":[{"hold":{"event":"x","about":"","until":[{"event":"y","about":""}],"timeout_ms":5}}],"failure":"exit status 1"}`
	if _, err := Parse("f", []byte(text)); err != nil {
		t.Error(err)
	}
	if _, err := Parse("f", []byte(strings.Replace(text, "exit status 1", "", 1))); err == nil || !strings.Contains(err.Error(), "failure: missing") {
		t.Errorf("no failure: %v", err)
	}
}
