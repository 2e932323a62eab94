package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"sparseracer/internal/plain"
)

// maxName bounds one name in text; C++ names of templates reach thousands of
// characters, and a hostile trace any length.
const maxName = 400

// clean makes a name from a trace fit for a terminal: control characters
// (escape sequences among them), characters that reorder or hide text and
// bytes that are no UTF-8 become visible escapes.
func clean(s string) string {
	if len(s) > maxName {
		cut := maxName
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	return plain.Text(s)
}

// Clean is clean for who shows names of a trace beside a report.
func Clean(s string) string { return clean(s) }

// command is a command of ours as a shell takes it. Arguments that are flags
// come after the trace; the trace itself never looks like one.
func command(verb, trace string, rest ...string) string {
	words := []string{"sparseracer", verb}
	if trace != "" {
		if strings.HasPrefix(trace, "-") && trace != "-" { // - alone is a pipe
			trace = "./" + trace
		}
		words = append(words, trace)
	}
	words = append(words, rest...)
	for i, w := range words {
		words[i] = quote(w)
	}
	return strings.Join(words, " ")
}

// CommandOn is a verb's command for a trace or a schedule, with what follows, as a shell takes it.
func CommandOn(verb, file string, rest ...string) string { return command(verb, file, rest...) }

// Command is a command of ours as a shell takes it, to be read or copied.
func Command(words ...string) string { return command(words[0], "", words[1:]...) }

// quote makes one shell word. What a terminal must not see is written in the
// $'…' form of bash, zsh and POSIX 2024.
func quote(s string) string {
	bare := s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-./+:@%,", c))
	})
	switch {
	case bare:
		return s
	case plain.Text(s) == s && !strings.Contains(s, "\n"):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString("'")
	return b.String()
}
