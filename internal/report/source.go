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
		line := fmt.Sprintf("%c %d | %s", mark, n, clean(text))
		if n == f.Line {
			line = p.paint(bold, line)
		}
		fmt.Fprintf(p, "%s%s\n", strings.Repeat(" ", indent), line)
	}
}

// Quote gives the lines of a source file, nil where it is not to be quoted.
type Quote func(path string) []string

// QuoteNothing keeps all sources out.
func QuoteNothing(string) []string { return nil }

// QuoteAny quotes sources wherever they are; it reads each once.
func QuoteAny() Quote { return sources{}.lines }

// QuoteBelow quotes sources whose real place, links followed, is below one of the
// roots, real as well.
func QuoteBelow(roots []string) Quote {
	read := sources{}
	return func(path string) []string {
		if !filepath.IsAbs(path) {
			return nil
		}
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil
		}
		for _, root := range roots {
			if rel, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rel) {
				return read.lines(real)
			}
		}
		return nil
	}
}
