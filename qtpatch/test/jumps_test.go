package qtpatch_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

func jumps(t *testing.T, module string) string {
	t.Helper()
	args := append([]string{"-std=c++17", "-O2", "-fPIC", "-g", "testdata/jumps.cpp"}, flags(t, module)...)
	program := build(t, "jumps-"+module, "g++", append(args, flags(t, "glib-2.0")...)...)
	code, err := exec.Command(needs.Tool(t, "objdump"), "-dC", "--no-show-raw-insn", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, function := range []string{"QEventLoop::exec", "QSemaphore::acquire", "g_source_attach", "QObject::deleteLater", "QTimer::start", "QCoreApplication::postEvent"} {
		found := false
		for line := range strings.Lines(string(code)) {
			found = found || strings.Contains(line, "jmp") && strings.Contains(line, function)
		}
		if !found {
			t.Fatalf("the compiler has made no jump of %s", function)
		}
	}
	return program
}

// TestJumps: what a slot's last call does is the program's and not Qt's, though it returns into Qt.
func TestJumps(t *testing.T) {
	for _, module := range []string{"Qt5Core", "Qt6Core"} {
		t.Run(module, func(t *testing.T) {
			program := jumps(t, module)
			ops, _ := record(t, program, "exec")
			loops := []string{}
			for i := range ops {
				if ops[i].Kind == trace.Pause {
					loops = append(loops, ops[i].Attr("what"))
				}
			}
			if len(loops) != 1 || loops[0] != "QEventLoop::exec" {
				t.Errorf("nested loops of %q", loops)
			}
			if got := askedByCalls(t, program); !slices.Equal(got, []string{"1000", "7 ms", "DeferredDelete"}) {
				t.Errorf("what the slots ask for: %q", got)
			}
			if n := joins(t, program, "wait"); n != 0 {
				t.Errorf("the wait for a semaphore of the program's is a join")
			}
			if n := joins(t, program, "block"); n != 1 {
				t.Errorf("a blocking call has %d joins", n)
			}
			ops, _ = recordWith(t, []string{"QT_NO_GLIB="}, program, "attach")
			attached := false
			for i := range ops {
				attached = attached || ops[i].Kind == trace.Enq && ops[i].Attr("type") == "g_idle_add"
			}
			if !attached {
				t.Errorf("a source that the program attached was not recorded:%s", types(ops))
			}
		})
	}
}

func joins(t *testing.T, program, word string) (n int) {
	t.Helper()
	ops, _ := record(t, program, word)
	for i := range ops {
		if ops[i].Kind == trace.Join {
			n++
		}
	}
	return n
}

// askedByCalls has what is asked for while a queued call's handler runs.
func askedByCalls(t *testing.T, program string) (asked []string) {
	t.Helper()
	ops, _ := record(t, program, "ask")
	types, running := map[trace.EventID]string{}, ""
	for i := range ops {
		switch op := &ops[i]; {
		case op.Kind == trace.Enq && running == "MetaCall" && op.Attr("interval") != "":
			asked = append(asked, op.Attr("interval")+" ms")
		case op.Kind == trace.Enq && running == "MetaCall" && op.Attr("type") != "Gone" && op.Attr("type") != "Owned":
			asked = append(asked, op.Attr("type"))
		case op.Kind == trace.Enq:
			types[op.Event] = op.Attr("type")
		case op.Kind == trace.Deq:
			running = types[op.Event]
		case op.Kind == trace.End:
			running = ""
		}
	}
	return asked
}

func types(ops []trace.Op) (list string) {
	for i := range ops {
		if ops[i].Kind == trace.Enq {
			list += " " + ops[i].Attr("type")
		}
	}
	return list
}
