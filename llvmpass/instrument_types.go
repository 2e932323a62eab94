//go:build llvm19

package llvmpass

import (
	"strings"

	"sparseracer/llvmpass/llvmc"

	"github.com/ianlancetaylor/demangle"
	"tinygo.org/x/go-llvm"
)

// instrumentTypes says, before each call of operator new and delete, what type
// the memory is of, where the module shows it:
//
//  1. new, with debug information: clang notes the type at the call
//     (heapallocsite), at every level of optimisation.
//  2. Both in an allocator of the standard library: that is named after its
//     elements.
//  3. new without debug information: the class whose constructor is called on the
//     result, or whose vtable is stored there (where the constructor was inlined).
//     Qt's slot objects have none: they keep a function of their class, impl.
//  4. delete: the class whose deleting destructor this is, or whose destructor is
//     called on the same pointer in this function.
//
// `new T[n]` is reported as T[].
func instrumentTypes(m *module) {
	m.eachCall(func(inst, callee llvm.Value) {
		name := ""
		switch what := heapOperator(callee.Name()); what {
		case "":
			return
		case "nw", "na":
			name = m.allocatedType(inst, what == "na")
		default:
			name = m.freedType(inst)
		}
		if name != "" {
			m.insertHook(inst, inst, "of_type", m.text(name))
		}
	})
}

// replaceable are the parameters of the operators that allocate and free; others
// (placement) are given their memory.
var replaceable = map[string]bool{
	"m": true, "mRKSt9nothrow_t": true, "mSt11align_val_t": true, "mSt11align_val_tRKSt9nothrow_t": true,
	"Pv": true, "Pvm": true, "PvRKSt9nothrow_t": true, "PvSt11align_val_t": true, "PvmSt11align_val_t": true,
	"PvSt11align_val_tRKSt9nothrow_t": true,
}

// heapOperator is nw, na, dl or da for one of the global operators new, new[],
// delete, delete[]; "" for any other function.
func heapOperator(symbol string) string {
	for _, op := range []string{"nw", "na", "dl", "da"} {
		rest, found := strings.CutPrefix(symbol, "_Z"+op)
		if found && replaceable[rest] {
			return op
		}
	}
	return ""
}

func (m *module) allocatedType(call llvm.Value, array bool) string {
	if call.HasMetadata() {
		if noted := call.Metadata(m.kinds.heapallocsite); !noted.IsNil() {
			if name := typeName(noted, 0); name != "" && array {
				return name + "[]"
			} else if name != "" {
				return name
			}
		}
	}
	if elements := elementType(m.functionsOf(call), "E8allocateE"); elements != "" {
		return elements
	}
	return constructedClass(call)
}

// typeName is the name of a type as C++ writes it, from its debug information.
// A class says its mangled name, which has its scope and its arguments.
func typeName(node llvm.Value, depth int) string {
	const scope, name, base, identifier = 1, 2, 3, 7
	of := llvmc.NodeOperands(node)
	if len(of) <= name || depth > 8 {
		return ""
	}
	if len(of) > identifier {
		if s := className("_ZTS", llvmc.String(of[identifier])); s != "" {
			return s
		}
	}
	if s := llvmc.String(of[name]); s != "" {
		return scopeOf(of[scope], depth) + s
	}
	if len(of) <= base || of[base].IsNil() {
		return ""
	}
	s := typeName(of[base], depth+1)
	if s != "" && llvmc.IsPointerType(node) {
		s += "*"
	}
	return s
}

// scopeOf is the namespace or class that a type stands in, for the front of its
// name.
func scopeOf(node llvm.Value, depth int) string {
	if node.IsNil() {
		return ""
	}
	switch llvmc.AsMetadata(node).Kind() {
	case llvm.DINamespaceMetadataKind, llvm.DICompositeTypeMetadataKind:
		if s := typeName(node, depth+1); s != "" {
			return s + "::"
		}
	}
	return ""
}

// className is the class in a mangled name with a prefix of the ABI's (its
// vtable's, its typeinfo's), "" if it is none.
func className(prefix, symbol string) string {
	mangled, found := strings.CutPrefix(symbol, prefix)
	if !found {
		return ""
	}
	name, err := demangle.ToString("_ZTI" + mangled)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(name, "typeinfo for ")
}

// constructedClass looks at what is done with the result of operator new first:
// the outermost constructor is called before anything else sees the object.
func constructedClass(call llvm.Value) string {
	for u := call.FirstUse(); !u.IsNil(); u = u.NextUse() {
		user := u.User()
		switch user.InstructionOpcode() {
		case llvm.Call, llvm.Invoke:
			if llvmc.ArgCount(user) == 0 || user.Operand(0) != call {
				continue
			}
			if class := classOfMember(user.CalledValue().Name(), "C1E", "C2E"); class != "" {
				return class
			}
		case llvm.Store:
			table := vtableOf(user.Operand(0))
			if user.Operand(1) == call && !table.IsNil() {
				if class := className("_ZTV", table.Name()); class != "" {
					return class
				}
			}
		case llvm.GetElementPtr:
			if class := slotClass(user); class != "" {
				return class
			}
		}
	}
	return ""
}

