//go:build llvm19

package llvmpass

import (
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// instrumentAccesses reports plain loads and stores, of scalars, vectors and
// aggregates alike, and the copies that byval arguments stand for.
func instrumentAccesses(m *module) {
	m.each(func(inst llvm.Value) {
		if m.skipped(inst) {
			return
		}
		switch inst.InstructionOpcode() {
		case llvm.Load:
			if inst.Ordering() == llvm.AtomicOrderingNotAtomic {
				m.insertAccess(inst, inst.Operand(0), m.storeSize(inst.Type()), "read")
			}
		case llvm.Store:
			if inst.Ordering() == llvm.AtomicOrderingNotAtomic {
				m.insertAccess(inst, inst.Operand(1), m.storeSize(inst.Operand(0).Type()), "write")
			}
		case llvm.Call, llvm.Invoke:
			m.insertByvalReads(inst)
		}
	})
}

// insertByvalReads: a byval argument is copied to the stack by the caller.
func (m *module) insertByvalReads(call llvm.Value) {
	for i := range llvmc.ArgCount(call) {
		arg := call.Operand(i)
		if arg.Type().TypeKind() != llvm.PointerTypeKind {
			continue
		}
		attr := call.GetCallSiteEnumAttribute(i+1, m.kinds.byval)
		if !attr.IsNil() {
			m.insertAccess(call, arg, m.storeSize(attr.GetTypeValue()), "read")
		}
	}
}

// storeSize is the number of bytes an access of that type touches; 0 for
// types whose size is known at run time only.
func (m *module) storeSize(t llvm.Type) uint64 {
	switch t.TypeKind() {
	case llvmc.ScalableVectorType, llvmc.TargetExtType:
		return 0
	}
	return m.layout.TypeStoreSize(t)
}
