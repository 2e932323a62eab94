package qtpatch_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestOpenLabels: a schedule that leaves the number of a birth open knows the event
// in a program that makes more objects before; one that has the number does not, and
// a label of another cause never does.
func TestOpenLabels(t *testing.T) {
	program := withASan(t, "births", "testdata/births.cpp", "Qt5Core")
	ops, _ := record(t, program, "0")
	i := slices.IndexFunc(ops, func(op trace.Op) bool {
		return op.Kind == trace.Enq && strings.HasPrefix(op.Attr("label"), "posted 1000 QObject~")
	})
	if i < 0 {
		t.Fatal("no post to an object without a name")
	}
	exact := ops[i].Attr("label")
	open := regexp.MustCompile(`\.[0-9]+ in `).ReplaceAllString(exact, ".* in ")
	elsewhere := regexp.MustCompile(`~[0-9a-f]{8}\.`).ReplaceAllString(open, "~00000000.")
	for _, c := range []struct {
		label, others string
		known         bool
	}{{exact, "0", true}, {exact, "3", false}, {open, "0", true}, {open, "3", true}, {elsewhere, "0", false}} {
		_, verdict := steered(t, fmt.Sprintf(scheduleHead+"goal free %s\ngoal use %s\n", c.label, never), nil, program, c.others)
		if got := slices.Contains(verdict, "goal free end"); got != c.known {
			t.Errorf("%s with %s objects before: known %v, want %v; verdict %q", c.label, c.others, got, c.known, verdict)
		}
	}
}
