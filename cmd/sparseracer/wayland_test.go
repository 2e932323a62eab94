package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/builds"
)

// compositor starts one of Wayland, and returns the environment of programs that are shown there.
func compositor(t *testing.T, backend string, env ...string) []string {
	t.Helper()
	dir := t.TempDir() // its socket is there, and no longer path may be
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	weston := exec.Command("weston", "--backend="+backend, "--socket=w", "--idle-time=0", "--log="+filepath.Join(dir, "log"))
	weston.Env = append(append(os.Environ(), "XDG_RUNTIME_DIR="+dir), env...)
	if err := weston.Start(); err != nil {
		missing(t, "weston: "+err.Error())
	}
	t.Cleanup(func() { _ = weston.Process.Signal(os.Interrupt); _ = weston.Wait() })
	for range 200 {
		if exists(filepath.Join(dir, "w")) {
			return []string{"XDG_RUNTIME_DIR=" + dir, "WAYLAND_DISPLAY=w", "QT_QPA_PLATFORM=wayland"}
		}
		time.Sleep(50 * time.Millisecond)
	}
	said, _ := os.ReadFile(filepath.Join(dir, "log"))
	t.Fatalf("weston did not start:\n%s", said)
	return nil
}

// TestWayland: under a compositor a session is played, its race predicted and proven as on any screen: under one that
// gives windows the focus, and under one that has neither pointer nor keyboard to give. Where a compositor takes the
// focus from a menu's window, that may end the menu's loop, which no recording describes: menus are for the other one.
func TestWayland(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, c := range []struct {
		name, backend string
		env, pairs    []string
	}{
		{"seat", "x11-backend.so", []string{"DISPLAY=" + screen(t)}, []string{"unsaved"}},
		{"no_seat", "headless-backend.so", nil, []string{"unsaved", "submenu"}},
	} {
		shown := compositor(t, c.backend, c.env...)
		for _, qt := range []string{"5", "6"} {
			for _, pair := range c.pairs {
				t.Run(c.name+"/qt"+qt+"/"+pair, func(t *testing.T) {
					source := filepath.Join(built(t, "samples"), pair+"_race.cpp")
					args := append([]string{"-std=c++17", "-fsanitize=address", "-g", "-O1", "-fPIC", "-pthread", "-o", "{out}", source}, pkgConfig(t, "Qt"+qt+"Widgets")...)
					program, dir := builds.Program(t, pair+"_wayland", built(t, "bin/sparse-c++"), args...), t.TempDir()
					run := func(args ...string) (string, int) {
						out, stderr, code := command(t, dir, "env", append(append([]string{}, shown...), append([]string{tool}, args...)...)...)
						return out + stderr, code
					}
					said, code := run("record", "--play", strings.TrimSuffix(source, ".cpp")+".session", "-o", "t.srt", "--", program)
					if code != 0 {
						t.Fatalf("record ended with %d:\n%s", code, said)
					}
					if said, code = run("confirm", "t.srt", "--", program); code != exitRaces || !strings.Contains(said, "confirmed, 1 of 1 runs") {
						t.Errorf("confirm ended with %d:\n%s", code, said)
					}
				})
			}
		}
	}
}
