//go:build llvm19

package llvmpass

import "tinygo.org/x/go-llvm"

// instrumentValues reports stores together with what they store, where that is
// asked for (Options.Values): each one, for a second store to a place may change
// what the first one said. Numbers and pointers of up to 8 bytes; of vectors and
// aggregates only that they are written.
func instrumentValues(m *module) {
	if !m.values {
		return
	}
	m.each(func(inst llvm.Value) {
		if inst.InstructionOpcode() != llvm.Store || inst.Ordering() != llvm.AtomicOrderingNotAtomic ||
			m.skipped(inst) || !m.isShared(inst.Operand(1)) {
			return
		}
		address, size := inst.Operand(1), m.storeSize(inst.Operand(0).Type())
		if value := m.asNumber(inst, inst.Operand(0)); !value.IsNil() {
			m.insertHook(inst, inst, "value", address, m.constant(size), value)
		} else if size > 0 {
			m.insertHook(inst, inst, "write_range", address, m.constant(size))
		}
		m.told[inst] = true
	})
}

// asNumber is a value's bits as an i64, nil if it has more of them or is no
// plain number. It inserts before an instruction.
func (m *module) asNumber(before, v llvm.Value) llvm.Value {
	i64, t := m.ctx.Int64Type(), v.Type()
	m.builder.SetInsertPointBefore(before)
	located := func(made llvm.Value) llvm.Value {
		if !made.IsAInstruction().IsNil() {
			m.locate(made, before)
		}
		return made
	}
	switch t.TypeKind() {
	case llvm.PointerTypeKind:
		if m.layout.TypeStoreSize(t) == 8 {
			return located(m.builder.CreatePtrToInt(v, i64, ""))
		}
	case llvm.FloatTypeKind, llvm.DoubleTypeKind:
		bits := int(8 * m.layout.TypeStoreSize(t))
		return m.asNumber(before, located(m.builder.CreateBitCast(v, m.ctx.IntType(bits), "")))
	case llvm.IntegerTypeKind:
		switch width := t.IntTypeWidth(); {
		case width == 64:
			return v
		case width < 64:
			return located(m.builder.CreateZExt(v, i64, ""))
		}
	}
	return llvm.Value{}
}
