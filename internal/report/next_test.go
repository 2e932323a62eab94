package report

import (
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/symbols"
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

// TestFunctionsOfHeaders: what a library's header puts above the program's function is compared by nothing but its name, so it is
// left out where that does not tell.
func TestFunctionsOfHeaders(t *testing.T) {
	const header = "/usr/include/x86_64-linux-gnu/qt6/QtCore/qstring.h"
	frames := func(list ...[2]string) (stack []symbols.Frame) {
		for _, f := range list {
			stack = append(stack, symbols.Frame{Function: f[0], File: f[1]})
		}
		return stack
	}
	for _, c := range []struct {
		name  string
		stack []symbols.Frame
		want  []string
	}{
		{"an operator", frames([2]string{"QString::size() const", header}, [2]string{"operator==(QString const&, QString const&)", header},
			[2]string{"Studio::properties()", "/home/user/studio.cpp"}, [2]string{"call(void*)", header}, [2]string{"main", "/home/user/studio.cpp"}),
			[]string{"QString::size() const", "Studio::properties()", "call(void*)", "main"}},
		{"the program's own", frames([2]string{"operator==(Studio const&, Studio const&)", "/home/user/studio.h"}, [2]string{"main", "/home/user/studio.cpp"}),
			[]string{"operator==(Studio const&, Studio const&)", "main"}},
		{"without lines", frames([2]string{"operator==(Studio const&, Studio const&)", ""}, [2]string{"main", ""}),
			[]string{"operator==(Studio const&, Studio const&)", "main"}},
		{"a library's alone", frames([2]string{"operator==(QString const&, QString const&)", header}),
			[]string{"operator==(QString const&, QString const&)"}},
	} {
		if got := (&Place{Stack: c.stack}).Functions(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
