package mend

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// asynchronous are patches that show a dialog and return: what comes behind the loop goes into a lambda
// that the dialog's signal calls. refused are the calls of which that is no patch, with the reason.
func (f *function) asynchronous(callers []*function) (out []Patch, refused []string) {
	for _, at := range f.spots() {
		if spinningGLib[called(at.call)] {
			return nil, []string{f.Name + ": its loop is one of GLib, this shape is for dialogs of Qt"}
		}
		if at.call.Kind == "CallExpr" && called(at.call) == "exec" {
			continue // the program's own loop
		}
		p, why := f.openedAt(&at, callers, nil)
		if why != "" {
			refused = append(refused, fmt.Sprintf("%s: %s", f.Name, why))
			continue
		}
		out = append(out, p)
		for _, l := range f.pointers(&at) { // the lambda goes with the function's own object
			if p, why := f.openedAt(&at, callers, &l); why == "" {
				out = append(out, p)
			}
		}
	}
	return out, refused
}

// openedAt makes the patch of one call. With a look the lambda does nothing if what that is at is gone.
func (f *function) openedAt(at *spot, callers []*function, l *look) (p Patch, why string) {
	s, why := f.shows(at)
	if why != "" {
		return p, why
	}
	if why := f.mayReturn(at, callers); why != "" {
		return p, why
	}
	if l != nil && l.of == s.name {
		return p, "its signal comes of what is there"
	}
	if s.signal == triggered && at.stmt.Plain() == at.call {
		s.signal, s.param = "QMenu::aboutToHide", "" // it comes with and without a choice
	} else if s.signal == triggered {
		if why := f.nothingWithout(at); why != "" {
			return p, why
		}
	}
	moved := f.movedStatements(at, s)
	held, why := f.captures(at, s, moved)
	if why != "" {
		return p, why
	}
	p = Patch{Shape: "asynchronous", What: fmt.Sprintf("%s shows %s and returns; what came after the loop is called when it is answered", f.Name, s.name), Edits: s.edits}
	in := f.indent(at.stmt.Begin())
	line := func(text string) string { return text + "\n" + in }
	var head strings.Builder
	for _, b := range s.before {
		head.WriteString(line(b))
	}
	if l != nil {
		p.What += fmt.Sprintf(", unless %s is gone", l.of)
		p.Edits = append(p.Edits, f.including("QPointer")...)
		held.names = append(held.names, l.pointer)
	}
	if len(moved) == 0 { // nothing is done with the answer
		p.Edits = append(p.Edits, Edit{File: f.file, Offset: at.stmt.Begin(), Len: f.behind(at.stmt) - at.stmt.Begin(), Text: head.String() + s.open})
		p.Edits = f.without(p.Edits, s.removed)
		return p, ""
	}
	answer, used := f.fresh("answer"), moved[0] == at.stmt
	context := s.name
	if f.class != "" && f.StorageClass != "static" {
		context = "this"
	}
	param := ""
	if used {
		param = s.param + answer
	}
	fmt.Fprintf(&head, "QObject::connect(%s, &%s, %s, [%s](%s) %s{", s.name, s.signal, context, strings.Join(held.names, ", "), param, held.mutable)
	if l != nil {
		to := "\n" + in + f.step()
		fmt.Fprintf(&head, "%sif (%s)%s%sreturn;", to, l.gone, to, f.step())
	}
	from := f.behind(at.stmt)
	if used {
		from = at.stmt.Begin()
		p.Edits = append(p.Edits, Edit{File: f.file, Offset: at.stmt.Begin(), Text: head.String() + "\n" + in + f.step()},
			Edit{File: f.file, Offset: at.call.Begin(), Len: at.call.End() - at.call.Begin(), Text: s.answer(at, answer)})
	} else {
		p.Edits = append(p.Edits, Edit{File: f.file, Offset: at.stmt.Begin(), Len: f.behind(at.stmt) - at.stmt.Begin(), Text: head.String()})
	}
	end := f.behind(moved[len(moved)-1])
	for _, r := range s.removed {
		end = max(end, f.behind(r))
	}
	p.Edits = append(p.Edits, f.deeper(at, from, end)...)
	p.Edits = f.without(p.Edits, s.removed)
	p.Edits = append(p.Edits, Edit{File: f.file, Offset: end, Text: "\n" + in + "});\n" + in + s.open})
	return p, ""
}

