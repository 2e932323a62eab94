//go:build llvm19

package llvmpass

import (
	"strings"

	"tinygo.org/x/go-llvm"
)

// instrumentCalls reports a call of a C++ member function that this module
// does not define as a use of its object: whether the callee touches the
// object cannot be seen from here, and a library's code may not be
// instrumented at all. Virtual calls need nothing; they load from the object.
func instrumentCalls(m *module) {
	verdicts := map[llvm.Value]int{}
	m.each(func(inst llvm.Value) {
		op := inst.InstructionOpcode()
		if op != llvm.Call && op != llvm.Invoke {
			return
		}
		callee := inst.CalledValue().IsAFunction()
		if callee.IsNil() || !isExternal(callee) || !strings.HasPrefix(callee.Name(), "_Z") || m.skipped(inst) {
			return
		}
		index, known := verdicts[callee]
		if !known {
			index = thisArgument(callee.Name(), m.argumentsOf(inst, callee))
			verdicts[callee] = index
		}
		if index >= 0 && m.isShared(inst.Operand(index)) {
			m.insertHook(inst, inst, "use", inst.Operand(index))
		}
	})
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
		out[i] = a
	}
	return out
}
