//go:build llvm19

package llvmpass

// What a load from the function's own frame finds. A variable whose address nobody has got yet holds what the function has
// stored there last, even if others get its address later, or on another way. A call that takes it to read
// (`list.contains(item)`, whose parameter is `T *const &`) changes nothing there.

import (
	"strings"

	"tinygo.org/x/go-llvm"
)

// storedInFrame is what a load from the function's own frame may find: what is stored at
// the place that it loads from, of that what comes to the load. False: the place is known
// elsewhere, too.
func (t *originTable) storedInFrame(load llvm.Value) (stored []llvm.Value, ok bool) {
	base := load.Operand(0)
	if base.IsAAllocaInst().IsNil() {
		return nil, false
	}
	own := true
	for u := base.FirstUse(); !u.IsNil(); u = u.NextUse() {
		switch by := u.User(); {
		case isStoreTo(by, base):
			stored = append(stored, by.Operand(0))
		case by.IsALoadInst().IsNil():
			own = false // what else is stored there nobody sees
		}
	}
	if own && len(stored) > 1 {
		stored = reaching(load, base)
	}
	return stored, true
}

func isStoreTo(inst, place llvm.Value) bool {
	return !inst.IsAStoreInst().IsNil() && inst.Operand(1) == place
}

// reaching are the values of the last stores to a place on the ways to a load.
func reaching(load, place llvm.Value) (stored []llvm.Value) {
	backward(load, func(inst llvm.Value) (stop bool) {
		if isStoreTo(inst, place) {
			stored = append(stored, inst.Operand(0))
			return true
		}
		return false
	})
	return stored
}

// variables answers for the loads of one function: what a load finds in a variable, where only stores of this function can have written
// before it; false where others can have. Linear in the instructions that come before a load, once for each.
func (t *originTable) variables() func(load llvm.Value) ([]llvm.Value, bool) {
	type answer struct {
		stored []llvm.Value
		ok     bool
	}
	known := map[llvm.Value]answer{}
	return func(load llvm.Value) ([]llvm.Value, bool) {
		a, asked := known[load]
		if !asked {
			if base := load.Operand(0); !base.IsAAllocaInst().IsNil() && t.isHiddenBefore(load, base) {
				a.stored = reaching(load, base)
				a.ok = len(a.stored) > 0
			}
			known[load] = a
		}
		return a.stored, a.ok
	}
}

// isHiddenBefore: nobody else has got the address of a variable, to write there, on a way to a load since the variable came into being.
func (t *originTable) isHiddenBefore(load, place llvm.Value) bool {
	out, born := map[llvm.Value]bool{}, map[llvm.Value]bool{}
	for u := place.FirstUse(); !u.IsNil(); u = u.NextUse() {
		switch by := u.User(); {
		case isLifetime(by, "start"):
			born[by] = true
		case t.mayWriteTo(by, place):
			out[by] = true
		}
	}
	hidden := true
	backward(load, func(inst llvm.Value) (stop bool) {
		hidden = hidden && !out[inst]
		return born[inst] || !hidden
	})
	return hidden
}

// mayWriteTo: after an instruction, somebody may write to a variable whose address it has.
func (t *originTable) mayWriteTo(inst, place llvm.Value) bool {
	switch opcode(inst) {
	case llvm.Load:
		return false
	case llvm.Store:
		return inst.Operand(0) == place
	case llvm.Call, llvm.Invoke:
		if hookOf(inst) != "" || isLifetime(inst, "end") {
			return false
		}
		callee := inst.CalledValue().IsAFunction()
		if callee.IsNil() || !strings.HasPrefix(callee.Name(), "_Z") {
			return true
		}
		constant := takesConstant(callee.Name(), t.argumentsOf(inst, callee))
		for k := range constant {
			if inst.Operand(k) == place && !constant[k] {
				return true
			}
		}
		return len(constant) == 0
	}
	return true
}

func isLifetime(inst llvm.Value, which string) bool {
	return opcode(inst) == llvm.Call && strings.HasPrefix(inst.CalledValue().Name(), "llvm.lifetime."+which)
}

// backward goes over what may run before an instruction, each once, but not beyond what visit stops at.
func backward(from llvm.Value, visit func(inst llvm.Value) (stop bool)) {
	seen := map[llvm.BasicBlock]bool{}
	var todo []llvm.BasicBlock
	back := func(b llvm.BasicBlock, last llvm.Value) {
		for inst := last; !inst.IsNil(); inst = llvm.PrevInstruction(inst) {
			if visit(inst) {
				return
			}
		}
		for u := b.AsValue().FirstUse(); !u.IsNil(); u = u.NextUse() {
			if u.User().IsAInstruction().IsNil() {
				continue // its address is taken
			}
			if before := u.User().InstructionParent(); !seen[before] {
				seen[before] = true
				todo = append(todo, before)
			}
		}
	}
	for back(from.InstructionParent(), llvm.PrevInstruction(from)); len(todo) > 0; {
		b := todo[0]
		todo = todo[1:]
		back(b, b.LastInstruction())
	}
}
