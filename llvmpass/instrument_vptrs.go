//go:build llvm19

package llvmpass

import (
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// instrumentVptrs reports the stores by which constructors and destructors set
// an object's vtable pointer apart from other writes: that they collide with a
// virtual call is about the object's life, not about its data. Known by their
// type in clang's aliasing information or, where that is missing (-O0), by what
// they store: the address of a vtable.
func instrumentVptrs(m *module) {
	m.each(func(inst llvm.Value) {
		if inst.InstructionOpcode() != llvm.Store || inst.Ordering() != llvm.AtomicOrderingNotAtomic || m.skipped(inst) {
			return
		}
		table, address := inst.Operand(0), inst.Operand(1)
		if table.Type().TypeKind() != llvm.PointerTypeKind || !m.isVtable(inst) && !isVtableAddress(table) || !m.isShared(address) {
			return
		}
		m.insertHook(inst, inst, "vptr_write", address, table)
		m.told[inst] = true
	})
}

// isVtableAddress: a place in a constant that the ABI's names say is a vtable,
// or one for the construction of a base.
func isVtableAddress(v llvm.Value) bool { return !vtableOf(v).IsNil() }

func vtableOf(v llvm.Value) llvm.Value {
	for !v.IsAConstantExpr().IsNil() && (v.Opcode() == llvm.GetElementPtr || v.Opcode() == llvm.BitCast || v.Opcode() == llvmc.AddrSpaceCast) {
		v = v.Operand(0)
	}
	if !v.IsAGlobalVariable().IsNil() && (strings.HasPrefix(v.Name(), "_ZTV") || strings.HasPrefix(v.Name(), "_ZTC")) {
		return v
	}
	return llvm.Value{}
}
