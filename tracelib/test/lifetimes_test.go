package recorder_test

import (
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestLifetimes: an object that was destroyed is reported at the end of its block,
// unless its memory was freed by then; of references, those that the function
// which took them holds while a loop spins, and those that one gives back which has
// waited for a loop.
func TestLifetimes(t *testing.T) {
	res := record(t, "", program(t, "lifetimes.c")).ok(t)
	rec := decode(t, res.path)
	base := address(t, res.stdout)
	var got []string
	ends := 0
	var taken, given trace.StackID
	for _, op := range rec.ops {
		inside := op.Addr-base < 4096
		switch {
		case op.Kind == trace.Free && inside && op.Addr-base >= 1024:
			ends++
			continue
		case (op.Kind == trace.Alloc || op.Kind == trace.Free) && !inside:
			if op.Attr("kind") != "" {
				t.Errorf("%s: of memory that is freed, or of the own stack", short(op, base))
			}
			continue
		case op.Kind == trace.Ref:
			taken = op.Stack
		case op.Kind == trace.Unref && op.Addr-base == 512:
			given = op.Stack
		}
		s := short(op, base)
		if op.Kind == trace.Ref || op.Kind == trace.Unref {
			s += " " + strings.TrimSpace(short(trace.Op{Kind: trace.Sink, Event: trace.NoEvent, Loop: trace.NoLoop, Addr: op.Addr}, base))
		}
		got = append(got, s)
	}
	want := []string{
		"enterloop", "deq e0", "write 256+8 mode 8",
		`free 0+64 kind="destroy"`, `free 128+16 kind="destroy"`, "pause e0 v0", "resume e0 v0", "end e0",
		"deq e1", "ref sink 512+0", "pause e1 v1", "resume e1 v1", "unref sink 512+0",
		"pause e1 v2", "resume e1 v2", "unref sink 516+0", "end e1", "exitloop",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if ends != 65 {
		t.Errorf("%d of 65 objects ended", ends)
	}
	if taken == trace.NoStack || taken != given {
		t.Errorf("the reference was taken at stack %d and given back at %d", taken, given)
	}
}

// TestManyReferences: none of those that a function holds is forgotten for another's sake.
func TestManyReferences(t *testing.T) {
	const held = 48
	all := counted(decode(t, record(t, "", program(t, "references.c")).ok(t).path))
	if all[trace.Ref] != held || all[trace.Unref] != held {
		t.Errorf("%d references held, %d given back, expected %d", all[trace.Ref], all[trace.Unref], held)
	}
}
