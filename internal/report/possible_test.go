package report

import (
	"slices"
	"strings"
	"testing"
)

// TestApart: what FY takes out has a line, and what F5 does has one elsewhere; what another filter does has none. Steering tries
// what is reported, and what dangles.
func TestApart(t *testing.T) {
	r := &Report{Races: []*Race{
		{ID: "aaaaaaaaaaaa"},
		{ID: "bbbbbbbbbbbb", Filter: "FY", Filtered: "possible only"},
		{ID: "cccccccccccc", Filter: "FE", Filtered: "handed out"},
		{ID: "dddddddddddd", Filtered: "suppressed"},
		{ID: "eeeeeeeeeeee", Filter: "F5", Filtered: "dangling"},
	}}
	p := newPage(Style{Width: 80})
	p.apart(r)
	text := strings.Join(strings.Fields(p.String()), " ")
	var at []int
	for _, part := range []string{"Possible only, 1 race:", "bbbbbbbbbbbb", "Dangling, 1 race:", "eeeeeeeeeeee"} {
		at = append(at, strings.Index(text, part))
	}
	if at[0] != 0 || !slices.IsSorted(at) || strings.Contains(text, "aaaaaaaaaaaa") || strings.Contains(text, "cccccccccccc") || strings.Contains(text, "dddddddddddd") {
		t.Errorf("%v:\n%s", at, text)
	}
	if possible, dangling := apartJSON(r.Possible()), apartJSON(r.Dangling()); len(possible) != 1 || possible[0].ID != "bbbbbbbbbbbb" || possible[0].Filter != "FY" ||
		len(dangling) != 1 || dangling[0].ID != "eeeeeeeeeeee" {
		t.Errorf("JSON: %+v, %+v", possible, dangling)
	}
	if tried := r.ToTry(); len(tried) != 2 || tried[0].ID != "aaaaaaaaaaaa" || tried[1].ID != "eeeeeeeeeeee" {
		t.Errorf("%d to try", len(tried))
	}
	if r.All = true; len(r.Possible())+len(r.Dangling()) != 0 || len(r.ToTry()) != 2 {
		t.Error("with --all they are listed, and tried none the less")
	}
}
