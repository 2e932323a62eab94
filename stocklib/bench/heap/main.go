// Command heap measures the heap of programs that nobody instrumented beside glibc's:
// stocklib/bench/heap.c, plainly and with libsparsestock.so preloaded in turn, and what
// the library adds to the start of a program. It decides nothing.
//
// Run from the top folder, after a build.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const source = "stocklib/bench/heap.c"

func main() { os.Exit(run()) }

func run() int {
	rounds := flag.Int("rounds", 3, "runs of each heap")
	starts := flag.Int("starts", 101, "starts of a program with each heap")
	lib := flag.String("lib", "lib/libsparsestock.so", "the library")
	flag.Parse()
	if err := compare(*lib, *rounds, *starts); err != nil {
		fmt.Fprintln(os.Stderr, "heap:", err)
		return 2
	}
	return 0
}

func compare(lib string, rounds, starts int) error {
	lib, err := filepath.Abs(lib)
	if err != nil {
		return err
	}
	if _, err := os.Stat(lib); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "heap-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "heap")
	if out, err := exec.Command("cc", "-O2", "-pthread", "-rdynamic", "-o", program, source).CombinedOutput(); err != nil {
		return fmt.Errorf("cc: %w\n%s", err, out)
	}
	heaps := map[string][]string{"glibc": os.Environ(),
		"ours": append(os.Environ(), "LD_PRELOAD="+lib, "SPARSERACER_OPTIONS=")}
	for range rounds {
		for _, name := range []string{"glibc", "ours"} {
			out, err := output(program, heaps[name])
			if err != nil {
				return err
			}
			for line := range strings.Lines(out) {
				fmt.Printf("%-6s %s", name, line)
			}
		}
	}
	return start(program, heaps, starts)
}

func output(program string, env []string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Env, cmd.Stderr = env, os.Stderr
	out, err := cmd.Output()
	return string(out), err
}

// start compares how long a program takes that ends at once, in turn.
func start(program string, heaps map[string][]string, starts int) error {
	took := map[string][]time.Duration{}
	for range starts {
		for name, env := range heaps {
			began := time.Now()
			if _, err := output(program, env, "start"); err != nil {
				return err
			}
			took[name] = append(took[name], time.Since(began))
		}
	}
	for _, name := range []string{"glibc", "ours"} {
		d := took[name]
		if len(d) == 0 {
			return nil
		}
		slices.Sort(d)
		fmt.Printf("%-6s start and end: median %v, %v to %v of %d\n", name, d[len(d)/2], d[0], d[len(d)-1], len(d))
	}
	return nil
}
