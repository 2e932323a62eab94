package tracegen

import (
	"errors"
	"io"
	"testing"

	"sparseracer/internal/trace"
)

// TestHostileFamilies: each is a valid trace that grows with what is asked for.
func TestHostileFamilies(t *testing.T) {
	for i := range HostileFamilies {
		h := &HostileFamilies[i]
		before := 0
		for _, n := range []int{500, 5000} {
			src, err := h.Trace(n, n == 500)
			if err != nil {
				t.Fatalf("%s: %v", h.Name, err)
			}
			ops := count(t, h.Name, trace.Checked(src))
			if ops < 3*before || ops < n/5 {
				t.Errorf("%s: %d operations for %d, after %d", h.Name, ops, n, before)
			}
			before = ops
		}
	}
}

func count(t *testing.T, name string, src trace.Source) (n int) {
	r, err := src.Open()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	defer r.Close()
	var op trace.Op
	for {
		switch err := r.Next(&op); {
		case errors.Is(err, io.EOF):
			return n
		case err != nil:
			t.Fatalf("%s: %v", name, err)
		}
		n++
	}
}
