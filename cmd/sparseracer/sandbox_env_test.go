package main

import (
	"strings"
	"testing"
)

// TestSandboxSays: what the sandbox says to a program that has a screen, a way of drawing or a sandbox of its own to choose;
// what the user has said goes before.
func TestSandboxSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set  []string
		want string
	}{
		{nil, "says offscreen software 1\n"},
		{[]string{"QTWEBENGINE_DISABLE_SANDBOX=0", "QT_QUICK_BACKEND=rhi"}, "says offscreen rhi 0\n"},
	} {
		args := append([]string{"-u", "QT_QPA_PLATFORM", "-u", "QT_QUICK_BACKEND", "-u", "QTWEBENGINE_DISABLE_SANDBOX"}, c.set...)
		out, stderr, code := command(t, t.TempDir(), "env", append(args, built(t, "bin/sparseracer"), "record", "--sandbox", "kept", "--",
			"sh", "-c", "echo says $QT_QPA_PLATFORM $QT_QUICK_BACKEND $QTWEBENGINE_DISABLE_SANDBOX")...)
		if code != 0 || !strings.Contains(out, c.want) {
			t.Errorf("%v: %d, want %q\n%s%s", c.set, code, c.want, out, stderr)
		}
	}
}
