package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	root     = "../.."
	glossary = root + "/docs/glossary.md"
)

// replaced is a row of the glossary's list.
type replaced struct {
	pattern *regexp.Regexp // any form of the word
	instead string
	right   []*regexp.Regexp // phrases in which it stays
}

func anyOf(cell string) []string {
	var out []string
	for _, s := range strings.Split(cell, ",") {
		if s = strings.TrimSpace(strings.ReplaceAll(s, "*", "")); s != "" {
			out = append(out, regexp.QuoteMeta(s))
		}
	}
	return out
}

func whole(forms []string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(forms, "|") + `)\b`)
}

// replacedWords reads the glossary's list.
func replacedWords(t *testing.T) []replaced {
	t.Helper()
	_, section, found := strings.Cut(read(t, glossary), "\n## Replaced words\n")
	if !found {
		t.Fatal("docs/glossary.md has no section \"Replaced words\"")
	}
	var out []replaced
	for _, line := range strings.Split(section, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| ---") || strings.HasPrefix(line, "| word |") {
			continue
		}
		if len(cells) < 2 {
			t.Fatalf("docs/glossary.md: a row of %d cells, expected word, replacement, phrases: %s", len(cells), line)
		}
		w := replaced{pattern: whole(anyOf(cells[0])), instead: strings.TrimSpace(cells[1])}
		if len(cells) > 2 && len(anyOf(cells[2])) > 0 {
			w.right = append(w.right, whole(anyOf(cells[2])))
		}
		out = append(out, w)
	}
	if len(out) < 10 {
		t.Fatalf("docs/glossary.md replaces %d words, expected 10 or more", len(out))
	}
	return out
}

// check names the replaced words of a text, code spans apart.
func check(t *testing.T, list []replaced, where, text string) {
	t.Helper()
	text = codeSpan.ReplaceAllString(strings.ReplaceAll(text, "*", ""), "`")
	for _, w := range list {
		rest := text
		for _, phrase := range w.right {
			rest = phrase.ReplaceAllString(rest, " ")
		}
		if found := w.pattern.FindString(rest); found != "" {
			t.Errorf("%s: %q is replaced: write %s (docs/glossary.md)\n\t%s", where, found, w.instead, strings.TrimSpace(text))
		}
	}
}

var codeSpan = regexp.MustCompile("`[^`\n]*`")

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// documents are the pages that people read.
func documents(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "docs/man/*"} {
		list, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, list...)
	}
	if len(out) < 12 {
		t.Fatalf("only %d documents: %v", len(out), out)
	}
	return out
}

// line is a line of a document.
type line struct {
	number int
	text   string
	prose  bool // neither code nor a row of a table
}

// lines gives a document line by line.
func lines(t *testing.T, path string) []line {
	t.Helper()
	var out []line
	code := false
	for i, text := range strings.Split(read(t, path), "\n") {
		mark := strings.HasPrefix(strings.TrimSpace(text), "```")
		out = append(out, line{i + 1, text, !code && !mark && !strings.HasPrefix(text, "|")})
		code = code != mark
	}
	return out
}

// spoken are the lines of a document that are held against the list: no code; of the
// glossary no terms of others; of the changelog the newest release only, for older
// ones were written when they were.
func spoken(t *testing.T, path string) []line {
	t.Helper()
	var out []line
	releases := 0
	for _, l := range lines(t, path) {
		if strings.HasPrefix(l.text, "## ") {
			releases++
		}
		switch {
		case filepath.Base(path) == "CHANGELOG.md" && releases > 1:
			return out
		case path == glossary && l.text == "## Replaced words":
			return out
		case path == glossary && !l.prose:
			l.text = l.text[:strings.LastIndex(strings.TrimRight(l.text, "| "), "|")+1]
		}
		if l.prose || strings.HasPrefix(l.text, "|") {
			out = append(out, l)
		}
	}
	return out
}

func place(path string, n int) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		rel = path
	}
	return rel + ":" + strconv.Itoa(n)
}

// TestWordsOfDocuments: no document uses a word that the glossary replaces.
func TestWordsOfDocuments(t *testing.T) {
	list := replacedWords(t)
	for _, path := range documents(t) {
		for _, l := range spoken(t, path) {
			check(t, list, place(path, l.number), l.text)
		}
	}
}

const (
	longestProse = 160
	longestLine  = 400
)

// TestLengthOfLines: a person can read a document's source.
func TestLengthOfLines(t *testing.T) {
	for _, path := range documents(t) {
		for _, l := range lines(t, path) {
			n := utf8.RuneCountInString(l.text)
			if n > longestLine || l.prose && n > longestProse {
				t.Errorf("%s: %d characters, expected at most %d in prose, %d in tables and code", place(path, l.number), n, longestProse, longestLine)
			}
		}
	}
}

