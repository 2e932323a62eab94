package recorder_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"sparseracer/internal/trace"
)

func allocs(rec recording, n uint64) int {
	count := 0
	for _, op := range rec.ops {
		if op.Kind == trace.Alloc && op.Size == n {
			count++
		}
	}
	return count
}

// parents100 are the allocations of 100 bytes that forks.c's parent makes.
const parents100 = 10 + 50*10 + 40000

func TestSilentForks(t *testing.T) {
	res := record(t, "", program(t, "forks.c")).ok(t)
	rec := decode(t, res.path)
	if got := allocs(rec, 100); got != parents100 || allocs(rec, 101)+allocs(rec, 102) != 0 || !rec.meta.Complete || rec.meta.Lost != 0 {
		t.Errorf("%d allocations, expected the parent's %d; header %+v", got, parents100, rec.meta)
	}
}

// TestForksInside: a handler may fork while the program is in the recorder. The child goes on in there, and
// neither crashes nor writes into its parent's trace, in which what was recorded is whole.
func TestForksInside(t *testing.T) {
	for _, options := range []string{"", "ring=64M"} {
		res := record(t, options, program(t, "forksinside.c")).ok(t)
		var forks, bad, worked int
		if _, err := fmt.Sscan(res.stdout, &forks, &bad, &worked); err != nil {
			t.Fatal(err)
		}
		path := res.path
		if options != "" {
			path = fromRing(t, path)
		}
		rec := decode(t, path)
		got, lost := allocs(rec, 100), int(rec.meta.Lost)
		if bad != 0 || forks == 0 || allocs(rec, 101) != 0 || got > worked || got+lost < worked && !rec.meta.Cut.Is() {
			t.Errorf("%q: %d of %d children did not end well; %d allocations recorded, %d operations lost, expected %d; of children %d",
				options, bad, forks, got, lost, worked, allocs(rec, 101))
		}
	}
}

// TestChildLingers: a forked child that goes on keeps nobody from recording to the same file.
func TestChildLingers(t *testing.T) {
	out := filepath.Join(t.TempDir(), "t.srt")
	for range 2 {
		res := record(t, "trace="+out, program(t, "lingers.c"))
		child, err := strconv.Atoi(res.stdout)
		if err != nil {
			t.Fatal(err)
		}
		defer syscall.Kill(child, syscall.SIGKILL)
		res.ok(t)
		if rec := decode(t, out); allocs(rec, 100) != 2000 || !rec.meta.Complete {
			t.Errorf("%d allocations, header %+v", allocs(rec, 100), rec.meta)
		}
	}
}

func TestFollowedForks(t *testing.T) {
	out := t.TempDir()
	record(t, "follow=1:trace="+out+"/%p.srt", program(t, "forks.c")).ok(t)
	files, _ := filepath.Glob(out + "/*.srt")
	parents := 0
	loaded := map[string]int{} // lists of modules, which children read without asking the loader
	for _, f := range files {
		rec := decode(t, f)
		var list []string
		for _, m := range rec.tables.Modules {
			list = append(list, fmt.Sprintf("%+v", m))
		}
		slices.Sort(list)
		loaded[strings.Join(list, "\n")]++
		switch got := allocs(rec, 100); {
		case got == parents100:
			parents++
		case got != 2000:
			t.Errorf("%s: %d allocations, expected a child's 2000", f, got)
		}
		if fmt.Sprintf("%d.srt", rec.meta.PID) != filepath.Base(f) || !rec.meta.Complete || len(rec.tables.Modules) < 3 {
			t.Errorf("%s: %d modules, header %+v", f, len(rec.tables.Modules), rec.meta)
		}
	}
	if len(loaded) != 1 {
		t.Errorf("parent and children have other modules: %v", loaded)
	}
	// A raw system call runs no fork handler: those eleven children are silent.
	if len(files) != 1+40 || parents != 1 {
		t.Errorf("%d files, %d of them the parent's", len(files), parents)
	}
}

func TestExecutedChildren(t *testing.T) {
	exe := program(t, "exec.c")
	for _, how := range []string{"vfork", "spawn"} {
		res := record(t, "", exe, how, "1001").ok(t)
		rec := decode(t, res.path)
		if allocs(rec, 1001) != 1 || allocs(rec, 2002) != 0 || allocs(rec, 3003) != 1 || !rec.meta.Complete {
			t.Errorf("%s: header %+v", how, rec.meta)
		}
		out := t.TempDir()
		record(t, "follow=1:trace="+out+"/%p.srt", exe, how, "1001").ok(t)
		if files, _ := filepath.Glob(out + "/*.srt"); len(files) != 2 {
			t.Errorf("%s, followed: %q, expected two files", how, files)
		}
	}
}

// A program that takes the place of the recorded one is what was meant.
func TestReplacedImage(t *testing.T) {
	rec := decode(t, record(t, "", program(t, "exec.c"), "exec", "1001").ok(t).path)
	if allocs(rec, 1001) != 0 || allocs(rec, 2002) != 1 || !rec.meta.Complete {
		t.Errorf("header %+v", rec.meta)
	}
}

