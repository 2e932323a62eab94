// Command ring measures what record --ring costs an installed program: pairs of runs, plain
// and under the ring, one after the other, with the same session; and what is left of runs
// that are killed by a signal at random moments.
//
//	ring cost -pairs N -seconds S -ring SIZE COMMAND…
//	ring kills -runs N -jobs N -ring SIZE COMMAND
//
// A COMMAND is a program and its arguments, without quotes: 'kwrite notes.txt'. notes.txt, of
// 2,000 lines, is in the folder that it runs in, which is also its home.
//
// It prints Markdown. Processor time is that of the program, and of record, from when the
// program has started up (startUp) to the end of the session: other jobs of the machine
// stretch a run, and hardly change that. Memory is the proportional set size of both.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// startUp is how long a program has for what it does once.
const startUp = 6 * time.Second

type options struct {
	pairs, runs, seconds, jobs int
	ring, top                  string
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	usage := "usage: ring cost|kills [-pairs N] [-runs N] [-jobs N] [-seconds S] [-ring SIZE] COMMAND…"
	if len(args) == 0 || args[0] != "cost" && args[0] != "kills" {
		fmt.Fprintln(stderr, usage)
		return 2
	}
	var opt options
	f := flag.NewFlagSet(args[0], flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&opt.pairs, "pairs", 5, "pairs of runs")
	f.IntVar(&opt.runs, "runs", 100, "runs that are killed")
	f.IntVar(&opt.jobs, "jobs", 1, "runs that are killed, at a time")
	f.IntVar(&opt.seconds, "seconds", 60, "of a run, start-up aside")
	f.StringVar(&opt.ring, "ring", "64M", "size of the ring")
	if f.Parse(args[1:]) != nil || f.NArg() == 0 || opt.pairs < 2 || opt.runs < 1 || opt.jobs < 1 || opt.seconds < 5 || slices.ContainsFunc(f.Args(), blank) {
		fmt.Fprintln(stderr, usage)
		return 2
	}
	var err error
	if opt.top, err = os.Getwd(); err == nil {
		if args[0] == "cost" {
			err = opt.cost(stdout, stderr, f.Args())
		} else {
			err = opt.kills(stdout, stderr, f.Arg(0))
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "ring:", err)
		return 2
	}
	return 0
}

func blank(command string) bool { return strings.TrimSpace(command) == "" }

// prepared writes what a run has in its folder, and returns the session's file.
func (o *options) prepared(folder string) (script string, err error) {
	err = os.WriteFile(filepath.Join(folder, "notes.txt"), []byte(strings.Repeat("A line of the notes, as long as many are.\n", 2000)), 0o600)
	if err != nil {
		return "", err
	}
	script, err = filepath.Abs(filepath.Join(folder, "session"))
	if err != nil {
		return "", err
	}
	return script, os.WriteFile(script, []byte(session(o.seconds+60)), 0o600)
}

// session is what a person does who is in a hurry: types, looks for it, goes about in the text.
func session(seconds int) string {
	var b strings.Builder
	b.WriteString("wait 1500\n")
	for ms := 1500; ms < seconds*1000; ms += 700 {
		b.WriteString("text echo words in a line\nwait 100\nkey Return\nwait 100\nkey Ctrl+F\nwait 100\nkey Escape\nwait 100\n" +
			"text echo more of them\nwait 100\nkey Return\nwait 100\nkey Home\nkey Up\nkey End\nwait 100\n")
	}
	return b.String()
}

// used is what a run took.
type used struct{ cpu, memory float64 } // seconds, MB

