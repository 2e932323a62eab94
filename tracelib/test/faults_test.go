package recorder_test

import (
	"fmt"
	"testing"

	"sparseracer/internal/trace"
)

// exit called by a static destructor: the rest of the program's end is recorded,
// and its status is what the destructor wanted.
func TestExitInDestructor(t *testing.T) {
	exe := program(t, "exiting.cc")
	for _, c := range []struct {
		args     []string
		status   int
		complete bool
		after    int // allocations after the destructor that ends the program
	}{{nil, 7, true, 1}, {[]string{"_exit"}, 8, false, 0}} {
		res := record(t, "", append([]string{exe}, c.args...)...)
		rec := decode(t, res.path)
		if res.state.ExitCode() != c.status || res.stderr != "" {
			t.Errorf("%v: %v, stderr %q, expected status %d", c.args, res.state, res.stderr, c.status)
		}
		if allocs(rec, 2003) != 1 || allocs(rec, 2002) != 1 || allocs(rec, 2001) != c.after || rec.meta.Complete != c.complete || rec.meta.Lost != 0 {
			t.Errorf("%v: %d, %d and %d allocations, header %+v", c.args, allocs(rec, 2003), allocs(rec, 2002), allocs(rec, 2001), rec.meta)
		}
	}
}

// Events, accesses and allocations of sixteen threads: none is lost, and where
// the program orders them, so does the trace.
func TestSixteenThreads(t *testing.T) {
	const threads, turns, between = 16, 60, 200
	for _, options := range []string{"", "compress=1"} {
		res := record(t, options, program(t, "sixteen.c")).ok(t)
		rec := decode(t, res.path)
		var token, own uint64
		if _, err := fmt.Sscanf(res.stdout, "0x%x 0x%x", &token, &own); err != nil {
			t.Fatal(err)
		}
		var step, turn uint64
		var perThread [threads]uint64
		for i, op := range rec.ops {
			at, expected := op.Addr-token, ""
			switch {
			case op.Attr("starts") != "":
			case op.Kind == trace.Enq || op.Kind == trace.Deq || op.Kind == trace.End:
				expected = fmt.Sprint(op.Kind, " ", rec.tables.EventName(op.Event))
			case op.IsAccess() && at < threads*turns*8:
				expected = fmt.Sprint(op.Kind, " ", at/8)
			case op.Kind == trace.Alloc && op.Size >= 10000 && op.Size < 20000:
				expected = fmt.Sprint("alloc ", op.Size-10000)
			case op.Kind == trace.Write && op.Addr-own < threads*between*8:
				perThread[(op.Addr-own)/8/between]++
			}
			if expected == "" {
				continue
			}
			e := fmt.Sprintf("e%d", turn+1)
			want := []string{fmt.Sprint("write ", turn), "enq " + e, "deq " + e, fmt.Sprint("alloc ", turn), fmt.Sprint("read ", turn), "end " + e}[step]
			if expected != want {
				t.Fatalf("operation %d of thread %d is %s, expected %s", i, op.Thread, expected, want)
			}
			if step++; step == 6 {
				step, turn = 0, turn+1
			}
		}
		for n, got := range perThread {
			if got != turns*between || allocs(rec, uint64(20000+n)) != turns*between {
				t.Errorf("thread %d: %d writes and %d allocations, expected %d", n, got, allocs(rec, uint64(20000+n)), turns*between)
			}
		}
		if turn != threads*turns || rec.meta.Lost != 0 || !rec.meta.Complete {
			t.Errorf("%d turns of %d, header %+v", turn, threads*turns, rec.meta)
		}
	}
}
