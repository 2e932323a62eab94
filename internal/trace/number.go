package trace

import "strconv"

// splitNumber cuts a number off the end of a text, so that texts which differ in
// it alone need only one definition. A number has at most 18 digits, no 0 before
// others, and is no part of a word; all others stay in the text.
func splitNumber(s string) (stem string, number uint64, ok bool) {
	at := len(s)
	for at > 0 && len(s)-at < 18 && s[at-1] >= '0' && s[at-1] <= '9' {
		at--
	}
	if at == len(s) || at > 0 && isLetter(s[at-1]) || s[at] == '0' && len(s)-at > 1 {
		return s, 0, false
	}
	number, err := strconv.ParseUint(s[at:], 10, 64)
	return s[:at], number, err == nil
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
