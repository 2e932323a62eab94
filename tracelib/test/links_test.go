package recorder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestLinks: what is reported of a node that a list or a tree ties in or takes out are the words that lead to it, and
// a tree's head where one goes; the program looks for them in the nodes themselves.
func TestLinks(t *testing.T) {
	res := record(t, "", program(t, "links.cc")).ok(t)
	var want, got []string
	for line := range strings.Lines(res.stdout) {
		words := strings.Fields(line)[1:]
		slices.Sort(words)
		want = append(want, strings.Join(slices.Compact(words), " "))
	}
	var words []string
	for _, op := range decode(t, res.path).ops {
		switch {
		case op.Kind == trace.Deq:
			words = nil
		case op.Kind == trace.End:
			slices.Sort(words)
			got = append(got, strings.Join(words, " "))
		case op.IsAccess():
			if op.Kind != trace.Write || op.Size != 8 || op.Mode != trace.ModeLink {
				t.Errorf("%v of %d bytes, mode %d", op.Kind, op.Size, op.Mode)
			}
			words = append(words, fmt.Sprintf("%#x", op.Addr))
		}
	}
	if len(want) != 9 || !slices.Equal(got, want) {
		t.Errorf("recorded\n%s\nleading to the node\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
