package mend

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// spinningGLib are functions of GLib and GTK that run a nested event loop before they return.
var spinningGLib = map[string]bool{"g_main_loop_run": true, "g_main_context_iteration": true, "gtk_dialog_run": true, "gtk_native_dialog_run": true,
	"gtk_main": true, "gtk_main_iteration": true, "gtk_main_iteration_do": true}

// isC: a function is of C, which has no classes, no lambdas and another null.
func (f *function) isC() bool { return filepath.Ext(f.file) == ".c" }

func (f *function) null() string {
	if f.isC() {
		return "NULL"
	}
	return "nullptr"
}

// Types that point to no GObject. Of others it is the run that shows whether they do.
var noObjects = []string{"char", "gchar", "int", "gint", "unsigned char", "guchar", "guint8", "FILE", "GMainLoop", "GMainContext", "GError", "GList", "GSList", "GString",
	"GHashTable", "GArray", "GPtrArray", "GByteArray", "GVariant", "GSource", "GdkEvent"}

// object is an expression that may point to a GObject.
type object struct{ text, class, id string }

// weak are guards of a loop of GLib: a weak pointer to what is used afterwards, which GObject sets to null when the
// object is disposed of, and a test; or a reference that is held meanwhile.
func (f *function) weak(at *spot) (out []Patch) {
	for _, o := range f.objects(at, f.after) {
		out = append(out, f.weakPointer(at, o)...)
	}
	// What is used may belong to an object that is not used itself.
	for _, o := range f.objects(at, func(_ *spot, visit func(*node)) { f.after(nil, visit) }) {
		in := f.indent(at.stmt.Begin())
		out = append(out, Patch{Shape: "guard", What: fmt.Sprintf("%s holds a reference to %s across its loop", f.Name, o.text), Environment: []string{"G_DEBUG=fatal-criticals"},
			Edits: []Edit{{File: f.file, Offset: at.stmt.Begin(), Text: fmt.Sprintf("g_autoptr(GObject) %s = g_object_ref(G_OBJECT(%s));\n%s", f.fresh("held"), o.text, in)}}})
	}
	return out
}

// objects are the pointers that are used somewhere and mean the same before a loop and after it.
func (f *function) objects(at *spot, somewhere func(*spot, func(*node))) (out []object) {
	somewhere(at, func(n *node) {
		o := object{class: pointee(n.Type.QualType)}
		if of := strings.TrimSuffix(n.Type.QualType, " const"); of == "gpointer" || of == "void *" {
			o.class = "void"
		}
		switch {
		case n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil && (n.ReferencedDecl.Kind == "VarDecl" || n.ReferencedDecl.Kind == "ParmVarDecl") && f.knownBefore(n, at):
			o.text, o.id = n.ReferencedDecl.Name, n.ReferencedDecl.ID
		case n.Kind == "MemberExpr" && n.Fixed() && len(n.Inner) == 1 && n.Inner[0].Plain().Kind == "DeclRefExpr" && f.knownBefore(n.Inner[0].Plain(), at):
			o.text = f.source(n)
		default:
			return
		}
		if o.class == "" || strings.ContainsAny(o.class, "*()&") || slices.Contains(noObjects, o.class) || slices.ContainsFunc(out, func(p object) bool { return p.text == o.text }) {
			return
		}
		out = append(out, o)
	})
	slices.SortStableFunc(out, func(a, b object) int { return cmp.Compare(a.typeless(), b.typeless()) })
	return out
}

// typeless is 1 for a pointer to anything: where there is one with a type, that reads better.
func (o object) typeless() int {
	if o.class == "void" {
		return 1
	}
	return 0
}

// mentions: a statement uses an object.
func (f *function) mentions(stmt *node, o object) (is bool) {
	stmt.Walk(func(n *node) bool {
		is = is || o.id != "" && n.Kind == "DeclRefExpr" && n.ReferencedDecl != nil && n.ReferencedDecl.ID == o.id ||
			o.id == "" && n.Kind == "MemberExpr" && n.Fixed() && f.source(n) == o.text
		return !is
	})
	return is
}

