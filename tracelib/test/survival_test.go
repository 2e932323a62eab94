package recorder_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

func TestDeaths(t *testing.T) {
	exe := program(t, "death.c")
	for _, c := range []struct {
		how      string
		signal   syscall.Signal
		complete bool
	}{
		{"return", 0, true}, {"quick", 0, true}, {"_exit", 0, false},
		{"kill", syscall.SIGKILL, false}, {"abort", syscall.SIGABRT, false}, {"segv", syscall.SIGSEGV, false},
	} {
		t.Run(c.how, func(t *testing.T) {
			res := record(t, "", exe, c.how)
			status := res.state.Sys().(syscall.WaitStatus)
			if c.signal != 0 && status.Signal() != c.signal || c.signal == 0 && status.ExitStatus() != 3 {
				t.Fatalf("ended by %v", res.state)
			}
			rec := decode(t, res.path)
			reads := 0
			for _, op := range rec.ops {
				if op.Kind == trace.Read {
					reads++
				}
			}
			if reads != 20000 || rec.meta.Complete != c.complete || rec.meta.Lost != 0 {
				t.Errorf("%d reads of 20000, header %+v", reads, rec.meta)
			}
		})
	}
}

// survived checks that the program reached its end, was informed once that there is
// no room, and left a readable trace that says what it lacks: accesses only.
func survived(t *testing.T, res result, why trace.StopReason) {
	t.Helper()
	if !res.state.Success() || !strings.Contains(res.stdout, "reached the end, active 1") {
		t.Fatalf("%v, stdout %q, stderr %q", res.state, res.stdout, res.stderr)
	}
	if strings.Count(res.stderr, "\n") != 1 || !strings.Contains(res.stderr, "recording stopped") {
		t.Errorf("stderr %q, expected one message", res.stderr)
	}
	rec := decode(t, res.path)
	all := counted(rec)
	if all[trace.Write] != 10<<17 || all[trace.Deq] != 10 || rec.meta.LostBy[trace.Write] == 0 || !rec.meta.OnlyAccesses() ||
		rec.meta.Stopped != why || len(rec.ops) < 10000 || !rec.meta.Complete {
		t.Errorf("%d operations, header %+v", len(rec.ops), rec.meta)
	}
}

func TestFileSizeLimit(t *testing.T) {
	survived(t, record(t, "", program(t, "disk.c"), "1500"), trace.StopDisk)
}

func TestMaxSize(t *testing.T) {
	res := record(t, "max_size=1500000", program(t, "disk.c"))
	survived(t, res, trace.StopSize)
	if st, err := os.Stat(res.path); err != nil || st.Size() > 1500000 || st.Size() < 1500000*3/4-2*65536 {
		t.Errorf("%d bytes (%v), expected three quarters of 1500000", st.Size(), err)
	}
}

// On a disk of 2 MB where one can be mounted, and always where the file system says so.
func TestFullDisk(t *testing.T) {
	survived(t, record(t, "", program(t, "nospace.c")), trace.StopDisk)
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=2m"); err != nil {
		t.Logf("the refusal only, for no small disk could be mounted: %v", err)
		return
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	path := filepath.Join(disk, "out.srt")
	res := record(t, "trace="+path, program(t, "disk.c"))
	res.path = path
	survived(t, res, trace.StopDisk)
}

// Someone empties the file while it is mapped: stores to it fault.
func TestTruncated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.srt")
	res := record(t, "trace="+path, program(t, "bus.c"), path)
	if !res.state.Success() || strings.Count(res.stderr, "\n") != 1 ||
		!strings.Contains(res.stderr, "recording stopped") || !strings.Contains(res.stdout, "active 0") {
		t.Errorf("%v, stdout %q, stderr %q", res.state, res.stdout, res.stderr)
	}
	// The place that the thread fills is still there: nothing is lost.
	for _, options := range []string{"compress=0", "compress=1"} {
		res = record(t, options+":trace="+path, program(t, "bus.c"), path, "rest")
		if !res.state.Success() || res.stderr != "" || !strings.Contains(res.stdout, "active 1") {
			t.Errorf("%s: %v, stdout %q, stderr %q", options, res.state, res.stdout, res.stderr)
		}
		if rec := decode(t, path); len(rec.ops) < 1<<17 || rec.meta.Stopped != trace.StopNone {
			t.Errorf("%s: %d operations, header %+v", options, len(rec.ops), rec.meta)
		}
	}
	for _, how := range []string{"fault", "sent"} {
		res = record(t, "", program(t, "bus.c"), path, how)
		if status := res.state.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGBUS {
			t.Errorf("%s: ended by %v, expected its own bus error", how, res.state)
		}
		decode(t, res.path)
	}
}

func TestUnwritable(t *testing.T) {
	for _, path := range []string{"/nowhere/at/all.srt", "/dev/null", dir} {
		res := record(t, "trace="+path, program(t, "death.c"))
		if res.state.ExitCode() != 3 || strings.Count(res.stderr, "\n") != 1 || !strings.Contains(res.stderr, path) {
			t.Errorf("%s: %v, stderr %q", path, res.state, res.stderr)
		}
	}
}

