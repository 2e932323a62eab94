package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// racyShape is a trace of handlers from outside that use shared objects at random places, and
// free some of them.
type racyShape struct {
	operations, objects, places int
	frees                       float64 // of handlers, the share that frees an object
}

// races times the tool on traces with from none to very many races, and on traces of
// nested loops, one behind the other.
func races(args []string, out io.Writer) error {
	f := flag.NewFlagSet("races", flag.ContinueOnError)
	tool := f.String("tool", "bin/sparseracer", "the program to time")
	rounds := f.Int("rounds", 5, "runs of each trace")
	if err := f.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "races-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "t.txt")
	fmt.Fprintln(out, "| trace | operations | races | text, CPU seconds | binary, CPU seconds | peak memory, text |\n| --- | --- | --- | --- | --- | --- |")
	for seed, s := range []racyShape{{84_000, 300, 500, 0}, {84_000, 300, 500, 0.001}, {84_000, 2_000, 2_000, 0.5}, {84_000, 300, 500, 0.1}, {410_000, 3_000, 4_000, 0.5}} {
		n, err := writeText(path, func(w *bufio.Writer) int { return s.write(w, uint64(seed+1)) })
		if err == nil {
			err = racesRow(out, *tool, fmt.Sprintf("random, %d objects, %d places", s.objects, s.places), path, n, *rounds)
		}
		if err != nil {
			return err
		}
	}
	for _, inOne := range []bool{true, false} {
		name := "50,000 loops, each of a handler of its own"
		if inOne {
			name = "50,000 loops of one handler"
		}
		n, err := writeText(path, func(w *bufio.Writer) int { return writeLoops(w, 50_000, inOne) })
		if err == nil {
			err = racesRow(out, *tool, name, path, n, *rounds)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func writeText(path string, write func(*bufio.Writer) int) (operations int, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	operations = write(w)
	return operations, w.Flush()
}

func racesRow(out io.Writer, tool, name, text string, operations, rounds int) error {
	binary := strings.TrimSuffix(text, ".txt") + ".srt"
	os.Remove(binary)
	if _, _, err := command(tool, "convert", text, binary); err != nil {
		return err
	}
	var cells []string
	found, peak := "", int64(0)
	for _, path := range []string{text, binary} {
		var cpu []float64
		for range rounds {
			s, said, err := command(tool, "analyze", path)
			if err != nil {
				return err
			}
			cpu = append(cpu, s.cpu)
			found, _, _ = strings.Cut(string(said), " ")
			if path == text {
				peak = max(peak, s.peak)
			}
		}
		median, half := spread(cpu)
		cells = append(cells, fmt.Sprintf("%.2f ±%.2f", median, half))
	}
	_, err := fmt.Fprintf(out, "| %s | %d | %s | %s | %s | %d MB |\n", name, operations, found, cells[0], cells[1], peak>>20)
	return err
}

// write gives the number of operations.
func (s *racyShape) write(w *bufio.Writer, seed uint64) (n int) {
	r := rand.New(rand.NewPCG(seed, 0))
	fmt.Fprintln(w, "# loop: batch")
	for i := 1; i <= s.places; i++ {
		fmt.Fprintf(w, "# stack: %d %d %#x\n", i, r.IntN(i), 0x400000+16*i)
	}
	say := func(format string, args ...any) {
		n++
		fmt.Fprintf(w, format+"\n", args...)
	}
	place := func() int { return 1 + r.IntN(s.places) }
	for i := range s.objects {
		say("alloc(%#x,%d,stack=%d)", 0x100000+0x100*i, 24+40*r.IntN(4), place())
	}
	say("enterloop")
	gone := make([]bool, s.objects)
	for event := 1; n < s.operations; event++ {
		say("deq(e%d)", event)
		for range 20 + r.IntN(100) {
			if o := r.IntN(s.objects); !gone[o] {
				say("%s(%#x,8,stack=%d)", [2]string{"read", "write"}[r.IntN(2)], 0x100000+0x100*o, place())
			}
		}
		if o := r.IntN(s.objects); r.Float64() < s.frees && !gone[o] {
			gone[o] = true
			say("free(%#x,stack=%d)", 0x100000+0x100*o, place())
		}
		say("end(e%d)", event)
	}
	say("exitloop")
	return n
}

// writeLoops: each loop is ended by an event from outside.
func writeLoops(w *bufio.Writer, loops int, inOne bool) int {
	fmt.Fprintln(w, "# loop: batch\nenterloop")
	owner := "e0"
	if inOne {
		fmt.Fprintf(w, "deq(%s)\n", owner)
	}
	n := 2
	for i := range loops {
		if !inOne {
			owner = fmt.Sprintf("e%d", i)
			fmt.Fprintf(w, "deq(%s)\n", owner)
		}
		fmt.Fprintf(w, "pause(%s,v%d)\ndeq(f%d)\nreset(v%d)\nend(f%d)\nresume(%s,v%d)\n", owner, i, i, i, i, owner, i)
		n += 5
		if !inOne {
			fmt.Fprintf(w, "end(%s)\n", owner)
			n += 2
		}
	}
	if inOne {
		fmt.Fprintf(w, "end(%s)\n", owner)
		n += 2
	}
	fmt.Fprintln(w, "exitloop")
	return n
}