// weakPointer are the guards of one object: the statements that use it are left out, or the function is left before the
// first of them. What comes between is done in any case, for what the function has made is to be ended.
func (f *function) weakPointer(at *spot, o object) (out []Patch) {
	in := f.indent(at.stmt.Begin())
	still, gone := f.fresh("stillThere"), f.fresh("gone")
	pointer := o.class + " *"
	if o.class == "void" {
		pointer = "gpointer "
	}
	before := fmt.Sprintf("%s%s = %s;\n%sg_set_weak_pointer(&%s, %s);\n%s", pointer, still, f.null(), in, still, o.text, in)
	after := fmt.Sprintf("const gboolean %s = !%s;\n%sg_clear_weak_pointer(&%s);", gone, still, in, still)
	var edits []Edit
	first := at.stmt // that may use it
	switch {
	case at.stmt.Plain() == at.call || evaluatedFirst(at) == "" && at.stmt.Kind == "DeclStmt" || slices.Contains(repeating, at.stmt.Kind):
		if slices.Contains(repeating, at.stmt.Kind) && leavesEarly(at.stmt) {
			return nil // the weak pointer would outlive the variable
		}
		edits = []Edit{{File: f.file, Offset: at.stmt.Begin(), Text: before}, {File: f.file, Offset: f.behind(at.stmt), Text: "\n" + in + after}}
		first = nil
	case evaluatedFirst(at) == "" && at.call.Type.QualType != "void":
		answer := f.fresh("answer")
		edits = []Edit{{File: f.file, Offset: at.stmt.Begin(), Text: fmt.Sprintf("%sconst %s %s = %s;\n%s%s\n%s", before, at.call.Type.QualType, answer, f.source(at.call), in, after, in)},
			{File: f.file, Offset: at.call.Begin(), Len: at.call.End() - at.call.Begin(), Text: answer}}
	default:
		return nil
	}
	if e, ok := f.leftOut(at, o, first, gone); ok {
		out = append(out, Patch{Shape: "guard", Edits: append(slices.Clone(edits), e...),
			What: fmt.Sprintf("%s has a weak pointer to %s across its loop, and leaves out what uses it if it is gone", f.Name, o.text)})
	}
	for _, stmt := range at.block.Inner {
		if (stmt == first || stmt.Begin() > at.stmt.Begin()) && f.mentions(stmt, o) {
			to := f.indent(stmt.Begin())
			out = append(out, Patch{Shape: "guard", What: fmt.Sprintf("%s has a weak pointer to %s across its loop, and leaves if it is gone", f.Name, o.text),
				Edits: append(slices.Clone(edits), Edit{File: f.file, Offset: stmt.Begin(), Text: fmt.Sprintf("if (%s)\n%s%s%s\n%s", gone, to, f.step(), f.leave(), to)})})
			break
		}
	}
	return out
}

// leftOut are the edits by which statements that use an object are not done if it is gone. first is the statement in whose
// condition the loop was, nil: there is none. It is not possible if one of them declares or gives back something.
func (f *function) leftOut(at *spot, o object, first *node, gone string) (out []Edit, ok bool) {
	var run []*node
	end := func() {
		if len(run) == 0 {
			return
		}
		in := f.indent(run[0].Begin())
		open, closing := fmt.Sprintf("if (!%s)\n%s%s", gone, in, f.step()), ""
		if len(run) > 1 || run[0].Kind == "IfStmt" {
			open, closing = fmt.Sprintf("if (!%s) {\n%s%s", gone, in, f.step()), "\n"+in+"}"
		}
		out = append(out, Edit{File: f.file, Offset: run[0].Begin(), Text: open})
		to := f.behind(run[len(run)-1])
		out = append(out, f.deeper(at, run[0].Begin(), to)...)
		out = append(out, Edit{File: f.file, Offset: to, Text: closing})
		run, ok = nil, true
	}
	for _, stmt := range at.block.Inner {
		switch {
		case stmt == first && f.mentions(stmt, o):
			if stmt.Kind != "IfStmt" || stmt.HasElse || f.mentions(stmt.Inner[0], o) || condition(at) == nil {
				return nil, false
			}
			c := condition(at)
			out = append(out, Edit{File: f.file, Offset: c.Begin(), Text: f.opening(c)}, Edit{File: f.file, Offset: c.End(), Text: f.closing(c) + " && !" + gone})
			ok = true
		case stmt.Begin() <= at.stmt.Begin():
		case !f.mentions(stmt, o):
			end()
		case stmt.Kind == "DeclStmt" || stmt.Kind == "ReturnStmt" || stmt.Foreign || stmt.Range.End.InMacro():
			return nil, false
		default:
			run = append(run, stmt)
		}
	}
	end()
	return out, ok
}

// opening and closing are the brackets that a condition needs to be one part of another.
func (f *function) opening(c *node) string {
	if c.Kind == "BinaryOperator" && (c.Opcode == "||" || c.Opcode == "=") || c.Kind == "ConditionalOperator" {
		return "("
	}
	return ""
}

func (f *function) closing(c *node) string { return strings.ReplaceAll(f.opening(c), "(", ")") }

// leavesEarly: a statement may leave the function.
func leavesEarly(stmt *node) (is bool) {
	stmt.Walk(func(n *node) bool {
		is = is || n.Kind == "ReturnStmt" || n.Kind == "GotoStmt"
		return !is
	})
	return is
}
