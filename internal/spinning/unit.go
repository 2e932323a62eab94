package spinning

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/ctree"
)

type node = ctree.Node

// unit is one source with the headers it includes.
type unit struct {
	spins   table
	owns    func(string) bool
	records map[string]string   // classes and namespaces by id
	of      map[string]string   // class or namespace by its function's id
	bases   map[string][]string // by class
	decls   []*node             // of the project
	texts   map[string][]byte
	calls   map[string]bool
	hits    []*Hit
	// connected is what a call of connect has first: ids of variables, names of members.
	connected map[string]bool
}

func newUnit(spins table, owns func(string) bool) *unit {
	return &unit{spins: spins, owns: owns, records: map[string]string{}, of: map[string]string{}, bases: map[string][]string{}, texts: map[string][]byte{}, calls: map[string]bool{}}
}

// declare takes a declaration in.
func (u *unit) declare(n *node) {
	u.index(n, "")
	u.decls = append(u.decls, n)
}

// index notes whose functions are whose.
func (u *unit) index(n *node, of string) {
	switch n.Kind {
	case "CXXRecordDecl", "ClassTemplateSpecializationDecl", "NamespaceDecl":
		if n.Name != "" {
			of = n.Name
		}
		if n.ID != "" { // of a class of which only the bases are known nothing refers to it
			u.records[n.ID] = of
		}
		for _, b := range n.Bases {
			u.bases[of] = append(u.bases[of], simple(b.Type.QualType))
		}
	case "FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl":
		if whose, ok := u.records[n.ParentDeclContextID]; ok {
			of = whose
		}
		u.of[n.ID] = of
		return
	case "LinkageSpecDecl", "ClassTemplateDecl", "FunctionTemplateDecl":
	default:
		return
	}
	for _, c := range n.Inner {
		if c != nil {
			u.index(c, of)
		}
	}
}

// simple is a class's own name.
func simple(qualified string) string {
	qualified, _, _ = strings.Cut(qualified, "<")
	for _, word := range []string{"const ", "struct ", "class "} {
		qualified = strings.TrimPrefix(qualified, word)
	}
	qualified = strings.TrimRight(qualified, " *&")
	return qualified[strings.LastIndexByte(qualified, ':')+1:]
}

// look goes through the functions, those within each other, too.
func (u *unit) look() {
	for _, d := range u.decls {
		d.Walk(func(n *node) bool {
			if isFunction(n) {
				if body := bodyOf(n); body != nil {
					u.function(n, body)
				}
			}
			return true
		})
	}
}

func isFunction(n *node) bool {
	return slices.Contains([]string{"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl", "LambdaExpr"}, n.Kind)
}

func bodyOf(n *node) *node {
	for _, c := range slices.Backward(n.Inner) {
		if c != nil && c.Kind == "CompoundStmt" {
			return c
		}
	}
	return nil
}

// file is where something is written.
func file(n *node) string { return filepath.Clean(n.Range.Begin.Written().File) }

// at and stop are the offsets where something begins and ends in its file.
func at(n *node) int { return n.Range.Begin.Written().Offset }

func stop(n *node) int {
	l := n.Range.End.Written()
	return l.Offset + l.TokLen
}

// function is one body that is looked at.
type function struct {
	unit *unit
	*node
	body   *node
	file   string
	name   string
	locals map[string]*node // its variables and those around it, by id
}

func (u *unit) function(n, body *node) {
	f := &function{unit: u, node: n, body: body, file: file(n), locals: map[string]*node{}}
	if !u.owns(f.file) || n.Kind == "CXXMethodDecl" && n.Name == "operator()" && n.Parent != nil && n.Parent.Parent != nil && n.Parent.Parent.Kind == "LambdaExpr" {
		return // a lambda has its body twice
	}
	var calls []*node
	f.own(func(c *node) {
		if (c.Kind == "CallExpr" || c.Kind == "CXXMemberCallExpr") && file(c) == f.file {
			calls = append(calls, c)
		}
	})
	for _, c := range calls {
		if what, kind := f.spun(c); what != "" {
			f.call(c, what, kind)
		}
	}
}

// own visits what the function does itself, not what its lambdas do.
func (f *function) own(visit func(*node)) { ownOf(f.body, visit) }

func ownOf(n *node, visit func(*node)) {
	n.Walk(func(c *node) bool {
		if c.Kind == "LambdaExpr" {
			return false
		}
		visit(c)
		return true
	})
}

