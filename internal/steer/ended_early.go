package steer

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"sparseracer/internal/steering"
)

// A program may end, or hang, before the schedule has come to anything: it finds no display, a
// file is missing, an instance of it runs already, or its start waits for what does not come
// this time. Nothing was steered then, so neither a crash nor the schedule's first input says
// anything of the race: the run did not reach it, and the reason is the program's own last words.

// untouched: nothing of the schedule has come: no input, no held event, neither handler.
func (g *goals) untouched() bool { return !g.useBegan && !g.freeBegan && !g.steered && g.played == 0 }

// earlyFinding is for a run that the schedule had no part in, nil for any other one. A report of
// AddressSanitizer, or a fault, is a finding of its own; an abort is how programs give up.
func earlyFinding(s *Schedule, o *Outcome) *Finding {
	g := &o.goals
	for i := range o.Reports {
		if o.Reports[i].Kind != steering.ReportAbort {
			return nil
		}
	}
	switch {
	case !g.untouched() || g.fault != nil:
		return nil
	case g.divergedBy == steering.DivergedNoStart:
		return &Finding{Status: NotReached, divergedBy: g.divergedBy, Reason: s.inWords(g.diverged) + lastWords(o)}
	case g.diverged != "" && g.divergedBy != steering.DivergedExitInput || o.Stopped != "":
		return nil
	case o.Signal == 0 && o.ExitCode == asanExitCode && len(o.Reports) == 0:
		return nil // after a report that cannot be read
	}
	why := fmt.Sprintf("the program ended by itself (%s) before anything of the schedule came", o.how())
	if !g.headed {
		why += ", and before it loaded a Qt or libuv that can be hooked, if it does"
	}
	return &Finding{Status: NotReached, divergedBy: g.divergedBy, Reason: why + lastWords(o)}
}

// how the program ended, in brackets.
func (o *Outcome) how() string {
	if o.Signal != 0 {
		return o.Signal.String()
	}
	if len(o.Reports) > 0 {
		return "aborted" // with a status of ours
	}
	return fmt.Sprintf("exit code %d", o.ExitCode)
}

// lastWords are what the program said of why: the line by which a display is missing, else its last one.
func lastWords(o *Outcome) string {
	if line := strings.TrimSpace(noDisplay().FindString(o.Output)); line != "" {
		return fmt.Sprintf("; it found no display (%.200q): set DISPLAY (xvfb-run does), or for Qt QT_QPA_PLATFORM=offscreen", line)
	}
	return tail(o)
}

// noDisplay is what Qt, GTK and Xlib say without a screen.
var noDisplay = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?mi)^.*(could not connect to display|cannot open display|can't open display|failed to create wl_display|unable to open display).*$`)
})
