package tasks

import (
	"strings"
	"testing"
)

// TestLoops: what becomes of a handler of another thread's loop, by who asked for it and what the main
// thread did.
func TestLoops(t *testing.T) {
	const begins = `alloc(0x1000, 64)
enterloop
deq(open, kind=input)
alloc(0x2000, 64)
enq(s, kind=env, starts=1, object=0x5000)
enq(l, kind=env, type=Starts)
drop(l)
enq(call, kind=posted, object=0x1000, type=MetaCall, class=Worker, label="posted MetaCall Worker", depth=1)
end(open)
pause(main.1, v, thread=1)
`
	const closes = "deq(close, kind=input)\nfree(0x2000)\nend(close)\n"
	const first = "deq(call, thread=1)\nwrite(0x2000, 4, thread=1)\nend(call, thread=1)\n"
	for _, c := range []struct {
		name, is string
		want     []string // in this order
		not      string
	}{
		{"it uses what is there", first + closes,
			[]string{`enq(task,kind=env,object=0x1000,class=Worker,label="posted MetaCall Worker",type=task)`, "deq(task)\nwrite(0x2000,4)\nend(task)\n", "deq(close", "free("}, "join"},
		{"it looks at nothing", "deq(call, thread=1)\nend(call, thread=1)\n" + closes, []string{"free("}, "task"},
		{"nobody asked for it", "deq(socket, kind=socket, thread=1)\nwrite(0x2000, 4, thread=1)\nend(socket, thread=1)\n" + closes, []string{"free("}, "task"},
		{"a handler of a loop in a handler", "deq(call, thread=1)\npause(call, w, thread=1)\ndeq(in, thread=1)\nwrite(0x2000, 4, thread=1)\nend(in, thread=1)\nresume(call, w, thread=1)\nend(call, thread=1)\n" + closes,
			[]string{"free("}, "task"},
		{"the main thread's handler", "enq(own)\n" + "deq(own)\nwrite(0x2000, 4)\nend(own)\n" + closes, []string{"free("}, "task"},
		{"the thread is waited for", first + "deq(close, kind=input)\nenq(w, kind=env, type=Waited)\nfree(0x2000)\nend(close)\n", []string{"deq(task)\n", "deq(close", "join(task)\n", "free("}, "drop(task)"},
		{"the thread is found to be over", first + "deq(close, kind=input)\nenq(o, kind=env, type=Over, object=0x5000)\ndrop(o)\nfree(0x2000)\nend(close)\n",
			[]string{"deq(task)\n", "deq(close", "join(task)\n", "free("}, "drop(task)"},
		{"another thread is", first + "deq(close, kind=input)\nenq(o, kind=env, type=Over, object=0x5100)\ndrop(o)\nfree(0x2000)\nend(close)\n",
			[]string{"deq(task)\n", "deq(close", "free("}, "join"},
		{"a call is waited for whose handler is not quite over",
			"deq(close, kind=input)\ndeq(call, thread=1)\nwrite(0x2000, 4, thread=1)\njoin(call)\nfree(0x2000)\nend(close)\nend(call, thread=1)\n", []string{"drop(task)", "free("}, "deq(task)"},
		{"a call is waited for, and another one came before it", first + `deq(other, kind=input)
enq(second)
end(other)
deq(close, kind=input)
deq(second, thread=1)
write(0x1000, 4, thread=1)
join(second)
free(0x2000)
end(close)
end(second, thread=1)
`, []string{"deq(task)\nwrite(0x2000,4)\nend(task)\n", "deq(close", "drop(task)", "join(task)\n", "free("}, ""},
		{"its answer comes after it", "deq(call, thread=1)\nwrite(0x2000, 4, thread=1)\nenq(answer, thread=1)\nend(call, thread=1)\ndeq(answer)\nfree(0x2000)\nend(answer)\n",
			[]string{"deq(task)\n", "deq(answer)\njoin(task)\n", "free("}, "drop(task)"},
		{"so does the answer of what it asked itself for", `
deq(call, thread=1)
write(0x2000, 4, thread=1)
enq(timer, kind=timer, thread=1)
end(call, thread=1)
deq(timer, thread=1)
enq(answer, thread=1)
end(timer, thread=1)
deq(answer)
free(0x2000)
end(answer)
`, []string{"deq(task)\n", "deq(answer)\njoin(task)\n", "free("}, "drop(task)"},
		{"and what the thread posts behind its loop", first + "enq(finished, thread=1)\ndeq(finished)\nfree(0x2000)\nend(finished)\n",
			[]string{"deq(task)\n", "deq(finished)\njoin(task)\n", "free("}, "drop(task)"},
		{"handlers of one thread keep their order", first + `deq(other, kind=input)
enq(second)
end(other)
deq(second, thread=1)
write(0x1000, 4, thread=1)
end(second, thread=1)
` + closes, []string{"deq(task)\nwrite(0x2000,4)\nend(task)\n", "deq(task)\njoin(task)\nwrite(0x1000,4)\nend(task)\n", "free("}, "drop(task)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := convert(t, begins+strings.TrimSpace(c.is)+"\n")
			inTurn(t, got, c.want, c.not)
		})
	}
}