// answer is how the lambda's argument reads in place of the call.
func (s *shown) answer(at *spot, name string) string {
	p := at.call.Parent
	for p.Kind == "ImplicitCastExpr" || p.Kind == "ExprWithCleanups" {
		p = p.Parent
	}
	if s.cast == "" || p.Kind == "BinaryOperator" && p.Opcode != "=" {
		return name
	}
	return fmt.Sprintf("static_cast<%s>(%s)", s.cast, name)
}

// movedStatements are those that wait for the answer: the rest of the block, and the call's statement unless it is the call alone.
// A return at the block's end stays.
func (f *function) movedStatements(at *spot, s *shown) (out []*node) {
	for i, stmt := range at.block.Inner {
		if stmt == nil || i == len(at.block.Inner)-1 && stmt.Kind == "ReturnStmt" || stmt.Begin() < at.stmt.Begin() || stmt == at.stmt && stmt.Plain() == at.call || slices.Contains(s.removed, stmt) {
			continue
		}
		out = append(out, stmt)
	}
	return out
}

// mayReturn: why the function may not return where the loop was, "" if it may.
func (f *function) mayReturn(at *spot, callers []*function) (why string) {
	switch {
	case !strings.HasPrefix(f.Type.QualType, "void "):
		return "it gives a value back, which its caller waits for"
	case f.Kind == "CXXDestructorDecl":
		return "it is a destructor, whose object is gone before the answer"
	}
	if why := evaluatedFirst(at); why != "" {
		return why
	}
	f.body.Walk(func(n *node) bool {
		if slices.Contains([]string{"LabelStmt", "GotoStmt", "CoroutineBodyStmt", "CXXTryStmt"}, n.Kind) {
			why = "it has jumps that a lambda cannot have"
		}
		return why == ""
	})
	if why != "" {
		return why
	}
	ends := at.block.Inner[len(at.block.Inner)-1].Kind == "ReturnStmt"
	for n := at.block; n != f.body; n = n.Parent {
		switch {
		case n.Parent.Kind == "IfStmt":
		case n.Parent.Kind != "CompoundStmt":
			return "its loop is in a loop or a switch of the language"
		case n != n.Parent.Inner[len(n.Parent.Inner)-1]:
			if !ends {
				return "it goes on behind the block that waits"
			}
		}
	}
	return goesOn(f, callers)
}

// goesOn: a function on the stack of the race does something after it called this one, which would come before the answer then.
func goesOn(f *function, callers []*function) string {
	callee := f
	for _, c := range callers {
		at, ok := c.callOf(callee)
		if !ok {
			return ""
		}
		for n := at.stmt; n != c.body; n = n.Parent {
			if n.Parent.Kind == "CompoundStmt" && n != n.Parent.Inner[len(n.Parent.Inner)-1] || slices.Contains(repeating, n.Kind) {
				return fmt.Sprintf("%s, which calls it, goes on before the answer", c.Name)
			}
		}
		callee = c
	}
	return ""
}

// evaluatedFirst: nothing of the call's statement is done before the call.
func evaluatedFirst(at *spot) string {
	for n := at.call; n != at.stmt; n = n.Parent {
		p := n.Parent
		first := len(p.Inner) > 0 && p.Inner[0] == n
		switch {
		case slices.Contains(repeating, p.Kind):
			return "its loop is asked for again and again"
		case (p.Kind == "IfStmt" || p.Kind == "SwitchStmt") && !first:
			return "its loop is in a branch without brackets"
		case p.Kind == "DeclStmt" && len(p.Inner) != 1, (p.Kind == "ConditionalOperator" || p.Opcode == "&&" || p.Opcode == "||" || p.Opcode == ",") && !first,
			p.Kind == "CaseStmt", p.Kind == "DefaultStmt", p.Kind == "ReturnStmt":
			return "what is asked first in the statement decides whether there is a loop"
		}
		for _, before := range p.Inner[:slices.Index(p.Inner, n)] {
			if calls(before) {
				return "its statement calls something else first"
			}
		}
	}
	return ""
}

// calls: an expression calls a function.
func calls(n *node) (is bool) {
	n.Walk(func(c *node) bool {
		is = is || strings.HasSuffix(c.Kind, "CallExpr") || c.Kind == "CXXNewExpr"
		return !is
	})
	return is
}

