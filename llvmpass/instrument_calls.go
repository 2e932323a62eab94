//go:build llvm19

package llvmpass

import (
	"strings"

	"tinygo.org/x/go-llvm"
)

// instrumentCalls reports a call of a C++ function that this module does not define as
// a use of the objects that it is handed (passed.go): whether the callee touches them
// cannot be seen from here, and a library's code may not be instrumented at all. Virtual
// calls need nothing for their object; they load from it.
func instrumentCalls(m *module) {
	m.each(func(inst llvm.Value) {
		if op := inst.InstructionOpcode(); op != llvm.Call && op != llvm.Invoke || m.skipped(inst) {
			return
		}
		seen := map[llvm.Value]bool{}
		for k, by := range m.passedBy(inst) {
			if v := inst.Operand(k); by != notPassed && !seen[v] && m.isHanded(v, by) {
				seen[v] = true
				hook := "use"
				if by == byPointer {
					hook = "handed"
				}
				m.insertHook(inst, inst, hook, v)
			}
		}
	})
}

// passedBy says how the arguments of a call hand over objects, nil if nobody knows what is called.
func (m *module) passedBy(call llvm.Value) []passing {
	callee := call.CalledValue().IsAFunction()
	if callee.IsNil() || !isExternal(callee) || !strings.HasPrefix(callee.Name(), "_Z") {
		return nil
	}
	list, known := m.passed[callee]
	if !known {
		args := m.argumentsOf(call, callee)
		list = passedBy(callee.Name(), args)
		for k := range list {
			if list[k] == byPointer && registerOf(args, k) < 0 {
				list[k] = notPassed
			}
		}
		m.passed[callee] = list
	}
	return list
}

// isHanded: an object that is allocated, as far as can be seen. What a function makes for a call and hands
// over by reference is most often its own.
func (m *module) isHanded(v llvm.Value, by passing) bool {
	if base := baseOf(v); by != asThis && (!base.IsAAllocaInst().IsNil() || base.IsConstant()) {
		return false
	}
	return m.isShared(v)
}

// isExternal: the object will hold a reference to the function, not its body.
func isExternal(f llvm.Value) bool {
	return f.IsDeclaration() || f.Linkage() == llvm.AvailableExternallyLinkage
}

// argumentsOf describes the fixed arguments of a call for thisArgument.
func (m *module) argumentsOf(call, callee llvm.Value) []argument {
	out := make([]argument, call.CalledFunctionType().ParamTypesCount())
	for i := range out {
		t := call.Operand(i).Type()
		has := func(kind uint) bool {
			return !call.GetCallSiteEnumAttribute(i+1, kind).IsNil() ||
				i < callee.ParamsCount() && !callee.GetEnumAttributeAtIndex(i+1, kind).IsNil()
		}
		out[i] = m.argumentOf(t, has)
	}
	return out
}

// argumentOf describes one argument, of a type and with attributes.
func (m *module) argumentOf(t llvm.Type, has func(uint) bool) argument {
	a := argument{kind: otherArgument}
	switch t.TypeKind() {
	case llvm.PointerTypeKind:
		a.kind = pointerArgument
		a.result = has(m.kinds.sret)
		a.copied = has(m.kinds.byval)
		a.object = has(m.kinds.nonnull) || has(m.kinds.derefOrNull)
	case llvm.IntegerTypeKind:
		a.kind, a.bits = integerArgument, t.IntTypeWidth()
	case llvm.FloatTypeKind:
		a.kind, a.bits = floatArgument, 32
	case llvm.DoubleTypeKind:
		a.kind, a.bits = floatArgument, 64
	case llvm.X86_FP80TypeKind:
		a.kind, a.bits = floatArgument, 80
	}
	return a
}
