// Command reduction reports what coverage and each filter take out of the read-write
// pairs of the samples (samples/uv, own, orders), as a table for
// docs/evaluation.md: `go run ./tools/reduction`, from the top of the tree after
// `make build`. With arguments it takes these traces instead.
//
// Each sample is built by our compilers and recorded once. A trace is analyzed
// without the filters, with them, and once for each filter alone. A sample without
// a pair is counted, and has no row. With --true it says what the filters of use-free pairs
// take out of races that are known to be true (proven.go).
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/sparsehb/filter"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	do := func() error { return table(stdout, args) }
	if len(args) == 1 && args[0] == "--true" {
		do = func() error { return proven(stdout) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(stderr, "reduction:", err)
		return 2
	}
	return 0
}

// filters are those of read-write pairs, in the order in which they are asked. The one
// for vtable pointers is always on here: what it takes out is no data.
var filters = slices.DeleteFunc(filter.Asked(filter.ReadWrite), func(f *filter.Filter) bool { return f.ID == vptr })

const vptr = "FP"

// counts are the part of a report that the table needs.
type counts struct {
	Pairs     uint64            `json:"read_write_pairs"`
	Uncovered uint64            `json:"uncovered_pairs"`
	Covered   uint64            `json:"covered_pairs"`
	Filtered  map[string]uint64 `json:"filtered_pairs"`
}

// row is what becomes of a sample's pairs.
type row struct {
	pairs, bare, vptr, covered, left uint64
	alone                            []uint64 // by filter, were it the only one
}

func (r *row) add(s *row) {
	r.pairs, r.bare, r.vptr, r.covered, r.left = r.pairs+s.pairs, r.bare+s.bare, r.vptr+s.vptr, r.covered+s.covered, r.left+s.left
	for i, n := range s.alone {
		r.alone[i] += n
	}
}

func (r *row) String() string {
	s := fmt.Sprintf("%d | %d | %d |", r.pairs, r.bare, r.vptr)
	for _, n := range r.alone {
		s += fmt.Sprintf(" %d |", n)
	}
	return s + fmt.Sprintf(" %d | %d", r.covered, r.left)
}

func table(out io.Writer, traces []string) error {
	fmt.Fprint(out, "| recording | pairs without an order | uncovered, no filter | vtable pointer |")
	for _, f := range filters {
		fmt.Fprintf(out, " %s |", f.Name)
	}
	fmt.Fprintf(out, " all filters: covered | uncovered |\n|%s\n", strings.Repeat(" --- |", 6+len(filters)))
	if len(traces) == 0 {
		return samples(out)
	}
	for _, trace := range traces {
		r, err := reduce(trace)
		if err != nil {
			return fmt.Errorf("%s: %w", trace, err)
		}
		fmt.Fprintf(out, "| %s | %v |\n", filepath.Base(trace), r)
	}
	return nil
}

// samples has a row for each.
func samples(out io.Writer) error {
	dir, err := os.MkdirTemp("", "reduction-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sum, empty := &row{alone: make([]uint64, len(filters))}, 0
	for _, folder := range []string{"uv", "own", "orders"} {
		sources, err := filepath.Glob(filepath.Join("samples", folder, "*.c*"))
		if err != nil {
			return err
		}
		for _, source := range sources {
			r, err := sample(dir, folder, source)
			if err != nil {
				return fmt.Errorf("%s: %w", source, err)
			}
			if r.pairs == 0 {
				empty++
				continue
			}
			sum.add(r)
			fmt.Fprintf(out, "| %s | %v |\n", strings.TrimSuffix(strings.TrimPrefix(source, "samples/"), filepath.Ext(source)), r)
		}
	}
	fmt.Fprintf(out, "| together | %v |\n\n%d samples have no such pair.\n", sum, empty)
	return nil
}

// sample builds, records and analyzes one.
func sample(dir, folder, source string) (*row, error) {
	program, trace := filepath.Join(dir, "sample"), filepath.Join(dir, "sample.srt")
	compile := []string{"bin/sparse-cc", "-g", "-O1", "-D_GNU_SOURCE", "-Itracelib/include", source, "-o", program, "-pthread"}
	switch folder {
	case "uv":
		compile = append(compile, "-luv")
	case "orders":
		qt, err := exec.Command("pkg-config", "--cflags", "--libs", "Qt5Core").Output()
		if err != nil {
			return nil, fmt.Errorf("pkg-config Qt5Core: %w", err)
		}
		compile[0] = "bin/sparse-c++"
		compile = append(append(compile, "-std=c++17", "-fPIC"), strings.Fields(string(qt))...)
	}
	for _, argv := range [][]string{compile, {"bin/sparseracer", "record", "-o", trace, "--", program}} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%v: %w: %s", argv, err, out)
		}
	}
	return reduce(trace)
}

// reduce analyzes a trace with all filters, with none, and with one at a time.
func reduce(trace string) (*row, error) {
	var none []string
	for _, f := range filters {
		none = append(none, "-"+f.ID)
	}
	bare, err := analyze(trace, none)
	if err != nil {
		return nil, err
	}
	all, err := analyze(trace, nil)
	if err != nil {
		return nil, err
	}
	r := &row{pairs: bare.Pairs, bare: bare.Uncovered, vptr: bare.Filtered["vtable pointer"], covered: all.Covered, left: all.Uncovered}
	for i, f := range filters {
		others := append(append([]string{}, none[:i]...), none[i+1:]...)
		only, err := analyze(trace, others)
		if err != nil {
			return nil, err
		}
		r.alone = append(r.alone, only.Filtered[f.Name])
	}
	return r, nil
}

func analyze(trace string, without []string) (*counts, error) {
	rules := strings.Join(append([]string{"auto"}, without...), ",")
	c := exec.Command("bin/sparseracer", "analyze", "--mode", "plain", "--races", "read-write", "--rules", rules, "--format", "json", trace)
	out, err := c.Output()
	if c.ProcessState == nil || c.ProcessState.ExitCode() > 1 {
		return nil, fmt.Errorf("analyze: %w", err)
	}
	var rep struct {
		Counts counts `json:"counts"`
	}
	if err := json.Unmarshal(out, &rep); err != nil {
		return nil, fmt.Errorf("analyze: %w", err)
	}
	return &rep.Counts, nil
}
