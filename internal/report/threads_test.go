package report

import "testing"

func TestLoopsOf(t *testing.T) {
	for want, threads := range map[string][]string{
		"that of thread 1 was":                          {"thread 1"},
		"those of thread 1 and thread 2 were":           {"thread 1", "thread 2"},
		"those of thread 1, thread 2 and thread 4 were": {"thread 1", "thread 2", "thread 4"},
	} {
		if got := loopsOf(threads); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
