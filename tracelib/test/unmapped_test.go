package recorder_test

import "testing"

// TestUnmapsOnce: nothing is unmapped that is not mapped, or a thread of the program could lose what it has mapped there since.
func TestUnmapsOnce(t *testing.T) {
	exe := program(t, "unmapped.c")
	for _, options := range []string{"", "compress=1"} {
		if res := record(t, options, exe).ok(t); res.stdout != "some, 0 twice\n" {
			t.Errorf("%q: %q", options, res.stdout)
		}
	}
}
