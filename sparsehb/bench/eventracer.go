package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// logs measures `analyze LOG` from end to end on logs in EventRacer's format, and beside it,
// if there is one, EventRacer's own racestats.
func logs(args []string, out io.Writer) error {
	f := flag.NewFlagSet("logs", flag.ContinueOnError)
	tool := f.String("tool", "bin/sparseracer", "the tool")
	peer := f.String("peer", "racestats", "EventRacer's, which is measured beside ours if it is there")
	most := f.Int("max", 1e5, "events of the largest log")
	runs := f.Int("runs", 5, "runs of each")
	if err := f.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "logs-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := exec.LookPath(*peer); err != nil {
		fmt.Fprintf(out, "EventRacer's %s is not on this machine, and not measured.\n", *peer)
		*peer = ""
	}
	b := &logTable{out: out, tool: *tool, peer: *peer, runs: *runs, dir: dir}
	fmt.Fprintln(out, "Processor seconds from start to end, and the largest resident set: the median of", *runs, "runs, from the least to the most.")
	fmt.Fprintln(out, "\n| log | accesses | races | `analyze` | memory | EventRacer | memory |\n| --- | --- | --- | --- | --- | --- | --- |")
	for n := 10_000; n <= *most; n *= 10 {
		for _, fifo := range []bool{false, true} {
			for _, races := range []float64{0, 0.1, 1} { // about so many for each ten events
				if err := b.row(n, fifo, races); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

type logTable struct {
	out        io.Writer
	tool, peer string
	runs       int
	dir        string
	seed       uint64
}

// row is one log; each has another seed, and another number of accesses in its handlers.
func (t *logTable) row(events int, fifo bool, share float64) error {
	t.seed++
	accesses := 5 + int(t.seed*7%11)
	folder := filepath.Join(t.dir, fmt.Sprint(t.seed))
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	log := filepath.Join(folder, "log")
	d := rows(t.seed, events, accesses, share/10/float64(accesses), fifo)
	if err := os.WriteFile(log, d.Bytes(), 0o600); err != nil {
		return err
	}
	ours, err := t.measure(t.tool, "analyze", log)
	if err != nil {
		return err
	}
	found, err := racesIn(t.tool, log)
	if err != nil {
		return err
	}
	theirs := " | "
	if t.peer != "" {
		if theirs, err = t.measure(t.peer, folder); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(t.out, "| %d events, %s | %d | %d | %s | %s |\n", events, map[bool]string{false: "forks", true: "FIFO"}[fifo], events*accesses, found, ours, theirs)
	return err
}

func (t *logTable) measure(argv ...string) (string, error) {
	var times []float64
	var peak int64
	for range t.runs {
		s, _, err := command(argv...)
		if err != nil {
			return "", err
		}
		times, peak = append(times, s.cpu), max(peak, s.peak)
	}
	median, _ := spread(times)
	return fmt.Sprintf("%.3f (%.3f to %.3f) | %d MB", median, slices.Min(times), slices.Max(times), peak>>20), nil
}

// racesIn is how many pairs of accesses nothing orders.
func racesIn(tool, log string) (uint64, error) {
	_, out, err := command(tool, "analyze", "--json", log)
	if err != nil {
		return 0, err
	}
	var report struct {
		Counts struct {
			Pairs uint64 `json:"read_write_pairs"`
		} `json:"counts"`
	}
	err = json.Unmarshal(out, &report)
	return report.Counts.Pairs, err
}
