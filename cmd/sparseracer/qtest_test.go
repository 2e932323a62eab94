package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestQtTest: a race below QTest::mouseClick, and one of the test function itself, are told by
// the test function and its row, and proved; the mended tests are silent. On both Qts the ids
// are the same.
func TestQtTest(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	if _, err := exec.LookPath("clang++-19"); err != nil {
		missing(t, "clang 19 is not installed")
	}
	for _, qt := range []string{"5", "6"} {
		b := buildFolder(t, built(t, "samples/qtest"), "-DQT_MAJOR="+qt)
		for pair, want := range map[string]struct{ id, test, use string }{
			"panel": {"ea62971c3a1d", "loads(two files)", "Window::read"},
			"waits": {"973d1257c2e2", "closes", "TestWaits::closes"},
		} {
			t.Run("qt"+qt+"/"+pair, func(t *testing.T) {
				t.Parallel()
				path := record(t, tool, filepath.Join(b.recorded, pair+"_race"))
				a, code := analyzeJSON(t, tool, path)
				if code != exitRaces || len(a.Races) != 1 || a.Races[0].ID != want.id || !hasFunction(a.Races[0].Use.Stack, want.use) {
					t.Fatalf("analyze ended with %d: %+v", code, a)
				}
				toldByTest(t, tool, path, want.test)
				stdout, stderr, code := command(t, "", tool, "confirm", "-o", t.TempDir(), "--runs", "2", path, "--", filepath.Join(b.asan, pair+"_race"))
				if code != exitRaces || !strings.Contains(stdout, "confirmed, 2 of 2 runs") {
					t.Errorf("confirm ended with %d:\n%s%s", code, stdout, stderr)
				}
				if a, code := analyzeJSON(t, tool, record(t, tool, filepath.Join(b.recorded, pair+"_norace"))); code != exitClean {
					t.Errorf("the mended test: analyze ended with %d: %+v", code, a)
				}
			})
		}
	}
}

// toldByTest: the places of the race are in that test function, which the trace has between
// those before and after it.
func toldByTest(t *testing.T, tool, path, want string) {
	t.Helper()
	var functions []string
	eachOperation(t, path, func(op *trace.Op, _ *trace.Tables) {
		if name := op.Attr("test"); name != "" {
			functions = append(functions, name)
		}
	})
	if len(functions) < 3 || functions[0] != "initTestCase" || functions[len(functions)-1] != "cleanupTestCase" || !slices.Contains(functions, want) {
		t.Errorf("the trace has the test functions %q, expected %s among them", functions, want)
	}
	stdout, _, _ := command(t, "", tool, "analyze", "--json", path)
	type place struct{ Test string }
	var out struct {
		Races []struct{ Use, Free, Alloc, Loop place }
	}
	if err := json.Unmarshal([]byte(stdout), &out); err != nil {
		t.Fatal(err)
	}
	for i, p := range []place{out.Races[0].Use, out.Races[0].Free, out.Races[0].Alloc, out.Races[0].Loop} {
		if p.Test != want {
			t.Errorf("place %d is in test %q, expected %q", i, p.Test, want)
		}
	}
	text, _, _ := command(t, "", tool, "analyze", path)
	if text = strings.Join(strings.Fields(text), " "); !strings.Contains(text, "test function "+want+" spins the nested loop") || strings.Contains(text, "start-up code") {
		t.Errorf("the report:\n%s", text)
	}
}