// slotClass is the class of Qt's for the slot of a connection whose function is
// stored at this place of it, "" if none is.
func slotClass(place llvm.Value) string {
	for u := place.FirstUse(); !u.IsNil(); u = u.NextUse() {
		store := u.User()
		if store.InstructionOpcode() != llvm.Store || store.Operand(1) != place || store.Operand(0).IsAFunction().IsNil() {
			continue
		}
		if class := classOfMember(store.Operand(0).Name(), "4implE"); strings.HasPrefix(class, "QtPrivate::") {
			return class
		}
	}
	return ""
}

// classOfMember is the class of a constructor or destructor, by the letters that
// the mangled name has behind the class.
func classOfMember(symbol string, letters ...string) string {
	nested, found := strings.CutPrefix(symbol, "_ZN")
	if !found {
		return ""
	}
	for _, l := range letters {
		if at := strings.LastIndex(nested, l); at > 0 {
			// A class in no namespace stands without brackets, or with.
			for _, mangled := range []string{nested[:at], "N" + nested[:at] + "E"} {
				if name := className("", mangled); name != "" {
					return name
				}
			}
		}
	}
	return ""
}

// elementType is what an allocator of the standard library is for, by the
// innermost of the functions that is a member of one, of that name.
func elementType(functions []string, member string) string {
	for _, f := range functions {
		for _, allocator := range []string{"_ZNSt15__new_allocatorI", "_ZN9__gnu_cxx13new_allocatorI", "_ZNSt9allocatorI"} {
			rest, found := strings.CutPrefix(f, allocator)
			element, _, whole := cutLast(rest, member)
			if !found || !whole {
				continue
			}
			name := className("", element)
			if name != "" && !strings.HasPrefix(name, "std::_") { // nodes come one by one
				name += "[]"
			}
			return name
		}
	}
	return ""
}

func cutLast(s, sep string) (before, after string, found bool) {
	if at := strings.LastIndex(s, sep); at >= 0 {
		return s[:at], s[at+len(sep):], true
	}
	return s, "", false
}

// functionsOf are the mangled names of the functions that an instruction stands
// in, those that were inlined first.
func (m *module) functionsOf(inst llvm.Value) []string {
	var out []string
	for loc := inst.InstructionDebugLoc(); loc.C != nil; loc = loc.LocationInlinedAt() {
		if name := m.linkageName(loc.LocationScope()); name != "" {
			out = append(out, name)
		}
	}
	return append(out, inst.InstructionParent().Parent().Name())
}

// linkageName is that of the function around a scope.
func (m *module) linkageName(scope llvm.Metadata) string {
	const parent, linkage = 1, 3
	for depth := 0; depth < 64 && scope.C != nil; depth++ {
		of := llvmc.NodeOperands(llvmc.NodeOf(m.ctx, scope))
		if scope.Kind() == llvm.DISubprogramMetadataKind {
			if len(of) > linkage {
				return llvmc.String(of[linkage])
			}
			return ""
		}
		if len(of) <= parent {
			return ""
		}
		scope = llvmc.AsMetadata(of[parent])
	}
	return ""
}

// freedType: a deleting destructor deletes its own class; else the destructor
// that was called on the pointer says it.
func (m *module) freedType(call llvm.Value) string {
	if elements := elementType(m.functionsOf(call), "E10deallocateE"); elements != "" {
		return elements
	}
	f := call.InstructionParent().Parent()
	pointer := call.Operand(0)
	if class := classOfMember(f.Name(), "D0E"); class != "" && pointer == f.Param(0) {
		return class
	}
	for u := pointer.FirstUse(); !u.IsNil(); u = u.NextUse() {
		user := u.User()
		if op := user.InstructionOpcode(); op != llvm.Call && op != llvm.Invoke || user.Operand(0) != pointer {
			continue
		}
		// Clang may make one of the two an alias of the other, or of a base's.
		if class := classOfMember(user.CalledValue().Name(), "D1E", "D2E"); class != "" {
			return class
		}
	}
	return ""
}

// text is a constant C string, one a module for each.
func (m *module) text(s string) llvm.Value {
	if v, ok := m.texts[s]; ok {
		return v
	}
	value := m.ctx.ConstString(s, true)
	v := llvm.AddGlobal(m.Module, value.Type(), "")
	v.SetInitializer(value)
	v.SetLinkage(llvm.PrivateLinkage)
	v.SetGlobalConstant(true)
	v.SetUnnamedAddr(true)
	v.SetAlignment(1)
	m.texts[s] = v
	return v
}
