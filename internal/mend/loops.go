package mend

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// spinning are functions of Qt that run a nested event loop before they return.
var spinning = map[string]bool{
	"exec": true, "exec_": true, "processEvents": true, "question": true, "information": true, "warning": true, "critical": true, "about": true,
	"getText": true, "getMultiLineText": true, "getInt": true, "getDouble": true, "getItem": true, "getColor": true, "getFont": true, "getOpenFileName": true,
	"getOpenFileNames": true, "getSaveFileName": true, "getExistingDirectory": true, "getOpenFileUrl": true, "getSaveFileUrl": true,
}

// spot is where a function spins a loop: the call, and the statement of a block that has it.
type spot struct{ call, stmt, block *node }

// called is the name of the function that a call names.
func called(call *node) string {
	if len(call.Inner) == 0 || call.Inner[0] == nil {
		return ""
	}
	switch callee := call.Inner[0].Plain(); {
	case callee.Kind == "MemberExpr":
		return callee.Name
	case callee.Kind == "DeclRefExpr" && callee.ReferencedDecl != nil:
		return callee.ReferencedDecl.Name
	}
	return ""
}

// spots are the loops that a function spins itself.
func (f *function) spots() (out []spot) {
	f.body.Walk(func(n *node) bool {
		if n.Kind == "LambdaExpr" {
			return false
		}
		if (n.Kind == "CallExpr" || n.Kind == "CXXMemberCallExpr") && (spinning[called(n)] || spinningGLib[called(n)]) && n.Fixed() {
			if at, ok := statementOf(n); ok {
				out = append(out, at)
			}
		}
		return true
	})
	return out
}

func statementOf(call *node) (spot, bool) {
	for n := call; n.Parent != nil; n = n.Parent {
		if n.Parent.Kind == "CompoundStmt" && n.Fixed() {
			return spot{call, n, n.Parent}, true
		}
	}
	return spot{}, false
}

// behind is where the text after a statement begins.
func (f *function) behind(stmt *node) int {
	end := stmt.End()
	if end > 0 && (f.text[end-1] == '}' && stmt.Kind != "DeclStmt" && len(stmt.Inner) > 0 && strings.HasSuffix(stmt.Kind, "Stmt") || f.text[end-1] == ';') {
		return end
	}
	if i := bytes.IndexByte(f.text[end:], ';'); i >= 0 {
		return end + i + 1
	}
	return end
}

// indent is the white space before a place's line.
func (f *function) indent(offset int) string {
	line := bytes.LastIndexByte(f.text[:offset], '\n') + 1
	end := line
	for end < offset && (f.text[end] == ' ' || f.text[end] == '\t') {
		end++
	}
	return string(f.text[line:end])
}

// step is one more level of white space, as the function's body has it.
func (f *function) step() string {
	outer := f.indent(f.Begin())
	for _, s := range f.body.Inner {
		if inner, ok := strings.CutPrefix(f.indent(s.Begin()), outer); ok && inner != "" {
			return inner
		}
	}
	return "    "
}

// leave is the statement that ends the function.
func (f *function) leave() string {
	of, _, _ := strings.Cut(f.Type.QualType, "(")
	switch of = strings.TrimSpace(of); {
	case of == "void":
		return "return;"
	case !f.isC():
		return "return {};"
	case of == "gboolean":
		return "return FALSE;"
	case isPointer(of) || of == "gpointer":
		return "return NULL;"
	}
	return "return 0;"
}

// after visits what the function itself reads once a loop is over, or all of it without one.
func (f *function) after(at *spot, visit func(*node)) {
	f.body.Walk(func(n *node) bool {
		if n.Kind == "LambdaExpr" {
			return false
		}
		if at == nil || n.Begin() >= at.call.End() || f.repeats(at, n) {
			visit(n)
		}
		return true
	})
}

// repeating are the statements that do something again.
var repeating = []string{"ForStmt", "WhileStmt", "DoStmt", "CXXForRangeStmt"}

// repeats: the loop is in a loop of the language, whose next round comes after it.
func (f *function) repeats(at *spot, n *node) bool {
	for b := at.block; b != nil && b != f.body; b = b.Parent {
		if slices.Contains(repeating, b.Kind) && n.Begin() >= b.Begin() && n.End() <= b.End() {
			return true
		}
	}
	return false
}

// fresh is a name that the function does not have as a word.
func (f *function) fresh(name string) string {
	text := string(f.text[f.Begin():f.End()])
	words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for slices.Contains(words, name) {
		name += "Still"
	}
	return name
}

// including is the edit that has a header included, nil where it is.
func (f *function) including(header string) []Edit {
	if bytes.Contains(f.text, []byte("<"+header+">")) {
		return nil
	}
	at := 0
	for i := 0; i < f.Begin(); {
		end := bytes.IndexByte(f.text[i:], '\n')
		if end < 0 {
			break
		}
		if bytes.HasPrefix(f.text[i:], []byte("#include")) && at == 0 {
			at = i
		}
		i += end + 1
	}
	return []Edit{{File: f.file, Offset: at, Text: "#include <" + header + ">\n"}}
}
