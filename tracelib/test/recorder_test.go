// Package recorder_test runs small C and C++ programs under the recorder and
// decodes what they left behind.
//
// The rules it keeps: the library is built here, with the flags of its
// CMakeLists.txt, so the room tests itself with the others absent; every
// program is run as a user's would be, preloaded or linked; a trace is checked
// by internal/trace, never by our own decoding.
package recorder_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/trace"
)

var (
	dir     string // everything built and recorded
	library string
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	var err error
	if dir, err = os.MkdirTemp("", "recorder"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.RemoveAll(dir)
	if library, err = buildLibrary(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return m.Run()
}

var flagList = regexp.MustCompile(`(?s)set\(SPARSEREC_FLAGS (.*?)\)`)
var linkList = regexp.MustCompile(`(?s)target_link_options\(sparserec PRIVATE (.*?)\)`)
var libList = regexp.MustCompile(`(?s)target_link_libraries\(sparserec PRIVATE (.*?)\)`)

// buildLibrary takes flags from the CMakeLists, so that both agree.
func buildLibrary() (path string, err error) {
	list, err := os.ReadFile("../CMakeLists.txt")
	if err != nil {
		return "", err
	}
	flags, links, libs := flagList.FindSubmatch(list), linkList.FindSubmatch(list), libList.FindSubmatch(list)
	if flags == nil || links == nil || libs == nil {
		return "", errors.New("../CMakeLists.txt: flags not found")
	}
	sources, err := sources(thisMachine)
	if err != nil || len(sources) == 0 {
		return "", fmt.Errorf("no sources in ../src (%v)", err)
	}
	args := append([]string{"-std=c11", "-I../include", "-shared", "-fPIC"}, strings.Fields(string(flags[1]))...)
	args = append(args, strings.Fields(string(links[1]))...)
	args = append(args, sources...)
	args = append(args, strings.Fields(string(libs[1]))...)
	const name = "libsparserec.so"
	made, err := builds.Folder(builds.Inputs{Words: args, Files: sources}, func(dir string) error {
		return compile("cc", append(args, "-o", filepath.Join(dir, name))...)
	})
	return filepath.Join(made, name), err
}

func compile(compiler string, args ...string) error {
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", compiler, strings.Join(args, " "), err, out)
	}
	return nil
}

// program builds testdata/name, linked with the library before all others, as
// the heap needs it, and returns its path.
func program(t testing.TB, name string, flags ...string) string {
	t.Helper()
	compiler, std := "cc", "-std=gnu11"
	if strings.HasSuffix(name, ".cc") {
		compiler, std = "c++", "-std=c++17"
	}
	lib := filepath.Dir(library)
	// No builtin heap: the compiler must not drop an unused allocation.
	return builds.Program(t, strings.TrimSuffix(name, filepath.Ext(name)), compiler, append([]string{std, "-O1", "-g", "-fno-builtin", "-Wall", "-I../include", "-pthread",
		"-o", "{out}", filepath.Join("testdata", name), "-L" + lib, "-Wl,--no-as-needed", "-lsparserec", "-Wl,-rpath," + lib}, flags...)...)
}

// result is one recorded run.
type result struct {
	stdout, stderr string
	state          *os.ProcessState
	path           string
}

// record runs a program with options; "trace=" is added unless it is there.
func record(t *testing.T, options string, argv ...string) result {
	t.Helper()
	r := result{path: filepath.Join(t.TempDir(), "out.srt")}
	if !strings.Contains(options, "trace=") {
		options = "trace='" + r.path + "':" + options
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "SPARSERACER_OPTIONS="+options)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	r.stdout, r.stderr, r.state = stdout.String(), stderr.String(), cmd.ProcessState
	return r
}

// ok fails the test unless the program exited with 0 and wrote nothing to stderr.
func (r result) ok(t *testing.T) result {
	t.Helper()
	if !r.state.Success() || r.stderr != "" {
		t.Fatalf("%v, stdout %q, stderr %q", r.state, r.stdout, r.stderr)
	}
	return r
}

// recording is a decoded trace.
type recording struct {
	ops    []trace.Op
	meta   trace.Meta
	tables *trace.Tables
}

func decode(t *testing.T, path string) recording {
	t.Helper()
	src, err := trace.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var rec recording
	for {
		var op trace.Op
		if err := r.Next(&op); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		op.Attrs = append([]trace.Attr(nil), op.Attrs...)
		rec.ops = append(rec.ops, op)
	}
	rec.meta, rec.tables = *r.Meta(), r.Tables()
	return rec
}

// frames are the pcs of a stack, innermost first.
func (r recording) frames(id trace.StackID) []uint64 {
	var pcs []uint64
	for ; id != trace.NoStack; id = r.tables.Stacks[id].Parent {
		if r.tables.TypeOf(id) == "" {
			pcs = append(pcs, r.tables.Stacks[id].PC)
		}
	}
	return pcs
}

// module is the last one known to hold pc, nil if none.
func (r recording) module(pc uint64) *trace.Module {
	for i := len(r.tables.Modules) - 1; i >= 0; i-- {
		if m := &r.tables.Modules[i]; pc >= m.Start && pc < m.End {
			return m
		}
	}
	return nil
}

// alloc is the index of the only allocation of n bytes.
func (r recording) alloc(t *testing.T, n uint64) int {
	t.Helper()
	found := -1
	for i, op := range r.ops {
		if op.Kind == trace.Alloc && op.Size == n {
			if found >= 0 {
				t.Fatalf("two allocations of %d bytes", n)
			}
			found = i
		}
	}
	if found < 0 {
		t.Fatalf("no allocation of %d bytes in %d operations", n, len(r.ops))
	}
	return found
}
