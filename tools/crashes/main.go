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
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	if pattern, err := os.ReadFile("/proc/sys/kernel/core_pattern"); err != nil || strings.TrimSpace(string(pattern)) != "core" {
		return fmt.Errorf("core_pattern is %q, expected core (sysctl kernel.core_pattern=core)", strings.TrimSpace(string(pattern)))
	}
	if dir == "" {
		if dir, err = os.MkdirTemp("", "crashes-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	b := &bench{root: root, dir: dir, env: append(os.Environ(), "QT_QPA_PLATFORM=offscreen")}
	if err := b.build(ctx); err != nil {
		return err
	}
	if len(samples) == 0 {
		found, err := filepath.Glob("samples/*_race.cpp")
		if err != nil {
			return err
		}
		for _, f := range found {
			samples = append(samples, strings.TrimSuffix(filepath.Base(f), "_race.cpp"))
		}
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
	for _, build := range [][]string{
		{"recorded", tool("sparse-cc"), tool("sparse-c++"), ""},
		{"asan", "clang-19", "clang++-19", "-fsanitize=address -fno-optimize-sibling-calls"},
		{"plain", "gcc", "g++", ""},
	} {
		to := filepath.Join(b.dir, build[0])
		if _, err := os.Stat(filepath.Join(to, "viewer_race")); err == nil {
			continue
		}
		for _, args := range [][]string{
			{"-S", filepath.Join(b.root, "samples"), "-B", to, "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DQT_MAJOR=5", "-DCMAKE_C_COMPILER=" + build[1],
				"-DCMAKE_CXX_COMPILER=" + build[2], "-DCMAKE_CXX_FLAGS=" + build[3]},
			{"--build", to, "--parallel", "2"},
		} {
			if out, err := exec.CommandContext(ctx, "cmake", args...).CombinedOutput(); err != nil {
				return fmt.Errorf("cmake %s: %w\n%s", strings.Join(args, " "), err, out)
			}
		}
	}
	out, err := exec.CommandContext(ctx, "gcc", "-O1", "-Wall", "-shared", "-fPIC", "-o", filepath.Join(b.dir, "fence.so"), filepath.Join(b.root, "tools/crashes/testdata/fence.c")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("fence.c: %w\n%s", err, out)
	}
	return nil
}
