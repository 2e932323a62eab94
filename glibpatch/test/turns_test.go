package test

import (
	"strings"
	"testing"

	"sparseracer/internal/corners"
	"sparseracer/internal/trace"
)

// TestWaitingTurns: the recording says of a turn that a handler makes by itself whether it waits until something comes.
func TestWaitingTurns(t *testing.T) {
	t.Parallel()
	program := byGCC(t, "turns")
	for word, want := range map[string]string{"waits": "1", "looks": ""} {
		n := 0
		corners.Each(t, "../../lib", program, word, func(op *trace.Op, _ string) {
			if op.Kind == trace.Pause && op.Attr("what") == "g_main_context_iteration" {
				n++
				if got := op.Attr("waits"); got != want {
					t.Errorf("%s: a turn has waits=%q", word, got)
				}
			}
		})
		if n == 0 {
			t.Errorf("%s: no turn", word)
		}
	}
}

// TestServedLabels: what a library's thread that serves all asks for has one label, in whichever of its handlers it does so.
func TestServedLabels(t *testing.T) {
	t.Parallel()
	program := byGCC(t, "turns")
	labels := map[string]string{}
	for _, word := range []string{"early", "late"} {
		corners.Each(t, "../../lib", program, word, func(op *trace.Op, _ string) {
			if op.Kind == trace.Enq && op.Attr("name") == "answer" {
				labels[word] = op.Attr("label")
			}
		})
	}
	if labels["early"] == "" || labels["early"] != labels["late"] {
		t.Errorf("labels %q", labels)
	}
}

// TestAnswerLabels: the answer to a call on D-Bus has one label, however many others GIO's thread has had before, and is of the call's task.
func TestAnswerLabels(t *testing.T) {
	t.Parallel()
	program := byGCC(t, "peers")
	labels := map[string]string{}
	for _, word := range []string{"one", "many"} {
		corners.Each(t, "../../lib", program, word, func(op *trace.Op, _ string) {
			if op.Kind == trace.Enq && op.Attr("type") == "g_idle_add" && strings.Contains(op.Attr("name"), "g_dbus_connection_send_message") && op.Attr("object") != "" {
				labels[word] = op.Attr("label") // the last one
			}
		})
	}
	if labels["one"] == "" || labels["one"] != labels["many"] {
		t.Errorf("labels %q", labels)
	}
}

// TestNamedLabels: how often a library asks for something by a name of its own has no part in the labels of what the program asks for.
func TestNamedLabels(t *testing.T) {
	t.Parallel()
	program := byGCC(t, "turns")
	labels, named := map[string]string{}, map[string]bool{}
	for _, word := range []string{"once", "twice"} {
		corners.Each(t, "../../lib", program, word, func(op *trace.Op, _ string) {
			switch {
			case op.Kind == trace.Enq && op.Attr("name") == "GIdleSource":
				labels[word] = op.Attr("label")
			case op.Kind == trace.Enq && op.Attr("name") == "[gio] writing":
				named[op.Attr("label")] = true
			}
		})
	}
	if labels["once"] == "" || labels["once"] != labels["twice"] || len(named) != 2 || named[labels["once"]] {
		t.Errorf("labels %q, of the library's %v", labels, named)
	}
}

// TestTasksAreReceivers: the answer to an asynchronous call goes to the GTask that the handler made which asked, whichever thread has it.
func TestTasksAreReceivers(t *testing.T) {
	t.Parallel()
	asked, answers := false, 0
	corners.Each(t, "../../lib", byGCC(t, "turns"), "task", func(op *trace.Op, running string) {
		asked = asked || running == "g_idle_add"
		if op.Kind != trace.Enq || op.Attr("object") == "" || op.Attr("starts") != "" { // what a thread is given
			return
		}
		answers++
		if !asked || running != "" || op.Attr("type") != "g_idle_add" {
			t.Errorf("%s goes to %s, of %q", op.Attr("label"), op.Attr("object"), running)
		}
	})
	if answers != 1 {
		t.Errorf("%d answers", answers)
	}
}

// TestTasksHoldTheirObjects: both who runs a GTask in a thread and who takes its answer have a reference to its object.
func TestTasksHoldTheirObjects(t *testing.T) {
	t.Parallel()
	held := map[string]uint64{}
	corners.Each(t, "../../lib", byGCC(t, "turns"), "holds", func(op *trace.Op, running string) {
		if op.Kind == trace.Write {
			held[running] = op.Addr
			if op.Size != 4 || op.Mode&trace.ModeAtomic == 0 {
				t.Errorf("%q counts %d bytes at %#x", running, op.Size, op.Addr)
			}
		}
	})
	if at := held["task"]; len(held) != 2 || at == 0 || held["g_idle_add"] != at {
		t.Errorf("held by %v", held)
	}
}
