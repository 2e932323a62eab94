package trace

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestIDs holds the numbering against a map: raw numbers that count upward, with holes, out
// of order, and far away.
func TestIDs(t *testing.T) {
	for seed := range int64(20) {
		rnd := rand.New(rand.NewSource(seed))
		var d ids
		want := map[uint64]uint32{}
		var next uint64
		for range 20000 {
			raw := next
			switch rnd.Intn(20) {
			case 0:
				raw = rnd.Uint64()
			case 1:
				raw = uint64(rnd.Intn(40000))
			case 2:
				next += uint64(rnd.Intn(50))
			default:
				next++
			}
			id, known := d.find(raw)
			if w, is := want[raw]; is != known || known && w != id {
				t.Fatalf("seed %d: %d is %d, %v, expected %d, %v", seed, raw, id, known, w, is)
			}
			if !known {
				want[raw] = d.add(raw)
			}
		}
		for raw, id := range want {
			if got, known := d.find(raw); !known || got != id {
				t.Fatalf("seed %d: %d is %d, %v, expected %d", seed, raw, got, known, id)
			}
		}
	}
}

// TestIDsTakeLittleRoom: numbers that count upward take next to none.
func TestIDsTakeLittleRoom(t *testing.T) {
	var d ids
	for raw := range uint64(1 << 20) {
		d.add(raw + 1)
	}
	for i := range d.pages {
		if d.pages[i].list != nil {
			t.Fatalf("page %d has a list", i)
		}
	}
	if len(d.far) > 0 || len(d.pages) > 1<<20/idPageSize+1 {
		t.Errorf("%d numbers in a map, %d pages", len(d.far), len(d.pages))
	}
}

func TestNames(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	var l Names
	var want []string
	add := func(name string) { l.Add(name); want = append(want, name) }
	for i := range 1000 {
		add(fmt.Sprintf("e%d", i))
	}
	for range 1000 {
		switch rnd.Intn(4) {
		case 0:
			add([]string{"", "e", "007", "e0", "e00", "main", "e-1", "e99999999999999999999", "e9999999999999999", "e12345678901234567"}[rnd.Intn(10)])
		default:
			add(fmt.Sprintf("%c%d", 'a'+rnd.Intn(12), rnd.Intn(3000)))
		}
	}
	l.addNumbered("e", 1<<60)
	want = append(want, "e1152921504606846976")
	part := l.until(1500)
	if l.Len() != len(want) || part.Len() != 1500 {
		t.Fatalf("%d and %d names, expected %d and 1500", l.Len(), part.Len(), len(want))
	}
	for i, name := range want {
		if l.At(i) != name || i < 1500 && part.At(i) != name {
			t.Fatalf("name %d is %q, expected %q", i, l.At(i), name)
		}
	}
}

func TestTexts(t *testing.T) {
	var list texts
	want := map[uint64]string{}
	for i := range uint64(3000) {
		s := strings.Repeat(string(rune('a'+i%26)), int(i*i%1999))
		if i%1000 == 7 {
			s = strings.Repeat("long", textPiece)
		}
		raw := i * 3 % 2000
		_, taken := want[raw]
		if list.add(raw, []byte(s)) == taken {
			t.Fatalf("string %d was there before: %v", raw, taken)
		}
		if !taken {
			want[raw] = s
		}
	}
	for raw, s := range want {
		if got, ok := list.get(raw); !ok || got != s {
			t.Fatalf("string %d has %d bytes, expected %d", raw, len(got), len(s))
		}
	}
	if _, ok := list.get(5000); ok {
		t.Error("a string that nobody set")
	}
}

// defining is a recording whose definitions stand between its operations: of two threads, with
// modules that come later, names, locations, types and sites.
func defining() string {
	var b strings.Builder
	b.WriteString("# module: 0x1000 0x2000 0x0 /bin/first 00\n# site: 1 function name=f\n# site: 2 read value=a0\n")
	for i := range 3000 {
		if i%500 == 3 {
			fmt.Fprintf(&b, "# module: %#x %#x 0x0 /lib/m%d 00\n", 0x10000*i, 0x10000*i+100, i)
		}
		fmt.Fprintf(&b, "# stack: %d %d %#x\n", i+1, i/2, 0x1000+i%97)
		fmt.Fprintf(&b, "enq(e%d,label=\"text %d of %d\",stack=%d,thread=%d)\n", i*7%3000+1, i%50, i%60, i+1, i%2*3)
		fmt.Fprintf(&b, "alloc(here%d,8,type=T%d,stack=%d)\n", i%70, i%9, i+1)
		if i%10 == 4 {
			fmt.Fprintf(&b, "deq(odd%d)\npause(odd%d,loop%d)\nresume(odd%d,loop%d)\nend(odd%d)\n", i, i, i, i, i, i)
		}
		fmt.Fprintf(&b, "read(0x%x,8,site=2,stack=%d)\n", 0x100+i, i/3+1)
	}
	return b.String()
}

