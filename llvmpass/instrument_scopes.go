//go:build llvm19

package llvmpass

import (
	"strings"

	"tinygo.org/x/go-llvm"
)

// instrumentScopes reports where variables end whose address others may have: a handler
// that waits for a loop lets others use what it has on the stack, and its function's
// return is the end of that, as a free is.
//
//  1. Of each function that calls something, every alloca of a constant size whose
//     address escapes (escape.go).
//  2. Where the optimiser's markers say that its scope ends; without markers at each
//     return, and when the function lets an exception out. An alloca of a later block
//     (alloca() under a condition, AddressSanitizer's frames) without markers has no end:
//     the function may return without having come there.
//  3. With the name of its class, if it has one.
//
// What it costs where no loop has run meanwhile is a comparison (hooks.h).
func instrumentScopes(m *module) {
	for _, f := range m.functions {
		if m.quiet[f] || !callsOthers(f) {
			continue
		}
		var variables, exits []llvm.Value
		eachInstruction(f, func(inst llvm.Value) {
			switch inst.InstructionOpcode() {
			case llvm.Alloca:
				if m.allocaSize(inst) > 0 && m.mayEscape(inst) {
					variables = append(variables, inst)
				}
			case llvm.Ret, llvm.Resume:
				exits = append(exits, inst)
			}
		})
		for _, v := range variables {
			m.insertScopeEnds(f, v, exits)
		}
	}
}

func (m *module) insertScopeEnds(f, variable llvm.Value, exits []llvm.Value) {
	size, class := m.constant(m.allocaSize(variable)), llvm.ConstNull(m.ptr())
	if name := classOf(variable.AllocatedType()); name != "" {
		class = m.text(name)
	}
	ends := scopeEnds(variable)
	for _, inst := range ends {
		m.insertHook(inst, inst, "scope_end", variable, size, class)
	}
	if len(ends) > 0 || variable.InstructionParent() != f.EntryBasicBlock() {
		return
	}
	for _, inst := range exits {
		m.insertHook(beforeMustTail(inst), inst, "scope_end", variable, size, class)
	}
}

// callsOthers: else no loop can run while the function does.
func callsOthers(f llvm.Value) bool {
	calls := false
	eachInstruction(f, func(inst llvm.Value) {
		if op := inst.InstructionOpcode(); op == llvm.Call || op == llvm.Invoke {
			calls = calls || !isIntrinsic(inst) && hookOf(inst) == ""
		}
	})
	return calls
}

// allocaSize is the number of bytes, 0 if that is not constant.
func (m *module) allocaSize(alloca llvm.Value) uint64 {
	count := alloca.Operand(0)
	if count.IsAConstantInt().IsNil() {
		return 0
	}
	return m.storeSize(alloca.AllocatedType()) * count.ZExtValue()
}

// scopeEnds are the markers of where a variable's scope ends.
func scopeEnds(variable llvm.Value) []llvm.Value {
	var out []llvm.Value
	for u := variable.FirstUse(); !u.IsNil(); u = u.NextUse() {
		call := u.User().IsACallInst()
		if call.IsNil() || !isIntrinsic(call) {
			continue
		}
		if strings.HasPrefix(call.CalledValue().Name(), "llvm.lifetime.end") {
			out = append(out, call)
		}
	}
	return out
}

// classOf is the name that clang gives to the type of a class, "" for other types.
func classOf(t llvm.Type) string {
	if t.TypeKind() != llvm.StructTypeKind {
		return ""
	}
	name := t.StructName()
	for _, kind := range []string{"class.", "struct.", "union."} {
		if class, found := strings.CutPrefix(name, kind); found && !strings.HasPrefix(class, "anon") {
			return withoutNumber(class)
		}
	}
	return ""
}

// withoutNumber leaves out what LLVM adds where contexts had several types of one name.
func withoutNumber(name string) string {
	at := strings.LastIndexByte(name, '.')
	if at >= 0 && strings.Trim(name[at+1:], "0123456789") == "" {
		return name[:at]
	}
	return name
}
