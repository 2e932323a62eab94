package work

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/farm/farmtest"
)

// TestClean: of a cache that is too large goes what was used longest ago, and nothing that a job holds; what a
// killed worker left goes in any case, what one has just made does not.
func TestClean(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "[a*") // a name, and no pattern
	const each = 64 << 10
	make := func(name string, ago time.Duration) string {
		path := filepath.Join(cache, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Repeat("x", each)), 0o600); err != nil {
			t.Fatal(err)
		}
		entry := path
		if parts := strings.Split(name, "/"); parts[0] == "files" || strings.HasPrefix(name, "job-") || strings.HasPrefix(name, "new-") {
			entry = filepath.Join(cache, strings.Join(parts[:len(parts)-1], "/"))
		}
		at := time.Now().Add(-ago)
		if err := os.Chtimes(entry, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var blobs []string
	for i := range 8 {
		blobs = append(blobs, make(fmt.Sprintf("blobs/aa/%d", i), time.Duration(10-i)*time.Hour))
	}
	program := make("files/root/app", 20*time.Hour) // used longest ago, and held
	killed, begun, going := make("job-killed/x", time.Hour), make("job-begun/x", time.Second), make("job-going/x", time.Hour)
	ctx, release := holding(context.Background())
	for _, path := range []string{filepath.Join(cache, "files/root"), filepath.Join(cache, "job-going"), blobs[0]} {
		if err := hold(ctx, path); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-30 * time.Hour)
	for _, path := range []string{filepath.Join(cache, "files/root"), blobs[0]} { // though it was used just now
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	is := func(when string, want map[string]bool) {
		t.Helper()
		for path, there := range want {
			if _, err := os.Stat(path); (err == nil) != there {
				t.Errorf("%s: %s: %v, expected %v", when, path, err, there)
			}
		}
	}
	if err := clean(cache, 0); err != nil {
		t.Fatal(err)
	}
	is("without a bound", map[string]bool{killed: false, begun: true, going: true, program: true, blobs[0]: true, blobs[7]: true})
	if err := clean(cache, 8*each); err != nil {
		t.Fatal(err)
	}
	is("with a bound", map[string]bool{begun: true, going: true, program: true, blobs[0]: true, blobs[1]: false, blobs[2]: false, blobs[7]: true})
	if size := sizeOf(cache).bytes; size > 8*each {
		t.Errorf("%d bytes are left, more than %d", size, 8*each)
	}
	release()
	if err := clean(cache, 6*each); err != nil {
		t.Fatal(err)
	}
	is("once nothing is held", map[string]bool{program: false, blobs[0]: false, blobs[7]: true})
	if err := hold(ctx, program); !os.IsNotExist(err) {
		t.Errorf("what is gone is held: %v", err)
	}
}

// TestCleanedMeanwhile: a job whose files were cleaned has them laid out again.
func TestCleanedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	s, _ := open(t, "sqlite:"+filepath.Join(dir, "farm.db"), "file://"+filepath.Join(dir, "store"))
	w := &worker{opt: Options{Cache: filepath.Join(dir, "cache")}, store: s}
	if err := os.MkdirAll(w.opt.Cache, 0o700); err != nil {
		t.Fatal(err)
	}
	b := build(t, s, "#!/bin/sh\nexit 0\n")
	for i := range 3 {
		ctx, release := holding(t.Context())
		root, err := w.layOut(ctx, b.Files)
		if err != nil {
			t.Fatal(err)
		}
		blob, err := w.fetch(ctx, b.Files.Files[0].Sum)
		if err != nil {
			t.Fatal(err)
		}
		if err := clean(w.opt.Cache, 1); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{filepath.Join(root, "nowhere/app"), blob} {
			if _, err := os.Stat(path); err != nil {
				t.Errorf("job %d: %v", i, err)
			}
		}
		release()
		if err := clean(w.opt.Cache, 1); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(root); !os.IsNotExist(err) {
			t.Errorf("job %d: it stays: %v", i, err)
		}
	}
}

// TestCleanClosed: folders that a program has closed to everybody are removed, also by a worker that is not root;
// what cannot be removed keeps neither the rest nor the worker from its start.
func TestCleanClosed(t *testing.T) {
	const nobody = 65534
	if os.Geteuid() == 0 { // nothing is closed to root
		cmd := exec.Command("/proc/self/exe", "-test.run=^TestCleanClosed$", "-test.v")
		cmd.Dir, cmd.Env = "/", append(os.Environ(), "TMPDIR=/tmp", "HOME=/")
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestCleanClosed") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	dir := t.TempDir()
	cache := filepath.Join(dir, "cache")
	var folders []string
	for _, name := range []string{"job-a/d/e", "job-b/d", "job-c", "job-d/d", "blobs/aa", "files/root", "files/root" + libraryFolder} {
		at := filepath.Join(cache, name)
		if err := os.MkdirAll(at, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(at, "file"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, at)
	}
	old := time.Now().Add(-time.Hour)
	for i, mode := range []os.FileMode{0, 0o555, 0, 0o700, 0o555} {
		entry := filepath.Join(cache, []string{"job-a", "job-b", "job-c", "job-d", "blobs/aa/file"}[i])
		if err := os.Chtimes(entry, old.Add(time.Duration(i)*time.Second), old.Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(folders[i], mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(folders[4], "file"), old.Add(-time.Hour), old.Add(-time.Hour)); err != nil { // the first one
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(cache, "files"), 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(folders[4], 0o700); os.Chmod(filepath.Join(cache, "files"), 0o700) })
	if err := clean(cache, 1); !errors.Is(err, os.ErrPermission) {
		t.Errorf("of what cannot be removed: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(cache, "job-*")); err != nil || len(left) != 0 {
		t.Errorf("it stays: %v, %v", left, err)
	}
	// A program's libraries go first: without its files no cleaner would see them.
	if _, err := os.Stat(filepath.Join(folders[5], "file")); err != nil {
		t.Errorf("files went before their libraries: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folders[6], "file")); !os.IsNotExist(err) {
		t.Errorf("the libraries stay: %v", err)
	}
	if err := os.Chmod(filepath.Join(cache, "files"), 0o700); err != nil {
		t.Fatal(err)
	}
	s, _ := open(t, "sqlite:"+filepath.Join(dir, "farm.db"), "file://"+filepath.Join(dir, "store"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ready := false
	opt := Options{Slots: 1, Tool: farmtest.Tool(t, answers), Cache: cache, CacheSize: 1, Sandbox: SandboxNever, Ready: func(string) { ready = true; cancel() }}
	if err := Work(ctx, s, opt); err != nil || !ready {
		t.Errorf("the worker started: %v, %v", ready, err)
	}
}
