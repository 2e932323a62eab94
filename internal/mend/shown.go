package mend

import (
	"fmt"
	"slices"
	"strings"
)

// shown is what a call shows and waits for, and how it is shown without waiting.
type shown struct {
	name    string // of the variable that points to it
	before  []string
	signal  string // that comes with the answer
	param   string // the type of the answer
	open    string // the call that shows it
	edits   []Edit
	removed []*node // statements that delete it, which the window does itself then
	cast    string  // what the answer is converted to, "" for nothing
}

// dialogs are Qt's classes whose exec() is QDialog's.
var dialogs = []string{"QDialog", "QMessageBox", "QInputDialog", "QFileDialog", "QColorDialog", "QFontDialog", "QProgressDialog", "QErrorMessage", "QWizard"}

const (
	dieOnClose = "->setAttribute(Qt::WA_DeleteOnClose);"
	triggered  = "QMenu::triggered"
	finished   = "QDialog::finished"
)

// shows says what a loop's call shows; why it cannot be shown without waiting, otherwise.
func (f *function) shows(at *spot) (s *shown, why string) {
	name := called(at.call)
	if at.call.Kind == "CallExpr" {
		return f.box(at, name)
	}
	if name != "exec" {
		return nil, fmt.Sprintf("%s() shows no dialog", name)
	}
	class := execOf(at.call)
	switch {
	case class == "QMenu":
		s = &shown{signal: triggered, param: "QAction *"}
	case slices.Contains(dialogs, class):
		s = &shown{signal: finished, param: "int "}
	case class == "":
		return nil, "it is not known whose exec() this is"
	default:
		return nil, fmt.Sprintf("exec() of %s is not that of a dialog of Qt", class)
	}
	if p := smart(at.call.Inner[0].Inner[0].Plain()); p != nil && at.object() == nil {
		return nil, "a smart pointer owns the dialog, which ends with the function or outlives it"
	}
	ref := at.object()
	if ref == nil {
		return nil, "the dialog is no variable of the function: who called it twice would connect twice"
	}
	v := f.local(ref)
	if v == nil {
		return nil, "the dialog is no variable of the function that is declared alone"
	}
	s.name = v.name
	s.open = v.name + "->open();"
	if class == "QMenu" {
		args := f.arguments(at.call)
		if len(args) == 0 {
			args = []string{v.name + "->pos()"}
		}
		s.open = fmt.Sprintf("%s->popup(%s);", v.name, strings.Join(args, ", "))
	}
	if isPointer(ref.Type.QualType) || strings.Contains(ref.Type.QualType, "QPointer<") {
		return f.pointed(at, s, v)
	}
	if v.inLambda {
		return nil, fmt.Sprintf("a lambda refers to %s, which lies on the stack", v.name)
	}
	if s.edits = f.onHeap(v, "", at.call); s.edits == nil {
		return nil, fmt.Sprintf("%s cannot be written as an object on the heap", v.name)
	}
	s.before = []string{v.name + dieOnClose}
	return s, ""
}

// pointed is a dialog that is on the heap. It must be of this call: who shows one that stays connects again each time.
func (f *function) pointed(at *spot, s *shown, v *variable) (*shown, string) {
	if len(v.decl.Inner) == 0 || v.decl.Inner[len(v.decl.Inner)-1].Plain().Kind != "CXXNewExpr" {
		return nil, fmt.Sprintf("%s is not made here: who called it twice would connect twice", v.name)
	}
	why := ""
	f.body.Walk(func(n *node) bool {
		if n.Kind != "CXXDeleteExpr" || !slices.ContainsFunc(v.refs, func(r *node) bool { return within(r, n) }) {
			return true
		}
		stmt, ok := statementOf(n)
		if !ok || stmt.block != at.block || stmt.stmt != n && stmt.stmt.Plain() != n || n.Begin() < at.call.End() {
			why = fmt.Sprintf("%s is deleted in a branch", v.name)
		}
		s.removed = append(s.removed, stmt.stmt)
		return true
	})
	if len(s.removed) > 0 {
		s.before = []string{v.name + dieOnClose}
	}
	return s, why
}

// execOf is the class of Qt whose exec() a call of a member function calls, "" if that is not known.
func execOf(call *node) string {
	if len(call.Inner) == 0 || call.Inner[0].Kind != "MemberExpr" || len(call.Inner[0].Inner) == 0 {
		return ""
	}
	object := call.Inner[0].Inner[0]
	if len(object.Path) > 0 { // it is that of a base
		return object.Path[len(object.Path)-1].Name
	}
	of := object.Type.QualType
	if p := pointee(of); p != "" {
		of = p
	}
	return strings.TrimPrefix(of, "const ")
}

// arguments are the texts of a call's arguments that are written.
func (f *function) arguments(call *node) (out []string) {
	var begins []int
	for _, a := range call.Inner[1:] {
		if a.Kind != "CXXDefaultArgExpr" {
			begins = append(begins, a.Begin())
		}
	}
	for i, b := range begins {
		if i+1 < len(begins) {
			out = append(out, strings.TrimSuffix(strings.TrimSpace(string(f.text[b:begins[i+1]])), ","))
		} else {
			out = append(out, strings.TrimSpace(string(f.text[b:call.End()-1])))
		}
	}
	return out
}

// icons are QMessageBox's functions that show a box, with its icon and its buttons.
var icons = map[string][2]string{
	"question": {"Question", "QMessageBox::Yes | QMessageBox::No"}, "information": {"Information", "QMessageBox::Ok"},
	"warning": {"Warning", "QMessageBox::Ok"}, "critical": {"Critical", "QMessageBox::Ok"},
}

// box is the message box that a static function shows.
func (f *function) box(at *spot, name string) (*shown, string) {
	look, known := icons[name]
	if !known {
		return nil, fmt.Sprintf("what %s() gives back is in no object that outlives it", name)
	}
	of := at.call.Type.QualType
	if of != "StandardButton" && of != "QMessageBox::StandardButton" {
		return nil, fmt.Sprintf("%s() is not one of QMessageBox that gives a standard button back", name)
	}
	args := f.arguments(at.call)
	if len(args) < 3 || len(args) > 5 || len(args) == 5 && !strings.HasSuffix(at.call.Inner[5].Type.QualType, "StandardButton") {
		return nil, fmt.Sprintf("%s() is called in a way that is not known", name)
	}
	s := &shown{name: f.fresh("box"), signal: finished, param: "int ", cast: "QMessageBox::StandardButton"}
	buttons := look[1]
	if len(args) > 3 {
		buttons = args[3]
	}
	s.before = []string{fmt.Sprintf("auto *%s = new QMessageBox(QMessageBox::%s, %s, %s, %s, %s);", s.name, look[0], args[1], args[2], buttons, args[0])}
	if len(args) == 5 {
		s.before = append(s.before, fmt.Sprintf("%s->setDefaultButton(%s);", s.name, args[4]))
	}
	s.before = append(s.before, s.name+dieOnClose)
	s.open = s.name + "->open();"
	return s, ""
}
