package steer

import (
	"strings"

	"sparseracer/internal/system"
)

// simplify reduces a demangled name to what two demanglers and two compilers
// agree on: no return type, template arguments, parameters, qualifiers, ABI
// tags, clone suffixes; every lambda is "{lambda}".
//
//	"void a::b<int>(int)::$_0::operator()() const [clone .cold]" -> "a::b::{lambda}::operator()"
func simplify(name string) string {
	for _, p := range []string{"non-virtual thunk to ", "virtual thunk to ", "covariant return thunk to "} {
		name = strings.TrimPrefix(name, p)
	}
	if i := strings.Index(name, " [clone "); i >= 0 {
		name = name[:i]
	}
	if i := strings.Index(name, " (."); i >= 0 {
		name = name[:i]
	}
	name = strings.ReplaceAll(name, "(anonymous namespace)", "{anonymous}")
	name = strings.TrimSpace(stripBrackets(name))
	for _, q := range []string{" const", " volatile", " &&", " &"} {
		for strings.HasSuffix(name, q) {
			name = strings.TrimSuffix(name, q)
		}
	}
	// The qualifiers of an enclosing function stay in the middle of a name.
	for _, q := range []string{" &&::", " &::", " volatile::", " const::"} {
		name = strings.ReplaceAll(name, q, "::")
	}
	parts := strings.Split(lastWord(name), "::")
	for i, p := range parts {
		if strings.HasPrefix(p, "$_") || strings.HasPrefix(p, "'lambda") || strings.HasPrefix(p, "{lambda") {
			parts[i] = "{lambda}"
		}
	}
	return cutClone(strings.Join(parts, "::"))
}

// stripBrackets drops (…), <…> and […] with what is inside, but keeps the
// brackets that are an operator's name.
func stripBrackets(s string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(s); i++ {
		if depth == 0 && (i == 0 || !wordByte(s[i-1])) {
			if op := operatorName(s[i:]); op != "" {
				b.WriteString(op)
				i += len(op) - 1
				continue
			}
		}
		switch c := s[i]; c {
		case '(', '<', '[':
			depth++
		case ')', '>', ']':
			if c == '>' && i > 0 && s[i-1] == '-' {
				continue // the arrow of a trailing type
			}
			depth = max(0, depth-1)
		default:
			if depth == 0 {
				b.WriteByte(c)
			}
		}
	}
	return b.String()
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// operatorName returns the operator that s begins with, if its name holds
// brackets.
func operatorName(s string) string {
	for _, op := range []string{"operator()", "operator[]", "operator new[]", "operator delete[]", "operator<=>",
		"operator<<=", "operator>>=", "operator->*", "operator<<", "operator>>", "operator<=", "operator>=",
		"operator->", "operator<", "operator>"} {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	return ""
}

// lastWord drops a return type: what stands before the last space, unless the
// space belongs to an operator ("operator new", "operator bool").
func lastWord(s string) string {
	end := len(s)
	if i := strings.LastIndex(s, "operator "); i >= 0 && (i == 0 || !wordByte(s[i-1])) {
		end = i
	}
	if i := strings.LastIndex(s[:end], " "); i >= 0 {
		return s[i+1:]
	}
	return s
}

// cutClone drops what compilers append to the names of copies of C functions.
func cutClone(s string) string {
	for _, mark := range []string{".part.", ".isra.", ".constprop.", ".cold", ".llvm.", ".lto_priv."} {
		if i := strings.Index(s, mark); i > 0 {
			s = s[:i]
		}
	}
	return s
}

// libraryName reports whether a simplified name is the allocator's, libc's or
// that of a header of the standard library or Qt: such frames stand above the
// application's without being its own.
func libraryName(s string) bool { return system.IsLibraryFunction(s) || system.IsIntercepted(s) }

// headerName reports whether an expected function may be missing from the
// report: besides libraries proper, Qt's headers, which an instrumented build
// compiles with the application and a report shows with a path of the system.
func headerName(s string) bool { return libraryName(s) || system.IsToolkitFunction(s) }
