package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/install"
)

// What cannot be recorded, or not to that place, is one error before the
// program starts.
func TestRefusedBeforeStart(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	built(t, "lib/libsparserec.so")
	dir := t.TempDir()
	marker := filepath.Join(dir, "ran")
	victim, link, second := filepath.Join(dir, "victim"), filepath.Join(dir, "link.srt"), filepath.Join(dir, "second.srt")
	must(t, os.WriteFile(victim, []byte("kept"), 0o600))
	must(t, os.Symlink(victim, link))
	must(t, os.Link(victim, second))
	for pattern, want := range map[string]string{
		link:                "a symbolic link",
		second:              "has a second name",
		"/nowhere/t.srt":    "no such file or directory",
		"/nowhere/t.%p.srt": "no such file or directory",
		"/dev/null":         "not a regular file",
		dir:                 "is a directory",
		dir + "/%p/t.srt":   "not of a folder",
	} {
		_, stderr, code := command(t, "", tool, "record", "-o", pattern, "--", "touch", marker)
		if code != exitError || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, want) || !strings.Contains(stderr, pattern) {
			t.Errorf("%s: ended with %d, %q, expected one line with %q", pattern, code, stderr, want)
		}
	}
	// A name that is known only when the process runs is refused by the recorder.
	for _, path := range []string{link, second} {
		_, stderr, _ := command(t, "", "/usr/bin/env", "LD_PRELOAD="+built(t, "lib/libsparserec.so"), "SPARSERACER_OPTIONS=trace="+path, "true")
		if !strings.Contains(stderr, "cannot record to "+path) {
			t.Errorf("%s: the recorder says %q", path, stderr)
		}
	}
	if data, err := os.ReadFile(victim); string(data) != "kept" {
		t.Errorf("the file behind the links holds %q (%v)", data, err)
	}
	if install.FileExists(marker) {
		t.Error("the program ran all the same")
	}
	if left, _ := filepath.Glob(dir + "/.*"); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A trace of an earlier run is not taken for this one's, nor lost when there is
// none of this run.
func TestOlderTrace(t *testing.T) {
	t.Parallel()
	tool, compiler := built(t, "bin/sparseracer"), "g++"
	if _, err := exec.LookPath(compiler); err != nil {
		missing(t, compiler+" is not installed")
	}
	dir := t.TempDir()
	exe := builds.Program(t, "static", compiler, "-static", "-pthread", "testdata/foreign/threads.cpp", "-o", "{out}")
	path := filepath.Join(dir, "t.srt")
	if _, stderr, code := command(t, "", tool, "record", "-o", path, "--", "ls", "/"); code != 0 {
		t.Fatalf("ended with %d: %s", code, stderr)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, stderr, code := command(t, "", tool, "record", "--follow", "-o", path, "--", exe)
	if code != exitError || !strings.Contains(stderr, "left no trace") {
		t.Errorf("ended with %d: %s", code, stderr)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the older trace is changed (%v)", err)
	}
}

// Programs with a sanitizer's runtime in them: refused when that can be seen,
// and harmed in no case.
func TestForeignRuntimes(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	library := built(t, "lib/libsparserec.so")
	for _, c := range []struct{ compiler, flags, want string }{
		{"g++", "-fsanitize=thread", "ThreadSanitizer's own runtime (libtsan.so."},
		{"clang++-19", "-fsanitize=thread", "ThreadSanitizer's own runtime (part of it)"},
		{"g++", "-fsanitize=address", "AddressSanitizer (libasan.so."},
	} {
		t.Run(strings.ReplaceAll(c.compiler+c.flags, "=", " "), func(t *testing.T) {
			if _, err := exec.LookPath(c.compiler); err != nil {
				missing(t, c.compiler+" is not installed")
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "t.srt")
			exe := builds.Program(t, "threads", c.compiler, "-g", "-O1", c.flags, "testdata/foreign/threads.cpp", "-o", "{out}")
			stdout, stderr, code := command(t, "", tool, "record", "-o", path, "--", exe)
			if code != exitError || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
				t.Errorf("ended with %d, stdout %q, stderr %q", code, stdout, stderr)
			}
			if c.flags != "-fsanitize=thread" {
				return
			}
			// Started by something that is not looked at.
			stdout, stderr, _ = command(t, "", "/usr/bin/env", "LD_PRELOAD="+library, "SPARSERACER_OPTIONS=trace="+path, exe)
			if stdout != "6 100\n" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "not recorded: ThreadSanitizer") {
				t.Errorf("preloaded: stdout %q, stderr %q", stdout, stderr)
			}
			if install.FileExists(path) {
				t.Error("preloaded: it left a trace")
			}
		})
	}
}
