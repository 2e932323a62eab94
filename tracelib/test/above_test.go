package recorder_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestAboveTheLoop: what lies on the stack above the default loop is memory of all
// handlers, while that runs; what a handler has there is its own.
func TestAboveTheLoop(t *testing.T) {
	res := record(t, "", program(t, "above.c")).ok(t)
	var window, own, thread uint64
	if _, err := fmt.Sscan(res.stdout, &window, &own, &thread); err != nil {
		t.Fatal(err)
	}
	names := []struct {
		name string
		at   uint64
	}{{"window", window}, {"own", own}, {"thread", thread}}
	var got []string
	for _, op := range decode(t, res.path).ops {
		if op.Kind != trace.Read && op.Kind != trace.Write && op.Attr("kind") != "destroy" {
			continue
		}
		for _, n := range names {
			if op.Addr-n.at < 64 {
				got = append(got, fmt.Sprintf("%v %s+%d %d", op.Kind, n.name, op.Addr-n.at, op.Size))
			}
		}
	}
	want := []string{"write window+8 8", "read window+16 4", "free window+0 32", "write window+8 8",
		"read thread+4 4"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
