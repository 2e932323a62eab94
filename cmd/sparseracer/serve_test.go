package main

import (
	"bufio"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The verb from its start to Ctrl-C: the address that it prints leads to the page,
// the page's cookie to the races.
func TestServe(t *testing.T) {
	cmd := exec.Command(built(t, "bin/sparseracer"), "serve", "../../internal/report/testdata/nested.trace")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: jar, Timeout: 10 * time.Second}
	read := func(address string) (int, string) {
		answer, err := browser.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	base, _, _ := strings.Cut(address, "?")
	if status, body := read(base); status != http.StatusUnauthorized {
		t.Errorf("without the token: %d %s", status, body)
	}
	if status, body := read(address); status != http.StatusOK || !strings.Contains(body, "/assets/app.js") {
		t.Errorf("%d %s", status, body)
	}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		status, body := read(base + "api/0/races")
		if status == http.StatusOK {
			if !strings.Contains(body, `"title":"use-after-free"`) {
				t.Errorf("races %s", body)
			}
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("%d %s", status, body)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v", err)
	}
}

// Faults of the command line, and of a trace, end it with one message.
func TestServeRefuses(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.srt")
	if err := os.WriteFile(broken, []byte("end(x)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const good = "../../internal/report/testdata/nested.trace"
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "expected one trace or more"},
		{[]string{filepath.Join(dir, "absent.srt")}, "no such file"},
		{[]string{good, "--addr", "0.0.0.0:0"}, "loopback"},
		{[]string{good, "--source-root", filepath.Join(dir, "absent")}, "--source-root"},
		{[]string{good, "--source-root", broken}, "not a folder"},
		{[]string{good, "--rules", "none"}, "--rules=none"},
		{[]string{good, "--confirmed", dir}, "--confirmed"},
		{[]string{broken}, "broken.srt:1"},
	} {
		cmd := exec.Command(built(t, "bin/sparseracer"), append([]string{"serve"}, c.args...)...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitError || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("serve %q: ended with %d and %q, expected %q", c.args, code, stderr.String(), c.want)
		}
	}
}
