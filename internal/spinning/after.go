package spinning

import (
	"fmt"
	"slices"
	"strings"
)

// walk goes from a call along the statements that may come after it.
//
// The algorithm, from the call outwards to the function's body:
//  1. What is evaluated later in the same statement: right sides, the left side of an assignment,
//     the object of a call that the loop's result is an argument of.
//  2. The branches of an if or switch whose condition has the call; not the other branch.
//  3. The statements behind it in its block, up to one that leaves.
//  4. All of a loop of the language around it, for its next round.
//
// Guards that are tested on the way cover what comes after the test.
type walk struct {
	f        *function
	call     *node
	round    *node             // the loop whose next round is visited
	guarded  map[string]string // what is covered ("this", a variable's id), and by what
	weak     map[string]bool   // GLib's weak pointers, by the variable's id
	reset    map[string]bool   // variables that got another value after the loop
	uses     []Use
	returned bool // a return ends the way
}

func newWalk(f *function, call *node) *walk {
	w := &walk{f: f, call: call, guarded: map[string]string{}, weak: map[string]bool{}, reset: map[string]bool{}}
	w.held()
	if f.Kind == "CXXConstructorDecl" {
		w.guarded["this"] = "it is still being made" // a heuristic: nobody else has it yet
	}
	return w
}

// first is of each thing the first use that nothing guards, or else the first.
func (w *walk) first() (out []Use) {
	known := map[string]int{}
	for _, u := range w.uses {
		key := string(u.Shape) + " " + u.Name
		if u.Shape == This {
			key = "this"
		}
		i, ok := known[key]
		switch {
		case !ok:
			known[key] = len(out)
			out = append(out, u)
		case out[i].Guard != "" && u.Guard == "":
			out[i] = u
		}
	}
	return out
}

func isLoop(n *node) bool {
	return slices.Contains([]string{"ForStmt", "WhileStmt", "DoStmt", "CXXForRangeStmt"}, n.Kind)
}

// follow takes the steps above.
func (w *walk) follow() {
	for n := w.call; n != w.f.body && n.Parent != nil && n.Kind != "ReturnStmt"; {
		p := n.Parent
		i := slices.Index(p.Inner, n)
		switch {
		case p.Kind == "CompoundStmt":
			next := w.behind(p, i)
			if next == nil {
				return
			}
			n = next
			continue
		case p.Kind == "IfStmt" || p.Kind == "ConditionalOperator":
			if i <= condition(p) {
				w.branches(p, i)
				if k := leaves(p); k != "" {
					if n = w.jump(p, k); n == nil {
						return
					}
					continue
				}
			}
		case isLoop(p):
			w.again(p)
		case p.Kind == "SwitchStmt":
			w.visitAll(p.Inner[i+1:])
			if i < len(p.Inner)-1 && leaves(p) != "" {
				w.returned = true
				return
			}
		case p.Kind == "DeclStmt":
			w.visitAll(p.Inner[i+1:])
		case p.Kind == "BinaryOperator" && (p.Opcode == "&&" || p.Opcode == "||"):
			w.under(w.tested(n), func() { w.visitAll(p.Inner[i+1:]) })
		case p.Kind == "BinaryOperator" && strings.HasSuffix(p.Opcode, "="), p.Kind == "CompoundAssignOperator":
			w.visitAll(p.Inner[i+1:])
			if i == 1 && !slices.Contains([]string{"==", "!=", "<=", ">="}, p.Opcode) {
				w.assigned(p.Inner[0])
			}
		case p.Kind == "CXXOperatorCallExpr" && i == 2 && p.Inner[0] != nil && p.Inner[0].Plain().ReferencedDecl != nil && p.Inner[0].Plain().ReferencedDecl.Name == "operator=":
			w.assigned(p.Inner[1])
		case p.Kind == "CXXMemberCallExpr" && i > 0 || p.Kind == "CallExpr" && i > 0:
			w.visitAll(p.Inner[i+1:])
			w.visit(p.Inner[0])
		case p.Kind == "CXXTryStmt", p.Kind == "LambdaExpr":
		default:
			w.visitAll(p.Inner[i+1:])
		}
		n = p
	}
}

// behind visits the rest of a block. The node it returns is where to go on, nil: nowhere.
func (w *walk) behind(block *node, i int) *node {
	for _, s := range block.Inner[i+1:] {
		if s == nil {
			continue
		}
		w.visit(s)
		if k := leaves(s); k != "" {
			return w.jump(s, k)
		}
	}
	return block
}

