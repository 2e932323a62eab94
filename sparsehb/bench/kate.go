package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"sparseracer/internal/tracegen"
)

// kate times the tool, from its start to its end, on traces of the size of the
// paper's recording of Kate; the original implementation takes about 220 s.
func kate(args []string, out io.Writer) error {
	f := flag.NewFlagSet("kate", flag.ContinueOnError)
	tool := f.String("tool", "bin/sparseracer", "the program to time")
	rounds := f.Int("rounds", 21, "runs of each form")
	seed := f.Uint64("seed", 1, "seed")
	if err := f.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "kate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(out, "| 84,378 operations, 250 events, 38 loops | file to report, whole process | CPU | quickest | peak memory |\n| --- | --- | --- | --- | --- |\n")
	for _, form := range []string{"txt", "srt"} {
		path := filepath.Join(dir, "kate."+form)
		if _, err := write(path, tracegen.Kate(*seed)); err != nil {
			return err
		}
		var times, cpu []float64
		var peak int64
		for range *rounds {
			s, _, err := command(*tool, "analyze", "-o", filepath.Join(dir, "report"), path)
			if err != nil {
				return err
			}
			times, cpu = append(times, s.seconds*1e3), append(cpu, s.cpu*1e3)
			peak = max(peak, s.peak)
		}
		median, half := spread(times)
		cpuMedian, cpuHalf := spread(cpu)
		fmt.Fprintf(out, "| %s | %.1f ms ±%.1f | %.1f ms ±%.1f | %.1f ms | %d MB |\n", map[string]string{"txt": "text form", "srt": "binary form"}[form],
			median, half, cpuMedian, cpuHalf, slices.Min(times), peak>>20)
	}
	return nil
}
