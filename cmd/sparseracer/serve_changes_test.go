package main

import (
	"bufio"
	"bytes"
	"encoding/json"
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

// page is a client of serve that asks as the page does.
type page struct {
	*testing.T
	http.Client
	base string
}

// openPage starts serve, which the test ends.
func openPage(t *testing.T, args ...string) *page {
	t.Helper()
	cmd := exec.Command(built(t, "bin/sparseracer"), append([]string{"serve"}, args...)...)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		if err := cmd.Wait(); err != nil {
			t.Errorf("after Ctrl-C: %v", err)
		}
	})
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{T: t, Client: http.Client{Jar: jar, Timeout: 20 * time.Second}}
	p.base, _, _ = strings.Cut(strings.TrimSpace(address), "?")
	if answer, err := p.Get(strings.TrimSpace(address)); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	return p
}

// ask gets, or posts a body, and reads the answer into v.
func (p *page) ask(path string, body, v any) int {
	p.Helper()
	r, err := http.NewRequest(http.MethodGet, p.base+path, nil)
	if body != nil {
		var consent struct{ Consent string }
		p.ask("api/consent", nil, &consent)
		data, merr := json.Marshal(body)
		if merr != nil {
			p.Fatal(merr)
		}
		r, err = http.NewRequest(http.MethodPost, p.base+path, bytes.NewReader(data))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", strings.TrimSuffix(p.base, "/"))
		r.Header.Set("X-Sparseracer-Consent", consent.Consent)
	}
	if err != nil {
		p.Fatal(err)
	}
	answer, err := p.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		p.Fatal(err)
	}
	if v != nil && answer.StatusCode == http.StatusOK {
		if err := json.Unmarshal(data, v); err != nil {
			p.Fatalf("%s: %v in %s", path, err, data)
		}
	}
	return answer.StatusCode
}

// pageRace is a row of the list of races.
type pageRace struct{ ID, Title string }

// races waits for the analysis.
func (p *page) races() []pageRace {
	p.Helper()
	var list struct{ Rows []pageRace }
	for begun := time.Now(); p.ask("api/0/races", nil, &list) != http.StatusOK; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			p.Fatal("no races")
		}
	}
	return list.Rows
}

// TestServeChanges: what the page is allowed to do, it does to the file and with the
// program that the command line names.
func TestServeChanges(t *testing.T) {
	const trace = "../../internal/report/testdata/nested.trace"
	dir := t.TempDir()
	file := filepath.Join(dir, "known.txt")
	if err := os.WriteFile(file, []byte("# ours\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := openPage(t, trace, "--suppressions", file, "--marks", filepath.Join(dir, "marks"), "-o", dir, "--", filepath.Join(dir, "absent program"))
	id := map[string]string{"id": p.races()[0].ID, "note": "not ours"}
	var offer struct{ File, Lines, Command string }
	if p.ask("api/0/offer?id="+id["id"], nil, &offer); offer.File != file || !strings.Contains(offer.Lines, "id:"+id["id"]) ||
		!strings.HasPrefix(offer.Command, "sparseracer confirm --race "+id["id"]) || !strings.HasSuffix(offer.Command, "absent program'") {
		t.Errorf("offered %+v", offer)
	}
	if status := p.ask("api/0/confirm", id, nil); status != http.StatusOK {
		t.Errorf("confirm: %d", status)
	}
	var run struct {
		Running        bool
		Output, Failed string
	}
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if p.ask("api/0/confirm", nil, &run); !run.Running {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("confirm does not end")
		}
	}
	if !strings.Contains(run.Output, "absent program") || run.Failed == "" {
		t.Errorf("confirm without a program: %+v", run)
	}
	mark := map[string]string{"id": id["id"], "state": "later", "note": "with the team"}
	if status := p.ask("api/0/mark", mark, nil); status != http.StatusOK {
		t.Errorf("mark: %d", status)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "marks")); err != nil || string(data) != id["id"]+" later with the team\n" {
		t.Errorf("marks: %q, %v", data, err)
	}
	if status := p.ask("api/0/suppress", id, nil); status != http.StatusOK {
		t.Errorf("suppress: %d", status)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); !strings.HasPrefix(text, "# ours\n# use-after-free: ") || !strings.HasSuffix(text, "# not ours\nid:"+id["id"]+"\n") {
		t.Errorf("the file has %q", text)
	}
	out, err := exec.Command(built(t, "bin/sparseracer"), "analyze", trace, "--suppressions", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "no race") {
		t.Errorf("analyze with the file: %v\n%s", err, out)
	}
}
