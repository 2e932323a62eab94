package tasks

import (
	"strings"
	"testing"
)

// TestWaits: a library that asks for tasks and waits, at one place of the program's code, waits
// for those.
func TestWaits(t *testing.T) {
	const stacks = "# stack: 1 0 0x10\n# stack: 2 0 0x20\n"
	const ran = "deq(t, thread=1)\nwrite(0x2000, 4, thread=1)\nend(t, thread=1)\n"
	const before = ran + "deq(other, kind=input)\nend(other)\n"
	paints := func(meanwhile, waitsAt string) string {
		return "deq(paint, kind=input)\nenq(p, kind=env, type=task, label=\"task in 2 #1.1\", stack=1)\n" + meanwhile +
			"deq(p, thread=2)\nwrite(0x1008, 4, thread=2)\nend(p, thread=2)\nenq(w, kind=env, type=Waited, stack=" + waitsAt + ")\nread(0x1000, 4)\nend(paint)\n"
	}
	const frees = "deq(close, kind=input)\nfree(0x2000)\nend(close)\n"
	for _, c := range []struct {
		name, is  string
		runs, led bool // the program's task has a place, and comes before what is behind the wait
	}{
		{"the program's task runs beside the library's own", paints(ran, "1"), true, false},
		{"the program itself waits", paints(ran, "2"), false, false},
		{"the program's task was over before", before + paints("", "1"), true, false},
		{"likewise, and the program itself waits", before + paints("", "2"), true, true},
		{"likewise, where places may be a function's beginning", "# fallback: yes\n" + before + paints("", "1"), true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			fallback, is := "", c.is
			if rest, has := strings.CutPrefix(is, "# fallback: yes\n"); has {
				fallback, is = "# fallback: yes\n", rest
			}
			got := convert(t, fallback+stacks+asked+is+frees)
			runs, led := strings.Contains(got, "deq(task)\nwrite(0x2000,4)\n"), strings.Contains(got, "join(task)\nread(0x1000,4)\n")
			if runs != c.runs || led != c.led {
				t.Errorf("has a place %v, comes before what is behind the wait %v, expected %v, %v:\n%s", runs, led, c.runs, c.led, got)
			}
		})
	}
}

// TestDone: a task says of a future that it is over, and who looks at that future and finds so comes
// after this task and no other.
func TestDone(t *testing.T) {
	const does = "deq(t, thread=1)\nwrite(0x2000, 4, thread=1)\n"
	const says = "enq(d, kind=env, type=Done, object=0x7000, thread=1)\ndrop(d, thread=1)\n"
	const over, other = "end(t, thread=1)\n", "deq(other, kind=input)\nend(other)\n"
	closes := func(object string) string {
		return "deq(close, kind=input)\nenq(o, kind=env, type=Over, object=" + object + ")\ndrop(o)\nfree(0x2000)\nend(close)\n"
	}
	for _, c := range []struct {
		name, is  string
		runs, led bool
	}{
		{"the future is found over", does + says + over + other + closes("0x7000"), true, true},
		{"another one is", does + says + over + other + closes("0x7100"), true, false},
		{"it has said nothing", does + over + other + closes("0x7000"), true, false},
		{"a later future of that address is the main thread's", does + says + over + "deq(other, kind=input)\nenq(m, kind=env, type=Done, object=0x7000)\ndrop(m)\nend(other)\n" + closes("0x7000"), true, false},
		{"the task is not quite over", "deq(close, kind=input)\n" + does + says + "enq(o, kind=env, type=Over, object=0x7000)\ndrop(o)\nfree(0x2000)\nend(close)\n" + over, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := convert(t, asked+c.is)
			runs, led := strings.Contains(got, "deq(task)\nwrite(0x2000,4)\n"), strings.Contains(got, "join(task)\n")
			if runs != c.runs || led != c.led {
				t.Errorf("has a place %v, comes before the free %v, expected %v, %v:\n%s", runs, led, c.runs, c.led, got)
			}
		})
	}
}
