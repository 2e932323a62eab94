package eventracer

import (
	"bytes"
	"io"
)

// Recognise reports whether a file of so many bytes begins as a log does: with two rows of
// strings, of which one at least holds something, or else with actions that fit into it. No
// trace does: the binary form begins with its name, and the text form has no bytes of 0.
func Recognise(in io.ReaderAt, size int64) bool {
	w := window{in: in, size: size}
	at, filled := int64(0), false
	num := func() int64 {
		if at+4 > size {
			return -1
		}
		b, err := w.bytes(at, 4)
		if err != nil {
			return -1
		}
		at += 4
		return int64(number(b))
	}
	for range 2 {
		n := num()
		if n < 0 || n > size-at-4 || n > 0 && !w.hasStrings(at, n) {
			return false
		}
		filled = filled || n > 0
		at += n + 4 // and their hash
	}
	actions, arcs := num(), num()
	return filled || actions > 0 && arcs >= 0 && actions*actionSize+arcs*arcSize <= size-at
}

// hasStrings reports whether n bytes end with an end of a string, and begin with text.
func (w *window) hasStrings(at, n int64) bool {
	last, err := w.bytes(at+n-1, 1)
	if err != nil || last[0] != 0 {
		return false
	}
	first, err := w.bytes(at, int(min(n, 256)))
	return err == nil && !bytes.ContainsFunc(first, func(c rune) bool { return c != 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r' })
}
