package mend

import (
	"fmt"
	"strings"
)

// deleted is a pointer that a function deletes in a statement of its own.
type deleted struct {
	stmt, of *node
	name     string // of the member or variable; this
}

func (f *function) deletes() (out []deleted) {
	f.body.Walk(func(n *node) bool {
		if n.Kind != "CXXDeleteExpr" || len(n.Inner) == 0 || n.Parent == nil || !n.Fixed() {
			return true
		}
		stmt := n
		if n.Parent.Kind == "ExprWithCleanups" {
			stmt = n.Parent
		}
		switch of := n.Inner[0].Plain(); of.Kind {
		case "MemberExpr":
			out = append(out, deleted{stmt, of, of.Name})
		case "DeclRefExpr":
			if of.ReferencedDecl != nil {
				out = append(out, deleted{stmt, of, of.ReferencedDecl.Name})
			}
		case "CXXThisExpr":
			out = append(out, deleted{stmt, of, "this"})
		}
		return true
	})
	return out
}

// forgets: who deletes what a pointer of the program points to sets it to null, and who uses it looks.
func (f *function) forgets(at *spot, frees []*function) (out []look) {
	for _, g := range frees {
		var edits []Edit
		names := map[string]bool{}
		for _, d := range g.deletes() {
			if d.name == "this" || d.stmt.Parent.Kind != "CompoundStmt" || g.declares(d.of) {
				continue
			}
			names[d.name] = true
			edits = append(edits, Edit{File: g.file, Offset: g.behind(d.stmt), Text: fmt.Sprintf("\n%s%s = nullptr;", g.indent(d.stmt.Begin()), g.source(d.of))})
		}
		seen := map[string]bool{}
		f.after(at, func(n *node) {
			name := n.Name
			if n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil {
				name = n.ReferencedDecl.Name
			} else if n.Kind != "MemberExpr" {
				return
			}
			if !names[name] || !n.Fixed() || !isPointer(n.Type.QualType) || f.declares(n) || seen[name] {
				return
			}
			seen[name] = true
			expr := f.source(n)
			out = append(out, look{alive: expr, gone: "!" + expr, shape: "forget", edits: edits,
				what: fmt.Sprintf("%s sets %s to null when it deletes the object, and %s looks", g.Name, name, f.Name)})
		})
	}
	return out
}

// declares: a name is that of a variable of the function itself.
func (f *function) declares(ref *node) (is bool) {
	if ref.Kind != "DeclRefExpr" || ref.ReferencedDecl == nil {
		return false
	}
	f.Walk(func(n *node) bool {
		is = is || (n.Kind == "VarDecl" || n.Kind == "ParmVarDecl") && n.ID == ref.ReferencedDecl.ID
		return !is
	})
	return is
}

// clears: a pointer to a variable of the function is set to null once its loop is over.
func (f *function) clears() (out []Patch) {
	spots := f.spots()
	if len(spots) == 0 {
		return nil
	}
	at := spots[len(spots)-1]
	f.body.Walk(func(n *node) bool {
		if n.Kind != "BinaryOperator" || n.Opcode != "=" || len(n.Inner) != 2 || !n.Fixed() {
			return true
		}
		to, from := n.Inner[0].Plain(), n.Inner[1].Plain()
		if from.Kind != "UnaryOperator" || from.Opcode != "&" || len(from.Inner) == 0 || !f.declares(from.Inner[0].Plain()) || f.declares(to) || !to.Fixed() {
			return true
		}
		out = append(out, Patch{Shape: "forget", What: fmt.Sprintf("%s sets %s to null once its loop is over", f.Name, f.source(to)),
			Edits: []Edit{{File: f.file, Offset: f.behind(at.stmt), Text: fmt.Sprintf("\n%s%s = %s;", f.indent(at.stmt.Begin()), f.source(to), f.null())}}})
		return true
	})
	return out
}

// defers: an object of Qt is deleted later, by the loop that control comes back to.
func (f *function) defers() (out []Patch) {
	for _, d := range f.deletes() {
		text := "deleteLater()"
		if d.name != "this" {
			text = f.source(d.of) + "->deleteLater()"
		}
		out = append(out, Patch{Shape: "defer", What: fmt.Sprintf("%s has it deleted by the loop, later", f.Name),
			Edits: []Edit{{File: f.file, Offset: d.stmt.Begin(), Len: d.stmt.End() - d.stmt.Begin(), Text: text}}})
	}
	return out
}

// contexts: a slot without a receiver gets its object as one, and goes with it.
func (f *function) contexts() (out []Patch) {
	if f.class == "" {
		return nil
	}
	f.body.Walk(func(n *node) bool {
		if n.Kind != "CallExpr" && n.Kind != "CXXMemberCallExpr" {
			return true
		}
		args := len(n.Inner) - 1
		name := called(n)
		if name == "singleShot" && args == 2 || name == "connect" && args == 3 {
			last := n.Inner[len(n.Inner)-1]
			if last.Fixed() && strings.HasPrefix(f.source(last), "[") {
				out = append(out, Patch{Shape: "context", What: fmt.Sprintf("the slot that %s hands to %s goes with its object", f.Name, name),
					Edits: []Edit{{File: f.file, Offset: last.Begin(), Text: "this, "}}})
			}
		}
		return true
	})
	return out
}
