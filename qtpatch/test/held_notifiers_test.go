package qtpatch_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// activation finds the label of the first activation of the notifier with that name.
func activation(t *testing.T, ops []trace.Op, name string) string {
	t.Helper()
	for i := range ops {
		if op := &ops[i]; op.Kind == trace.Deq && op.EventKind == trace.Socket && op.Attr("name") == name {
			return op.Attr("label")
		}
	}
	t.Fatalf("nothing came by the notifier %q in the recording", name)
	return ""
}

// TestHeldNotifiers: what comes through a descriptor is held without a loss, in its order,
// and without keeping the processor busy; and what the program does to the notifier meanwhile counts.
func TestHeldNotifiers(t *testing.T) {
	for _, module := range []string{"Qt5Core", "Qt6Core"} {
		program := withASan(t, "notifiers-"+module, "testdata/notifiers.cpp", module)
		for _, dispatcher := range []string{"QT_NO_GLIB=1", "QT_NO_GLIB=0"} {
			for _, c := range []struct {
				name, out string
				timeout   int
				verdict   []string
			}{
				{"order", "enabled ticks u123", 10000, []string{"hold HELD", "exit"}},
				{"disabled", "u again 123", 10000, []string{"hold HELD", "exit"}},
				{"toggled", "u123", 10000, []string{"hold HELD", "exit"}},
				{"deleted", "u", 10000, []string{"hold HELD", "exit"}},
				{"consumed", "(1)u23", 10000, []string{"hold HELD", "exit"}},
				{"alone", "123", 100, []string{"hold HELD", "diverged hold timeout: HELD", "exit"}},
			} {
				t.Run(module+"/"+dispatcher+"/"+c.name, func(t *testing.T) {
					t.Parallel()
					ops, _ := record(t, program, "order")
					held, until := activation(t, ops, "held"), activation(t, ops, "until")
					plan := fmt.Sprintf(scheduleHead+"watchdog 15000\nhold %d %s\nuntil %s\n", c.timeout, held, until)
					r, verdict := steeredWith(t, []string{dispatcher}, plan, map[string]string{held: "HELD"}, program, c.name)
					if r.code != 0 || r.out != c.out {
						t.Errorf("exit code %d, output %q, expected %q", r.code, r.out, c.out)
					}
					if !slices.Equal(verdict, c.verdict) {
						t.Errorf("verdict\n%s\nexpected\n%s", strings.Join(verdict, "\n"), strings.Join(c.verdict, "\n"))
					}
				})
			}
		}
	}
}
