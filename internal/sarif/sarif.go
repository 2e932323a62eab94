// Package sarif writes a report for services and editors that show findings beside the
// code: SARIF 2.1.0, GitLab's code quality format, GitHub's annotations, Qt Creator's tasks.
//
// The rules it keeps:
//   - A race is one result with one code flow of one thread flow, which gives the
//     story in the recorded order. A step without a place of its own stands where its handler
//     has one; if none is known, its text goes with the next step.
//   - The race's id is its partial fingerprint, so a service recognises it in the
//     next run.
//   - Files below the source root are named relative to it, as a service needs
//     them; all others by their absolute path.
package sarif

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"sparseracer/internal/plain"
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
)

// Options of Write.
type Options struct {
	SourceRoot string   // absolute; "" = every file by its absolute path
	Version    string   // of the tool, "" leaves it out
	Arguments  []string // of this run of the tool
}

const (
	fingerprint = "sparseracerRace/v1"
	// GitHub compares by this name alone, and makes one from the line's text where
	// it is missing: a race would be another one when its line moves to a new place.
	githubFingerprint = "primaryLocationLineHash"
	root              = "SRCROOT"
)

// rule is a kind of race, as services list it.
type rule struct {
	id, name, short, help string
	cwe                   int // its number in the Common Weakness Enumeration
}

var rules = []rule{
	{"use-after-free", "UseAfterFree", "An order of events frees an object that another handler still uses.",
		"A handler uses an object, and nothing orders that use before the event that frees it. Often a dialog's nested event loop runs the event in between. Guard the object with a weak pointer and test it after the loop, or do not spin a loop there.", 416},
	{"use-after-destroy", "UseAfterDestroy", "An order of events destroys an object that another handler still uses.",
		"As use-after-free, for an object whose memory lives on, such as one on the stack that a parent deletes as its child.", 672},
	{"use-after-scope", "UseAfterScope", "An order of events ends a function whose variable another handler still uses.",
		"A pointer to what a function has on its stack outlives the function: a handler that comes later, or waits in a nested event loop, uses it.", 825},
	{"double-free", "DoubleFree", "Memory is freed twice.", "Two frees of one allocation without an allocation in between.", 415},
	{"read-write-race", "ReadWriteRace", "An order of events changes what a handler reads.",
		"Two handlers access the same bytes, one of them writes, and nothing orders them.", 362},
	{"state-race", "StateRace", "An order of events changes what outlives the program.",
		"Two handlers write the same file, setting or message, and nothing orders them.", 362},
}

// Write writes what the report lists.
func Write(w io.Writer, r *report.Report, o Options) error {
	run := sarif.NewRun()
	run.Tool = sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName("sparseracer"))
	if o.Version != "" {
		run.Tool.Driver.WithVersion(o.Version).WithSemanticVersion(o.Version)
	}
	for _, k := range rules {
		about := sarif.NewPropertyBag()
		about.Add("tags", []string{"correctness", "security", fmt.Sprintf("external/cwe/cwe-%03d", k.cwe)})
		run.AddRule(k.id).WithName(k.name).
			WithHelpURI(fmt.Sprintf("https://cwe.mitre.org/data/definitions/%d.html", k.cwe)).WithProperties(about).
			WithShortDescription(sarif.NewMultiformatMessageString().WithText(k.short)).
			WithFullDescription(sarif.NewMultiformatMessageString().WithText(k.help)).
			WithHelp(sarif.NewMultiformatMessageString().WithText(k.help))
	}
	if o.SourceRoot != "" {
		run.WithOriginalUriBaseIds(map[string]sarif.ArtifactLocation{
			root: *sarif.NewArtifactLocation().WithURI(fileURI(o.SourceRoot) + "/"),
		})
	}
	run.WithColumnKind("utf16CodeUnits")
	run.AddInvocation(o.invocation(r))
	for _, race := range r.Listed() {
		run.AddResult(o.result(race, r.Compared))
	}
	out := sarif.NewReport()
	out.AddRun(run)
	data, err := json.Marshal(out)
	if err == nil {
		data, err = withoutDefaults(data)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(append(report.EscapeJSON(data), '\n'))
	return err
}

// invocation is this run of the tool, with what it doubts.
func (o Options) invocation(r *report.Report) *sarif.Invocation {
	run := sarif.NewInvocation().WithExecutionSuccessful(r.Unanswered() == "")
	for _, arg := range o.Arguments {
		run.AddArgument(plain.Text(arg))
	}
	if o.SourceRoot != "" {
		run.WithWorkingDirectory(sarif.NewArtifactLocation().WithURI(fileURI(o.SourceRoot) + "/"))
	}
	say := func(level, text string) {
		run.AddToolExecutionNotification(sarif.NewNotification().WithLevel(level).WithMessage(sarif.NewTextMessage(said(text))))
	}
	if why := r.Unanswered(); why != "" {
		say("error", "no answer: "+why)
	}
	for _, text := range r.Warnings {
		say("warning", text)
	}
	for _, text := range r.Notes {
		say("note", text)
	}
	return run
}

// withoutDefaults takes out what the library writes for things not said: two
// thirds of the file.
func withoutDefaults(data []byte) ([]byte, error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // numbers stay as they are
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	prune(v)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// prune knows one empty list that says something: there are no results.
func prune(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			prune(e)
		}
	case map[string]any:
		for key, e := range v {
			list, isList := e.([]any)
			object, isObject := e.(map[string]any)
			if isList && len(list) == 0 && key != "results" || isObject && len(object) == 0 || e == json.Number("-1") {
				delete(v, key)
				continue
			}
			prune(e)
		}
	}
}

