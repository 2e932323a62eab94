package llvmpass

import (
	"github.com/ianlancetaylor/demangle"

	"sparseracer/internal/system"
)

// How does a call hand over an object? Mangled names tell references from pointers, and
// classes from numbers, which the IR no longer does:
//
//   - `this` and a reference to a class are to an object that lives: the callee may do
//     with it what it likes.
//   - A pointer to a class may be compared, kept, or null: whether the callee looks at
//     what it points to, its code says, which is known when the program has been linked
//     (internal/callee).

// passing is how an argument hands over an object.
type passing uint8

const (
	notPassed passing = iota
	asThis
	byReference         // that the callee may not change
	byValueReference    // likewise, of a class that points at no object (a QPoint)
	byVariableReference // that it may
	byPointer
)

// passedBy says of each argument how it hands over an object of a class.
func passedBy(mangled string, args []argument) []passing {
	this, params, from := readAs(mangled, args)
	out := make([]passing, len(args))
	if this >= 0 {
		out[this] = asThis
	}
	if len(params) == 0 || from > len(args) {
		return out
	}
	_, over := lay(params, args[from:])
	for i, at := range over {
		if k := from + at[0]; at[1] == at[0]+1 && args[k].kind == pointerArgument && !args[k].copied {
			out[k] = takes(params[i])
		}
	}
	return out
}

// takes says how a parameter takes an object.
func takes(param demangle.AST) passing {
	switch p := param.(type) {
	case *demangle.TypeWithQualifiers:
		return takes(p.Base)
	case *demangle.TemplateParam:
		if to := templateArgument(p); to != nil {
			return takes(to)
		}
	case *demangle.ReferenceType:
		return reference(p.Base)
	case *demangle.RvalueReferenceType:
		return reference(p.Base)
	case *demangle.PointerType:
		if class, _ := isClass(p.Base); class {
			return byPointer
		}
	}
	return notPassed
}

func reference(to demangle.AST) passing {
	switch class, constant := isClass(to); {
	case class && constant && isValue(to):
		return byValueReference
	case class && constant:
		return byReference
	case class:
		return byVariableReference
	}
	return notPassed
}

// isClass: a type with a name. An enumeration has one, too; it is memory all the same.
func isClass(t demangle.AST) (class, constant bool) {
	switch t := t.(type) {
	case *demangle.TypeWithQualifiers:
		class, constant = isClass(t.Base)
		if q, ok := t.Qualifiers.(*demangle.Qualifiers); ok {
			for _, x := range q.Qualifiers {
				if one, ok := x.(*demangle.Qualifier); ok && one.Name == "const" {
					constant = true
				}
			}
		}
		return class, constant
	case *demangle.TemplateParam:
		if to := templateArgument(t); to != nil {
			return isClass(to)
		}
	case *demangle.Name, *demangle.Qualified, *demangle.Template, *demangle.TaggedName:
		return true, false
	}
	return false, false
}

// isValue: a class of Qt's that holds numbers or text.
func isValue(t demangle.AST) bool {
	if q, is := t.(*demangle.TypeWithQualifiers); is {
		t = q.Base
	}
	name, is := t.(*demangle.Name)
	return is && system.IsValue(name.Name)
}

// templateArgument is what a template's parameter stands for, nil if that is not known.
func templateArgument(p *demangle.TemplateParam) demangle.AST {
	if p.Template != nil && p.Index < len(p.Template.Args) {
		if _, again := p.Template.Args[p.Index].(*demangle.TemplateParam); !again {
			return p.Template.Args[p.Index]
		}
	}
	return nil
}

// registers is how many arguments go in registers (x86-64 psABI).
const registers = 6

// registerOf is the number of the register that an argument goes in, -1 if it is none, or
// not known.
func registerOf(args []argument, k int) int {
	n := 0
	for i := range args[:k] {
		switch a := &args[i]; {
		case a.kind == otherArgument:
			return -1
		case a.kind == pointerArgument && !a.copied:
			n++
		case a.kind == integerArgument:
			n += max(1, (a.bits+63)/64)
		}
	}
	if n >= registers {
		return -1
	}
	return n
}
