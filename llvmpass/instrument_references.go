//go:build llvm19

package llvmpass

import (
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// instrumentReferences reports counting up and down by one, as reference
// counters do it:
//
//  1. Up: an atomic addition of 1 whose result nobody looks at, or only compares
//     (QAtomicInt::ref); a counter that hands out numbers uses it otherwise.
//  2. Down: an atomic subtraction of 1 whose result is only compared: the last
//     one has to know.
//  3. The same without atomics in libstdc++, for programs that have but one
//     thread: a load, an addition and a store behind a test of
//     __libc_single_threaded.
//
// The recorder sorts out what is none; a counter that is counted up and down by
// the same function holds something in between.
func instrumentReferences(m *module) {
	m.each(func(inst llvm.Value) {
		if m.exempt(inst) {
			return
		}
		var counter llvm.Value
		step := 0
		switch inst.InstructionOpcode() {
		case llvmc.AtomicRMW:
			counter, step = inst.Operand(0), atomicStep(inst)
		case llvm.Store:
			counter, step = inst.Operand(1), singleStep(inst)
		}
		if step == 0 || !m.isShared(counter) {
			return
		}
		hook := "ref"
		if step < 0 {
			hook = "unref"
		}
		m.insertHook(llvm.NextInstruction(inst), inst, hook, counter)
	})
}

// atomicStep is 1 or -1 for an atomic operation that counts a reference.
func atomicStep(rmw llvm.Value) int {
	step := constantStep(rmw.Operand(1))
	switch llvmc.RMWOperation(rmw) {
	case llvmc.RMWAdd:
	case llvmc.RMWSub:
		step = -step
	default:
		return 0
	}
	if used, compared := isCompared(rmw, 1); !compared || step < 0 && !used {
		return 0
	}
	return step
}

// isCompared: nothing but comparisons use a value, also where it joins another one before: libstdc++
// compares what it counted with or without atomics at one place.
func isCompared(v llvm.Value, joins int) (used, compared bool) {
	compared = true
	for u := v.FirstUse(); !u.IsNil() && compared; u = u.NextUse() {
		used = true
		if joins > 0 && !u.User().IsAPHINode().IsNil() {
			_, compared = isCompared(u.User(), joins-1)
		} else {
			compared = !u.User().IsAICmpInst().IsNil()
		}
	}
	return used, compared
}

// constantStep is 1 or -1 where a value is that constant, else 0.
func constantStep(v llvm.Value) int {
	if !v.IsAConstantInt().IsNil() {
		switch v.SExtValue() {
		case 1:
			return 1
		case -1:
			return -1
		}
	}
	return 0
}

// singleStep is the same for a store of libstdc++'s way without atomics.
func singleStep(store llvm.Value) int {
	sum := store.Operand(0)
	if opcode(sum) != llvm.Add {
		return 0
	}
	load := sum.Operand(0).IsALoadInst()
	if load.IsNil() || keptAs(load.Operand(0)) != keptAs(store.Operand(1)) || !testsSingleThreaded(store.InstructionParent()) {
		return 0
	}
	return constantStep(keptAs(sum.Operand(1)))
}

// keptAs is what a load finds in a place of the frame that is written once: where nothing is
// optimised, each argument is kept in one.
func keptAs(v llvm.Value) llvm.Value {
	for depth := 0; depth < 4 && opcode(v) == llvm.Load; depth++ {
		stored := storedOnce(v.Operand(0))
		if stored.IsNil() {
			break
		}
		v = stored
	}
	return v
}

// storedOnce is what is stored in a place of the frame that is only loaded from besides.
func storedOnce(place llvm.Value) (stored llvm.Value) {
	if place.IsAAllocaInst().IsNil() {
		return stored
	}
	for u := place.FirstUse(); !u.IsNil(); u = u.NextUse() {
		switch by := u.User(); {
		case opcode(by) == llvm.Load:
		case opcode(by) == llvm.Store && by.Operand(1) == place && stored.IsNil():
			stored = by.Operand(0)
		default:
			return llvm.Value{}
		}
	}
	return stored
}

// testsSingleThreaded: control comes here after a look at
// __libc_single_threaded.
func testsSingleThreaded(b llvm.BasicBlock) bool {
	for u := b.AsValue().FirstUse(); !u.IsNil(); u = u.NextUse() {
		branch := u.User()
		if branch.IsABranchInst().IsNil() || branch.OperandsCount() != 3 {
			continue
		}
		test := branch.Operand(0)
		for depth := 0; depth < 3 && !test.IsAInstruction().IsNil() && test.OperandsCount() > 0; depth++ {
			test = test.Operand(0)
			if test.Name() == "__libc_single_threaded" {
				return true
			}
		}
	}
	return false
}
