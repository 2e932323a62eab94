package recorder_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sparseracer/internal/trace"
)

// blocksOf counts a trace's blocks by codec, without those that say nothing.
func blocksOf(t *testing.T, path string) (plain, compressed int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	for at := 4096; at+40 <= len(data); {
		switch {
		case u32(at) == 0:
			at += int(u32(16))
			continue
		case u32(at+12) == 0:
		case u32(at+36) == 1:
			compressed++
		default:
			plain++
		}
		at += int(u32(at + 4))
	}
	return plain, compressed
}

// Compressed recordings hold the same operations in less room.
func TestCompressed(t *testing.T) {
	for _, c := range []struct {
		argv    []string
		smaller int64 // how many times, at least
	}{
		{[]string{program(t, "operations.c")}, 0},
		{[]string{program(t, "attributes.c")}, 0},
		{[]string{program(t, "death.c")}, 1},
		{[]string{program(t, "death.c"), "kill"}, 1},
		{[]string{program(t, "threads.c")}, 0},
		{[]string{program(t, "full.c"), "0", "1500"}, 2},
		{[]string{program(t, "full.c"), "60", "100"}, 1},
		{[]string{program(t, "disk.c")}, 4},
	} {
		plain, packed := record(t, "", c.argv...), record(t, "compress=1", c.argv...)
		if packed.stderr != "" || packed.state.Sys() != plain.state.Sys() {
			t.Errorf("%q: %v, expected %v, stderr %q", c.argv, packed.state, plain.state, packed.stderr)
		}
		want, got := decode(t, plain.path), decode(t, packed.path)
		if counted(got) != counted(want) || got.meta.Lost != 0 || got.meta.Complete != want.meta.Complete {
			t.Errorf("%q: %d, header %+v, expected %d", c.argv, counted(got), got.meta, counted(want))
		}
		a, err1 := os.Stat(plain.path)
		b, err2 := os.Stat(packed.path)
		if err1 != nil || err2 != nil || b.Size()*c.smaller > a.Size() {
			t.Errorf("%q: %d bytes became %d", c.argv, a.Size(), b.Size())
		}
	}
}

// zstd's need of stack is no danger to stacks that have none to spare: their
// blocks stay as they are.
func TestSmallStacks(t *testing.T) {
	rec := record(t, "compress=1", program(t, "smallstacks.c")).ok(t)
	got := decode(t, rec.path)
	if all := counted(got); all[trace.Write] != 3*60000 || got.meta.Lost != 0 || !got.meta.Complete {
		t.Errorf("%d writes, header %+v", all[trace.Write], got.meta)
	}
	if plain, compressed := blocksOf(t, rec.path); plain < 4 || compressed < 1 {
		t.Errorf("%d blocks as they were, %d compressed", plain, compressed)
	}
}

// Limits, full disks and children are no different with compression.
func TestCompressedRoom(t *testing.T) {
	exe := program(t, "full.c")
	whole := counted(decode(t, record(t, "", exe, "7", "300").ok(t).path))
	for _, limit := range []uint64{4096, 4096 + 64<<10, 200 << 10, 400 << 10, 1 << 20} {
		res := record(t, fmt.Sprintf("compress=1:max_size=%d", limit), exe, "7", "300")
		rec := decode(t, res.path)
		if got := counted(rec); !res.state.Success() || got != whole || !rec.meta.Complete {
			t.Errorf("limit %d: %v, %d recorded or lost, expected %d", limit, res.state, got, whole)
		}
		if st, err := os.Stat(res.path); err != nil || uint64(st.Size()) > limit {
			t.Errorf("limit %d: %d bytes (%v)", limit, st.Size(), err)
		}
	}
	// In blocks of 512 bytes, as shells count files.
	res := record(t, "compress=1", "/bin/sh", "-c", "ulimit -f 300; exec \"$0\" 7 300", exe)
	rec := decode(t, res.path)
	if got := counted(rec); !res.state.Success() || got != whole || rec.meta.Lost == 0 || rec.meta.Stopped != trace.StopDisk {
		t.Errorf("limited file: %v, %d recorded or lost, expected %d; stderr %q", res.state, got, whole, res.stderr)
	}

	out := t.TempDir()
	parent := record(t, "compress=1:follow=1:trace="+out+"/%p.srt", program(t, "churn.c")).ok(t).state.Pid()
	files, _ := filepath.Glob(out + "/*.srt")
	for _, f := range files {
		rec := decode(t, f)
		child := rec.meta.PID != uint32(parent)
		if rec.meta.Lost != 0 || child && allocs(rec, 4321) != 1 || !child && allocs(rec, 64) != 400*50 {
			t.Errorf("%s: header %+v", f, rec.meta)
		}
	}
	if len(files) != 51 {
		t.Errorf("%d files, expected the parent's and 50 children's", len(files))
	}
}
