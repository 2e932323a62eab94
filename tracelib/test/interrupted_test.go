package recorder_test

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// Malloc, free and accesses are no cancellation points, with the recorder neither.
func TestCancelledThreads(t *testing.T) {
	exe := program(t, "cancelled.c")
	for _, how := range []string{"deferred", "asynchronous", "late"} {
		t.Run(how, func(t *testing.T) {
			res := record(t, "", exe, how).ok(t)
			if res.stdout != "shut 0, inside 0\n" {
				t.Errorf("stdout %q", res.stdout)
			}
			if rec := decode(t, res.path); !rec.meta.Complete || len(rec.ops) < 5000 {
				t.Errorf("%d operations, header %+v", len(rec.ops), rec.meta)
			}
		})
	}
}

// A handler that jumps out of the recorder costs at most the operation that it came
// into.
func TestJumpOutOfTheRecorder(t *testing.T) {
	for _, c := range []struct {
		source, options string
		jumps           uint64
	}{{"jumps.c", "", 40}, {"flowjumps.c", "flow=1", 12}} {
		t.Run(c.source, func(t *testing.T) {
			rec := decode(t, record(t, c.options, program(t, c.source)).ok(t).path)
			if got := allocs(rec, 4321); got != 1000 {
				t.Errorf("%d of 1000 allocations after the jumps", got)
			}
			if rec.meta.Lost > 2*c.jumps || !rec.meta.Complete {
				t.Errorf("header %+v", rec.meta)
			}
		})
	}
}

// What the recorder has to say goes to nobody's file.
func TestOwnStandardError(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	res := record(t, "max_size=300K", program(t, "ownstderr.c"), data)
	got, err := os.ReadFile(data)
	if err != nil || string(got) != "payload" || !res.state.Success() || res.stderr != "" {
		t.Errorf("%v, file %q (%v), stderr %q", res.state, got, err, res.stderr)
	}
	if rec := decode(t, res.path); rec.meta.Stopped == 0 {
		t.Errorf("header %+v: it was to stop", rec.meta)
	}
}

// Sizes of blocks, with and without a recording, on every allocator that may be there.
func TestHeapsOfOthers(t *testing.T) {
	exe := program(t, "usable.c")
	for _, heap := range []string{"", "libjemalloc.so.2", "libtcmalloc_minimal.so.4", "libmimalloc.so.[0-9]"} {
		for _, options := range []string{"", "trace=" + filepath.Join(t.TempDir(), "out.srt")} {
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "SPARSERACER_OPTIONS="+options)
			if heap != "" {
				found, _ := filepath.Glob("/usr/lib/*/" + heap)
				needs.Have(t, heap, len(found) > 0)
				cmd.Env = append(cmd.Env, "LD_PRELOAD="+library+":"+found[0])
			}
			if out, err := cmd.CombinedOutput(); err != nil || string(out) != "small 0, of null 0\n" {
				t.Errorf("%q, options %q: %v, %q", heap, options, err, out)
			}
		}
	}
}

// What is aligned comes from the heap that takes it back.
func TestMemalignOfOthers(t *testing.T) {
	res := record(t, "", program(t, "memalign.cc")).ok(t)
	if rec := decode(t, res.path); res.stdout != "of glibc\n" || allocs(rec, 256) != 100 {
		t.Errorf("%q, %d of 100 allocations", res.stdout, allocs(rec, 256))
	}
}

// TestSignalAtEachInstruction: a handler that comes at any instruction of the recorder's, and
// records an operation or jumps away, spoils no other operation's record: each of them is in
// the trace, or counted as lost.
func TestSignalAtEachInstruction(t *testing.T) {
	exe := program(t, "eachstep.c")
	f, err := elf.Open(library)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text := f.Section(".text")
	for _, how := range []string{"records", "heap", "jumps", "stacks", "flow"} {
		t.Run(how, func(t *testing.T) {
			options := ""
			if how == "flow" {
				options = "flow=1"
			}
			res := record(t, options, exe, how, fmt.Sprint(text.Addr), fmt.Sprint(text.Addr+text.Size)).ok(t)
			var begun, came, places, cells uint64
			if _, err := fmt.Sscanf(res.stdout, "%d %d %d %d", &begun, &came, &places, &cells); err != nil || came < 200 {
				t.Fatalf("%v, %q", err, res.stdout)
			}
			rec := decode(t, res.path)
			var recorded uint64
			for _, op := range rec.ops {
				if op.Kind == trace.Write || how == "heap" && (op.Kind == trace.Alloc || op.Kind == trace.Free) {
					recorded++
				}
			}
			t.Logf("%d operations, at %d instructions: %d recorded, %d lost", begun, came, recorded, rec.meta.Lost)
			left := uint64(0) // by a jump, which may come before or after it was recorded
			if how == "jumps" || how == "stacks" {
				left = came
			}
			if how == "stacks" {
				placesAreRight(t, rec, places, cells)
			}
			if all := recorded + rec.meta.Lost; all > begun || all+left < begun {
				t.Errorf("%d operations, %d left by a jump: %d recorded, %d lost", begun, left, recorded, rec.meta.Lost)
			}
			if how == "jumps" && allocs(rec, 4321) != 1000 {
				t.Errorf("%d of 1000 allocations after the jumps", allocs(rec, 4321))
			}
		})
	}
}

// placesAreRight: each cell of testdata/eachstep.c was written from its own place.
func placesAreRight(t *testing.T, rec recording, places, cells uint64) {
	t.Helper()
	const place, count = 32, 4096
	seen := map[uint64]bool{}
	for _, op := range rec.ops {
		if i := op.Addr - cells; op.Kind == trace.Write && i < count {
			seen[i] = true
			if pc := rec.tables.Stacks[op.Stack].PC; i > 0 && (pc-places)/place != i {
				t.Errorf("cell %d was written from %#x, not from place %d: %#x", i, pc, i, places+place*i)
			}
		}
	}
	if len(seen) < 500 {
		t.Errorf("%d places wrote", len(seen))
	}
}
