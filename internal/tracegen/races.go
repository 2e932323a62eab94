package tracegen

import (
	"fmt"
	"strings"

	"sparseracer/internal/trace"
)

// Races is a trace with uses × frees races: each of so many handlers uses an object of its
// own with each of so many others, which free it, and nothing orders any two of them.
func Races(uses, frees int) (trace.Source, error) {
	var b strings.Builder
	object := func(i, j int) int { return (i+1)<<20 + j<<6 } // names stay when there are more
	b.WriteString("# complete: yes\n")
	stacks := raceStacks(&b, uses+frees)
	b.WriteString("deq(start)\n")
	for i := range uses {
		for j := range frees {
			fmt.Fprintf(&b, "alloc(%#x, 32, type=\"Item\", stack=%d)\n", object(i, j), stacks[0])
		}
	}
	handlers := func(n int, name, class string, body func(int)) {
		for i := range n {
			fmt.Fprintf(&b, "deq(%s%d, kind=input, type=\"%s\", class=\"%s%d\", name=\"number %d\")\n", name, i, class, class, i, i)
			body(i)
			fmt.Fprintf(&b, "end(%s%d)\n", name, i)
		}
	}
	b.WriteString("end(start)\n")
	handlers(uses, "use", "View", func(i int) {
		for j := range frees {
			fmt.Fprintf(&b, "read(%#x, 8, stack=%d)\n", object(i, j), stacks[1+i])
		}
	})
	handlers(frees, "free", "Model", func(j int) {
		for i := range uses {
			fmt.Fprintf(&b, "free(%#x, 32, stack=%d)\n", object(i, j), stacks[1+uses+j])
		}
	})
	return trace.ParseText(fmt.Sprintf("%d races", uses*frees), []byte(b.String()))
}

// Depth of a stack of Races: what all have in common, and what is a handler's own.
const (
	commonFrames = 9
	ownFrames    = 3
)

// raceStacks writes a stack that allocates and one for each handler, and gives their ids.
func raceStacks(b *strings.Builder, handlers int) []int {
	n := 0
	frame := func(parent int) int {
		n++
		fmt.Fprintf(b, "# stack: %d %d %#x\n", n, parent, 0x400000+n*16)
		return n
	}
	common := 0
	for range commonFrames {
		common = frame(common)
	}
	out := make([]int, handlers+1)
	for i := range out {
		out[i] = common
		for range ownFrames {
			out[i] = frame(out[i])
		}
	}
	return out
}
