package timeline

import (
	"errors"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestHistory: allocations that had an address, in order, also those whose beginning or
// end the recording lacks; destructors and neighbours do not count.
func TestHistory(t *testing.T) {
	src, err := trace.ParseText("t", []byte(`deq(a)
free(0x100, 16)
alloc(0x100, 32)
alloc(0x200, 32)
read(0x110, 4)
end(a)
deq(b)
free(0x100, 32, kind=destroy)
free(0x100, 32)
alloc(0x108, 16)
free(0x200, 32)
free(0x108, 16)
alloc(0x0f0, 64)
end(b)
`))
	if err != nil {
		t.Fatal(err)
	}
	list, all, err := ReadHistory(src, 0x10c, func() error { return nil })
	if err != nil || all != 4 || len(list) != 4 {
		t.Fatalf("%d of %d, %v", len(list), all, err)
	}
	op := func(m *Moment) int {
		if m == nil {
			return -1
		}
		return int(m.Op)
	}
	for i, want := range [][4]int{{0x100, 16, -1, 1}, {0x100, 32, 2, 8}, {0x108, 16, 9, 11}, {0xf0, 64, 12, -1}} {
		l := list[i]
		if got := [4]int{int(l.Addr), int(l.Size), op(l.Alloc), op(l.Free)}; got != want {
			t.Errorf("%d is %v, expected %v", i, got, want)
		}
	}
	if e := list[2].Alloc.Event; e != list[3].Alloc.Event || e == list[0].Free.Event {
		t.Errorf("handlers %v", e)
	}
}

// TestHistoryBounded: of an address that is handed out again and again the first ones are
// listed, and all counted; who does not want to know any more ends the reading.
func TestHistoryBounded(t *testing.T) {
	text := "deq(a)\n" + strings.Repeat("alloc(0x100, 8)\nfree(0x100, 8)\n", maxLifetimes+7)
	src, err := trace.ParseText("t", []byte(text+"end(a)\n"))
	if err != nil {
		t.Fatal(err)
	}
	list, all, err := ReadHistory(src, 0x100, func() error { return nil })
	if err != nil || all != maxLifetimes+7 || len(list) != maxLifetimes || list[maxLifetimes-1].Free == nil {
		t.Errorf("%d of %d, %v", len(list), all, err)
	}
	text += strings.Repeat("free(0x300, 8)\nalloc(0x300, 8)\n", often)
	if src, err = trace.ParseText("t", []byte(text+"end(a)\n")); err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	if _, _, err := ReadHistory(src, 0x100, func() error { return gone }); !errors.Is(err, gone) {
		t.Errorf("an end that is asked for: %v", err)
	}
}
