package main

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	got, err := parse([]string{"-ignorelist", "a", "-lto", "-ignorelist", "-lto", "x.bc"})
	if want := (request{bitcode: "x.bc", lists: []string{"a", "-lto"}, lto: true}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, expected %+v", got, err, want)
	}
}

// TestRefuses: one line that says what is wrong, and status 1.
func TestRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"":                       "expected [-ignorelist FILE]",
		"-ignorelist x.bc":       "expected [-ignorelist FILE]",
		"-nosuch x.bc":           `unknown argument "-nosuch"`,
		"-ignorelist /no/l x.bc": "",
		"/no/such.bc":            "",
	} {
		var stderr bytes.Buffer
		status := run(strings.Fields(args), &stderr)
		said := stderr.String()
		if status != 1 || !strings.HasPrefix(said, "sparse-instrument: error: ") || !strings.Contains(said, want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%q: status %d: %q", args, status, said)
		}
	}
}
