package tasks

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// What the main thread asks a pool for, in the first two lines of each trace.
const asked = `alloc(0x1000, 64)
enterloop
deq(open, kind=input)
alloc(0x2000, 64)
enq(t, kind=env, type=task, label="task in 1 #1.1")
end(open)
`

var (
	number   = regexp.MustCompile(`task\d+`)
	of       = regexp.MustCompile(`(deq\([^)]*?),kind=env`) // in some deliveries
	complete = regexp.MustCompile(`# complete: yes\n`)
)

// TestAsHandlers: what becomes of a task, by what it did and what the main thread did.
func TestAsHandlers(t *testing.T) {
	for _, c := range []struct{ name, is, becomes string }{
		{"a use of what is there", `
deq(t, thread=1)
write(0x2000, 4, thread=1)
end(t, thread=1)
deq(close, kind=input)
free(0x2000)
end(close)`, `
deq(t,thread=1)
write(0x2000,4,thread=1)
end(t,thread=1)
deq(task)
write(0x2000,4)
end(task)
deq(close,kind=input)
free(0x2000)
end(close)`},
		{"a use of its own memory, and of what comes later", `
deq(t, thread=1)
alloc(0x3000, 8, thread=1)
write(0x3000, 4, thread=1)
end(t, thread=1)
deq(close, kind=input)
end(close)`, `
deq(t,thread=1)
alloc(0x3000,8,thread=1)
write(0x3000,4,thread=1)
end(t,thread=1)
drop(task)
deq(close,kind=input)
end(close)`},
		{"an answer comes after it", `
deq(t, thread=1)
write(0x2000, 4, thread=1)
enq(answer, thread=1)
deq(answer)
write(0x1000, 4, thread=1)
end(t, thread=1)
end(answer)`, `
deq(t,thread=1)
write(0x2000,4,thread=1)
enq(answer,thread=1)
deq(task)
write(0x2000,4)
end(task)
deq(answer)
join(task)
write(0x1000,4,thread=1)
end(t,thread=1)
end(answer)`},
		{"a handler comes after it, as the recording says", `
deq(t, thread=1)
write(0x2000, 4, thread=1)
end(t, thread=1)
deq(done, kind=input)
join(t)
free(0x2000)
end(done)`, `
deq(t,thread=1)
write(0x2000,4,thread=1)
end(t,thread=1)
deq(task)
write(0x2000,4)
end(task)
deq(done,kind=input)
join(t)
join(task)
free(0x2000)
end(done)`},
		{"it was waited for", `
deq(t, thread=1)
write(0x2000, 4, thread=1)
end(t, thread=1)
deq(other, kind=input)
end(other)
deq(close, kind=input)
enq(w, kind=env, type=Waited)
free(0x2000)
end(close)`, `
deq(t,thread=1)
write(0x2000,4,thread=1)
end(t,thread=1)
deq(task)
write(0x2000,4)
end(task)
deq(other,kind=input)
end(other)
deq(close,kind=input)
enq(w,kind=env,type=Waited)
join(task)
free(0x2000)
end(close)`},
		{"a lock that both took", `
deq(t, thread=1)
write(0x1000, 4, atomic=1, thread=1)
write(0x2000, 4, thread=1)
end(t, thread=1)
deq(close, kind=input)
read(0x1000, 4, atomic=1)
write(0x1000, 4, atomic=1)
free(0x2000)
end(close)`, `
deq(t,thread=1)
write(0x1000,4,atomic=1,thread=1)
write(0x2000,4,thread=1)
end(t,thread=1)
deq(task)
write(0x1000,4,atomic=1)
write(0x2000,4)
end(task)
deq(close,kind=input)
join(task)
read(0x1000,4,atomic=1)
write(0x1000,4,atomic=1)
free(0x2000)
end(close)`},
		{"an atomic variable that it only loads, and one that the main thread only stores", `
deq(t, thread=1)
read(0x1000, 4, atomic=1, thread=1)
write(0x1008, 4, atomic=1, thread=1)
write(0x2000, 4, thread=1)
end(t, thread=1)
deq(close, kind=input)
read(0x1000, 4, atomic=1)
write(0x1008, 4, atomic=1)
free(0x2000)
end(close)`, `
deq(t,thread=1)
read(0x1000,4,atomic=1,thread=1)
write(0x1008,4,atomic=1,thread=1)
write(0x2000,4,thread=1)
end(t,thread=1)
deq(task)
read(0x1000,4,atomic=1)
write(0x1008,4,atomic=1)
write(0x2000,4)
end(task)
deq(close,kind=input)
read(0x1000,4,atomic=1)
write(0x1008,4,atomic=1)
free(0x2000)
end(close)`},
		{"what it used is gone before there is a place", `
deq(close, kind=input)
deq(t, thread=1)
write(0x2000, 4, thread=1)
end(t, thread=1)
free(0x2000)
end(close)
deq(other, kind=input)
end(other)`, `
deq(close,kind=input)
deq(t,thread=1)
write(0x2000,4,thread=1)
end(t,thread=1)
free(0x2000)
end(close)
drop(task)
deq(other,kind=input)
end(other)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := convert(t, asked+c.is)
			_, rest, _ := strings.Cut(got, "enq(t,kind=env,type=task)\nenq(task,kind=env,type=task,label=\"task in 1 #1.1\")\nend(open)\n")
			if rest != strings.TrimSpace(c.becomes)+"\n" {
				t.Errorf("became\n%s", got)
			}
		})
	}
}

// TestCost: how long the trace becomes grows with the recording, however often a handler reads an
// atomic variable, waits, or gets answers; and no task is looked at by each handler.
func TestCost(t *testing.T) {
	const many = 400
	var b strings.Builder
	b.WriteString(asked)
	for i := range many {
		fmt.Fprintf(&b, "deq(h%d, kind=input)\nenq(t%d, kind=env, type=task)\nend(h%d)\n", i, i, i)
		fmt.Fprintf(&b, "deq(t%d, thread=1)\nwrite(0x1000, 4, atomic=1, thread=1)\nwrite(0x2000, 4, thread=1)\nend(t%d, thread=1)\n", i, i)
	}
	b.WriteString("deq(close, kind=input)\n")
	for i := range many {
		fmt.Fprintf(&b, "read(0x1000, 4, atomic=1)\nenq(w%d, kind=env, type=Waited)\ndrop(w%d)\n", i, i)
	}
	b.WriteString("end(close)\n")
	got := convert(t, b.String())
	if n := strings.Count(got, "join("); n != many {
		t.Errorf("%d tasks were joined %d times by one handler", many, n)
	}
	if is, was := strings.Count(got, "\n"), strings.Count(b.String(), "\n"); is > 3*was {
		t.Errorf("%d operations became %d", was, is)
	}
}

// TestGroup: a task is looked at once in a frame; those that do not matter any more are left out.
func TestGroup(t *testing.T) {
	var g group
	f, gone := newFrame(true), &object{freed: true}
	looked := 0
	for range 1000 {
		g.add(&task{state: placed, used: []*object{gone}})
		looked += len(f.unseen(&g)) + len(f.unseen(&g))
	}
	if looked != 1000 || len(g.tasks) > 2*fewTasks {
		t.Errorf("of 1000 tasks %d were looked at, and %d are kept", looked, len(g.tasks))
	}
}

// TestRoom: what there is no room for is counted, and what was told makes room for others.
func TestRoom(t *testing.T) {
	const use = "deq(t, thread=1)\nwrite(0x2000, 4, thread=1)\nwrite(0x2004, 4, thread=1)\nwrite(0x2008, 4, thread=1)\nend(t, thread=1)\n"
	const more = "deq(open2, kind=input)\nenq(u, kind=env, type=task)\nend(open2)\ndeq(u, thread=1)\nwrite(0x1000, 4, thread=1)\nend(u, thread=1)\n"
	const rest = "deq(close, kind=input)\nend(close)\n"
	for _, c := range []struct {
		room    int
		leftOut uint64
	}{{2*part + 3, 0}, {part + 2, 1}, {1, 2}} {
		src, err := trace.ParseText("t", []byte(asked+use+rest+strings.ReplaceAll(more+rest, "close", "close2")))
		if err != nil {
			t.Fatal(err)
		}
		var told Told
		r, err := trace.Checked(source{src, &told, c.room}).Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := trace.WriteText(io.Discard, r); err != nil {
			t.Fatal(err)
		}
		if told.LeftOut != c.leftOut || told.Placed != 2 {
			t.Errorf("room %d: %+v, expected two placed and %d left out", c.room, told, c.leftOut)
		}
	}
}

// convert also has the trace checked.
func convert(t *testing.T, text string) string {
	t.Helper()
	src, err := trace.ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var told Told
	r, err := AsHandlers(src, &told).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b bytes.Buffer
	if _, err := trace.WriteText(&b, r); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "deq(task"); told.Placed != n {
		t.Errorf("%d tasks are placed, and %d counted", n, told.Placed)
	}
	return number.ReplaceAllString(complete.ReplaceAllString(of.ReplaceAllString(b.String(), "$1"), ""), "task")
}