func TestOptions(t *testing.T) {
	exe := program(t, "death.c")
	for options, want := range map[string]string{
		"schedule=/a:verdict='b:c':qt_x=1": "",
		"follow=0:color=red":               "sparserec: SPARSERACER_OPTIONS: unknown key color\n",
		"max_size=1kb":                     "sparserec: SPARSERACER_OPTIONS: max_size=1kb: not a number of bytes, nor one with K, M or G\n",
		"max_size=2g":                      "",
		"follow=1":                         "sparserec: follow=1 needs %p in the trace's name: children are not recorded\n",
	} {
		res := record(t, options, exe)
		if res.stderr != want {
			t.Errorf("%s: stderr %q, expected %q", options, res.stderr, want)
		}
		if rec := decode(t, res.path); !rec.meta.Complete || len(rec.ops) < 20000 {
			t.Errorf("%s: %d operations, %+v", options, len(rec.ops), rec.meta)
		}
	}
}

// Paths with what separates flags and lists, relative to the directory.
func TestTracePath(t *testing.T) {
	cmd := exec.Command(program(t, "death.c"))
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), `SPARSERACER_OPTIONS=trace="a:b 100%%.%p.srt"`)
	cmd.Run()
	decode(t, filepath.Join(cmd.Dir, fmt.Sprintf("a:b 100%%%%.%d.srt", cmd.ProcessState.Pid())))
}

func TestOff(t *testing.T) {
	var out bytes.Buffer
	cmd := exec.Command(program(t, "errno.c"))
	cmd.Env = append(os.Environ(), "SPARSERACER_OPTIONS=schedule=x")
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil || out.Len() != 0 {
		t.Errorf("%v: %s", err, out.String())
	}
}

func TestErrno(t *testing.T) {
	for _, source := range []string{"errno.c", "lockerrno.c"} {
		t.Run(source, func(t *testing.T) { record(t, "", program(t, source)).ok(t) })
	}
}

func TestAllocationsOutsideMain(t *testing.T) {
	exe := program(t, "life.cc")
	rec := decode(t, record(t, "", exe).ok(t).path)
	for n := uint64(1001); n <= 1007; n++ {
		op := rec.ops[rec.alloc(t, n)]
		freed := false
		for _, o := range rec.ops {
			freed = freed || o.Kind == trace.Free && o.Addr == op.Addr
		}
		if !freed {
			t.Errorf("allocation of %d bytes never freed", n)
		}
	}
	if !rec.meta.Complete {
		t.Errorf("header %+v", rec.meta)
	}
}

func TestSignals(t *testing.T) {
	res := record(t, "", program(t, "signals.c")).ok(t)
	var runs int
	fmt.Sscan(res.stdout, &runs)
	rec := decode(t, res.path)
	writes := 0
	for _, op := range rec.ops {
		if op.Kind == trace.Write {
			writes++
		}
	}
	// Each run of the handler is recorded or counted as lost, none twice.
	if writes > runs || uint64(writes)+rec.meta.Lost < uint64(runs) || writes == 0 {
		t.Errorf("%d runs of the handler, %d recorded, %d lost", runs, writes, rec.meta.Lost)
	}
}

func TestThreads(t *testing.T) {
	rec := decode(t, record(t, "", program(t, "threads.c")).ok(t).path)
	live := map[uint64]bool{}
	threads := map[trace.ThreadID]bool{}
	allocs := 0
	for i, op := range rec.ops {
		threads[op.Thread] = true
		switch op.Kind {
		case trace.Alloc:
			if allocs++; live[op.Addr] {
				t.Fatalf("operation %d: %#x allocated twice", i, op.Addr)
			}
			live[op.Addr] = true
		case trace.Free:
			if !live[op.Addr] {
				t.Fatalf("operation %d: %#x freed, but not allocated", i, op.Addr)
			}
			delete(live, op.Addr)
		}
	}
	if len(threads) != 17 || allocs < 16*4000 || rec.meta.Lost != 0 || !rec.meta.Complete {
		t.Errorf("%d threads, %d allocations, header %+v", len(threads), allocs, rec.meta)
	}
}

func TestClosedDescriptors(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine")
	res := record(t, "", program(t, "descriptors.c"), mine).ok(t)
	if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
		t.Errorf("the program's file holds %d bytes (%v), expected its own 4", len(text), err)
	}
	if rec := decode(t, res.path); len(rec.ops) < 8<<16 || !rec.meta.Complete {
		t.Errorf("%d operations, %+v", len(rec.ops), rec.meta)
	}
}

// Two programs with one trace file: the first one keeps it.
func TestSecondRecorder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.srt")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		needs.Missing(t, "no file locks here: "+err.Error())
	}
	f.WriteString("first")
	res := record(t, "trace="+path, program(t, "death.c"))
	if res.state.ExitCode() != 3 || strings.Count(res.stderr, "\n") != 1 {
		t.Errorf("%v, stderr %q", res.state, res.stderr)
	}
	if text, _ := os.ReadFile(path); string(text) != "first" {
		t.Errorf("the file was overwritten: %q", text)
	}
}

// Accesses have no number of their own, but what other threads did before them
// comes before them in the trace.
func TestOrderOfThreads(t *testing.T) {
	res := record(t, "", program(t, "order.c")).ok(t)
	var freed, before, later uint64
	if _, err := fmt.Sscanf(res.stdout, "0x%x 0x%x 0x%x", &freed, &before, &later); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, op := range decode(t, res.path).ops {
		for name, at := range map[string]uint64{"freed": freed, "before": before, "later": later} {
			if op.Addr == at {
				got = append(got, fmt.Sprint(op.Kind, " ", name, " by ", op.Thread))
			}
		}
	}
	want := "alloc freed by 1, read before by 0, free freed by 1, read later by 0"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("got %s\nexpected %s", s, want)
	}
}
