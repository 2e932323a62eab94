package symbols

import (
	"strings"

	"sparseracer/internal/trace"
)

// A function of a script is recorded as a module (docs/trace-format.md): its path names the
// function and its file, its addresses are the file's lines.

const scriptPrefix = "python:"

func isScript(p Place) bool {
	return p.Module != nil && strings.HasPrefix(p.Module.Path, scriptPrefix)
}

func scriptFrames(p Place) []Frame {
	function, file := scriptFunction(p.Module)
	line := p.PC - p.Module.Bias
	return []Frame{{Function: printable(function, 300), File: printable(file, 1000), Line: int(min(line, 1<<30)), Module: p.Module.Path, Offset: line}}
}

// IsScript: the function is of a script, not of what is loaded.
func (f *Frame) IsScript() bool { return strings.HasPrefix(f.Module, scriptPrefix) }

// scriptFunction is the function of a script that a module stands for, "" if it is no such.
func scriptFunction(m *trace.Module) (function, file string) {
	rest, is := strings.CutPrefix(m.Path, scriptPrefix)
	if !is {
		return "", ""
	}
	function, file, _ = strings.Cut(rest, ":")
	return function, file
}
