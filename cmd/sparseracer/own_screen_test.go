package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScreenSaysWhy: an X server that does not start is quoted, however much it says.
func TestScreenSaysWhy(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho 'no room for a socket' >&2\nfor i in 1 2 3 4 5 6 7 8 9; do echo 'no room, once more, for any of the sockets that were tried' >&2; done\nexit 1\n"
	if err := os.WriteFile(filepath.Join(dir, "Xvfb"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	_, _, err := startScreen()
	if err == nil || !strings.HasPrefix(err.Error(), "Xvfb did not start: no room for a socket; no room, once more") || len(err.Error()) > 350 {
		t.Errorf("it says %v", err)
	}
}
