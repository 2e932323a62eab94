package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/crosscheck"
	"sparseracer/internal/install"
	"sparseracer/internal/qtbuild"
)

// qtProgram builds testdata/qt.cpp with a RUNPATH to a stock Qt.
func qtProgram(t *testing.T, major int) string {
	t.Helper()
	stock := install.FindLibrary(fmt.Sprintf("libQt%dCore.so.%[1]d", major))
	if stock == "" {
		missing(t, fmt.Sprintf("Qt %d is not installed", major))
	}
	return builds.Program(t, "qt", "g++", append([]string{"-fPIC", "-std=c++17", "-o", "{out}", "testdata/qt.cpp",
		"-Wl,--enable-new-dtags,-rpath," + filepath.Dir(stock)}, pkgConfig(t, fmt.Sprintf("Qt%dCore", major))...)...)
}

// TestRecordWithPatchedQt: a RUNPATH does not matter, the cache may be where a path
// cannot be preloaded from, and child processes get none of it.
func TestRecordWithPatchedQt(t *testing.T) {
	t.Parallel() // it may have to wait for the library
	crosscheck.Each(t, "../..", recordWithPatchedQt)
}

func recordWithPatchedQt(t *testing.T, major int, core string) {
	exe, folder := qtProgram(t, major), filepath.Dir(core)
	cache := filepath.Join(t.TempDir(), "a cache: with blanks")
	if err := os.MkdirAll(filepath.Join(cache, "sparseracer/qt"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(folder, filepath.Join(cache, "sparseracer/qt", filepath.Base(folder))); err != nil {
		t.Fatal(err)
	}
	tool := withEnvironment(t, built(t, "bin/sparseracer"), []string{"XDG_CACHE_HOME=" + cache})
	for way, patched := range map[string]bool{"stock": false, "patched": true, "auto": true} {
		path := filepath.Join(t.TempDir(), "t.srt")
		stdout, stderr, code := command(t, "", tool, "record", "--qt", way, "-o", path, "--", exe)
		if code != 0 || stdout != "preload=\n" {
			t.Errorf("%s: ended with %d, printed %q\n%s", way, code, stdout, stderr)
		}
		info, _, _ := command(t, "", tool, "info", path)
		if strings.Contains(info, fmt.Sprintf(".sparseqt/libQt%dCore.so.%[1]d", major)) != patched || !strings.Contains(info, "deq") {
			t.Errorf("%s: the trace has\n%s", way, info)
		}
	}
	status, stderr, code := command(t, "", tool, "qt", "status")
	if code != 0 || strings.Count(status, "called by the patched Qt") < 20 {
		t.Errorf("qt status ended with %d:\n%s%s", code, status, stderr)
	}
	if stdout, stderr, code := command(t, "", tool, "qt", "build", "--qt", fmt.Sprint(major)); code != 0 || !strings.HasPrefix(stdout, filepath.Join(cache, "sparseracer/qt")) || stderr != "" {
		t.Errorf("building what is there: ended with %d, %q, %q", code, stdout, stderr)
	}
}

// TestPatchedQtRefused: where the patched one cannot take the stock one's place, it is
// said why; auto goes on with the stock one.
func TestPatchedQtRefused(t *testing.T) {
	tool, exe := built(t, "bin/sparseracer"), qtProgram(t, 5)
	stock, err := filepath.EvalSymlinks(install.FindLibrary("libQt5Core.so.5"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(stock)
	if err != nil {
		t.Fatal(err)
	}
	own := t.TempDir()
	if err := os.WriteFile(filepath.Join(own, "libQt5Core.so.5"), data, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	unbuilt, brought := "no patched QtCore", "brings its own, "+own
	if _, err := qtbuild.Find(t.Context(), 5); errors.Is(err, qtbuild.ErrVersion) {
		unbuilt, brought = err.Error(), err.Error() // before any other reason
	}
	for _, c := range []struct {
		want, library string
		args          []string
	}{
		{unbuilt, "", []string{exe}},
		{"is not linked with QtCore 5 or 6", "", []string{"/bin/true"}},
		{brought, own, []string{exe}},
	} {
		t.Setenv("LD_LIBRARY_PATH", c.library)
		path := filepath.Join(t.TempDir(), "t.srt")
		args := append([]string{"record", "--qt", "patched", "-o", path, "--"}, c.args...)
		if _, stderr, code := command(t, "", tool, args...); code != exitError || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: ended with %d, %q, expected %q", c.args, code, stderr, c.want)
		}
		args[2] = "auto"
		if _, stderr, code := command(t, "", tool, args...); code != 0 {
			t.Errorf("auto, %q: ended with %d, %s", c.args, code, stderr)
		}
	}
	for flag, want := range map[string]string{"--qt=patched --follow": "do not go together", "--qt=6": "expected stock, patched or auto"} {
		args := append(append([]string{"record"}, strings.Fields(flag)...), "--", exe)
		if _, stderr, code := command(t, "", tool, args...); code != exitError || !strings.Contains(stderr, want) {
			t.Errorf("%s: ended with %d, %q", flag, code, stderr)
		}
	}
	t.Setenv("XDG_CACHE_HOME", "nowhere")
	t.Setenv("HOME", "")
	if _, stderr, code := command(t, "", tool, "qt", "build"); code != exitError || !strings.Contains(stderr, "no folder to keep") {
		t.Errorf("no cache: ended with %d, %q", code, stderr)
	}
	if _, stderr, code := command(t, "", tool, "qt", "build", "--qt", "4"); code != exitError {
		t.Errorf("Qt 4: ended with %d, %q", code, stderr)
	}
}
