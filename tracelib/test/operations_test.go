package recorder_test

import (
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// short writes an operation as the tests expect it; addresses count from base.
func short(op trace.Op, base uint64) string {
	var b strings.Builder
	fmt.Fprint(&b, op.Kind)
	if op.Event != trace.NoEvent {
		fmt.Fprintf(&b, " e%d", op.Event)
	}
	if op.Loop != trace.NoLoop {
		fmt.Fprintf(&b, " v%d", op.Loop)
	}
	switch op.Kind {
	case trace.Enq:
		fmt.Fprintf(&b, " %v prio %d level %d", op.EventKind, op.Prio, op.Level)
	case trace.Deq:
		if op.EventKind != trace.Env {
			fmt.Fprintf(&b, " %v", op.EventKind)
		}
	case trace.Read, trace.Write, trace.Alloc, trace.Free, trace.Sink:
		fmt.Fprintf(&b, " %d+%d", int64(op.Addr-base), op.Size)
		if op.Mode != 0 {
			fmt.Fprintf(&b, " mode %d", op.Mode)
		}
		if op.Mode&trace.ModeWas != 0 {
			fmt.Fprintf(&b, " was %d", op.Val)
		}
	}
	if op.Sink != "" {
		fmt.Fprintf(&b, " %s", op.Sink)
	}
	for _, a := range op.Attrs {
		fmt.Fprintf(&b, " %s=%q", a.Key, a.Value)
	}
	return b.String()
}

func TestOperations(t *testing.T) {
	res := record(t, "", program(t, "operations.c")).ok(t)
	rec := decode(t, res.path)
	base := address(t, res.stdout)
	attrs := ` label="clicked" object="0x10: \"ok\""`
	want := []string{
		"deq e0", "pause e0 v0",
		"deq e1 timer",
		"enq e2 posted prio -3 level -1" + attrs,
		"enq e3 deferred prio 0 level 7", "drop e3",
		"pause e1 v1" + attrs, "deq e2", "reset v1", "reset v0", "end e2", "resume e1 v1", "end e1",
		"resume e0 v0", "end e0", "enterloop", "fork e4", "alloc 0+4096", "deq e4",
		"read 0+1", "read 16+2", "read 32+4", "read 48+8", "read 64+16",
		"write 0+1", "write 16+2", "write 32+4", "write 48+8", "write 64+16",
		"read 128+33", "write 128+77",
		"read 512+4 mode 2", "write 520+8 mode 2", "read 528+2 mode 2", "write 528+2 mode 2",
		// What is there: of a load, and of a write. An operation that does both is told as both behind a load.
		"read 544+4 mode 258 was 7", "read 544+4 mode 258 was 8", "read 544+4 mode 2", "write 544+4 mode 258 was 9",
		"read 544+4 mode 258 was 10", "write 560+8 mode 258 was 1071809",
		// Loose: a relaxed load, and an addition.
		"read 576+4 mode 1282 was 1", "read 592+4 mode 1026", "write 592+4 mode 1282 was 2",
		"read 1024+1 mode 1", "read 5+3", "write 6+5000000000", "sink 8+12 settings/window",
		"free 0+0", "end e4", "exitloop", "join e4",
	}
	var got []string
	for _, op := range rec.ops {
		// The heap operations are those of printf's buffer.
		if (op.Kind == trace.Alloc || op.Kind == trace.Free) && op.Addr != base {
			continue
		}
		got = append(got, short(op, base))
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if m := rec.meta; !m.Complete || !m.MainSpins || m.Loop != trace.LoopExact || m.Lost != 0 ||
		m.Stopped != trace.StopNone || int(m.PID) != res.state.Pid() || len(m.Command) != 1 {
		t.Errorf("header %+v", m)
	}
}

func address(t *testing.T, s string) uint64 {
	t.Helper()
	var a uint64
	if _, err := fmt.Sscanf(s, "0x%x", &a); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return a
}

func TestFilter(t *testing.T) {
	res := record(t, "", program(t, "filter.c")).ok(t)
	rec := decode(t, res.path)
	var cells, heap uint64
	var reused string
	if _, err := fmt.Sscanf(res.stdout, "0x%x 0x%x\n%s", &cells, &heap, &reused); err != nil {
		t.Fatal(err)
	}
	if reused != "reused" {
		t.Fatal("the heap did not give the address again that was freed last, which glibc's does")
	}
	want := []string{"read 0+4", "read 0+8", "write 0+4", "read 13+8", "read 21+1", "read 0+4", "read 0+4",
		"heap write 8+8", "heap free 0+0", "heap write 8+8", "heap alloc 0+48", "heap write 8+8"}
	var got []string
	started := false
	for _, op := range rec.ops {
		started = started || op.Kind == trace.EnterLoop
		switch {
		case !started || op.Addr == 0:
		case op.Addr >= cells && op.Addr < cells+64:
			got = append(got, short(op, cells))
		case op.Addr >= heap && op.Addr < heap+48:
			got = append(got, "heap "+short(op, heap))
		case op.IsAccess():
			t.Errorf("access to %#x, the own stack?", op.Addr)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestUntouchedFilter: where nobody looks at the filter's table, as in stock mode before instrumented
// code comes, allocations leave it alone. What an earlier handler allocated is not taken for one's own.
func TestUntouchedFilter(t *testing.T) {
	for _, stock := range []bool{false, true} {
		var flags []string
		if stock {
			flags = []string{"-DSTOCK"}
		}
		res := record(t, "", program(t, "untouched.c", flags...)).ok(t)
		var pages int
		var before, after, early uint64
		if _, err := fmt.Sscanf(res.stdout, "%d\n0x%x 0x%x 0x%x", &pages, &before, &after, &early); err != nil {
			t.Fatal(err)
		}
		if stock != (pages == 0) {
			t.Errorf("stock mode %v: %d pages of the table were touched", stock, pages)
		}
		looked := map[uint64]int{}
		for _, op := range decode(t, res.path).ops {
			if op.Kind == trace.Read {
				looked[op.Addr]++
			}
		}
		if (looked[before] == 1) != stock || looked[after] != 0 || looked[early] != 1 {
			t.Errorf("stock mode %v: looks at three blocks are recorded %d, %d, %d times", stock, looked[before], looked[after], looked[early])
		}
	}
}

func TestShadowStack(t *testing.T) {
	res := record(t, "", program(t, "stacks.c")).ok(t)
	rec := decode(t, res.path)
	base := address(t, res.stdout)
	// Without the innermost frame, which is the call of the hook. The return
	// addresses lie in no module, as if unknown code stood between any two
	// functions: then each caller has a frame of its own, named here 1.
	want := map[uint64][]uint64{
		0: {0x1000}, 8: {0x2000, 1, 0x1000}, 16: {0x2000, 1, 0x1000}, 24: {0x1000}, 40: {0x1000}, 48: nil,
	}
	seen := 0
	for _, op := range rec.ops {
		if op.Kind != trace.Read {
			continue
		}
		pcs := rec.frames(op.Stack)
		if m := rec.module(pcs[0]); m == nil || filepath.Base(m.Path) != "stacks" {
			t.Errorf("read %d: innermost frame %#x in %+v", op.Addr-base, pcs[0], m)
		}
		seen++
		for i := range pcs[1:] {
			if rec.module(pcs[1+i]) != nil {
				pcs[1+i] = 1
			}
		}
		if op.Addr-base == 32 {
			if len(pcs) != 2*4096 || pcs[1] != 0x6000 || pcs[2] != 1 || pcs[2*4096-1] != 0x1000 {
				t.Errorf("deep stack: %d frames", len(pcs))
			}
			continue
		}
		if w := want[op.Addr-base]; len(pcs)-1 != len(w) || (len(w) > 0 && !reflect.DeepEqual(pcs[1:], w)) {
			t.Errorf("read %d: callers %#x, expected %#x", op.Addr-base, pcs[1:], w)
		}
	}
	if seen != 7 {
		t.Errorf("%d reads, expected 7", seen)
	}
}

// TestOperators: each allocation has its caller, in a program at a fixed address, too, which has its own places for the
// functions whose addresses it takes.
func TestOperators(t *testing.T) {
	for _, flags := range [][]string{nil, {"-no-pie", "-fno-pie"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) { operatorsHave(t, program(t, "operators.cc", flags...)) })
	}
}

func operatorsHave(t *testing.T, exe string) {
	res := record(t, "", exe).ok(t)
	rec := decode(t, res.path)
	var n int
	if _, err := fmt.Sscan(res.stdout, &n); err != nil || n != 12 {
		t.Fatalf("%q: %v", res.stdout, err)
	}
	for i := 0; i < n; i++ {
		at := rec.alloc(t, uint64(3001+i))
		op, next := rec.ops[at], rec.ops[at+1]
		if m := rec.module(rec.frames(op.Stack)[0]); m == nil || m.Path != exe {
			t.Errorf("new %d was called from %+v, expected the program", i, m)
		}
		if next.Kind != trace.Free || next.Addr != op.Addr {
			t.Errorf("new %d: then %s, expected its free", i, short(next, op.Addr))
		}
	}
}

// TestTypes: a type that compiled code names is that of the allocation or free
// that follows, and of no other.
func TestTypes(t *testing.T) {
	rec := decode(t, record(t, "", program(t, "operators.cc")).ok(t).path)
	var got []string
	var stacks []trace.StackID
	for i := rec.alloc(t, 5001); i < len(rec.ops); i++ {
		switch op := rec.ops[i]; {
		case op.Kind == trace.Alloc && op.Size == 5004:
			stacks = append(stacks, op.Stack)
			fallthrough
		case op.Kind == trace.Alloc && op.Size > 5000 && op.Size < 5010:
			got = append(got, fmt.Sprintf("%d %s", op.Size, rec.tables.TypeOf(op.Stack)))
		case op.Kind == trace.Free && len(got) < 9:
			got = append(got, "free "+rec.tables.TypeOf(op.Stack))
		}
	}
	want := []string{"5001 One", "5002 Other", "free One", "free ", "5003 ", "free ", "5004 One", "free ", "5004 One", "5004 Other"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
	if len(stacks) != 3 || stacks[0] != stacks[1] || stacks[1] == stacks[2] {
		t.Errorf("stacks %v, expected one and the same twice, then another", stacks)
	} else if a, b := rec.frames(stacks[0]), rec.frames(stacks[2]); !reflect.DeepEqual(a, b) {
		t.Errorf("they were called from %x and %x, expected one place", a, b)
	}
}

// TestTypesOfThreads: a text that another thread has defined just now is there for whoever
// refers to it.
func TestTypesOfThreads(t *testing.T) {
	for range 3 {
		rec := decode(t, record(t, "", program(t, "typed.cc")).ok(t).path)
		named := map[string]int{}
		for i := range rec.ops {
			if op := &rec.ops[i]; op.Kind == trace.Alloc && op.Size == 7001 {
				named[rec.tables.TypeOf(op.Stack)]++
			}
		}
		if len(named) != 2000 || named["T0"] != 4 || named["T1999"] != 4 {
			t.Fatalf("%d types, T0 %d times, T1999 %d times", len(named), named["T0"], named["T1999"])
		}
	}
}

// TestMessages: recording does not begin within a free of the loader's, which would free what it frees once more.
func TestMessages(t *testing.T) {
	at := t.TempDir()
	lib, exe, runtime := filepath.Join(at, "libmessages.so"), filepath.Join(at, "messages"), filepath.Dir(library)
	err := errors.Join(compile("cc", "-shared", "-fPIC", "-O1", "-g", "-DLIBRARY", "-o", lib, "testdata/messages.c"),
		compile("cc", "-O1", "-g", "-o", exe, "testdata/messages.c", "-Wl,--no-as-needed", "-L"+runtime, "-lsparserec", lib,
			"-Wl,-rpath,"+runtime, "-Wl,-rpath,"+at))
	if err != nil {
		t.Fatal(err)
	}
	decode(t, record(t, "", exe).ok(t).path)
}

// Plugins come and go, one in the other's place: each stack belongs to what was
// loaded when it was recorded, and is named by that file's symbols.
func TestModules(t *testing.T) {
	exe := program(t, "plugins.c")
	names := []string{"alpha", "beta", "gamma", "delta"}
	argv := []string{exe}
	for i, name := range names {
		lib := filepath.Join(dir, name+".so")
		if err := compile("cc", "-shared", "-fPIC", "-O1", "-fno-builtin", "-Wl,--build-id", "-DNAME="+name,
			fmt.Sprintf("-DSIZE=%d", 4001+i), "-o", lib, "testdata/plugin.c"); err != nil {
			t.Fatal(err)
		}
		argv = append(argv, lib, name)
	}
	named := func(t *testing.T, argv []string) {
		rec := decode(t, record(t, "", argv...).ok(t).path)
		libraries := argv[len(argv)-2*len(names):]
		places := map[uint64]int{}
		for i, name := range names {
			stack := &rec.tables.Stacks[rec.ops[rec.alloc(t, uint64(4001+i))].Stack]
			m := rec.tables.StackModule(stack, stack.PC)
			if m == nil || m.Path != libraries[2*i] {
				t.Fatalf("%s: called from %+v", name, m)
			}
			if id := buildID(t, m.Path); id == "" || id != m.BuildID {
				t.Errorf("%s: build id %q, the file has %q", m.Path, m.BuildID, id)
			}
			if got := functionAt(t, m.Path, stack.PC-m.Bias); got != name {
				t.Errorf("%s: named %q", name, got)
			}
			places[m.Start]++
		}
		if len(places) == len(names) {
			t.Errorf("no plugin took another's place: %#x", places)
		}
		if m := rec.tables.Modules[0]; m.Path != exe || m.BuildID != buildID(t, exe) {
			t.Errorf("first module %+v, expected %s", m, exe)
		}
	}
	t.Run("closed", func(t *testing.T) { named(t, argv) })
	t.Run("unseen", func(t *testing.T) { named(t, slices.Insert(slices.Clone(argv), 1, "unseen")) })
}

// functionAt names what lies before a return address of a file.
func functionAt(t *testing.T, path string, address uint64) string {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if address-1-s.Value < s.Size {
			return s.Name
		}
	}
	return ""
}

func buildID(t *testing.T, path string) string {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	note, err := f.Section(".note.gnu.build-id").Data()
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(note[16:])
}

func TestHeap(t *testing.T) {
	exe := program(t, "heap.c")
	rec := decode(t, record(t, "", exe).ok(t).path)
	live := map[uint64]uint64{}
	for i, op := range rec.ops {
		switch op.Kind {
		case trace.Alloc:
			if live[op.Addr] != 0 {
				t.Errorf("operation %d: %#x allocated twice", i, op.Addr)
			}
			live[op.Addr] = op.Size
		case trace.Free:
			if live[op.Addr] == 0 {
				t.Errorf("operation %d: %#x freed, but not allocated", i, op.Addr)
			}
			delete(live, op.Addr)
		}
	}
	for n := uint64(5001); n <= 5009; n++ {
		op := rec.ops[rec.alloc(t, n)]
		if m := rec.module(rec.frames(op.Stack)[0]); m == nil || m.Path != exe {
			t.Errorf("%d bytes: allocated by %+v, expected the program", n, m)
		}
	}
	for addr, n := range live {
		if n >= 5000 {
			t.Errorf("%d bytes at %#x: never freed", n, addr)
		}
	}
}

func TestAttributes(t *testing.T) {
	rec := decode(t, record(t, "", program(t, "attributes.c")).ok(t).path)
	var enqs []trace.Op
	for _, op := range rec.ops {
		if op.Kind == trace.Enq {
			enqs = append(enqs, op)
		}
		if op.Kind == trace.Alloc && op.Size == 5 || op.Kind == trace.Read {
			t.Errorf("recorded %s", short(op, 0))
		}
	}
	if len(enqs) != 5 {
		t.Fatalf("%d enq, expected 5", len(enqs))
	}
	if e := enqs[0]; e.Prio != -1<<31 || e.Level != 1<<31-2 || len(e.Attrs) != 1 || e.Attr("k") != "\xff\n" {
		t.Errorf("odd attributes: %s", short(e, 0))
	}
	if e := enqs[1]; e.EventKind != trace.Env || e.Level != trace.NoLevel || e.Prio != 1<<31-1 || len(e.Attrs) != 16 {
		t.Errorf("many attributes: %s", short(e, 0))
	}
	if v := enqs[2].Attr("large"); len(v) != 8192 || strings.Trim(v, "x") != "" {
		t.Errorf("a text of 19999 bytes became one of %d", len(v))
	}
	if len(enqs[3].Attrs)+len(enqs[4].Attrs) != 0 {
		t.Errorf("attributes from nowhere: %s, %s", short(enqs[3], 0), short(enqs[4], 0))
	}
}