func within(n, outer *node) bool {
	for ; n != nil; n = n.Parent {
		if n == outer {
			return true
		}
	}
	return false
}

// jump goes where a break or continue goes.
func (w *walk) jump(from *node, kind string) *node {
	if kind == "return" {
		w.returned = true
		return nil
	}
	for p := from; p != nil && p != w.f.body; p = p.Parent {
		if isLoop(p) {
			if kind == "continue" {
				w.again(p)
			}
			return p
		}
		if p.Kind == "SwitchStmt" && kind == "break" {
			return p
		}
	}
	return nil
}

// leaves says how a statement ends its block, in every case: return, break, continue, or "".
func leaves(s *node) string {
	if s == nil {
		return ""
	}
	switch s.Kind {
	case "ReturnStmt", "CXXThrowExpr":
		return "return"
	case "BreakStmt":
		return "break"
	case "ContinueStmt":
		return "continue"
	case "ExprWithCleanups", "CaseStmt", "DefaultStmt", "LabelStmt", "AttributedStmt":
		if len(s.Inner) > 0 {
			return leaves(s.Inner[len(s.Inner)-1])
		}
	case "CompoundStmt":
		for _, c := range s.Inner {
			if k := leaves(c); k != "" {
				return k
			}
		}
	case "SwitchStmt":
		if body := s.Inner[len(s.Inner)-1]; body != nil && len(body.Inner) > 0 && leaves(body.Inner[len(body.Inner)-1]) == "return" && allCases(body) {
			return "return"
		}
	case "IfStmt":
		if c := condition(s); s.HasElse && c+2 < len(s.Inner) {
			a, b := leaves(s.Inner[c+1]), leaves(s.Inner[c+2])
			if a == "" || b == "" || a == "return" {
				return min(a, b) // "" if one of them goes on, else what does not end the function
			}
			return a
		}
	}
	return ""
}

// allCases: a switch has a default, and no break or continue ends a case.
func allCases(body *node) bool {
	has, breaks := false, false
	var look func(n *node, inner bool)
	look = func(n *node, inner bool) {
		if n == nil || n.Kind == "LambdaExpr" {
			return
		}
		switch n.Kind {
		case "DefaultStmt":
			has = has || !inner
		case "BreakStmt":
			breaks = breaks || !inner
		case "ContinueStmt":
			breaks = true
		}
		inner = inner || isLoop(n) || n.Kind == "SwitchStmt"
		for _, c := range n.Inner {
			look(c, inner)
		}
	}
	look(body, false)
	return has && !breaks
}

// condition is the index of a branch's condition.
func condition(n *node) int {
	switch {
	case n.Kind == "ConditionalOperator":
		return 0
	case n.HasElse:
		return len(n.Inner) - 3
	}
	return len(n.Inner) - 2
}

// again visits the next round of a loop.
func (w *walk) again(loop *node) {
	old := w.round
	w.round = loop
	w.visit(loop)
	w.round = old
}

func (w *walk) visitAll(nodes []*node) {
	for _, n := range nodes {
		w.visit(n)
	}
}

// visit notes the uses in what is evaluated after the loop.
func (w *walk) visit(n *node) {
	if n == nil || n.Kind == "LambdaExpr" {
		return
	}
	switch {
	case n.Kind == "IfStmt" || n.Kind == "ConditionalOperator":
		c := condition(n)
		if c < 0 || c >= len(n.Inner) {
			return
		}
		w.visitAll(n.Inner[:c+1])
		w.branches(n, c)
		return
	case n.Kind == "BinaryOperator" && (n.Opcode == "&&" || n.Opcode == "||") && len(n.Inner) == 2:
		w.visit(n.Inner[0])
		w.under(w.tested(n.Inner[0]), func() { w.visit(n.Inner[1]) })
		return
	case n.Kind == "BinaryOperator" && n.Opcode == "=" && len(n.Inner) == 2:
		w.visit(n.Inner[1])
		w.assigned(n.Inner[0])
		return
	case n.Kind == "CompoundStmt":
		for _, c := range n.Inner {
			w.visit(c)
			if leaves(c) != "" && !within(w.call, c) {
				return
			}
		}
		return
	}
	w.use(n)
	w.visitAll(n.Inner)
}

// assigned: a place gets a value. To write to a variable is no use of what it pointed to.
func (w *walk) assigned(to *node) {
	if to == nil {
		return
	}
	if p := to.Plain(); p.Kind == "DeclRefExpr" && p.ReferencedDecl != nil && !strings.HasSuffix(p.ReferencedDecl.Type.QualType, "&") {
		w.reset[p.ReferencedDecl.ID] = true
		return
	}
	w.visit(to)
}