// runOnce runs a program to the end of the session and kills it.
func (o *options) runOnce(command string, ringed bool, folder string) (used, error) {
	script, err := o.prepared(folder)
	if err != nil {
		return used{}, err
	}
	args := strings.Fields(command)
	prog := args[0]
	env := append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "HOME="+folder, "XDG_RUNTIME_DIR="+folder)
	if ringed {
		record := []string{filepath.Join(o.top, "bin/sparseracer"), "record", "--ring", o.ring, "-o", filepath.Join(folder, "t.srt"), "--play", script, "--"}
		args = append(record, args...)
	} else {
		env = append(env, "LD_PRELOAD="+filepath.Join(o.top, "lib/libsparseplayer5.so"), "SESSION_SCRIPT="+script)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env, cmd.Dir = env, folder
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return used{}, err
	}
	defer cmd.Wait()
	pids := []int{cmd.Process.Pid}
	program := cmd.Process.Pid
	if ringed {
		if program = child(program, prog); program == 0 {
			return used{}, fmt.Errorf("%s did not start: %s", prog, said.String())
		}
		pids = append(pids, program)
	}
	time.Sleep(startUp)
	defer syscall.Kill(program, syscall.SIGKILL)
	before, err := cpuOf(pids)
	if err != nil {
		return used{}, err
	}
	time.Sleep(time.Duration(o.seconds) * time.Second)
	after, err := cpuOf(pids)
	if err != nil {
		cmd.Wait()
		return used{}, fmt.Errorf("%s ended before its session: %w\n%s", prog, err, said.String())
	}
	memory, err := memoryOf(pids)
	return used{after - before, memory}, err
}

// child waits for the child of a process that runs the program, 0 if there comes none: record
// asks others about it before.
func child(pid int, prog string) int {
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(20 * time.Millisecond) {
		list, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // of whichever thread
		for _, path := range list {
			text, _ := os.ReadFile(path)
			for _, f := range strings.Fields(string(text)) {
				if name, _ := os.ReadFile("/proc/" + f + "/comm"); strings.TrimSpace(string(name)) == filepath.Base(prog) {
					n, _ := strconv.Atoi(f)
					return n
				}
			}
		}
	}
	return 0
}

// ringIsThere: the program was loaded, and the recorder has begun.
func ringIsThere(pid int) bool {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	return strings.Contains(string(text), "/sparseracer-ring-")
}

// cpuOf adds up what the scheduler has counted, in nanoseconds, for the threads that are there:
// the ticks of /proc/PID/stat are too coarse for a program that mostly waits.
func cpuOf(pids []int) (seconds float64, err error) {
	for _, pid := range pids {
		list, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
		if len(list) == 0 {
			return 0, fmt.Errorf("process %d is over", pid)
		}
		for _, path := range list {
			text, _ := os.ReadFile(path) // none, if the thread has ended
			first, _, _ := strings.Cut(string(text), " ")
			n, _ := strconv.ParseFloat(first, 64)
			seconds += n / 1e9
		}
	}
	return seconds, nil
}

var pss = regexp.MustCompile(`(?m)^Pss:\s+(\d+) kB`)

func memoryOf(pids []int) (mb float64, err error) {
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if err != nil {
			return 0, err
		}
		if m := pss.FindSubmatch(text); m != nil {
			n, _ := strconv.ParseFloat(string(m[1]), 64)
			mb += n / 1024
		}
	}
	return mb, nil
}

// cost prints a table of pairs, with what the ring takes more, as 95 % confidence intervals of
// the mean (Student's t).
func (o *options) cost(stdout, stderr io.Writer, progs []string) error {
	fmt.Fprintf(stdout, "%d pairs of runs of %d seconds after start-up; a ring of %s; load of the machine at the beginning: %s\n\n", o.pairs, o.seconds, o.ring, load())
	fmt.Fprintln(stdout, "| program | processor time: plain, ring (s) | more, % (95 % interval) | of one processor, % | memory: plain, ring (MB) | more, MB (95 % interval) |")
	fmt.Fprintln(stdout, "| --- | --- | --- | --- | --- | --- |")
	for _, prog := range progs {
		var plain, ringed used
		var percent, share, memory []float64
		for i := range o.pairs {
			var pair [2]used
			for _, k := range []int{i % 2, 1 - i%2} {
				folder, err := os.MkdirTemp("", "ring-cost-")
				if err != nil {
					return err
				}
				pair[k], err = o.runOnce(prog, k == 1, folder)
				os.RemoveAll(folder)
				if err != nil {
					return err
				}
			}
			fmt.Fprintf(stderr, "%s: plain %.2f s, %.0f MB; ring %.2f s, %.0f MB\n", prog, pair[0].cpu, pair[0].memory, pair[1].cpu, pair[1].memory)
			plain.cpu, plain.memory = plain.cpu+pair[0].cpu, plain.memory+pair[0].memory
			ringed.cpu, ringed.memory = ringed.cpu+pair[1].cpu, ringed.memory+pair[1].memory
			percent = append(percent, 100*(pair[1].cpu/pair[0].cpu-1))
			share = append(share, 100*(pair[1].cpu-pair[0].cpu)/float64(o.seconds))
			memory = append(memory, pair[1].memory-pair[0].memory)
		}
		n := float64(o.pairs)
		fmt.Fprintf(stdout, "| %s | %.2f, %.2f | %s | %s | %.0f, %.0f | %s |\n", prog, plain.cpu/n, ringed.cpu/n, interval(percent), interval(share),
			plain.memory/n, ringed.memory/n, interval(memory))
	}
	return nil
}

