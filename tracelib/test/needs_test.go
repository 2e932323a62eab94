package recorder_test

import (
	"fmt"
	"testing"

	"sparseracer/internal/trace"
)

// TestNeeds: what a library needs is a use of it where code reports accesses; else it is none, and does not look like such code.
func TestNeeds(t *testing.T) {
	exe := program(t, "needs.c")
	for _, instrumented := range []bool{true, false} {
		argv := []string{exe}
		if instrumented {
			argv = append(argv, "code")
		}
		res := record(t, "", argv...).ok(t)
		var object uint64
		if _, err := fmt.Sscan(res.stdout, &object); err != nil {
			t.Fatal(err)
		}
		rec, uses := decode(t, res.path), 0
		for _, op := range rec.ops {
			if op.Kind == trace.Read && op.Addr == object && op.Mode&trace.ModeUse != 0 {
				uses++
			}
		}
		if uses != map[bool]int{true: 1}[instrumented] || rec.meta.Instrumented != instrumented {
			t.Errorf("instrumented %t: %d uses, header %t", instrumented, uses, rec.meta.Instrumented)
		}
	}
}
