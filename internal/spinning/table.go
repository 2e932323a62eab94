package spinning

import (
	"bytes"
	"fmt"
	"strings"
)

// Table are the calls that spin a nested loop: the class or namespace, "" for a plain function, and
// its functions. A class stands for those that derive from it. These are all; --spins adds to them.
var Table = []Spins{
	{"QDialog", "exec exec_", of{}},
	{"QMenu", "exec", of{}},
	{"QDrag", "exec", of{}},
	{"QMessageBox", "question information warning critical about aboutQt", of{static: true}},
	{"QInputDialog", "getText getMultiLineText getInt getDouble getItem", of{static: true}},
	{"QFileDialog", "getOpenFileName getOpenFileNames getSaveFileName getExistingDirectory getOpenFileUrl getOpenFileUrls getSaveFileUrl getExistingDirectoryUrl", of{static: true}},
	{"QColorDialog", "getColor", of{static: true}},
	{"QFontDialog", "getFont", of{static: true}},
	{"QEventLoop", "exec processEvents", of{}},
	{"QCoreApplication", "processEvents", of{}},
	{"QProcess", "waitForStarted waitForFinished waitForReadyRead waitForBytesWritten", of{waits: true}},
	{"QIODevice", "waitForReadyRead waitForBytesWritten", of{waits: true}},
	{"QAbstractSocket", "waitForConnected waitForDisconnected waitForReadyRead waitForBytesWritten", of{waits: true}},
	{"QLocalSocket", "waitForConnected waitForDisconnected waitForReadyRead waitForBytesWritten", of{waits: true}},
	{"QTest", "qWait qWaitFor qWaitForWindowActive qWaitForWindowExposed", of{static: true}},
	{"KJob", "exec", of{ends: true}},
	{"KMessageBox", "questionYesNo questionYesNoCancel questionYesNoList questionTwoActions questionTwoActionsCancel questionTwoActionsList " +
		"warningYesNo warningYesNoCancel warningYesNoList warningYesNoCancelList warningTwoActions warningTwoActionsCancel warningTwoActionsList " +
		"warningTwoActionsCancelList warningContinueCancel warningContinueCancelList warningContinueCancelDetailed " +
		"error errorList detailedError sorry detailedSorry information informationList messageBox", of{static: true}},
	{"", "gtk_dialog_run gtk_main g_main_loop_run g_main_context_iteration uv_run", of{}},
}

// Spins are functions of one class or namespace.
type Spins struct {
	Of, Functions string
	of
}

// of is what such functions have in common.
type of struct {
	static bool // they are called by the class's name, which a source that calls one has in it
	waits  bool // they run what is connected to their object and nothing else (an assumption about Qt); no loop where the source connects nothing (a heuristic)
	ends   bool // their object is there when they return, though it deletes itself later (KJob's documentation; an assumption)
}

// outermost are the loops of a program's life where main calls them.
var outermost = map[string]bool{"gtk_main": true, "g_main_loop_run": true, "g_main_context_iteration": true, "uv_run": true}

// table is Table as it is asked: by function, then by class; of "*" are all classes.
type table map[string]map[string]of

// newTable reads Table and names as CLASS::FUNCTION or FUNCTION.
func newTable(more []string) (table, error) {
	t := table{}
	for _, row := range Table {
		for _, f := range strings.Fields(row.Functions) {
			t.add(row.Of, f, row.of)
		}
	}
	for _, name := range more {
		class, f := "*", name
		if i := strings.LastIndex(name, "::"); i >= 0 {
			class, f = name[:i], name[i+2:]
			class = class[strings.LastIndexByte(class, ':')+1:]
		}
		if !isName(class) && class != "*" || !isName(f) {
			return nil, fmt.Errorf("--spins=%q: expected a function as NAME or CLASS::NAME", name)
		}
		t.add(class, f, of{})
	}
	return t, nil
}

func (t table) add(class, function string, kind of) {
	if t[function] == nil {
		t[function] = map[string]of{}
	}
	t[function][class] = kind
}

// calledIn: a text has what may be a call of one of the functions: its name before a bracket, and for
// functions that are called by their class's name that one, too.
func (t table) calledIn(text []byte) bool {
	calls, words := map[string]bool{}, map[string]bool{}
	for i := 0; i < len(text); {
		if !isWord(text[i]) {
			i++
			continue
		}
		end := i + 1
		for end < len(text) && isWord(text[end]) {
			end++
		}
		word := string(text[i:end])
		words[word] = true
		if rest := bytes.TrimLeft(text[end:min(len(text), end+80)], " \t\n"); t[word] != nil && len(rest) > 0 && rest[0] == '(' {
			calls[word] = true
		}
		i = end
	}
	for f := range calls {
		for class, kind := range t[f] {
			if !kind.static || words[class] {
				return true
			}
		}
	}
	return false
}

func isWord(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

func (t table) names() map[string]bool {
	out := map[string]bool{}
	for f := range t {
		out[f] = true
	}
	return out
}

func isName(s string) bool {
	for i, c := range []byte(s) {
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
