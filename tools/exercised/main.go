// Command exercised measures what of a program `exercise` reaches, beside the random input of
// tools/real-stock: nested loops, dialogs and handlers, as a table for docs/figures.
//
//	go run ./tools/exercised [-time 5m] [-seeds 3] [-o DIR] PROG…
//
// from the top of the tree, after `make build`. A PROG may have arguments: "kwrite notes.txt". For each
// program and seed both use it in turn for as long: in sessions one after another, recorded, on the
// offscreen platform, in the same sandbox with a home of the same files. A session that is under way when
// the time is up is ended, and what it has recorded until then counts. `exercise` may end before, when
// three sessions in a row found nothing new. What is counted is in the recordings (count.go), so it
// is the same for both. -o keeps them.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are the flags.
type options struct {
	time  time.Duration
	seeds int
	dir   string
	tool  string
}

func run(args []string, stdout, stderr io.Writer) int {
	var opt options
	f := flag.NewFlagSet("exercised", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.DurationVar(&opt.time, "time", 5*time.Minute, "use each program for so long, with each seed and by each of the two")
	f.IntVar(&opt.seeds, "seeds", 3, "so many seeds, from 1")
	f.StringVar(&opt.dir, "o", "", "keep recordings and sessions in the folder `DIR`, which is new")
	f.StringVar(&opt.tool, "tool", "bin/sparseracer", "the tool, `FILE`")
	if err := f.Parse(args); err != nil {
		return 2
	}
	if err := measure(opt, f.Args(), stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "exercised:", err)
		return 2
	}
	return 0
}

// check refuses what would end in an empty table, or mix recordings of two measurements.
func (o *options) check(programs []string) error {
	switch {
	case len(programs) == 0:
		return errors.New("name programs with Qt Widgets: go run ./tools/exercised featherpad qterminal")
	case o.time < time.Second || o.seeds < 1:
		return fmt.Errorf("-time %v -seeds %d: expected at least 1s and 1", o.time, o.seeds)
	}
	for _, p := range programs {
		if fields := strings.Fields(p); len(fields) == 0 {
			return errors.New("a program without a name")
		} else if _, err := exec.LookPath(fields[0]); err != nil {
			return fmt.Errorf("%w: install it first", err)
		}
	}
	if _, err := os.Stat(o.tool); err != nil {
		return fmt.Errorf("%w: run `make build` first, and this from the top of the tree", err)
	}
	if o.dir == "" {
		return nil
	}
	if _, err := os.Stat(o.dir); err == nil {
		return fmt.Errorf("%s is there already: name a new folder (-o)", o.dir)
	}
	return nil
}

func measure(opt options, programs []string, stdout, stderr io.Writer) error {
	if err := opt.check(programs); err != nil {
		return err
	}
	dir := opt.dir
	if dir == "" {
		temporary, err := os.MkdirTemp("", "exercised-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temporary)
		dir = temporary
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	var rows []row
	for _, program := range programs {
		r := row{program: program}
		for seed := 1; seed <= opt.seeds; seed++ {
			for i, use := range []driver{exercise, monkey} {
				box := filepath.Join(dir, fmt.Sprintf("%s-%d-%s", filepath.Base(strings.Fields(program)[0]), seed, use.name))
				if err := os.MkdirAll(box, 0o700); err != nil {
					return err
				}
				fmt.Fprintf(stderr, "%s, seed %d, %s, %v\n", program, seed, use.name, opt.time)
				if err := use.run(opt, box, seed, strings.Fields(program)); err != nil {
					return fmt.Errorf("%s, seed %d, %s: %w", program, seed, use.name, err)
				}
				c, err := countIn(box)
				if err != nil {
					return err
				}
				fmt.Fprintf(stderr, "  %d nested loops, %d dialogs, %d handlers in %d sessions\n", c.loops, c.dialogs, c.handlers, c.sessions)
				r.by[i] = append(r.by[i], c)
			}
		}
		rows = append(rows, r)
	}
	return writeTable(stdout, rows)
}

// driver uses a program until the time is up; recordings are left in the folder.
type driver struct {
	name string
	run  func(opt options, box string, seed int, program []string) error
}

var exercise = driver{"exercise", func(opt options, box string, seed int, program []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), opt.time)
	defer cancel()
	said, err := command(ctx, opt.tool, append([]string{"exercise", "-o", box, "--seed", fmt.Sprint(seed), "--"}, program...)...)
	if ctx.Err() == nil && err != nil {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return nil
}}

// monkeyInputs are those of a session, as tools/real-stock has them.
const monkeyInputs = 300

var monkey = driver{"random", func(opt options, box string, seed int, program []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), opt.time)
	defer cancel()
	for n := 1; ctx.Err() == nil; n++ {
		script, trace := filepath.Join(box, fmt.Sprint(n)+".session"), filepath.Join(box, fmt.Sprint(n)+".srt")
		text, err := exec.Command("bash", "-c", `. tools/stock/measure.sh; random_script "$1" "$2"`, "random", fmt.Sprint(seed*1000+n), fmt.Sprint(monkeyInputs)).Output()
		if err != nil {
			return fmt.Errorf("tools/stock/measure.sh: %w", err)
		}
		if err := os.WriteFile(script, text, 0o600); err != nil {
			return err
		}
		begun := time.Now()
		said, _ := command(ctx, opt.tool, append([]string{"record", "--sandbox", box, "-o", trace, "--play", script, "--"}, program...)...)
		if _, err := os.Stat(trace); err != nil { // how the program itself ends does not matter
			return fmt.Errorf("nothing was recorded:\n%s", said)
		}
		if ctx.Err() == nil && time.Since(begun) < time.Second {
			return fmt.Errorf("%s ended within a second:\n%s", program[0], said)
		}
	}
	return nil
}}

// command runs the tool, on no screen; it is interrupted at the end of the context, and ended if it goes on.
func command(ctx context.Context, name string, args ...string) (said string, err error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen")
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 20 * time.Second
	err = cmd.Run()
	text := strings.TrimSpace(out.String())
	return text[max(0, len(text)-2000):], err
}
