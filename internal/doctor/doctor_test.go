package doctor

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/selftest"
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

// TestLoops: what the self-test does not see is no good state, nor one that could not be
// run; the libraries are named with their versions.
func TestLoops(t *testing.T) {
	l := selftest.Library{Family: selftest.GLib, Files: []string{"/lib/libglib-2.0.so.0"}}
	missed := []selftest.Unseen{{Hook: "g_source_attach"}}
	for name, c := range map[string]struct {
		r           selftest.Result
		err         error
		state, want string
	}{
		"all seen":      {selftest.Result{Facts: 3}, nil, "ok", "3 of 3 facts"},
		"one missed":    {selftest.Result{Facts: 3, Unseen: missed}, nil, "no", "2 of 3 facts"},
		"could not run": {selftest.Result{Failed: "absent g_idle_add"}, nil, "no", "absent g_idle_add"},
		"no libraries":  {selftest.Result{}, errors.New("is the installation whole?"), "no", "whole?"},
	} {
		f := tested(l, &c.r, c.err)
		if f.State() != c.state || !strings.Contains(f.Detail, c.want) || c.state == "no" && !strings.Contains(f.Fix, "selftest glib") {
			t.Errorf("%s: %s, %s -> %s", name, f.State(), f.Detail, f.Fix)
		}
	}
	real := filepath.Join(t.TempDir(), "libuv.so.1.0.0")
	link := filepath.Join(filepath.Dir(real), "libuv.so.1")
	if err := errors.Join(os.WriteFile(real, nil, 0o644), os.Symlink(real, link)); err != nil {
		t.Fatal(err)
	}
	if got := release(link); got != "1.0.0, "+real {
		t.Errorf("%q", got)
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
