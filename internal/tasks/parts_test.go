package tasks

import "testing"

// TestParts: what a task in parts becomes (`part`): one event, with what all of its parts did.
func TestParts(t *testing.T) {
	const asked = `alloc(0x1000, 64)
enterloop
deq(open, kind=input)
alloc(0x2000, 64)
enq(a, kind=env, type=task, label="task in 1 #1.1", part=0x10)
enq(b, kind=env, type=task, part=0x10)
end(open)
`
	for _, c := range []struct {
		name, is string
		want     []string
		not      string
	}{
		{"two at a time, and one that they ask for", `
deq(a, thread=1)
deq(b, thread=2)
write(0x2000, 4, thread=1)
enq(c, kind=env, type=task, part=0x10, thread=1)
end(a, thread=1)
end(b, thread=2)
deq(other, kind=input)
end(other)
deq(c, thread=2)
write(0x2010, 4, thread=2)
end(c, thread=2)
deq(close, kind=input)
free(0x2000)
end(close)`,
			[]string{"deq(other,kind=input)", "end(other)", "deq(task)", "write(0x2000,4)", "write(0x2010,4)", "end(task)", "deq(close,kind=input)"}, ""},
		{"one that the pool does not take", `
deq(a, thread=1)
drop(b)
write(0x2000, 4, thread=1)
end(a, thread=1)
deq(close, kind=input)
end(close)`,
			[]string{"deq(task)", "write(0x2000,4)", "end(task)", "deq(close,kind=input)"}, "drop(task)"},
		{"one that the pool does not take when the others are over", `
deq(a, thread=1)
write(0x2000, 4, thread=1)
end(a, thread=1)
drop(b)
deq(close, kind=input)
end(close)`,
			[]string{"deq(task)", "write(0x2000,4)", "end(task)", "deq(close,kind=input)"}, "drop(task)"},
		{"the first one is not taken, the others are", `
drop(a)
drop(b)
deq(other, kind=input)
enq(c, kind=env, type=task, label="task in 1 #1.2", part=0x10)
end(other)
deq(c, thread=1)
write(0x2000, 4, thread=1)
end(c, thread=1)
deq(close, kind=input)
end(close)`,
			[]string{"drop(task)", "deq(task)", "write(0x2000,4)", "end(task)", "deq(close,kind=input)"}, ""},
		{"a handler that waits while a part is to come", `
deq(a, thread=1)
write(0x2000, 4, thread=1)
end(a, thread=1)
deq(close, kind=input)
enq(w, kind=env, type=Waited)
free(0x2000)
end(close)
deq(b, thread=1)
write(0x1000, 4, thread=1)
end(b, thread=1)
deq(last, kind=input)
end(last)`,
			[]string{"deq(close,kind=input)", "end(close)", "deq(task)", "write(0x1000,4)", "end(task)", "deq(last,kind=input)"}, "join(task)"},
		{"another one at the same address", `
deq(a, thread=1)
end(a, thread=1)
deq(b, thread=1)
write(0x2000, 4, thread=1)
end(b, thread=1)
deq(again, kind=input)
enq(c, kind=env, type=task, label="task in 2 #1.1", part=0x10)
end(again)
deq(c, thread=1)
write(0x2010, 4, thread=1)
end(c, thread=1)
deq(close, kind=input)
end(close)`,
			[]string{"deq(task)", "write(0x2000,4)", "end(task)", "deq(again,kind=input)", "deq(task)", "write(0x2010,4)", "end(task)", "deq(close,kind=input)"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) { inTurn(t, convert(t, asked+c.is[1:]), c.want, c.not) })
	}
}
