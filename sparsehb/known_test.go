package sparsehb

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestKnowledgeIsHeld: a theorem names tests, and there are such tests; an assumption or a
// heuristic says what breaks it, and a filter that is a heuristic has a trace in which it
// is wrong.
func TestKnowledgeIsHeld(t *testing.T) {
	tests := testNames(t)
	for _, k := range AllKnown() {
		if k.Kind == "theorem" && len(k.HeldBy) == 0 {
			t.Errorf("%s: a theorem that no test holds", k.ID)
		}
		if k.Kind != "theorem" && k.Breaks == "" {
			t.Errorf("%s: nothing is said of what would break it", k.ID)
		}
		for _, name := range k.HeldBy {
			if !slices.Contains(tests, name) {
				t.Errorf("%s is held by %s, which is no test", k.ID, name)
			}
		}
		if k.Kind == "heuristic" && k.What == "filter" && !hasWrong(t, k.ID) {
			t.Errorf("%s: a heuristic without a trace in which it is wrong", k.ID)
		}
		if k.Kind == "heuristic" && k.What == "rule" && len(k.HeldBy) == 0 {
			t.Errorf("%s: a heuristic without a program in which it is wrong", k.ID)
		}
	}
}

var testName = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)

// testNames are the tests of the engine's rooms.
func testNames(t *testing.T) (names []string) {
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range testName.FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

var wrong = regexp.MustCompile(`(?m)^wrong( rw)?$`)

func hasWrong(t *testing.T, id string) bool {
	text, err := os.ReadFile(filepath.Join("testdata/filters", id))
	if err != nil {
		t.Fatal(err)
	}
	return wrong.Match(text)
}
