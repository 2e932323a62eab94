//go:build llvm19

package main

// End to end: programs are built by the real compiler, linked with a runtime
// that counts, and run beside the same programs built by clang.

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// tree is where the compiler under test is installed; empty if it cannot be.
var tree, missing string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	for _, tool := range []string{"clang-19", "clang++-19"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing = err.Error()
			return m.Run()
		}
	}
	dir, err := os.MkdirTemp("", "sparse-cc-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	bin, lib := filepath.Join(dir, "bin"), filepath.Join(dir, "lib")
	os.MkdirAll(bin, 0o777)
	os.MkdirAll(lib, 0o777)
	for _, command := range [][]string{
		{"env", "CGO_ENABLED=0", "go", "build", "-o", filepath.Join(bin, "sparse-cc"), "."},
		{"go", "build", "-tags=llvm19", "-o", filepath.Join(lib, "sparse-instrument"), "../sparse-instrument"},
		{"ln", "-s", "sparse-cc", filepath.Join(bin, "sparse-c++")},
		{"clang-19", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared", "-I../../tracelib/include",
			"-Wl,-soname,libsparserec.so", "-o", filepath.Join(lib, "libsparserec.so"), "testdata/runtime.c", "../../tracelib/src/slow_x86_64.S"},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n%s", command, err, out)
			return 1
		}
	}
	tree = dir
	return m.Run()
}

// needCompiler returns the path of a compiler of ours.
func needCompiler(t *testing.T, name string) string {
	t.Helper()
	if tree == "" {
		needs.Missing(t, missing)
	}
	return filepath.Join(tree, "bin", name)
}

type output struct {
	stdout, stderr string
	status         int
}

// do runs a command in a folder; only a command that cannot run is fatal.
func do(t *testing.T, dir string, args ...string) output {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return output{out.String(), errOut.String(), cmd.ProcessState.ExitCode()}
}

// must is do for commands that have to succeed.
func must(t *testing.T, dir string, args ...string) output {
	t.Helper()
	o := do(t, dir, args...)
	if o.status != 0 {
		t.Fatalf("%s: status %d\n%s%s", args, o.status, o.stdout, o.stderr)
	}
	return o
}

func abs(t *testing.T, path string) string {
	t.Helper()
	p, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var counts = regexp.MustCompile(`reads=(\d+) writes=(\d+) uses=(\d+) atomics=(\d+) entries=(\d+) depth=(\d+) unbalanced=(\d+)\n$`)

// counted returns what the runtime counted, in the order in which it prints.
func counted(t *testing.T, o output) (n [7]int) {
	t.Helper()
	found := counts.FindStringSubmatch(o.stderr)
	if found == nil {
		t.Fatalf("the runtime counted nothing: %q", o.stderr)
	}
	for i := range n {
		fmt.Sscan(found[i+1], &n[i])
	}
	return n
}

// checkBalanced: the program recorded something and its shadow stack is empty.
func checkBalanced(t *testing.T, o output) {
	t.Helper()
	n := counted(t, o)
	if n[0] == 0 || n[1] == 0 || n[4] == 0 || n[5] != 0 || n[6] != 0 {
		t.Errorf("reads, writes or entries missing, or not balanced: %s", o.stderr)
	}
}

// TestPrograms: instrumented programs print what clang's print, and balance.
func TestPrograms(t *testing.T) {
	t.Parallel()
	cases := []struct {
		ours, clang, source string
		flags               []string
	}{
		{"sparse-c++", "clang++-19", "exceptions.cpp", []string{
			"-O0", "-O2 -g -march=native -fno-plt -ffunction-sections -Wl,--gc-sections"}},
		{"sparse-cc", "clang-19", "jumps.c", []string{
			"-O0 -g", "-O1 -no-pie -fno-pic",
			"-O2 -fsanitize=undefined -fno-sanitize-recover -g -gsplit-dwarf",
			"-O2 -fno-integrated-as --coverage"}},
	}
	for _, c := range cases {
		t.Run(c.source, func(t *testing.T) {
			t.Parallel()
			ours, dir, source := needCompiler(t, c.ours), t.TempDir(), abs(t, "testdata/"+c.source)
			must(t, dir, c.clang, source, "-o", "clangs")
			want := must(t, dir, "./clangs").stdout
			for _, flags := range c.flags {
				must(t, dir, append([]string{ours, source, "-o", "ours"}, strings.Fields(flags)...)...)
				got := must(t, dir, "./ours")
				if got.stdout != want {
					t.Errorf("%s: prints %q, expected %q", flags, got.stdout, want)
				}
				checkBalanced(t, got)
			}
		})
	}
}

// TestPlaces: the address that a hook returns to lies on the line of what it
// reports. The source marks its lines.
func TestPlaces(t *testing.T) {
	source := abs(t, "testdata/places.cpp")
	want := marks(t, source)
	for _, level := range []string{"-O0", "-O2"} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			ours, dir := needCompiler(t, "sparse-c++"), t.TempDir()
			must(t, dir, ours, "-g", level, "-c", source, "-o", "main.o")
			must(t, dir, ours, "-g", level, "-DOTHER", "-Dwork=other", "-c", source, "-o", "other.o")
			must(t, dir, ours, "main.o", "other.o", "-o", "prog")
			got := placesOf(t, filepath.Join(dir, "prog"))
			for line := range want {
				if !slices.Equal(got[line], want[line]) {
					t.Errorf("line %d reports %v, expected %v", line, got[line], want[line])
				}
			}
		})
	}
}

// marks reads the comments of function work: what its lines shall report.
func marks(t *testing.T, source string) map[int][]string {
	t.Helper()
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	out := map[int][]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, mark, ok := strings.Cut(line, "; // "); ok {
			out[i+1] = strings.Fields(mark)
		}
	}
	if len(out) < 5 {
		t.Fatalf("%s has only %d marks", source, len(out))
	}
	return out
}

// placesOf runs a program and sorts its reports by the source lines.
func placesOf(t *testing.T, program string) map[int][]string {
	t.Helper()
	reports := must(t, ".", "env", "RUNTIME_PLACES=1", program).stderr
	f, data := debugged(t, program)
	defer f.Close()
	out := map[int][]string{}
	for _, report := range strings.Split(strings.TrimSpace(reports), "\n") {
		var what string
		var pc uint64
		if _, err := fmt.Sscanf(report, "%s 0x%x", &what, &pc); err != nil {
			t.Fatalf("%q: %v", report, err)
		}
		line := lineOf(t, data, pc)
		out[line] = append(out[line], what)
	}
	return out
}

// debugged opens a program with its debug information.
func debugged(t *testing.T, path string) (*elf.File, *dwarf.Data) {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := f.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	return f, data
}

func lineOf(t *testing.T, data *dwarf.Data, pc uint64) int {
	t.Helper()
	unit, err := data.Reader().SeekPC(pc)
	if err != nil {
		t.Fatalf("%#x: %v", pc, err)
	}
	lines, err := data.LineReader(unit)
	if err != nil {
		t.Fatal(err)
	}
	var entry dwarf.LineEntry
	if err := lines.SeekPC(pc, &entry); err != nil {
		t.Fatalf("%#x: %v", pc, err)
	}
	return entry.Line
}
