package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/symbols"
)

// TestExplainCrashWithoutLines: where nobody had a symbolizer, a report says modules and offsets alone. If it is of the recorded
// build, the files of this machine say the rest; if it says of another one, nothing is known.
func TestExplainCrashWithoutLines(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	program := builds.Program(t, "pointer_race", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fno-omit-frame-pointer",
		"-fsanitize=address", "-Wl,--build-id", "-DRACY", "-o", "{out}", built(t, "samples/pointer_race.cpp")}, pkgConfig(t, "Qt5Widgets")...)...)
	trace := record(t, tool, program)
	found, _ := analyzeJSON(t, tool, trace)
	if len(found.Races) != 1 {
		t.Fatalf("%d races", len(found.Races))
	}
	report, stderr, code := command(t, "", tool, "confirm", "-o", dir, "--runs", "1", trace, "--", program)
	if code != exitRaces {
		t.Fatalf("confirm ended with %d:\n%s%s", code, report, stderr)
	}
	build := symbols.BuildIDOf(program)
	bare := withoutLines(report, build)
	if strings.Contains(bare, "Editor::") || build == "" || !strings.Contains(bare, build) {
		t.Fatalf("build-id %q, in\n%s", build, bare)
	}
	for name, c := range map[string]struct{ text, answer string }{
		"of the build":    {bare, "explained"},
		"of another one":  {strings.ReplaceAll(bare, build, strings.Repeat("0", len(build))), "none"},
		"of an older one": {regexp.MustCompile(` \(BuildId: [0-9a-f]+\)`).ReplaceAllString(bare, ""), "none"},
	} {
		path := filepath.Join(dir, "report.txt")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		a, _ := explainCrash(t, path, trace)
		if a.Answer != c.answer || len(a.Races) > 0 && a.Races[0].ID != found.Races[0].ID {
			t.Errorf("%s: %+v, expected %s", name, a, c.answer)
		}
	}
}

// withoutLines is a report of AddressSanitizer as it is without a symbolizer, of a program's file with a build-id.
func withoutLines(report, build string) string {
	frame := regexp.MustCompile(`^(\s+#)\d+ (0x[0-9a-f]+) .*?\((/[^ ()]+)(\+0x[0-9a-f]+)\).*$`)
	number, last := 0, ""
	var lines []string
	for line := range strings.Lines(report) {
		line = strings.TrimRight(line, "\n")
		m := frame.FindStringSubmatch(line)
		switch {
		case m == nil:
			number, last = 0, ""
			if !strings.Contains(line, "Editor") { // what confirm says itself
				lines = append(lines, line)
			}
		case m[2] != last: // one of several that were inlined there has it
			text := fmt.Sprintf("%s%d %s  (%s%s)", m[1], number, m[2], m[3], m[4])
			if filepath.Base(m[3]) == "pointer_race" {
				text += " (BuildId: " + build + ")"
			}
			lines = append(lines, text)
			number, last = number+1, m[2]
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
