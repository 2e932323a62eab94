package main

import (
	"os"
	"strings"
	"testing"
)

// TestUpToDate: what Go has was made from what C includes.
func TestUpToDate(t *testing.T) {
	def, err := os.ReadFile("../../../tracelib/include/sparserec/steering.def")
	if err != nil {
		t.Fatal(err)
	}
	want, err := generate(string(def))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("../words_gen.go"); err != nil || string(got) != string(want) {
		t.Errorf("words_gen.go is not made from steering.def (%v): go generate ./internal/steering", err)
	}
}

func TestRefuses(t *testing.T) {
	for _, def := range []string{"", "#define STEERING_VERSION 2\nSTEERING_WORD(a, b)\n", "#define STEERING_VERSION 2\nSTEERING_WORD(a, b, \"c\\\"\")\n"} {
		if src, err := generate(def); err == nil {
			t.Errorf("%q: %s", def, strings.TrimSpace(string(src)))
		}
	}
}
