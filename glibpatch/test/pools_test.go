package test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/corners"
)

// TestWithoutPools: loops are recorded with a GLib whose pools cannot be hooked, as one before 2.70.
func TestWithoutPools(t *testing.T) {
	folder, err := exec.Command("pkg-config", "--variable=libdir", "glib-2.0").Output()
	if err != nil {
		t.Fatalf("pkg-config of libglib2.0-dev: %v", err)
	}
	// The other name has the same hash, by which the linker looks for it: GIO still finds the function.
	symbol, other := []byte("\x00g_thread_pool_new_full\x00"), []byte("\x00g_thread_pool_new_gTll\x00")
	older := t.TempDir()
	for name, must := range map[string]bool{"libglib-2.0.so.0": true, "libgio-2.0.so.0": false} {
		data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), name))
		if err != nil {
			t.Fatal(err)
		}
		if must && !bytes.Contains(data, symbol) {
			t.Fatalf("%s has no %s", name, symbol)
		}
		if err := os.WriteFile(filepath.Join(older, name), bytes.ReplaceAll(data, symbol, other), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("LD_LIBRARY_PATH", older)
	p := corners.Program{Source: "testdata/corners.c", Module: "gio-2.0", Debian: "libglib2.0-dev", Library: "../../lib",
		Words: []string{"own", "tasks"}}
	p.Check(t)
}
