package crashreport

import (
	"regexp"

	"sparseracer/internal/lazyregexp"
)

// languages are the stacks of languages that have no native frames, by what they look like.
var languages = []struct {
	name string
	like func() *regexp.Regexp
}{
	{"Python", lazyregexp.New(`(?m)^\s*Traceback \(most recent call last\):|^\s*File "[^"]+", line \d+, in `)},
	{"Go", lazyregexp.New(`(?m)^goroutine \d+ \[[^\]]+\]:`)},
	{"Rust", lazyregexp.New(`(?m)^thread '[^']*' (?:\(\d+\) )?panicked at `)},
	{"Java or Kotlin", lazyregexp.New(`(?m)^\s*at [\w$.]+\.[\w$<>]+\([\w$]+\.(?:java|kt):\d+\)`)},
	{"JavaScript", lazyregexp.New(`(?m)^\s*at .*\(?(?:file://|node:|/|https?:).*\.[cm]?[jt]s:\d+:\d+\)?`)},
	{"C#", lazyregexp.New(`(?m)^\s*at [\w.<>` + "`" + `\[\],]+\(.*\) in .*\.cs:line \d+`)},
	{"Ruby", lazyregexp.New("(?m)^\\s*(?:from )?\\S+\\.rb:\\d+:in [`']")},
	{"PHP", lazyregexp.New(`(?m)^#\d+ \S+\.php\(\d+\):`)},
}

// otherLanguage names the language of a stack that is not of native code, "" for none.
func otherLanguage(text string) string {
	for _, l := range languages {
		if l.like().MatchString(text) {
			return l.name
		}
	}
	return ""
}
