// Package qtpatch_test checks the hooks against the installed Qt: scripted
// programs run under the library, once with a stand-in for the recorder that
// prints the operations, once with a schedule and AddressSanitizer.
//
// The rules it keeps: what is compared is the whole sequence of operations, not
// a sample of it; every sequence also passes the validator of internal/trace;
// nothing depends on how long something takes, only on what can come first.
package qtpatch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sparseracer/internal/builds"
	"sparseracer/internal/needs"
	"sparseracer/internal/selftest"
	"sparseracer/internal/steering"
)

var buildDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "sparseqt")
	if err != nil {
		panic(err)
	}
	buildDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// flags asks pkg-config, and skips when the Qt module is not there.
func flags(t *testing.T, module string) []string {
	t.Helper()
	out, err := exec.Command("pkg-config", "--cflags", "--libs", module).Output()
	needs.Have(t, module+" (pkg-config)", err == nil)
	return strings.Fields(string(out))
}

var (
	built   = map[string]*program{}
	builtMu sync.Mutex
)

// build gives what a compiler makes, from the cache where nothing changed. Once found,
// it is not looked for again.
func build(t *testing.T, name, compiler string, args ...string) string {
	t.Helper()
	_, err := exec.LookPath(compiler)
	needs.Have(t, compiler, err == nil)
	builtMu.Lock()
	once := built[name]
	if once == nil {
		once = new(program)
		built[name] = once
	}
	builtMu.Unlock()
	once.Do(func() { once.path = builds.Program(t, name, compiler, append(args, "-o", "{out}")...) })
	if once.path == "" {
		t.Fatalf("%s was not built", name)
	}
	return once.path
}

// program is what a compiler has made, "" when it failed.
type program struct {
	sync.Once
	path string
}

func hookLibrary(t *testing.T) string {
	sources, err := filepath.Glob("../src/*.c")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, room := range []string{"loopcore", "uvpatch", "glibpatch"} { // the same library
		others, err := filepath.Glob("../../" + room + "/src/*.c")
		if err != nil || len(others) == 0 {
			t.Fatalf("no sources: %v", err)
		}
		sources = append(sources, others...)
	}
	glib, err := exec.Command("pkg-config", "--cflags", "glib-2.0").Output()
	needs.Have(t, "libglib2.0-dev", err == nil)
	_, err = os.Stat("/usr/include/uv.h")
	needs.Have(t, "libuv1-dev", err == nil)
	_, err = os.Stat("/usr/include/Zydis/Zydis.h")
	needs.Have(t, "libzydis-dev", err == nil)
	args := []string{"-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-shared", "-fPIC", "-fexceptions",
		"-fvisibility=hidden", "-Wall", "-Wextra", "-Werror", "-shared-libgcc",
		"-I../../tracelib/include", "-I../../loopcore/include"}
	args = append(append(args, strings.Fields(string(glib))...), sources...)
	return build(t, "libsparseqt.so", "gcc", append(args, "-lZydis")...)
}

func stubLibrary(t *testing.T) string {
	return build(t, "stub.so", "gcc", "-std=c11", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra",
		"-Werror", "-I../../tracelib/include", "testdata/stub.c")
}

// qtModules are the Qts that every scenario runs on.
var qtModules = []string{"Qt5Widgets", "Qt6Widgets"}

func script(t *testing.T) string { return scriptFor(t, qtModules[0]) }

func scriptFor(t *testing.T, module string) string {
	args := []string{"-std=c++17", "-fPIC", "-g", "testdata/script.cpp"}
	return build(t, "script-"+module, "g++", append(args, flags(t, module)...)...)
}

func withASan(t *testing.T, name, source, module string) string {
	args := []string{"-std=c++17", "-fPIC", "-g", "-fsanitize=address", "-fno-omit-frame-pointer", source}
	return build(t, name, "clang++-19", append(args, flags(t, module)...)...)
}

// result of a program's run.
type result struct {
	out  string // stdout and stderr
	code int
}

// findings is what the tool tells the hooks of the installed Qts.
var findings = sync.OnceValues(func() (string, error) {
	var all []*selftest.Result
	for _, q := range selftest.Installed(selftest.Qt) {
		r, err := selftest.Test(context.Background(), nil, "../../lib", q)
		if err != nil || r.Failed != "" {
			return "", errors.Join(err, errors.New(r.Failed))
		}
		all = append(all, r)
	}
	return selftest.Options(all), nil
})

// withFindings adds them to the hooks' options.
func withFindings(t *testing.T, env []string) []string {
	t.Helper()
	out := slices.Clone(env)
	options, err := findings()
	if err != nil {
		t.Fatal(err)
	}
	for i, kv := range out {
		if strings.HasPrefix(kv, steering.EnvironmentOptions+"=") {
			out[i] = kv + ":" + options
			return out
		}
	}
	return append(out, steering.EnvironmentOptions+"="+options)
}

// killHung ends a program that has hung: its main thread has waited for 20 seconds. What it works does not count, nor how long it was kept
// from a processor, but it is ended after five minutes.
func killHung(p *os.Process, ended <-chan struct{}) {
	begun := time.Now()
	for {
		select {
		case <-ended:
			return
		case <-time.After(100 * time.Millisecond):
		}
		var ran, waited time.Duration // the kernel counts ns; 0 where it tells nothing
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", p.Pid))
		_, _ = fmt.Sscan(string(stat), &ran, &waited)
		if took := time.Since(begun); took-ran-waited > 20*time.Second || took > 5*time.Minute {
			_ = p.Kill()
		}
	}
}

// run starts a program with the variables added to a bare environment.
func run(t *testing.T, env []string, program string, args ...string) result {
	t.Helper()
	cmd := exec.Command(program, args...)
	env = withFindings(t, env)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + buildDir, "QT_QPA_PLATFORM=offscreen",
		"LC_ALL=C.UTF-8", "QT_NO_GLIB=1", "XDG_RUNTIME_DIR=" + buildDir, "ASAN_OPTIONS=detect_leaks=0"}, env...)
	var written bytes.Buffer
	cmd.Stdout, cmd.Stderr = &written, &written
	if err := cmd.Start(); err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	ended := make(chan struct{})
	go killHung(cmd.Process, ended)
	err := cmd.Wait()
	close(ended)
	out := written.Bytes()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", program, err)
	}
	return result{string(out), cmd.ProcessState.ExitCode()}
}
