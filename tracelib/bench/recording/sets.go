package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// set is how the program of programs/sets uses its working set.
type set struct{ how, title, handlers string }

var sets = []set{
	{"array", "an array, in the block that makes it", ""},
	{"array, handler", "an array, in one later handler", "1"},
	{"array, handlers", "an array, by a handler each time", "1"},
	{"objects", "objects, in the block that makes them", ""},
	{"objects, handler", "objects, in one later handler", "1"},
	{"objects, handlers", "objects, by a handler each time", "1"},
}

// setSizes in KiB, and the bytes that a run goes over in all, as far as whole times go: of
// objects more, for less of each is looked at.
var setSizes = []int{64, 1 << 10, 2350, 4 << 10, 64 << 10, 1 << 20}

const (
	arrayBytes   = 400 << 20
	objectsBytes = 2 * arrayBytes
)

// compareSets prints, for each way and size, the processor time and the memory of a run as
// multiples of the plain program's: medians.
func compareSets(dir, bin string, rounds int) error {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	var list []variant
	for _, v := range variants(bin, "") {
		if v.name != "in handlers" && v.name != "no-op" { // which is said by `how`
			list = append(list, v)
			if err := command(v.compiler, append(v.flags, "-std=c++17", "-O2", "-g", "-o", filepath.Join(dir, v.name), source+"/sets/set.cpp")...); err != nil {
				return err
			}
		}
	}
	fmt.Printf("| working set | KiB | plain, s | %s |\n|%s\n", "recorded, ASan, TSan: time | memory", strings.Repeat(" --- |", 5))
	for _, s := range sets {
		for _, size := range setSizes {
			if err := compareSet(dir, list, s, size, rounds); err != nil {
				return err
			}
		}
	}
	return nil
}

func compareSet(dir string, list []variant, s set, size, rounds int) error {
	times, memory := make([][]float64, len(list)), make([][]float64, len(list))
	bytes := arrayBytes
	if strings.HasPrefix(s.how, "objects") {
		bytes = objectsBytes
	}
	want, passes := "", max(2, bytes/(size<<10))
	for range rounds {
		for i, v := range list {
			cmd := exec.Command(filepath.Join(dir, v.name), s.how, fmt.Sprint(size<<10), fmt.Sprint(passes))
			c, out, err := timed(cmd, filepath.Join(dir, "t.srt"), append(v.env, "BENCH_HANDLERS="+s.handlers))
			if err != nil {
				return err
			}
			if want == "" {
				want = out
			}
			if out != want {
				return fmt.Errorf("%s, %d KiB, %s: printed %q, not %q", s.how, size, v.name, out, want)
			}
			times[i], memory[i] = append(times[i], c.cpu), append(memory[i], c.memory)
		}
	}
	var ratios, sizes []string
	for i := range list {
		slices.Sort(times[i])
		slices.Sort(memory[i])
		if i > 0 {
			ratios = append(ratios, fmt.Sprintf("%.2f", median(times[i])/median(times[0])))
			sizes = append(sizes, fmt.Sprintf("%.2f", median(memory[i])/median(memory[0])))
		}
	}
	fmt.Printf("| %s | %d | %.2f | %s | %s |\n", s.title, size, median(times[0]), strings.Join(ratios, ", "), strings.Join(sizes, ", "))
	return nil
}
