package tracegen

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"sparseracer/internal/trace"
)

// tally counts the operations of a shape by kind; the checker refuses a trace
// that does not nest.
func tally(t *testing.T, s Shape) (byKind map[trace.Kind]uint64, all uint64) {
	t.Helper()
	r, err := trace.Checked(s).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	byKind = map[trace.Kind]uint64{}
	buf := make([]trace.Access, 100)
	bulk := trace.BulkOf(r)
	for {
		if n, _ := bulk.Accesses(buf); n > 0 {
			for _, a := range buf[:n] {
				byKind[a.Kind]++
			}
			all += uint64(n)
			continue
		}
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return byKind, all
		} else if err != nil {
			t.Fatal(err)
		}
		byKind[op.Kind]++
		all++
	}
}

func TestShapes(t *testing.T) {
	batch := Scale(3, 400000, 500)
	batch.Batch, batch.Prios, batch.Loops = true, 3, 5
	for _, s := range []Shape{Kate(1), Kate(2), Scale(1, 300000, 1000), batch} {
		kinds, all := tally(t, s)
		if all != s.Operations || kinds[trace.Deq] != uint64(s.Events) || kinds[trace.Pause] != uint64(s.Loops) {
			t.Errorf("%+v: %d operations, %d events, %d loops", s, all, kinds[trace.Deq], kinds[trace.Pause])
		}
		for _, k := range []trace.Kind{trace.Enq, trace.Alloc, trace.Free, trace.Read, trace.Write} {
			if kinds[k] == 0 {
				t.Errorf("%+v: no %v", s, k)
			}
		}
	}
}

func TestSeedDecides(t *testing.T) {
	text := func(s Shape) []byte {
		r, err := s.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var b bytes.Buffer
		if _, err := trace.WriteText(&b, r); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if a, b := text(Kate(5)), text(Kate(5)); !bytes.Equal(a, b) {
		t.Error("one seed gave two traces")
	}
	if a, b := text(Kate(5)), text(Kate(6)); bytes.Equal(a, b) {
		t.Error("two seeds gave one trace")
	}
}
