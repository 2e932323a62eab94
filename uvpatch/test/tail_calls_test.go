package test

import (
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/corners"
	"sparseracer/internal/needs"
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

// isRepeated says of a type that it is asked for by each of its firings, as often as these happen, or that it is none of libuv.
func isRepeated(name string) bool {
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
		corners.Each(t, "../../lib", program, "own", func(op *trace.Op, _ string) {
			if op.Kind == trace.Enq && !isRepeated(op.Attr("type")) {
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
	corners.Each(t, "../../lib", program, word, func(op *trace.Op, running string) {
		if op.Kind == trace.Enq {
			pairs[struct{ asker, asked string }{running, op.Attr("type")}] = true
		}
	})
	return pairs
}
