package farm

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// TestNeeded: a program comes with what the loader takes for it, a script alone, and what the loader
// does not find is named.
func TestNeeded(t *testing.T) {
	f, err := Needed(t.Context(), "/bin/ls")
	if err != nil {
		t.Fatal(err)
	}
	is := func(name string) bool {
		return slices.ContainsFunc(f.Files, func(f File) bool { return strings.HasPrefix(filepath.Base(f.Path), name) && f.BuildID != "" })
	}
	if err := f.Check(); err != nil || !is("ls") || !is("libc.so.6") || !is("ld-linux") {
		t.Errorf("%+v: %v", f, err)
	}
	again, err := Needed(t.Context(), "/bin/ls")
	k1, _ := f.Key()
	if k2, _ := again.Key(); err != nil || k1 != k2 {
		t.Errorf("%s and %s: %v", k1, k2, err)
	}
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if f, err := Needed(t.Context(), script); err != nil || len(f.Files) != 1 || !f.Files[0].Sum.Valid() {
		t.Errorf("%+v: %v", f, err)
	}
	needs.Tool(t, "cc")
	dir := t.TempDir()
	for name, text := range map[string]string{"a.c": "int a(void){return 1;}", "m.c": "int a(void); int main(void){return a();}"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cc := exec.Command("sh", "-c", "cc -shared -fPIC -o liba.so a.c && cc -o m m.c -L. -la && rm liba.so")
	cc.Dir = dir
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := Needed(t.Context(), filepath.Join(dir, "m")); err == nil || !strings.Contains(err.Error(), "needs liba.so, which is not found") {
		t.Errorf("%v", err)
	}
}

// TestHanded: what makes a program load or run something is not handed on.
func TestHanded(t *testing.T) {
	env := []string{"QT_QPA_PLATFORM=offscreen", "LD_PRELOAD=/x", "QT_PLUGIN_PATH=/x", "HOME=/root", "AWS_SECRET_ACCESS_KEY=x", "LC_ALL=C", "GTK_MODULES=x", "ASAN_OPTIONS=x"}
	if got := strings.Join(Handed(env), " "); got != "QT_QPA_PLATFORM=offscreen LC_ALL=C ASAN_OPTIONS=x" {
		t.Error(got)
	}
}

// TestAddress: an address without a token, or that is none, is refused.
func TestAddress(t *testing.T) {
	for address, ok := range map[string]bool{"http://h:1/?token=x": true, "http://h:1/": false, "h:1": false, "ftp://h/?token=x": false, "": false} {
		if _, err := NewClient(address, ""); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
}
