package order

import (
	"math/rand"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/semantics"
)

// TestSchedulesHaveNoBreach: what the abstract loops do breaks no rule, wherever the
// trace ends: a program may crash at any operation.
func TestSchedulesHaveNoBreach(t *testing.T) {
	for name, program := range map[string]semantics.Maker{"plain": semantics.New, "rivals": semantics.NewRivals,
		"threads": semantics.NewThreaded, "environment": semantics.NewEnvironment, "clocks": semantics.NewClocks} {
		// What is handed to a thread waits in that thread's queue, and is never held.
		held := func(string) bool { return name != "threads" }
		for _, kind := range loopKinds {
			semantics.Each(kind, program, *programsFlag/5, *programFlag, func(seed int64, _ *semantics.Truth, m *trace.Memory) bool {
				whole := m.Ops
				r := rand.New(rand.NewSource(seed))
				for _, n := range []int{len(whole), r.Intn(len(whole) + 1), r.Intn(len(whole) + 1)} {
					m.Ops = whole[:n]
					o, err := Build(m, Options{})
					if err != nil {
						continue // it ends before its first handler
					}
					if list := o.Breaches(held); len(list) > 0 {
						t.Fatalf("%s, %v loops, program %d, %d operations: %+v", name, kind, seed, n, list)
					}
				}
				return true
			})
		}
	}
}

// left is a trace in which a waits from before a loop until after it, or for ever.
func left(what, end string) string {
	text := "enterloop()\ndeq(x, kind=input)\nenq(a, label=A)\npause(x, v, what=\"" + what + "\")\nresume(x, v)\nend(x)\n"
	if end == "" {
		text += "deq(a)\nend(a)\n"
	}
	return text
}

// sends is a trace in which work sends a, its answer n comes, and then what is given.
func sends(then, last string) string {
	return `enq(w, kind=env, type=work)
enq(n, kind=env, type=uv_queue_work)
enq(o, kind=env, type=uv_queue_work)
enq(t, kind=timer, label=T, type=uv_timer_start)
enterloop()
deq(w, kind=env, thread=1)
enq(a, kind=env, label=A, type=uv_async_send, thread=1)
end(w, thread=1)
deq(n)
join(w)
end(n)
` + then + last
}

// held2 is a post that is held, and one behind it, in a program with two loops.
func held2(more string) string {
	return "enq(a, label=A" + strings.TrimSuffix(", "+more, ", ") + ")\nenq(b, label=B)\nenq(w)\nenterloop()\npause(main.1, v, thread=1)\ndeq(w, thread=1)\nend(w, thread=1)\n"
}

