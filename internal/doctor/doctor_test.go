package doctor

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/steering"
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

// TestLoops: the loops of C code are there with what the self-test sees of them; what it
// does not see is no good state.
func TestLoops(t *testing.T) {
	all := func(env ...string) map[string]Finding {
		found := map[string]Finding{}
		for _, f := range (machine{t.Context(), env}).loops() {
			found[f.What] = f
		}
		return found
	}
	found := all()
	for _, what := range []string{"GLib hooks", "libuv hooks", "GTK"} {
		f, there := found[what]
		if needs.Have(t, what, there); f.State() != "ok" {
			t.Errorf("%s: %s %s", what, f.State(), f.Detail)
		}
	}
	blind := all(steering.EnvironmentOptions + "=" + steering.Option(steering.OptionSabotage, "g_source_attach"))
	if f := blind["GLib hooks"]; f.State() != "no" || !strings.Contains(f.Fix, "selftest glib") {
		t.Errorf("g_source_attach sees nothing: %s %s", f.State(), f.Detail)
	}
}

// A library is asked for with all its symbols: one that was made with another version's
// headers loads, and fails where it is used.
func TestCannotLoad(t *testing.T) {
	cc, dir := needs.Tool(t, "cc"), t.TempDir()
	for name, c := range map[string]struct{ code, want string }{
		"whole":   {"int f(void) { return 1; }", ""},
		"lacking": {"int no_such(void); int f(void) { return no_such(); }", "no_such"},
	} {
		library := filepath.Join(dir, name+".so")
		cmd := exec.Command(cc, "-shared", "-fPIC", "-o", library, "-xc", "-")
		cmd.Stdin = strings.NewReader(c.code)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if got := cannotLoad(t.Context(), library); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := cannotLoad(t.Context(), filepath.Join(dir, "absent.so")); got == "" {
		t.Error("a library that is not there can be loaded")
	}
}
