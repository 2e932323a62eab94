//go:build llvm19

package llvmpass

import (
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// instrumentAtomics reports atomic loads, stores, read-modify-writes and
// compare-exchanges (as a read and a write, whether it succeeds or not: that
// is known only afterwards, and the cell is touched either way), and what is there
// before; whether a load is relaxed, and a change an addition. The program's code looks, relaxed: a wild pointer is at fault where it would be alone.
func instrumentAtomics(m *module) {
	m.each(func(inst llvm.Value) {
		if m.skipped(inst) {
			return
		}
		switch inst.InstructionOpcode() {
		case llvm.Load:
			switch inst.Ordering() {
			case llvm.AtomicOrderingNotAtomic:
			case llvm.AtomicOrderingUnordered, llvm.AtomicOrderingMonotonic:
				m.insertAtomicKnown(inst, inst.Operand(0), inst.Type(), "atomic_read", "atomic_relaxed")
			default:
				m.insertAtomicKnown(inst, inst.Operand(0), inst.Type(), "atomic_read", "atomic_load")
			}
		case llvm.Store:
			if inst.Ordering() != llvm.AtomicOrderingNotAtomic {
				m.insertAtomicKnown(inst, inst.Operand(1), inst.Operand(0).Type(), "atomic_write", "atomic_store")
			}
		case llvmc.AtomicRMW:
			known := "atomic_change"
			if op := llvmc.RMWOperation(inst); op == llvmc.RMWAdd || op == llvmc.RMWSub {
				known = "atomic_count"
			}
			m.insertAtomicKnown(inst, inst.Operand(0), inst.Operand(1).Type(), "atomic_rmw", known)
		case llvmc.AtomicCmpXchg:
			m.insertAtomicKnown(inst, inst.Operand(0), inst.Operand(1).Type(), "atomic_rmw", "atomic_change")
		}
	})
}

func (m *module) insertAtomic(inst, address llvm.Value, t llvm.Type, hook string) {
	if m.isShared(address) {
		m.insertHook(inst, inst, hook, address, m.constant(m.storeSize(t)))
	}
}

// insertAtomicKnown uses the hook that is told what is there where that has 8 bytes at most.
func (m *module) insertAtomicKnown(inst, address llvm.Value, t llvm.Type, hook, known string) {
	size := m.storeSize(t)
	if size > 8 || size&(size-1) != 0 || uint64(inst.Alignment()) < size {
		m.insertAtomic(inst, address, t, hook)
		return
	}
	if !m.isShared(address) {
		return
	}
	m.builder.SetInsertPointBefore(inst)
	was := m.builder.CreateLoad(m.ctx.IntType(int(8*size)), address, "")
	was.SetOrdering(llvm.AtomicOrderingMonotonic)
	was.SetAlignment(int(size))
	was.SetMetadata(m.kinds.nosanitize, m.ctx.MDNode(nil))
	m.locate(was, inst)
	m.insertHook(inst, inst, known, address, m.constant(size), m.asNumber(inst, was))
}
