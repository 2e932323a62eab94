package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	roomRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")
	aFile   = regexp.MustCompile("`([a-z]+(?:/[A-Za-z0-9_.-]+)+\\.[a-z]+)`")
)

// TestArchitectureNamesWhatIsThere: each room of ARCHITECTURE.md is a folder, each file
// that it names is there, and it has a row for each room of the two pictures but tests'.
func TestArchitectureNamesWhatIsThere(t *testing.T) {
	page, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rooms := map[string]bool{}
	for _, m := range roomRow.FindAllStringSubmatch(string(page), -1) {
		rooms[m[1]] = true
		if st, err := os.Stat(filepath.Join("../..", m[1])); err != nil || !st.IsDir() {
			t.Errorf("ARCHITECTURE.md has the room %s, which is no folder", m[1])
		}
	}
	for _, m := range aFile.FindAllStringSubmatch(string(page), -1) {
		if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
			t.Errorf("ARCHITECTURE.md names %s: %v", m[1], err)
		}
	}
	for room := range mayImport {
		if !isPart(room) && !rooms[room] {
			t.Errorf("ARCHITECTURE.md has no row for %s", room)
		}
	}
	for room := range mayInclude {
		if !isPart(room) && !rooms[room] {
			t.Errorf("ARCHITECTURE.md has no row for %s", room)
		}
	}
}

// isPart: tests, benchmarks and generators are parts of the room that they lie in.
func isPart(room string) bool {
	for _, part := range []string{"/test", "/bench", "/gen", "/cmd", "tools/", "samples", "test"} {
		if strings.Contains(room+"/", part) && room != "sparsehb/bench" {
			return true
		}
	}
	return false
}
