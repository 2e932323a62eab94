package steer

import (
	"debug/elf"
	"fmt"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// placeIn is a place inside a function of a program, as the runtime writes it.
func placeIn(t *testing.T, program, part string) string {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if strings.Contains(s.Name, part) && elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Size > 8 {
			return fmt.Sprintf("%s+0x%x", program, s.Value+5)
		}
	}
	t.Fatalf("%s has no %s", program, part)
	return ""
}

// TestWhyFeasible: what was freed in the bad order says why nothing was reported.
func TestWhyFeasible(t *testing.T) {
	b := programs(t)
	if symbolizer() == "" {
		needs.Missing(t, "no llvm-symbolizer")
	}
	s := toRun()
	s.Expect.Alloc = []string{"operator new(unsigned long)", "app::other(int*)"}
	made, another := placeIn(t, b.clang, "5other"), placeIn(t, b.clang, "L7library")
	for name, c := range map[string]struct {
		goals goals
		want  string
	}{
		"not listened":  {goals{}, ""},
		"nothing freed": {goals{listened: true}, "its free freed nothing in this run: somebody still held what app::other allocates"},
		"freed, not used": {goals{listened: true, freed: []string{another, made + " " + another}},
			"what app::other allocates was freed, and not used after that"},
		"another object": {goals{listened: true, freed: []string{another}}, "what app::other allocates was not freed"},
		"no place":       {goals{listened: true, freed: []string{"x"}}, ""},
		"stripped":       {goals{listened: true, freed: []string{"/proc/version+0x1000"}}, ""},
	} {
		got, alike := whyFeasible(s, &Outcome{goals: c.goals})
		if alike != strings.Contains(c.want, "was freed") || c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
