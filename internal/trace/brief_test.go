package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// kindsOf reads a source singly and counts what it gives; sizes and addresses are added up.
func kindsOf(t *testing.T, src Source) (counts [32]int, sum uint64, r Reader, err error) {
	t.Helper()
	if r, err = src.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	var op Op
	for {
		if err = r.Next(&op); err != nil {
			return counts, sum, r, err
		}
		counts[op.Kind]++
		sum += op.Addr + op.Size + op.Val + uint64(op.Event)*3 + uint64(op.Loop)*5 + uint64(op.Thread)
	}
}

// checkBrief holds a brief reader against a full one.
func checkBrief(t *testing.T, src Source) {
	t.Helper()
	full, fullSum, r, err := kindsOf(t, src)
	brief, briefSum, b, briefErr := kindsOf(t, Brief(src))
	if full != brief || fullSum != briefSum {
		t.Errorf("%v operations with %d, in brief %v with %d", full, fullSum, brief, briefSum)
	}
	if errors.Is(err, io.EOF) != errors.Is(briefErr, io.EOF) || errors.Is(err, ErrCorrupt) != errors.Is(briefErr, ErrCorrupt) {
		t.Errorf("%v, in brief %v", err, briefErr)
	}
	if !errors.Is(err, io.EOF) {
		return
	}
	if x, y := FrameCount(r), FrameCount(b); x != y {
		t.Errorf("%d stacks, in brief %d", x, y)
	}
	if !slices.Equal(r.Tables().Modules, b.Tables().Modules) || len(r.Tables().Sites) != len(b.Tables().Sites) {
		t.Errorf("modules %v and %d sites, in brief %v and %d", r.Tables().Modules, len(r.Tables().Sites), b.Tables().Modules, len(b.Tables().Sites))
	}
	if fmt.Sprint(*r.Meta()) != fmt.Sprint(*b.Meta()) {
		t.Errorf("%+v, in brief %+v", *r.Meta(), *b.Meta())
	}
}

func TestBrief(t *testing.T) {
	for name, write := range forms {
		for _, text := range []string{everything, defining()} {
			t.Run(name, func(t *testing.T) { checkBrief(t, mustOpen(t, written(t, mustParse(t, text), write))) })
		}
	}
	checkBrief(t, openBlocks(t, block(0, 0, 0, stepRecords())))
}

// longRecording is a recording of many events, each of which has a string, a stack, a name
// and a loop of its own; and modules whose names were strings long before.
func longRecording(t *testing.T, events int) Source {
	t.Helper()
	text := filepath.Join(t.TempDir(), "long.txt")
	f, err := os.Create(text)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	for i := range events {
		fmt.Fprintf(w, "# stack: %d 0 %#x\n", i+1, 0x1000+i)
		fmt.Fprintf(w, "enq(e%d,label=\"%s in %x\",late=\"/lib/%d\",stack=%d)\ndeq(e%d)\npause(e%d,v%d)\nresume(e%d,v%d)\nend(e%d)\n",
			i+1, strings.Repeat("long", 10), i*0x1234567, i/100, i+1, i+1, i+1, i+1, i+1, i+1, i+1)
	}
	for i := range 30 {
		fmt.Fprintf(w, "# module: %#x %#x 0x0 /lib/%d 00\n", 0x1000*i, 0x1000*i+9, i*events/3000)
	}
	fmt.Fprintln(w, "deq(named)\nend(named)")
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	src, err := OpenFile(text)
	if err != nil {
		t.Fatal(err)
	}
	return mustOpen(t, toBinary(t, src))
}

// TestBriefKeepsLittle: what a brief reader keeps does not grow with the recording.
func TestBriefKeepsLittle(t *testing.T) {
	src := longRecording(t, 200_000)
	live := func(src Source) int64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		_, _, r, err := kindsOf(t, src)
		if !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(r)
		return int64(after.HeapAlloc) - int64(before.HeapAlloc)
	}
	const most = 7 << 20 // the strings that are kept, twice as much room, and a block
	if n := live(Brief(src)); n > most {
		t.Errorf("a brief reader keeps %d bytes of 200,000 events, expected at most %d", n, most)
	}
	if n := live(src); n < 2*most {
		t.Errorf("a full reader keeps %d bytes: the recording is too short to show anything", n)
	}
	checkBrief(t, src)
}
