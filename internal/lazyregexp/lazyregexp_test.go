package lazyregexp

import "testing"

// TestNew: an expression is compiled once, when it is first asked for, and a wrong one no earlier.
func TestNew(t *testing.T) {
	number, wrong := New(`^[0-9]+$`), New(`(`)
	if !number().MatchString("12") || number().MatchString("a") || number() != number() {
		t.Error("numbers are not told from words, or the expression is compiled again")
	}
	defer func() {
		if recover() == nil {
			t.Error("what is no expression was taken for one")
		}
	}()
	wrong()
}
