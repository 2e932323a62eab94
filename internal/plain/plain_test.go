package plain

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"Größe of 名":      "Größe of 名",
		"a\x1b]0;x\x07b":  `a\x1b]0;x\x07b`,
		"a\u202eb":        `a\u202eb`,
		"\u009b2J":        `\u009b2J`,
		"\xff\x9b":        `\xff\x9b`,
		"line\nline":      `line\x0aline`,
		"\U000e0001":      `\U000e0001`,
		"\r\x7f\u200b":    `\x0d\x7f\u200b`,
		"kept � as it is": "kept � as it is",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWriter(t *testing.T) {
	for in, want := range map[string]string{
		"a name\n\tand ü 名\n":            "a name\n\tand ü 名\n",
		"\x1b[1;31mred\x1b[0m":           "\x1b[1;31mred\x1b[0m",
		"\x1b]0;title\x07":               `\x1b]0;title\x07`,
		"\x1b[2Jgone":                    `\x1b[2Jgone`,
		"\x1b[31;\x1b[0m":                `\x1b[31;` + "\x1b[0m",
		"\x1b[111111111111111111111111m": `\x1b[111111111111111111111111m`,
		"\u009b2J\u202eabc\x9b":          `\u009b2J\u202eabc\x9b`,
		"over\rwritten\b":                `over\x0dwritten\x08`,
	} {
		// However the text is cut, it comes out the same.
		for n := 1; n <= len(in); n++ {
			var b bytes.Buffer
			w := NewWriter(&b)
			for at := 0; at < len(in); at += n {
				part := in[at:min(at+n, len(in))]
				if k, err := w.Write([]byte(part)); k != len(part) || err != nil {
					t.Fatalf("Write: %d, %v", k, err)
				}
			}
			if b.String() != want {
				t.Errorf("%q in pieces of %d: %q, want %q", in, n, b.String(), want)
			}
		}
	}
}

func FuzzWriter(f *testing.F) {
	f.Add([]byte("\x1b[1mx\x1b]"), uint8(3))
	f.Fuzz(func(t *testing.T, in []byte, cut uint8) {
		var b bytes.Buffer
		w := NewWriter(&b)
		at := min(int(cut), len(in))
		w.Write(in[:at])
		w.Write(in[at:])
		rest := colourAnywhere(b.String())
		if i := strings.IndexFunc(rest, func(c rune) bool { return c != '\n' && c != '\t' && unicode.IsControl(c) }); i >= 0 {
			t.Errorf("%q gives %q", in, b.String())
		}
	})
}

// colourAnywhere is s without its colours.
func colourAnywhere(s string) string {
	var out strings.Builder
	for s != "" {
		if n := len(colour().FindString(s)); n > 0 {
			s = s[n:]
			continue
		}
		out.WriteByte(s[0])
		s = s[1:]
	}
	return out.String()
}
