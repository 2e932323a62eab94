package report

import (
	"strings"

	"sparseracer/internal/sites"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Stacks resolves stacks for the engine (sparsehb.Options.Stacks).
func Stacks(sym symbols.Symbolizer) sparsehb.Stacks {
	if r, ok := sym.(*symbols.Resolver); ok {
		return origins{handlers{sym}, r}
	}
	return handlers{sym}
}

// origins hands over what the compiler noted, too.
type origins struct {
	handlers
	resolver *symbols.Resolver
}

func (o origins) Origin(t *trace.Tables, s trace.StackID) *sparsehb.Origin {
	at := &t.Stacks[s]
	if at.Type != "" || at.PC == 0 {
		return nil
	}
	in, x := o.resolver.Origin(symbols.Place{Module: t.StackModule(at, at.PC-1), PC: at.PC})
	return origin(in, x)
}

func (o origins) Numbered(in int, number trace.Dep) *sparsehb.Origin {
	return origin(in, o.resolver.Numbered(in, int(number)))
}

func (o origins) Result(in int, function trace.Dep) []trace.Dep {
	if x := o.resolver.Numbered(in, int(function)); x != nil && x.Kind == sites.OriginFunction {
		return deps(x.Address)
	}
	return nil
}

func (o origins) Member(in int, function trace.Dep) (this int, as sparsehb.Membership) {
	x := o.resolver.Numbered(in, int(function))
	switch {
	case x == nil:
	case x.Flags&sites.Metacall != 0:
		return 0, sparsehb.IsSlot
	case x.Flags&sites.Slot != 0:
		return 2, sparsehb.IsSlot
	case x.Flags&(sites.Member|sites.Result) == sites.Member|sites.Result:
		return 1, sparsehb.IsMember
	case x.Flags&sites.Member != 0:
		return 0, sparsehb.IsMember
	}
	return 0, sparsehb.NoMember
}

func (o origins) Looks(t *trace.Tables, s trace.StackID) bool {
	at := &t.Stacks[s]
	return o.resolver.Looks(t.Modules, symbols.Place{Module: t.StackModule(at, at.PC-1), PC: at.PC})
}

func (o origins) IsOwn(t *trace.Tables, in int, call trace.Dep) bool {
	return o.resolver.IsOwn(t.Modules, in, int(call))
}

func (o origins) Called(t *trace.Tables, in int, call trace.Dep) (unit int, result []trace.Dep) {
	unit, x := o.resolver.Called(t.Modules, in, int(call))
	if x == nil {
		return 0, nil
	}
	return unit, deps(x.Address)
}

func origin(in int, x *symbols.Origin) *sparsehb.Origin {
	if x == nil {
		return nil
	}
	out := &sparsehb.Origin{Unit: in, Number: trace.Dep(x.Number), Function: trace.Dep(x.Function), Call: x.Kind == sites.OriginCall,
		Changes: x.Flags&sites.Changes != 0, Fetches: x.Flags&sites.Fetches != 0, Pointer: x.Flags&sites.Pointer != 0,
		Indexed: x.Kind == sites.OriginCall && x.Flags&sites.Indexed != 0,
		Ends:    x.Kind == sites.OriginAccess && x.Flags&sites.Ends != 0,
		Listed:  x.Kind == sites.OriginAccess && x.Flags&sites.Listed != 0,
		Again:   x.Kind == sites.OriginAccess && x.Flags&sites.Again != 0,
		Member:  x.Member, Address: deps(x.Address), Control: deps(x.Control)}
	for _, a := range x.Args {
		out.Args = append(out.Args, deps(a))
	}
	return out
}

func deps(list []int) []trace.Dep {
	out := make([]trace.Dep, len(list))
	for i, d := range list {
		out[i] = trace.Dep(d)
	}
	return out
}

type handlers struct{ sym symbols.Symbolizer }

func (h handlers) Handlers(t *trace.Tables, list []sparsehb.Stack) [][]sparsehb.Frame {
	var keys keyList
	for _, s := range list {
		keys.add(stackKey{s.Use, true})
		keys.add(stackKey{id: s.Base})
	}
	frames := resolveStacks(t, keys.list, h.sym)
	out := make([][]sparsehb.Frame, len(list))
	for i, s := range list {
		own := above(frames[stackKey{s.Use, true}], frames[stackKey{id: s.Base}], s.Base != trace.NoStack)
		out[i] = classified(own)
	}
	return out
}

// classified are the frames as the engine asks for them.
func classified(frames []symbols.Frame) []sparsehb.Frame {
	out := make([]sparsehb.Frame, len(frames))
	for i := range frames {
		f := &frames[i]
		out[i] = sparsehb.Frame{Name: symbols.Bare(f.Function), Module: f.Module, System: isSystem(f)}
		if at := strings.LastIndex(out[i].Name, "::"); at >= 0 {
			out[i].Class, out[i].Name = out[i].Name[:at], out[i].Name[at+2:]
		}
	}
	return out
}
