package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// order builds a program of samples/orders.
func order(t *testing.T, name string, flags ...string) string {
	t.Helper()
	args := append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-pthread", "-o", "{out}", "../../samples/orders/" + name + ".cpp"}, flags...)
	return builds.Program(t, name, "c++", append(args, pkgConfig(t, "Qt5Core")...)...)
}

// TestFuzz: a reply that comes late makes an ordinary build fail, the tool says
// which one, and a schedule repeats it; the fixed program survives.
func TestFuzz(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	for name, culprit := range map[string]string{"rows": "row", "keepalive": "request"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			exe, dir := order(t, name), t.TempDir()
			out, stderr, code := command(t, "", tool, "fuzz", "-n", "30", "--seed", "1", "-j", "4", "--until-fail", "-o", dir, "--", "sh", "-c", `exec "$0"`, exe)
			if code != exitRaces || !regexp.MustCompile(`exit status 1: \d+ of \d+ runs; its last line was "failed: `).MatchString(out) ||
				!regexp.MustCompile(`postponed +posted event MetaCall of QCoreApplication, posted by thread "`+culprit).MatchString(out) {
				t.Fatalf("code %d\n%s%s", code, out, stderr)
			}
			schedule := filepath.Join(dir, "failure-1.schedule.json")
			if out, stderr, code := command(t, "", tool, "replay", schedule, "--runs", "3", "--", exe); code != exitRaces || !strings.Contains(out, "of 3: confirmed") {
				t.Errorf("replay: code %d\n%s%s", code, out, stderr)
			}
			mended := order(t, name, "-DMENDED")
			if out, stderr, code := command(t, "", tool, "fuzz", "-n", "10", "--seed", "1", "-j", "4", "-o", dir, "--", mended); code != 0 || !strings.HasPrefix(out, "0 of 10 runs failed") {
				t.Errorf("the mended program: code %d\n%s%s", code, out, stderr)
			}
			if out, stderr, code := command(t, "", tool, "replay", schedule, "--runs", "3", "--", mended); code != 0 || !strings.Contains(out, "0 of 3: fixed") {
				t.Errorf("replay of the mended program: code %d\n%s%s", code, out, stderr)
			}
		})
	}
}

// fuzzedJSON is what of fuzz --json is compared.
type fuzzedJSON struct {
	Runs, Failed int
	Silent       []int
	Failures     []struct {
		How     string
		Numbers []int
	}
}

// fuzzJSON searches with a shared observation run. What is late for a time alone depends on how fast the machine is.
func fuzzJSON(t *testing.T, tool, observed, exe string, flags ...string) (got fuzzedJSON) {
	t.Helper()
	args := append([]string{"fuzz", "--json", "--count", "--only", "guided", "--seed", "3", "--observed", observed, "-o", t.TempDir()}, flags...)
	out, stderr, code := command(t, "", tool, append(args, "--", exe)...)
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitRaces || got.Failed == 0 {
		t.Fatalf("code %d, %v\n%s%s", code, err, out, stderr)
	}
	return got
}

// sameFailures: the same runs failed in the same way, but for those that left their schedule on one side, and so
// show nothing. Its replies are so far apart that load does not exchange them.
func sameFailures(t *testing.T, one, two fuzzedJSON) {
	t.Helper()
	failed := func(f fuzzedJSON) (list []string) {
		for _, one := range f.Failures {
			for _, n := range one.Numbers {
				list = append(list, fmt.Sprintf("%d: %s", n, one.How))
			}
		}
		return slices.DeleteFunc(list, func(s string) bool {
			return slices.ContainsFunc(slices.Concat(one.Silent, two.Silent), func(n int) bool { return strings.HasPrefix(s, fmt.Sprintf("%d: ", n)) })
		})
	}
	if a, b := failed(one), failed(two); one.Runs != two.Runs || len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("%q, then %q; %+v, then %+v", a, b, one, two)
	}
}

// apartFar are the flags of a program of samples/orders whose replies are far apart.
const apartFar = "-DAPART=500"

// TestFuzzObserved: two searches by one observation run find the same failures in the same runs; the
// second one records none.
func TestFuzzObserved(t *testing.T) {
	t.Parallel()
	tool, exe, observed := built(t, "bin/sparseracer"), order(t, "keepalive", apartFar), filepath.Join(t.TempDir(), "observed.srt")
	one := fuzzJSON(t, tool, observed, exe, "-n", "20", "-j", "2")
	kept, err := os.ReadFile(observed)
	if err != nil {
		t.Fatal(err)
	}
	two := fuzzJSON(t, tool, observed, exe, "-n", "20", "-j", "1")
	if again, err := os.ReadFile(observed); err != nil || !bytes.Equal(kept, again) {
		t.Errorf("the second search recorded a run of its own: %v", err)
	}
	sameFailures(t, one, two)
}

// TestFuzzRefuses: what cannot be distinguished from a failure, and what has no events.
func TestFuzzRefuses(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	for want, prog := range map[string][]string{
		"the observation run ended with status 3": {"sh", "-c", "exit 3"},
		"no event was seen":                       {"true"},
		"expected at least 1":                     {"-n", "0", "true"},
	} {
		args := append([]string{"fuzz", "-o", t.TempDir(), "--"}, prog...)
		if prog[0] == "-n" {
			args = []string{"fuzz", "-n", "0", "--", "true"}
		}
		if out, stderr, code := command(t, "", tool, args...); code != exitError || !strings.Contains(stderr, want) {
			t.Errorf("%q: code %d, %s%s", prog, code, out, stderr)
		}
	}
}

// TestFuzzCtest: ctest has a loop of its own, but the test that it starts is steered.
func TestFuzzCtest(t *testing.T) {
	tool, exe, dir := built(t, "bin/sparseracer"), order(t, "packet"), t.TempDir()
	if _, err := exec.LookPath("ctest"); err != nil {
		missing(t, "cmake is not installed")
	}
	if err := os.WriteFile(filepath.Join(dir, "CTestTestfile.cmake"), []byte("add_test(packet \""+exe+"\")\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, stderr, code := command(t, "", tool, "fuzz", "-n", "30", "--seed", "1", "-j", "4", "--until-fail", "-o", dir, "--", "ctest", "--test-dir", dir, "-R", "packet")
	if code != exitRaces || !strings.Contains(out, `posted by thread "handshake"`) || !strings.Contains(out, `its last line was "failed: no socket for a packet"`) {
		t.Errorf("code %d\n%s%s", code, out, stderr)
	}
}
