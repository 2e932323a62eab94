package mend

import (
	"fmt"
	"strings"
)

// look is a test after a loop: what is put before it, and how one asks.
type look struct {
	before  string // statements, each with its line's end
	alive   string
	gone    string
	more    string // after the test
	shape   string
	what    string
	headers []string
	edits   []Edit
	of      string // the expression that is guarded
	pointer string // a QPointer to that, as a lambda takes it with it
	late    *node  // the statement before which the test goes, nil: behind the loop's
}

// guards are tests after the loops of a function that uses what was freed.
func (f *function) guards(s Subject, frees []*function) (out []Patch) {
	spots := f.spots()
	for i := range spots {
		out = append(out, f.guardsAt(s, &spots[i], frees)...)
	}
	if len(spots) == 0 {
		for _, l := range f.forgets(nil, frees) {
			out = append(out, f.test(nil, l))
		}
	}
	return out
}

func (f *function) guardsAt(s Subject, at *spot, frees []*function) (out []Patch) {
	if spinningGLib[called(at.call)] {
		return f.weak(at)
	}
	var looks, this []look
	if f.class != "" {
		this = append(this, f.self())
	}
	if f.diesWith(s.Free) {
		looks = append(looks, this...)
	}
	looks = append(looks, f.heap(at)...)
	looks = append(looks, f.pointers(at)...)
	looks = append(looks, f.forgets(at, frees)...)
	looks = append(looks, f.rereads(at)...)
	looks = append(looks, this...)
	for _, l := range looks {
		out = append(out, f.test(at, l))
		if late := f.firstUse(at, l); late != nil {
			l.late = late
			l.what += ", before it is used"
			out = append(out, f.test(at, l))
		}
	}
	return out
}

// self is a look at a member function's own object.
func (f *function) self() look {
	name := f.fresh("self")
	class := f.class[strings.LastIndexByte(f.class, ':')+1:]
	return look{before: fmt.Sprintf("const QPointer<%s> %s(this);\n", class, name), alive: name, gone: "!" + name, shape: "guard",
		what: fmt.Sprintf("%s looks after its loop whether its object is still there", f.Name), headers: []string{"QPointer"}, of: "this"}
}

// firstUse is the first statement behind the loop's that uses what a look guards, if others come
// between: what they end or give back is to be done in any case.
func (f *function) firstUse(at *spot, l look) *node {
	behind := 0
	for _, stmt := range at.block.Inner {
		if stmt.Begin() <= at.stmt.Begin() || l.of == "" {
			continue
		}
		uses := false
		stmt.Walk(func(n *node) bool {
			uses = uses || l.of == "this" && n.Kind == "CXXThisExpr" || n.Fixed() && (n.Kind == "DeclRefExpr" || n.Kind == "MemberExpr") && f.source(n) == l.of
			return !uses
		})
		if uses {
			if behind == 0 || !stmt.Fixed() {
				return nil
			}
			return stmt
		}
		behind++
	}
	return nil
}

// diesWith: the free is that of the function's own object.
func (f *function) diesWith(free []string) bool {
	for _, name := range own(free) {
		if class, destructor, ok := strings.Cut(name, "::~"); ok && class == f.class && destructor != "" {
			return true
		}
	}
	return false
}

// test makes a patch of a look; at nil: at the function's beginning.
func (f *function) test(at *spot, l look) Patch {
	p := Patch{Shape: l.shape, What: l.what, Edits: l.edits}
	for _, h := range l.headers {
		p.Edits = append(p.Edits, f.including(h)...)
	}
	if at == nil {
		if len(f.body.Inner) == 0 {
			return Patch{}
		}
		first := f.body.Inner[0].Begin()
		in := f.indent(first)
		p.Edits = append(p.Edits, Edit{File: f.file, Offset: first, Text: fmt.Sprintf("if (%s)\n%s%s%s\n%s", l.gone, in, f.step(), f.leave(), in)})
		return p
	}
	in := f.indent(at.stmt.Begin())
	if l.before != "" {
		p.Edits = append(p.Edits, Edit{File: f.file, Offset: at.stmt.Begin(), Text: strings.ReplaceAll(l.before, "\n", "\n"+in)})
	}
	if c := condition(at); c != nil {
		p.Edits = append(p.Edits, Edit{File: f.file, Offset: c.Begin(), Text: "("}, Edit{File: f.file, Offset: c.End(), Text: ") && " + l.alive})
	}
	if l.late != nil {
		to := f.indent(l.late.Begin())
		p.Edits = append(p.Edits, Edit{File: f.file, Offset: l.late.Begin(), Text: fmt.Sprintf("if (%s)\n%s%s%s\n%s", l.gone, to, f.step(), f.leave(), to)})
		return p
	}
	text := fmt.Sprintf("\n%sif (%s)\n%s%s%s", in, l.gone, in, f.step(), f.leave())
	if l.more != "" {
		text += "\n" + in + l.more
	} else if at.block == f.body && at.stmt == f.body.Inner[len(f.body.Inner)-1] {
		return p // nothing comes after it
	}
	p.Edits = append(p.Edits, Edit{File: f.file, Offset: f.behind(at.stmt), Text: text})
	return p
}

