// Package faults runs programs that do what is rare: limits, signals, forks, closed
// descriptors, sandboxes. Each scenario runs alone, compiled by our compilers, recorded
// and as it is installed. Its output, its end, its files and the state that it leaves must
// be the same, but for what testdata/designed.txt names.
package faults

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

var (
	seed = flag.Int64("seed", time.Now().UnixNano(), "chooses the scenarios of programs that have too many")
	all  = flag.Bool("all", false, "try all scenarios of those, too")
)

var programs = []struct {
	source, plain, ours string
	flags               []string
	scenarios           int // at least
	some                int // of them are tried in a run, chosen by -seed; 0: all
}{
	{"process.c", "gcc", "sparse-cc", []string{"-pthread", "-lm"}, 22, 0},
	{"executes.c", "gcc", "sparse-cc", []string{"-pthread", "-lm"}, 18, 0},
	{"threads.c", "gcc", "sparse-cc", []string{"-pthread", "-lm"}, 15, 0},
	{"files.c", "gcc", "sparse-cc", []string{"-pthread", "-lm"}, 14, 0},
	{"memory.c", "gcc", "sparse-cc", []string{"-pthread", "-lm"}, 15, 0},
	{"refused.c", "gcc", "sparse-cc", []string{"-pthread", "-lm"}, 200, 30},
	{"loading.cpp", "g++", "sparse-c++", []string{"-pthread", "-ldl", "-lm"}, 11, 0},
}

// build is how a program was compiled.
type build int

const (
	plain build = iota
	instrumented
	withFlow // and with data flow and values
)

// mode is a way to run a program.
type mode struct {
	name   string
	build  build
	record []string // flags of record; nil: it is not recorded
}

var modes = []mode{
	{"instrumented", instrumented, nil},
	{"recorded", instrumented, []string{}},
	{"compressed", instrumented, []string{"--compress", "--follow"}},
	{"stock", plain, []string{"--stock=yes"}},
	{"both", instrumented, []string{"--stock=yes", "--follow"}}, // our compilers' code on the heap of stock mode
	{"flow", withFlow, []string{"--flow", "--values", "--follow"}},
}

func TestFaults(t *testing.T) {
	t.Parallel()
	root := ourRoot(t)
	byDesign := readDesigned(t)
	random := rand.New(rand.NewPCG(uint64(*seed), 0))
	t.Logf("-seed %d", *seed)
	t.Run("in", func(t *testing.T) {
		for _, p := range programs {
			builds := compileAll(t, root, p.plain, p.ours, p.source, p.flags)
			list, err := exec.Command(builds[plain]).Output()
			if err != nil {
				t.Fatal(err)
			}
			names := strings.Fields(string(list))
			if n := len(names); n < p.scenarios {
				t.Errorf("%s has %d scenarios, not %d", p.source, n, p.scenarios)
			}
			if p.some > 0 && !*all {
				random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
				names = names[:p.some]
			}
			for _, scenario := range names {
				t.Run(strings.TrimSuffix(p.source, filepath.Ext(p.source))+"/"+scenario, func(t *testing.T) {
					t.Parallel()
					compareModes(t, root, byDesign.forOthers(root, scenario), nil, builds, scenario)
				})
			}
		}
	})
	if only := flag.Lookup("test.run").Value.String(); !t.Failed() && !strings.Contains(only, "/") {
		byDesign.checkAllSeen(t)
	}
}

// endedBySeccomp is how a program ends that makes a system call which it gave up.
const endedBySeccomp = "\nended with 159\n"

// compareModes runs what builds of a program do alone, and in each mode; env is added to the
// environment in either case.
func compareModes(t *testing.T, root string, byDesign *designed, env []string, builds map[build]string, args ...string) {
	t.Helper()
	env = slices.Concat(os.Environ(), env)
	want, _ := run(t, env, nil, builds[plain], args...)
	if strings.Contains(want, endedBySeccomp) {
		return // the program itself makes the call that ends it, and how far it comes is chance
	}
	for _, m := range modes {
		if builds[m.build] == "" {
			continue // a program that our compilers cannot build
		}
		var by []string
		if m.record != nil {
			by = append([]string{filepath.Join(root, "bin/sparseracer"), "record", "-o", "t.%p.srt"}, append(m.record, "--")...)
		}
		got, said := run(t, env, by, builds[m.build], args...)
		if diff := byDesign.differences(m.name, want, got); diff != "" {
			t.Errorf("%s:\n%s\nalone:\n%s\nthe tool:\n%s", m.name, diff, want, said)
		}
	}
}

// ourRoot is the folder of the project, with what a battery needs of it.
func ourRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"gcc", "g++", filepath.Join(root, "bin/sparse-cc"), filepath.Join(root, "bin/sparse-c++"), filepath.Join(root, "bin/sparseracer")} {
		needs.Tool(t, tool)
	}
	return root
}

// compileAll gives the builds of a program. All have one name, for programs ask for theirs.
func compileAll(t *testing.T, root, plainly, ours, source string, flags []string) map[build]string {
	t.Helper()
	dir, name := t.TempDir(), strings.TrimSuffix(source, filepath.Ext(source))
	builds := map[build]string{}
	for b, how := range map[build][]string{
		plain:        {plainly},
		instrumented: {filepath.Join(root, "bin", ours)},
		withFlow:     {filepath.Join(root, "bin", ours), "-fsparse-flow", "-fsparse-values"},
	} {
		builds[b] = filepath.Join(dir, fmt.Sprint(b), name)
		if err := os.Mkdir(filepath.Dir(builds[b]), 0o755); err != nil {
			t.Fatal(err)
		}
		compile(t, how[0], builds[b], source, append(how[1:], flags...))
	}
	return builds
}

