package sarif

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	format "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"sparseracer/internal/report"
	"sparseracer/internal/sarif/sariftest"
	"sparseracer/internal/symbols"
)

func frame(function, file string, line int) symbols.Frame {
	return symbols.Frame{Function: function, File: file, Line: line, Column: 7, Module: "/opt/app"}
}

func race() *report.Race {
	use, free := frame("Viewer::openFile()", "/src/app/a viewer.cpp", 59), frame("Viewer::~Viewer()", "/src/app/a viewer.cpp", 39)
	lib := frame("QWidget::close()", "/usr/src/qt/qwidget.cpp", 100)
	main := frame("main", "main.cpp", 5)
	return &report.Race{
		ID: "ce0d11e36fef", Kind: "use-free", Verdict: "predicted",
		First:  report.Place{Operation: 7, Kind: "read", Stack: []symbols.Frame{use, lib}},
		Second: report.Place{Operation: 9, Kind: "free", Stack: []symbols.Frame{{Module: "/lib/libfoo.so", Offset: 5}, free}},
		Alloc:  &report.Place{Operation: 1, Kind: "alloc", Stack: []symbols.Frame{main}},
		Told: &report.Story{Why: []string{"Nothing orders \x1b[31mthem."}, Steps: []report.Step{
			{Operation: 1, Text: "start-up code allocates"},
			{Operation: 7, Text: "event e1 reads", At: &use},
			{Operation: 8, Text: "event e2 starts"},
			{Operation: 9, Text: "event e2 frees", At: &free},
		}},
	}
}

