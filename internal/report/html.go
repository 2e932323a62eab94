package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"sparseracer/internal/symbols"
)

// The page is one file that loads nothing: its policy allows the two texts that
// are embedded here, by their hashes, and nothing else.
var (
	//go:embed page.html
	pageTemplate string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string

	htmlPage = template.Must(template.New("page").Parse(pageTemplate))
)

type (
	htmlReport struct {
		Policy, Headline, Trace, Command string
		Style                            template.CSS
		Script                           template.JS
		Facts, Warnings, Notes, Next     []string
		Races                            []htmlRace
	}
	htmlRace struct {
		ID, Title, Verdict, Summary, Filtered, Suggestion, Stands, Tried string
		Why, Schedule                                                    []string
		Steps                                                            []htmlStep
		Stacks                                                           []htmlStack
		Explain                                                          string
	}
	htmlStep struct {
		Operation uint64
		Text, At  string
		Racy      bool
	}
	htmlStack struct {
		Heading string
		Frames  []htmlFrame
	}
	htmlFrame struct {
		Text   string
		Source []htmlLine // around the frame that stands for the stack
	}
	htmlLine struct {
		Number int
		Text   string
		Here   bool
	}
)

// HTML writes the report as one page that needs nothing else. With sources,
// lines are quoted as in the text.
func (r *Report) HTML(w io.Writer, sources bool) error {
	h := htmlMaker{quote: sources, sources: map[string][]string{}}
	out := htmlReport{
		Policy:   policy(),
		Headline: r.headline(),
		Trace:    clean(r.Trace),
		Command:  clean(strings.Join(r.Command, " ")),
		Style:    template.CSS(pageStyle),
		Script:   template.JS(pageScript),
		Facts:    r.facts(),
		Warnings: r.Warnings,
		Next:     r.next(),
	}
	for _, n := range r.Notes {
		out.Notes = append(out.Notes, clean(n))
	}
	for _, race := range r.Listed() {
		out.Races = append(out.Races, h.race(race, r.Trace))
	}
	var b bytes.Buffer
	if err := htmlPage.Execute(&b, out); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// policy is a Content-Security-Policy for the page.
func policy() string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hash(pageStyle) + "; script-src " + hash(pageScript)
}

type htmlMaker struct {
	quote   bool
	sources sources
}

func (h *htmlMaker) race(r *Race, trace string) htmlRace {
	out := htmlRace{
		ID: clean(r.ID), Title: r.Title(), Verdict: clean(r.Verdict), Summary: r.Summary(),
		Filtered: clean(r.Filtered), Suggestion: r.suggestion(), Why: r.Why, Schedule: r.Schedule, Tried: r.steered(),
		Stands:  fmt.Sprintf("%s in %s", count(r.Pairs, "pair of operations", "pairs of operations"), count(r.Handlers, "pair of handlers", "pairs of handlers")),
		Explain: command("explain", trace, r.ID),
	}
	if r.Observed {
		out.Verdict += ", seen in the recorded run"
	}
	for _, s := range r.Steps {
		step := htmlStep{Operation: s.Operation, Text: s.Text, Racy: s.Operation == r.First.Operation || s.Operation == r.Second.Operation}
		if s.At != nil {
			step.At = frameText(s.At)
		}
		out.Steps = append(out.Steps, step)
	}
	for _, p := range []*Place{&r.First, &r.Second, r.Alloc} {
		if p != nil && len(p.Stack) > 0 {
			out.Stacks = append(out.Stacks, htmlStack{
				Heading: r.stackHeading(p),
				Frames:  h.frames(p.Stack),
			})
		}
	}
	return out
}

func (h *htmlMaker) frames(stack []symbols.Frame) []htmlFrame {
	app := telling(stack)
	var out []htmlFrame
	for i := range stack {
		f := htmlFrame{Text: fmt.Sprintf("#%d %s", i, frameText(&stack[i]))}
		if &stack[i] == app && h.quote {
			f.Source = h.around(app)
		}
		out = append(out, f)
	}
	return out
}

// around are the lines of a frame and three on either side.
func (h *htmlMaker) around(f *symbols.Frame) []htmlLine {
	const context = 3
	if f.Line < 1 {
		return nil
	}
	var out []htmlLine
	lines := h.sources.lines(f.File)
	for n := max(f.Line-context, 1); n <= f.Line+context && n <= len(lines); n++ {
		text := strings.ReplaceAll(strings.TrimRight(lines[n-1], "\r\t "), "\t", "    ")
		out = append(out, htmlLine{n, clean(text), n == f.Line})
	}
	return out
}
