package trace

import (
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestBulkIsNext: reading in bulk gives what Next gives, in both forms.
func TestBulkIsNext(t *testing.T) {
	for seed := int64(1); seed <= 30; seed++ {
		src := mustParse(t, mixedAccesses(seed))
		binary, err := OpenFile(toBinary(t, src))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []Source{src, Checked(src), binary} {
			got, inBulk := bulkText(t, s, 1+int(seed%50))
			if line, a, b := firstDifference(got, toText(t, s)); line > 0 {
				t.Fatalf("seed %d, %s: line %d is %q in bulk, %q by Next", seed, s.Name(), line, a, b)
			}
			if inBulk == 0 {
				t.Fatalf("seed %d, %s: nothing came in bulk", seed, s.Name())
			}
		}
	}
}

// firstDifference returns the first line that differs, 0 for none.
func firstDifference(a, b string) (line int, x, y string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return i + 1, as[i], bs[i]
		}
	}
	if len(as) != len(bs) {
		return min(len(as), len(bs)) + 1, "", ""
	}
	return 0, "", ""
}

// mixedAccesses is a text trace of accesses with all sizes, modes and threads.
func mixedAccesses(seed int64) string {
	rnd := rand.New(rand.NewSource(seed))
	var b strings.Builder
	for i := 1; i < 300; i++ {
		fmt.Fprintf(&b, "# stack: %d %d 0x%x\n", i, rnd.Intn(i), i*16)
	}
	thread := 0
	for range 3000 {
		if rnd.Intn(20) == 0 {
			thread = rnd.Intn(3)
		}
		size := []int64{1, 2, 4, 8, 16, 3, 32, 1 << 40}[rnd.Intn(8)]
		kind := []string{"read", "write", "alloc"}[rnd.Intn(40)/19]
		fmt.Fprintf(&b, "%s(0x%x,%d", kind, rnd.Int63n(1<<uint(8+rnd.Intn(40))), size)
		if kind != "alloc" && rnd.Intn(10) == 0 {
			fmt.Fprintf(&b, ",atomic=1,was=%d", rnd.Intn(1<<uint(rnd.Intn(30))))
		}
		if thread > 0 {
			fmt.Fprintf(&b, ",thread=%d", thread)
		}
		fmt.Fprintf(&b, ",stack=%d)\n", rnd.Intn(300))
	}
	return strings.ReplaceAll(b.String(), "read(0x1", "read(0x4")
}

// bulkText is toText by way of Accesses.
func bulkText(t *testing.T, src Source, size int) (text string, inBulk int) {
	t.Helper()
	r, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m := &Memory{}
	bulk, buf := BulkOf(r), make([]Access, size)
	for {
		n, thread := bulk.Accesses(buf)
		inBulk += n
		for i := range buf[:n] {
			m.Ops = append(m.Ops, buf[i].Op(thread))
		}
		if n > 0 {
			continue
		}
		var op Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			m.M, m.T = *r.Meta(), *r.Tables()
			return toText(t, m), inBulk
		} else if err != nil {
			t.Fatal(err)
		}
		m.Ops = append(m.Ops, op)
	}
}

// readInBulk is readAll by way of Accesses.
func readInBulk(src Source, size int) (ops []Op, err error) {
	r, err := Checked(src).Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	bulk, buf := BulkOf(r), make([]Access, size)
	for {
		n, thread := bulk.Accesses(buf)
		for i := range buf[:n] {
			ops = append(ops, buf[i].Op(thread))
		}
		if n > 0 {
			continue
		}
		var op Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return ops, nil
		} else if err != nil {
			return ops, err
		}
		op.Attrs = append([]Attr(nil), op.Attrs...)
		op.Objects = append([]Span(nil), op.Objects...)
		ops = append(ops, op)
	}
}

func TestSqueeze(t *testing.T) {
	for w, want := range map[uint64]uint64{
		0: 0, 0x7f: 0x7f, 0x0180: 0x80, 0x01ff: 0xff, 0x7fffffffffffffff: 1<<56 - 1, 0x0180808080808080: 1 << 49,
	} {
		if got := squeeze(w); got != want {
			t.Errorf("squeeze(%#x) = %#x, expected %#x", w, got, want)
		}
		if got := squeeze4(w); w < 1<<32 && got != want {
			t.Errorf("squeeze4(%#x) = %#x, expected %#x", w, got, want)
		}
	}
}

// BenchmarkDecode reads a recording in bulk: BENCH_TRACE, or a made-up one.
func BenchmarkDecode(b *testing.B) {
	path := os.Getenv("BENCH_TRACE")
	if path == "" {
		path = toBinary(b, mustParse(b, strings.ReplaceAll(mixedAccesses(1), "1099511627776", "8")))
	}
	src, err := OpenFile(path)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]Access, 1024)
	var ops uint64
	for range b.N {
		r, err := src.Open()
		if err != nil {
			b.Fatal(err)
		}
		bulk := BulkOf(r)
		var op Op
		for {
			if n, _ := bulk.Accesses(buf); n > 0 {
				ops += uint64(n)
				continue
			}
			if err := r.Next(&op); err != nil {
				break
			}
			ops++
		}
		r.Close()
	}
	b.ReportMetric(float64(ops)/b.Elapsed().Seconds(), "ops/s")
}

// TestTextInBulk: plain accesses, others and operations in between come in the order
// of the lines, each of its thread; a fault names its line.
func TestTextInBulk(t *testing.T) {
	const text = "deq(a)\nread(0x10)\nwrite(0x20,4)\nread(0x30,thread=1)\nread(x)\nread(0x40)\nend(a)\nread(0x50,8,thread=2)\nread(0x60,val=5)\nread(0x70)\n"
	src, err := ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := toText(t, src); got != text+"# complete: yes\n" {
		t.Errorf("written back:\n%s\nexpected:\n%s", got, text)
	}
	one, _, err := readAll(src)
	if err != nil || len(one) != 10 {
		t.Fatalf("%d operations, %v", len(one), err)
	}
	for _, size := range []int{1, 2, 100} {
		if many, err := readInBulk(src, size); err != nil || !reflect.DeepEqual(one, many) {
			t.Errorf("%d at a time: %v, %v\nexpected %v", size, many, err, one)
		}
	}
	if src, err = ParseText("t", []byte(text+"end(a)\n")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readAll(src); err == nil || !strings.HasPrefix(err.Error(), "t:11: ") {
		t.Errorf("error %v, expected one of line 11", err)
	}
}
