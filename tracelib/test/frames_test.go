package recorder_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestWaitingFrames: what a handler has on the stack while it waits is memory of all
// handlers, until its function returns, which is recorded; what they have there
// themselves, and what is called after the loop, is their own.
func TestWaitingFrames(t *testing.T) {
	res := record(t, "", program(t, "frames.c")).ok(t)
	var at [3]uint64
	if _, err := fmt.Sscan(res.stdout, &at[0], &at[1], &at[2]); err != nil {
		t.Fatal(err)
	}
	rec := decode(t, res.path)
	names, begins := []string{"mine", "late", "theirs"}, map[trace.Kind]bool{trace.Pause: true, trace.Resume: true, trace.End: true}
	var got []string
	for _, op := range rec.ops {
		if begins[op.Kind] {
			got = append(got, op.Kind.String())
		}
		if op.Kind != trace.Read && op.Kind != trace.Write && op.Attr("kind") == "" {
			continue
		}
		for i, name := range names {
			if op.Addr-at[i] < 64 {
				got = append(got, strings.TrimSpace(fmt.Sprintf("%v %s+%d %d %s %s", op.Kind, name, op.Addr-at[i], op.Size, op.Attr("kind"), rec.tables.TypeOf(op.Stack))))
			}
		}
	}
	want := []string{"pause", "write mine+4 4", "end", "resume", "read mine+8 8", "free mine+0 32 scope Search", "end", "end"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
