//go:build llvm19

package llvmpass

import (
	"strconv"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// instrumentCommuting reports updates whose turn among others of their kind makes
// no difference (docs/trace-language.md, FC), in place of a read and a write:
//
//  1. A load, an addition, subtraction, or, and, exclusive or, and a store to where
//     the load was from, in one basic block, nobody else looking at what was loaded or
//     made of it, with nothing in between that calls or writes.
//  2. The same as one atomic operation whose result nobody looks at, or which counts
//     references.
//
// Of integers of 1 to 8 bytes, aligned. Where values or flows are reported, the updates
// stay what they are, for those are reported of reads and writes.
func instrumentCommuting(m *module) {
	if m.values || m.flow {
		return
	}
	m.each(func(inst llvm.Value) {
		if m.skipped(inst) {
			return
		}
		switch inst.InstructionOpcode() {
		case llvm.Store:
			if load, how := m.updateOf(inst); !load.IsNil() {
				m.reportCommuting(load, inst, inst.Operand(1), inst.Operand(0).Type(), how)
				m.told[load] = true
			}
		case llvmc.AtomicRMW:
			if how := m.atomicKind(inst); how != 0 {
				m.reportCommuting(inst, inst, inst.Operand(0), inst.Operand(1).Type(), how|commuteAtomic)
			}
		}
	})
}

// Kinds, as in view.h.
const (
	commuteAdd = 1 + iota
	commuteOr
	commuteAnd
	commuteXor
	commuteLock // instrument_locks.go

	commuteAtomic = 8
)

// reportCommuting does so if the place is one that other handlers can see; else the
// access is left to the passes for accesses, which see that, too. It stands before the load:
// AddressSanitizer ends the program there, and then the recording would lack what it died of.
func (m *module) reportCommuting(first, inst, address llvm.Value, t llvm.Type, how uint64) {
	size := m.storeSize(t)
	if !m.isShared(address) {
		return
	}
	m.insertHook(first, inst, "commute"+strconv.FormatUint(size, 10), address, llvm.ConstInt(m.ctx.Int32Type(), how, false))
	m.told[inst] = true
}

// updateOf is the load whose update a store completes, nil if there is none, and of what
// kind the update is.
func (m *module) updateOf(store llvm.Value) (load llvm.Value, how uint64) {
	made := store.Operand(0)
	if store.Ordering() != llvm.AtomicOrderingNotAtomic || store.IsVolatile() || made.IsAInstruction().IsNil() || !usedOnce(made) {
		return load, 0
	}
	if !m.commutes(made.Type(), store.Alignment()) {
		return load, 0
	}
	switch made.InstructionOpcode() {
	case llvm.Add:
		how = commuteAdd
	case llvm.Sub:
		return loadFor(store, made.Operand(0)), commuteAdd
	case llvm.Or:
		how = commuteOr
	case llvm.And:
		how = commuteAnd
	case llvm.Xor:
		how = commuteXor
	default:
		return load, 0
	}
	if load = loadFor(store, made.Operand(0)); load.IsNil() {
		load = loadFor(store, made.Operand(1))
	}
	return load, how
}

// commutes: a number of 1 to 8 bytes, at an address that is a multiple of them.
func (m *module) commutes(t llvm.Type, align int) bool {
	if t.TypeKind() != llvm.IntegerTypeKind {
		return false
	}
	switch t.IntTypeWidth() {
	case 8, 16, 32, 64:
		return uint64(align) >= m.storeSize(t)
	}
	return false
}

// loadFor is the value if it is what the store's place held right before, and if
// nobody else looks at it; nil else.
func loadFor(store, value llvm.Value) llvm.Value {
	load := value.IsALoadInst()
	if load.IsNil() || load.Operand(0) != store.Operand(1) || load.Ordering() != llvm.AtomicOrderingNotAtomic ||
		load.IsVolatile() || !usedOnce(load) || load.InstructionParent() != store.InstructionParent() {
		return llvm.Value{}
	}
	for between := llvm.NextInstruction(load); between != store; between = llvm.NextInstruction(between) {
		if between.IsNil() || mayWrite(between) {
			return llvm.Value{}
		}
	}
	return load
}

func usedOnce(v llvm.Value) bool {
	use := v.FirstUse()
	return !use.IsNil() && use.NextUse().IsNil()
}

// mayWrite: or end the handler's block.
func mayWrite(inst llvm.Value) bool {
	switch inst.InstructionOpcode() {
	case llvm.Store, llvm.Call, llvm.Invoke, llvmc.AtomicRMW, llvmc.AtomicCmpXchg:
		return true
	case llvm.Load:
		return inst.Ordering() != llvm.AtomicOrderingNotAtomic
	}
	return false
}

// atomicKind is of what kind an atomic operation is whose result nobody looks at, or
// which counts references; 0 for others.
func (m *module) atomicKind(rmw llvm.Value) uint64 {
	if !rmw.FirstUse().IsNil() && atomicStep(rmw) == 0 || !m.commutes(rmw.Operand(1).Type(), rmw.Alignment()) {
		return 0
	}
	switch llvmc.RMWOperation(rmw) {
	case llvmc.RMWAdd, llvmc.RMWSub:
		return commuteAdd
	case llvmc.RMWAnd:
		return commuteAnd
	case llvmc.RMWOr:
		return commuteOr
	case llvmc.RMWXor:
		return commuteXor
	}
	return 0
}
