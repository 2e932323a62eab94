package recorder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sparseracer/internal/trace"
)

// counted are the operations of a trace by kind, with those that were lost.
func counted(rec recording) (all [32]uint64) {
	all = rec.meta.LostBy
	for _, op := range rec.ops {
		all[op.Kind]++
	}
	return all
}

// sameButThreads: libc takes a thread's stack from one that has ended when there is
// one by then, and allocates less for it.
func sameButThreads(got, want [32]uint64, threads int) bool {
	if d := int64(got[trace.Alloc]) - int64(want[trace.Alloc]); max(d, -d) > int64(threads) {
		return false
	}
	got[trace.Alloc] = want[trace.Alloc]
	return got == want
}

func lostEvents(m trace.Meta) uint64 {
	return m.LostBy.Sum() - m.LostBy[trace.Write] - m.LostBy[trace.Alloc] - m.LostBy[trace.Free]
}

// Whatever the limit, what was recorded and what is counted as lost make up all
// that the program did, kind by kind, and accesses are given up first.
func TestRoom(t *testing.T) {
	const block = 64 << 10
	exe := program(t, "full.c")
	for _, threads := range []int{0, 7} {
		args := []string{exe, fmt.Sprint(threads), "300"}
		res := record(t, "", args...).ok(t)
		whole := counted(decode(t, res.path))
		st, err := os.Stat(res.path)
		if err != nil {
			t.Fatal(err)
		}
		nearly := uint64(st.Size()) * 7 / 8
		for _, limit := range []uint64{1, 4096, 4096 + block - 1, 4096 + block, 4096 + 2*block, 4096 + 4*block, 1 << 20, nearly} {
			res := record(t, fmt.Sprintf("max_size=%d", limit), args...)
			if !res.state.Success() {
				t.Fatalf("limit %d: %v, stderr %q", limit, res.state, res.stderr)
			}
			rec := decode(t, res.path)
			m := rec.meta
			if got := counted(rec); !sameButThreads(got, whole, threads) || m.Lost != m.LostBy.Sum() {
				t.Errorf("%d threads, limit %d: %d recorded or lost, expected %d; lost %d", threads, limit, got, whole, m.Lost)
			}
			st, err := os.Stat(res.path)
			if err != nil || uint64(st.Size()) > max(limit, 4096) {
				t.Errorf("limit %d: the file has %d bytes (%v)", limit, st.Size(), err)
			}
			if (m.Stopped == trace.StopSize) != (m.Lost > 0) || !m.Complete {
				t.Errorf("limit %d: header %+v", limit, m)
			}
			if lostEvents(m) > 0 && m.LostBy[trace.Write] == 0 || lostEvents(m) > 0 && m.LostBy[trace.Free] == 0 {
				t.Errorf("limit %d: events lost before accesses or the heap: %+v", limit, m)
			}
			if limit == nearly && threads == 7 && (lostEvents(m) > 0 || m.LostBy[trace.Write] == 0) {
				t.Errorf("limit %d: expected all events and not all accesses, lost %d", limit, m.LostBy)
			}
		}
	}
}

// Each process has a limit of its own.
func TestRoomOfChildren(t *testing.T) {
	out := t.TempDir()
	res := record(t, "max_size=192K:follow=1:trace="+out+"/%p.srt", program(t, "full.c"), "2", "200", "child")
	if !res.state.Success() {
		t.Fatalf("%v, stderr %q", res.state, res.stderr)
	}
	files, _ := filepath.Glob(out + "/*.srt")
	if len(files) != 2 {
		t.Fatalf("files %q, expected two", files)
	}
	for _, f := range files {
		rec := decode(t, f)
		all := counted(rec)
		runs := uint64(200)
		if int(rec.meta.PID) == res.state.Pid() {
			runs = 600
		}
		if all[trace.Deq] != runs || all[trace.Write] != 200*runs || rec.meta.Lost == 0 || lostEvents(rec.meta) != 0 && runs == 200 {
			t.Errorf("%s: %d deq and %d writes recorded or lost, header %+v", f, all[trace.Deq], all[trace.Write], rec.meta)
		}
	}
}
