//go:build llvm19

package llvmpass

import (
	"strings"

	"tinygo.org/x/go-llvm"
)

// instrumentMemory reports what the memory intrinsics copy and fill. Calls of
// the library functions of the same names stay as they are.
func instrumentMemory(m *module) {
	m.each(func(inst llvm.Value) {
		if inst.InstructionOpcode() != llvm.Call || m.skipped(inst) {
			return
		}
		callee := inst.CalledValue().IsAFunction()
		if callee.IsNil() || callee.IntrinsicID() == 0 {
			return
		}
		name := callee.Name()
		switch {
		case strings.HasPrefix(name, "llvm.memcpy."), strings.HasPrefix(name, "llvm.memmove."):
			m.insertRange(inst, inst.Operand(1), inst.Operand(2), "read_range")
			m.insertRange(inst, inst.Operand(0), inst.Operand(2), "write_range")
		case strings.HasPrefix(name, "llvm.memset."):
			m.insertRange(inst, inst.Operand(0), inst.Operand(2), "write_range")
		case strings.HasPrefix(name, "llvm.masked.load."):
			m.insertMasked(inst, inst.Operand(0), inst.Type(), inst.Operand(2), "read")
		case strings.HasPrefix(name, "llvm.masked.store."):
			m.insertMasked(inst, inst.Operand(1), inst.Operand(0).Type(), inst.Operand(3), "write")
		}
	})
}

// insertRange reports n bytes; n may be of any integer type.
func (m *module) insertRange(inst, address, n llvm.Value, hook string) {
	if !n.IsAConstantInt().IsNil() && n.ZExtValue() == 0 || !m.isShared(address) {
		return
	}
	i64 := m.ctx.Int64Type()
	if n.Type() != i64 {
		m.builder.SetInsertPointBefore(inst)
		n = m.builder.CreateZExt(n, i64, "")
		if n.IsAConstant().IsNil() {
			m.locate(n, inst)
		}
	}
	m.insertHook(inst, inst, hook, address, n)
}

// insertMasked reports a masked vector access as its enabled lanes: each lane
// is a possible fault of its own, so no byte is claimed that is not touched.
// The address of a disabled lane is replaced by a size of 0.
func (m *module) insertMasked(inst, address llvm.Value, t llvm.Type, mask llvm.Value, kind string) {
	if t.TypeKind() != llvm.VectorTypeKind || !m.isShared(address) {
		return
	}
	elem, i64 := t.ElementType(), m.ctx.Int64Type()
	size := m.storeSize(elem)
	for lane := range t.VectorSize() {
		m.builder.SetInsertPointBefore(inst)
		index := llvm.ConstInt(i64, uint64(lane), false)
		on := m.builder.CreateExtractElement(mask, index, "")
		n := m.builder.CreateSelect(on, m.constant(size), m.constant(0), "")
		if !n.IsAConstantInt().IsNil() && n.ZExtValue() == 0 {
			continue
		}
		cell := m.builder.CreateGEP(elem, address, []llvm.Value{index}, "")
		for _, v := range []llvm.Value{on, n, cell} {
			if !v.IsAInstruction().IsNil() {
				m.locate(v, inst)
			}
		}
		m.insertHook(inst, inst, kind+"_range", cell, n)
	}
}

// isIntrinsic says that a call is LLVM's own and leaves nothing in the object
// that could call back into instrumented code.
func isIntrinsic(call llvm.Value) bool {
	callee := call.CalledValue().IsAFunction()
	return !callee.IsNil() && callee.IntrinsicID() != 0
}
