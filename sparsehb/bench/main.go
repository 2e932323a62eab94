// Command bench measures the engine on generated traces (internal/tracegen)
// and prints tables; docs/performance.md has its results and the commands.
//
//	bench gen [flags] FILE       write a trace, .srt binary or .txt text form
//	bench kate, growth, paper, connect, races, logs, hostile    the tables
//	bench analyze [flags] FILE   analyze a trace as the tool does, without a report
//
// It decides nothing: figures of a busy machine are no test.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
	"sparseracer/sparsehb"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

var verbs = map[string]func(args []string, out io.Writer) error{
	"gen":     generate,
	"analyze": analyze,
	"kate":    kate,
	"growth":  growth,
	"paper":   paper,
	"connect": connect,
	"races":   races,
	"logs":    logs,
	"hostile": hostile,
}

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 || verbs[args[0]] == nil {
		fmt.Fprintln(stderr, "bench: expected one of gen, analyze, kate, growth, paper, connect, races, logs, hostile")
		return 2
	}
	if err := verbs[args[0]](args[1:], stdout); err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	return 0
}

// generate writes one trace.
func generate(args []string, _ io.Writer) error {
	f := flag.NewFlagSet("gen", flag.ContinueOnError)
	seed := f.Uint64("seed", 1, "seed")
	operations := f.Uint64("operations", 1e6, "operations of the trace")
	events := f.Int("events", 1e5, "events")
	kate := f.Bool("kate", false, "the size of the paper's recording of Kate instead")
	log := f.String("log", "", "a log of EventRacer's instead: of forks or fifo")
	family := f.String("hostile", "", "a trace that is made to cost as much as it can instead, of this family")
	batch := f.Bool("batch", false, "of a hostile one: batch loops")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return fmt.Errorf("gen: expected one file to write")
	}
	if *log != "" {
		return os.WriteFile(f.Arg(0), pages(*seed, *events, 0.1, *log == "fifo").Bytes(), 0o644)
	}
	if *family != "" {
		return writeHostile(f.Arg(0), *family, *events, *batch)
	}
	shape := tracegen.Scale(*seed, *operations, *events)
	if *kate {
		shape = tracegen.Kate(*seed)
	}
	_, err := write(f.Arg(0), shape)
	return err
}

// analyze times the engine on a file.
func analyze(args []string, out io.Writer) error {
	f := flag.NewFlagSet("analyze", flag.ContinueOnError)
	workers := f.Int("workers", 0, "cores of the second pass, 0 = all")
	readWrite := f.Bool("read-write", false, "read-write races too")
	profile := f.String("cpuprofile", "", "write a profile to this file")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return fmt.Errorf("analyze: expected one trace")
	}
	stop, err := profiled(*profile)
	if err != nil {
		return err
	}
	defer stop()
	src, err := trace.OpenFile(f.Arg(0))
	if err != nil {
		return err
	}
	start := time.Now()
	o, err := sparsehb.Build(src, sparsehb.Auto)
	if err != nil {
		return err
	}
	built := time.Since(start)
	res, err := sparsehb.Analyze(src, sparsehb.Options{Workers: *workers, ReadWrite: *readWrite})
	if err != nil {
		return err
	}
	took := time.Since(start) - built
	fmt.Fprintf(out, "%d operations, %d blocks: order %.2f s, order and races %.2f s, %.1f million operations/s, %d pairs\n",
		res.Operations, len(o.Blocks()), built.Seconds(), took.Seconds(), float64(res.Operations)/took.Seconds()/1e6, res.Counts.OperationPairs)
	return nil
}

// profiled writes a profile of what happens until stop is called, if it is to.
func profiled(path string) (stop func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	p, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return func() { pprof.StopCPUProfile(); p.Close() }, pprof.StartCPUProfile(p)
}

// write writes a trace to a file, in the form that its name asks for.
func write(path string, src trace.Source) (uint64, error) {
	r, err := src.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	out, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer out.Close()
	var n uint64
	if strings.HasSuffix(path, ".txt") {
		n, err = trace.WriteText(out, r)
	} else {
		n, err = trace.WriteBinary(out, r)
	}
	if err != nil {
		return n, err
	}
	return n, out.Close()
}
