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
	object := func(i, j int) int { return 0x100000 + (i*frees+j)*64 }
	fmt.Fprintf(&b, "# complete: yes\ndeq(start)\n")
	for i := range uses {
		for j := range frees {
			fmt.Fprintf(&b, "alloc(%#x, 32, type=\"Item\")\n", object(i, j))
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
			fmt.Fprintf(&b, "read(%#x, 8)\n", object(i, j))
		}
	})
	handlers(frees, "free", "Model", func(j int) {
		for i := range uses {
			fmt.Fprintf(&b, "free(%#x, 32)\n", object(i, j))
		}
	})
	return trace.ParseText(fmt.Sprintf("%d races", uses*frees), []byte(b.String()))
}
