package spinning

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// isGuard: a type forgets an object that is gone.
func isGuard(typ string) bool {
	return slices.Contains([]string{"QPointer", "QWeakPointer", "weak_ptr", "GWeakRef"}, simple(typ))
}

// held notes what GLib's calls before the loop say: references that are held, and weak pointers.
func (w *walk) held() {
	w.f.own(func(n *node) {
		if n.Kind != "CallExpr" || stop(n) > at(w.call) || len(n.Inner) < 2 {
			return
		}
		callee := n.Inner[0].Plain().ReferencedDecl
		if callee == nil {
			return
		}
		switch callee.Name {
		case "g_object_ref":
			for _, id := range variablesIn(n.Inner[1]) {
				w.guarded[id] = fmt.Sprintf("g_object_ref in line %d", w.f.line(at(n)))
			}
		case "g_object_add_weak_pointer", "g_set_weak_pointer":
			for _, arg := range n.Inner[1:] {
				for _, id := range variablesIn(arg) {
					w.weak[id] = true
				}
			}
		}
	})
}

func variablesIn(n *node) (ids []string) {
	n.Walk(func(c *node) bool {
		if c.Kind == "DeclRefExpr" && c.ReferencedDecl != nil {
			ids = append(ids, c.ReferencedDecl.ID)
		}
		return true
	})
	return ids
}

// test is a guard in a condition.
type test struct {
	covers map[string]string
	gone   bool // the condition asks whether it is gone
}

// tested is what a condition asks after the loop.
func (w *walk) tested(cond *node) (t test) {
	t.covers = map[string]string{}
	if cond == nil {
		return t
	}
	same := within(w.call, cond)
	ownOf(cond, func(n *node) {
		if n.Kind != "DeclRefExpr" || n.ReferencedDecl == nil || same && at(n) < stop(w.call) {
			return
		}
		v := w.f.locals[n.ReferencedDecl.ID]
		if v == nil {
			return
		}
		by := fmt.Sprintf("%s, tested in line %d", v.Name, w.f.line(at(n)))
		switch {
		case w.weak[v.ID]:
			t.covers[v.ID] = by
		case isGuard(v.Type.QualType) || isGuard(v.Type.DesugaredQualType):
			for _, of := range w.f.pointsTo(v) {
				t.covers[of] = by
			}
		default:
			return
		}
		t.gone = t.gone || denied(n, cond)
	})
	return t
}

// denied: a test is for nothing being there.
func denied(n, cond *node) bool {
	no := false
	for p := n; p != nil; p = p.Parent {
		if p.Kind == "UnaryOperator" && p.Opcode == "!" {
			no = !no
		}
		if p.Kind == "MemberExpr" && (p.Name == "isNull" || p.Name == "expired") {
			no = !no
		}
		if p.Opcode == "==" || p.Kind == "CXXOperatorCallExpr" && p.Inner[0].Plain().ReferencedDecl != nil && p.Inner[0].Plain().ReferencedDecl.Name == "operator==" {
			no = !no
		}
		if p == cond {
			break
		}
	}
	return no
}

// pointsTo is what a guard was made of, before the loop: "this", variables' ids, members' names. One
// of a new object is one of the parent that it was given, too: a parent takes its children along.
func (f *function) pointsTo(guard *node) (out []string) {
	from := slices.Clone(guard.Inner)
	f.own(func(n *node) {
		if n.Kind == "CXXOperatorCallExpr" && len(n.Inner) == 3 && n.Inner[1] != nil {
			if to := n.Inner[1].Plain(); to.Kind == "DeclRefExpr" && to.ReferencedDecl != nil && to.ReferencedDecl.ID == guard.ID {
				from = append(from, n.Inner[2])
			}
		}
	})
	for _, init := range from {
		if init == nil {
			continue
		}
		ownOf(init, func(n *node) {
			switch {
			case n.Kind == "CXXThisExpr":
				p := n.Parent
				for p != nil && p.Kind == "ImplicitCastExpr" {
					p = p.Parent
				}
				if p == nil || p.Kind != "MemberExpr" {
					out = append(out, "this")
				}
			case n.Kind == "MemberExpr" && toObject(n.Type.QualType):
				out = append(out, n.Name)
			case n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil && strings.HasSuffix(n.ReferencedDecl.Kind, "VarDecl"):
				out = append(out, n.ReferencedDecl.ID)
			}
		})
	}
	return out
}

// under does something with guards that hold only there.
func (w *walk) under(t test, do func()) {
	old := maps.Clone(w.guarded)
	maps.Copy(w.guarded, t.covers)
	do()
	w.guarded = old
}

// branches visits what comes after a condition. A guard covers the branch that is taken while it
// holds, and all that follows if the other one leaves.
func (w *walk) branches(n *node, i int) {
	c := condition(n)
	w.visitAll(n.Inner[min(i+1, c+1) : c+1])
	if c < 0 || c+1 >= len(n.Inner) {
		return
	}
	t := w.tested(n.Inner[c])
	there, gone := n.Inner[c+1], (*node)(nil)
	if c+2 < len(n.Inner) {
		gone = n.Inner[c+2]
	}
	if t.gone {
		there, gone = gone, there
	}
	w.under(t, func() { w.visit(there) })
	w.under(test{}, func() { w.visit(gone) })
	if gone != nil && leaves(gone) != "" {
		maps.Copy(w.guarded, t.covers)
	}
}
