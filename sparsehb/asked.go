package sparsehb

import "sparseracer/internal/trace"

// Asked by the library (docs/trace-language.md): Qt comes to an object by itself,
// without a function of the program in between, and calls a virtual function of the
// object's. It looks for its objects when it needs them (the window in front, what
// is under the pointer, the children), and each takes itself out when it goes.
//
// Which frame is a library's, and whose member a function is, symbols tell; so who
// asks for the analysis answers (Options.Asked).

// Question is about one stack of uses.
type Question struct {
	Stack trace.StackID // of an access
	Base  trace.StackID // what lies below the handler: that of the loop it was delivered in, or NoStack
	Type  string        // of the object, "" if a library allocated it
}

// ask puts the questions that are left, each once.
func (gs *groups) ask(asked func(*trace.Tables, []Question) []bool) {
	if asked == nil || gs.o.off.has(filterRQ) {
		return
	}
	var list []Question
	index := map[Question]int{}
	about := func(c *candidate) (q Question, ok bool) {
		q.Type = gs.o.sk.tables.TypeOf(c.alloc.stack)
		if c.filtered != "" || c.use.hold != nil || gs.o.pausedBefore(c.use.block) {
			return q, false
		}
		q.Stack = c.use.stack
		if g := gs.o.sk.events[gs.o.sk.blocks[c.use.block].Event].Within; g >= 0 {
			q.Base = gs.o.sk.loops[g].Stack
		}
		return q, true
	}
	for i := range gs.candidates {
		q, ok := about(&gs.candidates[i])
		if _, known := index[q]; ok && !known {
			index[q] = len(list)
			list = append(list, q)
		}
	}
	if len(list) == 0 {
		return
	}
	answers := asked(gs.o.sk.tables, list)
	for i := range gs.candidates {
		c := &gs.candidates[i]
		if q, ok := about(c); ok && answers[index[q]] {
			c.filtered = askedReason
		}
	}
}
