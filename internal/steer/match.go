package steer

import (
	"path/filepath"
	"strings"
)

// Match is how well a report fits a prediction.
type Match struct {
	Use, Free, Alloc bool
	// FreeCaller: the free was found below its own function, as happens when
	// an optimised destructor leaves the stack before it frees.
	FreeCaller bool
	Note       string // the grade in words
}

// MatchReport compares the report's application frames with the expected
// functions.
func MatchReport(r *Report, want Expect) Match {
	m := Match{
		Use:   leads(r.Use, want.Use),
		Free:  leads(r.Free, want.Free),
		Alloc: len(want.Alloc) == 0 || leads(r.Alloc, want.Alloc),
	}
	if !m.Free && len(r.Free) > 0 {
		m.FreeCaller = leadsBelow(r.Free, want.Free)
	}
	m.Note = m.words(r, want)
	return m
}

// Proves reports whether the match is good enough for a heap-use-after-free:
// the use and the object must be the predicted ones. The free may differ, for
// an optimised build loses its innermost function; without a recorded
// allocation it has to make up for it.
func (m Match) Proves(want Expect) bool {
	if len(want.Alloc) == 0 {
		return m.Use && (m.Free || m.FreeCaller)
	}
	return m.Use && m.Alloc
}

func (m Match) words(r *Report, want Expect) string {
	switch {
	case !symbolized(r.Use):
		return "the report names no functions: no symbolizer, or no symbols"
	case !m.Use:
		return "the use differs: " + describe(r.Use) + " instead of " + head(want.Use)
	case !m.Alloc:
		return "use matches; the object differs: allocated in " + describe(r.Alloc) + " instead of " + head(want.Alloc)
	}
	both := "use and alloc match"
	if len(want.Alloc) == 0 {
		both = "use matches, the allocation was not recorded"
	}
	switch {
	case m.Free && len(want.Alloc) == 0:
		return "use and free match, the allocation was not recorded"
	case m.Free:
		return "use, free and alloc match"
	case m.FreeCaller:
		return both + "; free matches from its caller on (the destructor left the stack first)"
	case len(r.Free) == 0:
		return both + "; free not reported"
	case len(want.Free) == 0:
		return both + "; free not predicted"
	case own(r.Free) < 0:
		return both + "; free shows no application function (optimised away)"
	}
	return both + "; free differs: " + describe(r.Free) + " instead of " + head(want.Free)
}

// leads: the first application frame is the first function expected, where
// header functions of libraries may be skipped in what is expected.
func leads(stack []Frame, want []string) bool {
	i := own(stack)
	if i < 0 {
		return false
	}
	got := simplify(stack[i].Function)
	for _, w := range want {
		s := simplify(w)
		if s == got {
			return true
		}
		if !headerName(s) {
			return false
		}
	}
	return false
}

// leadsBelow: the first application frame is a caller of the one expected.
func leadsBelow(stack []Frame, want []string) bool {
	i := own(stack)
	if i < 0 {
		return false
	}
	got := simplify(stack[i].Function)
	for _, w := range want {
		if simplify(w) == got {
			return true
		}
	}
	return false
}

// own returns the index of the first application frame, -1 if there is none.
func own(stack []Frame) int {
	for i, f := range stack {
		if !f.foreign() {
			return i
		}
	}
	return -1
}

// foreign: a frame of the system's libraries, of Qt, of the allocator, or of a
// header that they bring.
func (f *Frame) foreign() bool {
	if f.Function == "" || libraryName(simplify(f.Function)) && !f.inSource() {
		return true
	}
	return systemPath(f.File) || systemPath(f.Module) || strings.Contains(f.File, "compiler-rt/lib/") ||
		strings.Contains(f.File, "libsanitizer/")
}

// inSource: the frame has a file, and that is none of the system's: a function
// of the application that bears a libc function's name.
func (f *Frame) inSource() bool {
	return f.File != "" && !systemPath(f.File) && interceptors[simplify(f.Function)] &&
		!strings.Contains(f.File, "compiler-rt/") && !strings.Contains(f.File, "libsanitizer/")
}

func systemPath(path string) bool {
	if path == "" {
		return false
	}
	base := filepath.Base(path)
	if strings.HasPrefix(base, "libQt5") || strings.HasPrefix(base, "libQt6") {
		return true
	}
	for _, p := range []string{"/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/lib/", "/lib32/", "/lib64/", "/usr/include/",
		"/usr/libexec/", "/usr/share/", "/usr/src/"} {
		if strings.HasPrefix(filepath.Clean(path), p) {
			return true
		}
	}
	return false
}

func symbolized(stack []Frame) bool {
	for _, f := range stack {
		if f.Function != "" {
			return true
		}
	}
	return false
}

func describe(stack []Frame) string {
	if i := own(stack); i >= 0 {
		return simplify(stack[i].Function)
	}
	return "no application function"
}

func head(want []string) string {
	for _, w := range want {
		if s := simplify(w); !headerName(s) {
			return s
		}
	}
	if len(want) > 0 {
		return simplify(want[0])
	}
	return "nothing predicted"
}
