// Command bench measures the engine on generated traces (internal/tracegen)
// and prints tables; docs/performance.md has its results and the commands.
//
//	bench gen [flags] FILE   write a trace, .srt binary or .txt text form
//
// It judges nothing: figures of a busy machine are no test.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

var verbs = map[string]func(args []string, out io.Writer) error{
	"gen": generate,
}

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 || verbs[args[0]] == nil {
		fmt.Fprintln(stderr, "bench: expected one of gen")
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
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return fmt.Errorf("gen: expected one file to write")
	}
	shape := tracegen.Scale(*seed, *operations, *events)
	if *kate {
		shape = tracegen.Kate(*seed)
	}
	_, err := write(f.Arg(0), shape)
	return err
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
