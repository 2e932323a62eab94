package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
	"sparseracer/sparsehb"
)

// paper compares what the paper on SparseRacer compares (its figures 8 to 10):
// a graph with a node for each operation, runs of memory accesses coalesced
// into one, against a graph with a node for each block; both saturated by the
// paper's rules. The engine's single pass, which computes the same order, is
// the last column.
func paper(args []string, out io.Writer) error {
	f := flag.NewFlagSet("paper", flag.ContinueOnError)
	traces := f.Int("traces", 10, "traces, each a little larger than the one before")
	if err := f.Parse(args); err != nil {
		return err
	}
	fmt.Fprintln(out, "| operations | events | loops | nodes: operations | blocks | fewer | edges: operations | blocks | fewer | ms: operations | blocks | faster | one pass |")
	fmt.Fprintln(out, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	var nodes, edges, faster float64
	for i := range *traces {
		n, e, t, err := paperRow(out, i)
		if err != nil {
			return err
		}
		nodes, edges, faster = nodes+n, edges+e, faster+t
	}
	k := float64(*traces)
	fmt.Fprintf(out, "\nmean: %.1f %% fewer nodes, %.1f %% fewer edges, %.1f times faster\n", 100*nodes/k, 100*edges/k, faster/k)
	return nil
}

func paperRow(out io.Writer, i int) (nodes, edges, faster float64, err error) {
	shape := tracegen.Kate(uint64(i + 1))
	shape.Events, shape.Loops = 100+40*i, 15+5*i
	shape.Operations = uint64(shape.Events) * 340
	src, err := inMemory(shape)
	if err != nil {
		return 0, 0, 0, err
	}
	res, err := sparsehb.Analyze(src, sparsehb.Options{Rules: sparsehb.Paper})
	if err != nil {
		return 0, 0, 0, err
	}
	o, dense := res.Order, denseNodes(src, res.Order)
	a, at := quickest(dense, o, res)
	b, bt := quickest(blockNodes(src, o), o, res)
	if err := agree(a, b, o); err != nil {
		return 0, 0, 0, err
	}
	pass := time.Hour
	for range tries {
		start := time.Now()
		if _, err := sparsehb.Build(src, sparsehb.Paper); err != nil {
			return 0, 0, 0, err
		}
		pass = min(pass, time.Since(start))
	}
	nodes, edges = less(a.count, b.count), less(a.edges(), b.edges())
	faster = at.Seconds() / bt.Seconds()
	fmt.Fprintf(out, "| %d | %d | %d | %d | %d | %.1f %% | %d | %d | %.1f %% | %.1f | %.1f | %.1f | %.2f |\n", res.Operations, shape.Events, shape.Loops,
		a.count, b.count, 100*nodes, a.edges(), b.edges(), 100*edges, at.Seconds()*1e3, bt.Seconds()*1e3, faster, pass.Seconds()*1e3)
	return nodes, edges, faster, nil
}

// tries is how often each thing is done; the quickest time counts.
const tries = 5

func quickest(g *graph, o *sparsehb.Order, res *sparsehb.Result) (*graph, time.Duration) {
	best := time.Hour
	for range tries {
		_, t := saturate(g, o, res)
		best = min(best, t)
	}
	return g, best
}

func less(a, b int) float64 { return 1 - float64(b)/float64(max(a, 1)) }

// inMemory holds a trace, so that making or reading it takes no time of what is
// measured.
func inMemory(src trace.Source) (*trace.Memory, error) {
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	m := &trace.Memory{Label: src.Name()}
	for {
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			m.M, m.T = *r.Meta(), *r.Tables()
			return m, nil
		} else if err != nil {
			return nil, err
		}
		m.Ops = append(m.Ops, op)
	}
}

// blockNodes has one node for each block.
func blockNodes(m *trace.Memory, o *sparsehb.Order) *graph {
	g := &graph{count: len(o.Blocks())}
	for i := range o.Blocks() {
		g.first, g.last = append(g.first, i), append(g.last, i)
	}
	for n := range m.Ops {
		g.of = append(g.of, int(o.BlockOf(uint64(n))))
	}
	return g
}

// denseNodes has one node for each operation of a block, and for each run of
// memory operations.
func denseNodes(m *trace.Memory, o *sparsehb.Order) *graph {
	blocks := o.Blocks()
	g := &graph{first: make([]int, len(blocks)), last: make([]int, len(blocks))}
	last, inRun := sparsehb.NoBlock, false
	for n := range m.Ops {
		op, b := &m.Ops[n], o.BlockOf(uint64(n))
		memory := op.IsAccess() || op.Kind == trace.Alloc || op.Kind == trace.Free
		switch {
		case b == sparsehb.NoBlock:
			g.of = append(g.of, -1)
			continue
		case b != last:
			g.first[b] = g.count
			g.count++
		case !memory || !inRun:
			g.chain = append(g.chain, [2]int{g.count - 1, g.count})
			g.count++
		}
		g.of = append(g.of, g.count-1)
		g.last[b], last, inRun = g.count-1, b, memory
	}
	return g
}

// agree checks that both forms order the same blocks.
func agree(a, b *graph, o *sparsehb.Order) error {
	for i := range o.Blocks() {
		for j := range i {
			x := a.lt[a.last[j]].has(a.first[i])
			if y := b.lt[j].has(i); x != y || y != o.Before(sparsehb.BlockID(j), sparsehb.BlockID(i)) {
				return fmt.Errorf("blocks %d and %d: operations %v, blocks %v, the engine %v", j, i, x, y, o.Before(sparsehb.BlockID(j), sparsehb.BlockID(i)))
			}
		}
	}
	return nil
}
