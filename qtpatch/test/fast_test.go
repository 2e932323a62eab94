package qtpatch_test

import "testing"

// TestFastTimers: thirty seconds pass at once (a run may take twenty), in order; the real clock stays real.
func TestFastTimers(t *testing.T) {
	for _, module := range []string{"Qt5Core", "Qt6Core"} {
		t.Run(module, func(t *testing.T) {
			program := withASan(t, "times-"+module, "testdata/times.cpp", module)
			r, verdict := steered(t, scheduleHead+"fast\n", nil, program)
			if r.out != "reply\none\ntwo\n" || r.code != 0 || len(verdict) != 1 || verdict[0] != "exit" {
				t.Errorf("ended with %d, verdict %q:\n%s", r.code, verdict, r.out)
			}
		})
	}
}
