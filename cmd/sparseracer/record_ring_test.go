package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

// The flight recorder, with the recorder's own test program (tracelib/test/testdata/ring.c).

// ringProgram compiles it against the libraries as they are built.
func ringProgram(t *testing.T) string {
	t.Helper()
	lib := filepath.Dir(built(t, "lib/libsparserec.so"))
	exe := filepath.Join(t.TempDir(), "ring")
	cmd := exec.Command(needs.Tool(t, "cc"), "-std=gnu11", "-O1", "-g", "-fno-builtin", "-I../../tracelib/include", "-pthread", "-o", exe,
		"../../tracelib/test/testdata/ring.c", "-L"+lib, "-Wl,--no-as-needed", "-lsparserec", "-Wl,-rpath,"+lib)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}

// TestRingAtEnd: an end in order leaves no trace unless one was asked for; a crash leaves one,
// which each verb reads and says where it begins; the ring is gone.
func TestRingAtEnd(t *testing.T) {
	t.Parallel()
	tool, exe, dir := built(t, "bin/sparseracer"), ringProgram(t), t.TempDir()
	_, stderr, code := command(t, dir, tool, "record", "--ring", "1M", "-o", "none.srt", "--", exe, "50", "exit")
	if _, err := os.Stat(filepath.Join(dir, "none.srt")); err == nil || code != 0 || !strings.Contains(stderr, "ended in order: its ring is gone") {
		t.Errorf("an end in order: %d, %s", code, stderr)
	}
	_, stderr, code = command(t, dir, tool, "record", "--ring", "1M", "--ring-at-exit", "-o", "exit.srt", "--", exe, "120000", "exit")
	if code != 0 || !strings.Contains(stderr, "exit.srt: the last ") {
		t.Errorf("--ring-at-exit: %d, %s", code, stderr)
	}
	_, stderr, code = command(t, dir, tool, "record", "--ring", "1M", "-o", "crash.srt", "--", exe, "120000", "abort")
	if code != 128+6 || !strings.Contains(stderr, "crash.srt: the last ") {
		t.Errorf("a crash: %d, %s", code, stderr)
	}
	if left, _ := filepath.Glob("/dev/shm/sparseracer-ring-*/ring"); len(left) > 0 {
		for _, path := range left {
			if text, _ := os.ReadFile(path); bytes.Contains(text[:min(len(text), 2048)], []byte(exe)) {
				t.Errorf("%s is left", path)
			}
		}
	}
	for _, args := range [][]string{{"check"}, {"info"}, {"analyze"}, {"audit"}, {"analyze", "--format", "html", "-o", "page.html"}} {
		stdout, stderr, code := command(t, dir, tool, append(args, "crash.srt")...)
		text := strings.Join(strings.Fields(stdout+stderr), " ")
		if page, err := os.ReadFile(filepath.Join(dir, "page.html")); err == nil {
			text += string(page)
		}
		if code > 1 || args[0] != "audit" && !strings.Contains(text, "the trace begins in the middle") {
			t.Errorf("%s: %d, %s", args[0], code, text)
		}
	}
}

// TestRingStays: where the trace cannot be made the ring is kept, and convert makes it.
func TestRingStays(t *testing.T) {
	t.Parallel()
	tool, exe, dir := built(t, "bin/sparseracer"), ringProgram(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "out"), 0o755); err != nil {
		t.Fatal(err)
	}
	script := "rmdir out; exec " + exe + " 50 abort" // the program takes the trace's folder away
	_, stderr, code := command(t, dir, tool, "record", "--ring", "1M", "-o", "out/t.srt", "--", "sh", "-c", script)
	m := regexp.MustCompile(`sparseracer convert (\S+) OUT\.srt`).FindStringSubmatch(stderr)
	if code != exitError || m == nil {
		t.Fatalf("%d, %s", code, stderr)
	}
	defer os.RemoveAll(filepath.Dir(m[1]))
	if _, stderr, code := command(t, dir, tool, "convert", m[1], "t.srt"); code != 0 {
		t.Errorf("%d, %s", code, stderr)
	}
}

