package ignorelist

import (
	"fmt"
	"regexp"
	"strings"
)

// glob is a pattern as LLVM has them: * is any text, slashes included, ? one
// character, [a-z] and [^a-z] (or [!a-z]) a set, {a,b} a choice that holds no
// other choice, \ takes the next character as it is.
type glob struct{ re *regexp.Regexp }

func (g *glob) match(s string) bool { return g.re.MatchString(s) }

// compile translates a glob to an anchored regular expression, which Go
// matches in time linear in the text.
func compile(pattern string) (*glob, error) {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	inChoice := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '*':
			b.WriteString(".*")
		case c == '?':
			b.WriteString(".")
		case c == '[':
			end, set := bracket(pattern[i:])
			if end == 0 {
				return nil, fmt.Errorf("glob %q: [ without ]", pattern)
			}
			b.WriteString(set)
			i += end
		case c == '{' && inChoice:
			return nil, fmt.Errorf("glob %q: { inside { }", pattern)
		case c == '{':
			inChoice = true
			b.WriteString("(?:")
		case c == '}' && inChoice:
			inChoice = false
			b.WriteString(")")
		case c == ',' && inChoice:
			b.WriteString("|")
		case c == '\\' && i+1 == len(pattern):
			return nil, fmt.Errorf("glob %q: nothing behind the last \\", pattern)
		case c == '\\':
			i++
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		}
	}
	if inChoice {
		return nil, fmt.Errorf("glob %q: { without }", pattern)
	}
	re, err := regexp.Compile(b.String() + `\z`)
	if err != nil {
		return nil, fmt.Errorf("glob %q: %w", pattern, err)
	}
	return &glob{re}, nil
}

// bracket translates the set that s begins with and returns where its ] is, 0
// if there is none. A ] that comes first belongs to the set.
func bracket(s string) (end int, set string) {
	at, not := 1, ""
	if len(s) > 1 && (s[1] == '^' || s[1] == '!') {
		at, not = 2, "^"
	}
	if at >= len(s) {
		return 0, ""
	}
	n := strings.IndexByte(s[at+1:], ']')
	if n < 0 {
		return 0, ""
	}
	end = at + 1 + n
	inner := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `^`, `\^`, `&`, `\&`).Replace(s[at:end])
	return end, "[" + not + inner + "]"
}
