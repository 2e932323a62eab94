package llvmpass

// Is a function, known by its mangled name and the arguments of one call, a
// member function that is called on an object?
//
// The mangled name does not tell static members and functions in namespaces
// from member functions, but it lists the declared parameters, without `this`:
//
//  1. Constructors are none (there is no live object yet), destructors and
//     const- or reference-qualified functions are members.
//  2. Otherwise the parameters are laid over the arguments twice, once with
//     the first pointer kept for `this` and once without. A scalar takes one
//     argument of its own type; a class takes one, or two, or none, in this
//     order of likelihood, depending on how the ABI passes it.
//  3. The cheaper reading wins; a tie, or none that fits, is no member.

import (
	"strings"

	"github.com/ianlancetaylor/demangle"
)

type argumentKind uint8

const (
	otherArgument argumentKind = iota
	pointerArgument
	integerArgument
	floatArgument
)

// argument is what the IR says about an argument of a call.
type argument struct {
	kind   argumentKind
	bits   int  // of integers and floats
	result bool // sret: where the caller wants the result
	copied bool // byval: a class on the stack
	object bool // known to point to an object, as `this` always is
}

// thisArgument returns the index of the argument that is `this`, or -1. Of a
// variadic function only the fixed arguments are given.
func thisArgument(mangled string, args []argument) int {
	this, _, _ := readAs(mangled, args)
	return this
}

// readAs reads a call of a function: the argument that is `this` or -1, the declared
// parameters, and the first argument that they are laid over. No parameters: it is not
// known, or it is operator new or delete.
func readAs(mangled string, args []argument) (this int, params []demangle.AST, from int) {
	ast, err := demangle.ToAST(mangled)
	if err != nil {
		return -1, nil, 0
	}
	ast, thunk := behindThunk(ast)
	typed, ok := ast.(*demangle.Typed)
	if !ok {
		return -1, nil, 0
	}
	first := 0
	if len(args) > 0 && args[0].result {
		first = 1
	}
	function, qualified := functionType(typed.Type)
	verdict := memberByName(typed.Name)
	if function == nil || verdict == isAllocator {
		return -1, nil, 0
	}
	params = expand(function.Args)
	if verdict == isConstructor {
		return -1, params, first + 1
	}
	if len(args) <= first || args[first].kind != pointerArgument || !args[first].object && !thunk || args[first].copied || verdict == notMember {
		return -1, params, first
	}
	if verdict == isMember || qualified || thunk {
		return first, params, first + 1
	}
	if fit(params, args[first+1:]) < fit(params, args[first:]) {
		return first, params, first + 1
	}
	return -1, params, first
}

// behindThunk is the function that a thunk is for: what is called for an object by a class that is not its
// first base. Only member functions have them, and the compiler may put the whole function in.
func behindThunk(ast demangle.AST) (of demangle.AST, thunk bool) {
	if s, ok := ast.(*demangle.Special); ok && strings.HasSuffix(s.Prefix, "thunk to ") {
		return s.Val, true
	}
	return ast, false
}

func functionType(ast demangle.AST) (function *demangle.FunctionType, qualified bool) {
	if m, ok := ast.(*demangle.MethodWithQualifiers); ok {
		ast, qualified = m.Method, true
	}
	function, _ = ast.(*demangle.FunctionType)
	return function, qualified
}

type nameVerdict uint8

const (
	notMember nameVerdict = iota
	maybeMember
	isMember
	isConstructor // there is no live object yet
	isAllocator   // operator new or delete
)

func memberByName(name demangle.AST) nameVerdict {
	scoped := false
	for {
		switch n := name.(type) {
		case *demangle.Template:
			name = n.Name
		case *demangle.TaggedName:
			name = n.Name
		case *demangle.Qualified:
			name, scoped = n.Name, true
		case *demangle.Constructor:
			return isConstructor
		case *demangle.Destructor, *demangle.Cast:
			return isMember
		case *demangle.Operator:
			switch n.Name {
			case "new", "new[]", "delete ", "delete[] ": // as the demangler spells them
				return isAllocator
			case "=", "()", "[]", "->":
				// The language allows these as members only (a static
				// operator() is C++23, and rare).
				return isMember
			}
			return scopedVerdict(scoped)
		default:
			return scopedVerdict(scoped)
		}
	}
}

func scopedVerdict(scoped bool) nameVerdict {
	if scoped {
		return maybeMember
	}
	return notMember
}

