package report

import (
	"fmt"
	"strings"

	"sparseracer/internal/symbols"
)

// A report as pages show it: sentences and rows, with every name neutralised. The
// HTML file and the web page are both made from this.
type (
	// Page is the report around its races.
	Page struct {
		Headline string     `json:"headline"`
		Trace    string     `json:"trace"`
		Command  string     `json:"command"`
		Facts    []string   `json:"facts"`
		Warnings []string   `json:"warnings"`
		Notes    []string   `json:"notes"`
		Next     []string   `json:"next"`
		Races    []RacePage `json:"-"`
	}
	// RacePage is one race.
	RacePage struct {
		ID         string       `json:"id"`
		Title      string       `json:"title"`
		Verdict    string       `json:"verdict"`
		Summary    string       `json:"summary"`
		Filtered   string       `json:"filtered"`
		Suggestion string       `json:"suggestion"`
		Stands     string       `json:"stands"`
		Tried      string       `json:"tried"`
		Matters    *MattersPage `json:"matters"` // to what lasts, null without data flow
		Harm       string       `json:"harm"`    // why it is likely, in a sentence
		Covered    string       `json:"covered"` // by what, in a sentence
		Covers     []string     `json:"covers"`  // the ids of that
		Why        []string     `json:"why"`
		Schedule   []string     `json:"schedule"`
		Steps      []StepPage   `json:"steps"`
		Stacks     []StackPage  `json:"stacks"`
		Places     []PlacesPage `json:"places"` // two or more pairs of source places
		Explain    string       `json:"explain"`
	}
	// MattersPage is what a race does to what outlives the program, and the way there.
	MattersPage struct {
		Rank  string     `json:"rank"`
		Means string     `json:"means"`
		Sink  string     `json:"sink"`
		Path  []PathPage `json:"path"`
	}
	// PathPage is a step of that way.
	PathPage struct {
		Role      string      `json:"role"`
		Text      string      `json:"text"`
		Operation *uint64     `json:"operation"` // null: nothing that the program did
		Frames    []FramePage `json:"frames"`
	}
	// StepPage is one thing that happened in the recorded run.
	StepPage struct {
		Operation uint64 `json:"operation"`
		Text      string `json:"text"`
		At        string `json:"at"`
		Short     string `json:"short"` // At without folders
		Racy      bool   `json:"racy"`
	}
	// StackPage is the stack of one of a race's operations.
	StackPage struct {
		Heading string      `json:"heading"`
		Frames  []FramePage `json:"frames"`
	}
	// PlacesPage is a pair of source places that collide.
	PlacesPage struct {
		First  string `json:"first"`
		Second string `json:"second"`
		Pairs  uint64 `json:"pairs"`
	}
	// FramePage is one function of a stack.
	FramePage struct {
		Text     string     `json:"text"`
		Function string     `json:"function"`
		Place    string     `json:"place"` // file:line without the folder, "" if unknown
		File     string     `json:"file"`
		System   bool       `json:"system"`
		Source   []LinePage `json:"source"` // around the frame that stands for the stack
	}
	// LinePage is one line of a source.
	LinePage struct {
		Number int    `json:"number"`
		Text   string `json:"text"`
		Here   bool   `json:"here"`
	}
)

// Page makes the report's page, with the races that are listed.
func (r *Report) Page(quote Quote) *Page {
	out := &Page{
		Headline: r.headline(), Trace: clean(r.Trace), Command: clean(strings.Join(r.Command, " ")),
		Facts: r.facts(), Warnings: r.Warnings, Next: r.next(),
	}
	for _, n := range r.Notes {
		out.Notes = append(out.Notes, clean(n))
	}
	for _, race := range r.Listed() {
		out.Races = append(out.Races, *r.RacePage(race, quote))
	}
	return out
}

// RacePage makes the page of one race.
func (r *Report) RacePage(race *Race, quote Quote) *RacePage {
	out := &RacePage{
		ID: clean(race.ID), Title: race.Title(), Verdict: clean(race.Verdict), Summary: race.Summary(),
		Filtered: clean(race.Filtered), Suggestion: race.Suggestion(), Why: race.Story().Why, Schedule: race.Story().Schedule, Tried: race.steered(), Covered: race.covered(), Harm: race.harm()[1],
		Stands:  race.stands(),
		Explain: command("explain", r.Trace, race.ID),
	}
	out.Matters = race.Matters.page(quote)
	if race.Observed {
		out.Verdict += ", seen in the recorded run"
	}
	for _, id := range coversJSON(race) {
		out.Covers = append(out.Covers, clean(id))
	}
	for _, s := range race.Story().Steps {
		step := StepPage{Operation: s.Operation, Text: s.Text, Racy: s.Operation == race.First.Operation || s.Operation == race.Second.Operation}
		if s.At != nil {
			step.At, step.Short = frameText(s.At), placeText(s.At)
		}
		out.Steps = append(out.Steps, step)
	}
	for _, p := range []*Place{&race.First, &race.Second, race.Alloc} {
		if p != nil && len(p.Stack) > 0 {
			out.Stacks = append(out.Stacks, StackPage{
				Heading: race.stackHeading(p),
				Frames:  FramePages(p.Stack, quote),
			})
		}
	}
	if places := race.Places(); len(places) > 1 {
		for _, q := range places {
			out.Places = append(out.Places, PlacesPage{placeText(at(q.First)), placeText(at(q.Second)), q.Pairs})
		}
	}
	return out
}

// FramePages are a stack's functions, with the source around the one that stands
// for it.
func FramePages(stack []symbols.Frame, quote Quote) []FramePage {
	app := stepFrame(stack)
	out := make([]FramePage, 0, len(stack))
	for i := range stack {
		f := &stack[i]
		page := FramePage{Text: fmt.Sprintf("#%d %s", i, frameText(f)), Function: clean(symbols.Brief(f.Name())), Place: basePlace(f), File: clean(f.File), System: isSystem(f)}
		if f == app {
			page.Source = around(f, quote(f.File))
		}
		out = append(out, page)
	}
	return out
}

// basePlace is file:line without the folder, "" if unknown.
func basePlace(f *symbols.Frame) string {
	if f.File == "" {
		return ""
	}
	place := clean(baseName(f.File))
	if f.Line > 0 {
		place += fmt.Sprintf(":%d", f.Line)
	}
	return place
}

// around are the lines of a frame and three on either side.
func around(f *symbols.Frame, lines []string) []LinePage {
	const context = 3
	if f.Line < 1 {
		return nil
	}
	var out []LinePage
	for n := max(f.Line-context, 1); n <= f.Line+context && n <= len(lines); n++ {
		text := strings.ReplaceAll(strings.TrimRight(lines[n-1], "\r\t "), "\t", "    ")
		out = append(out, LinePage{n, clean(text), n == f.Line})
	}
	return out
}
