package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sparseracer/internal/probe"
)

// TestHuntDamaged: a recording that cannot be read ends no hunt. A run that failed has failed all the same.
func TestHuntDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.srt")
	if err := os.WriteFile(path, []byte("alloc(0x1000, 32)\nalloc(\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, said strings.Builder
	tl := &tool{stdout: &out, stderr: &said}
	h := &hunter{tool: tl, races: map[string]predicted{}}
	if tasks, err := h.tryTrace(t.Context(), path, false); tasks || err != nil || !h.unanswered.all() {
		t.Errorf("tasks: %v, %v, %+v", tasks, err, h.unanswered)
	}
	if _, err := h.tryTrace(t.Context(), path, true); err == nil {
		t.Error("a recording of an earlier call that somebody has changed is read")
	}
	p := &probing{tool: tl, tried: probe.Tried{}}
	var r probed
	if err := p.judge(t.Context(), &r, path, "", syscall.SIGSEGV); err != nil || r.Failure != "ended by a signal (segmentation fault)" {
		t.Errorf("%v: %q", err, r.Failure)
	}
	if n := strings.Count(said.String(), "warning: "+path+":2: "); n != 2 {
		t.Errorf("%d warnings:\n%s", n, said.String())
	}
}
