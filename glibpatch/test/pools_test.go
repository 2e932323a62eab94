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
	const name = "libglib-2.0.so.0"
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), name))
	if err != nil {
		t.Fatal(err)
	}
	symbol := []byte("\x00g_thread_pool_new_full\x00")
	if !bytes.Contains(data, symbol) {
		t.Fatalf("%s has no %s", name, symbol)
	}
	if gio, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), "libgio-2.0.so.0")); err != nil {
		t.Fatal(err)
	} else if bytes.Contains(gio, symbol) {
		t.Skipf("the GIO of this GLib cannot be without %s, so no program is", bytes.Trim(symbol, "\x00"))
	}
	older := t.TempDir()
	data = bytes.ReplaceAll(data, symbol, []byte("\x00g_thread_pool_new_null\x00"))
	if err := os.WriteFile(filepath.Join(older, name), data, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LD_LIBRARY_PATH", older)
	p := corners.Program{Source: "testdata/corners.c", Module: "gio-2.0", Debian: "libglib2.0-dev", Library: "../../lib",
		Words: []string{"own", "tasks"}}
	p.Check(t)
}
