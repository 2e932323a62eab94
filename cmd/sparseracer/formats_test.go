package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"sparseracer/internal/perfetto/perfettotest"
	"sparseracer/internal/sarif/sariftest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// goldenFormats are the samples of which every format is held against a file: one
// race through a nested loop, one between plain handlers.
var goldenFormats = map[string]bool{"viewer_race": true, "socket_race": true}

// compared are the formats that are. JSON has goldens of its own and gets new
// fields; which rules DOT's chains are made of is the engine's matter.
var compared = map[string]bool{"text": true, "sarif": true, "codequality": true, "perfetto": true, "github": true, "tasks": true}

// everyFormat checks all formats of a recorded sample with one race.
func everyFormat(t *testing.T, tool, path, id, qt string) {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(sampleOf(t, tool, path)), ".cpp")
	golden := goldenFormats[name] && qt == "5"
	samples, err := filepath.Abs("../../samples")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "json", "sarif", "codequality", "github", "tasks", "issue", "html", "dot", "perfetto"} {
		out := filepath.Join(t.TempDir(), "report")
		if _, stderr, code := command(t, samples, tool, "analyze", "--format", format, "-o", out, path); code != exitRaces {
			t.Fatalf("%s: analyze ended with %d: %s", format, code, stderr)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		switch format {
		case "sarif":
			oneFlow(t, data, id)
		case "json":
			fits(t, "analyze", data)
		case "github":
			if lines := strings.Split(strings.TrimSpace(text), "\n"); len(lines) != 1 || !strings.HasPrefix(text, "::warning file=") {
				t.Errorf("github:\n%s", text)
			}
		case "tasks":
			for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
				if fields := strings.Split(line, "\t"); len(fields) != 4 || !exists(fields[0]) {
					t.Errorf("tasks: %q", line)
				}
			}
		case "issue":
			library := "libQt" + qt + "Core"
			if qt == "" {
				library = "recorded: "
			}
			for _, want := range []string{"# Use-after-", "\n## What the recorded run did\n", "\n## Stacks\n", library} {
				if !strings.Contains(text, want) {
					t.Errorf("issue without %q:\n%s", want, text)
				}
			}
		case "perfetto":
			text = inViewer(t, data, id)
		case "dot":
			if strings.Count(text, "color=red];") < 2 || !strings.Contains(text, `label="no order"`) || !strings.HasSuffix(text, "}\n") {
				t.Errorf("dot:\n%s", text)
			}
		}
		if !strings.Contains(text, id) {
			t.Errorf("%s does not tell of race %s:\n%.2000s", format, id, text)
		}
		if golden && compared[format] {
			compare(t, filepath.Join("testdata/formats", name+"."+format), steady(text, samples))
		}
	}
}

// sampleOf is the source of a recorded sample, by its command.
func sampleOf(t *testing.T, tool, path string) string {
	t.Helper()
	stdout, _, _ := command(t, "", tool, "info", path)
	if m := regexp.MustCompile(`(?m)^command:\s+(\S+)`).FindStringSubmatch(stdout); m != nil {
		return m[1] + ".cpp"
	}
	t.Fatalf("info tells no command:\n%s", stdout)
	return ""
}

// oneFlow: one valid result with the whole story, every step at a place.
func oneFlow(t *testing.T, data []byte, id string) {
	t.Helper()
	if err := sariftest.Validate(data); err != nil {
		t.Fatalf("SARIF: %v", err)
	}
	r, err := sarif.FromBytes(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Runs) != 1 || len(r.Runs[0].Results) != 1 {
		t.Fatal("SARIF: expected one run with one result")
	}
	one := r.Runs[0].Results[0]
	if len(one.CodeFlows) != 1 || len(one.CodeFlows[0].ThreadFlows) != 1 || len(one.RelatedLocations) == 0 || len(one.Locations) != 1 ||
		one.PartialFingerprints["sparseracerRace/v1"] != id {
		t.Errorf("SARIF: %d flows, %d stacks' frames, %d places, fingerprints %v",
			len(one.CodeFlows), len(one.RelatedLocations), len(one.Locations), one.PartialFingerprints)
		return
	}
	for _, s := range one.CodeFlows[0].ThreadFlows[0].Locations {
		if p := s.Location.PhysicalLocation; p == nil || p.ArtifactLocation.URI == nil || p.Region.StartLine == nil {
			t.Error("SARIF: a step without a place")
		}
	}
}

// inViewer is what Perfetto's viewer shows of loops and races.
func inViewer(t *testing.T, data []byte, id string) string {
	t.Helper()
	r, err := perfettotest.Read(data)
	if err != nil {
		t.Fatalf("Perfetto: %v", err)
	}
	marks := 0
	for _, e := range r.Events {
		if e.Category == "race" && strings.Contains(e.Name, id) {
			marks++
		}
	}
	if marks != 2 {
		t.Errorf("Perfetto: %d marks of the race, expected 2", marks)
	}
	var out []string
	for _, line := range strings.SplitAfter(r.String(), "\n") {
		if !strings.HasPrefix(line, " ") || strings.Contains(line, "race") || strings.Contains(line, "exec") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// unsteady is what another run of a sample, or another machine's libraries, has
// otherwise.
var unsteady = []struct {
	find *regexp.Regexp
	put  string
}{
	{regexp.MustCompile(`0x[0-9a-f]+`), "0x#"},
	{regexp.MustCompile(`\b([evb])\d+\b`), "$1#"},
	{regexp.MustCompile(`[0-9a-f]{16} #[0-9.]+`), "#"},
	{regexp.MustCompile(`/tmp/[^ "']*/|/[^ "']*/sparseracer/samples/[0-9a-f]{24}/`), "TMP/"},
	{regexp.MustCompile(`\b\d{3,}\b`), "#"},
	{regexp.MustCompile(`(operations?|blocks?|events?|"(block|operation)":) \d+\b`), "$1 #"},
	{regexp.MustCompile(`\b\d+ (operations|events|blocks)\b`), "# $1"},
	{regexp.MustCompile(`[ \n]*\n[ ]*| {2,}`), "\n"},
}

func steady(text, samples string) string {
	text = strings.NewReplacer(samples, "SAMPLES", os.TempDir()+"/", "/tmp/").Replace(text)
	text = strings.Join(strings.Fields(text), " ") // line ends move with the width of numbers
	text = strings.NewReplacer(" #", "\n#", " > ", "\n> ", ". ", ".\n", ", \"", ",\n\"", "{ ", "{\n").Replace(text)
	for _, u := range unsteady {
		text = u.find.ReplaceAllString(text, u.put)
	}
	return strings.TrimSpace(text) + "\n"
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := 0; i < max(len(g), len(w)); i++ {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Errorf("%s:%d differs (-update rewrites it)\n got: %.300q\nwant: %.300q", path, i+1, line(g, i), line(w, i))
			return
		}
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(end)"
}
