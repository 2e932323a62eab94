// Package steering has the words that the tool and the libraries in a program say to
// each other. They are generated from tracelib/include/sparserec/steering.def, which the
// libraries include: its head has the rule by which the version goes up.
package steering

import (
	"fmt"
	"strings"
)

//go:generate go run ./gen ../../tracelib/include/sparserec/steering.def words_gen.go

// Word is a row of the definition.
type Word struct{ Group, Name, Text string }

// Has reports whether a group has that word.
func Has(group, text string) bool {
	for _, w := range Words {
		if w.Group == group && w.Text == text {
			return true
		}
	}
	return false
}

// Group lists the words of a group.
func Group(group string) []string {
	var list []string
	for _, w := range Words {
		if w.Group == group {
			list = append(list, w.Text)
		}
	}
	return list
}

// Head is the first line of a file, without its end.
func Head(word string) string { return fmt.Sprintf("%s %d", word, Version) }

// CheckHead says what is wrong with the first line of what a library wrote, nil if it is
// of this version.
func CheckHead(word, line string) error {
	if line == Head(word) {
		return nil
	}
	theirs := "none"
	if v, ok := strings.CutPrefix(line, word+" "); ok {
		theirs = fmt.Sprintf("%.20q", v)
	}
	return fmt.Errorf("the library in the program is of another release than this tool: its version of the steering definition is %s, this tool's %d", theirs, Version)
}

// Option is a key of SPARSERACER_OPTIONS with its value, which must hold no quote.
func Option(key, value string) string { return key + "='" + value + "'" }
