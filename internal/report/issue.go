package report

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"sparseracer/internal/plain"
	"sparseracer/internal/trace"
)

// The text of a bug report, as a maintainer reads it: Markdown that is readable as it is.
// All that comes from a trace stands in code: there a tracker makes no links, mentions,
// pictures or headings of it.

// issueWidth is that of lines in code.
const issueWidth = 100

// Issue writes a bug report for each of the first reported races, all for most 0.
func (r *Report) Issue(w io.Writer, version string, most int) error {
	races := r.Reported()
	left := 0
	if most > 0 && len(races) > most {
		races, left = races[:most], len(races)-most
	}
	var b strings.Builder
	for i, race := range races {
		if i > 0 {
			b.WriteString("\n---\n\n")
		}
		r.issue(&b, race, version)
	}
	switch {
	case left > 0:
		fmt.Fprintf(&b, "\n---\n\n%s not described here; `--limit 0` describes all.\n", count(left, "more race is", "more races are"))
	case len(races) == 0 && r.Unanswered() != "":
		fmt.Fprintf(&b, "No answer: %s\n", code(r.Unanswered()))
	case len(races) == 0:
		b.WriteString("No race is reported.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// IssueOf writes the bug report of one race.
func (r *Report) IssueOf(w io.Writer, id, version string) error {
	race, err := r.Find(id)
	if err != nil {
		return err
	}
	var b strings.Builder
	r.issue(&b, race, version)
	_, err = io.WriteString(w, b.String())
	return err
}

func (r *Report) issue(b *strings.Builder, race *Race, version string) {
	fmt.Fprintf(b, "# %s in %s\n\n%s\n", upper(race.Title()), code(race.First.where()), race.happens())
	if l := race.Loop; l != nil {
		fmt.Fprintf(b, "The handler of %s waits in a nested event loop, %s, while another event is delivered.\n", code(l.Owner.full()), code(l.spun()))
	}
	section := func(title string, write func(*page)) {
		p := newPage(Style{Width: issueWidth})
		write(p)
		if text := p.String(); strings.TrimSpace(text) != "" {
			fmt.Fprintf(b, "\n## %s\n%s", title, fenced(text))
		}
	}
	section("What the recorded run did", func(p *page) { p.steps(race, true) })
	section("How it goes wrong", func(p *page) { p.schedule(race) })
	section(strings.TrimSuffix(race.whyLabel(), ":"), func(p *page) {
		for _, why := range race.Story().Why {
			p.prose(0, why)
		}
	})
	fmt.Fprintf(b, "\n## How it is known\n%s", race.known())
	section("Stacks", func(p *page) { p.stacks(race, true); p.loop(race.Loop) })
	section("Suggestion", func(p *page) { p.prose(0, upper(race.Suggestion())) })
	section("Doubts", func(p *page) { p.warnings(r.Warnings) })
	section("Versions", func(p *page) { r.versions(p, race, version) })
}

// spun is the loop and the function that spins it.
func (l *Loop) spun() string {
	if f := at(l.Stack); f != nil {
		return l.named() + ", spun in " + placeText(f)
	}
	return l.named()
}

// happens is the race in two sentences.
func (r *Race) happens() string {
	first, second := code(r.First.where()), code(r.Second.where())
	switch {
	case r.Kind == kindReadWrite || r.Kind == kindState:
		return fmt.Sprintf("%s and %s access the same data, and nothing orders the two handlers.", first, second)
	case r.Kind == kindDoubleFree:
		return fmt.Sprintf("%s frees what %s has freed.", second, first)
	}
	s := fmt.Sprintf("%s uses an object after %s has ended its life", first, second)
	if !r.Observed {
		s = fmt.Sprintf("In another order of events %s uses an object after %s has ended its life", first, second)
	}
	if r.Alloc != nil {
		s += ". It was allocated in " + code(r.Alloc.where()+r.Alloc.as())
	}
	return s + "."
}

// known says how sure it is, and what to attach.
func (r *Race) known() string {
	s := r.Steered
	switch {
	case s != nil && s.Proven > 0:
		text := fmt.Sprintf("Proven: AddressSanitizer or a guard page stopped the program at this place in %d of %d runs, which held events back and changed nothing else (%s).\n",
			s.Proven, s.Runs, code(s.Reason))
		if s.Schedule != "" {
			text += fmt.Sprintf("Attach the schedule %s. It repeats the crash:\n%s", code(filepath.Base(s.Schedule)),
				fenced(command("replay", filepath.Base(s.Schedule), "--", "PROGRAM")))
		}
		return text
	case s != nil:
		return fmt.Sprintf("Predicted from a recording. An attempt to bring it about ended with %s: %s\n", code(s.Verdict), code(s.Reason))
	case r.Observed:
		return "Seen in the recorded run itself.\n"
	}
	return "Predicted from a recording of a run in which nothing went wrong; not proven.\n"
}

// loopLibrary is a library with an event loop, or with what is built on one.
var loopLibrary = regexp.MustCompile(`^lib(Qt[0-9]?(Core|Gui|Widgets|Qml)|glib-|gio-|gtk-|uv\.|uv-|KF[0-9])`)

// versions are those of what took part, by build-id: the names of files say too little.
func (r *Report) versions(p *page, race *Race, version string) {
	p.hanging(0, 2, "sparseracer "+version+", race "+race.ID)
	if len(r.Command) > 0 {
		p.hanging(0, 2, "recorded: "+clean(strings.Join(r.Command, " ")))
	}
	for i, m := range r.modules {
		if i > 0 && !loopLibrary.MatchString(filepath.Base(m.Path)) {
			continue
		}
		p.hanging(0, 2, fmt.Sprintf("%s (build-id %s)", clean(m.Path), clean(buildID(m))))
	}
}

func buildID(m trace.Module) string {
	if m.BuildID == "" {
		return "unknown"
	}
	return m.BuildID
}

// ticks are runs of the character that ends code.
var ticks = regexp.MustCompile("`+")

func longestTicks(text string) int {
	most := 0
	for _, run := range ticks.FindAllString(text, -1) {
		most = max(most, len(run))
	}
	return most
}

// code is text as code within a line, whatever it holds.
func code(text string) string {
	text = plain.Text(text)
	marks := strings.Repeat("`", longestTicks(text)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.TrimSpace(text) == "" {
		text = " " + text + " "
	}
	return marks + text + marks
}

// fenced is text of several lines as a block of code.
func fenced(text string) string {
	marks := strings.Repeat("`", max(longestTicks(text)+1, 3))
	return marks + "\n" + strings.Trim(text, "\n") + "\n" + marks + "\n"
}
