// Command farm measures a farm on this machine, with two slots, SQLite and a folder, beside the same work
// without one. It prints Markdown for a page of docs/figures.
//
//	farm fuzz [-n RUNS] [-seed N]     a search with and without the farm, by one observation run
//	farm traces [-n TRACES] [-compare=false] DIR       recordings, submitted, beside analyze of each of them
//
// bin/ and lib/ are the ones in the current folder. DIR has the recordings that are varied (traces.go).
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "farm:", err)
		os.Exit(1)
	}
}

// bench is where everything is.
type bench struct {
	tool, dir string
	address   string
}

func run(ctx context.Context, args []string) error {
	usage := errors.New("usage: farm fuzz|traces [-n N] …")
	if len(args) == 0 {
		return usage
	}
	f := flag.NewFlagSet(args[0], flag.ContinueOnError)
	n := f.Int("n", map[string]int{"fuzz": 2000, "traces": 1000}[args[0]], "runs, or traces")
	seed := f.Int("seed", 1, "of the search")
	compare := f.Bool("compare", true, "hold the list against that of analyze")
	if err := f.Parse(args[1:]); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "farm-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tool, err := filepath.Abs("bin/sparseracer")
	if err != nil {
		return err
	}
	b := &bench{tool: tool, dir: dir}
	end, err := b.start(ctx)
	if err != nil {
		return err
	}
	switch args[0] {
	case "fuzz":
		err = b.fuzz(ctx, *n, *seed)
	case "traces":
		err = b.traces(ctx, *n, f.Arg(0), *compare)
	default:
		err = usage
	}
	if cpu := end(); err == nil {
		fmt.Printf("\nProcessor time of the farm and of its jobs: %.1f s.\n", cpu.Seconds())
	}
	return err
}

// start starts the farm.
func (b *bench) start(ctx context.Context) (end func() time.Duration, err error) {
	cmd := exec.CommandContext(ctx, b.tool, "farm", "--dir", filepath.Join(b.dir, "farm"), "-j", "2")
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	end = func() time.Duration {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() // with that of what it waited for
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		end()
		return nil, fmt.Errorf("the farm says no address: %w", err)
	}
	b.address = strings.TrimSpace(line)
	return end, nil
}

// command runs the tool and gives what it printed, how long it took, and its processor time with that of what
// it waited for. A status other than 0 is no error where there is an
// answer: of races, of failures, or of a recording that has no event of a loop.
func (b *bench) command(ctx context.Context, args ...string) (out []byte, took time.Duration, cpu time.Duration, err error) {
	cmd := exec.CommandContext(ctx, b.tool, args...)
	cmd.Env, cmd.Dir = append(os.Environ(), "QT_QPA_PLATFORM=offscreen"), b.dir
	begun := time.Now()
	out, err = cmd.Output()
	took = time.Since(begun)
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(out) > 0 {
		err = nil
	}
	if err != nil {
		return nil, 0, 0, fmt.Errorf("%s: %w", strings.Join(args[:min(len(args), 4)], " "), err)
	}
	return out, took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// load is how many processes want to run, by the kernel's mean of a minute.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "?"
	}
	first, _, _ := strings.Cut(string(data), " ")
	return first
}
