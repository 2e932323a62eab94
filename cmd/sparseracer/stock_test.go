package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/install"
)

// plainSamples are pairs built as a distribution builds them: optimised, without
// instrumentation, without AddressSanitizer. One for each rule of the holds.
var plainSamples = []struct{ name, rule, verdict, report string }{
	{"viewer", "object", "confirmed", "sparseracer: heap-use-after-free"},
	{"menu", "memory", "confirmed", "sparseracer: heap-use-after-free"},
	{"options", "stack", "confirmed with an earlier symptom", "sparseracer: stack-delete"},
}

func buildPlain(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"cmake", "g++"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing(t, tool+" is not installed")
		}
	}
	if install.FindLibrary("libQt5Core.so.5") == "" {
		missing(t, "Qt 5 is not installed")
	}
	var targets []string
	for _, s := range plainSamples {
		targets = append(targets, s.name+"_race", s.name+"_norace")
	}
	return cmakeBuild(t, built(t, "samples"), "gcc", "g++", "", nil, targets...)
}

// TestStockSamples: what nobody instrumented is predicted from its harmless session,
// and proved on the same binary; the twin is silent.
func TestStockSamples(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	built(t, "lib/libsparsestock.so")
	dir := buildPlain(t)
	for _, s := range plainSamples {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel() // they mostly wait for their timers
			race, twin := filepath.Join(dir, s.name+"_race"), filepath.Join(dir, s.name+"_norace")
			path := record(t, tool, race)
			if text := asText(t, tool, path); !strings.Contains(text, "rule="+s.rule) {
				t.Errorf("no hold has the rule %s", s.rule)
			}
			a, code := analyzeJSON(t, tool, path)
			if code != exitRaces || len(a.Races) != 1 || a.Races[0].Verdict != "predicted" {
				t.Fatalf("analyze ended with %d: %+v", code, a)
			}
			out := t.TempDir()
			stdout, stderr, code := command(t, "", tool, "confirm", "-o", out, "--runs", "3", path, "--", race)
			if code != exitRaces || !strings.Contains(stdout, s.verdict+", 3 of 3 runs") || !strings.Contains(stdout, s.report) {
				t.Fatalf("confirm ended with %d:\n%s%s", code, stdout, stderr)
			}
			if a, code := analyzeJSON(t, tool, record(t, tool, twin)); code != exitClean || len(a.Races) != 0 {
				t.Errorf("the twin: analyze ended with %d: %+v", code, a)
			}
			schedule := filepath.Join(out, "race-"+a.Races[0].ID+".schedule.json")
			stdout, stderr, code = command(t, "", tool, "replay", "--runs", "3", schedule, "--", twin)
			if code != exitClean || !strings.Contains(stdout, "0 of 3") {
				t.Errorf("the twin: replay ended with %d:\n%s%s", code, stdout, stderr)
			}
		})
	}
}

// TestStockCounted: a frame that has a count of the object, and gives it back after its
// loop, keeps the object; a plain pointer does not. Objects in a block of their own and
// beside their counters, of both libraries.
func TestStockCounted(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	built(t, "lib/libsparsestock.so")
	for _, c := range []struct{ name, pointer, maker string }{
		{"shared_ptr", "", "std::make_shared<Document>()"},
		{"shared_ptr apart", "", "std::shared_ptr<Document>(new Document)"},
		{"QSharedPointer", "-DQT_POINTER", "QSharedPointer<Document>::create()"},
		{"QSharedPointer apart", "-DQT_POINTER", "QSharedPointer<Document>(new Document)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for races, mended := range []string{"-DMENDED", ""} {
				args := []string{"-std=c++17", "-fPIC", "-O2", "-g", "-o", "{out}", "-DMAKE=" + c.maker,
					built(t, "cmd/sparseracer/testdata/counted/counted.cpp")}
				for _, flag := range []string{mended, c.pointer} {
					if flag != "" {
						args = append(args, flag)
					}
				}
				program := builds.Program(t, "counted", "g++", append(args, pkgConfig(t, "Qt5Widgets")...)...)
				if a, code := analyzeJSON(t, tool, record(t, tool, program)); code != races || len(a.Races) != races {
					t.Errorf("%s: analyze ended with %d: %+v", mended, code, a)
				}
			}
		})
	}
}

func asText(t *testing.T, tool, path string) string {
	t.Helper()
	text := filepath.Join(t.TempDir(), "t.txt")
	if _, stderr, code := command(t, "", tool, "convert", path, text); code != 0 {
		t.Fatalf("convert ended with %d: %s", code, stderr)
	}
	data, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestStockChoice: what --stock may be.
func TestStockChoice(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	if _, stderr, code := command(t, "", tool, "record", "--stock=maybe", "--", "/bin/true"); code != exitError ||
		!strings.Contains(stderr, "auto, yes or no") {
		t.Errorf("--stock=maybe ended with %d: %s", code, stderr)
	}
}
