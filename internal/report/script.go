package report

import (
	"regexp"
	"strconv"

	"sparseracer/internal/symbols"
)

// A script's line, as the recorder writes it: `FILE:LINE FUNCTION`.
var scriptLine = regexp.MustCompile(`^(.*):([0-9]{1,9})(?: (.*))?$`)

// scriptFrame is the line of QML or JavaScript that called what did something, nil if none did.
func scriptFrame(script string) *symbols.Frame {
	m := scriptLine.FindStringSubmatch(script)
	if m == nil {
		return nil
	}
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return nil
	}
	f := &symbols.Frame{Function: m[3], File: m[1], Line: line}
	if f.Function == "" {
		f.Function = "a script"
	}
	if f.File == "" {
		f.File = "?"
	}
	return f
}

// scripted is where a step was taken, in C++ or, where none of the program's own shows, in the script
// that called the library; and, where both do, words for the script.
func scripted(stack []symbols.Frame, script string) (at *symbols.Frame, from string) {
	at, caller := stepFrame(stack), scriptFrame(script)
	switch {
	case at == nil:
		at = caller
	case caller != nil:
		from = " from " + placeText(caller)
	}
	return at, from
}