// spun is the name of the function that a call names, if it spins a loop.
func (f *function) spun(call *node) (what string, kind of) {
	if len(call.Inner) == 0 || call.Inner[0] == nil {
		return "", kind
	}
	callee := call.Inner[0].Plain()
	name, class := callee.Name, ""
	switch {
	case callee.Kind == "MemberExpr":
		class = f.unit.of[callee.ReferencedMemberDecl]
		if class == "" && len(callee.Inner) > 0 && callee.Inner[0] != nil {
			class = simple(callee.Inner[0].Type.QualType)
		}
	case callee.Kind == "DeclRefExpr" && callee.ReferencedDecl != nil:
		name, class = callee.ReferencedDecl.Name, f.unit.of[callee.ReferencedDecl.ID]
	default:
		return "", kind
	}
	classes := f.unit.spins[name]
	kind, spins := classes["*"]
	if !spins {
		kind, spins = f.unit.derives(classes, class, 0)
	}
	switch {
	case !spins || class == "" && f.Kind == "FunctionDecl" && f.Name == "main" && outermost[name]:
		return "", kind
	case class == "":
		return name, kind
	}
	return class + "::" + name, kind
}

// mostBases bounds how far a class is followed; a wrong tree may have a circle.
const mostBases = 30

func (u *unit) derives(classes map[string]of, class string, depth int) (kind of, is bool) {
	if kind, is := classes[class]; is || len(classes) == 0 {
		return kind, is
	}
	for _, b := range u.bases[class] {
		if depth == mostBases {
			break
		}
		if kind, is := u.derives(classes, b, depth+1); is {
			return kind, true
		}
	}
	return kind, false
}

// variables fills locals, once a call is found.
func (f *function) variables() {
	if len(f.locals) > 0 {
		return
	}
	top := f.node
	for p := f.Parent; p != nil; p = p.Parent {
		if isFunction(p) {
			top = p
		}
	}
	f.name = top.Name
	if of := f.unit.of[top.ID]; of != "" {
		f.name = of + "::" + f.name
	}
	if top != f.node {
		f.name += ", a lambda"
	}
	top.Walk(func(n *node) bool {
		if n.Kind == "VarDecl" || n.Kind == "ParmVarDecl" {
			f.locals[n.ID] = n
		}
		return true
	})
}

func (f *function) line(offset int) int {
	text, ok := f.unit.texts[f.file]
	if !ok {
		text, _ = os.ReadFile(f.file)
		f.unit.texts[f.file] = text
	}
	return 1 + bytes.Count(text[:min(offset, len(text))], []byte("\n"))
}

// call makes a hit of a call that has something used after it.
func (f *function) call(call *node, what string, kind of) {
	f.variables()
	object := f.objectOf(call)
	if kind.waits && !f.unit.connects(call) {
		return
	}
	f.unit.calls[fmt.Sprintf("%s:%d", f.file, at(call))] = true
	w := newWalk(f, call)
	if kind.ends && object != nil {
		w.reset[object.ID] = true
	}
	w.follow()
	uses := w.first()
	if d := f.stackDialog(call); d != nil {
		uses = append(uses, *d)
	}
	if len(uses) == 0 && w.returned {
		uses = f.behindReturn(call)
	}
	if len(uses) == 0 {
		return
	}
	f.unit.hits = append(f.unit.hits, &Hit{File: f.file, Line: f.line(at(call)), Last: f.line(stop(call)), Function: f.name, Spins: what, Uses: uses, begin: at(call)})
}

// behindReturn are uses that stand after the loop and that a return right after it does not reach.
func (f *function) behindReturn(call *node) []Use {
	w := newWalk(f, call)
	ownOf(f.body, func(n *node) {
		if at(n) >= stop(call) {
			w.use(n)
		}
	})
	uses := w.first()
	for i := range uses {
		uses[i].Guard = "the function returns right after the loop"
	}
	return uses
}

// stackDialog: the loop's object is on the stack and has a parent, which deletes it.
func (f *function) stackDialog(call *node) *Use {
	v := f.objectOf(call)
	if v == nil || call.Inner[0].Plain().IsArrow || v.Kind != "VarDecl" || strings.HasSuffix(v.Type.QualType, "&") || !f.hasParent(v) {
		return nil
	}
	for p := v.Parent; p != nil; p = p.Parent {
		if p.Kind == "CompoundStmt" {
			return &Use{Shape: StackDialog, Name: v.Name, Line: f.line(stop(p) - 1)}
		}
	}
	return nil
}

