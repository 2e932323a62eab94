package steer

import (
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/steering"
)

// A free mostly takes more along than the object that was predicted, and the handler
// that waited may use something else of it first. That is the predicted race, seen
// earlier: what counts is who used it, when, and who freed it.

// isOfTheFree: a function of the handler of the use is in the stack of the use, and what
// was used was freed by the handler of the free.
func (s *Schedule) isOfTheFree(g *goals, r *Report) bool {
	use, free := s.Expect.handlers()
	return goesThrough(r.Use, use) && (goesThrough(r.Free, free) || isFreedAmong(g.freed, r.Alloc))
}

// handlers are the application's functions of each of the two stacks that are not in
// the other one: main, and whatever else runs the loop, is below both.
func (e *Expect) handlers() (use, free map[string]bool) {
	use, free = map[string]bool{}, map[string]bool{}
	for _, one := range append([]Expect{*e}, e.Also...) {
		addOwn(use, one.Use)
		addOwn(free, one.Free)
	}
	for name := range use {
		if free[name] || name == "main" {
			delete(use, name)
			delete(free, name)
		}
	}
	delete(free, "main")
	return use, free
}

func addOwn(names map[string]bool, stack []string) {
	for _, w := range stack {
		if s := simplify(w); s != "" && !headerName(s) {
			names[s] = true
		}
	}
}

func goesThrough(stack []Frame, names map[string]bool) bool {
	return slices.ContainsFunc(stack, func(f Frame) bool { return !f.foreign() && names[simplify(f.Function)] })
}

// isFreedAmong: a block of this allocation is among those that the runtime heard the
// handler of the free give back, "MODULE+0xOFFSET …" with return addresses. The innermost
// frame is the allocator's own.
func isFreedAmong(freed []string, alloc []Frame) bool {
	return slices.ContainsFunc(freed, func(line string) bool {
		places := strings.Fields(line)
		n := min(len(places), len(alloc))
		for i := 1; i < n; i++ {
			module, offset, _ := cutLast(places[i], steering.ReportOffset)
			at, err := strconv.ParseUint(offset, 16, 64)
			if err != nil || module != alloc[i].Module || at != alloc[i].Offset+1 {
				return false
			}
		}
		return n > 1
	})
}
