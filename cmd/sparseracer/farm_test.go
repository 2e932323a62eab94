package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"sparseracer/internal/farm"
	"sparseracer/internal/steer"
)

// startFarm starts farm --dir and gives its address; it ends with the test.
func startFarm(t *testing.T, tool, dir string) string {
	t.Helper()
	cmd := exec.Command(tool, "farm", "--dir", dir, "-j", "2")
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() > 2 {
			t.Error(err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// TestFarm goes the whole way: a recording is submitted with a build, its race is new, then known, and
// confirmed; what is no trace is refused; fuzz has its runs made there.
func TestFarm(t *testing.T) {
	t.Parallel()
	tool, b, dir := built(t, "bin/sparseracer"), buildSamples(t, "5"), t.TempDir()
	built(t, "lib/sparse-farm")
	want := b.expectation(t, "viewer_race")
	record := func(name, out string) string {
		path := filepath.Join(dir, out)
		if said, stderr, code := command(t, dir, tool, "record", "-o", path, "--", filepath.Join(b.recorded, name)); code != 0 {
			t.Fatalf("%s: %d\n%s%s", name, code, said, stderr)
		}
		return path
	}
	address := startFarm(t, tool, filepath.Join(dir, "farm"))
	trace := record("viewer_race", "one.srt")
	submit := func(path string, code int, says string, flags ...string) {
		t.Helper()
		args := append([]string{"farm", "submit", path, "--farm", address}, flags...)
		if out, stderr, got := command(t, dir, tool, args...); got != code || !strings.Contains(out+stderr, says) {
			t.Fatalf("%v: %d\n%s%s\nexpected %d, %s", args, got, out, stderr, code, says)
		}
	}
	submit(trace, exitRaces, "new: use-free "+want.id, "--build", filepath.Join(b.asan, "viewer_race"), "--commit", "r1")
	submit(record("viewer_race", "two.srt"), exitClean, "0 new races, 1 known race", "--commit", "r1")
	text := filepath.Join(dir, "no.srt")
	if err := os.WriteFile(text, []byte("no trace"), 0o644); err != nil {
		t.Fatal(err)
	}
	submit(text, exitError, "no.srt")

	base, token, _ := strings.Cut(address, "/?token=")
	status := func() string {
		r, err := http.NewRequest("GET", base+"/api/races", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set(farm.ProtocolHeader, strconv.Itoa(farm.Protocol))
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		data, _ := io.ReadAll(a.Body)
		var got struct{ Races []struct{ ID, Status string } }
		if err := json.Unmarshal(data, &got); err != nil || len(got.Races) != 1 || got.Races[0].ID != want.id {
			t.Fatalf("%s: %v", data, err)
		}
		return got.Races[0].Status
	}
	awaitFor(t, "a race that is confirmed", func() bool { return status() == "confirmed" })
	confirmedElsewhere(t, tool, dir, address, trace, want.id, filepath.Join(b.asan, "viewer_race"))
	if status() != "confirmed" {
		t.Errorf("after confirm --farm the race is %s", status())
	}

	exe := order(t, "keepalive")
	out, stderr, code := command(t, dir, tool, "fuzz", "-n", "40", "--seed", "1", "--farm", address, "-o", dir, "--", exe)
	if code != exitRaces || !strings.Contains(out, "of 40 runs failed") || !strings.Contains(out, `posted by thread "request`) {
		t.Errorf("fuzz: %d\n%s%s", code, out, stderr)
	}
	observed := filepath.Join(dir, "observed.srt")
	exe = order(t, "keepalive", apartFar)
	sameFailures(t, fuzzJSON(t, tool, observed, exe, "-n", "30", "-j", "2"), fuzzJSON(t, tool, observed, exe, "-n", "30", "--farm", address))
}

// awaitFor waits until it is so.
func awaitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for begun := time.Now(); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Since(begun) > 5*time.Minute {
			t.Fatalf("%s: it does not come to that", what)
		}
	}
}

// confirmedElsewhere: confirm --farm says what confirm says, with a schedule that replays here; what belongs to
// this machine, and a race that the trace has not, are refused.
func confirmedElsewhere(t *testing.T, tool, dir, address, trace, id, asan string) {
	t.Helper()
	schedules := filepath.Join(dir, "elsewhere")
	out, stderr, code := command(t, dir, tool, "confirm", "--farm", address, trace, "--runs", "2", "-o", schedules, "--", asan)
	if code != exitRaces || !strings.Contains(out, "race "+id+": confirmed, ") || !strings.Contains(out, "of 2 runs") || !strings.Contains(out, "heap-use-after-free") {
		t.Errorf("confirm --farm: %d\n%s%s", code, out, stderr)
	}
	schedule := filepath.Join(schedules, "race-"+id+".schedule.json")
	if out, stderr, code := command(t, dir, tool, "replay", schedule, "--", asan); code != exitRaces {
		t.Errorf("replay: %d\n%s%s", code, out, stderr)
	}
	out, stderr, code = command(t, dir, tool, "confirm", "--farm", address, trace, "--runs", "2", "--json", "-o", schedules, "--", asan)
	var got struct {
		Verdicts []struct {
			ID, Verdict, Schedule string
			Runs                  int
			Steps                 []string
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitRaces || len(got.Verdicts) != 1 || got.Verdicts[0].ID != id || got.Verdicts[0].Schedule != schedule || got.Verdicts[0].Runs != 2 || len(got.Verdicts[0].Steps) == 0 {
		t.Errorf("%d, %v\n%s%s", code, err, out, stderr)
	}
	out, stderr, code = command(t, dir, tool, "confirm", "--farm", address, trace, "--runs", "2", "--minimise", "-o", schedules, "--", asan)
	if s, err := steer.Load(schedule); err != nil || code != exitRaces || !s.Minimised {
		t.Errorf("minimised: %d, %v\n%s%s", code, err, out, stderr)
	}
	if out, stderr, code := command(t, dir, tool, "replay", schedule, "--", asan); code != exitRaces {
		t.Errorf("replay of what was minimised: %d\n%s%s", code, out, stderr)
	}
	for says, flags := range map[string][]string{
		"--farm with --fast-timers: that works on this machine only": {"--fast-timers"},
		"--runs=101 with --farm: expected 1 to 100":                  {"--runs", "101"},
		"it has no race 000000000000 of a use and a free":            {"--race", "000000000000"},
	} {
		args := append([]string{"confirm", "--farm", address, trace}, flags...)
		if out, stderr, code := command(t, dir, tool, append(args, "--", asan)...); code != exitError || !strings.Contains(stderr, says) {
			t.Errorf("%v: %d\n%s%s", flags, code, out, stderr)
		}
	}
}

// TestFarmRights: what a job starts has no capabilities, in a sandbox and without one, also where the worker is root.
func TestFarmRights(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	for name, confine := range map[string]bool{"alone": false, "confined": true} {
		t.Run(name, func(t *testing.T) {
			result, stderr, code := rightsOf(t, tool, confine)
			if confine && strings.Contains(stderr, "no sandbox can be made here") {
				missing(t, stderr)
			}
			probed := farm.Granted{Rights: 1}
			if code != exitClean || json.Unmarshal(result, &probed) != nil || probed.Rights != 0 {
				t.Errorf("code %d, %s, %s", code, result, stderr)
			}
		})
	}
}

// rightsOf is what a job finds out about how programs are started.
func rightsOf(t *testing.T, tool string, confine bool) (result []byte, stderr string, code int) {
	t.Helper()
	dir := t.TempDir()
	data, err := json.Marshal(farm.Task{Kind: farm.Rights, Confine: confine})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, farm.TaskFile), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, stderr, code = command(t, dir, tool, "farm", "job", dir)
	result, _ = os.ReadFile(filepath.Join(dir, farm.ResultFile)) // without one it is empty
	return result, stderr, code
}

// TestKubernetesCommands: the commands of the manifest are ours, with flags that exist.
func TestKubernetesCommands(t *testing.T) {
	f, err := os.Open("../../integration/farm/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for d := yaml.NewDecoder(f); ; {
		var o struct {
			Spec struct {
				Template struct {
					Spec struct {
						Containers []struct{ Command, Args []string }
					}
				}
			}
		}
		if err := d.Decode(&o); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for _, c := range o.Spec.Template.Spec.Containers {
			if len(c.Command) == 0 {
				continue
			}
			n++
			if err := parses(append(c.Command[1:], c.Args...)); err != nil || c.Command[0] != "sparseracer" {
				t.Error(fmt.Sprint(c.Command, c.Args, err))
			}
		}
	}
	if n != 2 {
		t.Errorf("%d commands, expected 2", n)
	}
}
