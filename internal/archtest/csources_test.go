package archtest

import (
	"bytes"
	"path"
	"regexp"
	"testing"
)

// forbidden are calls that C code inside someone else's process must not make:
// they can end it.
var forbidden = regexp.MustCompile(`(?m)(^|[^\w.>])(abort|exit|_exit|quick_exit|assert|raise)\s*\(`)

var comment = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"`)

// cFaults names what a C or C++ source does against the rules.
func cFaults(file string, src []byte) []string {
	var faults []string
	if !bytes.HasPrefix(src, []byte("/* "+path.Base(file)+":")) && !bytes.HasPrefix(src, []byte("// "+path.Base(file)+":")) {
		faults = append(faults, "does not open with its name and what it is")
	}
	if n := bytes.Count(src, []byte("\n")); n > 600 {
		faults = append(faults, "has more than 600 lines")
	}
	code := comment.ReplaceAll(src, []byte(" "))
	if m := forbidden.FindSubmatch(code); m != nil && !ownPrograms.MatchString(path.Dir(file)) {
		faults = append(faults, "calls "+string(m[2]))
	}
	return faults
}

// ownPrograms are in nobody's process: they may end themselves.
var ownPrograms = regexp.MustCompile(`(^|/)selftest(/|$)`)

func TestCRules(t *testing.T) {
	for file, src := range cSources(t) {
		if path.Ext(file) == ".S" || path.Ext(file) == ".def" || path.Base(path.Dir(file)) == "sparserec" {
			continue
		}
		for _, fault := range cFaults(file, src) {
			t.Errorf("%s %s", file, fault)
		}
	}
}

func TestCFaultIsSeen(t *testing.T) {
	for src, want := range map[string]int{
		"/* a.c: a */\nint f(void) { return my_exit(1); } // exit(1)\n": 0,
		"// a.c: a\nvoid f() { std::exit(1); }\n":                       1,
		"/* a.c: a */\nvoid f(void) { exit(1); }\n":                     1,
		"/* b.c: of another name */\n":                                  1,
		"int x;\n":                                                      1,
	} {
		if got := len(cFaults("room/a.c", []byte(src))); got != want {
			t.Errorf("%q: %d faults, expected %d", src, got, want)
		}
	}
}
