package mend

import (
	"fmt"
	"slices"
	"strings"
)

// held is what a lambda takes with it.
type held struct {
	names   []string
	mutable string // "mutable " if it writes to one of them
}

// captures are the function's variables that statements use, by value. why: one of them cannot be taken so, or one
// that stays behind has something to end with the function.
func (f *function) captures(at *spot, s *shown, moved []*node) (h held, why string) {
	inside := func(n *node) bool {
		return slices.ContainsFunc(moved, func(m *node) bool { return within(n, m) }) && !within(n, at.call)
	}
	decls := map[string]*node{}
	var order []*node
	f.Walk(func(n *node) bool {
		if n.Kind == "LambdaExpr" {
			return false
		}
		if (n.Kind == "VarDecl" || n.Kind == "ParmVarDecl") && !inside(n) && n.StorageClass != "static" {
			decls[n.ID] = n
			order = append(order, n)
		}
		if n.Kind == "DecompositionDecl" && why == "" {
			why = "it has a structured binding, which a lambda cannot take"
		}
		return true
	})
	if why != "" {
		return h, why
	}
	uses := map[string]bool{}
	this := false
	f.body.Walk(func(n *node) bool {
		if !inside(n) {
			if w := f.aliased(n, decls, s); why == "" && n.End() <= at.call.End() {
				why = w
			}
			return true
		}
		this = this || n.Kind == "CXXThisExpr"
		if n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil && decls[n.ReferencedDecl.ID] != nil {
			uses[n.ReferencedDecl.ID] = true
			if n.Parent.CastKind != "LValueToRValue" && n.Parent.CastKind != "NoOp" && !strings.HasPrefix(n.Type.QualType, "const ") && n.ReferencedDecl.Name != s.name {
				h.mutable = "mutable "
			}
		}
		return true
	})
	if why != "" {
		return h, why
	}
	if this {
		h.names = append(h.names, "this")
	}
	for _, v := range order {
		if why := f.taken(v, uses[v.ID], s); why != "" {
			return h, why
		}
		if uses[v.ID] {
			h.names = append(h.names, v.Name)
		}
	}
	return h, ""
}

// taken: why a variable cannot be taken by value, or be left behind.
func (f *function) taken(v *node, used bool, s *shown) string {
	of := v.Type.QualType
	class := className(of)
	switch {
	case v.Name == s.name:
		return ""
	case used && strings.HasSuffix(of, "&") && !(strings.HasPrefix(of, "const ") && isValue(class)):
		return fmt.Sprintf("%s is a reference, of which a copy is another object", v.Name)
	case used && v.Kind == "ParmVarDecl" && isPointer(of) && strings.HasSuffix(pointee(of), "Event"):
		return fmt.Sprintf("%s ends with the handler", v.Name)
	case used && strings.Contains(of, "["):
		return fmt.Sprintf("%s is an array", v.Name)
	case !used && v.Kind == "VarDecl" && isObject(v) && !isValue(class) && !slices.Contains(files, class):
		return fmt.Sprintf("%s, a %s, would end before the answer", v.Name, class)
	}
	return ""
}

// aliased: an expression before the answer through which a variable may be read or written after the function has returned.
func (f *function) aliased(n *node, decls map[string]*node, s *shown) string {
	of := func(n *node) *node {
		if n.Kind != "DeclRefExpr" || n.ReferencedDecl == nil || len(s.edits) > 0 && n.ReferencedDecl.Name == s.name {
			return nil
		}
		return decls[n.ReferencedDecl.ID]
	}
	switch n.Kind {
	case "UnaryOperator":
		if v := of(n.Inner[0].Plain()); v != nil && n.Opcode == "&" && !forFile(n) && !strings.HasSuffix(v.Type.QualType, "&") {
			return fmt.Sprintf("the address of %s is taken, which ends with the function", v.Name)
		}
	case "LambdaExpr":
		for _, c := range n.Inner {
			if v := of(c); v != nil && c.ValueCategory == "lvalue" && !strings.HasSuffix(v.Type.QualType, "&") {
				return fmt.Sprintf("a lambda takes %s by reference, which ends with the function", v.Name)
			}
		}
	case "CXXMemberCallExpr":
		if on := (&spot{call: n}).object(); on == nil || on.ReferencedDecl.Name != s.name {
			return ""
		}
		for _, c := range n.Inner[1:] {
			if v := of(c); v != nil && !strings.HasPrefix(c.Type.QualType, "const ") && !strings.HasSuffix(v.Type.QualType, "&") {
				return fmt.Sprintf("%s gets a reference to %s, which ends with the function", s.name, v.Name)
			}
		}
	case "CXXConstructExpr":
		for _, c := range n.Inner {
			if v := of(c); v != nil && className(n.Type.QualType) != className(v.Type.QualType) && !strings.HasPrefix(c.Type.QualType, "const ") &&
				!strings.HasSuffix(v.Type.QualType, "&") {
				return fmt.Sprintf("%s gets a reference to %s, which ends with the function", className(n.Type.QualType), v.Name)
			}
		}
	}
	return ""
}

// forFile: an address is given to what reads or writes a file, and ends with it.
func forFile(n *node) bool {
	for p := n.Parent; p != nil && p.Kind != "VarDecl"; p = p.Parent {
		if p.Kind == "CXXConstructExpr" {
			return slices.Contains(files, className(p.Type.QualType))
		}
	}
	return false
}

func className(of string) string {
	return strings.TrimSpace(strings.TrimRight(strings.TrimPrefix(of, "const "), "& "))
}

// isObject: a variable is of a class, by what makes it.
func isObject(v *node) bool {
	if len(v.Inner) == 0 {
		return false
	}
	n := v.Inner[len(v.Inner)-1]
	for n.Kind == "ExprWithCleanups" || n.Kind == "ImplicitCastExpr" && n.CastKind == "ConstructorConversion" {
		n = n.Inner[0]
	}
	return slices.Contains([]string{"CXXConstructExpr", "CXXTemporaryObjectExpr", "CXXBindTemporaryExpr", "InitListExpr"}, n.Kind)
}

// values are classes whose objects end without anybody taking notice, and whose copies are as good.
var values = []string{"QString", "QStringList", "QByteArray", "QVariant", "QUrl", "QDir", "QFileInfo", "QDate", "QTime", "QDateTime", "QIcon", "QPixmap", "QImage", "QColor",
	"QFont", "QSize", "QSizeF", "QPoint", "QPointF", "QRect", "QRectF", "QKeySequence", "QRegularExpression", "QModelIndex", "QPersistentModelIndex", "QLocale", "QPalette",
	"std::string", "std::wstring"}

// containers are templates of such.
var containers = []string{"QList", "QVector", "QMap", "QHash", "QSet", "QPair", "QMultiMap", "QMultiHash", "QPointer", "QFlags", "QSharedPointer", "std::vector", "std::map",
	"std::set", "std::pair", "std::optional", "std::shared_ptr"}

// files are classes that a program may close before a dialog asks.
var files = []string{"QFile", "QTextStream", "QDataStream", "QSettings"}

func isValue(class string) bool {
	name, _, template := strings.Cut(class, "<")
	if template {
		return slices.Contains(containers, name)
	}
	return slices.Contains(values, class)
}
