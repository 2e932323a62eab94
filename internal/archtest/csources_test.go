package archtest

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// forbidden are calls that C code inside someone else's process must not make:
// they can end it.
var forbidden = regexp.MustCompile(`(?m)(^|[^\w.>])(abort|exit|_exit|quick_exit|assert|raise)\s*\(`)

var comment = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"`)

// cFaults names what a C source does against the rules.
func cFaults(src []byte) []string {
	var faults []string
	if !bytes.HasPrefix(src, []byte("/*")) {
		faults = append(faults, "does not open with what it is")
	}
	if n := bytes.Count(src, []byte("\n")); n > 600 {
		faults = append(faults, "has more than 600 lines")
	}
	code := comment.ReplaceAll(src, []byte(" "))
	if m := forbidden.FindSubmatch(code); m != nil {
		faults = append(faults, "calls "+string(m[2]))
	}
	return faults
}

func TestCRules(t *testing.T) {
	var files []string
	for _, pattern := range []string{"tracelib/src/*.[ch]", "qtpatch/*.[ch]", "qtpatch/src/*.[ch]", "stocklib/src/*.[ch]", "flowlib/src/*.[ch]", "flowlib/net/*.[ch]", "uvpatch/src/*.[ch]", "glibpatch/src/*.[ch]"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 4 {
		t.Fatalf("found only %d C sources", len(files))
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range cFaults(src) {
			t.Errorf("%s %s", f, fault)
		}
	}
}

func TestCFaultIsSeen(t *testing.T) {
	for src, want := range map[string]int{
		"/* a */\nint f(void) { return my_exit(1); } // exit(1)\n": 0,
		"/* a */\nvoid f(void) { exit(1); }\n":                     1,
		"int x;\n":                                                 1,
	} {
		if got := len(cFaults([]byte(src))); got != want {
			t.Errorf("%q: %d faults, expected %d", src, got, want)
		}
	}
}
