package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// talk starts a bus and the program on it, and waits until it can be called.
func talk(t *testing.T, argv ...string) (conn *dbus.Conn, wait func() (string, int)) {
	t.Helper()
	daemon := exec.Command("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1")
	out, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		missing(t, err.Error())
	}
	t.Cleanup(func() { _ = daemon.Process.Kill(); _ = daemon.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	var said limited
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+t.TempDir(),
		"DBUS_SESSION_BUS_ADDRESS="+strings.TrimSpace(address))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if conn, err = dbus.Connect(strings.TrimSpace(address)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn, func() (string, int) {
		_ = cmd.Wait()
		return string(said), cmd.ProcessState.ExitCode()
	}
}

// until waits for a state of the program; asking for it is no call that is recorded.
func until(t *testing.T, conn *dbus.Conn, state string) {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		v, err := conn.Object("org.example.calls", "/desk").GetProperty("org.example.Desk.state")
		if err == nil && v.Value() == state {
			return
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("the program never %q: %v, %v", state, v, err)
		}
	}
}

// TestCalls: D-Bus calls are recorded, and played where the race needs them: below a
// modal box, which no person's input passes.
func TestCalls(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	if _, err := exec.LookPath("clang++-19"); err != nil {
		missing(t, "clang 19 is not installed")
	}
	b := buildFolder(t, built(t, "samples/calls"))
	path := filepath.Join(t.TempDir(), "t.srt")
	conn, wait := talk(t, tool, "record", "-o", path, "--", filepath.Join(b.recorded, "calls_race"))
	until(t, conn, "waits")
	window, desk := conn.Object("org.example.calls", "/window"), conn.Object("org.example.calls", "/desk")
	window.Go("org.example.Window.confirmQuit", dbus.FlagNoReplyExpected, nil)
	until(t, conn, "asks")
	desk.Go("org.example.Desk.answer", dbus.FlagNoReplyExpected, nil)
	until(t, conn, "waits")
	window.Go("org.example.Window.shut", dbus.FlagNoReplyExpected, nil, "over & out", true)
	if said, code := wait(); code != 0 {
		t.Fatalf("record ended with %d:\n%s", code, said)
	}
	if a, _ := analyzeJSON(t, tool, path); len(a.Races) != 1 || !hasFunction(a.Races[0].Use.Stack, "Window::confirmQuit") {
		t.Fatalf("analyze: %+v", a)
	}
	dir := t.TempDir()
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", dir, "--runs", "2", "--whole", path, "--", filepath.Join(b.asan, "calls_race"))
	if code != exitRaces || !strings.Contains(stdout, "confirmed, 2 of 2 runs") {
		t.Fatalf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	schedules, _ := filepath.Glob(dir + "/*.schedule.json")
	checkCalls(t, schedules[0])
	for program, want := range map[string]string{"calls_race": "2 of 2: confirmed", "calls_norace": "0 of 2: fixed"} {
		stdout, stderr, _ = command(t, "", tool, "replay", "--runs", "2", schedules[0], "--", filepath.Join(b.asan, program))
		if !strings.Contains(stdout, want) {
			t.Errorf("replay of %s, want %q:\n%s%s", program, want, stdout, stderr)
		}
	}
	stdout, stderr, code = command(t, "", tool, "replay", "--session", path, "--runs", "2", "--", filepath.Join(b.asan, "calls_norace"))
	if code != exitClean || !strings.Contains(stdout, "2 of 2 sessions") {
		t.Errorf("the session again: ended with %d:\n%s%s", code, stdout, stderr)
	}
}

// checkCalls: the schedule says who is called for what, and in which loop.
func checkCalls(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Directives []struct {
			Input struct {
				Kind, Path, Member string
				Args               []string
				After              []struct{ Event string }
			}
		}
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	var calls []string
	for _, d := range s.Directives {
		calls = append(calls, strings.Join(append([]string{d.Input.Kind, d.Input.Path, d.Input.Member}, d.Input.Args...), " "))
	}
	want := []string{"dbus /window org.example.Window.confirmQuit", "dbus /window org.example.Window.shut s:over & out b:true",
		"dbus /desk org.example.Desk.answer"}
	if strings.Join(calls, "\n") != strings.Join(want, "\n") {
		t.Errorf("the schedule calls\n%s\nwant\n%s", strings.Join(calls, "\n"), strings.Join(want, "\n"))
	}
}

// TestStartupLoop: a loop that start-up code spins, and a call from outside that may come
// in it. The recorded run has the call in the default loop.
func TestStartupLoop(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	if _, err := exec.LookPath("clang++-19"); err != nil {
		missing(t, "clang 19 is not installed")
	}
	b := buildFolder(t, built(t, "samples/calls"))
	session := func(program string) string {
		path := filepath.Join(t.TempDir(), "t.srt")
		conn, wait := talk(t, tool, "record", "-o", path, "--", filepath.Join(b.recorded, program))
		until(t, conn, "asks")
		conn.Object("org.example.calls", "/desk").Go("org.example.Desk.answer", dbus.FlagNoReplyExpected, nil)
		until(t, conn, "waits")
		conn.Object("org.example.calls", "/window").Go("org.example.Window.shut", dbus.FlagNoReplyExpected, nil)
		if said, code := wait(); code != 0 {
			t.Fatalf("record ended with %d:\n%s", code, said)
		}
		return path
	}
	path := session("startup_race")
	if a, _ := analyzeJSON(t, tool, path); len(a.Races) != 1 || !hasFunction(a.Races[0].Use.Stack, "Window::openFile") {
		t.Fatalf("analyze: %+v", a)
	}
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", t.TempDir(), "--runs", "2", path, "--", filepath.Join(b.asan, "startup_race"))
	if code != exitRaces || !strings.Contains(stdout, "confirmed, 2 of 2 runs") {
		t.Errorf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	path = session("startup_norace")
	if a, code := analyzeJSON(t, tool, path); code != exitClean {
		t.Errorf("the mended program: analyze ended with %d: %+v", code, a)
	}
	stdout, stderr, code = command(t, "", tool, "confirm", path, "--", filepath.Join(b.asan, "startup_norace"))
	if code != exitClean || !strings.Contains(stdout, "nothing to confirm") {
		t.Errorf("the mended program: confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
}

// TestByCall: a modal box, or a loop without input, keeps a person from closing the window,
// as the recorded session did after it. confirm asks the program which call closes it, and
// makes that one. It comes as a posted event: where a posted event ends the loop, what asks
// for that is held.
func TestByCall(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, program := range []string{"clang++-19", "dbus-daemon"} {
		if _, err := exec.LookPath(program); err != nil {
			missing(t, program+" is not installed")
		}
	}
	b := buildFolder(t, built(t, "samples/calls"))
	for pair, use := range map[string]string{"close": "Window::ask", "stat": "Window::refresh"} {
		t.Run(pair, func(t *testing.T) { byCall(t, tool, b, pair, use) })
	}
}

func byCall(t *testing.T, tool string, b sampleBuilds, pair, use string) {
	play := func(twin string) string {
		path := filepath.Join(t.TempDir(), "t.srt")
		if _, stderr, code := command(t, "", tool, "record", "--play", "../../samples/calls/"+pair+".session", "-o", path, "--", filepath.Join(b.recorded, twin)); code != 0 {
			t.Fatalf("record ended with %d:\n%s", code, stderr)
		}
		return path
	}
	path, dir := play(pair+"_race"), t.TempDir()
	if a, code := analyzeJSON(t, tool, path); code != exitRaces || len(a.Races) != 1 || !hasFunction(a.Races[0].Use.Stack, use) {
		t.Fatalf("analyze: %d, %+v", code, a)
	}
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", dir, "--runs", "2", path, "--", filepath.Join(b.asan, pair+"_race"))
	if code != exitRaces || !strings.Contains(stdout, "confirmed, 2 of 2 runs") || !strings.Contains(stdout, "call /"+pair+"/MainWindow_1 org.qtproject.Qt.QWidget.close") {
		t.Fatalf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	schedules, _ := filepath.Glob(dir + "/*.schedule.json")
	stdout, stderr, code = command(t, "", tool, "replay", "--runs", "2", schedules[0], "--", filepath.Join(b.asan, pair+"_norace"))
	if code != exitClean || !strings.Contains(stdout, "0 of 2: fixed") {
		t.Errorf("replay of the twin ended with %d:\n%s%s", code, stdout, stderr)
	}
	if stdout, stderr, code := command(t, "", tool, "confirm", play(pair+"_norace"), "--", filepath.Join(b.asan, pair+"_norace")); code != exitClean || !strings.HasPrefix(stdout, "nothing to confirm") {
		t.Errorf("the twin: confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
}
