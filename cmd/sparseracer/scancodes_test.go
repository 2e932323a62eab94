package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestScanCodes: a key that is played has the number that it has on a keyboard.
func TestScanCodes(t *testing.T) {
	t.Parallel()
	script := writeScript(t, "wait 100\nkey Q\nkey Ctrl+Right\nkey F5\nkey Escape\ntext /?\nwait 50\nclose\n")
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			player(t, qt)
			_, said := playsScript(t, script, buildWith(t, qt, "c++", filepath.Join("testdata", "scancodes.cpp")))
			for _, want := range []string{"81 24 ", "16777236 114 ", "16777268 71 ", "16777216 9 ", "47 61 /", "63 61 ?"} {
				if !strings.Contains("\n"+said, "\n"+want+"\n") {
					t.Errorf("no key %q:\n%s", want, said)
				}
			}
		})
	}
}