// condition is the condition of a statement in which the loop is called.
func condition(at *spot) *node {
	if at.stmt.Kind != "IfStmt" && at.stmt.Kind != "WhileStmt" {
		return nil
	}
	for n := at.call; n != at.stmt; n = n.Parent {
		if n.Parent == at.stmt && n == at.stmt.Inner[0] && n.Fixed() {
			return n
		}
	}
	return nil
}

// pointers are looks by QPointer at each pointer that is used after the loop. Whether it
// points to an object of Qt is the compiler's to say.
func (f *function) pointers(at *spot) (out []look) {
	seen := map[string]bool{}
	f.after(at, func(n *node) {
		if n.Kind != "DeclRefExpr" && n.Kind != "MemberExpr" || !n.Fixed() || n.Kind == "DeclRefExpr" && (n.ReferencedDecl == nil || n.ReferencedDecl.Kind == "FunctionDecl") {
			return
		}
		of := pointee(n.Type.QualType)
		expr := f.source(n)
		if of == "" || strings.ContainsAny(of, "*()&") || seen[expr] || !f.knownBefore(n, at) {
			return
		}
		seen[expr] = true
		name := f.fresh("stillThere")
		out = append(out, look{before: fmt.Sprintf("const QPointer<%s> %s(%s);\n", of, name, expr), pointer: fmt.Sprintf("%s = QPointer<%s>(%s)", name, of, expr), alive: name, gone: "!" + name, shape: "guard",
			what: fmt.Sprintf("%s looks after its loop whether %s still points to something", f.Name, expr), headers: []string{"QPointer"}, of: expr})
	})
	return out
}

// knownBefore: what a name means is the same before the loop's statement.
func (f *function) knownBefore(n *node, at *spot) bool {
	if n.Kind == "MemberExpr" {
		return len(n.Inner) == 1 && n.Inner[0].Plain().Kind == "CXXThisExpr"
	}
	known := true
	f.body.Walk(func(v *node) bool {
		if v.Kind == "VarDecl" && n.ReferencedDecl != nil && v.ID == n.ReferencedDecl.ID && v.Begin() >= at.stmt.Begin() {
			known = false
		}
		return true
	})
	return known
}

// rereads are looks that ask again where a pointer came from, and leave if it is another one now.
func (f *function) rereads(at *spot) (out []look) {
	used := map[string]bool{}
	f.after(at, func(n *node) {
		if n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil {
			used[n.ReferencedDecl.ID] = true
		}
	})
	f.body.Walk(func(v *node) bool {
		if v.Kind == "CXXForRangeStmt" {
			out = append(out, f.ranged(v, at)...)
		}
		if v.Kind != "VarDecl" || !used[v.ID] || !isPointer(v.Type.QualType) || v.Begin() >= at.stmt.Begin() || len(v.Inner) == 0 {
			return v.Kind != "LambdaExpr"
		}
		from := v.Inner[len(v.Inner)-1]
		if k := from.Plain().Kind; !from.Fixed() || k == "CXXNewExpr" || k == "CXXNullPtrLiteralExpr" {
			return true
		}
		text := f.source(from)
		out = append(out, look{alive: fmt.Sprintf("%s == %s", v.Name, text), gone: fmt.Sprintf("%s != %s", v.Name, text), shape: "guard",
			what: fmt.Sprintf("%s looks after its loop whether %s is still what it was", f.Name, text)})
		return true
	})
	return out
}

// ranged: the loop is in a walk through a container, which may have lost the element.
func (f *function) ranged(n *node, at *spot) []look {
	var element, over *node
	for _, c := range n.Inner {
		if c == nil || c.Kind != "DeclStmt" || len(c.Inner) == 0 {
			continue
		}
		switch v := c.Inner[0]; {
		case strings.HasPrefix(v.Name, "__range") && len(v.Inner) > 0:
			over = v.Inner[0]
		case !strings.HasPrefix(v.Name, "__"):
			element = v
		}
	}
	if element == nil || over == nil || !over.Fixed() || at.call.Begin() < n.Begin() || at.call.End() > n.End() || !isPointer(element.Type.QualType) {
		return nil
	}
	text := f.source(over)
	return []look{{alive: fmt.Sprintf("%s.contains(%s)", text, element.Name), gone: fmt.Sprintf("!%s.contains(%s)", text, element.Name), shape: "guard",
		what: fmt.Sprintf("%s looks after its loop whether %s still has %s", f.Name, text, element.Name)}}
}

