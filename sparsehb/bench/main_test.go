package main

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/eventracer"
)

// The two forms and the engine agree on every block of the traces compared, or
// the table is refused.
func TestPaper(t *testing.T) {
	var out bytes.Buffer
	if err := paper([]string{"-traces", "2"}, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "fewer nodes") {
		t.Errorf("the table lacks its sum:\n%s", out.String())
	}
}

// All algorithms find the same races between actions, and our order is theirs.
func TestAlgorithmsAgree(t *testing.T) {
	for _, fifo := range []bool{false, true} {
		for seed := range uint64(4) {
			src, err := eventracer.Parse("log", pages(seed, 800, 0.05, fifo).Bytes())
			if err != nil {
				t.Fatal(err)
			}
			g, err := actionsOf(src)
			if err != nil {
				t.Fatal(err)
			}
			var sums []uint64
			for _, c := range []connectivity{&search{}, &denseClocks{}, &denseClocks{chained: true}, &bitClocks{}, &sparse{}} {
				l := &limits{memory: 1 << 30, until: time.Now().Add(time.Hour)}
				if err := c.build(g, l); err != nil {
					t.Fatal(err)
				}
				n, sum, err := g.races(c.ordered, l.tick)
				if err != nil || n == 0 {
					t.Fatalf("%T: %d races, %v", c, n, err)
				}
				sums = append(sums, n, sum)
			}
			for i := 2; i < len(sums); i++ {
				if sums[i] != sums[i%2] {
					t.Fatalf("seed %d, fifo %v: races and their sums differ: %d", seed, fifo, sums)
				}
			}
		}
	}
}

// The four counts of a word are raised one by one, whatever their neighbours are.
func TestFourCountsOfAWord(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		a, b := []uint64{r.Uint64() & 0x7fff7fff7fff7fff}, []uint64{r.Uint64() & 0x7fff7fff7fff7fff}
		x := a[0]
		raise(a, b)
		for i := range int32(4) {
			if got, want := countOf(a, i), max(countOf([]uint64{x}, i), countOf(b, i)); got != want {
				t.Fatalf("%x and %x: count %d is %x, expected %x", x, b[0], i, got, want)
			}
		}
	}
}

// What is too large or takes too long is stopped, and says so.
func TestLimits(t *testing.T) {
	src, err := eventracer.Parse("log", pages(1, 500, 0.05, false).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	g, err := actionsOf(src)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []connectivity{&denseClocks{}, &denseClocks{chained: true}, &bitClocks{}} {
		if err := c.build(g, &limits{memory: 1000, until: time.Now().Add(time.Hour)}); err == nil || !strings.HasPrefix(err.Error(), "needs ") {
			t.Errorf("%T in 1000 bytes: %v", c, err)
		}
		if err := c.build(g, &limits{memory: 1 << 30}); !errors.Is(err, errTime) {
			t.Errorf("%T in no time: %v", c, err)
		}
	}
}

func TestGenerateAndAnalyze(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.srt")
	var out, errs bytes.Buffer
	if code := run([]string{"gen", "-kate", path}, &out, &errs); code != 0 {
		t.Fatalf("gen ended with %d: %s", code, errs.String())
	}
	if code := run([]string{"analyze", path}, &out, &errs); code != 0 || !strings.Contains(out.String(), "84378 operations") {
		t.Errorf("analyze ended with %d: %s%s", code, out.String(), errs.String())
	}
	if code := run([]string{"growth", "-nothing"}, &out, &errs); code != 2 {
		t.Errorf("an unknown flag ended with %d", code)
	}
}

func TestExponent(t *testing.T) {
	if e := exponent([]float64{1e6, 1e7, 1e8}, []float64{2, 2 * math.Pow(10, 1.1), 2 * math.Pow(10, 2.2)}); math.Abs(e-1.1) > 1e-9 {
		t.Errorf("exponent %f, expected 1.1", e)
	}
	if m, h := spread([]float64{4, 1, 3, 2, 5}); m != 3 && h <= 0 {
		t.Errorf("median %f, half %f", m, h)
	}
}
