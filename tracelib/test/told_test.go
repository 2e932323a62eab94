package recorder_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// TestTold: a post whose attributes were told before is in the trace as one that says them all, in
// their order, in a forked child's as well, and in a ring. told.c tests what is asked for again.
func TestTold(t *testing.T) {
	for _, options := range []string{"", "ring=1M:"} {
		out := t.TempDir()
		record(t, options+"follow=1:trace="+out+"/%p.srt", program(t, "told.c")).ok(t)
		files, _ := filepath.Glob(out + "/*.srt")
		if options == "" && len(files) != 2 {
			t.Fatalf("%d traces, expected the parent's and the child's", len(files))
		}
		for _, f := range files {
			posts, pairs := map[string]trace.Op{}, 0
			if options != "" {
				f = fromRing(t, f)
			}
			rec := decode(t, f)
			for _, op := range rec.ops {
				if op.Kind == trace.Enq {
					posts[rec.tables.EventName(op.Event)] = op
				}
			}
			for i := 2; i < 60; i += 2 {
				said, isSaid := posts[fmt.Sprintf("e%d", i)]
				told, isTold := posts[fmt.Sprintf("e%d", i+1)]
				if !isSaid || !isTold {
					continue
				}
				pairs++
				if !slices.Equal(said.Attrs, told.Attrs) || said.Prio != told.Prio || said.EventKind != told.EventKind {
					t.Errorf("%q: event %d has %v, the same told before %v", options, i, said.Attrs, told.Attrs)
				}
			}
			if pairs != 10 && pairs != 2 {
				t.Errorf("%q: %d pairs of posts", options, pairs)
			}
		}
	}
}
