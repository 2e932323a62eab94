// Command recording measures what recording costs a CPU-bound program.
//
// It builds tracelib/bench/programs in variants: plain clang; recorded to a file
// as one block; likewise with the work split into handlers of events; with the
// recorder's no-op build in its place; with AddressSanitizer and with
// ThreadSanitizer. With -flow: plain, recorded, and recorded with data flow, as
// one block and in handlers. With -one: a build of sparse-c++ -fsanitize=address,
// with and without recording, beside those of each alone. It runs them in turn, so that whatever else the machine does
// hits all of them alike; and prints medians, spread and ratios. It decides
// nothing: figures of a busy machine are no test.
//
// Run from the top folder, after a build.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const source = "tracelib/bench/programs"

type variant struct {
	name     string
	compiler string
	flags    []string
	env      []string // %t stands for the trace's path
}

func variants(bin, noop string) []variant {
	ours := filepath.Join(bin, "sparse-c++")
	return []variant{
		{"plain", "clang++-19", nil, nil},
		{"recorded", ours, nil, []string{"SPARSERACER_OPTIONS=trace=%t"}},
		{"in handlers", ours, nil, []string{"SPARSERACER_OPTIONS=trace=%t", "BENCH_HANDLERS=1"}},
		{"no-op", ours, nil, []string{"LD_LIBRARY_PATH=" + noop, "LD_PRELOAD=" + filepath.Join(noop, "libsparserec.so")}},
		{"ASan", "clang++-19", []string{"-fsanitize=address"}, []string{"ASAN_OPTIONS=detect_leaks=0"}},
		{"TSan", "clang++-19", []string{"-fsanitize=thread"}, nil},
	}
}

// flowVariants are beside each other what -flow is about.
func flowVariants(bin string) []variant {
	ours := filepath.Join(bin, "sparse-c++")
	tells := []string{"-fsparse-flow"}
	return []variant{
		{"plain", "clang++-19", nil, nil},
		{"recorded", ours, nil, []string{"SPARSERACER_OPTIONS=trace=%t"}},
		{"data flow in handlers", ours, tells, []string{"SPARSERACER_OPTIONS=trace=%t:flow=1", "BENCH_HANDLERS=1"}},
		{"data flow", ours, tells, []string{"SPARSERACER_OPTIONS=trace=%t:flow=1"}},
	}
}

// oneVariants are beside each other what -one is about: a build that is recorded and that finds
// errors of memory, and a build for each.
func oneVariants(bin string) []variant {
	ours := filepath.Join(bin, "sparse-c++")
	both := []string{"-fsanitize=address"}
	before := "LD_PRELOAD=" + filepath.Join(bin, "..", "lib", "libsparserec.so") // as of `record`: AddressSanitizer's malloc comes after ours
	quiet := "ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:detect_stack_use_after_return=0"
	return []variant{
		{"plain", "clang++-19", nil, nil},
		{"ASan", "clang++-19", both, []string{quiet}},
		{"one build", ours, both, []string{quiet}},
		{"recorded", ours, nil, []string{"SPARSERACER_OPTIONS=trace=%t"}},
		{"one build, recorded", ours, both, []string{quiet, "SPARSERACER_OPTIONS=trace=%t", before}},
	}
}

func main() { os.Exit(run()) }

func run() int {
	rounds := flag.Int("rounds", 7, "runs of each variant")
	bin := flag.String("bin", "bin", "folder of sparse-c++ and sparseracer")
	withFlow := flag.Bool("flow", false, "compare recording with data flow instead")
	one := flag.Bool("one", false, "compare one build for recording and AddressSanitizer with a build for each instead")
	sets := flag.Bool("sets", false, "compare working sets of 64 KiB to 1 GiB instead")
	cpu := flag.Bool("cpu", false, "processor time instead of wall-clock time, for a busy machine")
	only := flag.String("only", "", "of the programs, the one of this name")
	flag.Parse()
	dir, err := os.MkdirTemp("", "recording-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "recording:", err)
		return 2
	}
	defer os.RemoveAll(dir)
	if *sets {
		err = compareSets(dir, *bin, *rounds)
	} else {
		err = compare(dir, *bin, *only, *rounds, *withFlow, *one, *cpu)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "recording:", err)
		return 2
	}
	return 0
}

func compare(dir, bin, only string, rounds int, withFlow, one, cpu bool) error {
	if rounds < 1 {
		return errors.New("-rounds: at least 1")
	}
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	programs, err := filepath.Glob(filepath.Join(source, cmp.Or(only, "*")+".cpp"))
	if err != nil || len(programs) == 0 {
		return fmt.Errorf("no programs %q in %s: run from the top folder", only, source)
	}
	list := flowVariants(bin)
	if one {
		list = oneVariants(bin)
	} else if !withFlow {
		noop := filepath.Join(dir, "noop")
		if err := buildNoop(noop); err != nil {
			return err
		}
		list = variants(bin, noop)
	}
	var all []result
	for _, p := range programs {
		r, err := measure(dir, p, list, rounds, cpu)
		if err != nil {
			return err
		}
		if r.bytes, err = bytesPerOperation(bin, filepath.Join(dir, "t.srt")); err != nil {
			return err
		}
		all = append(all, r)
	}
	printTable(list, all)
	return nil
}

