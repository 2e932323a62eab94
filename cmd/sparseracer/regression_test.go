package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportedTests: the test that export-test writes fails in the racy program, with
// AddressSanitizer's report, and passes in the twin: form A for a race of timers and one of inputs,
// and form B. All samples: tools/remedies.
func TestExportedTests(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	b := buildSamples(t, "5")
	for name, form := range map[string]string{"along": "A", "ends": "A", "modal": "B", "drag": "B"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			schedule := raceIsProved(t, tool, b, name+"_race", "5", dir)
			for _, twin := range []string{"race", "norace"} {
				out := exportedTest(t, tool, schedule, name+"_"+twin, form)
				fails := strings.Contains(out, "ERROR: AddressSanitizer")
				if fails != (twin == "race") || !fails && !strings.Contains(out, "100% tests passed") || strings.Contains(out, "Skipped") {
					t.Errorf("form %s in %s_%s:\n%s", form, name, twin, out)
				}
			}
		})
	}
}

// exportedTest builds and runs the test of a schedule in a sample; what ctest says.
func exportedTest(t *testing.T, tool, schedule, target, form string) string {
	t.Helper()
	dir := t.TempDir()
	stdout, stderr, code := command(t, "", tool, "export-test", "-o", dir, "--target", target, schedule)
	if code != exitClean || !strings.HasPrefix(stdout, "form "+form+": ") {
		t.Fatalf("export-test ended with %d:\n%s%s", code, stdout, stderr)
	}
	samples, err := filepath.Abs("../../samples")
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(filepath.Base(schedule), ".schedule.json")
	project := "cmake_minimum_required(VERSION 3.20)\nproject(exported LANGUAGES CXX)\nfind_package(Qt5 COMPONENTS Widgets REQUIRED)\nfind_package(Threads REQUIRED)\n" +
		"add_subdirectory(" + samples + " samples EXCLUDE_FROM_ALL)\n" +
		"add_compile_definitions(QT_NO_KEYWORDS QT_NO_FOREACH QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING QT_STRICT_ITERATORS)\n" + // as KDE has them
		"include(" + name + ".cmake)\n"
	if err := os.WriteFile(filepath.Join(dir, "CMakeLists.txt"), []byte(project), 0o644); err != nil {
		t.Fatal(err)
	}
	build := filepath.Join(dir, "build")
	for _, args := range [][]string{
		{"-S", dir, "-B", build, "-DQT_MAJOR=5", "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_CXX_COMPILER=clang++-19", "-DSPARSERACER=" + tool,
			"-DCMAKE_CXX_FLAGS=-fsanitize=address -fno-optimize-sibling-calls"},
		{"--build", build}, {"--build", build, "--target", target},
	} {
		if stdout, stderr, code := command(t, "", "cmake", args...); code != 0 {
			t.Fatalf("cmake %v ended with %d:\n%s%s", args, code, stdout, stderr)
		}
	}
	stdout, stderr, _ = command(t, "", "ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error")
	return stdout + stderr
}
