package main

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/steer"
)

// several builds samples/several/pages.cpp for recording and for confirming.
func several(t *testing.T, flags ...string) (recorded, asan string) {
	t.Helper()
	args := append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-o", "{out}", "../../samples/several/pages.cpp"}, flags...)
	args = append(args, pkgConfig(t, "Qt5Core")...)
	return builds.Program(t, "pages", built(t, "bin/sparse-c++"), args...),
		builds.Program(t, "pages", "clang++-19", append([]string{"-fsanitize=address"}, args...)...)
}

// TestVerdictsComeAsFound: the first verdict is there, with its schedule and in the file
// of verdicts, while others are still to be found; an interrupt then leaves it whole.
func TestVerdictsComeAsFound(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	recorded, asan := several(t)
	path := record(t, tool, recorded)
	cmd := exec.Command(tool, "confirm", "-o", dir, "-j", "1", "--runs", "20", path, "--", asan)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var first string
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		line := lines.Text()
		if at := regexp.MustCompile(`^race ([0-9a-f]+): confirmed, `).FindStringSubmatch(line); at != nil {
			first = at[1]
		}
		if strings.HasPrefix(line, "next: ") {
			break
		}
	}
	known, err := steer.ReadVerdicts(dir)
	if err != nil || first == "" || known[first].Proven < 1 || !exists(filepath.Join(dir, known[first].Schedule)) {
		t.Errorf("after the first verdict (%s): %v, %+v", first, err, known)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(out)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitError || !strings.Contains(string(rest), ": not run: interrupted") || strings.Contains(string(rest), "race "+first) {
		t.Errorf("interrupted, it ended with %d and said\n%s", code, rest)
	}
	if s, err := steer.Load(filepath.Join(dir, known[first].Schedule)); err != nil || s.Minimised {
		t.Errorf("%v: the schedule is whole and not minimised", err)
	}
}

// TestMinimiseComesLast: with --minimise a proven race is heard of once more, when its
// schedule is as small as can be, and never before the last verdict.
func TestMinimiseComesLast(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	recorded, asan := several(t, "-DPAGES=2")
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", dir, "--minimise", record(t, tool, recorded), "--", asan)
	last, least := strings.LastIndex(stdout, ": confirmed, "), strings.Index(stdout, ": its schedule is as small as can be, ")
	if code != exitRaces || strings.Count(stdout, ": confirmed, ") != 2 || strings.Count(stdout, "as small as can be") != 2 || least < last {
		t.Fatalf("code %d\n%s%s", code, stdout, stderr)
	}
	found, _ := filepath.Glob(dir + "/race-*.schedule.json")
	for _, path := range found {
		if s, err := steer.Load(path); err != nil || !s.Minimised {
			t.Errorf("%s: %v, not minimised", path, err)
		}
	}
	mended, asan := several(t, "-DPAGES=2", "-DMENDED")
	if stdout, stderr, code := command(t, "", tool, "confirm", record(t, tool, mended), "--", asan); code != exitClean || !strings.HasPrefix(stdout, "nothing to confirm") {
		t.Errorf("the twin: code %d\n%s%s", code, stdout, stderr)
	}
}

// TestFreshRuns: a program that runs once only is proved in every run, two of them at a
// time, though each crash leaves its lock file and its shared memory behind.
func TestFreshRuns(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	build := func(compiler string, flags ...string) string {
		args := append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-o", "{out}", "../../samples/several/single.cpp"}, flags...)
		return builds.Program(t, "single", compiler, append(args, pkgConfig(t, "Qt5Core")...)...)
	}
	recorder := built(t, "bin/sparse-c++")
	path := record(t, tool, build(recorder))
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", dir, "--runs", "4", "-j", "2", path, "--", build("clang++-19", "-fsanitize=address"))
	if code != exitRaces || !strings.Contains(stdout, "confirmed, 4 of 4 runs") {
		t.Fatalf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	schedules, _ := filepath.Glob(dir + "/*.schedule.json")
	mended := build("clang++-19", "-fsanitize=address", "-DMENDED")
	if stdout, stderr, code := command(t, "", tool, "replay", "--runs", "4", "-j", "2", schedules[0], "--", mended); code != exitClean || !strings.Contains(stdout, "0 of 4: fixed") {
		t.Errorf("replay of the twin ended with %d:\n%s%s", code, stdout, stderr)
	}
	if stdout, _, code := command(t, "", tool, "confirm", record(t, tool, build(recorder, "-DMENDED")), "--", mended); code != exitClean || !strings.HasPrefix(stdout, "nothing to confirm") {
		t.Errorf("the twin: confirm ended with %d:\n%s", code, stdout)
	}
}