func TestPreload(t *testing.T) {
	exe := program(t, "exec.c")
	other := filepath.Join(dir, "alpha-preload.so")
	if err := compile("cc", "-shared", "-fPIC", "-DNAME=alpha", "-DSIZE=1", "-o", other, "testdata/plugin.c"); err != nil {
		t.Fatal(err)
	}
	for preload, want := range map[string]string{
		library:               "none",
		other + ":" + library: other,
		library + " " + other: other,
	} {
		res := record(t, "", "/usr/bin/env", "LD_PRELOAD="+preload, exe, "vfork", "1001").ok(t)
		// The child prints first, then the parent; both have the rest of the list.
		for _, line := range strings.Split(strings.TrimSpace(res.stdout), "\n") {
			if line != want && !(want == "none" && line == "") {
				t.Errorf("LD_PRELOAD=%s became %q, expected %q", preload, line, want)
			}
		}
		if rec := decode(t, res.path); allocs(rec, 3003) != 1 {
			t.Errorf("LD_PRELOAD=%s: not recorded", preload)
		}
	}
}

// TestLateFrees: what libc frees at a thread's very end is recorded as the thread's own.
func TestLateFrees(t *testing.T) {
	for _, options := range []string{"", "compress=1"} {
		rec := decode(t, record(t, options, program(t, "late.c")).ok(t).path)
		allocated, freed := map[trace.ThreadID]int{}, map[trace.ThreadID]int{}
		for _, op := range rec.ops {
			switch op.Kind {
			case trace.Alloc:
				allocated[op.Thread]++
			case trace.Free:
				freed[op.Thread]++
			}
		}
		delete(allocated, 0)
		if rec.meta.Lost != 0 || len(allocated) != 40 {
			t.Errorf("%q: %d lost, %d threads with allocations", options, rec.meta.Lost, len(allocated))
		}
		for thread, n := range allocated {
			if thread > 4 && freed[thread] != n { // the first ones make what stays for the others
				t.Errorf("%q, thread %d: %d allocated, %d freed", options, thread, n, freed[thread])
			}
		}
	}
}

// TestLateAccesses: what a thread accesses after the recorder's own end of it, as a signal's
// handler may, is recorded; its own stack is not.
func TestLateAccesses(t *testing.T) {
	for _, options := range []string{"", "compress=1"} {
		res := record(t, options, program(t, "lateaccess.c")).ok(t)
		var early, seen, read, ranged, commuted, used uint64
		if _, err := fmt.Sscan(res.stdout, &early, &seen, &read, &ranged, &commuted, &used); err != nil {
			t.Fatal(err)
		}
		rec, got := decode(t, res.path), map[uint64]int{}
		for _, op := range rec.ops {
			if op.Kind == trace.Read || op.Kind == trace.Write {
				got[op.Addr]++
			}
		}
		want := map[uint64]int{early: 11, read: 10, ranged: 10, commuted: 10, used: 10}
		for i := range uint64(64) {
			want[seen+8*i] = 10
		}
		if !maps.Equal(got, want) || rec.meta.Lost != 0 {
			t.Errorf("%q: %d lost, accesses by address:\n%v\nwant\n%v", options, rec.meta.Lost, got, want)
		}
	}
}

func TestChurn(t *testing.T) {
	exe := program(t, "churn.c")
	out := t.TempDir()
	res := record(t, "follow=1:trace="+out+"/%p.srt", exe).ok(t)
	files, _ := filepath.Glob(out + "/*.srt")
	if len(files) != 51 {
		t.Errorf("%d files, expected the parent's and 50 children's", len(files))
	}
	for _, f := range files {
		rec := decode(t, f)
		if int(rec.meta.PID) != res.state.Pid() {
			if allocs(rec, 4321) != 1 {
				t.Errorf("%s: the child's allocation is missing", f)
			}
			continue
		}
		open := map[uint64]int{}
		for _, op := range rec.ops {
			switch op.Kind {
			case trace.Alloc:
				open[op.Addr] = int(op.Size)
			case trace.Free:
				delete(open, op.Addr)
			}
		}
		for addr, size := range open {
			if size == 1234 {
				t.Errorf("%#x: its free in a thread's destructor is missing", addr)
			}
		}
		if allocs(rec, 1234) != 400 || allocs(rec, 64) != 400*50 || rec.meta.Lost != 0 || !rec.meta.Complete {
			t.Errorf("%d threads, header %+v", allocs(rec, 1234), rec.meta)
		}
	}
}

// Programs that know nothing of the recorder.
func TestStockProgram(t *testing.T) {
	for _, argv := range [][]string{{"/bin/ls", "-l", "/usr"}, {"/usr/bin/sort", "../src/file.c"}} {
		plain := record(t, "", argv...)
		res := record(t, "", append([]string{"/usr/bin/env", "LD_PRELOAD=" + library}, argv...)...).ok(t)
		if res.stdout != plain.stdout || plain.stdout == "" {
			t.Errorf("%q writes something else when recorded", argv)
		}
		rec := decode(t, res.path)
		if len(rec.ops) < 10 || !rec.meta.Complete || strings.Join(rec.meta.Command, " ") != strings.Join(argv, " ") {
			t.Errorf("%q: %d operations, header %+v", argv, len(rec.ops), rec.meta)
		}
	}
}
