package report

import (
	"bytes"
	"os"
	"testing"
)

// TestRulesPage: docs/rules.md is what the tables say; -update writes it.
func TestRulesPage(t *testing.T) {
	const path = "../../docs/rules.md"
	var want bytes.Buffer
	if err := RulesMarkdown(&want); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is old: go generate ./internal/report", path)
	}
}
