//go:build llvm19

package llvmpass

import (
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// instrumentAtomics reports atomic loads, stores, read-modify-writes and
// compare-exchanges (as a read and a write, whether it succeeds or not: that
// is known only afterwards, and the cell is touched either way).
func instrumentAtomics(m *module) {
	m.each(func(inst llvm.Value) {
		if m.skipped(inst) {
			return
		}
		switch inst.InstructionOpcode() {
		case llvm.Load:
			if inst.Ordering() != llvm.AtomicOrderingNotAtomic {
				m.insertAtomic(inst, inst.Operand(0), inst.Type(), "atomic_read")
			}
		case llvm.Store:
			if inst.Ordering() != llvm.AtomicOrderingNotAtomic {
				m.insertAtomic(inst, inst.Operand(1), inst.Operand(0).Type(), "atomic_write")
			}
		case llvmc.AtomicRMW, llvmc.AtomicCmpXchg:
			m.insertAtomic(inst, inst.Operand(0), inst.Operand(1).Type(), "atomic_rmw")
		}
	})
}

func (m *module) insertAtomic(inst, address llvm.Value, t llvm.Type, hook string) {
	if m.isShared(address) {
		m.insertHook(inst, inst, hook, address, m.constant(m.storeSize(t)))
	}
}
