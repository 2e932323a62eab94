package steer

import (
	"strings"
	"unicode"
)

// Printable keeps what a recording or a program said from playing with a terminal.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, s)
}
