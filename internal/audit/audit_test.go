package audit

import (
	"fmt"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

func look(t *testing.T, text string) []*Run {
	t.Helper()
	src, err := trace.ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	result, err := sparsehb.Analyze(src, sparsehb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runs, err := Look(t.Context(), src, result)
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

// reported is a line for each run: what it delivered, and the objects kept across it.
func reported(runs []*Run) string {
	var b strings.Builder
	for _, r := range runs {
		fmt.Fprintf(&b, "%d in, %d nested, %d frees:", len(r.Inside), r.Nested, r.Frees)
		for _, k := range r.Kept {
			fmt.Fprintf(&b, " %x(%d/%d,%d)", k.Object.Start, k.Before, k.After(), r.Fate(k.Object))
		}
		for _, h := range r.Live {
			fmt.Fprintf(&b, " %s %x(%d)", h.Rule, h.Object.Start, r.Fate(h.Object))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestObjectsAcrossLoops(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"used after only": {`
alloc(0x10,8)
deq(a)
pause(a,v)
resume(a,v)
read(0x17,1)
read(0x18,1)
end(a)
`, "0 in, 0 nested, 0 frees: 10(0/1,0)\n"},
		"made after, or used before only": {`
alloc(0x10,8)
deq(a)
read(0x10,1)
pause(a,v)
deq(b)
alloc(0x20,8)
end(b)
resume(a,v)
read(0x20,8)
alloc(0x30,8)
read(0x30,8)
end(a)
`, "1 in, 0 nested, 0 frees:\n"},
		"freed inside, and used": {`
alloc(0x10,8)
deq(a)
read(0x10,1)
pause(a,v)
deq(b)
read(0x10,1)
free(0x10,8)
end(b)
resume(a,v)
read(0x11,1)
end(a)
`, "1 in, 0 nested, 1 frees: 10(1/1,4)\n"},
		"the same address again is another object": {`
alloc(0x10,8)
deq(a)
read(0x10,1)
pause(a,v)
deq(b)
free(0x10,8)
alloc(0x10,8)
end(b)
resume(a,v)
read(0x10,1)
end(a)
`, "1 in, 0 nested, 1 frees:\n"},
		"fates": {`
alloc(0x10,8)
alloc(0x20,8)
alloc(0x30,8)
deq(a)
pause(a,v)
resume(a,v)
read(0x10,1)
read(0x20,1)
read(0x30,1)
free(0x10,8)
end(a)
deq(b)
free(0x20,8)
end(b)
free(0x30,8)
`, "0 in, 0 nested, 0 frees: 10(0/1,1) 20(0/1,3) 30(0/1,2)\n"},
		"two loops in a row, and one inside": {`
alloc(0x10,8)
deq(a)
pause(a,v)
deq(b)
pause(b,w)
deq(c)
free(0x99,1)
end(c)
resume(b,w)
end(b)
resume(a,v)
write(0x10,1)
pause(a,x)
resume(a,x)
write(0x10,1)
write(0x10,1)
end(a)
`, "1 in, 1 nested, 1 frees: 10(0/3,0)\n1 in, 0 nested, 1 frees:\n0 in, 0 nested, 0 frees: 10(1/2,0)\n"},
		"what runs inside is not the handler's": {`
alloc(0x10,8)
deq(a)
pause(a,v)
deq(b)
read(0x10,1)
end(b)
resume(a,v)
end(a)
deq(c)
read(0x10,1)
end(c)
`, "1 in, 0 nested, 0 frees:\n"},
		"held across the next loop, and no other": {`
alloc(0x10,8)
deq(a)
hold(0x10,8,rule=memory)
hold(0x20,8,rule=stack)
pause(a,v)
resume(a,v)
pause(a,w)
resume(a,w)
free(0x10,8)
end(a)
deq(b)
free(0x20,8)
end(b)
`, "0 in, 0 nested, 0 frees: memory 10(1) stack 20(3)\n0 in, 0 nested, 0 frees:\n"},
		"the recording ends inside": {`
# complete: no
deq(a)
pause(a,v)
deq(b)
`, "1 in, 0 nested, 0 frees:\n"},
	} {
		if got := reported(look(t, c.text)); got != c.want {
			t.Errorf("%s: found\n%sexpected\n%s", name, got, c.want)
		}
	}
}

// A handler that spins many loops: the latest are reported.
func TestManyLoops(t *testing.T) {
	var b strings.Builder
	b.WriteString("alloc(0x10,8)\ndeq(a)\n")
	for i := range 3 * maxPast {
		fmt.Fprintf(&b, "pause(a,v%d)\nresume(a,v%[1]d)\n", i)
	}
	b.WriteString("read(0x10,1)\nread(0x10,1)\nend(a)\n")
	runs, kept := look(t, b.String()), 0
	for i, r := range runs {
		kept += len(r.Kept)
		if (len(r.Kept) == 1) != (i >= 2*maxPast) {
			t.Errorf("loop %d keeps %d objects", i, len(r.Kept))
		}
	}
	if len(runs) != 3*maxPast || kept != maxPast {
		t.Errorf("%d loops, %d objects", len(runs), kept)
	}
}

func TestManyObjects(t *testing.T) {
	var b strings.Builder
	for i := range maxKept + 5 {
		fmt.Fprintf(&b, "alloc(%#x,8)\n", 0x1000+16*i)
	}
	b.WriteString("deq(a)\npause(a,v)\nresume(a,v)\n")
	for i := range maxKept + 5 {
		fmt.Fprintf(&b, "read(%#x,8)\nread(%#[1]x,8)\n", 0x1000+16*i)
	}
	if r := look(t, b.String())[0]; len(r.Kept) != maxKept || r.More != 5 {
		t.Errorf("%d objects kept, %d more", len(r.Kept), r.More)
	}
}