func (o Options) result(r *report.Race, compared bool) *sarif.Result {
	kind := ruleID(r)
	out := sarif.NewRuleResult(kind).WithLevel(level(r)).
		WithMessage(sarif.NewTextMessage(said(message(r)))).
		WithPartialFingerprints(map[string]string{fingerprint: r.ID, githubFingerprint: r.ID + ":1"})
	if m := r.Matters; m != nil {
		out.WithProperties(sarif.NewPropertyBag())
		out.Properties.Add("rank", m.Rank)
		out.Properties.Add("sink", m.Sink)
	}
	for i := range rules {
		if rules[i].id == kind {
			out.WithRuleIndex(i)
		}
	}
	if at := o.location(primary(r), ""); at != nil {
		out.AddLocation(at)
	}
	if flow := o.flow(r); flow != nil {
		out.AddCodeFlow(flow)
	}
	o.stacks(out, r)
	switch {
	case r.Filtered != "":
		out.AddSuppression(sarif.NewSuppression().WithKind("external").WithJustification(said(r.Filtered)))
	case compared:
		out.WithBaselineState("new")
	}
	return out
}

// primary is where a race stands in lists: at its use, or where that has no line,
// at what is known next. Services drop results that stand nowhere.
func primary(r *report.Race) *symbols.Frame {
	for _, p := range []*report.Place{&r.First, &r.Second, r.Alloc} {
		if p == nil {
			continue
		}
		if f := known(p.Frame()); f != nil {
			return f
		}
	}
	return nil
}

// ruleID is the kind of a race, one of rules.
func ruleID(r *report.Race) string { return strings.ReplaceAll(r.Title(), " ", "-") }

// said is a text as a service shows it: without a terminal's escapes, and without
// what SARIF reads as a link, "[text](target)", which a C++ name may look like.
func said(text string) string {
	return strings.ReplaceAll(plain.Text(text), "](", "] (")
}

// message is the race in a sentence, and what makes it possible.
func message(r *report.Race) string {
	seen := r.Verdict
	if r.Observed {
		seen = "seen in the recorded run"
	}
	text := fmt.Sprintf("%s (%s): %s. %s", r.Title(), seen, r.Summary(), strings.Join(r.Story().Why, " "))
	if m := r.Matters; m != nil {
		text += " " + m.Story()
	}
	if s := r.Suggestion(); s != "" {
		text += " Suggestion: " + s
	}
	return text
}

func (o Options) flow(r *report.Race) *sarif.CodeFlow {
	thread := sarif.NewThreadFlow()
	var before []string // texts of steps of which no place is known: they go with the next one
	steps := r.Story().Steps
	var last *sarif.ThreadFlowLocation
	for i := range steps {
		s := &steps[i]
		at := known(s.At)
		if at == nil {
			at = known(s.Near)
		}
		if at == nil {
			before = append(before, s.Text)
			continue
		}
		last = sarif.NewThreadFlowLocation().WithLocation(o.location(at, strings.Join(append(before, s.Text), "; "))).
			WithExecutionOrder(len(thread.Locations) + 1)
		before = nil
		if s.Operation == r.First.Operation || s.Operation == r.Second.Operation {
			last.WithImportance("essential")
		}
		if r.InLoop(s.Operation) {
			last.WithNestingLevel(1)
		}
		thread.AddLocation(last)
	}
	if last == nil {
		return nil
	}
	if len(before) > 0 { // with the last one
		text := *last.Location.Message.Text + "; " + said(strings.Join(before, "; "))
		last.Location.WithMessage(sarif.NewTextMessage(text))
	}
	return sarif.NewCodeFlow().WithMessage(sarif.NewTextMessage("The recorded run, by operation")).AddThreadFlow(thread)
}

// stacks puts every frame that has a place beside the result, down to main: what
// called that is known only where the C library's symbols are installed.
func (o Options) stacks(to *sarif.Result, r *report.Race) {
	places := []*report.Place{&r.First, &r.Second, r.Alloc}
	id := 0
	for _, p := range places {
		if p == nil {
			continue
		}
		for i := range p.Stack {
			f := &p.Stack[i]
			if at := o.location(f, fmt.Sprintf("%s #%d %s", p.Act(), i, f.Name())); at != nil {
				to.AddRelatedLocation(at.WithID(id))
				id++
			}
			if f.Function == "main" {
				break
			}
		}
	}
}

func known(f *symbols.Frame) *symbols.Frame {
	if f == nil || f.File == "" || f.Line <= 0 {
		return nil
	}
	return f
}

// location is nil for a frame without file and line.
func (o Options) location(f *symbols.Frame, text string) *sarif.Location {
	if f = known(f); f == nil {
		return nil
	}
	region := sarif.NewRegion().WithStartLine(f.Line)
	if f.Column > 0 {
		region.WithStartColumn(f.Column)
	}
	at := sarif.NewLocationWithPhysicalLocation(
		sarif.NewPhysicalLocation().WithArtifactLocation(o.artifact(f.File)).WithRegion(region)).
		AddLogicalLocation(sarif.NewLogicalLocation().WithFullyQualifiedName(plain.Text(f.Name())).WithKind("function"))
	if text != "" {
		at.WithMessage(sarif.NewTextMessage(said(text)))
	}
	return at
}

func (o Options) artifact(file string) *sarif.ArtifactLocation {
	a := sarif.NewArtifactLocation()
	if rel := o.relative(file); rel != file {
		return a.WithURI((&url.URL{Path: rel}).String()).WithURIBaseID(root)
	}
	return a.WithURI(fileURI(file))
}

// fileURI of a path that is not absolute is the path: nothing more is known.
func fileURI(path string) string {
	u := url.URL{Path: path}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}
