package main

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"
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