// heap: a window on the stack, which its parent may delete, goes to the heap and is looked after.
func (f *function) heap(at *spot) []look {
	ref := at.object()
	if ref == nil || isPointer(ref.Type.QualType) || strings.Contains(ref.Type.QualType, "QPointer") {
		return nil
	}
	v := f.local(ref)
	if v == nil || v.inLambda || v.init == "" {
		return nil // it has no parent
	}
	still := f.fresh("stillThere")
	l := look{alive: still, gone: "!" + still, more: v.name + "->deleteLater();", shape: "guard", headers: []string{"QPointer"},
		what: fmt.Sprintf("%s has %s on the heap, where its parent may delete it, and looks after the loop whether it is still there", f.Name, v.name)}
	if l.edits = f.onHeap(v, fmt.Sprintf(";\n%sconst QPointer<%s> %s(%s)", f.indent(v.decl.Begin()), v.class, still, v.name), nil); l.edits == nil {
		return nil
	}
	return []look{l}
}

// object is the variable whose member function a call calls, nil if it is no variable.
func (at *spot) object() *node {
	if at.call.Kind != "CXXMemberCallExpr" || len(at.call.Inner[0].Inner) == 0 {
		return nil
	}
	ref := at.call.Inner[0].Inner[0].Plain()
	if p := smart(ref); p != nil && strings.Contains(p.Type.QualType, "QPointer<") { // it owns nothing
		ref = p
	}
	if ref.Kind != "DeclRefExpr" || ref.ReferencedDecl == nil || ref.ReferencedDecl.Kind != "VarDecl" {
		return nil
	}
	return ref
}

// smart is the smart pointer whose -> an expression calls, nil for another one.
func smart(n *node) *node {
	if n.Kind != "CXXOperatorCallExpr" || len(n.Inner) < 2 {
		return nil
	}
	return n.Inner[1].Plain()
}

// variable is one of the function that a statement declares alone.
type variable struct {
	decl              *node
	name, class, init string // init with its brackets, "" for none
	refs              []*node
	inLambda          bool // a lambda refers to it
}

// local is the variable that a reference names, nil if that is none of the function, or not alone in its statement.
func (f *function) local(ref *node) *variable {
	v := &variable{}
	f.body.Walk(func(n *node) bool {
		switch {
		case n.Kind == "VarDecl" && n.ID == ref.ReferencedDecl.ID && n.Parent.Kind == "DeclStmt" && len(n.Parent.Inner) == 1:
			v.decl = n
		case n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil && n.ReferencedDecl.ID == ref.ReferencedDecl.ID:
			v.refs = append(v.refs, n)
			for p := n.Parent; p != nil; p = p.Parent {
				v.inLambda = v.inLambda || p.Kind == "LambdaExpr"
			}
		}
		return true
	})
	if v.decl == nil || !v.decl.Fixed() || v.decl.Loc.Offset <= v.decl.Begin() {
		return nil
	}
	v.name = v.decl.Name
	v.class = strings.TrimSpace(string(f.text[v.decl.Begin():v.decl.Loc.Offset]))
	if end := v.decl.Loc.Offset + len(v.name); end < v.decl.End() {
		v.init = string(f.text[end:v.decl.End()])
	}
	return v
}

// onHeap are the edits that make a variable a pointer to an object on the heap; nil: there are none. What
// stands in left is to go, so nothing in it is edited.
func (f *function) onHeap(v *variable, behind string, left *node) []Edit {
	if v.init != "" && !strings.HasPrefix(v.init, "(") && !strings.HasPrefix(v.init, "{") {
		return nil
	}
	edits := []Edit{{File: f.file, Offset: v.decl.Begin(), Len: v.decl.End() - v.decl.Begin(),
		Text: fmt.Sprintf("auto *%s = new %s%s%s", v.name, v.class, v.init, behind)}}
	for _, r := range v.refs {
		if left != nil && within(r, left) {
			continue
		}
		e, ok := f.byPointer(r)
		if !ok {
			return nil
		}
		edits = append(edits, e)
	}
	return edits
}

// byPointer is how a use of a variable reads once it is a pointer.
func (f *function) byPointer(ref *node) (Edit, bool) {
	p := ref.Parent
	for p != nil && (p.Kind == "ImplicitCastExpr" || p.Kind == "ParenExpr") {
		p = p.Parent
	}
	switch {
	case p != nil && p.Kind == "UnaryOperator" && p.Opcode == "&" && p.Fixed():
		return Edit{File: f.file, Offset: p.Begin(), Len: ref.Begin() - p.Begin()}, true
	case p != nil && p.Kind == "MemberExpr" && !p.IsArrow && ref.End() < len(f.text) && f.text[ref.End()] == '.':
		return Edit{File: f.file, Offset: ref.End(), Len: 1, Text: "->"}, true
	case ref.Fixed():
		return Edit{File: f.file, Offset: ref.Begin(), Len: ref.End() - ref.Begin(), Text: "*" + ref.ReferencedDecl.Name}, true
	}
	return Edit{}, false
}
