package report

import (
	"strings"
	"testing"
)

// TestPossible: what FY takes out has a line; what another filter does has none.
func TestPossible(t *testing.T) {
	r := &Report{Races: []*Race{
		{ID: "aaaaaaaaaaaa"},
		{ID: "bbbbbbbbbbbb", Filter: "FY", Filtered: "possible only"},
		{ID: "cccccccccccc", Filter: "FE", Filtered: "handed out"},
		{ID: "dddddddddddd", Filtered: "suppressed"},
	}}
	p := newPage(Style{Width: 80})
	p.possible(r.Possible())
	if text := p.String(); !strings.Contains(text, "bbbbbbbbbbbb") || strings.Contains(text, "aaaaaaaaaaaa") || strings.Contains(text, "cccccccccccc") || strings.Contains(text, "dddddddddddd") {
		t.Errorf("possible only:\n%s", text)
	}
	if list := r.possibleJSON(); len(list) != 1 || list[0].ID != "bbbbbbbbbbbb" || list[0].Filter != "FY" {
		t.Errorf("JSON: %+v", list)
	}
	if r.All = true; len(r.Possible()) != 0 {
		t.Error("with --all they are listed")
	}
}
