package report

import (
	"fmt"
	"testing"

	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
)

// stock is a recording of a program that nobody instrumented and that has no symbols for
// the handler: it waits in loops of two places, and frames with no place refer to an object
// in both. Whoever frees it comes later.
const stock = `# loop: exact
# module: 0x1000 0x9000 0x1000 /opt/editor/bin/editor 00aa
# stack: 1 0 0x1901
# stack: 2 1 0x1101
# stack: 3 1 0x1301
# stack: 4 1 0x1601
alloc(0x7000, 16, stack=2)
enterloop
deq(click, kind=input, type="Key", class="Button")
hold(0x7000, 16, rule=memory, class="Question")
pause(click, ask, stack=2, what="QDialog::exec")
resume(click, ask)
hold(0x7000, 16, rule=memory, class="Question")
pause(click, again, stack=3, what="QDialog::exec")
resume(click, again)
end(click)
deq(reload)
free(0x7000, 16, stack=4)
end(reload)
exitloop
`

// TestIDsOfUsesWithoutPlace: what tells uses apart that have no place is the loop, and the
// object that the frame refers to. The id that an older report has stays known where it is
// nobody else's.
func TestIDsOfUsesWithoutPlace(t *testing.T) {
	races := func(more ...string) []*Race {
		in := parse(t, "stock", []byte(stock))
		for i, loop := range append([]string{"ask"}, more...) {
			r := in.race(sparsehb.UseFree, []int{3, 6}[i], 11, 0, loop)
			r.First.Live = &sparsehb.LiveReference{Rule: "memory", Class: "Question"}
		}
		return New(in.result, editor(), Options{}).Races
	}
	one, two := races(), races("again")
	if len(one) != 1 || len(two) != 2 || two[0].ID == two[1].ID {
		t.Fatalf("%d and %d reports: %+v", len(one), len(two), two)
	}
	if two[0].ID != one[0].ID {
		t.Errorf("the first has the id %s, alone %s", two[0].ID, one[0].ID)
	}
	old := one[0].by.names.fingerprint(one[0])
	if ids := one[0].IDs(); len(ids) != 2 || ids[1] != old {
		t.Errorf("ids %q, an older report has %s", ids, old)
	}
	for _, r := range two {
		if len(r.IDs()) != 1 || r.ID == old {
			t.Errorf("ids %q: %s is not known to be this one's", r.IDs(), old)
		}
	}
}

// freeing is a recording in which a handler uses two objects after its loop, and another one
// frees both; `%s` are the types, and who frees the second.
const freeing = `# loop: exact
# module: 0x1000 0x9000 0x1000 /opt/editor/bin/editor 00aa
# stack: 1 0 0x1901
# stack: 2 1 0x1101
# stack: 3 1 0x1301
# stack: 4 1 0x1601
# stack: 5 4 0x1701
# stack: 6 1 0x1611
alloc(0x7000, 16, stack=2, type=%q)
alloc(0x7100, 16, stack=2, type=%q)
enterloop
deq(click)
pause(click, ask, stack=3)
deq(answer)
reset(ask)
end(answer)
resume(click, ask)
read(0x7000, 8, stack=3)
read(0x7100, 8, stack=3)
end(click)
deq(reload)
free(0x7000, 16, stack=4)
free(0x7100, 16, stack=%d)
end(reload)
exitloop
`

// TestObjectsOfOneFunction: two objects that one function frees are two bugs if they are of
// different classes, each with an id of its own; what a destructor frees is one with its
// object.
func TestObjectsOfOneFunction(t *testing.T) {
	sym := editor()
	sym.frames[0x1610] = sym.frames[0x1600] // another line of it
	sym.frames[0x1700] = []symbols.Frame{{Function: "Document::~Document()", File: "document.cpp", Line: 70}}
	for _, c := range []struct {
		name, first, second string
		free                int
		want                int
	}{
		{"of two classes", "Document", "Printer", 6, 2},
		{"of one class", "Document", "Document", 6, 1},
		{"of no known class", "Document", "", 6, 1},
		{"by the destructor of the first", "Document", "Printer", 5, 1},
	} {
		in := parse(t, "freeing", fmt.Appendf(nil, freeing, c.first, c.second, c.free))
		in.race(sparsehb.UseFree, 9, 13, 0, "ask")
		in.race(sparsehb.UseFree, 10, 14, 1, "ask")
		r := New(in.result, sym, Options{}).Races
		if len(r) != c.want || len(r) == 2 && r[0].ID == r[1].ID {
			t.Errorf("%s: %d reports, want %d: %+v", c.name, len(r), c.want, r)
		}
	}
}
