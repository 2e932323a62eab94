package eventracer

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// told is an action as a log tells it.
type told struct {
	id       int32
	kind     int
	commands []byte
}

// logOf writes a log as EventRacer does; sections after the actions as given.
func logOf(vars, scopes string, arcs []arc, actions []told, rest ...string) []byte {
	var b bytes.Buffer
	num := func(list ...int) {
		for _, n := range list {
			binary.Write(&b, binary.LittleEndian, int32(n))
		}
	}
	str := func(s string) { num(len(s)); b.WriteString(s); num(0) }
	str(vars)
	str(scopes)
	num(len(actions), len(arcs))
	for _, a := range arcs {
		num(int(a.tail), int(a.head), int(a.duration))
	}
	for _, a := range actions {
		num(int(a.id), a.kind, len(a.commands)/commandSize)
		b.Write(a.commands)
	}
	for _, s := range rest {
		str(s)
	}
	return b.Bytes()
}

func do(pairs ...int32) []byte {
	b := []byte{}
	for _, n := range pairs {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// page: a script loads, sets two timers, and a click and both join in a fourth.
func page() []byte {
	return logOf("x\x00a[1].b\x00", "load\x00tick\x00",
		[]arc{{0, 1, 10}, {0, 2, 20}, {1, 4, -1}, {2, 4, -1}, {3, 4, -1}},
		[]told{
			{id: 0, kind: 4, commands: do(enterScope, 0, writeMemory, 0, memoryValue, 0, triggerArc, 1, exitScope, -1)},
			{id: 1, kind: 1, commands: do(enterScope, 5, readMemory, 0, memoryValue, 5)},
			{id: 2, kind: 1, commands: do(writeMemory, 2)},
			{id: 3, kind: 2, commands: do(readMemory, 2)},
			{id: 4, kind: 0, commands: do()},
		}, "", "null\x00seven\x00")
}

const pageText = `deq(e0, kind=env, label=load)
write(v_x, val=0)
enq(e1, kind=timer, label=tick, timer=1, interval=10)
enq(e2, kind=timer, timer=2, interval=20)
end(e0)
deq(e1)
read(v_x, val=1)
enq(e4, kind=env)
end(e1)
deq(e2)
join(e1)
write(v_a_1_.b)
end(e2)
deq(e3, kind=input)
read(v_a_1_.b)
end(e3)
deq(e4)
join(e2)
join(e3)
end(e4)
`

func TestParse(t *testing.T) {
	l, err := Parse("page", page())
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.Checked(l).Open()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := trace.WriteText(&b, r); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range strings.Split(b.String(), "\n") {
		if line != "" && line[0] != '#' {
			got = append(got, line)
		}
	}
	want := strings.Split(strings.TrimSpace(pageText), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || canonical(got[i]) != canonical(want[i]) {
			t.Fatalf("line %d differs:\n%s\nexpected\n%s", i, strings.Join(got, "\n"), pageText)
		}
	}
}

// canonical leaves out blanks, and what a value is hashed to.
func canonical(line string) string {
	line = strings.ReplaceAll(line, " ", "")
	if i := strings.Index(line, ",val="); i >= 0 && !strings.HasPrefix(line[i:], ",val=0)") {
		return line[:i] + ",val=N)"
	}
	return line
}

// TestRoundTrip: what random logs do comes out, access by access.
func TestRoundTrip(t *testing.T) {
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		vars := "a\x00b\x00c\x00d\x00"
		var arcs []arc
		var actions []told
		accesses := 0
		for id := range int32(1 + r.Intn(20)) {
			var c []byte
			for range r.Intn(5) {
				c = append(c, do(readMemory+int32(r.Intn(2)), 2*int32(r.Intn(4)))...)
				accesses++
			}
			for tail := range id {
				if r.Intn(4) == 0 {
					arcs = append(arcs, arc{tail, id, int32(r.Intn(30) - 20)})
				}
			}
			actions = append(actions, told{id: id, kind: r.Intn(len(kinds)), commands: c})
		}
		l, err := Parse("random", logOf(vars, "", arcs, actions, "", ""))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		count := map[trace.Kind]int{}
		if err := each(l, func(op *trace.Op) { count[op.Kind]++ }); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if count[trace.Read]+count[trace.Write] != accesses || count[trace.Deq] != len(actions) ||
			count[trace.End] != len(actions) || count[trace.Enq]+count[trace.Join] < len(arcs) {
			t.Fatalf("seed %d: %v of %d accesses, %d actions, %d arcs", seed, count, accesses, len(actions), len(arcs))
		}
	}
}

func each(src trace.Source, f func(*trace.Op)) error {
	r, err := trace.Checked(src).Open()
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		f(&op)
	}
}

// TestFaults: each with its place and reason.
func TestFaults(t *testing.T) {
	one := []told{{id: 0, commands: do(readMemory, 0)}}
	for want, data := range map[string][]byte{
		"offset 0: truncated":                      {},
		"offset 0: corrupt trace: 1000 bytes of v": do(1000),
		"expected one to a later action":           logOf("x\x00", "", []arc{{1, 1, -1}}, one),
		"names a string at 2 of 2 bytes":           logOf("x\x00", "", nil, []told{{id: 0, commands: do(readMemory, 2)}}),
		"has a command 6, expected one below 6":    logOf("x\x00", "", nil, []told{{id: 0, commands: do(6, 0)}}),
		"action 0 is there twice":                  logOf("x\x00", "", nil, append(one, one...)),
		"has no end":                               logOf("x", "", nil, one),
		"of type 9: expected":                      logOf("x\x00", "", nil, []told{{kind: 9}}),
		"4 bytes after the last section":           append(logOf("x\x00", "", nil, one, "", ""), 0, 0, 0, 0),
		"7 commands cannot be in the 4 bytes":      do(0, 0, 0, 0, 1, 0, 0, 0, 7, 0),
	} {
		_, err := Parse("log", data)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q expected: %v", want, err)
		}
	}
	whole := page()
	for n := range whole {
		if _, err := Parse("cut", whole[:n]); err == nil {
			t.Errorf("cut to %d of %d bytes: no fault", n, len(whole))
		}
	}
}

// FuzzParse: whatever the bytes, a fault or a trace that can be read.
func FuzzParse(f *testing.F) {
	f.Add(page())
	f.Add(logOf("x\x00", "", []arc{{0, 7, 3}}, nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		if l, err := Parse("fuzz", data); err == nil {
			if err := each(l, func(*trace.Op) {}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
