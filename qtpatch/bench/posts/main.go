// Command posts measures what recording adds to a posted event and its delivery.
//
// It builds posts.cpp against the installed Qt 5 and runs it in turn as it is and
// recorded: two sizes of each, so that starting and ending cancel out. The figures
// are processor time, user and system, per event. It judges nothing. A handler posts a
// hundred events, whose labels differ in their number alone, or one.
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
	"syscall"
	"time"
)

const few, many = 20_000, 320_000

func main() { os.Exit(run()) }

func run() int {
	rounds := flag.Int("rounds", 7, "runs of each")
	flag.Parse()
	dir, err := os.MkdirTemp("", "posts-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = compare(dir, max(1, *rounds))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "posts:", err)
		return 2
	}
	return 0
}

func compare(dir string, rounds int) error {
	exe := filepath.Join(dir, "posts")
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", "Qt5Core").Output()
	if err != nil {
		return fmt.Errorf("pkg-config: %w", err)
	}
	args := append([]string{"-O2", "-fPIC", "-o", exe, "qtpatch/bench/posts.cpp"}, strings.Fields(string(flags))...)
	if out, err := exec.Command("c++", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("c++: %w\n%s", err, out)
	}
	lib, err := filepath.Abs("lib")
	if err != nil {
		return err
	}
	recorded := []string{"SPARSERACER_OPTIONS=trace=" + filepath.Join(dir, "t.srt"),
		"LD_PRELOAD=" + lib + "/libsparserec.so:" + lib + "/libsparseqt.so"}
	fmt.Println("| a posted event and its delivery | ns, median | from | to | ratio |\n| --- | --- | --- | --- | --- |")
	for _, batch := range []int{100, 1} {
		if err := measure(exe, recorded, batch, rounds); err != nil {
			return err
		}
	}
	return nil
}

// measure prints the rows of handlers that post so many events each.
func measure(exe string, recorded []string, batch, rounds int) error {
	var plain, rec []float64
	for range rounds {
		p, err := perEvent(exe, batch, nil)
		if err != nil {
			return err
		}
		r, err := perEvent(exe, batch, recorded)
		if err != nil {
			return err
		}
		plain, rec = append(plain, p), append(rec, r)
	}
	slices.Sort(plain)
	slices.Sort(rec)
	for _, row := range []struct {
		name string
		ns   []float64
	}{{"stock Qt 5", plain}, {"recorded", rec}} {
		n := len(row.ns)
		fmt.Printf("| %s, %d from a handler | %.0f | %.0f | %.0f | %.2f |\n", row.name, batch, row.ns[n/2], row.ns[0], row.ns[n-1], row.ns[n/2]/plain[n/2])
	}
	return nil
}

// perEvent is the difference of two runs over the difference of their events, in ns.
func perEvent(exe string, batch int, env []string) (float64, error) {
	short, err := cpu(exe, few, batch, env)
	if err != nil {
		return 0, err
	}
	long, err := cpu(exe, many, batch, env)
	return float64((long - short).Nanoseconds()) / (many - few), err
}

func cpu(exe string, events, batch int, env []string) (time.Duration, error) {
	cmd := exec.Command(exe, fmt.Sprint(events), fmt.Sprint(batch))
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		return 0, fmt.Errorf("%s: %v %s", exe, err, out)
	}
	u := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
