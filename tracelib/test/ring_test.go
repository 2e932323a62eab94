package recorder_test

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/trace"
)

var ringKills = flag.Int("kills", 8, "how often a program with a ring is killed")

// ringed records ring.c with a ring of 1 MiB, and makes a trace of what is left.
func ringed(t *testing.T, rounds int, end ...string) (path string, ring os.FileInfo) {
	t.Helper()
	r := record(t, "ring=1M", append([]string{program(t, "ring.c"), fmt.Sprint(rounds)}, end...)...)
	if r.stderr != "" {
		t.Fatalf("stderr %q", r.stderr)
	}
	st, err := os.Stat(r.path)
	if err != nil {
		t.Fatal(err)
	}
	return fromRing(t, r.path), st
}

func fromRing(t *testing.T, ring string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "ring.srt")
	if _, err := trace.FromRing(ring, out, time.Now().UnixNano(), 6); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRingWraps: of a run that fills a ring many times the end is there, whole, with what was
// open when it begins; the file keeps its bound.
func TestRingWraps(t *testing.T) {
	path, ring := ringed(t, 120000, "abort")
	if most := int64(1<<20 + 16<<20); ring.Size() > most {
		t.Errorf("the ring takes %d bytes, expected at most %d", ring.Size(), most)
	}
	rec := decode(t, path)
	if c := rec.meta.Cut; !c.Is() || c.Bytes < 2<<20 || c.Undefined != 0 || c.At < rec.meta.Start || c.End < c.At || rec.meta.Complete || rec.meta.Signal != 6 || rec.meta.Lost != 0 {
		t.Errorf("header %+v", rec.meta)
	}
	var labels []string
	early, written := 0, uint64(0)
	for i := range rec.ops {
		op := &rec.ops[i]
		switch {
		case op.Kind == trace.Deq && op.Attr("label") != "":
			labels = append(labels, op.Attr("label"))
		case op.Kind == trace.Enq && op.Attr(trace.BeforeCut) != "":
			early++
		case op.Kind == trace.Write && op.Addr == 0x100000:
			if written != 0 && op.Size != written+1 {
				t.Fatalf("operation %d: write %d comes after %d", i, op.Size, written)
			}
			written = op.Size
		}
	}
	slices.Sort(labels)
	if want := []string{"idle", "last", "outer"}; !slices.Equal(labels, want) {
		t.Errorf("handlers with a label %q, expected %q", labels, want)
	}
	if early != 20 && early != 21 || written != 120000 { // the round that runs at the cut may be one of them
		t.Errorf("%d events are enqueued before the trace begins, the last write is %d", early, written)
	}
}

// TestRingForgetsTexts: labels that are an event's own are dropped with it, so a run of any
// length has them to its end; what was open meanwhile keeps its own.
func TestRingForgetsTexts(t *testing.T) {
	const rounds = 400_000 // 17 MB of labels, more than all definitions may take
	for how, label := range map[string]func(round uint64) string{
		"names":   func(round uint64) string { return fmt.Sprintf("timer of the round %08x in its loop", round) },
		"settles": func(round uint64) string { return fmt.Sprintf("round %d of the week", round%7) },
	} {
		t.Run(how, func(t *testing.T) {
			path, ring := ringed(t, rounds, "abort", how)
			if most := int64(1<<20 + 16<<20); ring.Size() > most {
				t.Errorf("the ring takes %d bytes, expected at most %d", ring.Size(), most)
			}
			rec := decode(t, path)
			if c := rec.meta.Cut; !c.Is() || c.Undefined != 0 || rec.meta.Lost != 0 {
				t.Errorf("header %+v", rec.meta)
			}
			ringTexts(t, rec, label)
		})
	}
}

