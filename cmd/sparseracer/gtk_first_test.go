package main

import (
	"strings"
	"testing"
)

// TestGtkFirst: a person answers a dialog that waits before the program's own loop, however GTK was initialized.
func TestGtkFirst(t *testing.T) {
	t.Parallel()
	needsGtk(t)
	program := gtkBuild(t, "cmd/sparseracer/testdata/gtk/first.c")
	script := writeScript(t, "wait 500\nclick GtkButton Go on\nwait 500\nclosemain\n")
	for _, how := range []string{"with_args", "parse"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			_, said, code := command(t, t.TempDir(), "timeout", "60", "env", "DISPLAY="+screen(t), "GDK_BACKEND=x11", built(t, "bin/sparseracer"),
				"record", "--play", script, "-o", "t.srt", "--", program, how)
			if code != exitClean || !strings.Contains(said, "answered 1\nclosed\n") {
				t.Errorf("record ended with %d:\n%s", code, said)
			}
		})
	}
}
