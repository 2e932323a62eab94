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
		case m.flow && isCopy(inst):
			m.insertCopy(inst)
		case strings.HasPrefix(name, "llvm.memcpy."), strings.HasPrefix(name, "llvm.memmove."):
			m.insertRange(inst, 1, inst.Operand(2), "read")
			m.insertRange(inst, 0, inst.Operand(2), "write")
		case strings.HasPrefix(name, "llvm.memset."):
			m.insertRange(inst, 0, inst.Operand(2), "write")
		case strings.HasPrefix(name, "llvm.masked.load."), strings.HasPrefix(name, "llvm.masked.gather."):
			m.insertMasked(inst, inst.Operand(0), inst.Type(), inst.Operand(2), "read_range")
		case strings.HasPrefix(name, "llvm.masked.store."), strings.HasPrefix(name, "llvm.masked.scatter."):
			m.insertMasked(inst, inst.Operand(1), inst.Operand(0).Type(), inst.Operand(3), "write_range")
		}
	})
}

// insertCopy reports a copy as one (Options.Flow).
func (m *module) insertCopy(inst llvm.Value) {
	n := inst.Operand(2)
	if i64 := m.ctx.Int64Type(); n.Type() != i64 {
		m.builder.SetInsertPointBefore(inst)
		n = m.builder.CreateZExt(n, i64, "")
		if n.IsAConstant().IsNil() {
			m.locate(n, inst)
		}
	}
	m.insertHook(inst, inst, "flow_copy", inst.Operand(0), inst.Operand(1), n)
}

// insertRange reports n bytes behind an argument; n may be of any integer type.
func (m *module) insertRange(inst llvm.Value, argument int, n llvm.Value, kind string) {
	address := inst.Operand(argument)
	if !n.IsAConstantInt().IsNil() {
		align := inst.GetCallSiteEnumAttribute(argument+1, m.kinds.align)
		known := 1
		if !align.IsNil() {
			known = int(align.GetEnumValue())
		}
		m.insertAccess(inst, address, n.ZExtValue(), known, kind)
		return
	}
	if !m.isShared(address) {
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
	m.insertHook(inst, inst, kind+"_range", address, n)
}

// insertMasked reports a masked vector access lane by lane, a disabled lane
// with a size of 0: no byte is claimed that is not touched. The address is one
// for all lanes, or a vector of them (gather, scatter).
func (m *module) insertMasked(inst, address llvm.Value, t llvm.Type, mask llvm.Value, hook string) {
	one := address.Type().TypeKind() == llvm.PointerTypeKind
	if t.TypeKind() != llvm.VectorTypeKind || one && !m.isShared(address) {
		return
	}
	b, elem := m.builder, t.ElementType()
	size := m.storeSize(elem)
	for lane := range t.VectorSize() {
		b.SetInsertPointBefore(inst)
		index := m.constant(uint64(lane))
		on := b.CreateExtractElement(mask, index, "")
		n := b.CreateSelect(on, m.constant(size), m.constant(0), "")
		if !n.IsAConstantInt().IsNil() && n.ZExtValue() == 0 {
			continue
		}
		var cell llvm.Value
		if one {
			cell = b.CreateGEP(elem, address, []llvm.Value{index}, "")
		} else {
			cell = b.CreateExtractElement(address, index, "")
		}
		for _, v := range []llvm.Value{on, n, cell} {
			if !v.IsAInstruction().IsNil() {
				m.locate(v, inst)
			}
		}
		m.insertHook(inst, inst, hook, cell, n)
	}
}

// isIntrinsic says that a call is LLVM's own and leaves nothing in the object
// that could call back into instrumented code.
func isIntrinsic(call llvm.Value) bool {
	callee := call.CalledValue().IsAFunction()
	return !callee.IsNil() && callee.IntrinsicID() != 0
}
