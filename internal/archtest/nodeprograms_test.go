package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The modules that Node.js itself has, as far as samples/node use them.
var nodesOwn = []string{"fs", "http", "net", "os", "path", "stream", "zlib"}

var (
	required = regexp.MustCompile(`require\('([^']+)'\)`)
	exactly  = regexp.MustCompile(`^((?:@[a-z0-9.-]+/)?[a-z0-9.-]+)@(?:npm:[a-z0-9.-]+@)?\d+\.\d+\.\d+$`)
)

// TestNodeProgramsNameTheirPackages holds the heads of samples/node to what tools/noderacer reads in them: all that a
// program requires is Node's own or in the list, at an exact version, for another version may not have the race.
func TestNodeProgramsNameTheirPackages(t *testing.T) {
	programs, err := filepath.Glob("../../samples/node/*.js")
	if err != nil || len(programs) == 0 {
		t.Fatalf("no programs in samples/node: %v", err)
	}
	for _, program := range programs {
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range packageFaults(string(text)) {
			t.Errorf("%s: %s", filepath.Base(program), fault)
		}
	}
}

func packageFaults(program string) (faults []string) {
	var needed []string
	for line := range strings.Lines(program) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "//" || words[1] != "needs" && words[1] != "with" {
			continue
		}
		for _, word := range words[2:] {
			name := exactly.FindStringSubmatch(word)
			if name == nil {
				faults = append(faults, word+" is no exact version")
			} else if words[1] == "needs" {
				needed = append(needed, name[1])
			}
		}
	}
	for _, module := range required.FindAllStringSubmatch(program, -1) {
		if !slices.Contains(nodesOwn, module[1]) && !slices.Contains(needed, module[1]) {
			faults = append(faults, module[1]+" is required, and not needed at the head")
		}
	}
	return faults
}

func TestPackageFaults(t *testing.T) {
	for _, program := range []string{
		"// needs mkdirp@^0.5.1\nrequire('mkdirp')",
		"// needs mkdirp\nrequire('mkdirp')",
		"// needs mkdirp@0.5.1\n// with minimist@latest\nrequire('mkdirp')",
		"// with mkdirp@0.5.1\nrequire('mkdirp')",
		"require('mkdirp')",
	} {
		if packageFaults(program) == nil {
			t.Errorf("no fault in %q", program)
		}
	}
}