// deeper indents the lines that begin between two places by one level, but for those of the call.
func (f *function) deeper(at *spot, from, to int) (out []Edit) {
	for i := from; i < to; {
		next := bytes.IndexByte(f.text[i:to], '\n')
		if next < 0 {
			break
		}
		i += next + 1
		if i < to && f.text[i] != '\n' && f.text[i] != '#' && !f.inText(i) && (i <= at.call.Begin() || i >= at.call.End()) {
			out = append(out, Edit{File: f.file, Offset: i, Text: f.step()})
		}
	}
	return out
}

// inText: an offset is in a string of the program that has several lines.
func (f *function) inText(offset int) (is bool) {
	f.body.Walk(func(n *node) bool {
		is = is || n.Kind == "StringLiteral" && n.Fixed() && n.Begin() < offset && offset < n.End() && bytes.HasPrefix(bytes.TrimLeft(f.text[n.Begin():], "uU8L"), []byte(`R"`))
		return !is
	})
	return is
}

// without takes statements out, each with its line, and the edits in them.
func (f *function) without(edits []Edit, stmts []*node) []Edit {
	for _, stmt := range stmts {
		begin, end := stmt.Begin(), f.behind(stmt)
		if in := f.indent(begin); begin-len(in) > 0 && f.text[begin-len(in)-1] == '\n' {
			begin -= len(in) + 1
		}
		edits = slices.DeleteFunc(edits, func(e Edit) bool { return e.Offset > begin && e.Offset+e.Len <= end })
		edits = append(edits, Edit{File: f.file, Offset: begin, Len: end - begin})
	}
	return edits
}

// nothingWithout: if no entry of the menu is chosen, nothing is done. Then no signal comes either.
func (f *function) nothingWithout(at *spot) string {
	const why = "what it does if no entry is chosen would be lost: no signal comes then"
	rest := at.block.Inner[slices.Index(at.block.Inner, at.stmt)+1:]
	if at.stmt.Kind == "IfStmt" {
		if len(rest) == 0 && !at.stmt.HasElse && isChosen(at.stmt, at.call) {
			return ""
		}
		return why
	}
	if at.stmt.Kind != "DeclStmt" {
		return why
	}
	chosen := at.stmt.Inner[0]
	for i, stmt := range rest {
		switch {
		case stmt.Kind != "IfStmt":
			return why
		case i == 0 && f.leavesWithout(stmt, chosen):
			return ""
		}
		for branch := stmt; ; branch = branch.Inner[2] {
			if !isChosen(branch, chosen) {
				return why
			}
			if !branch.HasElse {
				break
			}
			if branch.Inner[2].Kind != "IfStmt" {
				return why
			}
		}
	}
	return ""
}

// isChosen: a branch is taken only if what is chosen, a variable's value or a call's, is something.
func isChosen(branch, chosen *node) bool {
	cond := branch.Inner[0].Plain()
	if cond.Kind == "BinaryOperator" && cond.Opcode == "==" {
		a, b := cond.Inner[0].Plain(), cond.Inner[1].Plain()
		return is(a, chosen) && !isNull(b) || is(b, chosen) && !isNull(a)
	}
	return is(cond, chosen)
}

func is(n, what *node) bool {
	return n == what || n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil && n.ReferencedDecl.ID == what.ID
}

func isNull(n *node) bool {
	return n.Kind == "CXXNullPtrLiteralExpr" || n.Kind == "GNUNullExpr" || n.Kind == "IntegerLiteral"
}

// leavesWithout: a statement is `if (!chosen) return;`.
func (f *function) leavesWithout(stmt, chosen *node) bool {
	cond, then := stmt.Inner[0].Plain(), stmt.Inner[1]
	if then.Kind == "CompoundStmt" && len(then.Inner) == 1 {
		then = then.Inner[0]
	}
	if stmt.HasElse || then.Kind != "ReturnStmt" {
		return false
	}
	if cond.Kind == "BinaryOperator" && cond.Opcode == "==" {
		return is(cond.Inner[0].Plain(), chosen) && isNull(cond.Inner[1].Plain())
	}
	return cond.Kind == "UnaryOperator" && cond.Opcode == "!" && is(cond.Inner[0].Plain(), chosen)
}
