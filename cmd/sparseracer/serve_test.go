package main

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The verb from its start to Ctrl-C: the address that it prints leads to the page,
// the page's cookie to the races.
func TestServe(t *testing.T) {
	p := openPage(t, "../../internal/report/testdata/nested.trace")
	if answer, err := http.Get(p.base); err != nil || answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("without the token: %v %v", answer, err)
	}
	if list := p.races(); len(list) != 1 || list[0].Title != "use-after-free" {
		t.Errorf("races %+v", list)
	}
	answer, err := p.Get(p.base)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(body), "/assets/app.js") {
		t.Errorf("%v %s", err, body)
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
		{[]string{"--", "./app"}, "expected one trace or more"},
		{[]string{good, "--marks", good}, "--marks: "},
		{[]string{good, "--"}, "expected a program after --"},
		{[]string{good, "--suppressions", filepath.Join(dir, "absent")}, "no such file"},
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