// buildNoop makes a recorder that records nothing, in a new folder.
func buildNoop(dir string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	return command("cc", "-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-Wl,-soname,libsparserec.so",
		"-o", filepath.Join(dir, "libsparserec.so"), "tracelib/bench/noop.c", "tracelib/src/slow_x86_64.S")
}

// result of one program: for each variant the times, in seconds, sorted.
type result struct {
	program string
	times   [][]float64
	bytes   string
}

func measure(dir, program string, list []variant, rounds int, cpu bool) (result, error) {
	name := strings.TrimSuffix(filepath.Base(program), ".cpp")
	r := result{program: name, times: make([][]float64, len(list))}
	for _, v := range list {
		exe := filepath.Join(dir, name+"-"+v.name)
		if err := command(v.compiler, append(v.flags, "-std=c++17", "-O2", "-g", "-o", exe, program)...); err != nil {
			return r, err
		}
	}
	want := ""
	for range rounds {
		for i, v := range list {
			run, out, err := timed(exec.Command(filepath.Join(dir, name+"-"+v.name)), filepath.Join(dir, "t.srt"), v.env)
			if err != nil {
				return r, err
			}
			seconds := run.clock
			if cpu {
				seconds = run.cpu
			}
			if want == "" {
				want = out
			}
			if out != want {
				return r, fmt.Errorf("%s, %s: printed %q, not %q", name, v.name, out, want)
			}
			r.times[i] = append(r.times[i], seconds)
		}
	}
	for _, t := range r.times {
		slices.Sort(t)
	}
	return r, nil
}

// cost of a run: seconds, and bytes of memory at its height.
type cost struct{ clock, cpu, memory float64 }

// timed is the cost of a run, writing the trace included.
func timed(cmd *exec.Cmd, trace string, env []string) (cost, string, error) {
	var out, errOut bytes.Buffer
	cmd.Env = os.Environ()
	for _, e := range env {
		cmd.Env = append(cmd.Env, strings.ReplaceAll(e, "%t", trace))
	}
	cmd.Stdout, cmd.Stderr = &out, &errOut
	start := time.Now()
	err := cmd.Run()
	if err != nil || errOut.Len() > 0 {
		return cost{}, "", fmt.Errorf("%s: %v: %s", cmd.Path, err, errOut.String())
	}
	c := cost{clock: time.Since(start).Seconds(), cpu: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.memory = float64(usage.Maxrss) * 1024
	}
	return c, out.String(), nil
}

// bytesPerOperation of a trace, operations as `sparseracer info` counts them.
func bytesPerOperation(bin, path string) (string, error) {
	out, err := exec.Command(filepath.Join(bin, "sparseracer"), "info", "--json", path).Output()
	if err != nil {
		return "", fmt.Errorf("sparseracer info: %w", err)
	}
	var info struct{ Operations uint64 }
	if err := json.Unmarshal(out, &info); err != nil {
		return "", fmt.Errorf("sparseracer info: %w", err)
	}
	file, err := os.Stat(path)
	if err != nil || info.Operations == 0 {
		return "", fmt.Errorf("%s: no operations (%v)", path, err)
	}
	return fmt.Sprintf("%.1f of %d", float64(file.Size())/float64(info.Operations), info.Operations), nil
}

func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// printTable: medians with half the distance of the quartiles, and ratios.
func printTable(list []variant, all []result) {
	fmt.Print("| program |")
	for _, v := range list {
		fmt.Printf(" %s |", v.name)
	}
	fmt.Print(" bytes / operation |\n|" + strings.Repeat(" --- |", len(list)+2) + "\n")
	logs := make([]float64, len(list))
	for _, r := range all {
		fmt.Printf("| %s |", r.program)
		plain := median(r.times[0])
		for i, t := range r.times {
			ratio := median(t) / plain
			logs[i] += math.Log(ratio)
			spread := (t[len(t)*3/4] - t[len(t)/4]) / 2 / median(t)
			fmt.Printf(" %.2f s ±%.0f %%, %.2f |", median(t), 100*spread, ratio)
		}
		fmt.Printf(" %s |\n", r.bytes)
	}
	fmt.Print("| geometric mean |")
	for i := range list {
		fmt.Printf(" %.2f |", math.Exp(logs[i]/float64(len(all))))
	}
	fmt.Println(" |")
}
