package main

import (
	"errors"
	"io"
	"slices"

	"sparseracer/internal/trace"
)

// actions is a log as the algorithms of connect.go want it: a graph of event
// actions, numbered in the order of the run, and what each does to variables.
type actions struct {
	before   [][]int32 // by action: those with an arc into it
	after    [][]int32 // and those that its arcs go to
	accesses []access
	at       []uint32      // by action: the first of its accesses; one more at the end
	skeleton *trace.Memory // the log without its accesses
}

type access struct {
	variable uint32
	write    bool
}

// actionsOf reads a log; the order of its timers is among its arcs.
func actionsOf(src trace.Source) (*actions, error) {
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	g, here := &actions{skeleton: &trace.Memory{Label: src.Name(), M: *r.Meta(), T: *r.Tables()}}, int32(-1)
	node, variables := map[trace.EventID]int32{}, map[uint64]uint32{}
	asked := map[trace.EventID]int32{}
	for {
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if !op.IsAccess() {
			g.skeleton.Ops = append(g.skeleton.Ops, op)
		}
		switch op.Kind {
		case trace.Enq:
			asked[op.Event] = here
		case trace.Deq:
			here++
			node[op.Event] = here
			g.before, g.after, g.at = append(g.before, nil), append(g.after, nil), append(g.at, uint32(len(g.accesses)))
			if by, ok := asked[op.Event]; ok {
				g.arc(by, here)
			}
		case trace.Join:
			g.arc(node[op.Event], here)
		case trace.Read, trace.Write:
			v, ok := variables[op.Addr]
			if !ok {
				v = uint32(len(variables))
				variables[op.Addr] = v
			}
			g.accesses = append(g.accesses, access{v, op.Kind == trace.Write})
		}
	}
	g.at = append(g.at, uint32(len(g.accesses)))
	return g, nil
}

func (g *actions) arc(a, b int32) {
	if !slices.Contains(g.before[b], a) {
		g.before[b] = append(g.before[b], a)
		g.after[a] = append(g.after[a], b)
	}
}

// races counts the candidates that nothing orders: a write and the next write, the
// last write and a read after it, a read and the next write. Of one action's reads
// or writes of a variable, without one of another in between, the first counts.
// The sum says whether two algorithms found the same ones.
func (g *actions) races(ordered func(a, b int32) bool, tick func() error) (n, sum uint64, err error) {
	type memo struct {
		action, access int32
		write          bool
	}
	cells := map[uint32][]memo{}
	for b := range int32(len(g.before)) {
		if err := tick(); err != nil {
			return n, sum, err
		}
		for i := g.at[b]; i < g.at[b+1]; i++ {
			x := g.accesses[i]
			cell, known := cells[x.variable], false
			for _, c := range cell {
				known = known || c.action == b && c.write == x.write
				if (x.write || c.write) && c.action != b && !ordered(c.action, b) {
					n++
					sum += uint64(c.access+1) * 0x9e3779b97f4a7c15 * uint64(i+1)
				}
			}
			if x.write {
				cell = slices.DeleteFunc(cell, func(c memo) bool { return !(c.action == b && c.write) })
			}
			if !known {
				cell = append(cell, memo{b, int32(i), x.write})
			}
			cells[x.variable] = cell
		}
	}
	return n, sum, nil
}
