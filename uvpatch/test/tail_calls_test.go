package test

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/builds"
	"sparseracer/internal/needs"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

const timerStart = "uv_timer_start"

// jumps has the words of testdata/tail_calls.c: the event whose callback ends in a call of libuv, and what that asks for.
var jumps = map[string]struct{ asker, asked string }{
	"timer": {timerStart, timerStart}, "idle": {"uv_idle_start", timerStart}, "prepare": {"uv_prepare_start", timerStart},
	"check": {"uv_check_start", timerStart}, "poll": {"uv_poll_start", timerStart}, "signal": {"uv_signal_start", timerStart},
	"once": {"uv_signal_start_oneshot", timerStart}, "async": {"uv_async_send", timerStart}, "close": {"uv_close", timerStart},
	"work": {"work", "uv_async_send"}, "worked": {"uv_queue_work", timerStart}, "alloc": {"uv_read_start", timerStart},
	"read": {"uv_read_start", timerStart}, "connection": {"uv_listen", timerStart}, "connect": {"uv_pipe_connect", timerStart},
	"write": {"uv_write", timerStart}, "write2": {"uv_write2", timerStart}, "shutdown": {"uv_shutdown", timerStart},
	"receive": {"uv_udp_recv_start", timerStart}, "sent": {"uv_udp_send", timerStart}, "fs": {"uv_fs_stat", timerStart},
	"random": {"uv_random", timerStart}, "walk": {timerStart, timerStart}, "address": {"uv_getaddrinfo", timerStart},
	"name": {"uv_getnameinfo", timerStart}, "exit": {"uv_spawn", timerStart}, "event": {"uv_fs_event_start", timerStart},
	"file poll": {"uv_fs_poll_start", timerStart},

	"then again": {timerStart, "uv_timer_again"}, "then timer stop": {timerStart, "stop"}, "then idle": {timerStart, "uv_idle_start"},
	"then prepare": {timerStart, "uv_prepare_start"}, "then check": {timerStart, "uv_check_start"},
	"then poll": {timerStart, "uv_poll_start"}, "then signal": {timerStart, "uv_signal_start"},
	"then async": {timerStart, "uv_async_send"}, "then close": {timerStart, "uv_close"}, "then reset": {timerStart, "uv_close"},
	"then work": {timerStart, "uv_queue_work"}, "then read": {timerStart, "uv_read_start"}, "then read stop": {timerStart, "stop"},
	"then write": {timerStart, "uv_write"}, "then shutdown": {timerStart, "uv_shutdown"}, "then fs": {timerStart, "uv_fs_stat"},
	"then random": {timerStart, "uv_random"},
}

// own is what the program of that word asks for; libuv itself calls a dozen of its functions for it.
var own = map[string]int{
	timerStart:                1 + 3 + 1, // the start and the firings of one that repeats, the last of which stops it, and another one
	"uv_signal_start_oneshot": 1, "uv_write": 1, "uv_queue_work": 3, "work": 3, "uv_spawn": 1,
	"uv_pipe_connect": 1, "uv_close": 4,
	"stop": 1,
}

// repeats says of a type that it is asked for by each of its firings, as often as these happen, or that it is none of libuv.
func repeats(name string) bool {
	return slices.Contains([]string{"uv_idle_start", "uv_fs_poll_start", "uv_read_start", "uv_listen", "Starts", "Waited", ""}, name)
}

// TestTailCalls: what a callback asks for in its last call is recorded, and of that callback, where the compiler has made a
// jump of it. What libuv asks of itself is not.
func TestTailCalls(t *testing.T) {
	t.Parallel()
	source, err := filepath.Abs("testdata/tail_calls.c")
	if err != nil {
		t.Fatal(err)
	}
	_, err = exec.Command("pkg-config", "--exists", "libuv").Output()
	needs.Have(t, "libuv1-dev", err == nil)
	program := builds.Program(t, "tail_calls", needs.Tool(t, "gcc"), "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-O2", "-o", "{out}", source, "-luv")
	mustJump(t, program)
	for word, want := range jumps {
		t.Run(word, func(t *testing.T) {
			got := asked(t, program, word)
			if !got[want] {
				t.Errorf("no %s of the callback of %s; there are\n%v", want.asked, want.asker, slices.Collect(maps.Keys(got)))
			}
		})
	}
	t.Run("own", func(t *testing.T) {
		got := map[string]int{}
		record(t, program, "own", func(op *trace.Op, _ string) {
			if op.Kind == trace.Enq && !repeats(op.Attr("type")) {
				got[op.Attr("type")]++
			}
		})
		if !maps.Equal(got, own) {
			t.Errorf("recorded\n%v\nexpected\n%v", got, own)
		}
	})
}

// mustJump fails where the compiler has made calls of what the test is about.
func mustJump(t *testing.T, program string) {
	t.Helper()
	code, err := exec.Command(needs.Tool(t, "objdump"), "-d", "--no-show-raw-insn", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	jump := regexp.MustCompile(`jmp +[0-9a-f]+ <(uv_\w+)@plt>`)
	has := map[string]int{}
	for _, m := range jump.FindAllStringSubmatch(string(code), -1) {
		has[m[1]]++
	}
	if has[timerStart] < 27 || len(has) < 17 {
		t.Fatalf("the compiler has made too few jumps: %v", has)
	}
}

// asked has the pairs of an event whose callback ran and what was asked for meanwhile, in the same thread.
func asked(t *testing.T, program, word string) map[struct{ asker, asked string }]bool {
	t.Helper()
	pairs := map[struct{ asker, asked string }]bool{}
	record(t, program, word, func(op *trace.Op, running string) {
		if op.Kind == trace.Enq {
			pairs[struct{ asker, asked string }{running, op.Attr("type")}] = true
		}
	})
	return pairs
}

// record runs the program and goes through what was recorded, each operation with the type of the event that was running.
func record(t *testing.T, program, word string, each func(op *trace.Op, running string)) {
	t.Helper()
	dir := t.TempDir()
	lib, err := filepath.Abs("../../lib")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "t.srt")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a hang is a failure
	defer cancel()
	cmd := exec.CommandContext(ctx, program, word)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "SPARSERACER_OPTIONS=trace='"+path+"'",
		"LD_PRELOAD="+strings.Join([]string{filepath.Join(lib, system.RecorderLibrary), filepath.Join(lib, system.HooksLibrary)}, ":"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", word, err, out)
	}
	src, err := trace.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.Checked(src).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	types, running := map[trace.EventID]string{}, map[trace.ThreadID][]string{}
	for {
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		open := running[op.Thread]
		switch op.Kind {
		case trace.Enq:
			types[op.Event] = op.Attr("type")
		case trace.Deq:
			running[op.Thread] = append(open, types[op.Event])
			continue
		case trace.End:
			running[op.Thread] = open[:max(len(open)-1, 0)]
			continue
		}
		top := ""
		if len(open) > 0 {
			top = open[len(open)-1]
		}
		each(&op, top)
	}
}
