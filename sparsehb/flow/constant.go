package flow

import (
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// leavesObject: a function of a library that was handed so many arguments is a constant
// member and leaves its object as it is; the first object is its own then, for no place
// comes before it where the result is wanted.
func leavesObject(name string, args int) bool {
	if !strings.HasPrefix(name, "_ZNK") {
		return false
	}
	ast, err := demangle.ToAST(name)
	if err != nil {
		return false
	}
	typed, is := ast.(*demangle.Typed)
	if !is {
		return false
	}
	declared := typed.Type
	if q, is := declared.(*demangle.MethodWithQualifiers); is {
		declared = q.Method
	}
	f, is := declared.(*demangle.FunctionType)
	return is && args == 1+len(f.Args)
}
