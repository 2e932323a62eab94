package test

import (
	"os/exec"
	"regexp"
	"slices"
	"testing"

	"sparseracer/internal/corners"
	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// TestTailCalls: what a callback does in its last call is recorded, and of that callback, where the compiler has made a jump of it.
// A loop that it turns is its own, and not of the function of GIO that called it.
func TestTailCalls(t *testing.T) {
	t.Parallel()
	program := byGCC(t, "tail_calls", "-O2")
	code, err := exec.Command(needs.Tool(t, "objdump"), "-d", "--no-show-raw-insn", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(regexp.MustCompile(`jmp +[0-9a-f]+ <g_\w+@plt>`).FindAll(code, -1)); n < 8 {
		t.Fatalf("the compiler has made %d jumps only", n)
	}
	const asker = "g_timeout_add"
	for word, want := range map[string]string{
		"idle": "enq g_idle_add", "timeout": "enq g_timeout_add", "attach": "enq g_timeout_add", "destroy": "enq g_source_destroy",
		"run": "pause g_main_loop_run", "quit": "reset", "answer": "pause g_main_loop_run", "turn": "pause g_main_context_iteration",
	} {
		t.Run(word, func(t *testing.T) {
			var got []string
			corners.Each(t, "../../lib", program, word, func(op *trace.Op, running string) {
				switch {
				case running != asker:
				case op.Kind == trace.Enq:
					got = append(got, "enq "+op.Attr("type"))
				case op.Kind == trace.Pause:
					got = append(got, "pause "+op.Attr("what"))
				case op.Kind == trace.Reset:
					got = append(got, "reset")
				}
			})
			if !slices.Contains(got, want) {
				t.Errorf("%q is not among what the callback does: %q", want, got)
			}
		})
	}
}
