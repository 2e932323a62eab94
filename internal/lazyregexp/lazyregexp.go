// Package lazyregexp compiles regular expressions when they are first asked for. The tool starts for each of its
// verbs, and one verb needs few of them.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New is regexp.MustCompile of the text, once, when it is first called. A text that is no expression panics then: who
// declares one has a test that uses it.
func New(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
