// Command building measures what sparse-c++ costs beside clang: processor time of the compilers,
// and the size of the code, for each source, with optimisation and without.
//
// Run it from the project's top folder: go run ./cmd/sparse-cc/bench/building [-flags FLAGS] [SOURCE…].
// Without sources it takes the benchmarks' programs and some of the samples for Qt.
package main

import (
	"debug/elf"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "building:", err)
		os.Exit(2)
	}
}

// variant is a compiler with its own arguments; the first one is what the others are told in.
type variant struct {
	name string
	argv []string
}

func variants(bin string) []variant {
	clang, sparse := "clang++-19", filepath.Join(bin, "sparse-c++")
	return []variant{
		{"clang", []string{clang}},
		{"sparse-c++", []string{sparse}},
		{"clang, ASan", []string{clang, "-fsanitize=address"}},
		{"one build", []string{sparse, "-fsanitize=address"}},
	}
}

var samples = []string{"answer_race.cpp", "editor.cpp", "printing_race.cpp", "shortcut_race.cpp", "unsaved_race.cpp"}

func run() error {
	rounds := flag.Int("rounds", 5, "times that each source is compiled by each compiler")
	bin := flag.String("bin", "bin", "folder of sparse-c++")
	extra := flag.String("flags", "", "arguments for all compilers, with blanks between, for sources that are named")
	flag.Parse()
	sources, flags := flag.Args(), strings.Fields(*extra)
	if len(sources) == 0 {
		var err error
		if sources, err = filepath.Glob("tracelib/bench/programs/*.cpp"); err != nil || len(sources) == 0 {
			return fmt.Errorf("no programs to compile: run from the top folder")
		}
		for _, s := range samples {
			sources = append(sources, filepath.Join("samples", s))
		}
		qt, err := exec.Command("pkg-config", "--cflags", "Qt5Widgets", "Qt5Network").Output()
		if err != nil {
			return fmt.Errorf("pkg-config: %w", err)
		}
		flags = append(strings.Fields(string(qt)), "-fPIC", "-std=c++17")
	}
	dir, err := os.MkdirTemp("", "building-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for i, level := range []string{"-O2", "-O0"} {
		if i > 0 {
			fmt.Println()
		}
		if err := table(variants(*bin), sources, append([]string{"-g", level}, flags...), *rounds, dir); err != nil {
			return err
		}
	}
	return nil
}

func table(list []variant, sources, flags []string, rounds int, dir string) error {
	fmt.Printf("`%s`: processor seconds, median, and the ratio to clang; the ratio of the code's size\n\n| source |", strings.Join(flags[:2], " "))
	for _, v := range list {
		fmt.Printf(" %s |", v.name)
	}
	fmt.Printf("\n|%s\n", strings.Repeat(" --- |", len(list)+1))
	sums := make([]cost, len(list))
	for _, source := range sources {
		row := make([]cost, len(list))
		for i := range list {
			row[i].seconds = make([]float64, rounds)
		}
		for round := range rounds { // in turn, so that what else the machine does meets all
			for i, v := range list {
				if err := row[i].compile(v, source, flags, round, filepath.Join(dir, "out.o")); err != nil {
					return err
				}
			}
		}
		for i, c := range row {
			sums[i].seconds = append(sums[i].seconds, c.median())
			sums[i].text += c.text
		}
		printRow(filepath.Base(source), row, cost.median)
	}
	printRow("together", sums, cost.sum)
	return nil
}

// cost is of one source and one compiler, or a sum over sources.
type cost struct {
	seconds []float64
	text    uint64
}

func (c *cost) compile(v variant, source string, flags []string, round int, out string) error {
	cmd := exec.Command(v.argv[0], slices.Concat(v.argv[1:], flags, []string{"-c", source, "-o", out})...)
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, said)
	}
	c.seconds[round] = cmd.ProcessState.UserTime().Seconds() + cmd.ProcessState.SystemTime().Seconds()
	f, err := elf.Open(out)
	if err != nil {
		return err
	}
	defer f.Close()
	c.text = 0
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			c.text += s.Size
		}
	}
	return nil
}

func (c cost) median() float64 {
	sorted := slices.Sorted(slices.Values(c.seconds))
	return sorted[len(sorted)/2]
}

func (c cost) sum() (s float64) {
	for _, x := range c.seconds {
		s += x
	}
	return s
}

func printRow(name string, row []cost, of func(cost) float64) {
	fmt.Printf("| %s |", name)
	for i, c := range row {
		fmt.Printf(" %.2f", of(c))
		if i > 0 {
			fmt.Printf(", %.2f; %.1f", of(c)/of(row[0]), float64(c.text)/float64(row[0].text))
		}
		fmt.Print(" |")
	}
	fmt.Println()
}