// TestReadersShareDefinitions: the readers after the first one look definitions up that it
// made, and give the same operations between the same tables.
func TestReadersShareDefinitions(t *testing.T) {
	for name, write := range forms {
		src := mustOpen(t, written(t, mustParse(t, defining()), write))
		first := toText(t, src)
		if !strings.Contains(first, "odd2994") {
			t.Fatal("no names of its own")
		}
		binary := src.(checkedSource).src.(*binarySource)
		if binary.known.defs == nil {
			t.Fatalf("%s: the first reader left no definitions", name)
		}
		tables := *binary.known.defs.tables
		var all sync.WaitGroup
		texts := make([]string, 3)
		for i := range texts {
			all.Go(func() { texts[i] = toText(t, src) })
		}
		all.Wait()
		for i, text := range texts {
			if text != first {
				line, x, y := firstDifference(first, text)
				t.Errorf("%s: reader %d differs in line %d: %q and %q", name, i+2, line, x, y)
			}
		}
		if now := binary.known.defs.tables; len(now.Stacks) != len(tables.Stacks) || now.Events.Len() != tables.Events.Len() || len(now.Modules) != len(tables.Modules) {
			t.Errorf("%s: what is shared was changed", name)
		}
	}
}

// TestStringsOfOneNumber: a number stands for one string.
func TestStringsOfOneNumber(t *testing.T) {
	str := func(s string) []byte { return append([]byte{byte(defString), 1, 1, byte(len(s))}, s...) }
	src := openBlocks(t, block(0, 0, 0, append(str("one"), str("two")...)))
	for _, src := range []Source{src, Brief(src)} {
		if _, _, err := readAll(src); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "found string 1 a second time") {
			t.Errorf("got %v", err)
		}
	}
}

// TestChangedFile: a recording that says something else when it is read again is a fault.
func TestChangedFile(t *testing.T) {
	src := openBlocks(t, block(0, 0, 0, []byte{byte(Enq) | (nextSeq|noAttrs)<<5, 1, 0, 0, 0, 0}))
	first := toText(t, src)
	src.(checkedSource).src.(*binarySource).path = writeBlocks(t, block(0, 0, 0, []byte{byte(Enq) | (nextSeq|noAttrs)<<5, 9, 0, 0, 0, 0}))
	if _, _, err := readAll(src); err == nil {
		t.Errorf("nothing was said of another event than in\n%s", first)
	}
}

// TestAttrStore: attributes come out of a store as they went in, whatever the trace is read from.
func TestAttrStore(t *testing.T) {
	text := everything + `enq(again,label="a \"quoted\" text 17",object=0x12,n=99999999999999999999,empty="")` + "\n"
	recording := mustOpen(t, toBinary(t, mustParse(t, text)))
	for name, src := range map[string]Source{"text": mustParse(t, text), "recording": recording, "recording, again": recording} {
		r, err := src.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var store AttrStore
		var kept []Attrs
		var want [][]Attr
		var op Op
		for r.Next(&op) == nil {
			kept, want = append(kept, store.Keep(r, &op)), append(want, slices.Clone(op.Attrs))
		}
		for i, list := range want {
			if got := kept[i].All(); !slices.Equal(got, list) {
				t.Errorf("%s, operation %d: %v, expected %v", name, i, got, list)
			}
			for _, a := range list {
				if kept[i].Get(a.Key) != a.Value || !kept[i].Has(a.Key) {
					t.Errorf("%s, operation %d: %s is %q, expected %q", name, i, a.Key, kept[i].Get(a.Key), a.Value)
				}
			}
			if kept[i].Get("absent") != "" || kept[i].Has("absent") || len(list) > 0 && list[0].Key != "class" && kept[i].Has("class") {
				t.Errorf("%s, operation %d has what is absent", name, i)
			}
		}
	}
}
