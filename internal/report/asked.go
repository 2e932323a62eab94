package report

import (
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Stacks resolves stacks for the engine (sparsehb.Options.Stacks).
func Stacks(sym symbols.Symbolizer) sparsehb.Stacks { return handlers{sym} }

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
