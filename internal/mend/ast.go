package mend

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/system"
)

// node is one of clang's syntax tree, as -ast-dump=json writes it.
type node struct {
	ID                  string
	Kind, Name, Opcode  string
	Loc                 location
	Range               struct{ Begin, End location }
	Type                struct{ QualType string }
	IsArrow             bool
	ReferencedDecl      *node
	ParentDeclContextID string
	Bases               []struct{ Type struct{ QualType string } }
	Inner               []*node
	parent              *node
	foreign             bool // it is not in its function's file
}

// location is where a token begins. clang leaves a file out that is the one of before.
type location struct {
	Offset, TokLen            int
	File                      string
	SpellingLoc, ExpansionLoc *location
}

func (l *location) inMacro() bool { return l.SpellingLoc != nil || l.ExpansionLoc != nil }

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
		if name == "" || name == "main" && f == name || strings.ContainsAny(name, " <>'$*&-") || strings.HasPrefix(name, "Qt") || strings.HasPrefix(name, "std::") || strings.HasPrefix(name, "__") ||
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
		text, err := os.ReadFile(c.File)
		if err != nil || !s.owns(c.File) {
			continue
		}
		for w := range words {
			if bytes.Contains(text, []byte(w)) {
				points[c.File]++
			}
		}
		if points[c.File] > 0 && !slices.ContainsFunc(s.ranked, func(o Command) bool { return o.File == c.File }) {
			s.ranked = append(s.ranked, c)
		}
	}
	slices.SortStableFunc(s.ranked, func(a, b Command) int { return cmp.Compare(points[b.File], points[a.File]) })
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
		text, err := os.ReadFile(c.File)
		if err != nil || looked == mostSources || !hasWords(text, name) {
			continue
		}
		looked++
		decls, err := s.tree(ctx, &c, name)
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

// tree asks clang for the declarations that a name matches.
func (s *Sources) tree(ctx context.Context, c *Command, name string) ([]*node, error) {
	cmd := exec.CommandContext(ctx, s.Clang, c.dump(name)...)
	cmd.Dir, cmd.Env = c.Directory, s.Env
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("clang reads the sources: %w (apt-get install clang-19)", err)
	}
	var decls []*node
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var d node
		if err := dec.Decode(&d); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			line, _, _ := strings.Cut(problems.String(), "\n")
			return nil, fmt.Errorf("%s: clang cannot read it: %s", c.File, line)
		}
		file := ""
		d.settle(nil, &file, c.Directory)
		decls = append(decls, &d)
	}
	return decls, nil
}

// settle gives each place its file and each node its parent.
func (n *node) settle(parent *node, file *string, dir string) {
	n.parent = parent
	for _, l := range []*location{&n.Loc, &n.Range.Begin, &n.Range.End} {
		for _, part := range []*location{l.SpellingLoc, l.ExpansionLoc, l} {
			if part == nil {
				continue
			}
			if part.File != "" {
				*file = part.File
			}
			part.File = *file
			if !filepath.IsAbs(part.File) && part.File != "" {
				part.File = filepath.Join(dir, part.File)
			}
		}
	}
	for _, c := range n.Inner {
		if c != nil {
			c.settle(n, file, dir)
		}
	}
}

// definition is the function of that name in a declaration, with a body in the sources.
func (s *Sources) definition(d *node, qualified, last string) (found *function) {
	d.walk(func(n *node) bool {
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
		if i < 0 || n.Range.Begin.inMacro() {
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
		n.walk(func(c *node) bool {
			c.foreign = filepath.Clean(c.Range.Begin.File) != file || filepath.Clean(c.Range.End.File) != file || c.end() > len(text)
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

// walk visits nodes in the order of the source; false leaves out what is below.
func (n *node) walk(visit func(*node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, c := range n.Inner {
		c.walk(visit)
	}
}

func (n *node) begin() int { return n.Range.Begin.Offset }
func (n *node) end() int   { return n.Range.End.Offset + n.Range.End.TokLen }

// fixed: it stands in the file as it is, in no macro.
func (n *node) fixed() bool {
	return !n.foreign && !n.Range.Begin.inMacro() && !n.Range.End.inMacro() && n.end() > n.begin()
}

// plain is an expression without casts and brackets around it.
func (n *node) plain() *node {
	for len(n.Inner) == 1 && slices.Contains([]string{"ImplicitCastExpr", "ParenExpr", "ExprWithCleanups", "MaterializeTemporaryExpr", "CXXBindTemporaryExpr", "CStyleCastExpr", "CXXConstructExpr"}, n.Kind) {
		n = n.Inner[0]
	}
	return n
}

func (f *function) source(n *node) string { return string(f.text[n.begin():n.end()]) }

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