// impossible is the cost of parameters that do not fit the arguments.
const impossible = 1 << 20

// fit is the cost of the cheapest way to lay parameters over arguments.
func fit(params []demangle.AST, args []argument) int {
	cost, _ := lay(params, args)
	return cost
}

// lay finds that way by dynamic programming: cost[j] is that of the parameters looked
// at so far over the first j arguments, taken[i][j] how many of these the last of them
// takes. over gives, for each parameter, the arguments that it takes; nil if none fit.
// O(parameters × arguments).
func lay(params []demangle.AST, args []argument) (least int, over [][2]int) {
	cost := make([]int, len(args)+1)
	for j := 1; j <= len(args); j++ {
		cost[j] = impossible
	}
	taken := make([][]int, len(params))
	for i, p := range params {
		next := make([]int, len(cost))
		taken[i] = make([]int, len(cost))
		for j := range next {
			next[j] = impossible
			for _, w := range waysOf(p) {
				if w.count <= j && w.accepts(args[j-w.count:j]) && cost[j-w.count]+w.cost < next[j] {
					next[j], taken[i][j] = cost[j-w.count]+w.cost, w.count
				}
			}
		}
		cost = next
	}
	if least = cost[len(args)]; least >= impossible {
		return least, nil
	}
	over = make([][2]int, len(params))
	for i, j := len(params)-1, len(args); i >= 0; i-- {
		over[i] = [2]int{j - taken[i][j], j}
		j -= taken[i][j]
	}
	return least, over
}

// expand replaces parameter packs by what they hold.
func expand(params []demangle.AST) []demangle.AST {
	var out []demangle.AST
	for _, p := range params {
		if list, ok := p.(*demangle.ExprList); ok {
			out = append(out, expand(list.Exprs)...)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// way is one form in which the ABI may pass a parameter.
type way struct {
	count int // of arguments
	cost  int
	// kind and bits of the one argument; anyKind for classes.
	kind    argumentKind
	bits    int
	anyKind bool
}

func (w way) accepts(args []argument) bool {
	for _, a := range args {
		if !w.anyKind && (a.kind != w.kind || a.bits != w.bits || a.copied) {
			return false
		}
		if w.count == 2 && a.copied {
			return false
		}
	}
	return true
}

func waysOf(param demangle.AST) []way {
	switch p := param.(type) {
	case *demangle.TypeWithQualifiers:
		return waysOf(p.Base)
	case *demangle.TemplateParam:
		if p.Template != nil && p.Index < len(p.Template.Args) {
			return waysOf(p.Template.Args[p.Index])
		}
	case *demangle.PointerType, *demangle.ReferenceType, *demangle.RvalueReferenceType:
		return []way{{count: 1, kind: pointerArgument}}
	case *demangle.BuiltinType:
		return waysOfBuiltin(p.Name)
	case *demangle.PtrMem:
		// A member pointer is an integer, one to a function two.
		return []way{{count: 1, anyKind: true}, {count: 2, anyKind: true}}
	}
	return []way{{count: 1, anyKind: true}, {count: 2, cost: 1, anyKind: true}, {cost: 2}}
}

// waysOfBuiltin follows the x86-64 psABI.
func waysOfBuiltin(name string) []way {
	integer := func(bits int) []way { return []way{{count: 1, kind: integerArgument, bits: bits}} }
	switch name {
	case "void", "...": // the caller leaves out variable arguments
		return []way{{}}
	case "bool":
		return integer(1)
	case "char", "signed char", "unsigned char", "char8_t":
		return integer(8)
	case "short", "unsigned short", "char16_t":
		return integer(16)
	case "int", "unsigned int", "wchar_t", "char32_t":
		return integer(32)
	case "long", "unsigned long", "long long", "unsigned long long":
		return integer(64)
	case "float":
		return []way{{count: 1, kind: floatArgument, bits: 32}}
	case "double":
		return []way{{count: 1, kind: floatArgument, bits: 64}}
	case "long double":
		return []way{{count: 1, kind: floatArgument, bits: 80}}
	case "decltype(nullptr)":
		return []way{{count: 1, kind: pointerArgument}}
	case "__int128", "unsigned __int128":
		return append(integer(128), way{count: 2, kind: integerArgument, bits: 64})
	}
	return []way{{count: 1, anyKind: true}, {count: 2, cost: 1, anyKind: true}}
}
