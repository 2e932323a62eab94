package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/tracegen"
)

// hostile times the tool on traces that are made to cost as much as they can, each family at
// several sizes: does it stay near-linear, and how much memory does it take? Then with a bound
// of memory, as a binary file and as text.
func hostile(args []string, out io.Writer) error {
	f := flag.NewFlagSet("hostile", flag.ContinueOnError)
	tool := f.String("tool", "bin/sparseracer", "the program to time")
	most := f.Int("max", 256000, "the largest trace, in events; each is four times the one before, from 4000 on")
	patience := f.Float64("patience", 5, "processor seconds beyond which a family gets no larger")
	bound := f.Int("max-memory", 512, "the bound of memory of the second table, in MiB")
	only := f.String("only", "", "families whose names contain this")
	part := f.String("part", "both", "growth or bounded: only the first table, or only the second one")
	dir := f.String("dir", "", "folder for the traces, default: a temporary one")
	if err := f.Parse(args); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(*dir, "hostile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b := &hostileBench{out: out, tool: *tool, path: filepath.Join(tmp, "t"), patience: *patience, bound: *bound}
	for n := 4000; n <= *most; n *= 4 {
		b.sizes = append(b.sizes, n)
	}
	var families []tracegen.Hostile
	for _, h := range tracegen.HostileFamilies {
		if strings.Contains(h.Name, *only) {
			families = append(families, h)
		}
	}
	if *part != "bounded" {
		if err := b.growth(families); err != nil {
			return err
		}
	}
	if *part == "growth" {
		return nil
	}
	return b.bounded(families)
}

type hostileBench struct {
	out      io.Writer
	tool     string
	path     string // of the trace, without what tells its form
	sizes    []int
	patience float64
	bound    int
}

// growth is the first table.
func (b *hostileBench) growth(families []tracegen.Hostile) error {
	fmt.Fprintf(b.out, "Processor seconds of `analyze`, one run each, by about so many events; the exponent of their growth between the two largest sizes; the largest resident set.\n"+
		"*Short*: the size from which on the order was cut short. A dash: not run, the size before took over %.0f s.\n\n", b.patience)
	head, line := "| trace | loops |", "| --- | --- |"
	for _, n := range b.sizes {
		head, line = head+fmt.Sprintf(" %d |", n), line+" --- |"
	}
	fmt.Fprintf(b.out, "%s exponent | memory | short |\n%s --- | --- | --- |\n", head, line)
	for i := range families {
		for _, batch := range []bool{false, true} {
			if !batch && !families[i].Order {
				continue // what comes after the order is the same for both kinds of loops
			}
			if err := b.growthRow(&families[i], batch); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *hostileBench) growthRow(h *tracegen.Hostile, batch bool) error {
	cells, short := "", "no"
	var times []float64
	var peak int64
	for _, n := range b.sizes {
		if len(times) > 0 && times[len(times)-1] > b.patience {
			cells += " — |"
			continue
		}
		if err := b.write(h, n, batch, ".srt"); err != nil {
			return err
		}
		s, cut, err := b.analyze(".srt")
		if err != nil {
			return err
		}
		times, peak = append(times, s.cpu), max(peak, s.peak)
		cells += fmt.Sprintf(" %.2f |", s.cpu)
		if cut && short == "no" {
			short = fmt.Sprint(n)
		}
	}
	slope := "—"
	if n := len(times); n > 1 {
		slope = fmt.Sprintf("%.2f", math.Log(times[n-1]/times[n-2])/math.Log(4))
	}
	_, err := fmt.Fprintf(b.out, "| %s | %s |%s %s | %d MB | %s |\n", h.What, loopsOf(batch), cells, slope, peak>>20, short)
	return err
}

func loopsOf(batch bool) string {
	if batch {
		return "batch"
	}
	return "exact"
}

// write has a process of its own write the trace: what a process takes before it becomes the
// tool counts as the tool's.
func (b *hostileBench) write(h *tracegen.Hostile, n int, batch bool, form string) error {
	self, err := os.Executable()
	if err == nil {
		_, _, err = command(self, "gen", "-hostile", h.Name, "-events", strconv.Itoa(n), fmt.Sprintf("-batch=%v", batch), b.path+form)
	}
	return err
}

// writeHostile writes a trace of a family, in the form that its name asks for.
func writeHostile(path, family string, n int, batch bool) error {
	i := slices.IndexFunc(tracegen.HostileFamilies, func(h tracegen.Hostile) bool { return h.Name == family })
	if i < 0 {
		return fmt.Errorf("gen: no hostile family %q", family)
	}
	h := &tracegen.HostileFamilies[i]
	if strings.HasSuffix(path, ".txt") {
		return os.WriteFile(path, h.Text(n, batch), 0o644)
	}
	src, err := h.Trace(n, batch)
	if err == nil {
		_, err = write(path, src)
	}
	return err
}

// analyze runs the tool on the trace that was written last, and reports whether its order was
// cut short.
func (b *hostileBench) analyze(form string, flags ...string) (s sample, cut bool, err error) {
	report := b.path + ".json"
	argv := append([]string{b.tool, "analyze", "--json", "-o", report}, flags...)
	if s, _, err = command(append(argv, b.path+form)...); err != nil {
		return s, false, err
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return s, false, err
	}
	var r struct {
		Trace struct {
			Cut *struct{} `json:"order_cut_short"`
		} `json:"trace"`
	}
	err = json.Unmarshal(text, &r)
	return s, r.Trace.Cut != nil, err
}

// bounded is the second table: a bound of memory, at a size at which nothing takes long.
func (b *hostileBench) bounded(families []tracegen.Hostile) error {
	n := b.sizes[len(b.sizes)-1] / 16
	fmt.Fprintf(b.out, "\nThe same with `--max-memory %dM`, %d events, batch loops, as a binary file and as text: processor seconds and the largest resident set.\n"+
		"*Refused*: it does not fit, which `analyze` says.\n\n| trace | binary | memory | text | memory |\n| --- | --- | --- | --- | --- |\n", b.bound, n)
	for i := range families {
		row := "| " + families[i].What + " |"
		for _, form := range []string{".srt", ".txt"} {
			if err := b.write(&families[i], n, true, form); err != nil {
				return err
			}
			s, _, err := b.analyze(form, "--max-memory", fmt.Sprintf("%dM", b.bound))
			switch {
			case err == nil:
				row += fmt.Sprintf(" %.2f | %d MB |", s.cpu, s.peak>>20)
			case strings.Contains(err.Error(), "--max-memory"):
				row += fmt.Sprintf(" refused after %.2f | %d MB |", s.cpu, s.peak>>20)
			default:
				return err
			}
		}
		fmt.Fprintln(b.out, row)
	}
	return nil
}