// objectOf is the variable whose object a call is made on, nil: another one.
func (f *function) objectOf(call *node) *node {
	callee := call.Inner[0].Plain()
	if callee.Kind != "MemberExpr" || len(callee.Inner) == 0 || callee.Inner[0] == nil {
		return nil
	}
	ref := callee.Inner[0].Plain()
	if ref.Kind != "DeclRefExpr" || ref.ReferencedDecl == nil {
		return nil
	}
	return f.locals[ref.ReferencedDecl.ID]
}

// rootOf is what an expression gets its object from: a variable's id, or the name of a member of this;
// "" for anything else. Smart pointers are what they hold.
func rootOf(n *node) string {
	if n == nil {
		return ""
	}
	switch n = n.Plain(); {
	case n.Kind == "CXXOperatorCallExpr" && len(n.Inner) > 1, n.Kind == "CXXMemberCallExpr" && len(n.Inner) == 1, n.Kind == "UnaryOperator" && len(n.Inner) == 1:
		return rootOf(n.Inner[len(n.Inner)-1])
	case n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil:
		return n.ReferencedDecl.ID
	case n.Kind == "MemberExpr" && len(n.Inner) == 1 && n.Inner[0] != nil && n.Inner[0].Plain().Kind == "CXXThisExpr":
		return n.Name
	case n.Kind == "MemberExpr" && len(n.Inner) == 1: // a smart pointer's data()
		return rootOf(n.Inner[0])
	}
	return ""
}

// connects: the source connects something to what an object comes from.
func (u *unit) connects(call *node) bool {
	if u.connected == nil {
		u.connected = map[string]bool{}
		for _, d := range u.decls {
			d.Walk(func(n *node) bool {
				if (n.Kind == "CallExpr" || n.Kind == "CXXMemberCallExpr") && len(n.Inner) > 1 && n.Inner[0] != nil {
					callee := n.Inner[0].Plain()
					if callee.Kind == "DeclRefExpr" && callee.ReferencedDecl != nil && callee.ReferencedDecl.Name == "connect" || callee.Name == "connect" {
						u.connected[rootOf(n.Inner[1])] = true
					}
				}
				return true
			})
		}
	}
	callee := call.Inner[0].Plain()
	if callee.Kind != "MemberExpr" || len(callee.Inner) == 0 || callee.Inner[0] == nil || callee.Inner[0].Plain().Kind == "CXXThisExpr" {
		return true // not known, or the object's own
	}
	root := rootOf(callee.Inner[0])
	return root == "" || u.connected[root]
}

// copied: a variable is another one's copy, in a lambda around what is looked at.
func (f *function) copied(v *node) bool {
	for l := f.node; l != nil && !within(v, l); l = l.Parent {
		if l.Kind != "LambdaExpr" || len(l.Inner) == 0 || l.Inner[0] == nil {
			continue
		}
		capture := 1 // in the order of the fields
		for _, field := range l.Inner[0].Inner {
			if field == nil || field.Kind != "FieldDecl" {
				continue
			}
			if capture >= len(l.Inner) {
				break
			}
			if of := l.Inner[capture].Plain(); of.ReferencedDecl != nil && of.ReferencedDecl.ID == v.ID && !strings.HasSuffix(field.Type.QualType, "&") {
				return true
			}
			capture++
		}
	}
	return false
}

// hasParent: a pointer to an object is handed to the variable's constructor.
func (f *function) hasParent(v *node) (has bool) {
	for _, init := range v.Inner {
		for init != nil && init.Kind != "CXXConstructExpr" && len(init.Inner) == 1 {
			init = init.Inner[0]
		}
		if init == nil || init.Kind != "CXXConstructExpr" {
			continue
		}
		for _, arg := range init.Inner {
			if arg == nil || arg.Kind == "CXXDefaultArgExpr" {
				continue
			}
			if p := arg.Plain(); p.Kind != "CXXNullPtrLiteralExpr" && p.Kind != "IntegerLiteral" && p.Kind != "GNUNullExpr" && toObject(arg.Type.QualType) {
				has = true
			}
		}
	}
	return has
}

// toObject: a type is a pointer to what may be freed; text and functions are left out.
func toObject(typ string) bool {
	typ = strings.TrimSuffix(typ, " const")
	return strings.HasSuffix(typ, "*") && !strings.HasPrefix(typ, "const char *") && !strings.HasPrefix(typ, "const char16_t *") && !strings.Contains(typ, "(")
}
