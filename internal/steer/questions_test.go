package steer

import (
	"strings"
	"testing"

	"sparseracer/internal/steering"
	"sparseracer/internal/steering/steeringtest"
)

// closingAsks is a schedule for a window that is closed while a menu waits.
func closingAsks() *Schedule {
	input := func(event, kind string, after ...Target) Directive {
		return Directive{Input: &Input{Event: event, Kind: kind, Window: "W:main", At: "1 1 1 1 1 1 0 0 0", After: after, TimeoutMS: 100}}
	}
	s := &Schedule{Format: scheduleFormat, Version: ScheduleVersion, Race: RaceInfo{ID: "r", Kind: "use-free"}, WatchdogMS: 1000,
		Goal: Goal{Free: "closed", Use: "menu"}, Expect: Expect{Use: []string{"f"}}}
	s.Directives = []Directive{input("menu", "press"), input("closed", "close"), input("entry", "press", Target{Event: "closed"})}
	s.personAnswers([]recordedInput{{event: "menu", window: "W:ask"}, {event: "main", window: "W:main"}})
	return s
}

// standsIn is what a run says that stands still in a question.
func standsIn(window string, buttons string) string {
	return "input menu\ngoal use begin\ngoal use pause\ninput closed\ngoal free begin\nquestion 1 closed\nasks window " + window +
		"\nasks title Unsaved\nasks says Save \x1b[2J it?\n" + buttons
}

const discard = "asks target box/button\nasks text Discard\nasks at 500 500 9 9 1 1 0 0 0\n"

// TestQuestions: which runs stand still in a question that may be answered.
func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		name, verdict string
		change        func(s *Schedule)
		may, can      bool
	}{
		{name: "a button goes on", verdict: standsIn("W:ask", discard), may: true, can: true},
		{name: "none does", verdict: standsIn("W:ask", ""), may: true},
		{name: "it went away", verdict: standsIn("W:ask", discard) + "goal free end\n"},
		{name: "the use went on", verdict: standsIn("W:ask", discard) + "goal use resume\n"},
		{name: "an input was played", verdict: standsIn("W:ask", discard) + "optional entry\n"},
		{name: "before the close", verdict: strings.Replace(standsIn("W:ask", discard), "input closed\n", "", 1)},
		{name: "the use does not wait", verdict: strings.Replace(standsIn("W:ask", discard), "goal use pause\n", "", 1)},
		{name: "its handler is held", verdict: strings.Replace(standsIn("W:ask", discard), "goal use begin\ngoal use pause\n", "hold menu\n", 1), may: true, can: true},
		{name: "the recording answers it", verdict: standsIn("W:ask", discard), change: func(s *Schedule) { s.recorded[0].event = "closed" }},
		{name: "the recording may answer it", verdict: standsIn("W:ask", discard), change: func(s *Schedule) { s.recorded[0].event = "" }},
		{name: "in a loop of no input's", verdict: strings.Replace(standsIn("W:ask", discard), "1 closed", "0", 1)},
		{name: "such a loop, another window", verdict: strings.Replace(standsIn("W:other", discard), "1 closed", "0", 1), may: true, can: true},
		{name: "a schedule out of a file", verdict: standsIn("W:ask", discard), change: func(s *Schedule) { s.mayAnswer = false }},
	} {
		s := closingAsks()
		if c.change != nil {
			c.change(s)
		}
		g := parseGoals(steeringtest.Verdict(c.verdict))
		if may, can := s.standsAsked(&g) != nil, s.canAnswer(&g); g.fault != nil || may != c.may || can != c.can {
			t.Errorf("%s: %v, may %v, can %v", c.name, g.fault, may, can)
		}
	}
}

// TestQuestionFinding: it is the reason, whatever ended the run, and cannot play with a terminal.
func TestQuestionFinding(t *testing.T) {
	for _, end := range []string{"diverged watchdog watchdog\n", "diverged input_waits an input could not be played: entry\n", ""} {
		o := &Outcome{Stopped: stoppedTimeout, Signal: 9, goals: parseGoals(steeringtest.Verdict(standsIn("W:ask", "") + end))}
		f := findingOf(closingAsks(), o)
		want := `the program asks something that it does not ask in the recording, and no button goes on with what asked: the window "Unsaved", which says "Save \x1b[2J it?"`
		if f.Status != NotReached || f.question == nil || !strings.HasSuffix(f.Reason, want) {
			t.Errorf("%q: %s: %s", end, f.Status, f.Reason)
		}
	}
	// A crash in it is a finding of its own.
	o := &Outcome{Reports: []Report{{Kind: "SEGV"}}, goals: parseGoals(steeringtest.Verdict(standsIn("W:ask", "")))}
	if f := findingOf(closingAsks(), o); f.Status != CrashedElsewhere {
		t.Errorf("a crash: %s: %s", f.Status, f.Reason)
	}
}

// TestAnswered: the click comes after what leads to the question and before what comes after the free.
func TestAnswered(t *testing.T) {
	g := parseGoals(steeringtest.Verdict(standsIn("W:ask", discard)))
	once := closingAsks().answered(g.question, g.question.buttons[0])
	twice := once.answered(g.question, g.question.buttons[0])
	var got []string
	for _, d := range twice.Directives {
		got = append(got, d.Input.Event+" "+d.Input.Kind)
	}
	want := "menu press, closed close, input answer #1 press, input answer #2 release, input answer #3 press, input answer #4 release, entry press"
	if list := strings.Join(got, ", "); list != want {
		t.Errorf("%s\nwant %s", list, want)
	}
	in := twice.Directives[3].Input
	if err := twice.validate(); err != nil || in.At != "500 500 9 9 1 0 0 0 0" || in.Text != "Discard" || *in.InLoop != (InLoop{"closed", 1}) || in.Optional {
		t.Errorf("%v: %+v", err, in)
	}
	if len(closingAsks().Directives) != 3 || len(once.Directives) != 5 {
		t.Error("the schedule before was changed")
	}
}

// TestQuestionRefused: what is no question's line is a fault of what the runtime wrote.
func TestQuestionRefused(t *testing.T) {
	for _, line := range []string{"question", "question x", "question -1 a", "question 1", "question 0 a", "asks window W", "question 0\nasks colour red", "question 0\nasks text T"} {
		if g := parseGoals(steering.Head(steering.HeadVerdict) + "\n" + line + "\n"); g.fault == nil {
			t.Errorf("%q was read", line)
		}
	}
}
