package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	// reference is to a page, and maybe to a section of it: `docs/PAGE.md, *A section*`,
	// in comments `docs/PAGE.md, A section)`.
	reference = regexp.MustCompile(`docs/([a-z-]+)\.md(?:, (?:\*([^*]+)\*|([A-Z][A-Za-z -]*)\)))?`)
	unlinked  = regexp.MustCompile("[^\\p{L}\\p{N} _-]")
)

// headings are those of a page, in lower case, without code marks.
func headings(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, line := range strings.Split(string(data), "\n") {
		if text := strings.TrimLeft(line, "#"); text != line && strings.HasPrefix(text, " ") {
			out = append(out, strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "`", "")))
		}
	}
	return out
}

// anchor is what a heading can be linked by.
func anchor(heading string) string {
	return strings.ReplaceAll(unlinked.ReplaceAllString(heading, ""), " ", "-")
}

// TestLinks: what a page links to is there, page and section.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(append(pages, documents(t)...), "../../ARCHITECTURE.md", "../../CONTRIBUTING.md") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(data), -1) {
			file, section, _ := strings.Cut(m[1], "#")
			if strings.Contains(m[1], "://") {
				continue
			}
			to := path
			if file != "" {
				to = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %v", path, err)
			} else if section != "" && !slices.ContainsFunc(headings(t, to), func(h string) bool { return anchor(h) == section }) {
				t.Errorf("%s: %s has no section #%s", path, to, section)
			}
		}
	}
}

// TestReferences: what comments and pages call a section of a page is one.
func TestReferences(t *testing.T) {
	sections := map[string][]string{}
	total := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name := d.Name(); name == "build" || name == "bin" || name == "lib" || path != "../.." && strings.HasPrefix(name, ".") {
				return filepath.SkipDir
			}
			return nil
		case !slices.Contains([]string{".go", ".c", ".h", ".cpp", ".def", ".md", ".txt"}, filepath.Ext(path)), filepath.Base(path) == "CHANGELOG.md":
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range reference.FindAllStringSubmatch(string(data), -1) {
			total++
			page := "../../docs/" + m[1] + ".md"
			if _, err := os.Stat(page); err != nil {
				t.Errorf("%s: there is no docs/%s.md", path, m[1])
				continue
			}
			if sections[m[1]] == nil {
				sections[m[1]] = headings(t, page)
			}
			section := strings.ToLower(strings.Join(strings.Fields(m[2]+m[3]), " "))
			if section != "" && !slices.ContainsFunc(sections[m[1]], func(h string) bool { return strings.Contains(h, section) }) {
				t.Errorf("%s: docs/%s.md has no section %q", path, m[1], section)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if total < 50 {
		t.Errorf("only %d references were found", total)
	}
}

var (
	goTest   = regexp.MustCompile("go test ([^`|\n]*)")
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w+)`)
)

// testsIn are the names of the tests in a folder, and below it if deep.
func testsIn(t *testing.T, folder string, deep bool) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && !deep && path != folder:
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		data, err := os.ReadFile(path)
		for _, m := range testFunc.FindAllStringSubmatch(string(data), -1) {
			names = append(names, m[1])
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return names
}

// TestDocumentedTests: the tests and benchmarks that pages name are there.
func TestDocumentedTests(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, path := range append(append(pages, documents(t)...), "../../CONTRIBUTING.md") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range goTest.FindAllStringSubmatch(string(data), -1) {
			var names, patterns []string
			words := strings.Fields(strings.NewReplacer("'", "", `\|`, "|").Replace(m[1]))
			for i, w := range words {
				switch folder, deep := strings.CutSuffix(w, "/..."); {
				case strings.HasPrefix(w, "./"):
					names = append(names, testsIn(t, filepath.Join("../..", folder), deep)...)
				case i > 0 && slices.Contains([]string{"-run", "-bench", "-fuzz"}, words[i-1]) && w != "NONE" && w != ".":
					patterns = append(patterns, w)
				}
			}
			for _, p := range patterns {
				total++
				if re, err := regexp.Compile(p); err != nil || !slices.ContainsFunc(names, re.MatchString) {
					t.Errorf("%s: go test %s: no test %s (%v)", filepath.Base(path), m[1], p, err)
				}
			}
		}
	}
	if total < 8 {
		t.Errorf("only %d tests are named", total)
	}
}

var pathSpan = regexp.MustCompile("`((?:samples|tools|sparsehb|internal|cmd|docs|tracelib|loopcore|qtpatch|uvpatch|glibpatch|stocklib|flowlib|llvmpass)/[A-Za-z0-9_./*-]+)`")

// TestDocumentedPaths: files and folders that pages name are there.
func TestDocumentedPaths(t *testing.T) {
	total := 0
	for _, path := range append(documents(t), "../../ARCHITECTURE.md", "../../CONTRIBUTING.md") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range pathSpan.FindAllStringSubmatch(string(data), -1) {
			total++
			found := strings.HasPrefix(m[1], "docs/figures/") || strings.Contains(m[1], "_ID.") || strings.HasSuffix(m[1], "/ID") // written later; a placeholder
			for _, ending := range []string{"", ".go", ".cpp", ".c", ".txt"} {
				list, err := filepath.Glob(filepath.Join("../..", m[1]+ending))
				found = found || err == nil && len(list) > 0
			}
			if !found {
				t.Errorf("%s: there is no %s", filepath.Base(path), m[1])
			}
		}
	}
	if total < 50 {
		t.Errorf("only %d paths were found", total)
	}
}
