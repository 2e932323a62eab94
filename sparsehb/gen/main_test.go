package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestRegistriesAreFresh: `go generate ./sparsehb/...` would change nothing.
func TestRegistriesAreFresh(t *testing.T) {
	for dir, r := range map[string]registry{
		"../order":  {"Rule", "ruleID", "rule", "numRules"},
		"../filter": {"Filter", "Number", "filter", "Count"},
	} {
		want, err := r.Text(dir)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "registry.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s/registry.go is old: go generate ./sparsehb/...", dir)
		}
	}
}

// TestOneFileOneRow: a rule that is added is one declaration, one number and one row,
// and changes no others.
func TestOneFileOneRow(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "order")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(id, variable string) {
		text := "package order\n\nvar " + variable + " = Rule{\n\tID: \"" + id + "\",\n}\n"
		if err := os.WriteFile(filepath.Join(dir, "rule_"+variable+".go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := registry{"Rule", "ruleID", "rule", "numRules"}
	made := func() []string {
		text, err := r.Text(dir)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range bytes.Lines(text) {
			lines = append(lines, string(line))
		}
		return lines
	}
	write("R4", "r4")
	write("R30", "r30")
	write("RB", "rb")
	before := made()
	write("R31", "r31")
	after := made()
	if len(after) != len(before)+2 {
		t.Fatalf("%d lines more, expected a row and a number:\n%s", len(after)-len(before), after)
	}
	i := 0
	for _, line := range after {
		if i < len(before) && line == before[i] {
			i++
		}
	}
	if i != len(before) {
		t.Errorf("other lines changed, from %q on:\n%s", before[i], after)
	}
}
