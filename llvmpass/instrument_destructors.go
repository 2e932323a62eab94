//go:build llvm19

package llvmpass

import (
	"strings"

	"tinygo.org/x/go-llvm"
)

// instrumentDestructors reports, where a destructor ends, that the object's
// life does: after its own body, its members' and its bases' destructors.
//
//  1. The complete-object destructor (D1) and that of a base (D2) end the bytes
//     that they are said to own (`dereferenceable` of `this`: a class without
//     its virtual bases). Where clang makes them one function, that is the same
//     for both. A base's end comes before its derived class's and covers its
//     part only; the recorder keeps the larger.
//  2. The deleting destructor (D0) calls one of these, and then frees.
//  3. Only classes with a vtable: those are what others hold pointers to. Strings,
//     iterators and handles come and go at every line, and clang mostly inlines
//     their destructors anyway.
//
// A destructor that was inlined is not seen.
func instrumentDestructors(m *module) {
	for _, f := range m.functions {
		if m.quiet[f] || !m.endsObject(f) {
			continue
		}
		size := m.objectSize(f)
		if size == 0 {
			continue
		}
		eachInstruction(f, func(inst llvm.Value) {
			switch inst.InstructionOpcode() {
			case llvm.Ret:
				m.insertHook(beforeMustTail(inst), inst, "destroyed", f.Param(0), m.constant(size))
			case llvm.Resume:
				m.insertHook(inst, inst, "destroyed", f.Param(0), m.constant(size))
			}
		})
	}
}

// endsObject: f is D1 or D2 of a class with a vtable.
func (m *module) endsObject(f llvm.Value) bool {
	class, ok := destroyedClass(f.Name())
	if !ok {
		return false
	}
	for _, name := range []string{"_ZTV" + class, "_ZTVN" + class + "E", "_ZN" + class + "D0Ev"} {
		if !m.NamedGlobal(name).IsNil() || !m.NamedFunction(name).IsNil() {
			return true
		}
	}
	return false
}

// destroyedClass is the mangled class whose D1 or D2 a symbol names, without
// the brackets of nested names.
func destroyedClass(symbol string) (string, bool) {
	class, ok := strings.CutPrefix(symbol, "_ZN")
	if !ok {
		return "", false
	}
	for _, end := range []string{"D1Ev", "D2Ev"} {
		if class, ok := strings.CutSuffix(class, end); ok && class != "" {
			return class, true
		}
	}
	return "", false
}

// objectSize is the number of bytes that `this` is known to point to, 0 if that
// got lost (a function that the optimiser gave another signature).
func (m *module) objectSize(f llvm.Value) uint64 {
	if f.ParamsCount() == 0 || f.Param(0).Type().TypeKind() != llvm.PointerTypeKind {
		return 0
	}
	attr := f.GetEnumAttributeAtIndex(1, m.kinds.dereferenceable)
	if attr.IsNil() {
		return 0
	}
	return attr.GetEnumValue()
}
