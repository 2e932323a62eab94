package steer

import (
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/system"
)

// A free mostly takes more along than the object that was predicted, and the handler
// that waited may use something else of it first. That is the predicted race, seen
// earlier: what counts is who used it, when, and who freed it.

// isOfTheFree: a function of the handler of the use is in the stack of the use, or a task is on its
// way to it, and what was used was freed by the handler of the free.
func (s *Schedule) isOfTheFree(g *goals, r *Report) bool {
	use, free := s.Expect.handlers()
	return (goesThrough(r.Use, use) || s.isOnItsWay(r.Use)) && (goesThrough(r.Free, free) || isFreedAmong(g.freed, r.Alloc))
}

// isOnItsWay: the stack is the outer part of one that was predicted, from where the thread's own code
// begins. So a task of a pool, made by templates of a library's headers, has not come yet to the
// function of the program's that it is to call.
func (s *Schedule) isOnItsWay(stack []Frame) bool {
	var names []string
	own := false
	for i := range stack {
		f := &stack[i]
		if f.Function == "" || system.OwnerOf(f.Module) == system.Ours {
			break
		}
		names, own = append(names, f.Function), own || !system.IsSystemPath(f.Module)
	}
	return own && slices.ContainsFunc(append([]Expect{s.Expect}, s.Expect.Also...), func(e Expect) bool {
		n := len(e.Use) - len(names)
		return n > 0 && slices.Equal(e.Use[n:], names)
	})
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
