package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

func issueOf(t *testing.T, r *Report, most int) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Issue(&b, "1.2.3", most); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestIssueGolden(t *testing.T) {
	r := New(nested(t).result, editor(), Options{Trace: "editor.4711.srt"})
	golden(t, "nested.issue", []byte(issueOf(t, r, 10)))
	r.Races[0].Steer(Steered{Verdict: "confirmed", Reason: "use, free and alloc match", Proven: 3, Runs: 3, Schedule: "schedules/race-1.schedule.json"}, "confirmed")
	golden(t, "nested.issue-confirmed", []byte(issueOf(t, r, 10)))
}

// outsideCode is what a tracker reads as Markdown: neither blocks nor spans of code.
func outsideCode(text string) string {
	text = regexp.MustCompile("(?s)(^|\n)(`{3,})\n.*?\n`{3,}\n").ReplaceAllString(text, "$1")
	var out strings.Builder
	for text != "" {
		open := ticks.FindStringIndex(text)
		if open == nil {
			break
		}
		out.WriteString(text[:open[0]])
		marks := text[open[0]:open[1]]
		text = text[open[1]:]
		for { // a run of the same length closes it
			at := ticks.FindStringIndex(text)
			if at == nil {
				return out.String() + marks + text
			}
			length := at[1] - at[0]
			text = text[at[1]:]
			if length == len(marks) {
				break
			}
		}
	}
	return out.String() + text
}

// TestIssueKeepsNamesInCode: no name of a trace becomes a link, a mention, a heading or
// HTML.
func TestIssueKeepsNamesInCode(t *testing.T) {
	evil := "x` @all #1 [l](http://evil.example) <img src=a> ``` `` *b* ~~~ !2"
	r := New(nested(t).result, editor(), Options{Trace: "a.srt"})
	race := r.Races[0]
	for _, p := range []*Place{&race.First, &race.Second, race.Alloc} {
		for i := range p.Stack {
			p.Stack[i].Function, p.Stack[i].File = evil, "/src/"+evil
		}
		if p.Event != nil {
			p.Event.Class, p.Event.Object = evil, evil
		}
		p.Type = evil
	}
	r.Command, r.Warnings = []string{evil, "\n# heading"}, []string{evil}
	r.modules = []trace.Module{{Path: "/opt/" + evil}}
	race.Steer(Steered{Verdict: evil, Reason: evil, Proven: 1, Runs: 1, Schedule: evil}, "confirmed")
	text := issueOf(t, r, 0)
	if !strings.Contains(text, "@all") {
		t.Fatalf("the names are not there:\n%s", text)
	}
	outside := outsideCode(text)
	if strings.ContainsAny(outside, "@`[<!~*") || strings.Contains(outside, "http") || strings.Contains(outside, "# heading") {
		t.Errorf("outside of code stands\n%s\nof\n%s", outside, text)
	}
}

func TestIssueWithoutRaces(t *testing.T) {
	if text := issueOf(t, &Report{}, 10); text != "No race is reported.\n" {
		t.Errorf("%q", text)
	}
	r := New(stackless(t).result, &fake{}, Options{Trace: "plain.trace"})
	if all := strings.Count(issueOf(t, r, 0), "\n## Versions\n"); all != len(r.Reported()) {
		t.Errorf("%d issues of %d races", all, len(r.Reported()))
	}
}
