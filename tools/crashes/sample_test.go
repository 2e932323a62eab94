package main

import (
	"strings"
	"testing"
)

// TestWithoutOurs: frames and threads of our libraries go, and numbers close up.
func TestWithoutOurs(t *testing.T) {
	got := withoutOurs(`Program terminated with signal SIGSEGV, Segmentation fault.
Thread 2 (LWP 2):
#0  syscall () at syscall.S:38
#1  0x1 in watch () at /src/loopcore/src/steer.c:223

Thread 1 (LWP 1):
#0  Page::ask (this=0x1) at /src/page.cpp:5
#1  0x2 in on_notify () at /src/qtpatch/src/events.c:216
#2  0x3 in QCoreApplication::exec() () from /lib/libQt5Core.so.5`)
	want := `Program terminated with signal SIGSEGV, Segmentation fault.
Thread 1 (LWP 1):
#0  Page::ask (this=0x1) at /src/page.cpp:5
#1  0x3 in QCoreApplication::exec() () from /lib/libQt5Core.so.5`
	if got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

// TestCounts: what is right, what is another race, and what is none.
func TestCounts(t *testing.T) {
	var n tally
	for _, races := range [][][2]string{{{"a", "sure"}}, {{"a", "likely"}, {"b", "likely"}}, {{"a", "possible"}}, {{"b", "sure"}}, nil} {
		var a answer
		for _, r := range races {
			a.Races = append(a.Races, struct{ ID, Confidence, Trace string }{r[0], r[1], ""})
		}
		n.count(&a, "a")
	}
	if want := (tally{right: 3, sure: 1, likely: 1, possible: 1, none: 1, wrong: 1}); n != want {
		t.Errorf("%+v, expected %+v", n, want)
	}
	tab := table{of: map[string]*tally{".gdb": {reports: 2, right: 1, none: 1}}, misses: map[string][]string{"k": {"x", "y"}}, others: 3}
	var b strings.Builder
	tab.write(&b)
	if got := b.String(); !strings.Contains(got, "| gdb's backtrace, with lines | 2 | 1 | 0 | 0 | 0 | 1 | 0 | 0 |") || !strings.Contains(got, "| k | x, y |\n") || !strings.Contains(got, "samples: 3, for 0 of") {
		t.Error(got)
	}
}
