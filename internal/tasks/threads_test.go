package tasks

import (
	"strings"
	"testing"
)

// What starts a thread, in the first lines of each trace: the recorder's event with its number,
// and the hooks' with its label.
const startedThread = `alloc(0x1000, 64)
enterloop
deq(open, kind=input)
alloc(0x2000, 64)
enq(s, kind=env, starts=1, object=0x5000)
enq(l, kind=env, type=Starts, label="start in 1 #1")
drop(l)
end(open)
`

// TestThreads: what becomes of a thread, by what it did and what the main thread did.
func TestThreads(t *testing.T) {
	for _, c := range []struct {
		name, is string
		want     []string // in this order
		not      string
	}{
		{"it uses what is there", `
write(0x2000, 4, thread=1)
deq(close, kind=input)
free(0x2000)
end(close)`, []string{`enq(task,kind=env,label="start in 1 #1",type=task,class=thread)`, "write(0x2000,4,thread=1)\n", "deq(task)\nwrite(0x2000,4)\nend(task)\n", "deq(close", "free("}, "join"},
		{"it is joined", `
write(0x2000, 4, thread=1)
deq(other, kind=input)
end(other)
deq(close, kind=input)
enq(w, kind=env, type=Waited)
free(0x2000)
end(close)`, []string{"deq(task)\nwrite(0x2000,4)\nend(task)\n", "deq(close", "join(task)\n", "free("}, "drop(task)"},
		{"it is found to be over", `
write(0x2000, 4, thread=1)
deq(other, kind=input)
end(other)
deq(close, kind=input)
enq(o, kind=env, type=Over, object=0x5000)
drop(o)
free(0x2000)
end(close)`, []string{"deq(task)\nwrite(0x2000,4)\nend(task)\n", "deq(close", "join(task)\n", "free("}, "drop(task)"},
		{"it is found to be over in the handler in which it ended", `
deq(close, kind=input)
write(0x2000, 4, thread=1)
enq(o, kind=env, type=Over, object=0x5000)
drop(o)
free(0x2000)
end(close)`, []string{"drop(task)", "free("}, "deq(task)"},
		{"a lock that both took", `
write(0x1000, 4, atomic=1, commutes=lock, thread=1)
write(0x2000, 4, thread=1)
deq(close, kind=input)
write(0x1000, 4, atomic=1, commutes=lock)
free(0x2000)
end(close)`, []string{"deq(task)\n", "deq(close", "join(task)\n", "free("}, "drop(task)"},
		{"another lock where the one that it took was", `
alloc(0x3000, 64)
write(0x3008, 4, atomic=1, commutes=lock, thread=1)
write(0x2000, 4, thread=1)
deq(other, kind=input)
free(0x3000)
alloc(0x3000, 64)
end(other)
deq(close, kind=input)
write(0x3008, 4, atomic=1, commutes=lock)
free(0x2000)
end(close)`, []string{"deq(task)\n", "deq(close", "free("}, "join(task)"},
		{"it turns a loop", `
write(0x2000, 4, thread=1)
pause(main.1, v, thread=1)
resume(main.1, v, thread=1)
deq(close, kind=input)
free(0x2000)
end(close)`, []string{"free("}, "task"},
		{"it runs a pool's task", `
write(0x2000, 4, thread=1)
deq(work, thread=1)
end(work, thread=1)
deq(close, kind=input)
free(0x2000)
end(close)`, []string{"free("}, "task"},
		{"it does nothing", `
deq(close, kind=input)
free(0x2000)
end(close)`, []string{"free("}, "task"},
		{"its answer comes after it", `
write(0x2000, 4, thread=1)
enq(answer, thread=1)
deq(answer)
free(0x2000)
end(answer)`, []string{"deq(task)\nwrite(0x2000,4)\nend(task)\n", "deq(answer)\njoin(task)\n", "free("}, "drop(task)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := convert(t, startedThread+strings.TrimSpace(c.is)+"\n")
			inTurn(t, got, c.want, c.not)
		})
	}
}

// inTurn: a trace has these texts, one after the other, and not that one.
func inTurn(t *testing.T, got string, want []string, not string) {
	t.Helper()
	rest := got
	for _, w := range want {
		_, after, found := strings.Cut(rest, w)
		if !found {
			t.Fatalf("%q is not there, or not in its turn:\n%s", w, got)
		}
		rest = after
	}
	if not != "" && strings.Contains(got, not) {
		t.Errorf("%q is there:\n%s", not, got)
	}
}