// student has the quantiles of 97.5 % for 1 to 9 degrees of freedom.
var student = [...]float64{12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26}

func interval(x []float64) string {
	var sum, squares float64
	for _, v := range x {
		sum += v
	}
	mean := sum / float64(len(x))
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	half := student[min(len(x)-2, len(student)-1)] * math.Sqrt(squares/float64(len(x)-1)/float64(len(x)))
	return fmt.Sprintf("%.1f (%.1f to %.1f)", mean, mean-half, mean+half)
}

func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// kills ends runs by SIGSEGV at random moments, and reads what is left.
func (o *options) kills(stdout, stderr io.Writer, prog string) error {
	left, shortest := 0, math.Inf(1)
	var mu sync.Mutex // left, shortest and stderr
	var runs errgroup.Group
	runs.SetLimit(o.jobs)
	for i := range o.runs {
		runs.Go(func() error {
			folder, err := os.MkdirTemp("", "ring-kills-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			after := time.Duration(rand.Int64N(int64(o.seconds) * int64(time.Second)))
			kept, err := o.killOnce(prog, folder, after)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				fmt.Fprintf(stderr, "run %d, killed after %s: %v\n", i+1, after.Round(time.Millisecond), err)
				return nil
			}
			left++
			shortest = min(shortest, (kept+0.1)/min(after.Seconds(), 30))
			return nil
		})
	}
	if err := runs.Wait(); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Killed by SIGSEGV at a random moment of the first %d seconds, %d runs at a time, a ring of %s; load of the machine at the end: %s\n\n", o.seconds, o.jobs, o.ring, load())
	fmt.Fprintln(stdout, "| program | runs | traces that `check` passes | least share of the run, or of its last 30 seconds, that a trace has |")
	fmt.Fprintf(stdout, "| --- | --- | --- | --- |\n| %s | %d | %d | %.0f %% |\n", prog, o.runs, left, 100*min(shortest, 1))
	if left < o.runs {
		return fmt.Errorf("%d of %d runs left no trace", o.runs-left, o.runs)
	}
	return nil
}

var lastSeconds = regexp.MustCompile(`t\.srt: the last ([0-9.]+) (seconds|minutes)`)

// killOnce returns how many seconds the trace has.
func (o *options) killOnce(command, folder string, after time.Duration) (seconds float64, err error) {
	script, err := o.prepared(folder)
	if err != nil {
		return 0, err
	}
	out, prog := filepath.Join(folder, "t.srt"), strings.Fields(command)
	tool := filepath.Join(o.top, "bin/sparseracer")
	cmd := exec.Command(tool, append([]string{"record", "--ring", o.ring, "-o", out, "--play", script, "--"}, prog...)...)
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "HOME="+folder, "XDG_RUNTIME_DIR="+folder)
	cmd.Dir = folder
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	program := child(cmd.Process.Pid, prog[0])
	if program == 0 {
		cmd.Process.Kill()
		cmd.Wait()
		return 0, fmt.Errorf("the program did not run")
	}
	for begun := time.Now(); !ringIsThere(program) && time.Since(begun) < time.Minute; {
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(after)
	syscall.Kill(program, syscall.SIGSEGV)
	cmd.Wait()
	if checked, err := exec.Command(tool, "check", out).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s\n%s", err, checked, said.String())
	}
	m := lastSeconds.FindStringSubmatch(said.String())
	if m == nil {
		return 0, fmt.Errorf("record did not say how long the trace is: %s", said.String())
	}
	seconds, _ = strconv.ParseFloat(m[1], 64)
	if m[2] == "minutes" {
		seconds *= 60
	}
	return seconds, nil
}
