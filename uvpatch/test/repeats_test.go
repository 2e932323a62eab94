package test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/corners"
	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

func repeats(t *testing.T) string {
	t.Helper()
	source, err := filepath.Abs("testdata/repeats.c")
	if err != nil {
		t.Fatal(err)
	}
	return builds.Program(t, "repeats", needs.Tool(t, "gcc"), "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-o", "{out}", source, "-luv")
}

// TestRepeats: whether a timer fires again, and after what time, is what libuv finds in the handle when it fires.
func TestRepeats(t *testing.T) {
	t.Parallel()
	program := repeats(t)
	for word, want := range map[string][]string{"started": {"5", "2", "2", "2"}, "set": {"5", "2", "2", "2"}, "taken back": {"5"}} {
		t.Run(word, func(t *testing.T) {
			var got []string
			corners.Each(t, "../../lib", program, word, func(op *trace.Op, _ string) {
				if ms := op.Attr("interval"); op.Kind == trace.Enq && op.Attr("type") == timerStart && ms != "40" {
					got = append(got, ms)
				}
			})
			if !slices.Equal(got, want) {
				t.Errorf("firings after %q ms, expected %q", got, want)
			}
		})
	}
}

// TestReads: memory is asked for, then data comes, each time. The data have a label of their own, by which they can be held and
// waited for; the request for memory, which the same reading brings, has none.
func TestReads(t *testing.T) {
	t.Parallel()
	labels := map[string]int{}
	var got []string
	corners.Each(t, "../../lib", repeats(t), "reads", func(op *trace.Op, _ string) {
		if op.Kind != trace.Enq || op.Attr("type") != "uv_read_start" {
			return
		}
		_, firing, _ := strings.Cut(op.Attr("label"), "#")
		got = append(got, firing)
		labels[op.Attr("label")]++
	})
	if want := []string{"", "1.1", "", "1.2"}; !slices.Equal(got[:min(len(got), 4)], want) {
		t.Errorf("firings in the labels %q, expected %q", got, want)
	}
	for label, n := range labels {
		if label != "" && n != 1 {
			t.Errorf("%d events have the label %q", n, label)
		}
	}
}

// TestPollsNothing: a poll for no events is a stop.
func TestPollsNothing(t *testing.T) {
	t.Parallel()
	var got []string
	corners.Each(t, "../../lib", repeats(t), "polls nothing", func(op *trace.Op, _ string) {
		if op.Kind == trace.Enq {
			got = append(got, op.Attr("type"))
		}
	})
	if want := []string{"uv_poll_start", "stop"}; !slices.Equal(got, want) {
		t.Errorf("recorded %q, expected %q", got, want)
	}
}

// TestStopsClosed: who stops a handle that is closed would have stopped it before. A handle that was never started
// has nothing to stop.
func TestStopsClosed(t *testing.T) {
	t.Parallel()
	var source string
	var got []string
	corners.Each(t, "../../lib", repeats(t), "closes", func(op *trace.Op, _ string) {
		if op.Kind != trace.Enq {
			return
		}
		if source == "" {
			source = op.Attr("source")
		}
		if op.Attr("ends") == source || op.Attr("stops") == source {
			got = append(got, op.Attr("type"))
		}
	})
	if want := []string{"uv_close", "stop"}; source == "" || !slices.Equal(got, want) {
		t.Errorf("of source %q was recorded %q, expected %q", source, got, want)
	}
}

// TestPollsTwice: libuv leaves a started fs_poll as it is, and so do the hooks.
func TestPollsTwice(t *testing.T) {
	t.Parallel()
	p := corners.Program{Source: "testdata/repeats.c", Module: "libuv", Debian: "libuv1-dev", Library: "../../lib", Words: []string{"polls"}}
	p.Check(t)
}