// use notes a node that is a use.
func (w *walk) use(n *node) {
	if file(n) != w.f.file {
		return
	}
	switch {
	case n.Kind == "CXXThisExpr":
		name := "this"
		if n.Parent != nil && n.Parent.Kind == "MemberExpr" {
			name = n.Parent.Name
		} else if p := n.Parent; p != nil && p.Parent != nil && p.Parent.Kind == "MemberExpr" {
			name = p.Parent.Name
		}
		w.note(This, name, n, "this")
	case n.Kind == "MemberExpr" && len(n.Inner) == 1 && n.Inner[0] != nil && n.Inner[0].Plain().Kind == "CXXThisExpr" && toObject(n.Type.QualType) && followed(n):
		w.note(Member, n.Name, n, n.Name, "this")
	case n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil:
		w.variable(n)
	}
}

func (w *walk) note(shape Shape, name string, n *node, covers ...string) {
	u := Use{Shape: shape, Name: name, Line: w.f.line(at(n))}
	for _, c := range covers {
		if u.Guard == "" {
			u.Guard = w.guarded[c]
		}
	}
	w.uses = append(w.uses, u)
}

// variable notes the use of a variable that had its value before the loop.
func (w *walk) variable(n *node) {
	v := w.f.locals[n.ReferencedDecl.ID]
	if typ := n.ReferencedDecl.Type.QualType; v == nil && n.ReferencedDecl.Kind == "VarDecl" && typ != "FILE *" && toObject(typ) && followed(n) && !w.reset[n.ReferencedDecl.ID] {
		w.note(Pointer, n.ReferencedDecl.Name, n, n.ReferencedDecl.ID) // of the whole program
	}
	if v == nil || w.reset[v.ID] || at(v) >= at(w.call) {
		return
	}
	if at(n) < at(w.call) && w.round != nil && within(v, w.round) && !strings.HasPrefix(v.Name, "__") {
		return // each round has its own
	}
	typ := v.Type.QualType
	switch {
	case strings.HasPrefix(v.Name, "__"):
		if over := w.f.shared(v); over != "" {
			w.note(Iterator, over, n)
		}
	case strings.HasSuffix(typ, "&") && !strings.HasSuffix(typ, "&&"):
		if w.f.toLocal(v) || w.f.copied(v) {
			return
		}
		if v.Kind == "ParmVarDecl" && strings.HasPrefix(typ, "const ") && values[simple(typ)] {
			w.guarded[v.ID] = "a value that its caller has" // a heuristic: hardly anybody hands on one of an object that may go
		}
		w.note(Reference, v.Name, n, v.ID)
	case isIterator(typ) || isIterator(v.Type.DesugaredQualType):
		w.note(Iterator, v.Name, n)
	case isEvent(typ): // Qt keeps an event until its handler has returned; an assumption
	case toObject(typ) && followed(n) && !w.f.keeps(v, w.call):
		w.note(Pointer, v.Name, n, v.ID)
	}
}

// values are classes whose objects are copied: strings, containers, sizes.
var values = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields("QString QStringList QByteArray QUrl QList QVector QMap QMultiMap QHash QMultiHash QSet QVariant QPoint QPointF QSize QSizeF " +
		"QRect QRectF QDate QTime QDateTime QColor QFont QKeySequence QFileInfo QDir QRegularExpression string vector map set pair") {
		out[name] = true
	}
	return out
}()

func isEvent(typ string) bool {
	name := simple(strings.TrimSuffix(typ, " const"))
	return strings.HasPrefix(name, "Q") && strings.HasSuffix(name, "Event") && strings.HasSuffix(strings.TrimSuffix(typ, " const"), "*")
}

func isIterator(typ string) bool {
	typ, _, _ = strings.Cut(strings.TrimPrefix(typ, "const "), "<")
	if i := strings.LastIndexByte(typ, ':'); i >= 0 {
		typ = typ[i+1:]
	}
	return strings.HasSuffix(strings.ToLower(typ), "iterator")
}

// followed: what a pointer points to is read, or the pointer is handed on.
func followed(n *node) bool {
	p := n.Parent
	for p != nil && (p.Kind == "ImplicitCastExpr" || p.Kind == "ParenExpr" || p.Kind == "CStyleCastExpr" || p.Kind == "CXXStaticCastExpr") {
		if p.CastKind == "PointerToBoolean" {
			return false
		}
		n, p = p, p.Parent
	}
	if p == nil {
		return false
	}
	switch p.Kind {
	case "MemberExpr":
		return p.IsArrow
	case "UnaryOperator":
		return p.Opcode == "*"
	case "ArraySubscriptExpr", "CXXDeleteExpr", "CallExpr", "CXXMemberCallExpr", "CXXConstructExpr", "CXXDynamicCastExpr":
		return true
	case "CXXOperatorCallExpr":
		op := p.Inner[0].Plain().ReferencedDecl
		return op != nil && op.Name != "operator==" && op.Name != "operator!=" && op.Name != "operator="
	}
	return false
}

