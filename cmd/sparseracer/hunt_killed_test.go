package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sparseracer/internal/probe"
)

// TestHuntKilled: a program that ends processes, and so itself in a sandbox, has not crashed; neither when it was just used so,
// nor in a session of an earlier call, nor by an event.
func TestHuntKilled(t *testing.T) {
	const report = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n    #0 0x1 in use() /src/a.cpp:1:1\n"
	for _, c := range []struct {
		signal syscall.Signal
		said   string
		fault  bool
	}{{syscall.SIGKILL, "", false}, {syscall.SIGTERM, "", false}, {syscall.SIGSEGV, "", true}, {syscall.SIGABRT, "", true}, {syscall.SIGKILL, report, true}, {0, "", false}} {
		if got := (&madeSession{signal: c.signal, said: c.said}).fault(); (got != "") != c.fault {
			t.Errorf("%v, %q: %q", c.signal, c.said, got)
		}
		dir := t.TempDir()
		path := filepath.Join(dir, "1.srt")
		for name, text := range map[string]string{"1.srt": fmt.Sprintf("# signal: %d\nalloc(0x1000, 32)\n", c.signal), "1.log": c.said} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if c.signal == 0 {
			continue
		}
		var out, said strings.Builder
		tl := &tool{stdout: &out, stderr: &said}
		h, e := &hunter{tool: tl}, &exerciser{tool: tl, crashed: map[int]bool{1: true}}
		e.opt.dir = dir
		if h.crashedBefore(e, 1); h.crashed != c.fault || len(h.crashes) == 1 != c.fault {
			t.Errorf("%v, %q, of an earlier call: %v, %v", c.signal, c.said, h.crashed, h.crashes)
		}
		var r probed
		if err := (&probing{tool: tl, tried: probe.Tried{}}).judge(t.Context(), &r, path, c.said, c.signal); err != nil || (r.Failure != "") != c.fault {
			t.Errorf("%v, %q, by an event: %v, %q", c.signal, c.said, err, r.Failure)
		}
	}
}
