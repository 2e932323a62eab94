package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"sparseracer/internal/symbols"
)

// maxSource is the size up to which a source file is read.
const maxSource = 1 << 20

// sources are the lines of files read so far; nil lines for those that are of
// no use.
type sources map[string][]string

// sourceEndings are the files that lines are quoted from. File names come from
// debug information that a trace points at: with any name allowed, a report
// handed on could quote a private key.
var sourceEndings = map[string]bool{
	".c": true, ".cc": true, ".cpp": true, ".cxx": true, ".c++": true, ".C": true, ".inc": true, ".ipp": true,
	".h": true, ".hh": true, ".hpp": true, ".hxx": true, ".m": true, ".mm": true, ".moc": true, ".ui": true,
}

func (s sources) lines(path string) []string {
	if l, ok := s[path]; ok {
		return l
	}
	s[path] = nil
	if !filepath.IsAbs(path) || !sourceEndings[filepath.Ext(path)] {
		return nil
	}
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() || st.Size() >= maxSource {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil || !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil
	}
	s[path] = strings.Split(string(data), "\n")
	return s[path]
}

// source quotes the line of a frame with `around` lines before and after it.
func (p *page) source(f *symbols.Frame, indent, around int) {
	if !p.style.Sources || f.Line < 1 {
		return
	}
	lines := p.sources.lines(f.File)
	for n := max(f.Line-around, 1); n <= f.Line+around && n <= len(lines); n++ {
		mark := ' '
		if n == f.Line {
			mark = '>'
		}
		text := strings.ReplaceAll(strings.TrimRight(lines[n-1], "\r\t "), "\t", "    ")
		fmt.Fprintf(p, "%s%c %d | %s\n", strings.Repeat(" ", indent), mark, n, clean(text))
	}
}