// TestRingOrder: nothing races in a trace that begins in the middle that does not race in the
// whole one: what was posted before is ordered by the assumption.
func TestRingOrder(t *testing.T) {
	t.Parallel()
	tool, exe, dir := built(t, "bin/sparseracer"), ringProgram(t), t.TempDir()
	for _, rounds := range []string{"10", "120000"} {
		if _, stderr, code := command(t, dir, tool, "record", "--ring", "1M", "--ring-at-exit", "-o", "t.srt", "--", exe, rounds, "exit"); code != 0 {
			t.Fatalf("%d, %s", code, stderr)
		}
		stdout, stderr, _ := command(t, dir, tool, "analyze", "--json", "--races", "read-write", "t.srt")
		var a struct {
			Races    []struct{ ID string }
			Warnings []string
		}
		if err := json.Unmarshal([]byte(stdout), &a); err != nil {
			t.Fatalf("%v: %s", err, stderr)
		}
		if len(a.Races) > 0 {
			t.Errorf("%s rounds: %d races", rounds, len(a.Races))
		}
	}
}

// TestRingText: the text form keeps what such a trace is.
func TestRingText(t *testing.T) {
	t.Parallel()
	tool, exe, dir := built(t, "bin/sparseracer"), ringProgram(t), t.TempDir()
	command(t, dir, tool, "record", "--ring", "1M", "-o", "a.srt", "--", exe, "120000", "abort")
	for _, pair := range [][2]string{{"a.srt", "a.txt"}, {"a.txt", "b.srt"}, {"b.srt", "b.txt"}} {
		if _, stderr, code := command(t, dir, tool, "convert", pair[0], pair[1]); code != 0 {
			t.Fatalf("%s: %d, %s", pair, code, stderr)
		}
	}
	a, err1 := os.ReadFile(filepath.Join(dir, "a.txt"))
	b, err2 := os.ReadFile(filepath.Join(dir, "b.txt"))
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) || !regexp.MustCompile(`(?m)^# cut: \d+ \d+ [1-9]\d* [1-9]\d* 0$`).Match(a) {
		t.Errorf("%v, %v: the text forms differ, or do not say where the trace begins", err1, err2)
	}
}

// ringForever starts a recording, into t.srt of a folder, of a program that goes on until it is ended; it has begun then.
func ringForever(t *testing.T, tool, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(tool, "record", "--ring", "1M", "-o", "t.srt", "--", ringProgram(t), "0", "forever")
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Error(err)
	}
	return cmd
}

// TestRingAsked: SIGUSR1 makes traces of a program that goes on.
func TestRingAsked(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	cmd := ringForever(t, tool, dir)
	for _, name := range []string{"t.1.srt", "t.2.srt"} {
		time.Sleep(300 * time.Millisecond) // rounds to record, and a slot or more to drop
		if err := cmd.Process.Signal(syscall.SIGUSR1); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
			if _, err := os.Stat(path); err == nil {
				break
			}
			if time.Since(begun) > time.Minute {
				t.Fatalf("no %s came", name)
			}
		}
		if stdout, stderr, code := command(t, dir, tool, "check", name); code != 0 {
			t.Errorf("%s: %d, %s%s", name, code, stdout, stderr)
		}
	}
	_ = cmd.Process.Signal(syscall.SIGTERM) // handed on to the program
	_ = cmd.Wait()
	if stdout, stderr, code := command(t, dir, tool, "check", "t.srt"); code != 0 {
		t.Errorf("%d, %s%s", code, stdout, stderr)
	}
}

// TestRingSmall: record itself keeps little memory while a program runs under it, and wakes up when
// it is asked.
func TestRingSmall(t *testing.T) {
	t.Parallel()
	const most = 12 << 10 // KiB; it takes 20 MB to start a program
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	cmd := ringForever(t, tool, dir)
	resident := regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB`)
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		m := resident.FindSubmatch(status)
		if m == nil {
			t.Fatalf("no memory in %s", status)
		}
		if kb, _ := strconv.Atoi(string(m[1])); kb < most {
			break
		} else if time.Since(begun) > 20*time.Second {
			t.Errorf("record has %d KiB in memory, expected less than %d", kb, most)
			break
		}
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait()
	if stdout, stderr, code := command(t, dir, tool, "check", "t.srt"); code != 0 {
		t.Errorf("%d, %s%s", code, stdout, stderr)
	}
}
