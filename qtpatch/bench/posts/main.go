// Command posts measures what recording adds to an event and its delivery: a posted one of
// Qt 5, an idle source of GLib, a timer of libuv.
//
// It builds the programs beside it against the installed libraries and runs each in turn as
// it is and recorded: two sizes of each, so that starting and ending cancel out. The figures
// are processor time, user and system, per event, or, with -instructions, what callgrind
// counts, which does not depend on what else the machine does; the system's own are not among
// them. It judges nothing. A handler makes a hundred events, whose labels differ in
// their number alone, or one.
//
// Run from the top folder, after a build.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// program is one of those that are measured.
type program struct{ name, source, compiler, pkg string }

var programs = []program{
	{"posted event of Qt 5", "posts.cpp", "c++", "Qt5Core"},
	{"idle source of GLib", "idles.c", "cc", "glib-2.0"},
	{"timer of libuv", "timers.c", "cc", "libuv"},
}

// meter measures a run of so many events.
type meter struct {
	run       func(exe string, events, batch int, libraries []string, trace string) (float64, error)
	unit      string
	few, many int
}

func main() { os.Exit(run()) }

func run() int {
	rounds := flag.Int("rounds", 7, "runs of each")
	instructions := flag.Bool("instructions", false, "count instructions by callgrind, in one run of each")
	flag.Parse()
	m := meter{processorTime, "ns", 20_000, 320_000}
	if *instructions {
		m, *rounds = meter{counted, "instructions", 2_000, 12_000}, 1
	}
	dir, err := os.MkdirTemp("", "posts-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = compare(dir, m, max(1, *rounds))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "posts:", err)
		return 2
	}
	return 0
}

func compare(dir string, m meter, rounds int) error {
	lib, err := filepath.Abs("lib")
	if err != nil {
		return err
	}
	libraries := []string{lib + "/libsparserec.so", lib + "/libsparseqt.so"}
	fmt.Printf("| an event and its delivery | %s, median | from | to | ratio |\n| --- | --- | --- | --- | --- |\n", m.unit)
	for _, p := range programs {
		exe, err := p.build(dir)
		if err != nil {
			return err
		}
		for _, batch := range []int{100, 1} {
			if err := m.rows(p.name, exe, libraries, batch, rounds); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p program) build(dir string) (string, error) {
	exe := filepath.Join(dir, strings.TrimSuffix(p.source, filepath.Ext(p.source)))
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", p.pkg).Output()
	if err != nil {
		return "", fmt.Errorf("pkg-config %s: %w", p.pkg, err)
	}
	args := append([]string{"-O2", "-fPIC", "-o", exe, filepath.Join("qtpatch/bench", p.source)}, strings.Fields(string(flags))...)
	if out, err := exec.Command(p.compiler, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", p.compiler, err, out)
	}
	return exe, nil
}

// rows prints those of handlers that make so many events each.
func (m meter) rows(name, exe string, libraries []string, batch, rounds int) error {
	var plain, recorded []float64
	for range rounds {
		p, err := m.perEvent(exe, batch, nil)
		if err != nil {
			return err
		}
		r, err := m.perEvent(exe, batch, libraries)
		if err != nil {
			return err
		}
		plain, recorded = append(plain, p), append(recorded, r)
	}
	slices.Sort(plain)
	slices.Sort(recorded)
	for _, row := range []struct {
		how    string
		values []float64
	}{{"stock", plain}, {"recorded", recorded}} {
		n := len(row.values)
		fmt.Printf("| %s, %d from a handler, %s | %.0f | %.0f | %.0f | %.2f |\n",
			name, batch, row.how, row.values[n/2], row.values[0], row.values[n-1], row.values[n/2]/plain[n/2])
	}
	return nil
}

// perEvent is the difference of two runs over the difference of their events.
func (m meter) perEvent(exe string, batch int, libraries []string) (float64, error) {
	trace := exe + ".srt"
	short, err := m.run(exe, m.few, batch, libraries, trace)
	if err != nil {
		return 0, err
	}
	long, err := m.run(exe, m.many, batch, libraries, trace)
	return (long - short) / float64(m.many-m.few), err
}

func processorTime(exe string, events, batch int, libraries []string, trace string) (float64, error) {
	cmd := exec.Command(exe, fmt.Sprint(events), fmt.Sprint(batch))
	cmd.Env = os.Environ()
	if libraries != nil {
		cmd.Env = append(cmd.Env, "SPARSERACER_OPTIONS=trace="+trace, "LD_PRELOAD="+strings.Join(libraries, ":"))
	}
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		return 0, fmt.Errorf("%s: %v %s", exe, err, out)
	}
	u := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return float64((time.Duration(u.Utime.Nano() + u.Stime.Nano())).Nanoseconds()), nil
}

var collected = regexp.MustCompile(`Collected : (\d+)`)

// counted has the loader preload the libraries: LD_PRELOAD would be Valgrind's own, too.
func counted(exe string, events, batch int, libraries []string, trace string) (float64, error) {
	args := []string{"--tool=callgrind", "--callgrind-out-file=/dev/null"}
	if libraries != nil {
		args = append(args, "/lib64/ld-linux-x86-64.so.2", "--preload", strings.Join(libraries, ":"))
	}
	cmd := exec.Command("valgrind", append(args, exe, fmt.Sprint(events), fmt.Sprint(batch))...)
	cmd.Env = append(os.Environ(), "SPARSERACER_OPTIONS=trace="+trace)
	out, err := cmd.CombinedOutput()
	found := collected.FindSubmatch(out)
	if err != nil || found == nil {
		return 0, fmt.Errorf("valgrind %s: %v %s", exe, err, out)
	}
	return strconv.ParseFloat(string(found[1]), 64)
}
