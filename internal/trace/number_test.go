package trace

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestSplitNumber(t *testing.T) {
	for s, want := range map[string]string{
		"": "no", "a": "no", "a #83": "a # 83", "83": " 83", "0": " 0", "x.0": "x. 0", "x.007": "no",
		"0x7f83": "no", "a83": "no", "#123456789012345678": "# 123456789012345678",
		"#1234567890123456789": "no", "8 ": "no", "ü8": "ü 8",
	} {
		got := "no"
		if stem, n, ok := splitNumber(s); ok {
			got = stem + " " + strconv.FormatUint(n, 10)
		}
		if got != want {
			t.Errorf("%q: got %q, expected %q", s, got, want)
		}
	}
}

func TestSplitNumberLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a#.]{0,3}[0-9]{0,20}`)).Draw(t, "s")
		if stem, n, ok := splitNumber(s); ok && stem+strconv.FormatUint(n, 10) != s {
			t.Fatalf("%q became %q and %d", s, stem, n)
		}
	})
}
