//go:build llvm19

package llvmpass

// Which code may run many times in a row: blocks in a cycle of their function on which no code
// of others is called, for that takes longer than all that is asked on the way; and functions
// that call each other round. Nothing but speed and size hangs on it.

import (
	"slices"

	"tinygo.org/x/go-llvm"
)

// goesRound has the blocks of a function from which there is such a way back to them.
func goesRound(f llvm.Value) map[llvm.BasicBlock]bool {
	var blocks []llvm.BasicBlock
	number := map[llvm.BasicBlock]int{}
	for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
		number[b] = len(blocks)
		blocks = append(blocks, b)
	}
	next := make([][]int, len(blocks))
	for i, b := range blocks {
		if leaves(b) {
			continue
		}
		end := b.LastInstruction()
		for k := range end.SuccessorsCount() {
			next[i] = append(next[i], number[end.Successor(k)])
		}
	}
	out := map[llvm.BasicBlock]bool{}
	for _, i := range cyclic(next) {
		out[blocks[i]] = true
	}
	return out
}

// leaves: it calls, by name, what keeps no shadow stack, as trackFunctions found. A call by a pointer
// may be of a function of the program's.
func leaves(b llvm.BasicBlock) bool {
	told := false
	for inst := b.FirstInstruction(); !inst.IsNil(); inst = llvm.NextInstruction(inst) {
		if op := inst.InstructionOpcode(); op != llvm.Call && op != llvm.Invoke {
			continue
		}
		switch callee := inst.CalledValue(); {
		case hookOf(inst) == "func_calls":
			told = true
		case told && !callee.IsAFunction().IsNil():
			return true
		case callee.IsAInlineAsm().IsNil(): // no label
			told = false
		}
	}
	return false
}

// recursive has the functions that, by calls of this module alone, may call themselves.
func (m *module) recursive() map[llvm.Value]bool {
	number := map[llvm.Value]int{}
	for i, f := range m.functions {
		number[f] = i
	}
	next := make([][]int, len(m.functions))
	for i, f := range m.functions {
		eachInstruction(f, func(inst llvm.Value) {
			if op := inst.InstructionOpcode(); op != llvm.Call && op != llvm.Invoke {
				return
			}
			if to, ours := number[inst.CalledValue()]; ours && !slices.Contains(next[i], to) {
				next[i] = append(next[i], to)
			}
		})
	}
	out := map[llvm.Value]bool{}
	for _, i := range cyclic(next) {
		out[m.functions[i]] = true
	}
	return out
}

// cyclic lists the nodes of a graph that lie on a cycle: Tarjan's strongly connected
// components, without recursion, for a function may have very many blocks.
func cyclic(next [][]int) []int {
	type visit struct{ node, edge int }
	var (
		out, stack []int
		way        []visit
		found      = make([]int, len(next)) // from 1; 0: not yet
		low        = make([]int, len(next))
		open       = make([]bool, len(next))
		count      int
	)
	enter := func(n int) {
		count++
		found[n], low[n], open[n] = count, count, true
		stack, way = append(stack, n), append(way, visit{node: n})
	}
	for root := range next {
		if found[root] != 0 {
			continue
		}
		for enter(root); len(way) > 0; {
			at := &way[len(way)-1]
			n := at.node
			if at.edge < len(next[n]) {
				to := next[n][at.edge]
				at.edge++
				if found[to] == 0 {
					enter(to)
				} else if open[to] {
					low[n] = min(low[n], found[to])
				}
				continue
			}
			if way = way[:len(way)-1]; len(way) > 0 {
				above := way[len(way)-1].node
				low[above] = min(low[above], low[n])
			}
			if low[n] != found[n] {
				continue
			}
			i := len(stack) - 1
			for stack[i] != n {
				i--
			}
			component := stack[i:]
			stack = stack[:i]
			for _, c := range component {
				open[c] = false
			}
			if len(component) > 1 || slices.Contains(next[n], n) {
				out = append(out, component...)
			}
		}
	}
	slices.Sort(out)
	return out
}
