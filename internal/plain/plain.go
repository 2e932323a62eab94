// Package plain keeps what a trace, a schedule or a program said from playing
// with a terminal: control characters, among them those that begin an escape
// sequence, and characters that reorder or hide text become visible.
package plain

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Text is s with each character that is not visible, and each byte that is no
// UTF-8, as a visible escape such as \x1b or \u202e.
func Text(s string) string { return escape(s, Visible) }

// Visible excludes controls, format characters (bidirectional overrides, zero
// widths), line separators and private use.
func Visible(c rune) bool { return c == ' ' || unicode.IsPrint(c) }

// harmless are the characters that a text of several lines may hold. Format
// characters without effect on their neighbours (a soft hyphen) stay.
func harmless(c rune) bool {
	switch {
	case c == '\n' || c == '\t':
		return true
	case unicode.IsControl(c):
		return false
	}
	return !unicode.Is(unicode.Bidi_Control, c)
}

func escape(s string, keep func(rune) bool) string {
	if !strings.ContainsFunc(s, func(c rune) bool { return c == utf8.RuneError || !keep(c) }) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case keep(c):
			b.WriteRune(c)
		case c < 0x80:
			fmt.Fprintf(&b, `\x%02x`, c)
		case c <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			fmt.Fprintf(&b, `\U%08x`, c)
		}
		i += n
	}
	return b.String()
}

// Writer is what the tool says to people. It passes text and colours (SGR
// sequences) on, and makes every other control character visible: no name that a
// message repeats can move the cursor, set a title or answer a question.
type Writer struct {
	to   io.Writer
	tail []byte // the beginning of a character or of a colour, whose rest is still to come
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// File is the file that text goes to, nil if it goes elsewhere.
func (w *Writer) File() *os.File {
	f, _ := w.to.(*os.File)
	return f
}

var (
	colour     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^\x1b\\[[0-9;]{0,16}m") })
	unfinished = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^\x1b(\\[[0-9;]{0,16})?$") })
)

// Write passes p on. What it holds back, at most one character or one colour, comes
// with the next text.
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.tail, p...)
	w.tail = nil
	var out strings.Builder
	for len(text) > 0 {
		esc := bytes.IndexByte(text, 0x1b)
		switch {
		case esc < 0:
			whole := len(text) - partial(text)
			out.WriteString(escape(string(text[:whole]), harmless))
			w.tail, text = append(w.tail, text[whole:]...), nil
		case esc > 0:
			out.WriteString(escape(string(text[:esc]), harmless))
			text = text[esc:]
		case unfinished().Match(text):
			w.tail, text = append(w.tail, text...), nil
		default:
			n := len(colour().Find(text))
			if n == 0 {
				n = 1
				out.WriteString(`\x1b`)
			} else {
				out.Write(text[:n])
			}
			text = text[n:]
		}
	}
	if _, err := io.WriteString(w.to, out.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// partial is the length of a character at the end of p that is not whole yet.
func partial(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if c := p[len(p)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(p[len(p)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
