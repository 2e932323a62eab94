package symbols

import "strings"

// Demangled names of C++ functions, in two forms. For a reader the arguments of
// templates and long lists of parameters are shortened: in text only, JSON, SARIF and
// suppressions have whole names. For a comparison all goes that two compilers and two
// demanglers may write in different ways. Names are text here, not trees of a
// demangler: those of sanitizers' reports and of llvm-symbolizer come demangled.

const (
	longName     = 60 // up to here a name stands as it is, in characters
	longTemplate = 12 // template arguments that are kept
	longParams   = 40 // parameters that are kept
	mostName     = 4096
)

// Brief is a function's name, shortened where it is long: first template
// arguments, then parameters, then the type that templates of functions return.
func Brief(name string) string {
	if len(name) <= longName {
		return name
	}
	s := elide(name[:min(len(name), mostName)])
	return s[returnType(s):]
}

// Bare is a function's name without parameters, for tables and headings:
// `a::operator()() const` is `a::operator()`.
func Bare(name string) string {
	s := Brief(name)
	for i := 0; i < len(s); {
		switch n := token(s, i); {
		case s[i] == '(' && n > 1 && !strings.HasPrefix(s[i:], "(anonymous namespace)") && !lambda(s, i):
			return s[:i]
		default:
			i += n
		}
	}
	return s
}

// Spoken is a function's name for a sentence: parameters are left out, and a
// lambda is called one.
func Spoken(name string) string {
	s := Bare(name)
	if s == name {
		return s
	}
	if in, ok := strings.CutSuffix(s, "::operator()"); ok {
		if i := strings.LastIndex(in, "::"); i > 0 && (strings.HasPrefix(in[i:], "::$_") || strings.HasPrefix(in[i:], "::{lambda") || strings.HasPrefix(in[i:], "::'lambda")) {
			return "lambda in " + in[:i]
		}
	}
	if len(s) < len(Brief(name)) {
		s += "()"
	}
	return s
}

// lambda distinguishes the parameters of a lambda, `{lambda(int)#1}`, from a function's.
func lambda(s string, i int) bool { return strings.HasSuffix(s[:i], "{lambda") }

// elide replaces what stands between brackets, where it is long.
func elide(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); {
		n := token(name, i)
		word := name[i : i+n]
		switch {
		case n > longTemplate && word[0] == '<' && word[n-1] == '>':
			word = "<…>"
		case n > longParams && word[0] == '(' && word[n-1] == ')':
			word = "(…)"
		}
		b.WriteString(word)
		i += n
	}
	return b.String()
}

// token is the length of what starts at name[i]: an operator's name, a pair of
// brackets with all between, or one byte.
func token(name string, i int) int {
	const operator = "operator"
	if strings.HasPrefix(name[i:], operator) && (i == 0 || !identifier(name[i-1])) {
		n := len(operator)
		for _, call := range []string{"()", "[]"} {
			if strings.HasPrefix(name[i+n:], call) {
				return n + 2
			}
		}
		for i+n < len(name) && n < len(operator)+3 && strings.IndexByte("<>=!+-*/%^&|~,", name[i+n]) >= 0 {
			n++
		}
		return templated(name, i, n)
	}
	if name[i] != '<' && name[i] != '(' {
		return 1
	}
	if n := closing(name, i); n > 0 {
		return n
	}
	return 1
}

// templated gives the '<' back that opens the arguments of an operator's
// template: `operator==<int>`, `operator<<<char>`.
func templated(name string, i, n int) int {
	sign := name[i+len("operator") : i+n]
	if len(sign) > 1 && strings.HasSuffix(sign, "<") && sign != "<<" && closing(name, i+n-1) > 0 {
		return n - 1
	}
	return n
}

// closing is the length from a bracket to its partner, 0 without one.
func closing(name string, i int) int {
	depth := 0
	for j := i; j < len(name); j++ {
		switch name[j] {
		case '<', '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '>':
			if j > 0 && name[j-1] == '-' {
				continue // operator->, or a trailing return type
			}
			depth--
		}
		if depth == 0 {
			return j - i + 1
		}
	}
	return 0
}

func identifier(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// returnType is the length of the type before the name of a function, with the
// blank after it; 0 for none. A conversion's name has blanks of its own.
func returnType(s string) int {
	cut := 0
	for i := 0; i < len(s); i += token(s, i) {
		switch {
		case strings.HasPrefix(s[i:], "operator"):
			return cut
		case s[i] == '(' && !strings.HasPrefix(s[i:], "(anonymous namespace)"):
			return cut
		case s[i] == ' ':
			cut = i + 1
		}
	}
	return 0
}

// Simplify reduces a demangled name to what two demanglers and two compilers
// agree on: no return type, template arguments, parameters, qualifiers, ABI
// tags, clone suffixes; every lambda is "{lambda}".
//
//	"void a::b<int>(int)::$_0::operator()() const [clone .cold]" -> "a::b::{lambda}::operator()"
func Simplify(name string) string {
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
	name = strings.TrimSpace(withoutBrackets(name))
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

// withoutBrackets drops (…), <…> and […] with what is inside, and brackets without a
// partner, but keeps those of an operator's name.
func withoutBrackets(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); {
		n := token(name, i)
		switch word := name[i : i+n]; word[0] {
		case '[':
			if n = max(closing(name, i), 1); name[i:i+n] == "[]" { // operator new[]
				b.WriteString("[]")
			}
		case '(', '<', ')', '>', ']':
		default:
			b.WriteString(word)
		}
		i += n
	}
	return b.String()
}

// lastWord drops a return type: what stands before the last space, unless the
// space belongs to an operator ("operator new", "operator bool").
func lastWord(s string) string {
	end := len(s)
	if i := strings.LastIndex(s, "operator "); i >= 0 && (i == 0 || !identifier(s[i-1])) {
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
