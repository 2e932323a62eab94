package report

import (
	"strings"
	"testing"

	"sparseracer/sparsehb"
)

// TestNextProgram: the next command names the program as installed for a stock trace,
// whichever of its races comes first, and a build with AddressSanitizer for others.
func TestNextProgram(t *testing.T) {
	held := &Race{Kind: "use-free", Hold: &sparsehb.LiveReference{}}
	twice, data, used := &Race{Kind: "double-free"}, &Race{Kind: kindReadWrite}, &Race{Kind: "use-free"}
	kwrite := []string{"kwrite", "my notes.txt"}
	for name, c := range map[string]struct {
		r    Report
		race *Race
		want string
	}{
		"held first":           {Report{Command: kwrite, Races: []*Race{held, twice}}, held, "-- kwrite 'my notes.txt'"},
		"another first":        {Report{Command: kwrite, Races: []*Race{twice, held}}, twice, "-- kwrite 'my notes.txt'"},
		"no command known":     {Report{Races: []*Race{twice, held}}, twice, "-- ./app"},
		"instrumented":         {Report{Command: kwrite, Races: []*Race{used}, instrumented: true}, used, "-- ./app-asan"},
		"a library is stock":   {Report{Command: kwrite, Races: []*Race{used, held}, instrumented: true}, used, "-- ./app-asan"},
		"and its race":         {Report{Command: kwrite, Races: []*Race{used, held}, instrumented: true}, held, "-- kwrite 'my notes.txt'"},
		"data, in any build":   {Report{Command: kwrite, Races: []*Race{data}, instrumented: true}, data, "-- kwrite 'my notes.txt'"},
		"data, without a name": {Report{Races: []*Race{data}}, data, "-- ./app"},
	} {
		if got := c.r.confirming(c.race); !strings.HasSuffix(got, " "+c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
