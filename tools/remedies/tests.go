package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sparseracer/tools/samplebuilds"
)

// project has a test of each race beside the samples' own targets; only what tests need is built.
const project = `cmake_minimum_required(VERSION 3.20)
project(exported LANGUAGES CXX)
find_package(Qt5 COMPONENTS Widgets REQUIRED)
find_package(Threads REQUIRED)
add_subdirectory(${SAMPLES} samples EXCLUDE_FROM_ALL)
file(GLOB tests ${CMAKE_CURRENT_SOURCE_DIR}/*.cmake)
foreach(t ${tests})
  if(NOT t MATCHES "replay.cmake$")
    include(${t})
  endif()
endforeach()
add_custom_target(programs DEPENDS ${PROGRAMS})
`

var (
	formLine = regexp.MustCompile(`(?m)^form ([AB]): `)
	whyLine  = regexp.MustCompile(`(?m)^why not a QtTest of its own: (.*)$`)
	nameForm = regexp.MustCompile(`race-[0-9a-f]{6,}`)
)

// exported is a sample with what came of its test.
type exported struct {
	sample, name, form, why string
	fails, passes           int
	lost                    bool // in the twin it does not come to the race's place
}

func tests(ctx context.Context, b *bench, samples []string) error {
	var rows []*exported
	for _, s := range samples {
		rows = append(rows, &exported{sample: s})
	}
	for _, twin := range []string{"race", "norace"} {
		if err := b.exportAll(ctx, rows, twin); err != nil {
			return err
		}
		for _, r := range rows {
			for range b.runs {
				passed, err := b.passes(ctx, twin, r.name)
				switch {
				case errors.Is(err, errLost) && twin == "norace":
					r.lost = true
				case err != nil:
					return fmt.Errorf("%s: %w", r.sample, err)
				case twin == "race" && !passed:
					r.fails++
				case twin == "norace" && passed:
					r.passes++
				}
			}
		}
	}
	b.print(rows)
	return nil
}

// exportAll writes the tests of all samples for the racy programs or the twins, and builds them.
func (b *bench) exportAll(ctx context.Context, rows []*exported, twin string) error {
	from, to := filepath.Join(b.dir, "tests-"+twin), filepath.Join(b.dir, "built-"+twin)
	if err := os.RemoveAll(from); err != nil {
		return err
	}
	if err := os.MkdirAll(from, 0o755); err != nil {
		return err
	}
	var programs []string
	for _, r := range rows {
		schedule, err := b.schedule(ctx, r.sample)
		if err != nil {
			return err
		}
		out, err := b.command(ctx, b.tool("sparseracer"), "export-test", "-o", from, "--target", r.sample+"_"+twin, schedule)
		form := formLine.FindStringSubmatch(out)
		if err != nil || form == nil {
			return fmt.Errorf("%s: export-test: %w\n%s", r.sample, err, out)
		}
		r.form, r.name = form[1], nameForm.FindString(out)
		if why := whyLine.FindStringSubmatch(out); why != nil {
			r.why = why[1]
			programs = append(programs, r.sample+"_"+twin)
		}
	}
	if err := os.WriteFile(filepath.Join(from, "CMakeLists.txt"), []byte(project), 0o644); err != nil {
		return err
	}
	steps := [][]string{
		{"-S", from, "-B", to, "-DSAMPLES=" + filepath.Join(b.root, "samples"), "-DPROGRAMS=" + strings.Join(programs, ";"), "-DSPARSERACER=" + b.tool("sparseracer"),
			"-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_CXX_COMPILER=clang++-19", "-DCMAKE_CXX_FLAGS=" + samplebuilds.ASan},
		{"--build", to, "--parallel", "2"},
	}
	if len(programs) > 0 {
		steps = append(steps, []string{"--build", to, "--parallel", "2", "--target", "programs"})
	}
	for _, args := range steps {
		if out, err := b.command(ctx, "cmake", args...); err != nil {
			return fmt.Errorf("cmake %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return nil
}

var errLost = errors.New("the test did not come to the place of the race")

// passes runs a test once. A failure must be AddressSanitizer's report: one that cannot be run, or did not come
// to the race, is an error here.
func (b *bench) passes(ctx context.Context, twin, name string) (bool, error) {
	out, err := b.command(ctx, "ctest", "--test-dir", filepath.Join(b.dir, "built-"+twin), "-R", "^"+name+"$", "--output-on-failure", "--no-tests=error")
	switch {
	case strings.Contains(out, "Skipped"):
		return false, fmt.Errorf("skipped:\n%s", out)
	case err == nil:
		return true, nil
	case strings.Contains(out, "ERROR: AddressSanitizer"):
		return false, nil
	case strings.Contains(out, "did not come to the place of the race"):
		return false, errLost
	}
	return false, fmt.Errorf("%w\n%s", err, out)
}

func (b *bench) print(rows []*exported) {
	fmt.Println("| sample | form | fails in the racy program | passes in its twin |\n| --- | --- | --- | --- |")
	form, whole := map[string]int{}, map[string]int{}
	for _, r := range rows {
		fmt.Printf("| %s | %s | %d of %d | %d of %d |\n", r.sample, r.form, r.fails, b.runs, r.passes, b.runs)
		form[r.form]++
		if r.fails == b.runs && r.passes == b.runs {
			whole[r.form]++
		}
	}
	fmt.Printf("\nAs it should be in all runs: %d of %d in form A, %d of %d in form B.\n\n", whole["A"], form["A"], whole["B"], form["B"])
	for _, r := range rows {
		if r.lost {
			fmt.Printf("- The twin of **%s** is built another way: its test says that it did not come to the place of the race, and fails.\n", r.sample)
		}
		if r.why != "" {
			fmt.Printf("- **%s** is form B: %s.\n", r.sample, r.why)
		}
	}
}