func compile(t *testing.T, compiler, to, source string, flags []string) {
	t.Helper()
	args := append([]string{"-w", "-g", "-O1", "-fno-builtin", filepath.Join("testdata", source), "-o", to}, flags...)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", compiler, err, out)
	}
}

// run gives all that a program wrote, how it ended, and what its folder, which is called
// FOLDER, holds then; and what the tool that runs it said.
func run(t *testing.T, env, by []string, program string, args ...string) (all, said string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a hang is a failure
	defer cancel()
	dir := t.TempDir()
	words := append(append([]string{}, by...), "/bin/sh", "-c", `exec "$0" "$@" >out 2>err </dev/null`, program)
	words = append(words, args...)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, 5*time.Second
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	tool, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Errorf("%v hangs", words)
	}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	end := status.ExitStatus()
	if status.Signaled() {
		end = 128 + int(status.Signal())
	}
	out, err1 := os.ReadFile(filepath.Join(dir, "out"))
	errs, err2 := os.ReadFile(filepath.Join(dir, "err"))
	if err := errors.Join(err1, err2); err != nil {
		t.Errorf("%v: %v\n%s", words, err, tool)
	}
	all = sortVariables(string(out)) + "standard error:\n" + string(errs) + "ended with " + strconv.Itoa(end) + "\n" + filesIn(t, dir)
	return strings.ReplaceAll(all, dir, "FOLDER"), string(tool)
}

// sortVariables brings what a program says of its variables into an order that does not
// depend on where they stand.
func sortVariables(out string) string {
	lines := strings.SplitAfter(out, "\n")
	variable := func(i int) bool { return i < len(lines) && strings.HasPrefix(lines[i], "left: variable ") }
	for i, end := 0, 0; i < len(lines); i = end + 1 {
		for end = i; variable(end); end++ {
		}
		slices.Sort(lines[i:end])
	}
	return strings.Join(lines, "")
}

// filesIn lists what a program left in its folder; traces are ours.
func filesIn(t *testing.T, dir string) (list string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		if err != nil || name == "." || name == "out" || name == "err" || strings.HasSuffix(name, ".srt") {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		list += fmt.Sprintf("file %s, %v", name, info.Mode())
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			list += fmt.Sprintf(", %d bytes, %08x", len(data), crc32.ChecksumIEEE(data))
		}
		list += "\n"
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return list
}

// TestBehind: programs that begin behind a filter of system calls, as services do, run as
// they would alone. A filter that ends processes keeps them from being recorded. The loader looks for
// the libraries of what our compilers link in our folder first: the plain program has that folder, too.
func TestBehind(t *testing.T) {
	t.Parallel()
	root, byDesign := ourRoot(t), readDesigned(t)
	flags := []string{"-pthread", "-lm", "-Wl,-rpath," + filepath.Join(root, "lib")}
	builds := compileAll(t, root, "gcc", "sparse-cc", "refused.c", flags)
	launcher := filepath.Join(t.TempDir(), "launcher")
	compile(t, "gcc", launcher, "refused.c", append(flags, "-static"))
	list, err := exec.Command(launcher).Output()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(uint64(*seed), 3))
	t.Logf("-seed %d", *seed)
	filters := strings.Fields(string(list))
	random.Shuffle(len(filters), func(i, j int) { filters[i], filters[j] = filters[j], filters[i] })
	if !*all {
		filters = filters[:40]
	}
	for _, filter := range filters {
		t.Run(filter, func(t *testing.T) {
			t.Parallel()
			want, _ := run(t, os.Environ(), nil, launcher, filter, builds[plain], "go")
			switch {
			case !strings.Contains(want, "\nend\n"):
				return // it cannot start
			case strings.HasPrefix(filter, "getrandom/"):
				return // the first allocation, whoever makes it, leaves errno
			case filter == "readlink/KILL":
				return // docs/limits.md: the loader makes this call to load us
			}
			for _, m := range modes {
				if !slices.Contains(m.record, "--follow") {
					continue // nothing is loaded by the launcher, which would hand it on
				}
				by := append([]string{filepath.Join(root, "bin/sparseracer"), "record", "-o", "t.%p.srt"}, append(m.record, "--")...)
				got, said := run(t, os.Environ(), by, launcher, filter, builds[m.build], "go")
				if diff := byDesign.differences(m.name, want, got); diff != "" {
					t.Errorf("%s:\n%s\nalone:\n%s\nthe tool:\n%s", m.name, diff, want, said)
				}
			}
		})
	}
}

// A program that gives up system calls is recorded up to there, and the trace says so.
func TestSealed(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"../bin/sparse-cc", "../bin/sparseracer"} {
		_, err := exec.LookPath(tool)
		needs.Have(t, tool, err == nil)
	}
	dir := t.TempDir()
	program, trace := filepath.Join(dir, "files"), filepath.Join(dir, "t.srt")
	compile(t, "../bin/sparse-cc", program, "files.c", []string{"-pthread", "-lm"})
	out, err := exec.Command("../bin/sparseracer", "record", "-o", trace, "--", program, "sealed").CombinedOutput()
	if code := exitCode(err); code != 3 || !strings.Contains(string(out), "gives up system calls") {
		t.Errorf("ended with %d: %s", code, out)
	}
	out, err = exec.Command("../bin/sparseracer", "analyze", trace).CombinedOutput()
	said := strings.Join(strings.Fields(string(out)), " ") // no event, so no answer
	if exitCode(err) != 2 || !strings.HasPrefix(said, "no answer: ") || !strings.Contains(said, "gave up system calls") {
		t.Errorf("%v: %s", err, out)
	}
}

func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}
