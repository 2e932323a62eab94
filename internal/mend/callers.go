package mend

import (
	"slices"
	"strings"
)

// withCallers are guards of the function that uses what was freed, with a guard of its own in each
// function that called it: what frees the object of the one mostly frees those of the others, and who
// leaves early comes back to them.
func withCallers(guards []Patch, uses []*function) (out []Patch) {
	var edits []Edit
	var names []string
	for i, f := range uses[1:] {
		at, ok := f.callOf(uses[i])
		if !ok || f.class == "" {
			break
		}
		if at.block == f.body && at.stmt == f.body.Inner[len(f.body.Inner)-1] {
			continue // nothing comes after it
		}
		edits = append(edits, f.test(&at, f.self()).Edits...)
		names = append(names, f.Name)
	}
	if len(names) == 0 {
		return nil
	}
	for _, p := range guards {
		if p.Shape != "guard" || len(p.Edits) == 0 {
			continue
		}
		all := slices.Clone(p.Edits)
		for _, e := range edits {
			if !slices.Contains(all, e) { // a header that both include
				all = append(all, e)
			}
		}
		out = append(out, Patch{Shape: p.Shape, What: p.What + ", and so do its callers with theirs: " + strings.Join(names, ", "), Edits: all})
	}
	return out
}

// callOf is where a function calls another one.
func (f *function) callOf(callee *function) (at spot, found bool) {
	f.body.Walk(func(n *node) bool {
		if n.Kind == "LambdaExpr" || found {
			return false
		}
		if (n.Kind == "CallExpr" || n.Kind == "CXXMemberCallExpr") && called(n) == callee.Name && n.Fixed() {
			at, found = statementOf(n)
		}
		return true
	})
	return at, found
}