// TestBreaches: orders that no loop makes, as a steering that is broken would, and next to
// each the like that a loop does make.
func TestBreaches(t *testing.T) {
	const timers = `enq(a, kind=timer, label=A, timer=1, interval=15, timertype=precise)
enq(b, kind=timer, label=B, timer=2, interval=%, timertype=precise)
enterloop()
`
	const posts = `enq(a, label=A)
enq(b, label=B%)
enterloop()
`
	for _, c := range []struct {
		name, text string
		want       string
	}{
		{"a timer passes one that is due before it", strings.Replace(timers, "%", "20", 1) + "deq(b)\nend(b)\ndeq(a)\nend(a)\n", "RT b before a"},
		{"and the program crashes in it", strings.Replace(timers, "%", "20", 1) + "deq(b)\n", "RT b before a"},
		{"of equal times the first one started fires first", strings.Replace(timers, "%", "15", 1) + "deq(b)\n", "RT b before a"},
		{"it is due first", strings.Replace(timers, "%", "10", 1) + "deq(b)\nend(b)\ndeq(a)\nend(a)\n", ""},
		{"the other one was stopped", strings.Replace(timers, "%", "20", 1) + "enq(s)\ndeq(s)\ndrop(a)\nend(s)\ndeq(b)\nend(b)\n", ""},
		{"it is stopped too late", strings.Replace(timers, "%", "20", 1) + "deq(b)\ndrop(a)\nend(b)\n", "RT b before a"},
		{"coarse timers overlap", strings.ReplaceAll(strings.Replace(timers, "%", "101", 1), "precise", "coarse") + "deq(b)\n", "RT b before a"},
		{"coarse timers near each other", strings.ReplaceAll(strings.NewReplacer("15", "100", "%", "101").Replace(timers), "precise", "coarse") + "deq(b)\n", ""},
		{"a posted event passes one of its priority", strings.Replace(posts, "%", "", 1) + "deq(b)\nend(b)\ndeq(a)\nend(a)\n", "R15 b before a"},
		{"and the program crashes in it", strings.Replace(posts, "%", "", 1) + "deq(b)\n", "R15 b before a"},
		{"it has a higher priority", strings.Replace(posts, "%", ", prio=1", 1) + "deq(b)\n", ""},
		{"the other one was removed", strings.Replace(posts, "%", "", 1) + "enq(s, prio=2)\ndeq(s)\ndrop(a)\nend(s)\ndeq(b)\nend(b)\n", ""},
		{"a worker's post is not yet there", "enq(a, thread=1, label=A)\nenterloop()\ndeq(s, kind=input)\nenq(b, label=B)\nend(s)\ndeq(b)\nend(b)\n", ""},
		{"it may be another thread's", held2("") + "deq(b)\n", ""},
		{"its receiver's thread is known", "enq(k, object=0x10)\n" + strings.Replace(held2("object=0x10"), "enterloop()", "enterloop()\ndeq(k)\nend(k)", 1) + "deq(b)\n", "R15 b before a"},
		{"processEvents leaves what was posted before it", left("QCoreApplication::processEvents", ""), "R32 x before a"},
		{"and the program crashes afterwards", left("QEventLoop::processEvents", "end"), "R32 x before a"},
		{"a loop of another library does", left("g_main_context_iteration", ""), ""},
		{"a loop that an event ended", left("QEventLoop::exec", ""), ""},
		{"it was removed in the loop", strings.Replace(left("QCoreApplication::processEvents", "end"), "resume", "drop(a)\nresume", 1), ""},
		{"it is posted inside", strings.Replace(left("QCoreApplication::processEvents", ""), "enq(a, label=A)\npause(x, v, what=\"QCoreApplication::processEvents\")\n", "pause(x, v, what=\"QCoreApplication::processEvents\")\nenq(a, label=A)\n", 1), ""},
		{"a worker posts it", strings.Replace(left("QCoreApplication::processEvents", ""), "enq(a", "enq(a, thread=1", 1), ""},
		{"a timer comes between an answer and what its work sent", sends("deq(t)\nend(t)\n", "deq(a)\nend(a)\n"), "libuv's look at what was sent t before a"},
		{"and the program crashes in it", sends("deq(t)\n", ""), "libuv's look at what was sent t before a"},
		{"what was sent comes behind the answer", sends("deq(a)\nend(a)\n", "deq(t)\nend(t)\n"), ""},
		{"its handle was closed", sends("drop(a)\n", "deq(t)\nend(t)\n"), ""},
		{"another answer comes between them", sends("deq(o)\nend(o)\n", "deq(a)\nend(a)\n"), ""},
		{"another thread sent it", strings.Replace(sends("deq(t)\nend(t)\n", "deq(a)\nend(a)\n"), "type=uv_async_send, thread=1", "type=uv_async_send, thread=2", 1), ""},
	} {
		for _, loops := range []string{"exact", "batch"} {
			src, err := trace.ParseText(c.name, []byte("# loop: "+loops+"\n"+c.text))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			o, err := Build(src, Options{})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			var got string
			for _, b := range o.Breaches(func(label string) bool { return label == "A" }) {
				got = b.Rule + " " + o.Tables().EventName(b.Early) + " before " + o.Tables().EventName(b.Late)
			}
			if got != c.want {
				t.Errorf("%s, %s: %q, want %q", c.name, loops, got, c.want)
			}
		}
	}
}

// TestBreachOfWhatWasHeldAlone: a posted event that never left the queue is no breach
// where nobody held it: its queue may be another thread's.
func TestBreachOfWhatWasHeldAlone(t *testing.T) {
	src, err := trace.ParseText("queues", []byte("enq(a, label=A)\nenq(b, label=B)\nenterloop()\ndeq(b)\n"))
	if err != nil {
		t.Fatal(err)
	}
	o, err := Build(src, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if list := o.Breaches(func(string) bool { return false }); len(list) > 0 {
		t.Errorf("%+v", list)
	}
}
