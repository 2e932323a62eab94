package mend

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/ctree"
	"sparseracer/internal/regular"
	"sparseracer/internal/system"
)

// node is one of clang's syntax tree.
type node = ctree.Node

// function is one that is defined in the sources.
type function struct {
	*node
	class string // whose member it is, "" for none
	file  string
	text  []byte
	body  *node
	src   *Sources
}

// own are the names of functions that may be the program's, without parameters; a lambda's is that
// of the function around it.
func own(stack []string) (out []string) {
	for _, f := range stack {
		name, _, _ := strings.Cut(f, "(")
		for _, mark := range []string{"::$_", "::'lambda", "::{lambda"} {
			name, _, _ = strings.Cut(name, mark)
		}
		if name == "" || name == "main" && f == name || strings.ContainsAny(name, " <>'$*&-") || strings.HasPrefix(name, "Qt") || strings.HasPrefix(name, "__") ||
			system.IsToolkitFunction(name) || system.IsLibraryFunction(name) {
			continue
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// functions are those of a stack that the sources define, in the stack's order.
func (s *Sources) functions(ctx context.Context, stack []string) (out []*function, err error) {
	for _, name := range own(stack) {
		found, err := s.find(ctx, name)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// rank puts the sources first that have the most of the race's names in them.
func (s *Sources) rank(r Subject) {
	words := map[string]bool{}
	for _, name := range own(slices.Concat(r.Use, r.Free, r.Alloc)) {
		for _, w := range strings.Split(name, "::") {
			words[strings.TrimPrefix(w, "~")] = true
		}
	}
	points := map[string]int{}
	for _, c := range s.Commands {
		text, err := regular.ReadFile(c.File)
		if err != nil || !s.owns(c.File) {
			continue
		}
		for w := range words {
			if bytes.Contains(text, []byte(w)) {
				points[c.File]++
			}
		}
		if points[c.File] > 0 && !slices.ContainsFunc(s.ranked, func(o ctree.Command) bool { return o.File == c.File }) {
			s.ranked = append(s.ranked, c)
		}
	}
	slices.SortStableFunc(s.ranked, func(a, b ctree.Command) int { return cmp.Compare(points[b.File], points[a.File]) })
}

// mostSources are searched for a function; clang takes seconds for each.
const mostSources = 4

// hasWords: each part of a qualified name is in a text, the name of a destructor's class among them.
func hasWords(text []byte, name string) bool {
	for _, w := range strings.Split(name, "::") {
		if !bytes.Contains(text, []byte(strings.TrimPrefix(w, "~"))) {
			return false
		}
	}
	return true
}

// find looks for a function's definition in the sources that have its name in them.
func (s *Sources) find(ctx context.Context, name string) ([]*function, error) {
	last := name[strings.LastIndexByte(name, ':')+1:]
	looked := 0
	for _, c := range s.ranked {
		text, err := regular.ReadFile(c.File)
		if err != nil || looked == mostSources || !hasWords(text, name) {
			continue
		}
		looked++
		decls, err := s.Reader.Named(ctx, &c, name)
		if err != nil {
			return nil, err
		}
		for _, d := range decls {
			if f := s.definition(d, name, last); f != nil {
				return []*function{f}, nil
			}
		}
	}
	return nil, nil
}

// owns: edits may go there.
func (s *Sources) owns(file string) bool {
	rel, err := filepath.Rel(s.Dir, file)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// definition is the function of that name in a declaration, with a body in the sources.
func (s *Sources) definition(d *node, qualified, last string) (found *function) {
	d.Walk(func(n *node) bool {
		if found != nil || n.Kind == "LambdaExpr" {
			return false
		}
		if n.Name != last || !slices.Contains([]string{"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl"}, n.Kind) {
			return true
		}
		if last == qualified && n.Kind != "FunctionDecl" {
			return true // a member of that name
		}
		i := slices.IndexFunc(n.Inner, func(c *node) bool { return c != nil && c.Kind == "CompoundStmt" })
		if i < 0 || n.Range.Begin.InMacro() {
			return true
		}
		file := filepath.Clean(n.Range.Begin.File)
		if !s.owns(file) {
			return true
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return true
		}
		n.Walk(func(c *node) bool {
			c.Foreign = filepath.Clean(c.Range.Begin.File) != file || filepath.Clean(c.Range.End.File) != file || c.End() > len(text)
			return true
		})
		found = &function{node: n, file: file, text: text, body: n.Inner[i], src: s}
		if class, _, is := strings.Cut(qualified, "::"+last); is && n.Kind != "FunctionDecl" {
			found.class = class
		}
		return false
	})
	return found
}

func (f *function) source(n *node) string { return string(f.text[n.Begin():n.End()]) }

func isPointer(qualified string) bool {
	return strings.HasSuffix(strings.TrimSuffix(qualified, " const"), "*")
}

// pointee is T of "T *", "" for what is no pointer to an object.
func pointee(qualified string) string {
	qualified = strings.TrimSuffix(qualified, " const")
	if !isPointer(qualified) {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSuffix(strings.TrimSuffix(qualified, "*"), " "), "const "))
}

// within: a node stands in the text of another one.
func within(n, of *node) bool { return n.Begin() >= of.Begin() && n.End() <= of.End() }
