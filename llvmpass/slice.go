//go:build llvm19

package llvmpass

// Static slices: what a value of a function, and the place that it is at, depend
// on. A slice ends at the reads, at the results of calls and at the arguments.
//
// Control dependence after Ferrante, Ottenstein and Warren (1987), from
// post-dominators; edges to landing pads are no edges. Quadratic in blocks by
// words of 64, so a function with more than maxSliceBlocks has none.

import (
	"slices"

	"tinygo.org/x/go-llvm"
)

const (
	maxSliceBlocks = 3000
	maxSliceVisits = 2000
	maxSliceDeps   = 48 // of the 64 that a trace takes
)

// slicer answers for one function.
type slicer struct {
	siteOf   map[llvm.Value]int // of reads and results
	argument map[llvm.Value]int
	decides  map[llvm.BasicBlock][]decision // whether a block is come to
	// own is what a load from the function's own frame may find, false of others; nil where
	// such memory has sites like any other.
	own func(load llvm.Value) ([]llvm.Value, bool)
}

func newSlicer(f llvm.Value, siteOf map[llvm.Value]int) *slicer {
	s := &slicer{siteOf: siteOf, argument: map[llvm.Value]int{}, decides: map[llvm.BasicBlock][]decision{}}
	for i := range f.ParamsCount() {
		s.argument[f.Param(i)] = i
	}
	var blocks []llvm.BasicBlock
	for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
		blocks = append(blocks, b)
	}
	if len(blocks) <= maxSliceBlocks {
		s.control(blocks)
	}
	return s
}

// decision is a condition, and the block that ends with it.
type decision struct {
	condition llvm.Value
	at        llvm.BasicBlock
}

// dep is a site (>= 0) or an argument (-1 - its number).
type dep = int

// of is the slice of some values: deps of the data, and of what decided which of
// several values it is (phi, select).
func (s *slicer) of(values ...llvm.Value) (data, control []dep) {
	w := &sliceWalk{slicer: s, seen: map[llvm.Value]bool{}}
	for _, v := range values {
		w.walk(v)
	}
	data, w.deps = w.deps, nil
	for len(w.choices) > 0 {
		c := w.choices
		w.choices = nil
		for _, v := range c {
			w.walk(v)
		}
	}
	return data, w.deps
}

// at is the slice of what decides whether a block is come to, all the way.
func (s *slicer) at(b llvm.BasicBlock) []dep {
	data, control := s.of(s.conditions(b)...)
	return merge(data, control)
}

// conditions are those that decide whether a block is come to, those that decide
// about their blocks among them.
func (s *slicer) conditions(b llvm.BasicBlock) (out []llvm.Value) {
	seen := map[llvm.BasicBlock]bool{b: true}
	for todo := []llvm.BasicBlock{b}; len(todo) > 0; {
		next := s.decides[todo[0]]
		todo = todo[1:]
		for _, d := range next {
			if out = append(out, d.condition); !seen[d.at] {
				seen[d.at] = true
				todo = append(todo, d.at)
			}
		}
	}
	return out
}

type sliceWalk struct {
	*slicer
	seen    map[llvm.Value]bool
	deps    []dep
	choices []llvm.Value // the conditions by which one of several values was taken
}

func (w *sliceWalk) add(d dep) {
	if len(w.deps) < maxSliceDeps && !slices.Contains(w.deps, d) {
		w.deps = append(w.deps, d)
	}
}