// shared is what a range-based for walks over, "" for what only this function has.
func (f *function) shared(v *node) string {
	loop := v.Parent
	for loop != nil && loop.Kind != "CXXForRangeStmt" {
		loop = loop.Parent
	}
	if loop == nil {
		return ""
	}
	for _, s := range loop.Inner {
		if s == nil || s.Kind != "DeclStmt" || len(s.Inner) == 0 || !strings.HasPrefix(s.Inner[0].Name, "__range") || len(s.Inner[0].Inner) == 0 {
			continue
		}
		over := s.Inner[0].Inner[0].Plain()
		if over.Kind == "CallExpr" && len(over.Inner) == 2 && over.Inner[0] != nil && over.Inner[1] != nil {
			if callee := over.Inner[0].Plain().ReferencedDecl; callee != nil && (callee.Name == "qAsConst" || callee.Name == "as_const") {
				over = over.Inner[1].Plain()
			}
		}
		switch {
		case over.Kind == "MemberExpr":
			return over.Name
		case over.Kind == "DeclRefExpr" && over.ReferencedDecl != nil && strings.HasSuffix(over.ReferencedDecl.Type.QualType, "&"):
			return over.ReferencedDecl.Name
		case over.Kind == "UnaryOperator" && over.Opcode == "*":
			return fmt.Sprintf("the container of line %d", f.line(at(loop)))
		}
	}
	return ""
}

// toLocal: a reference is to a variable of the function itself.
func (f *function) toLocal(v *node) bool {
	if len(v.Inner) == 0 || v.Inner[len(v.Inner)-1] == nil {
		return false
	}
	if v.Parent != nil && v.Parent.Parent != nil && v.Parent.Parent.Kind == "CXXForRangeStmt" {
		return f.shared(v) == ""
	}
	init := v.Inner[len(v.Inner)-1].Plain()
	if init.Kind != "DeclRefExpr" || init.ReferencedDecl == nil {
		return strings.HasPrefix(v.Type.QualType, "const ") && (init.Kind == "CallExpr" || init.Kind == "CXXMemberCallExpr") && !strings.HasSuffix(init.Type.QualType, "&") && v.Kind == "VarDecl" && v.Inner[len(v.Inner)-1].Kind == "ExprWithCleanups"
	}
	of := f.locals[init.ReferencedDecl.ID]
	return of != nil && !strings.HasSuffix(of.Type.QualType, "&")
}

// keeps: a pointer is to an object that the function made without a parent, and handed to nobody
// before the loop.
func (f *function) keeps(v, call *node) bool {
	if len(v.Inner) == 0 || v.Inner[len(v.Inner)-1] == nil {
		return false
	}
	made := v.Inner[len(v.Inner)-1].Plain()
	if u := made; u.Kind == "UnaryOperator" && u.Opcode == "&" && len(u.Inner) == 1 {
		to := u.Inner[0].Plain()
		return to.Kind == "DeclRefExpr" && to.ReferencedDecl != nil && f.locals[to.ReferencedDecl.ID] != nil
	}
	if made.Kind != "CXXNewExpr" {
		return false
	}
	kept := true
	made.Walk(func(n *node) bool {
		if n != made && toObject(n.Type.QualType) && n.Kind != "CXXDefaultArgExpr" && n.Kind != "ImplicitCastExpr" && n.Kind != "CXXNullPtrLiteralExpr" {
			kept = false
		}
		return kept
	})
	f.own(func(n *node) {
		if n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil && n.ReferencedDecl.ID == v.ID && at(n) < at(call) && handed(n) {
			kept = false
		}
	})
	return kept
}

// handed: a pointer is an argument.
func handed(n *node) bool {
	for p := n.Parent; p != nil; n, p = p, p.Parent {
		switch p.Kind {
		case "ImplicitCastExpr", "ParenExpr", "CXXConstructExpr":
		case "CallExpr", "CXXMemberCallExpr", "CXXOperatorCallExpr":
			return len(p.Inner) > 0 && p.Inner[0] != n
		default:
			return false
		}
	}
	return false
}
