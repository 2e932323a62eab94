package steer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sparseracer/internal/steering"
)

// A window that is closed may ask something first ("Save changes?"). In the bad order it asks
// what the recording never had it ask, so no recorded input answers it, and the event of the free
// does not end. A person who closes a window answers. So where a run stands still in such a
// question, other runs are made, in which a button that goes on is clicked. Which buttons those
// are, and in which order, the program's own helper says (qtpatch/headers/answers).
//
// The rules that it keeps:
//   - The first run answers nothing. What reaches the use by itself does so unchanged. A run that
//     was cut short in a question goes to its end where no answer led on.
//   - A window that the recording answers there is never answered.
//   - The answer is an input like others: played where a person could do it, kept in the
//     schedule. A schedule out of a file gets no further ones.

// question is a modal window that waits and that no input of the schedule is for.
type question struct {
	loop    *InLoop // in which it waits; nil: no input's handler turns it
	window  string
	title   string
	which   string
	says    string
	buttons []questionButton // that go on, the likeliest first
	after   int              // required inputs that had been played
}

type questionButton struct{ target, text, at string }

const (
	questionsMost = 4   // that are answered in one run, one after another
	answerRuns    = 6   // of one schedule at most, for all questions and buttons
	readMS        = 300 // a person reads before the click
	clickMS       = 50  // between press and release
)

// answerAfter is how long a question may go away by itself: as long as is waited for an input's
// chance and for what is held.
const answerAfter = defaultHoldMS * time.Millisecond

// asks reads "NTH LABEL", "0" where no input's handler turns the loop.
func (g *goals) asks(line string) {
	nth, label, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(nth)
	if err != nil || n < 0 || n > waitMax || (n > 0) != (label != "") {
		g.refuse(fmt.Errorf("%.80q is no place of a question", line))
		return
	}
	g.question = &question{after: g.played}
	if n > 0 {
		g.question.loop = &InLoop{Event: label, Nth: n}
	}
}

// asked reads a line of a question's window.
func (g *goals) asked(line string) {
	q, word, text := g.question, "", ""
	if word, text, _ = strings.Cut(line, " "); q == nil {
		g.refuse(fmt.Errorf("%.80q comes before its question", line))
		return
	}
	switch word {
	case steering.DirectiveWindow:
		q.window = text
	case steering.DirectiveTitle:
		q.title = text
	case steering.DirectiveWhich:
		q.which = text
	case steering.AsksSays:
		q.says = text
	case steering.DirectiveTarget:
		q.buttons = append(q.buttons, questionButton{target: text})
		return
	case steering.DirectiveText, steering.DirectiveAt:
		if len(q.buttons) == 0 {
			g.refuse(fmt.Errorf("%.80q comes before its button", line))
			return
		}
		b := &q.buttons[len(q.buttons)-1]
		if word == steering.DirectiveText {
			b.text = text
		} else {
			b.at = text
		}
	default:
		g.refuse(fmt.Errorf("%.80q says nothing of a question", line))
	}
}

// words name it, so that it cannot play with a terminal.
func (q *question) words() string {
	in := Input{Window: q.window, Title: q.title}
	if q.says == "" {
		return in.windowWords()
	}
	return fmt.Sprintf("%s, which says %.160q", in.windowWords(), q.says)
}

// recordedInput is where the recording has an input; event "": in a loop that has no name.
type recordedInput struct{ event, window string }

