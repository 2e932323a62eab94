package test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// TestBackendOfTheGuide: the backend that docs/guide-backend.md explains is built as a
// library of its own, and a program with its loop is recorded.
func TestBackendOfTheGuide(t *testing.T) {
	needs.Tool(t, "cmake")
	t.Parallel()
	dir := t.TempDir()
	for _, args := range [][]string{{"-S", "testdata/backend", "-B", dir}, {"--build", dir}} {
		if out, err := exec.Command("cmake", args...).CombinedOutput(); err != nil {
			t.Fatalf("cmake %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	recording := filepath.Join(dir, "program.srt")
	program := exec.Command(filepath.Join(dir, "program"))
	program.Env = []string{
		"LD_PRELOAD=" + filepath.Join(dir, "tracelib", "libsparserec.so") + ":" + filepath.Join(dir, "libsparsetick.so"),
		"SPARSERACER_OPTIONS=trace='" + recording + "'",
	}
	if out, err := program.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = "enq(e2) enq(e4) enq(e6) enterloop deq(e2) enq(e8) pause(e2,v9) deq(e8) reset(v9) end(e8) resume(e2,v9) end(e2) " +
		"deq(e4) free end(e4) deq(e6) end(e6) exitloop"
	if got := operations(t, recording); got != want {
		t.Errorf("recorded\n%s\nexpected\n%s", got, want)
	}
}

var (
	attribute = regexp.MustCompile(`[,(][a-z]+=("[^"]*"|[^,)]*)`)
	bytesOf   = regexp.MustCompile(`(free|alloc)\(.*`)
)

// operations are those of a trace in one line, without attributes and allocations.
func operations(t *testing.T, path string) string {
	t.Helper()
	src, err := trace.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var text bytes.Buffer
	if _, err := trace.WriteText(&text, r); err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(text.String()) {
		line = bytesOf.ReplaceAllString(strings.TrimSpace(line), "$1")
		if line == "" || line == "alloc" || strings.HasPrefix(line, "#") {
			continue
		}
		if line = attribute.ReplaceAllString(line, ""); !strings.Contains(line, "(") {
			line = strings.TrimSuffix(line, ")") // its bracket went with the first attribute
		}
		out = append(out, line)
	}
	return strings.Join(out, " ")
}

// TestGuideQuotes: what the guide quotes is what the backend above has.
func TestGuideQuotes(t *testing.T) {
	guide, err := os.ReadFile("../../docs/guide-backend.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/backend/tickhooks.c")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for line := range strings.Lines(string(source)) {
		has[strings.TrimSpace(line)] = true
	}
	quoted := 0
	for _, block := range strings.Split(string(guide), "```c\n")[1:] {
		code, _, _ := strings.Cut(block, "```")
		for line := range strings.Lines(code) {
			quoted++
			if line = strings.TrimSpace(line); !has[line] {
				t.Errorf("docs/guide-backend.md quotes %q, which tickhooks.c has not", line)
			}
		}
	}
	if quoted < 30 {
		t.Errorf("only %d lines are quoted", quoted)
	}
}
