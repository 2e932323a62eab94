package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGtkPlug: what another program's window has inside, such as an icon of a tray, is no window that a person closes, nor the
// main one; the others are.
func TestGtkPlug(t *testing.T) {
	t.Parallel()
	needsGtk(t)
	program, dir := gtkBuild(t, "cmd/sparseracer/testdata/gtk/plug.c"), t.TempDir()
	session, states := filepath.Join(dir, "plug.session"), filepath.Join(dir, "states")
	if err := os.WriteFile(session, []byte("wait 500\nclick GtkButton Ask\nwait 300\nclick GtkButton Cancel\nwait 100\nclosemain\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	alone := exec.Command(program)
	alone.Env = append(os.Environ(), "DISPLAY="+screen(t), "GDK_BACKEND=x11", "LD_PRELOAD="+built(t, "lib/libsparseplayergtk.so"),
		"SESSION_SCRIPT="+session, "SESSION_STATE="+states, "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0")
	if out, err := alone.CombinedOutput(); err != nil || strings.Contains(string(out), "still runs") {
		t.Fatalf("the main window was not closed: %v\n%s", err, out)
	}
	said, err := os.ReadFile(states)
	if err != nil || !strings.Contains(string(said), "closewindow GtkWindow Other") || strings.Contains(string(said), "GtkPlug") {
		t.Errorf("%v: what could come is\n%s", err, said)
	}
}