// without are folders with no messages for users: tests, and what is for this
// repository's own use.
var without = []string{"test", "testdata", "samples", "bench", "build", "bin", "lib", "tools", "archtest", "tracegen", "docs", "node_modules"}

// TestWordsOfMessages: no text that the tools, the libraries or the pages show uses a
// word that the glossary replaces. A message is a literal with a blank in it.
func TestWordsOfMessages(t *testing.T) {
	list := replacedWords(t)
	seen := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name := d.Name(); path != root && (slices.Contains(without, name) || strings.HasPrefix(name, ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		texts := messages(t, path)
		seen[filepath.Ext(path)] += len(texts)
		for _, m := range texts {
			check(t, list, place(path, m.number), m.text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, ext := range []string{".go", ".c", ".js", ".html"} {
		if seen[ext] == 0 {
			t.Errorf("no message was found in any file %s", ext)
		}
	}
}

// messages are the texts of a file that may reach a user.
func messages(t *testing.T, path string) []line {
	t.Helper()
	switch filepath.Ext(path) {
	case ".go":
		if strings.HasSuffix(path, "_test.go") {
			return nil
		}
		return goMessages(t, path)
	case ".c", ".h", ".cpp", ".def":
		return literals(commentsOfC.ReplaceAllStringFunc(read(t, path), blanks), quotedOfC)
	case ".js":
		return literals(commentsOfC.ReplaceAllStringFunc(read(t, path), blanks), quotedOfJS)
	case ".html":
		return literals(markup.ReplaceAllStringFunc(read(t, path), blanks), anyText)
	}
	return nil
}

func goMessages(t *testing.T, path string) []line {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []line
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			if n.Tag != nil {
				n.Tag.Kind = token.IDENT // a tag is no message
			}
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(n.Value); err == nil && strings.Contains(text, " ") {
				out = append(out, line{number: files.Position(n.Pos()).Line, text: text})
			}
		}
		return true
	})
	return out
}

var (
	commentsOfC = regexp.MustCompile(`(?s)"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|//[^\n]*|/\*.*?\*/`)
	quotedOfC   = regexp.MustCompile(`"(?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*"`)
	quotedOfJS  = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)* (?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)* (?:[^'\\\\\n]|\\\\.)*'|`[^`\n]* [^`\n]*`")
	markup      = regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<!--.*?-->|<[^>]*>|\{\{.*?\}\}`)
	anyText     = regexp.MustCompile(`[^\n]* [^\n]*`)
)

// blanks keeps the lines of what it blanks out; a literal stays.
func blanks(s string) string {
	if strings.HasPrefix(s, `"`) || strings.HasPrefix(s, `'`) {
		return s
	}
	return strings.Repeat("\n", strings.Count(s, "\n"))
}

func literals(text string, pattern *regexp.Regexp) []line {
	var out []line
	for _, at := range pattern.FindAllStringIndex(text, -1) {
		out = append(out, line{number: 1 + strings.Count(text[:at[0]], "\n"), text: strings.ReplaceAll(text[at[0]:at[1]], "`", "")})
	}
	return out
}

// TestLinks: what a page links to in this repository is there.
func TestLinks(t *testing.T) {
	total := 0
	for _, path := range documents(t) {
		for _, l := range lines(t, path) {
			for _, found := range links.FindAllStringSubmatch(l.text, -1) {
				target, _, _ := strings.Cut(found[1], "#")
				if !l.prose && !strings.HasPrefix(l.text, "|") || target == "" || strings.Contains(target, "://") {
					continue
				}
				total++
				if _, err := os.Stat(filepath.Join(filepath.Dir(path), target)); err != nil {
					t.Errorf("%s: %v", place(path, l.number), err)
				}
			}
		}
	}
	if total < 10 {
		t.Errorf("only %d links were found", total)
	}
}

// links are those of Markdown, and its pictures.
var links = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestReadmeIsShort: it says what a newcomer needs, guides say the rest.
func TestReadmeIsShort(t *testing.T) {
	const longest = 120
	if n := strings.Count(read(t, root+"/README.md"), "\n"); n > longest {
		t.Errorf("README.md has %d lines, expected at most %d", n, longest)
	}
}

// TestGuideQuotes: the Go code of the guide to rules stands in the engine, line by line.
func TestGuideQuotes(t *testing.T) {
	has := map[string]bool{}
	err := filepath.WalkDir(root+"/sparsehb", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" {
			for _, l := range strings.Split(read(t, path), "\n") {
				has[strings.TrimSpace(l)] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(read(t, root+"/docs/guide-rule.md"), "```go\n")[1:]
	if len(blocks) == 0 {
		t.Error("docs/guide-rule.md quotes no code")
	}
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		for _, l := range strings.Split(code, "\n") {
			if !has[strings.TrimSpace(l)] {
				t.Errorf("docs/guide-rule.md quotes %q, which sparsehb has not", l)
			}
		}
	}
}
