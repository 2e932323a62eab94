package report

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// Style is how text is laid out. The zero value suits a file: 80 columns, no
// colour, source lines from nowhere.
type Style struct {
	Width   int  // columns, 0 = 80
	Colour  bool // only when asked for; see UseColour
	Sources bool // quote source lines
	Stories int  // races that a listing describes in full, 0 = all
}

// UseColour decides about colour from `--color=auto|always|never` (or ""), the
// value of NO_COLOR and whether the output is a terminal.
func UseColour(flag, noColour string, terminal bool) (bool, error) {
	switch flag {
	case "", "auto":
		return terminal && noColour == "", nil
	case "always":
		return true, nil
	case "never":
		return false, nil
	}
	return false, fmt.Errorf("--color=%s: expected auto, always or never", clean(flag))
}

// page collects text; it knows width and colour.
type page struct {
	strings.Builder
	style   Style
	columns int // of running text
	sources sources
}

func newPage(s Style) *page {
	if s.Width <= 0 {
		s.Width = 80
	}
	s.Width = max(s.Width, 40)
	return &page{style: s, columns: min(s.Width, longestLine), sources: sources{}}
}

// longestLine bounds prose where a terminal is wider: nobody reads lines of 200
// characters.
const longestLine = 100

// command is never wrapped: it is there to be copied.
func (p *page) command(first bool, line string) {
	lead := "      "
	if first {
		lead = "next: "
	}
	p.WriteString(lead + p.paint(bold, line) + "\n")
}

// What is painted: the parameters of the terminal's SGR sequence.
const (
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	yellow = "1;33"
	blue   = "36"
)

// paint gives text a colour, if the page has any. Blanks in it may become ends of
// lines.
func (p *page) paint(sgr, s string) string {
	if p.style.Colour && s != "" {
		return escapeCode + "[" + sgr + "m" + s + escapeCode + "[0m"
	}
	return s
}

const escapeCode = "\x1b"

// width is the number of columns that text takes; what paint adds takes none.
func width(s string) int {
	if strings.Contains(s, escapeCode) {
		for from := strings.Index(s, escapeCode); from >= 0; from = strings.Index(s, escapeCode) {
			to := strings.IndexByte(s[from:], 'm')
			if to < 0 {
				break
			}
			s = s[:from] + s[from+to+1:]
		}
	}
	return uniseg.StringWidth(s)
}

func (p *page) prose(indent int, s string) { p.hanging(indent, indent, s) }

// labelled is a paragraph that starts with a word on what it is.
func (p *page) labelled(indent int, label, s string) {
	p.prose(indent, p.paint(bold, label)+" "+s)
}

// hanging wraps at blanks; a word longer than a line has one to itself.
func (p *page) hanging(first, rest int, s string) {
	p.WriteString(strings.Repeat(" ", first))
	p.continued(first, rest, s)
}

// continued goes on in a line of so many columns.
func (p *page) continued(column, rest int, s string) {
	for i, word := range strings.Split(s, " ") {
		n := width(word)
		switch {
		case i == 0:
		case column+1+n > p.columns && word != "":
			p.WriteByte('\n')
			p.WriteString(strings.Repeat(" ", rest))
			column = rest
		default:
			p.WriteByte(' ')
			column++
		}
		p.WriteString(word)
		column += n
	}
	p.WriteByte('\n')
}

// cut shortens text to some columns, at its end.
func cut(s string, columns int) string {
	if width(s) <= columns {
		return s
	}
	var b strings.Builder
	room := columns - 1
	for g := uniseg.NewGraphemes(s); g.Next(); {
		if room -= g.Width(); room < 0 {
			break
		}
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}

// cutStart shortens text at its start: the end of a name says more.
func cutStart(s string, columns int) string {
	if width(s) <= columns {
		return s
	}
	room := width(s) - (columns - 1)
	g := uniseg.NewGraphemes(s)
	for room > 0 && g.Next() {
		room -= g.Width()
		_, to := g.Positions()
		if room <= 0 {
			return "…" + s[to:]
		}
	}
	return "…"
}
