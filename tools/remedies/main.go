// Command remedies measures `sparseracer export-test` and `suggest-fix` on the samples: each race is recorded and
// confirmed. `tests` runs the exported test N times in the racy program and in its twin; `fixes` asks for a patch that
// passes N runs, of any shape or of one. It prints the page docs/figures/export-test.md, or docs/figures/fixes.md, but for its head.
//
//	go build -o bin/remedies ./tools/remedies && bin/remedies [-keep DIR] [-runs N] [-shape SHAPE] tests|fixes [SAMPLE…]
//
// All is built with AddressSanitizer, for Qt 5, but for what is recorded.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"sparseracer/tools/samplebuilds"
)

func main() {
	keep := flag.String("keep", "", "folder for builds, recordings and schedules; what is there is used again")
	runs := flag.Int("runs", 10, "of each test")
	shape := flag.String("shape", "", "of the patches, any by default")
	flag.Parse()
	if err := run(context.Background(), *keep, *runs, *shape, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "remedies:", err)
		os.Exit(1)
	}
}

// bench is where everything is.
type bench struct {
	root, dir string // of the project; of what is made
	env       []string
	runs      int
	shape     string // of patches, "" for any
}

func run(ctx context.Context, dir string, runs int, shape string, args []string) error {
	if len(args) == 0 || measures[args[0]] == nil {
		return fmt.Errorf("expected what to measure: tests or fixes")
	}
	root, dir, done, err := samplebuilds.Folders("remedies", dir)
	if err != nil {
		return err
	}
	defer done()
	b := &bench{root: root, dir: dir, runs: runs, shape: shape, env: append(os.Environ(), "QT_QPA_PLATFORM=offscreen")}
	samples, err := samplebuilds.Names(root, args[1:])
	if err != nil {
		return err
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	for _, s := range samples {
		if _, err := b.schedule(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return measures[args[0]](ctx, b, samples)
}

var measures = map[string]func(context.Context, *bench, []string) error{"tests": tests, "fixes": fixes}

// build compiles the samples to record, and with AddressSanitizer.
func (b *bench) build(ctx context.Context) error {
	return samplebuilds.Make(ctx, b.root, b.dir, []samplebuilds.Build{
		{Name: "recorded", CC: b.tool("sparse-cc"), CXX: b.tool("sparse-c++")},
		{Name: "asan", CC: "clang-19", CXX: "clang++-19", Flags: samplebuilds.ASan},
	}, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
}

func (b *bench) tool(name string) string { return filepath.Join(b.root, "bin", name) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// command runs something in the folder; the caller says what an exit code means.
func (b *bench) command(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = b.dir, b.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// schedule records a sample and confirms its race.
func (b *bench) schedule(ctx context.Context, sample string) (string, error) {
	to := filepath.Join(b.dir, sample+".sched")
	if found, _ := filepath.Glob(to + "/*.schedule.json"); len(found) == 1 {
		return found[0], nil
	}
	trace := filepath.Join(b.dir, sample+".srt")
	args := []string{"record", "-o", trace}
	if script := filepath.Join(b.root, "samples", sample+"_race.session"); exists(script) {
		args = append(args, "--play", script)
	}
	if out, err := b.command(ctx, b.tool("sparseracer"), append(args, "--", filepath.Join(b.dir, "recorded", sample+"_race"))...); err != nil || !exists(trace) {
		return "", fmt.Errorf("record: %w\n%s", err, out)
	}
	out, _ := b.command(ctx, b.tool("sparseracer"), "confirm", "-o", to, trace, "--", filepath.Join(b.dir, "asan", sample+"_race"))
	found, _ := filepath.Glob(to + "/*.schedule.json")
	if len(found) != 1 {
		return "", fmt.Errorf("confirm proves nothing:\n%s", out)
	}
	return found[0], nil
}
