package report

import (
	"slices"
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// maxDepth bounds the frames of one stack: recordings keep fewer, and a
// hostile trace may claim millions.
const maxDepth = 256

// stackKey is a stack as one kind of operation recorded it: only the innermost
// address of a read or write is that of an instruction, all other addresses
// are return addresses.
type stackKey struct {
	id     trace.StackID
	access bool
}

type stacks map[stackKey][]symbols.Frame

// Frames symbolizes one stack, as an access or as another operation recorded it.
func Frames(t *trace.Tables, sym symbols.Symbolizer, id trace.StackID, access bool) []symbols.Frame {
	k := stackKey{id, access}
	return resolveStacks(t, []stackKey{k}, sym)[k]
}

// resolveStacks symbolizes stacks in one batch.
func resolveStacks(t *trace.Tables, keys []stackKey, sym symbols.Symbolizer) stacks {
	var places []symbols.Place
	index := map[symbols.Place]int{}
	chains := make([][]int, len(keys))
	for i, k := range keys {
		for _, p := range chain(t, k) {
			n, ok := index[p]
			if !ok {
				n = len(places)
				index[p] = n
				places = append(places, p)
			}
			chains[i] = append(chains[i], n)
		}
	}
	frames := sym.Symbolize(places)
	out := stacks{}
	for i, k := range keys {
		var s []symbols.Frame
		for _, n := range chains[i] {
			if f := frames[n]; len(f) > 0 && isRecorder(&f[0]) {
				if len(s) > 0 && delivers(&f[0]) {
					break // what lies below is another handler's
				}
				continue // a hook, which recorded the operation or handed on a call, and caused nothing
			}
			s = append(s, frames[n]...)
		}
		out[k] = s
	}
	return out
}

// chain walks from the innermost frame to its callers.
func chain(t *trace.Tables, k stackKey) []symbols.Place {
	var out []symbols.Place
	for id := k.id; id != trace.NoStack && int(id) < len(t.Stacks) && len(out) < maxDepth; {
		s := t.Stacks[id]
		if s.Type == "" {
			pc := s.PC
			if len(out) > 0 || !k.access {
				pc-- // the call, not what follows it
			}
			out = append(out, symbols.Place{Module: t.StackModule(&s, pc), PC: pc})
		}
		if s.Parent >= id {
			break // parents are defined first; anything else is no stack
		}
		id = s.Parent
	}
	return out
}

// neededStacks are those of the races' operations, of the posts of their
// handlers (and of those that posted them) and of their loops.
func neededStacks(result *sparsehb.Result) []stackKey {
	var keys keyList
	add := keys.add
	done := map[trace.EventID]bool{}
	event := func(id trace.EventID) {
		for ; id >= 0 && int(id) < len(result.Events) && !done[id]; id = result.Events[id].Poster {
			done[id] = true
			add(stackKey{id: result.Events[id].PostStack})
			add(stackKey{id: beginning(result, &result.Events[id])})
		}
	}
	access := func(a *sparsehb.Access) {
		add(keyOf(a))
		event(a.Event)
	}
	if c := result.Crash; c.Faulted() {
		event(c.Event)
		for _, g := range append(slices.Clone(c.Loops), c.Within) {
			if g >= 0 {
				add(stackKey{id: result.Loops[g].Stack})
			}
		}
		for _, a := range []*sparsehb.Access{c.Last, c.Use, c.Free, c.Alloc} {
			if a != nil {
				access(a)
			}
		}
	}
	for i := range result.Races {
		r := &result.Races[i]
		access(&r.First)
		access(&r.Second)
		for _, g := range firstLoop(result, r) {
			add(stackKey{id: result.Loops[g].Stack})
		}
		if r.Alloc != nil {
			access(r.Alloc)
		}
		pathAccesses(result, r, access)
		for _, p := range r.Places {
			add(stackKey{p.First, keyOf(&r.First).access})
			add(stackKey{p.Second, keyOf(&r.Second).access})
		}
		if r.Loop >= 0 && int(r.Loop) < len(result.Loops) {
			l := &result.Loops[r.Loop]
			add(stackKey{id: l.Stack})
			event(l.Resetter)
		}
	}
	return keys.list
}

// beginning is the stack above which an event's handler began: that of the loop which delivered it.
func beginning(result *sparsehb.Result, e *sparsehb.Event) trace.StackID {
	if g := e.Within; g >= 0 && int(g) < len(result.Loops) {
		return result.Loops[g].Stack
	}
	if result.Order == nil {
		return trace.NoStack
	}
	return result.Order.Entered(e.Thread)
}

// keyList is a list of stacks, each once.
type keyList struct {
	list []stackKey
	seen map[stackKey]bool
}

func (l *keyList) add(k stackKey) {
	if l.seen == nil {
		l.seen = map[stackKey]bool{}
	}
	if k.id != trace.NoStack && !l.seen[k] {
		l.seen[k] = true
		l.list = append(l.list, k)
	}
}

func keyOf(a *sparsehb.Access) stackKey { return keyFor(a.Stack, a.Kind) }

func keyFor(stack trace.StackID, kind trace.Kind) stackKey {
	return stackKey{stack, kind == trace.Read || kind == trace.Write}
}

// application gives the frame that a heading names: the innermost one outside
// system libraries and the allocator, else the innermost one, nil if the stack
// is empty.
func application(stack []symbols.Frame) *symbols.Frame {
	for i := range stack {
		if !isSystem(&stack[i]) {
			return &stack[i]
		}
	}
	if len(stack) > 0 {
		return &stack[0]
	}
	return nil
}

func isSystem(f *symbols.Frame) bool {
	if system.IsSystemPath(f.Module) || system.IsSystemPath(f.File) || isRecorder(f) || system.IsInterpreter(f.Module) {
		return true
	}
	name, _, _ := strings.Cut(f.Function, "(")
	return system.IsLibraryFunction(f.Function) || system.IsOwnFunction(f.Function) || system.IsAllocator(name)
}

func isRecorder(f *symbols.Frame) bool { return system.IsOwnLibrary(f.Module) }

// Lineless are the program's files whose functions a reported access names, but no
// source lines: they were built without debug information. In the order in which
// they come up.
func (r *Report) Lineless() []string {
	var out []string
	for _, race := range r.Reported() {
		if race.Hold != nil {
			continue
		}
		for _, p := range []*Place{&race.First, &race.Second} {
			f := stepFrame(p.Stack)
			if f != nil && f.Function != "" && f.File == "" && f.Module != "" && !slices.Contains(out, f.Module) {
				out = append(out, f.Module)
			}
		}
	}
	return out
}

// firstLoop is the first loop that the handler of a use has spun: ids ask whether the race's
// is another one.
func firstLoop(result *sparsehb.Result, r *sparsehb.Race) []trace.LoopID {
	if r.Loop < 0 || r.First.Event < 0 || len(result.Events[r.First.Event].Loops) == 0 {
		return nil
	}
	return result.Events[r.First.Event].Loops[:1]
}