// recordedInputs are those of a person.
func (d *derivation) recordedInputs() (list []recordedInput) {
	personal, _ := d.personals()
	for _, e := range personal {
		r := recordedInput{window: e.Attr("window")}
		if in := d.contextOf(e); in != nil {
			r.event = in.Event
		}
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}

// answers: the recording has an input to such a window there, or may have.
func (q *question) isRecorded(list []recordedInput) bool {
	return slices.ContainsFunc(list, func(r recordedInput) bool {
		return r.window == q.window && (r.event == "" || q.loop == nil || r.event == q.loop.Event)
	})
}

// standsAsked is the question in which a run stands still: all that leads to the free has been
// done, the use still waits, and what stands in the way is not the recording's. nil for none.
func (s *Schedule) standsAsked(g *goals) *question {
	q := g.question
	waits := g.usePaused || !g.useBegan && len(g.held) > 0
	if q == nil || !s.mayAnswer || g.fault != nil || g.freeEnded || g.useOver || !waits || q.after < s.leading() || q.isRecorded(s.recorded) {
		return nil
	}
	return q
}

// canAnswer: that question has a button that goes on with what asked, and the run need not wait.
func (s *Schedule) canAnswer(g *goals) bool {
	q := s.standsAsked(g)
	return q != nil && len(q.buttons) > 0 && !s.patient
}

// leading is how many inputs have to be played before the free ends.
func (s *Schedule) leading() (n int) {
	for _, d := range s.Directives {
		if d.Input != nil && !d.Input.Optional && len(d.Input.After) == 0 {
			n++
		}
	}
	return n
}

// askedFinding is for a run that stands still in a question, nil for any other one.
func askedFinding(s *Schedule, g *goals) *Finding {
	q := s.standsAsked(g)
	if q == nil {
		return nil
	}
	why := "no button goes on with what asked"
	if len(q.buttons) > 0 {
		why = "it is not answered"
	}
	return &Finding{Status: NotReached, divergedBy: g.divergedBy, question: q,
		Reason: fmt.Sprintf("before the free, the program asks something that it does not ask in the recording, and %s: %s", why, q.words())}
}

// answered is the schedule with a click on that button, before all that comes after the free.
func (s *Schedule) answered(q *question, b questionButton) *Schedule {
	a := *s
	a.answers++
	how := fmt.Sprintf("answering %s by %q", q.words(), b.text)
	a.instead = s.also(how)
	label := func(n int) string {
		return fmt.Sprintf("%s answer%s%d", steering.LabelInput, steering.LabelNumber, n)
	}
	press := Input{Event: label(2*a.answers - 1), About: how, Kind: steering.InputPress, Window: q.window, Title: q.title, Which: q.which,
		Target: b.target, Text: b.text, At: b.at, InLoop: q.loop, WaitMS: readMS, TimeoutMS: defaultHoldMS}
	release := press
	release.Event, release.Kind, release.WaitMS = label(2*a.answers), steering.InputRelease, clickMS
	release.At = releasedAt(b.at)
	at := slices.IndexFunc(s.Directives, func(d Directive) bool { return d.Input != nil && len(d.Input.After) > 0 })
	if at < 0 {
		at = len(s.Directives)
	}
	a.Directives = slices.Insert(slices.Clone(s.Directives), at, Directive{Input: &press}, Directive{Input: &release})
	a.WatchdogMS = min(s.WatchdogMS+2*defaultHoldMS, waitMax)
	return &a
}

// releasedAt is the place of a press, with no button down.
func releasedAt(at string) string {
	fields := strings.Fields(at)
	if len(fields) > 5 {
		fields[5] = "0"
	}
	return strings.Join(fields, " ")
}

// steered runs a schedule, and where the run stands still in a question those that answer it. What
// shows more comes back with its schedule, else what the last question was.
func (c *runner) steered(ctx context.Context, t *task, s *Schedule) (*Finding, *Schedule, error) {
	f, err := c.guarded(ctx, t, *s)
	if err != nil || f.question == nil {
		return f, s, err
	}
	left := answerRuns
	best, used, err := c.answering(ctx, t, s, f, &left)
	if err != nil || best.Status > Diverged || best.question == nil || f.outcome == nil || f.outcome.Stopped != stoppedDecided || f.outcome.goals.diverged != "" {
		return best, used, err
	}
	// The run was cut short, and no answer led on: the question may have gone away by itself.
	patient := *s
	patient.patient = true
	again, err := c.guarded(ctx, t, patient)
	if err != nil || again.Status > Diverged {
		return again, s, err
	}
	return best, used, nil
}

// answering tries the buttons of the question in which s stands still, the likeliest first, until one
// proves the race: another may keep the window, and what that shows is only the best so far.
func (c *runner) answering(ctx context.Context, t *task, s *Schedule, stands *Finding, left *int) (*Finding, *Schedule, error) {
	best, used := stands, s
	for _, b := range stands.question.buttons {
		if *left--; *left < 0 || s.answers == questionsMost {
			break
		}
		with := s.answered(stands.question, b)
		if with.validate() != nil {
			continue // its texts are none that a schedule may have
		}
		how := with.instead
		f, err := c.guarded(ctx, t, *with)
		if err == nil && f.question != nil {
			f, with, err = c.answering(ctx, t, with, f, left)
		} else if err == nil && f.isStuck() {
			f, with, err = c.leftOtherwise(ctx, t, with, f)
		}
		switch {
		case err != nil:
			return nil, nil, err
		case f.Status.Proven():
			return f, with, nil
		case f.Status > Diverged && f.Status > best.Status:
			best, used = f, with
		case best == stands: // what the likeliest button comes to is told
			told := *f
			told.Reason = how + ": " + f.Reason
			best = &told
		}
	}
	return best, used, nil
}

// personAnswers lets runs of a derived schedule answer what the recording does not have.
func (s *Schedule) personAnswers(recorded []recordedInput) {
	s.mayAnswer, s.recorded = true, recorded
}

// asRecorded forbids it again: what is left out of a schedule is not to come back.
func (s *Schedule) asRecorded() { s.mayAnswer = false }
