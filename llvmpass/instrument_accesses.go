//go:build llvm19

package llvmpass

import (
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// instrumentAccesses reports plain loads and stores, of scalars, vectors and
// aggregates alike, and the copies that byval arguments stand for.
//
// What a basic block has reported it does not report again before its next
// call: only a call can let a handler's block end, or memory be freed. A store
// to where the block has just read makes one report of the two (`update`).
func instrumentAccesses(m *module) {
	for _, f := range m.functions {
		if m.quiet[f] {
			continue
		}
		for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
			m.instrumentBlock(b)
		}
	}
}

// place is an address, by the value that holds it, and a number of bytes.
type place struct {
	address llvm.Value
	size    uint64
}

// reported is what a basic block has said about a place.
type reported struct {
	read llvm.Value // the hook's call
	done bool       // also written
}

func (m *module) instrumentBlock(b llvm.BasicBlock) {
	known := map[place]reported{}
	for inst := b.FirstInstruction(); !inst.IsNil(); {
		next := llvm.NextInstruction(inst)
		if !m.skipped(inst) {
			m.instrumentAccess(inst, known)
		}
		inst = next
	}
}

func (m *module) instrumentAccess(inst llvm.Value, known map[place]reported) {
	switch inst.InstructionOpcode() {
	case llvm.Load:
		if inst.Ordering() == llvm.AtomicOrderingNotAtomic {
			m.reportRead(inst, place{inst.Operand(0), m.storeSize(inst.Type())}, known)
		}
	case llvm.Store:
		switch {
		case inst.Ordering() != llvm.AtomicOrderingNotAtomic:
		case singleStep(inst) != 0: // the same count, in a program of one thread
			m.insertAtomic(inst, inst.Operand(1), inst.Operand(0).Type(), "atomic_rmw")
		default:
			m.reportWrite(inst, place{inst.Operand(1), m.storeSize(inst.Operand(0).Type())}, known)
		}
	case llvm.Call, llvm.Invoke:
		m.insertByvalReads(inst)
		if !isIntrinsic(inst) {
			clear(known)
		}
	}
}

func (m *module) reportRead(load llvm.Value, p place, known map[place]reported) {
	before := known[p]
	if !before.read.IsNil() {
		return
	}
	before.read = m.insertAccess(load, p.address, p.size, load.Alignment(), "read")
	known[p] = before
}

func (m *module) reportWrite(store llvm.Value, p place, known map[place]reported) {
	before := known[p]
	switch {
	case before.done:
		return
	case !before.read.IsNil() && m.hasUpdate(p.size):
		update := m.hook(sizedHook("update", p.size, store.Alignment()))
		before.read.SetOperand(before.read.OperandsCount()-1, update)
	default:
		m.insertAccess(store, p.address, p.size, store.Alignment(), "write")
	}
	before.done = true
	known[p] = before
}

// hasUpdate: there is a hook for a read and a write in one.
func (m *module) hasUpdate(size uint64) bool {
	switch size {
	case 1, 2, 4, 8, 16:
		return true
	}
	return false
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
			m.insertAccess(call, arg, m.storeSize(attr.GetTypeValue()), 1, "read")
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
