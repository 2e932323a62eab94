// Package steeringtest writes what the libraries in a program write, in the words of the
// definition: for fakes in tests, and for programs that are built with one word renamed.
package steeringtest

import (
	"fmt"
	"regexp"
	"strings"

	"sparseracer/internal/steering"
)

// word is the text of a row; a test that names none is wrong.
func word(group, name string) string {
	for _, w := range steering.Words {
		if w.Group == group && w.Name == name {
			return w.Text
		}
	}
	panic(fmt.Sprintf("the definition has no %s %s", group, name))
}

var token = regexp.MustCompile(`<(\w+)\.(\w+)>`)

// Expand puts words in the place of "<group.name>".
func Expand(text string) string {
	return token.ReplaceAllStringFunc(text, func(t string) string {
		m := token.FindStringSubmatch(t)
		return word(m[1], m[2])
	})
}

// Verdict is a file of verdicts. Its lines are given by the names of their words: a
// verdict, then of a goal the handler and its moment, of a divergence the code.
func Verdict(lines string) string {
	return steering.Head(steering.HeadVerdict) + "\n" + Lines(lines)
}

// Lines are those without the head.
func Lines(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		b.WriteString(word("verdict", name))
		switch {
		case name == "goal":
			handler, moment, _ := strings.Cut(rest, " ")
			rest = word("goal", handler) + " " + word("moment", moment)
		case name == "diverged":
			code, why, _ := strings.Cut(rest, " ")
			rest = strings.TrimSuffix(word("diverged", code)+" "+why, " ")
		}
		if rest != "" {
			b.WriteString(" " + rest)
		}
		if strings.HasSuffix(line, "\n") {
			b.WriteString("\n") // the last line may still be being written
		}
	}
	return b.String()
}
