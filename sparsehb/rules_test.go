package sparsehb

import (
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

func TestParseRules(t *testing.T) {
	for text, want := range map[string]struct {
		set     Rules
		without string
	}{
		"auto":           {Auto, ""},
		"paper":          {Paper, ""},
		"exact,-RN":      {Exact, "RN"},
		"batch,-R22,-RL": {Batch, "R22 RL"},
		"-RT,-RW":        {Auto, "RT RW"},
	} {
		set, without, err := ParseRules(text)
		if err != nil || set != want.set || strings.Join(without, " ") != want.without {
			t.Errorf("%s: %v, %v, %v", text, set, without, err)
		}
	}
	for _, text := range []string{"", "best", "exact,paper", "exact,RN", "exact,-R99", "-join", "-", "exact,"} {
		if _, _, err := ParseRules(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if _, err := Analyze(&trace.Memory{}, Options{Without: []string{"R99"}}); err == nil {
		t.Error("an unknown rule to go without is taken")
	}
}