func written(t *testing.T, r *report.Report, o Options) *format.Report {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r, o); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\u009b\u202e") {
		t.Error("control characters are written as they are")
	}
	if err := sariftest.Validate(b.Bytes()); err != nil {
		t.Fatalf("not valid: %v\n%s", err, b.String())
	}
	if bytes.Contains(b.Bytes(), []byte(": -1")) || bytes.Contains(b.Bytes(), []byte("[]")) && len(r.Listed()) > 0 {
		t.Errorf("defaults are written:\n%s", b.String())
	}
	out, err := format.FromBytes(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The schema is there, and finds what is wrong.
func TestSchema(t *testing.T) {
	for _, bad := range []string{`{}`, `{"version": "2.1.0", "runs": [{}]}`, `{"version": "2.1.0", "runs": [], "more": 1}`} {
		if sariftest.Validate([]byte(bad)) == nil {
			t.Errorf("%s is valid", bad)
		}
	}
	if err := sariftest.Validate([]byte(`{"version": "2.1.0", "runs": []}`)); err != nil {
		t.Error(err)
	}
}

// The whole story, of a race with a nested loop: every step has a place, what
// happened inside the loop is nested, types are reported.
func TestStory(t *testing.T) {
	r := race()
	r.Loop = &report.Loop{Pause: 2, Resume: 5}
	r.Alloc.Type = "Viewer"
	steps := r.Told.Steps
	r.Told.Steps = append(steps[:1:1], append([]report.Step{{Operation: 2, Text: "spins", Near: steps[1].At}, {Operation: 3, Text: "inside", Near: steps[3].At}}, steps[1:]...)...)
	run := written(t, &report.Report{Races: []*report.Race{r}}, Options{SourceRoot: "/src/app", Version: "1.2.3"}).Runs[0]
	if *run.Tool.Driver.SemanticVersion != "1.2.3" {
		t.Error("the tool has no version")
	}
	one := run.Results[0]
	if one.PartialFingerprints["primaryLocationLineHash"] != "ce0d11e36fef:1" || !strings.Contains(*one.Message.Text, " as Viewer. ") ||
		!strings.Contains(*one.Message.Text, " Suggestion: hold the object by a weak pointer") {
		t.Errorf("%v, %s", one.PartialFingerprints, *one.Message.Text)
	}
	var levels []int
	for _, s := range one.CodeFlows[0].ThreadFlows[0].Locations {
		levels = append(levels, deref(s.NestingLevel))
		if s.Location.PhysicalLocation.ArtifactLocation.URI == nil {
			t.Error("a step without a place")
		}
	}
	if !slices.Equal(levels, []int{0, 1, 0, 0}) {
		t.Errorf("nesting %v", levels)
	}
	if last := one.RelatedLocations[len(one.RelatedLocations)-1]; *last.Message.Text != "alloc as Viewer #0 main" {
		t.Errorf("%q", *last.Message.Text)
	}
}

// Where the use has no line, a race stands at the free.
func TestPrimary(t *testing.T) {
	r := race()
	r.First.Stack = []symbols.Frame{{Module: "/opt/app", Offset: 4}}
	run := written(t, &report.Report{Races: []*report.Race{r}}, Options{}).Runs[0]
	if at := run.Results[0].Locations; len(at) != 1 || *at[0].PhysicalLocation.Region.StartLine != 39 {
		t.Errorf("%+v", at)
	}
}

func TestWrite(t *testing.T) {
	hostile := race()
	hostile.ID = "0123456789ab"
	hostile.First.Stack[0].Function = "\u202eevil\x1b[2J<script>"
	hostile.Filtered = "suppressed by s.txt:1"
	bare := &report.Race{ID: "aaaaaaaaaaaa", Kind: "read-write", Verdict: "predicted", Told: &report.Story{Steps: []report.Step{{Text: "nothing known"}}}}
	r := &report.Report{All: true, Races: []*report.Race{race(), bare, hostile}}
	run := written(t, r, Options{SourceRoot: "/src/app"}).Runs[0]
	if len(run.Results) != 3 || len(run.Tool.Driver.Rules) != len(rules) {
		t.Fatalf("%d results, %d rules", len(run.Results), len(run.Tool.Driver.Rules))
	}
	one := run.Results[0]
	if *one.RuleID != "use-after-free" || one.RuleIndex != 0 || one.Level != "warning" || one.PartialFingerprints[fingerprint] != "ce0d11e36fef" || one.BaselineState != nil {
		t.Errorf("found %+v", one)
	}
	at := one.Locations[0].PhysicalLocation
	if *at.ArtifactLocation.URI != "a%20viewer.cpp" || *at.ArtifactLocation.URIBaseID != root || *at.Region.StartLine != 59 || *at.Region.StartColumn != 7 {
		t.Errorf("the race is at %+v, %+v", *at.ArtifactLocation.URI, at.Region)
	}
	if len(one.CodeFlows) != 1 || len(one.CodeFlows[0].ThreadFlows) != 1 {
		t.Fatal("expected one flow of one thread")
	}
	steps := one.CodeFlows[0].ThreadFlows[0].Locations
	var lines []int
	for _, s := range steps {
		lines = append(lines, *s.Location.PhysicalLocation.Region.StartLine)
	}
	if want := []int{59, 39}; !slices.Equal(lines, want) {
		t.Fatalf("steps at lines %v, expected %v", lines, want)
	}
	// What has no place goes with what comes next.
	if text := *steps[0].Location.Message.Text; text != "start-up code allocates; event e1 reads" {
		t.Errorf("the first step is %q", text)
	}
	if text := *steps[1].Location.Message.Text; text != "event e2 starts; event e2 frees" {
		t.Errorf("the last step is %q", text)
	}
	if steps[0].Importance != "essential" || steps[1].Importance != "essential" {
		t.Errorf("importance %q, %q", steps[0].Importance, steps[1].Importance)
	}
	related := one.RelatedLocations
	if len(related) != 4 || *related[1].PhysicalLocation.ArtifactLocation.URI != "file:///usr/src/qt/qwidget.cpp" ||
		*related[1].Message.Text != "read #1 QWidget::close()" || *related[3].PhysicalLocation.ArtifactLocation.URI != "main.cpp" {
		t.Errorf("%d related locations", len(related))
	}
	if got := run.Results[1]; len(got.CodeFlows) != 0 || len(got.Locations) != 0 || *got.RuleID != "read-write-race" {
		t.Errorf("a race without places: %+v", got)
	}
	if s := run.Results[2].Suppressions; len(s) != 1 || *s[0].Justification != "suppressed by s.txt:1" {
		t.Errorf("suppressions %+v", s)
	}
}

// A service learns how the tool was run, whether it did its work, and what it doubts.
func TestInvocation(t *testing.T) {
	r := &report.Report{Warnings: []string{"the recording \x1b[31mstopped"}, Notes: []string{"a note"}}
	run := written(t, r, Options{SourceRoot: "/src/a b", Arguments: []string{"analyze", "a\u202e.srt"}}).Runs[0]
	if len(run.Invocations) != 1 {
		t.Fatalf("%d invocations", len(run.Invocations))
	}
	one := run.Invocations[0]
	if !*one.ExecutionSuccessful || *one.WorkingDirectory.URI != "file:///src/a%20b/" || !slices.Equal(one.Arguments, []string{"analyze", `a\u202e.srt`}) {
		t.Errorf("%+v", one)
	}
	var said []string
	for _, n := range one.ToolExecutionNotifications {
		said = append(said, n.Level+": "+*n.Message.Text)
	}
	if want := []string{`warning: the recording \x1b[31mstopped`, "note: a note"}; !slices.Equal(said, want) {
		t.Errorf("notifications %q", said)
	}
	for _, k := range run.Tool.Driver.Rules {
		if k.HelpURI == nil || !strings.HasPrefix(*k.HelpURI, "https://cwe.mitre.org/data/definitions/") {
			t.Errorf("rule %s has no page", *k.ID)
		}
	}
}

// TestEveryKindHasARule: a result whose rule is not listed has no help.
func TestEveryKindHasARule(t *testing.T) {
	for _, r := range []*report.Race{
		{Kind: "read-write"}, {Kind: "state"}, {Kind: "double-free"}, {Kind: "use-free", Second: report.Place{Kind: "free"}},
		{Kind: "use-free", Second: report.Place{Kind: "destroy"}}, {Kind: "use-free", Second: report.Place{Kind: "scope"}},
	} {
		if !slices.ContainsFunc(rules, func(k rule) bool { return k.id == ruleID(r) }) {
			t.Errorf("%s has no rule", ruleID(r))
		}
	}
}

func TestObservedAndNew(t *testing.T) {
	r := race()
	r.Observed = true
	run := written(t, &report.Report{Compared: true, Races: []*report.Race{r}}, Options{}).Runs[0]
	if got := run.Results[0]; got.Level != "error" || got.BaselineState == nil || *got.BaselineState != "new" ||
		*got.Locations[0].PhysicalLocation.ArtifactLocation.URI != "file:///src/app/a%20viewer.cpp" {
		data, _ := json.Marshal(got)
		t.Errorf("found %s", data)
	}
}

func TestNoRaces(t *testing.T) {
	if run := written(t, &report.Report{}, Options{}).Runs[0]; run.Results == nil || len(run.Results) != 0 {
		t.Errorf("results %v: an empty list says that there are none", run.Results)
	}
}

func TestCodeQuality(t *testing.T) {
	bare := &report.Race{ID: "aaaaaaaaaaaa", Kind: "read-write", Observed: true}
	filtered := race()
	filtered.Filtered = "benign"
	var b bytes.Buffer
	err := CodeQuality(&b, &report.Report{All: true, Races: []*report.Race{race(), bare, filtered}}, Options{SourceRoot: "/src/app"})
	if err != nil {
		t.Fatal(err)
	}
	var got []issue
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Location.Path != "a viewer.cpp" || got[0].Location.Lines.Begin != 59 || got[0].Severity != "major" ||
		got[0].Fingerprint != "ce0d11e36fef" || got[0].CheckName != "use-after-free" ||
		got[1].Location.Path != "unknown" || got[1].Severity != "critical" {
		t.Errorf("found %+v", got)
	}
}

func deref(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// Names are the program's: a viewer that obeys a terminal's escapes, or makes links of
// brackets, shows them and nothing else.
func TestNamesAreText(t *testing.T) {
	r := race()
	r.Told.Steps[3].Text = "see [this](http://evil.example) \x1b]0;title\x07"
	r.First.Stack[0].Function = "f\u202e[x](javascript:alert)"
	out := written(t, &report.Report{Races: []*report.Race{r}}, Options{})
	result := out.Runs[0].Results[0]
	texts := []string{*result.Message.Text}
	for _, at := range result.RelatedLocations {
		texts = append(texts, *at.Message.Text, *at.LogicalLocations[0].FullyQualifiedName)
	}
	for _, step := range result.CodeFlows[0].ThreadFlows[0].Locations {
		texts = append(texts, *step.Location.Message.Text)
	}
	all := strings.Join(texts, "\n")
	for _, want := range []string{"[this] (http:", `\x1b]0;title\x07`, `f\u202e[x] (javascript`, `Nothing orders \x1b[31mthem.`} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in\n%s", want, all)
		}
	}
	if strings.ContainsAny(all, "\x1b\u202e") {
		t.Errorf("an escape is left in\n%s", all)
	}
}
