// Command fuzz gives each parser of the project bytes that nobody wrote, for a time: Go's fuzz
// tests, and those of C below testdata with libFuzzer and AddressSanitizer. It prints a row for
// each, as Markdown, and exits with 1 if one failed.
//
//	fuzz [-time 20m] [-only REGEXP]
//
// What was found interesting is kept in the user's cache, so that the next call goes on from there.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	each := flag.Duration("time", 20*time.Minute, "how long each parser is tried")
	only := flag.String("only", "", "parsers whose name matches")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, *each, *only, os.Stdout, os.Stderr))
}

// target is something that parses.
type target struct {
	name string
	fuzz func(ctx context.Context, each time.Duration) (result, error)
}

// result is what a run said of itself.
type result struct{ runs, kept string }

func run(ctx context.Context, each time.Duration, only string, stdout, stderr io.Writer) int {
	which, err := regexp.Compile(only)
	if err != nil {
		fmt.Fprintln(stderr, "fuzz:", err)
		return 2
	}
	targets, err := list(ctx)
	if err != nil {
		fmt.Fprintln(stderr, "fuzz:", err)
		return 2
	}
	code := 0
	fmt.Fprintf(stdout, "Each for %v.\n\n| parser | executions | inputs kept | result |\n| --- | --- | --- | --- |\n", each)
	for _, t := range targets {
		if !which.MatchString(t.name) {
			continue
		}
		r, err := t.fuzz(ctx, each)
		if ctx.Err() != nil {
			return 2
		}
		said := "nothing failed"
		if err != nil {
			said, code = "**failed**", 1
			fmt.Fprintf(stderr, "fuzz: %s: %v\n", t.name, err)
		}
		fmt.Fprintf(stdout, "| `%s` | %s | %s | %s |\n", t.name, r.runs, r.kept, said)
	}
	return code
}

func list(ctx context.Context) ([]target, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-tags=llvm19", "-f", "{{.ImportPath}} {{.Dir}}", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var targets []target
	for line := range strings.Lines(string(out)) {
		pkg, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		names, err := fuzzTests(dir)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			targets = append(targets, target{strings.TrimPrefix(pkg, "sparseracer/") + " " + name, goTest(pkg, name)})
		}
	}
	for _, p := range parsersOfC {
		targets = append(targets, target{p.source, p.fuzz})
	}
	return targets, nil
}

var fuzzTest = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F\)`)

// fuzzTests are the names of those in the files of a folder.
func fuzzTests(dir string) (names []string, err error) {
	files, err := filepath.Glob(dir + "/*_test.go")
	for _, f := range files {
		text, readErr := os.ReadFile(f)
		err = errors.Join(err, readErr)
		for _, m := range fuzzTest.FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	return names, err
}

// saidOfGo is in each line that go test prints while it fuzzes.
var saidOfGo = regexp.MustCompile(`execs: (\d+).*\(total: (\d+)\)`)

// minimise bounds how often an input that is new is tried with less of it. Go's own bound, a minute, is all
// of a short run's time where inputs are large.
const minimise = "100x"

func goTest(pkg, name string) func(context.Context, time.Duration) (result, error) {
	return func(ctx context.Context, each time.Duration) (result, error) {
		out, err := exec.CommandContext(ctx, "go", "test", "-tags=llvm19", pkg, "-run", "^$", "-fuzz", "^"+name+"$", "-fuzztime", each.String(), "-fuzzminimizetime", minimise).CombinedOutput()
		return resultOf(saidOfGo, out, failureOf(out, err))
	}
}

// outOfTime is what go test fails with where its time is over while a worker is at an input. An input that
// fails has a text of its own, and is written down.
var outOfTime = regexp.MustCompile(`(?m)^--- FAIL: Fuzz\w+ \([0-9.]+s\)\n +context deadline exceeded\nFAIL$`)

// failureOf is what an input made fail, nil for the end of the time.
func failureOf(out []byte, err error) error {
	if outOfTime.Match(out) && !bytes.Contains(out, []byte("Failing input written to")) {
		return nil
	}
	return err
}

// resultOf reads the last of the lines that say how far it is.
func resultOf(line *regexp.Regexp, out []byte, err error) (result, error) {
	all := line.FindAllSubmatch(out, -1)
	if err == nil && len(all) == 0 {
		err = errors.New("it does not say how many inputs it tried")
	}
	if err != nil {
		return result{"", ""}, fmt.Errorf("%w\n%s", err, out)
	}
	last := all[len(all)-1]
	return result{string(last[1]), string(last[2])}, nil
}

// parserOfC is a file with libFuzzer's entry, and what it is compiled with.
type parserOfC struct {
	source  string
	with    []string
	include []string
	seeds   string
}

var parsersOfC = []parserOfC{
	{"loopcore/test/testdata/schedule_fuzz.c",
		[]string{"loopcore/src/schedule.c", "loopcore/src/words.c", "loopcore/src/arena.c", "loopcore/src/label.c", "loopcore/src/inputs.c", "loopcore/src/message.c"},
		[]string{"loopcore/include", "loopcore/src", "tracelib/include"}, "loopcore/test/testdata/fuzz/schedule"},
	{"tracelib/test/testdata/options_fuzz.c",
		[]string{"tracelib/src/options.c", "tracelib/src/words.c"},
		[]string{"tracelib/src", "tracelib/include"}, "tracelib/test/testdata/fuzz/options"},
}

var saidOfC = regexp.MustCompile(`(?m)^#(\d+)\s+\w+.* corp: (\d+)/`)

func (p parserOfC) fuzz(ctx context.Context, each time.Duration) (result, error) {
	return p.run(ctx, fmt.Sprintf("-max_total_time=%d", max(1, int(each.Seconds()))))
}

// run compiles it, and tries inputs until limit, a flag of libFuzzer.
func (p parserOfC) run(ctx context.Context, limit string) (result, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return result{}, err
	}
	corpus := filepath.Join(cache, "sparseracer", "fuzz", strings.TrimSuffix(filepath.Base(p.source), ".c"))
	if err := os.MkdirAll(corpus, 0o700); err != nil {
		return result{}, err
	}
	dir, err := os.MkdirTemp("", "sparseracer-fuzz-")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "fuzz")
	// What a parser's file has besides, it does not need: sections that nobody refers to go.
	args := []string{"-g", "-O1", "-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=undefined", "-std=gnu11", "-D_GNU_SOURCE", "-ffunction-sections",
		"-fdata-sections", "-Wl,--gc-sections", "-fuse-ld=lld-19", "-o", program, p.source}
	for _, i := range p.include {
		args = append(args, "-I"+i)
	}
	clang := cmp.Or(os.Getenv("SPARSE_CLANG"), "clang-19")
	if out, err := exec.CommandContext(ctx, clang, append(args, p.with...)...).CombinedOutput(); err != nil {
		return result{}, fmt.Errorf("%w\n%s", err, out)
	}
	cmd := exec.CommandContext(ctx, program, limit, "-print_final_stats=0", "-artifact_prefix="+corpus+"-", corpus, p.seeds)
	out, err := cmd.CombinedOutput()
	return resultOf(saidOfC, out, err)
}
