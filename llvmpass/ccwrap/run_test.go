package ccwrap

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/system"
)

// The test binary itself is the wrapper when this is set: statuses, signals
// and exec can be seen only from outside.
const asCompiler = "CCWRAP_TEST_COMPILER"

func TestMain(m *testing.M) {
	if clang := os.Getenv(asCompiler); clang != "" {
		c := &Compiler{Clang: clang, Release: "19", Ignore: strings.Fields(os.Getenv("LISTS")), Runtime: Runtime{
			Dir: os.Getenv("RUNTIME"), Instrumenter: os.Getenv("INSTRUMENTER"), Searched: []string{"/nowhere"}},
			Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
		os.Exit(c.Run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// fakeClang is a compiler in shell: `-###` lists JOBS, with @ for itself; as
// cc1 it copies its input to its output, or does what its input's name says.
const fakeClang = `#!/bin/sh
if [ "$1" = "-###" ]; then
	[ -z "$REFUSE" ] || { echo refused >&2; exit 1; }
	echo "fake: warning: planned" >&2
	echo "Fake clang version $VERSION" >&2
	printf '%s\n' "$JOBS" | sed "s#@#$0#g" >&2
	exit 0
fi
[ "$1" = "-cc1" ] || { echo "alone: $*"; exit 7; }
out= prev= in= emit=
for a; do
	[ "$prev" = -o ] && out=$a
	[ "$a" = -disable-llvm-passes ] && emit=yes
	prev=$a in=$a
done
case $in in
status*) echo "fake: says no" >&2; exit ${in#status};;
signal*) kill -${in#signal} $$;;
wait*) : > ready; exec sleep 20;;
esac
cat "$in" > "$out"
[ -z "$emit" ] || printf '+emitted' >> "$out"
`

// fakeInstrumenter adds its arguments to the file that the last one names.
const fakeInstrumenter = `#!/bin/sh
[ -z "$BREAK" ] || { echo "sparse-instrument: error: module does not verify" >&2; exit 1; }
[ -z "$CRASH" ] || kill -KILL $$
said=
while [ $# -gt 1 ]; do said="$said $1"; shift; done
printf '+instrumented%s' "$said" >> "$1"
`

// job writes a line of a listing.
func job(args string) string { return strings.TrimSuffix(quote(strings.Fields(args)), "\n") }

type result struct {
	stdout, stderr string
	state          syscall.WaitStatus
	tmp            string // must be empty afterwards
}

// compile runs the wrapper in dir with a listing and extra environment.
func compile(t *testing.T, dir string, jobs []string, env []string, args ...string) result {
	t.Helper()
	cmd, tmp := command(t, dir, jobs, env, args...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	left, err := os.ReadDir(tmp)
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files left: %v %v", left, err)
	}
	return result{out.String(), errOut.String(), cmd.ProcessState.Sys().(syscall.WaitStatus), tmp}
}

func command(t *testing.T, dir string, jobs, env []string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	clang, tmp := filepath.Join(dir, "fake"), t.TempDir()
	if err := os.WriteFile(clang, []byte(fakeClang), 0o777); err != nil {
		t.Fatal(err)
	}
	instrumenter := filepath.Join(dir, InstrumenterName)
	if err := os.WriteFile(instrumenter, []byte(fakeInstrumenter), 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asCompiler+"="+clang, "JOBS="+strings.Join(jobs, "\n"), "TMPDIR="+tmp, "VERSION=19.1.7", "INSTRUMENTER="+instrumenter)
	cmd.Env = append(cmd.Env, env...)
	return cmd, tmp
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestObject(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.c"), "source")
	r := compile(t, dir, []string{job("@ -cc1 -emit-obj -o a.o -x c a.c")}, nil, "-c", "a.c")
	got, _ := os.ReadFile(filepath.Join(dir, "a.o"))
	if string(got) != "source+instrumented+emitted" || r.state.ExitStatus() != 0 {
		t.Errorf("object %q, status %d, %s", got, r.state.ExitStatus(), r.stderr)
	}
	if r.stderr != "fake: warning: planned\n" {
		t.Errorf("messages %q", r.stderr)
	}
}

// TestInstrumenterArguments: lists and the LTO's flag reach the instrumenter.
func TestInstrumenterArguments(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.c"), "source")
	compile(t, dir, []string{job("@ -cc1 -emit-llvm-bc -flto=full -o a.o -x c a.c")}, []string{"LISTS=one two"}, "-c", "a.c")
	got, _ := os.ReadFile(filepath.Join(dir, "a.o"))
	if want := "source+instrumented -ignorelist one -ignorelist two -lto+emitted"; string(got) != want {
		t.Errorf("object %q, expected %q", got, want)
	}
}

func TestStatus(t *testing.T) {
	object := func(in string) string { return job("@ -cc1 -emit-obj -o " + in + ".o -x c " + in) }
	link := func(in string) string { return job("/bin/false -m elf_x86_64 -o prog " + in) }
	runtime := []string{"RUNTIME=/lib"}
	cases := []struct {
		name   string
		jobs   []string
		env    []string
		status int
		stderr string // a part of it
	}{
		{"3 stays 3", []string{object("status3")}, nil, 3, "fake: error: clang frontend command failed with exit code 3 (use -v to see invocation)\n"},
		{"1 says nothing more", []string{object("status1")}, nil, 1, "fake: warning: planned\nfake: says no\n"},
		{"the first counts", []string{object("status4"), object("status5")}, nil, 4, "exit code 5"},
		{"no link without object", []string{object("status3"), link("status3.o")}, runtime, 3, "exit code 3"},
		{"linker", []string{link("x.o")}, runtime, 1, "fake: error: linker command failed with exit code 1 (use -v to see invocation)\n"},
		{"no runtime", []string{link("x.o")}, nil, 1, "error: libsparserec.so not found in /nowhere; build it first (make)\n"},
		{"static", []string{job("/bin/true -m elf_x86_64 -static -o x x.o")}, runtime, 1, "static executable cannot be recorded"},
		{"does not verify", []string{object("good")}, []string{"BREAK=1"}, 1, "error: good.o: module does not verify\n"},
		{"killed", []string{object("good")}, []string{"CRASH=1"}, 1, "sparse-instrument: signal: killed\n"},
		{"no instrumenter", []string{object("good")}, []string{"INSTRUMENTER="}, 1,
			"error: good.o: sparse-instrument not found in /nowhere; build it first (make)\n"},
		{"another clang", []string{object("good")}, []string{"VERSION=1.19.0"}, 1, "fake is not clang 19, which is needed (SPARSE_CLANG names it): Fake clang version 1.19.0\n"},
		{"not listed", nil, []string{"REFUSE=1"}, 7, ""},
		{"no change", []string{job("@ -cc1 -E -o - -x c good")}, nil, 7, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "good"), "source")
			for _, stale := range []string{"status3.o", "status1.o", "good.o"} {
				write(t, filepath.Join(dir, stale), "stale")
			}
			r := compile(t, dir, c.jobs, c.env, "-c", "in put")
			if r.state.ExitStatus() != c.status || !strings.Contains(r.stderr, c.stderr) {
				t.Errorf("status %d, expected %d; %q does not say %q", r.state.ExitStatus(), c.status, r.stderr, c.stderr)
			}
			if c.status == 7 && r.stdout != "alone: -c in put\n" {
				t.Errorf("clang alone was given %q", r.stdout)
			}
			for _, j := range c.jobs {
				if c.name == "another clang" {
					break // nothing was run
				}
				out := valueOf(strings.Fields(strings.ReplaceAll(j, `"`, "")), "-o")
				if _, err := os.Stat(filepath.Join(dir, out)); c.status != 7 && err == nil {
					t.Errorf("%s was left behind", out)
				}
			}
		})
	}
}

func TestSignalOfCompiler(t *testing.T) {
	r := compile(t, t.TempDir(), []string{job("@ -cc1 -emit-obj -o a.o -x c signalTERM")}, nil, "-c")
	if !r.state.Signaled() || r.state.Signal() != syscall.SIGTERM {
		t.Errorf("state %v: %s", r.state, r.stderr)
	}
	r = compile(t, t.TempDir(), []string{job("@ -cc1 -emit-obj -o a.o -x c signalSEGV")}, nil, "-c")
	if r.state.ExitStatus() != 139 || strings.Contains(r.stderr, "goroutine") {
		t.Errorf("state %v: %s", r.state, r.stderr)
	}
}

func TestSignalToWrapper(t *testing.T) {
	dir := t.TempDir()
	jobs := []string{job("@ -cc1 -emit-obj -o a.o -x c wait")}
	cmd, tmp := command(t, dir, jobs, nil, "-c")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(10 * time.Second)
	for {
		if _, err := os.Stat(filepath.Join(dir, "ready")); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the compiler did not start")
		}
		time.Sleep(5 * time.Millisecond)
	}
	start := time.Now()
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	state := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !state.Signaled() || state.Signal() != syscall.SIGTERM || time.Since(start) > 10*time.Second {
		t.Errorf("state %v after %v", state, time.Since(start))
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("temporary files left: %v %v", left, err)
	}
}

func TestVerbose(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.c"), "source")
	jobs := []string{job("@ -cc1 -emit-obj -v -o a.o -x c a.c"), job("/bin/true -m elf_x86_64 -o a a.o")}
	r := compile(t, dir, jobs, []string{"RUNTIME=/lib"}, "-v", "a.c")
	want := "fake: warning: planned\nFake clang version 19.1.7\n" +
		` "` + filepath.Join(dir, "fake") + `" -cc1 -emit-obj -v -o a.o -x c a.c` + "\n" +
		` "/bin/true" -m elf_x86_64 -o a a.o` + "\n"
	if r.stderr != want {
		t.Errorf("got  %q\nwant %q", r.stderr, want)
	}
}

func TestShorten(t *testing.T) {
	r := &run{Compiler: &Compiler{}, tmp: t.TempDir()}
	long := []string{"clang", "-cc1", strings.Repeat("x", commandLimit), `a "b\`}
	got, err := r.shorten(long)
	if err != nil || len(got) != 3 || got[1] != "-cc1" || !strings.HasPrefix(got[2], "@") {
		t.Fatalf("%.80q, %v", got, err)
	}
	text, err := os.ReadFile(got[2][1:])
	if err != nil || !strings.HasSuffix(string(text), "x\"\n\"a \\\"b\\\\\"\n") {
		t.Errorf("response file ends %q, %v", text[max(0, len(text)-20):], err)
	}
	if got, _ := r.shorten(long[3:]); len(got) != 1 || got[0] != long[3] {
		t.Errorf("a short command was changed: %q", got)
	}
}

func TestFindRuntime(t *testing.T) {
	root := t.TempDir()
	program := filepath.Join(root, "bin", "sparse-cc")
	if r := FindRuntime(program); r.Dir != "" || r.Instrumenter != "" || len(r.Searched) != 2 {
		t.Errorf("found %+v where nothing is", r)
	}
	for _, dir := range []string{"lib/sparseracer", "lib"} {
		want := filepath.Join(root, dir)
		if err := os.MkdirAll(want, 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(want, system.RecorderLibrary), "")
		write(t, filepath.Join(want, InstrumenterName), "")
		if r := FindRuntime(program); r.Dir != want || r.Instrumenter != filepath.Join(want, InstrumenterName) {
			t.Errorf("%+v, expected %s", r, want)
		}
	}
}