func (w *sliceWalk) walk(v llvm.Value) {
	if w.seen[v] || len(w.seen) > maxSliceVisits {
		return
	}
	w.seen[v] = true
	if i, ok := w.argument[v]; ok {
		w.add(-1 - i)
		return
	}
	if v.IsAInstruction().IsNil() {
		return
	}
	if object := castOf(v); !object.IsNil() {
		w.walk(object)
		return
	}
	if site, ok := w.siteOf[v]; ok {
		w.add(site)
		return
	}
	switch v.InstructionOpcode() {
	case llvm.Alloca:
	case llvm.Load:
		w.load(v)
	case llvm.PHI:
		for i := range v.IncomingCount() {
			w.walk(v.IncomingValue(i))
			w.choices = append(w.choices, w.slicer.conditions(v.IncomingBlock(i))...)
			if c := condition(v.IncomingBlock(i).LastInstruction()); !c.IsNil() {
				w.choices = append(w.choices, c)
			}
		}
	case llvm.Select:
		w.choices = append(w.choices, v.Operand(0))
		w.walk(v.Operand(1))
		w.walk(v.Operand(2))
	default:
		for i := range v.OperandsCount() {
			w.walk(v.Operand(i))
		}
	}
}

// castOf is the object that a call casts (dynamic_cast, qobject_cast), nil of others: what
// comes back is in it.
func castOf(v llvm.Value) (object llvm.Value) {
	if opcode(v) != llvm.Call && opcode(v) != llvm.Invoke {
		return object
	}
	switch v.CalledValue().Name() {
	case "__dynamic_cast":
		return v.Operand(0)
	case "_ZNK11QMetaObject4castEP7QObject", "_ZNK11QMetaObject4castEPK7QObject":
		return v.Operand(1)
	}
	return object
}

// load is one that has no site.
func (w *sliceWalk) load(v llvm.Value) {
	if w.own != nil {
		if stored, ok := w.own(v); ok {
			for _, x := range stored {
				w.walk(x)
			}
			return
		}
	}
	w.walk(v.Operand(0))
}

// condition is what a terminator chooses by, nil if it does not.
func condition(end llvm.Value) llvm.Value {
	switch end.InstructionOpcode() {
	case llvm.Br:
		if end.OperandsCount() == 3 {
			return end.Operand(0)
		}
	case llvm.Switch:
		return end.Operand(0)
	}
	return llvm.Value{}
}

// control fills decides: block b depends on the condition at the end of a if some
// way on from a leads to b for sure, and another one does not.
func (s *slicer) control(blocks []llvm.BasicBlock) {
	number := make(map[llvm.BasicBlock]int, len(blocks))
	for i, b := range blocks {
		number[b] = i
	}
	next := make([][]int, len(blocks))
	for i, b := range blocks {
		end := b.LastInstruction()
		n := end.SuccessorsCount()
		if end.InstructionOpcode() == llvm.Invoke {
			n = 1 // the other one is the landing pad
		}
		for k := range n {
			next[i] = append(next[i], number[end.Successor(k)])
		}
	}
	after := postDominators(next)
	for i, b := range blocks {
		c := condition(b.LastInstruction())
		if c.IsNil() || len(next[i]) < 2 {
			continue
		}
		for k, other := range blocks {
			if after[i].has(k) && k != i || !slices.ContainsFunc(next[i], func(n int) bool { return after[n].has(k) }) {
				continue
			}
			s.decides[other] = append(s.decides[other], decision{c, b})
		}
	}
}

type bits []uint64

func (b bits) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// postDominators has for each block those that every way on from it passes,
// itself among them.
func postDominators(next [][]int) []bits {
	n := len(next)
	words := (n + 63) / 64
	after := make([]bits, n)
	for i := range after {
		after[i] = make(bits, words)
		for w := range after[i] {
			after[i][w] = ^uint64(0)
		}
	}
	row := make(bits, words)
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			for w := range row {
				row[w] = 0
				for k, to := range next[i] {
					if k == 0 {
						row[w] = after[to][w]
					} else {
						row[w] &= after[to][w]
					}
				}
			}
			row[i>>6] |= 1 << (i & 63)
			if !slices.Equal(row, after[i]) {
				copy(after[i], row)
				changed = true
			}
		}
	}
	return after
}

func merge(a, b []dep) []dep {
	for _, d := range b {
		if len(a) < maxSliceDeps && !slices.Contains(a, d) {
			a = append(a, d)
		}
	}
	return a
}
