package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sparseracer/internal/tracegen"
)

// growth times the tool on traces of more and more memory operations over one
// number of events.
func growth(args []string, out io.Writer) error {
	f := flag.NewFlagSet("growth", flag.ContinueOnError)
	tool := f.String("tool", "bin/sparseracer", "the program to time")
	most := f.Uint64("max", 1e7, "the largest trace, in operations; 1e9 takes 4.3 GB of disk and some minutes")
	events := f.Int("events", 1e5, "events of each trace")
	rounds := f.Int("rounds", 3, "runs of each trace")
	dir := f.String("dir", "", "folder for the traces, default: a temporary one")
	if err := f.Parse(args); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(*dir, "growth-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	var sizes, times []float64
	fmt.Fprintf(out, "| memory operations over %d events | file | seconds | CPU seconds | million operations/s | peak memory |\n| --- | --- | --- | --- | --- | --- |\n", *events)
	for n := uint64(1e6); n <= *most; n *= 10 {
		cpu, err := growthRow(out, *tool, filepath.Join(tmp, "t.srt"), tracegen.Scale(1, n, *events), *rounds)
		if err != nil {
			return err
		}
		sizes, times = append(sizes, float64(n)), append(times, cpu)
	}
	if len(sizes) > 1 {
		fmt.Fprintf(out, "\nCPU seconds grow with operations to the power of %.2f\n", exponent(sizes, times))
	}
	return nil
}

func growthRow(out io.Writer, tool, path string, shape tracegen.Shape, rounds int) (float64, error) {
	n, err := write(path, shape)
	if err != nil {
		return 0, err
	}
	st, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	var times, cpu []float64
	var peak int64
	for range rounds {
		s, _, err := command(tool, "analyze", "-o", path+".report", path)
		if err != nil {
			return 0, err
		}
		times, cpu = append(times, s.seconds), append(cpu, s.cpu)
		peak = max(peak, s.peak)
	}
	median, half := spread(times)
	cpuMedian, cpuHalf := spread(cpu)
	fmt.Fprintf(out, "| %d | %.0f MB | %.2f ±%.2f | %.2f ±%.2f | %.1f | %d MB |\n", n, float64(st.Size())/1e6, median, half,
		cpuMedian, cpuHalf, float64(n)/median/1e6, peak>>20)
	return cpuMedian, nil
}
