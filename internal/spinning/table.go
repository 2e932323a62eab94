package spinning

import (
	"fmt"
	"strings"
)

// Table are the calls that spin a nested loop: the class or namespace, "" for a plain function, and
// its functions. A class stands for those that derive from it. These are all; --spins adds to them.
var Table = []Spins{
	{"QDialog", "exec exec_"},
	{"QMenu", "exec"},
	{"QDrag", "exec"},
	{"QMessageBox", "question information warning critical about aboutQt"},
	{"QInputDialog", "getText getMultiLineText getInt getDouble getItem"},
	{"QFileDialog", "getOpenFileName getOpenFileNames getSaveFileName getExistingDirectory getOpenFileUrl getOpenFileUrls getSaveFileUrl getExistingDirectoryUrl"},
	{"QColorDialog", "getColor"},
	{"QFontDialog", "getFont"},
	{"QEventLoop", "exec processEvents"},
	{"QCoreApplication", "processEvents"},
	{"QProcess", "waitForStarted waitForFinished waitForReadyRead waitForBytesWritten"},
	{"QIODevice", "waitForReadyRead waitForBytesWritten"},
	{"QAbstractSocket", "waitForConnected waitForDisconnected waitForReadyRead waitForBytesWritten"},
	{"QLocalSocket", "waitForConnected waitForDisconnected waitForReadyRead waitForBytesWritten"},
	{"QTest", "qWait qWaitFor qWaitForWindowActive qWaitForWindowExposed"},
	{"KJob", "exec"},
	{"KMessageBox", "questionYesNo questionYesNoCancel questionYesNoList questionTwoActions questionTwoActionsCancel questionTwoActionsList " +
		"warningYesNo warningYesNoCancel warningYesNoList warningYesNoCancelList warningTwoActions warningTwoActionsCancel warningTwoActionsList " +
		"warningTwoActionsCancelList warningContinueCancel warningContinueCancelList warningContinueCancelDetailed " +
		"error errorList detailedError sorry detailedSorry information informationList messageBox"},
	{"", "gtk_dialog_run gtk_main g_main_loop_run g_main_context_iteration uv_run"},
}

// Spins are functions of one class or namespace.
type Spins struct{ Of, Functions string }

// outermost are the loops of a program's life where main calls them.
var outermost = map[string]bool{"gtk_main": true, "g_main_loop_run": true, "g_main_context_iteration": true, "uv_run": true}

// table is Table as it is asked: by function, then by class; of "*" are all classes.
type table map[string]map[string]bool

// newTable reads Table and names as CLASS::FUNCTION or FUNCTION.
func newTable(more []string) (table, error) {
	t := table{}
	for _, row := range Table {
		for _, f := range strings.Fields(row.Functions) {
			t.add(row.Of, f)
		}
	}
	for _, name := range more {
		of, f := "*", name
		if i := strings.LastIndex(name, "::"); i >= 0 {
			of, f = name[:i], name[i+2:]
			of = of[strings.LastIndexByte(of, ':')+1:]
		}
		if !isName(of) && of != "*" || !isName(f) {
			return nil, fmt.Errorf("--spins=%q: expected a function as NAME or CLASS::NAME", name)
		}
		t.add(of, f)
	}
	return t, nil
}

func (t table) add(of, function string) {
	if t[function] == nil {
		t[function] = map[string]bool{}
	}
	t[function][of] = true
}

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
