package race

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Whatever sizes a trace names, the bytes that are looked at grow with its accesses.
func TestSpanIsBounded(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		var s span
		var bytes uint64
		most := r.IntN(64)
		for n := range uint64(20000) {
			size := r.Uint64()>>r.IntN(most+1) | 1
			if n%7 == 0 {
				size = math.MaxUint64
			}
			got := s.of(size)
			if got == 0 || got > size {
				t.Fatalf("of(%d) = %d", size, got)
			}
			if bytes += got; bytes > spareSpan+2*(n+1)*usualSpan {
				t.Fatalf("seed %d: %d bytes of %d accesses", seed, bytes, n+1)
			}
		}
	}
}

// A program that fills some large buffers loses nothing.
func TestSpanOfPrograms(t *testing.T) {
	var s span
	for n := range 100000 {
		size := uint64(8)
		if n%1000 == 0 {
			size = 1 << 19
		}
		if got := s.of(size); got != size {
			t.Fatalf("access %d of %d bytes: %d looked at", n, size, got)
		}
	}
}
