package tasks

import (
	"fmt"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestLoads: who waits for a task that wrote an atomic variable: by what the task found there, and
// what the main thread finds.
func TestLoads(t *testing.T) {
	for _, c := range []struct {
		name, task, main string
		waits            bool
	}{
		{"a lock is destroyed that is as free as before the task", "write(0x2000, 8, atomic=1, was=0, thread=1)", "read(0x2000, 8, atomic=1, was=0)", false},
		{"a flag that is up only while the task runs", "write(0x2000, 1, atomic=1, was=0, thread=1)\nwrite(0x2000, 1, atomic=1, was=1, thread=1)",
			"read(0x2000, 1, atomic=1, was=0)", false},
		{"a flag that the task sets", "write(0x2000, 1, atomic=1, was=0, thread=1)", "read(0x2000, 1, atomic=1, was=1)", true},
		{"a lock is taken that is as free as before the task", "write(0x2000, 8, atomic=1, was=0, thread=1)",
			"read(0x2000, 8, atomic=1)\nwrite(0x2000, 8, atomic=1, was=0)", true},
		{"a load, and then the lock", "write(0x2000, 8, atomic=1, was=0, thread=1)",
			"read(0x2000, 8, atomic=1, was=0)\nread(0x2000, 8, atomic=1)\nwrite(0x2000, 8, atomic=1, was=0)", true},
		{"nobody says what the task found", "write(0x2000, 4, atomic=1, commutes=add, thread=1)", "read(0x2000, 4, atomic=1, was=0)", true},
		{"nobody says what the load finds", "write(0x2000, 4, atomic=1, was=0, thread=1)", "read(0x2000, 4, atomic=1)", true},
		{"both halves of what the task wrote one of", "write(0x2000, 4, atomic=1, was=0, thread=1)", "read(0x2000, 8, atomic=1, was=0)", true},
		{"the last but one and the last reference", counts(", thread=1"), counts(""), false},
		{"an addition that nobody looks at", counts(", thread=1"), "write(0x2000, 4, atomic=1, commutes=add)", false},
		{"what the task added is not looked at", "write(0x2000, 4, atomic=1, commutes=add, thread=1)", counts(""), false},
		{"a relaxed look at a counter", counts(", thread=1"), "read(0x2000, 4, atomic=1, loose=1, was=1)", false},
		{"a look at a counter", counts(", thread=1"), "read(0x2000, 4, atomic=1, was=1)", true},
		{"a look at two counters", counts(", thread=1"), "read(0x2000, 8, atomic=1, was=1)", false},
		{"a counter that is looked at until it changes", counts(", thread=1"),
			"read(0x2000, 4, atomic=1, loose=1, was=2)\nread(0x2000, 4, atomic=1, loose=1, was=1)", true},
		{"a counter that is looked at, changed, and looked at", counts(", thread=1"),
			"read(0x2000, 4, atomic=1, loose=1, was=2)\n" + counts("") + "\nread(0x2000, 4, atomic=1, loose=1, was=1)", false},
		{"a relaxed look at a flag", "write(0x2000, 4, atomic=1, was=0, thread=1)", "read(0x2000, 4, atomic=1, loose=1, was=1)", true},
		{"a counter that the task sets, too", counts(", thread=1") + "\nwrite(0x2000, 4, atomic=1, was=1, thread=1)",
			"read(0x2000, 4, atomic=1, loose=1, was=0)", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := convert(t, asked+"deq(t, thread=1)\n"+c.task+"\nwrite(0x2008, 4, thread=1)\nend(t, thread=1)\n"+
				"deq(other, kind=input)\nend(other)\ndeq(close, kind=input)\n"+c.main+"\nfree(0x2000)\nend(close)\n")
			if waits := strings.Contains(got, "join(task)"); waits != c.waits {
				t.Errorf("waits %v, expected %v:\n%s", waits, c.waits, got)
			}
		})
	}
}

// counts: one less, which is looked at.
func counts(thread string) string {
	return "read(0x2000, 4, atomic=1, loose=1" + thread + ")\nwrite(0x2000, 4, atomic=1, loose=1, was=2" + thread + ")"
}

// TestFound: what tasks find in one variable has a bound; nobody waits for less because of it.
func TestFound(t *testing.T) {
	var v variable
	finds := func(n int) *trace.Op {
		return &trace.Op{Kind: trace.Read, Size: 4, Val: uint64(n), Mode: trace.ModeAtomic | trace.ModeWas}
	}
	for i := range 100 {
		v.add(&task{asked: uint64(i)}, foundBy(finds(i)))
	}
	if len(v.groups) > mostFound+1 {
		t.Errorf("%d groups", len(v.groups))
	}
	for i := range 100 {
		var after []string
		for _, g := range v.leads(finds(i)) {
			for _, t := range g.tasks {
				after = append(after, fmt.Sprint(t.asked))
			}
		}
		if n := len(after); n != 100 && (i >= mostFound || n != 99) {
			t.Errorf("who finds %d comes after %d tasks: %v", i, n, after)
		}
	}
}