// ringTexts: each round's event has its label, and so has what is open around them.
func ringTexts(t *testing.T, rec recording, label func(round uint64) string) {
	t.Helper()
	var open []string
	named, last := 0, ""
	for i := range rec.ops {
		op := &rec.ops[i]
		switch {
		case (op.Kind == trace.Deq || op.Kind == trace.Pause) && op.Attr("label") != "":
			open = append(open, op.Attr("label"))
		case op.Kind == trace.Enq && op.Attr(trace.BeforeCut) == "" && op.Attr("label") != "last":
			last = op.Attr("label")
		case op.Kind == trace.Write && op.Addr == 0x100000 && last != "":
			if want := label(op.Size - 1); last != want {
				t.Fatalf("operation %d: the event has the label %q, expected %q", i, last, want)
			}
			named++
		}
	}
	slices.Sort(open)
	if want := []string{"idle", "last", "outer", "the loop"}; !slices.Equal(open, want) {
		t.Errorf("handlers and loops with a label %q, expected %q", open, want)
	}
	if named < 2000 {
		t.Errorf("%d events have a label of their own", named)
	}
}

// TestRingForks: what a forked child does goes nowhere, whether a handler of forks sees it or not. It
// has the ring's memory mapped, in which its parent goes on.
func TestRingForks(t *testing.T) {
	res := record(t, "ring=16M", program(t, "forks.c")).ok(t)
	rec := decode(t, fromRing(t, res.path))
	if got := allocs(rec, 100); got != parents100 || allocs(rec, 101)+allocs(rec, 102) != 0 || rec.meta.Cut.Is() || rec.meta.Lost != 0 {
		t.Errorf("%d allocations, expected the parent's %d; header %+v", got, parents100, rec.meta)
	}
}

// TestRingOfChild: a forked child that goes on does not keep the memory of its parent's ring.
func TestRingOfChild(t *testing.T) {
	res := record(t, "ring=16M", program(t, "lingers.c"))
	child, err := strconv.Atoi(res.stdout)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(child, syscall.SIGKILL)
	if rec := decode(t, fromRing(t, res.ok(t).path)); allocs(rec, 100) != 2000 {
		t.Errorf("%d allocations of the parent, expected 2000", allocs(rec, 100))
	}
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", child))
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for line := range strings.Lines(string(maps)) {
		var from, to int
		if strings.Contains(line, res.path) {
			if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err != nil {
				t.Fatal(err)
			}
			kept += to - from
		}
	}
	if kept > 128<<10 { // definitions, and no slots
		t.Errorf("the child has %d bytes of the ring mapped", kept)
	}
}

// TestRingBeginsAnywhere: whatever the first record that is left is, an access or another one, what
// is open in a thread that has been silent since is known.
func TestRingBeginsAnywhere(t *testing.T) {
	for n := range 24 {
		path, _ := ringed(t, 40_000+7*n, "abort")
		ended := 0
		for _, op := range decode(t, path).ops {
			if op.Kind == trace.End && op.Thread == 1 {
				ended++
			}
		}
		if ended != 1 {
			t.Errorf("%d rounds: the silent handler ends %d times", 40_000+7*n, ended)
		}
	}
}

// TestRingKilled: killed at a moment nobody chose, a ring is a trace, without a gap up to there.
// -kills N does it N times.
func TestRingKilled(t *testing.T) {
	exe := program(t, "ring.c")
	seed := time.Now().UnixNano()
	rnd := rand.New(rand.NewSource(seed))
	for round := range *ringKills {
		ring, after := filepath.Join(t.TempDir(), "ring"), time.Duration(rnd.Intn(400))*time.Millisecond
		killAfter(t, func() bool { return true }, after, "ring=1M:trace="+ring, exe, "0", "forever")
		rec := decode(t, fromRing(t, ring))
		var written uint64
		for _, op := range rec.ops {
			if op.Kind != trace.Write {
				continue
			}
			if written != 0 && op.Size != written%1000000+1 {
				t.Fatalf("seed %d, round %d, killed after %v: write %d comes after %d", seed, round, after, op.Size, written)
			}
			written = op.Size
		}
	}
}
