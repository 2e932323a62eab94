package filter

import (
	"math/rand/v2"
	"testing"
)

// Random stretches against a set that knows every byte.
func TestByteSet(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var s byteSet
		model := map[uint64]bool{}
		for range 30 {
			lo := rnd.Uint64N(1 << 18)
			n := 1 + rnd.Uint64N(40)
			switch rnd.IntN(6) {
			case 0:
				n = 1 + rnd.Uint64N(2000)
			case 1:
				n = longStretch + 1 + rnd.Uint64N(1000)
			}
			s.add(lo, lo+n)
			for x := lo; x < lo+n; x++ {
				model[x] = true
			}
		}
		for g := range uint64(1 << 15) {
			want := uint8(0)
			for i := range uint64(8) {
				if model[g<<3+i] {
					want |= 1 << i
				}
			}
			if got := s.in(g); got != want {
				t.Fatalf("seed %d: granule %#x: %08b, want %08b", seed, g, got, want)
			}
		}
	}
}

// Random puts, drops and walks against a plain map.
func TestGranuleMap(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		m, model := newGranuleMap[int](), map[uint64]int{}
		for i := range 2000 {
			g := rnd.Uint64N(700)
			if rnd.IntN(10) == 0 {
				g += 1 << 40
			}
			switch v := m.find(g); {
			case v == nil:
				if _, in := model[g]; in {
					t.Fatalf("seed %d: granule %d lost", seed, g)
				}
				m.put(g, i)
				model[g] = i
			case *v != model[g]:
				t.Fatalf("seed %d: granule %d has %d, want %d", seed, g, *v, model[g])
			default:
				m.drop(g)
				delete(model, g)
			}
			first := rnd.Uint64N(800)
			last := first + rnd.Uint64N(200)
			if rnd.IntN(10) == 0 {
				last = ^uint64(0) >> 3
			}
			checkEach(t, m, model, first, last)
		}
	}
}

func checkEach(t *testing.T, m *granuleMap[int], model map[uint64]int, first, last uint64) {
	t.Helper()
	n := 0
	for g := range model {
		if first <= g && g <= last {
			n++
		}
	}
	m.each(first, last, func(g uint64, v *int) {
		if n--; g < first || g > last || model[g] != *v {
			t.Fatalf("granule %d in %d to %d: %d, want %d", g, first, last, *v, model[g])
		}
	})
	if n != 0 {
		t.Fatalf("%d granules from %d to %d not visited", n, first, last)
	}
}
