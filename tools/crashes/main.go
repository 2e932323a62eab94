// Command crashes measures `sparseracer explain-crash`: it brings the crash of each sample
// about, has AddressSanitizer and gdb report it, and asks which race a harmless recording
// has for that. It prints the page docs/figures/crashes.md but for its head.
//
//	go build -o bin/crashes ./tools/crashes && bin/crashes [-keep DIR] [-across N] [SAMPLE…]
//
// Each report is also held against the recordings of the N samples that follow, which do
// not have its race.
//
// A crash without AddressSanitizer is that of a plain build, steered by the schedule that
// confirm found, with a heap in which freed memory cannot be touched (testdata/fence.c), so that a
// core file is left at the use. Frames and threads of our own libraries are taken out of
// gdb's text: nobody's report has them. Cores must be kept as files called core in the
// current folder (/proc/sys/kernel/core_pattern).
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sparseracer/tools/samplebuilds"
)

func main() {
	keep := flag.String("keep", "", "folder for builds, recordings and reports; what is there is used again")
	across := flag.Int("across", 8, "other samples whose recordings a report is held against")
	flag.Parse()
	if err := run(context.Background(), *keep, *across, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "crashes:", err)
		os.Exit(1)
	}
}

// bench is where everything is.
type bench struct {
	root, dir string // of the project; of what is made
	env       []string
}

func run(ctx context.Context, dir string, across int, samples []string) error {
	if pattern, err := os.ReadFile("/proc/sys/kernel/core_pattern"); err != nil || strings.TrimSpace(string(pattern)) != "core" {
		return fmt.Errorf("core_pattern is %q, expected core (sysctl kernel.core_pattern=core)", strings.TrimSpace(string(pattern)))
	}
	root, dir, done, err := samplebuilds.Folders("crashes", dir)
	if err != nil {
		return err
	}
	defer done()
	b := &bench{root: root, dir: dir, env: append(os.Environ(), "QT_QPA_PLATFORM=offscreen")}
	if err := b.build(ctx); err != nil {
		return err
	}
	if samples, err = samplebuilds.Names(root, samples); err != nil {
		return err
	}
	var t table
	for _, s := range samples {
		if err := b.sample(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	for i, s := range samples {
		var others []string
		for j := 1; j <= min(across, len(samples)-1); j++ {
			others = append(others, samples[(i+j)%len(samples)])
		}
		if err := b.ask(ctx, s, others, &t); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	if err := b.others(ctx, &t); err != nil {
		return err
	}
	t.write(os.Stdout)
	return nil
}

// command runs something in the folder and returns what it prints; an exit code is no error.
func (b *bench) command(ctx context.Context, env []string, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = b.dir, append(append([]string{}, b.env...), env...)
	out, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); exited && ctx.Err() == nil {
		err = nil
	}
	return string(out), err
}

// build compiles the samples to record, with AddressSanitizer, and plainly.
func (b *bench) build(ctx context.Context) error {
	tool := func(name string) string { return filepath.Join(b.root, "bin", name) }
	err := samplebuilds.Make(ctx, b.root, b.dir, []samplebuilds.Build{
		{Name: "recorded", CC: tool("sparse-cc"), CXX: tool("sparse-c++")},
		{Name: "asan", CC: "clang-19", CXX: "clang++-19", Flags: samplebuilds.ASan},
		{Name: "plain", CC: "gcc", CXX: "g++"},
	})
	if err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, "gcc", "-O1", "-Wall", "-shared", "-fPIC", "-o", filepath.Join(b.dir, "fence.so"), filepath.Join(b.root, "tools/crashes/testdata/fence.c")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("fence.c: %w\n%s", err, out)
	}
	return nil
}
