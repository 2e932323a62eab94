package sparsehb

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/order"
)

// ruleSections are the sections of the trace language that begin with ids, by id:
// `### R16: nesting`, `### RW, RS, RP, RF: …`, `### join and main`.
func ruleSections(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../docs/trace-language.md")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(string(data), -1) {
		heading, _, _ := strings.Cut(section, "\n")
		ids, name, named := strings.Cut(heading, ": ")
		if heading == "join and main" {
			out["join"], out["main"] = section, section
		} else if named && regexp.MustCompile(`^[RF][0-9A-Z]`).MatchString(ids) {
			for _, id := range strings.Split(ids, ", ") {
				out[id] = name + "\n" + section
			}
		}
	}
	return out
}

// TestDocumentedRules: each rule and each filter has its section in the trace language,
// under its name and with its kind, and nothing else has.
func TestDocumentedRules(t *testing.T) {
	sections := ruleSections(t)
	check := func(id, name string, kind order.Kind, silent bool) {
		section, ok := sections[id]
		delete(sections, id)
		shared := strings.Contains(section, ", "+id) || strings.Contains(section, id+", ") || id == "join" || id == "main"
		switch first, _, _ := strings.Cut(section, "\n"); {
		case !ok:
			t.Errorf("%s (%s) has no section", id, name)
		case first != name && !shared:
			t.Errorf("%s is called %q, its section %q", id, name, first)
		case !silent && !strings.Contains(strings.ToLower(section), kind.String()):
			t.Errorf("%s is of the kind %v, which its section does not say", id, kind)
		}
	}
	for _, r := range order.All() {
		check(r.ID, r.Name, r.Kind, r.Kind == order.Theorem)
	}
	for _, f := range filter.All() {
		check(f.ID, f.Name, f.Kind, false)
	}
	for id := range sections {
		if !slices.Contains([]string{"R9", "R10", "R13", "R14"}, id) { // what the engine need not state
			t.Errorf("%s has a section and is no rule", id)
		}
	}
}
