package trace

import "strings"

// What the tag of a record other than an access may leave out of it. No record has both a size
// and a moment.
const (
	nextSeq  = 1 << iota // q: the sequence number is the previous one + 1
	noAttrs              // a: there are none
	noSize               // n: it is 0
	noMoment = noSize    // d: it is as the thread said last
)

var leaveOut = [...]struct{ letter, flag byte }{{'q', nextSeq}, {'a', noAttrs}, {'n', noSize}, {'d', noMoment}}

// mayLeaveOut has the flags that make sense for each kind of record.
var mayLeaveOut = func() (flags [32]byte) {
	for kind, fields := range recordFields {
		for _, l := range leaveOut {
			if strings.IndexByte(fields, l.letter) >= 0 {
				flags[kind] |= l.flag
			}
		}
	}
	return flags
}()

// fieldsLeft are the fields of a record by its flags, without the sequence number and
// without those that are left out.
var fieldsLeft = func() (left [32][8]string) {
	for kind, fields := range recordFields {
		for flags := range left[kind] {
			left[kind][flags] = strings.Map(func(letter rune) rune {
				if letter == 'q' || leftOut(byte(flags), byte(letter)) {
					return -1
				}
				return letter
			}, fields)
		}
	}
	return left
}()

// leftOut says whether a tag's flags leave out the field of that letter.
func leftOut(flags, letter byte) bool {
	for _, l := range leaveOut {
		if l.letter == letter {
			return flags&l.flag != 0
		}
	}
	return false
}
