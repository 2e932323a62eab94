package doctor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A step whose LLVM is not installed is distinguished from one that does not like its
// arguments.
func TestCannotStart(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ script, want string }{
		"broken": {"echo 'x: error while loading shared libraries: libLLVM.so.19.1: cannot open' >&2; exit 127", "libLLVM.so.19.1"},
		"fine":   {"echo usage >&2; exit 1", ""},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if got := cannotStart(context.Background(), path); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
