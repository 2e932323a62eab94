package crashreport

import "regexp"

// languages are the stacks of languages that have no native frames, by what they look like.
var languages = []struct {
	name string
	like *regexp.Regexp
}{
	{"Python", regexp.MustCompile(`(?m)^\s*Traceback \(most recent call last\):|^\s*File "[^"]+", line \d+, in `)},
	{"Go", regexp.MustCompile(`(?m)^goroutine \d+ \[[^\]]+\]:`)},
	{"Rust", regexp.MustCompile(`(?m)^thread '[^']*' (?:\(\d+\) )?panicked at `)},
	{"Java or Kotlin", regexp.MustCompile(`(?m)^\s*at [\w$.]+\.[\w$<>]+\([\w$]+\.(?:java|kt):\d+\)`)},
	{"JavaScript", regexp.MustCompile(`(?m)^\s*at .*\(?(?:file://|node:|/|https?:).*\.[cm]?[jt]s:\d+:\d+\)?`)},
	{"C#", regexp.MustCompile(`(?m)^\s*at [\w.<>` + "`" + `\[\],]+\(.*\) in .*\.cs:line \d+`)},
	{"Ruby", regexp.MustCompile("(?m)^\\s*(?:from )?\\S+\\.rb:\\d+:in [`']")},
	{"PHP", regexp.MustCompile(`(?m)^#\d+ \S+\.php\(\d+\):`)},
}

// otherLanguage names the language of a stack that is not of native code, "" for none.
func otherLanguage(text string) string {
	for _, l := range languages {
		if l.like.MatchString(text) {
			return l.name
		}
	}
	return ""
}
