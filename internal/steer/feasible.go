package steer

import (
	"fmt"
	"strconv"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
)

// whyFeasible says what is known of a run in which both handlers ran in the bad order
// and nothing was reported; "" if nothing is. It rests on what the runtime heard being
// freed (loopcore/src/freed_blocks.c).
// alike: the free freed something that was made where the race's object was.
func whyFeasible(s *Schedule, o *Outcome) (why string, alike bool) {
	if len(s.Expect.Alloc) == 0 || !o.goals.listened {
		return "", false
	}
	object := "what " + head(s.Expect.Alloc) + " allocates"
	if len(o.goals.freed) == 0 {
		return "its free freed nothing in this run: somebody still held " + object + " (a counted reference), or it was gone before", false
	}
	stacks, err := placesOf(o.goals.freed)
	if err != nil {
		return "", false
	}
	named := false
	for _, stack := range stacks {
		if leads(stack, s.Expect.Alloc) {
			return object + " was freed, and not used after that: the handler asks whether it is there, asks for it again, or went another way", true
		}
		named = named || own(stack) >= 0
	}
	if !named {
		return "", false
	}
	return object + " was not freed: somebody still held it (a counted reference), or the handler's turn was another object's", false
}

// placesOf gives the frames of stacks as the runtime writes them, "MODULE+0xOFFSET …".
func placesOf(stacks []string) ([][]Frame, error) {
	modules := map[string]*trace.Module{}
	var places []symbols.Place
	var counts []int
	for _, stack := range stacks {
		list := strings.Fields(stack)
		for _, p := range list {
			module, offset, _ := strings.Cut(p, steering.ReportOffset)
			n, err := strconv.ParseUint(offset, 16, 64)
			if err != nil || module == "" || n == 0 {
				return nil, fmt.Errorf("%q is no place", p)
			}
			if modules[module] == nil {
				modules[module] = &trace.Module{Path: module, BuildID: symbols.BuildIDOf(module)}
			}
			places = append(places, symbols.Place{Module: modules[module], PC: n - 1}) // within the call
		}
		counts = append(counts, len(list))
	}
	sym := symbols.New(symbols.Options{})
	defer sym.Close()
	found := sym.Symbolize(places)
	var all [][]Frame
	for _, n := range counts {
		var stack []Frame
		for _, frames := range found[:n] {
			for _, f := range frames {
				stack = append(stack, Frame{Function: f.Function, File: f.File, Line: f.Line, Module: f.Module})
			}
		}
		found, all = found[n:], append(all, stack)
	}
	return all, nil
}
