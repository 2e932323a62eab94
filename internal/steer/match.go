package steer

import (
	"slices"
	"strings"

	"sparseracer/internal/system"
)

// Match is how well a report fits a prediction.
type Match struct {
	Use, Free, Alloc bool
	// FreeCaller: the free was found below its own function, as happens when
	// that is optimised to leave the stack before it frees.
	FreeCaller bool
	// Proves: good enough for a heap-use-after-free. The use and the object
	// must be the predicted ones; the free may differ, for an optimised build
	// loses its innermost function. Without a recorded allocation, or where QML
	// made the object and the report shows libraries alone, the free has to make
	// up for it.
	Proves bool
	Note   string // the grade in words
}

// MatchReport compares the report's frames with the expected functions, of the
// example first and then of every other place below the race; the best counts.
func MatchReport(r *Report, want Expect) Match {
	best := matchOne(r, want)
	for _, also := range want.Also {
		also.Variable = want.Variable
		if m := matchOne(r, also); m.rank() > best.rank() {
			best = m
		}
	}
	return best
}

func matchOne(r *Report, want Expect) Match {
	unknown := want.unknownAlloc(r)
	m := Match{
		Use:   leads(r.Use, want.Use),
		Free:  leads(r.Free, want.Free) || startsAlike(r.Free, want.Free),
		Alloc: unknown || leads(r.Alloc, want.Alloc),
	}
	m.FreeCaller = !m.Free && leadsBelow(r.Free, want.Free)
	m.Proves = m.Use && m.Alloc && (!unknown || m.Free || m.FreeCaller)
	m.Note = m.words(r, want)
	return m
}

// wholly: all three stacks are the predicted ones.
func (m Match) wholly() bool { return m.Proves && (m.Free || m.FreeCaller) }

func (m Match) rank() int {
	n := 0
	for i, yes := range []bool{m.FreeCaller, m.Free, m.Alloc, m.Use, m.Proves} {
		if yes {
			n |= 1 << i
		}
	}
	return n
}

func (m Match) words(r *Report, want Expect) string {
	switch {
	case !symbolized(r.Use):
		return "the report names no functions: no symbolizer, or no symbols"
	case !m.Use:
		return "the use differs: " + describe(r.Use) + " instead of " + head(want.Use)
	case !m.Alloc && len(r.Alloc) == 0: // a fault, not a use of what was freed
		return "use matches; the report does not say of which object"
	case !m.Alloc:
		return "use matches; the object differs: allocated in " + describe(r.Alloc) + " instead of " + head(want.Alloc)
	}
	if want.Variable && (m.Free || m.FreeCaller) {
		return "use matches, and so does the function that had the variable (" + askedFor + ")"
	}
	both, unknown := "use and alloc match", want.unknownAlloc(r)
	if unknown {
		both = "use matches (allocation unknown)"
	}
	switch {
	case m.Free && unknown:
		return "use and free match (allocation unknown)"
	case m.Free:
		return "use, free and alloc match"
	case m.FreeCaller:
		return both + "; free matches from its caller on (optimised code left the stack first)"
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

// unknownAlloc: the report's allocation is not compared. QML makes objects in its own code, in which a report's stack ends.
func (want Expect) unknownAlloc(r *Report) bool {
	ofQML := func(function string) bool { return strings.HasPrefix(function, "QQmlPrivate::QQmlElement<") }
	return len(want.Alloc) == 0 || cutOff(r.Alloc) && slices.ContainsFunc(want.Free, ofQML)
}

// cutOff: the stack ends in libraries, which AddressSanitizer cannot unwind where they have no frame pointers. It
// says nothing of the application.
func cutOff(stack []Frame) bool { return symbolized(stack) && own(stack) < 0 }

// startsAlike: of a stack that is cut off, its first function is the one expected, a library's for a class of the
// application's (QQmlElement<Page>). The allocator's own functions stand before it.
func startsAlike(stack []Frame, want []string) bool {
	if !cutOff(stack) {
		return false
	}
	for len(stack) > 0 && libraryName(simplify(stack[0].Function)) {
		stack = stack[1:]
	}
	for len(want) > 0 && libraryName(simplify(want[0])) {
		want = want[1:]
	}
	return len(stack) > 0 && len(want) > 0 && strings.Contains(stack[0].Function, "<") && stack[0].Function == want[0]
}

// leadsBelow: the stack starts at a caller of the function expected. What ends
// in a jump to operator delete, as optimised destructors do and one function
// around them may, is not in the stack; what called it is, be it the
// application's or Qt's.
func leadsBelow(stack []Frame, want []string) bool {
	for len(stack) > 0 && libraryName(simplify(stack[0].Function)) {
		stack = stack[1:]
	}
	if len(stack) == 0 || stack[0].Function == "" {
		return false
	}
	got, gone := simplify(stack[0].Function), 0
	for i, w := range want {
		s := simplify(w)
		if s == got {
			return i > 0
		}
		if !headerName(s) && !strings.Contains(s, "::~") {
			gone++
		}
		if gone > 1 {
			return false
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

// foreign: a frame of the system's libraries, of Qt, of the allocator, of our hooks on
// them, or of a header that they bring.
func (f *Frame) foreign() bool {
	if f.Function == "" || libraryName(simplify(f.Function)) && !f.inSource() {
		return true
	}
	return system.IsSystemPath(f.File) || system.IsSystemPath(f.Module) || system.OwnerOf(f.Module) == system.Ours
}

// inSource: the frame has a file, and that is none of the system's: a function
// of the application that bears a libc function's name.
func (f *Frame) inSource() bool {
	return f.File != "" && !system.IsSystemPath(f.File) && system.IsIntercepted(simplify(f.Function))
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
	for i := range stack { // of a library's header, compiled with the program
		if f := &stack[i]; f.Function != "" && f.Module != "" && !system.IsSystemPath(f.Module) && system.OwnerOf(f.Module) != system.Ours {
			return simplify(f.Function)
		}
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
