package crashmatch

import (
	"fmt"
	"io"
	"strings"

	"sparseracer/internal/crashreport"
	"sparseracer/internal/report"
)

// shownFrames are those of the crash that the text has.
const shownFrames = 12

// Text writes the answer for people. next are the commands to run now.
func (a *Answer) Text(w io.Writer, next []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n", a.Headline())
	fmt.Fprintf(&b, "The crash: %s.\n", a.What())
	for _, warning := range a.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	a.Own.text(&b)
	for i := range a.Named {
		a.Named[i].text(&b)
	}
	if len(a.None) > 0 {
		b.WriteByte('\n')
		for _, s := range a.None {
			fmt.Fprintf(&b, "  %s\n", s)
		}
		if a.Session != "" {
			fmt.Fprintf(&b, "  To look further: %s.\n", a.Session)
		}
	}
	if n := a.Best(); n != nil && n.Confidence < Sure {
		b.WriteString("\n  The report does not show who freed the memory: confirm finds out whether it is this race.\n")
		if a.Crash.Address == nil && !a.Crash.Wild {
			b.WriteString("  Nor does it show the fault's address. That of a null pointer would speak against it: the kernel's log has it (segfault at …), and so has the core file.\n")
		}
	}
	a.frames(&b)
	fmt.Fprintf(&b, "\nCompared with %s.\n", a.Looked)
	for i, command := range next {
		fmt.Fprintf(&b, "%s%s\n", [...]string{"next: ", "      "}[min(i, 1)], command)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Headline is the answer in a sentence.
func (a *Answer) Headline() string {
	switch {
	case a.Own != nil:
		return a.Own.Trace + " ends with this crash, and shows what happened"
	case a.NoAnswer != "":
		return "no answer: " + a.NoAnswer
	case len(a.Named) == 0:
		return "none of the races of " + a.traces() + " explains this crash"
	case len(a.Named) == 1:
		return fmt.Sprintf("race %s explains this crash: %s (%d of 100 points)", a.Named[0].Race.ID, a.Named[0].Confidence, a.Named[0].Score)
	}
	n := a.Named[0]
	return fmt.Sprintf("race %s explains this crash best: %s (%d of 100 points); %s as well", n.Race.ID, n.Confidence, n.Score, count(len(a.Named)-1, "other does", "others do"))
}

func (a *Answer) traces() string {
	if a.Looked.Traces == 1 {
		return "this trace"
	}
	return "these traces"
}

// What is the crash in a sentence without its end.
func (a *Answer) What() string {
	c := a.Crash
	what := c.Signal
	if c.Fault != "" && c.Fault != "SEGV" {
		what = c.Fault
	}
	if what == "" {
		what = "a fault"
	}
	if len(a.stack) > 0 {
		what += " in " + a.stack[0].spoken
		if f := first(a.stack); f != nil && !a.stack[0].own {
			what += ", called by " + f.spoken
		}
	}
	if c.Address != nil {
		what += fmt.Sprintf(", at address 0x%x", *c.Address)
	}
	from := string(c.Format)
	if p := c.ProgramName(); p != "" {
		from += " of " + p
	}
	return fmt.Sprintf("%s (%s, %s, %s)", what, from, count(len(c.Threads), "thread", "threads"), count(len(c.Stack()), "frame", "frames"))
}

func (n *Named) text(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s %s (%s)\n  %s.\n", n.Race.Title(), n.Race.ID, n.Confidence, n.Race.Summary())
	for _, r := range n.Reasons {
		if r.Points == 0 {
			fmt.Fprintf(b, "        %s\n", r.Text)
			continue
		}
		fmt.Fprintf(b, "  %4s  %s\n", fmt.Sprintf("+%d", r.Points), r.Text)
	}
}

// frames are those of the crash, with the loops that were open.
func (a *Answer) frames(b *strings.Builder) {
	b.WriteString("\n  The stack that crashed:\n")
	for i := range a.stack {
		if i == shownFrames {
			fmt.Fprintf(b, "    … %s\n", count(len(a.stack)-i, "more frame", "more frames"))
			break
		}
		fmt.Fprintf(b, "    #%d %s\n", i, a.stack[i].spoken)
	}
	for _, o := range a.Open {
		recorded := "not recorded"
		if o.Recorded {
			recorded = "recorded, " + count(o.Races, "race", "races")
		}
		fmt.Fprintf(b, "  Open below it: %s in %s (%s)\n", orElse(o.What, "a loop"), o.Function, recorded)
	}
}

func (l Looked) String() string {
	return fmt.Sprintf("%s, %s set aside and %s with nested loops, of %s", count(l.Races, "race", "races"), count(l.Filtered, "race", "races"),
		count(l.Loops, "place", "places"), count(l.Traces, "trace", "traces"))
}

// Best is the race to look at first, nil for none.
func (a *Answer) Best() *Named {
	if len(a.Named) == 0 {
		return nil
	}
	return &a.Named[0]
}

// JSON of `explain-crash --json`; docs/cli.md has its contract.
type (
	jsonAnswer struct {
		Version  int         `json:"version"`
		Answer   string      `json:"answer"` // explained, none or unanswered
		Crash    jsonCrash   `json:"crash"`
		Own      *Own        `json:"own,omitempty"` // the trace that ends with the crash
		Races    []jsonNamed `json:"races"`
		None     []string    `json:"none"` // why no race is named
		Session  string      `json:"session,omitempty"`
		Open     []OpenLoop  `json:"open_loops"`
		Looked   Looked      `json:"looked_at"`
		Warnings []string    `json:"warnings"`
	}
	jsonCrash struct {
		Format  string      `json:"format"`
		Program string      `json:"program,omitempty"`
		Signal  string      `json:"signal,omitempty"`
		Fault   string      `json:"fault,omitempty"`
		Address *uint64     `json:"address,omitempty"`
		Threads int         `json:"threads"`
		Stack   []jsonFrame `json:"stack"`
		Free    []jsonFrame `json:"free,omitempty"`
		Alloc   []jsonFrame `json:"alloc,omitempty"`
	}
	jsonFrame struct {
		Function string `json:"function"`
		File     string `json:"file"`
		Line     int    `json:"line"`
		Module   string `json:"module,omitempty"`
		Offset   uint64 `json:"offset,omitempty"`
	}
	jsonNamed struct {
		ID         string   `json:"id"`
		Trace      string   `json:"trace"`
		Confidence string   `json:"confidence"`
		Score      int      `json:"score"`
		Summary    string   `json:"summary"`
		Filtered   *string  `json:"filtered"`
		Reasons    []Reason `json:"reasons"`
	}
)

// AnswerJSON is the type of the JSON, for its schema.
type AnswerJSON = jsonAnswer

// FrameJSON is that of a frame in it.
type FrameJSON = jsonFrame

// JSON writes the answer for programs.
func (a *Answer) JSON(w io.Writer) error {
	c := a.Crash
	out := jsonAnswer{Version: report.JSONVersion, Answer: "none", Races: []jsonNamed{}, None: append([]string{}, a.None...), Session: a.Session,
		Open: append([]OpenLoop{}, a.Open...), Looked: a.Looked, Warnings: append([]string{}, a.Warnings...),
		Crash: jsonCrash{string(c.Format), c.Program, c.Signal, c.Fault, c.Address, len(c.Threads), framesJSON(c.Stack()), framesJSON(c.Free), framesJSON(c.Alloc)}}
	switch {
	case a.NoAnswer != "":
		out.Answer, out.None = "unanswered", append([]string{a.NoAnswer}, out.None...)
	case len(a.Named) > 0 || a.Own != nil:
		out.Answer, out.Own = "explained", a.Own
	}
	for _, n := range a.Named {
		named := jsonNamed{n.Race.ID, n.Trace.Path, n.Confidence.String(), n.Score, n.Race.Summary(), nil, n.Reasons}
		if n.Race.Filtered != "" {
			named.Filtered = &n.Race.Filtered
		}
		out.Races = append(out.Races, named)
	}
	return report.WriteJSON(w, out)
}

func framesJSON(frames []crashreport.Frame) []jsonFrame {
	out := []jsonFrame{}
	for _, f := range frames {
		out = append(out, jsonFrame{f.Function, f.File, f.Line, f.Module, f.Offset})
	}
	return out
}
