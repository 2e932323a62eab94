// Package mend writes patches for a race, of the shapes that most fixes of this kind have: a
// guard that looks after the loop whether the object is still there, a pointer that is
// forgotten with what it points to, a context that takes a slot along, a deferred delete, a dialog
// that is shown without waiting for it. Behind loops of GLib, guards are weak pointers and references (glib.go).
//
// Places are found on clang's syntax tree (ast.go), never by patterns over text. A patch is a
// guess: Verify builds it in a copy of the sources, and only what passes there is a fix.
package mend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/ctree"
)

// Subject is what is known of a race: the functions of its stacks, innermost first.
type Subject struct {
	ID, Summary      string
	Use, Free, Alloc []string
}

// Edit replaces Len bytes of a file at Offset.
type Edit struct {
	File        string
	Offset, Len int
	Text        string
}

// Patch is one guess.
type Patch struct {
	Shape string // one of Shapes
	What  string // it does, in a sentence
	Edits []Edit
	// Environment is for its runs: what makes them fail where the patch only hides that something is wrong.
	Environment []string
}

// Shapes are what patches may look like.
var Shapes = []string{"guard", "forget", "context", "defer", "asynchronous"}

// Sources are those of the program.
type Sources struct {
	Dir      string // edits stay below it
	Commands []ctree.Command
	Reader   ctree.Reader
	ranked   []ctree.Command // those that may have the race's functions, the likeliest first
}

// ErrNoPlace: none of the race's functions is in the sources.
var ErrNoPlace = errors.New("none of the race's functions is defined in the sources")

// Suggest lists patches for a race, the likeliest first. Names in them come from the sources
// alone: those of the subject only choose functions. refused says in a line each why a loop gets no asynchronous patch.
func Suggest(ctx context.Context, s Subject, src *Sources) (patches []Patch, refused []string, err error) {
	src.rank(s)
	uses, err := src.functions(ctx, s.Use)
	if err != nil {
		return nil, nil, err
	}
	if len(uses) == 0 {
		return nil, nil, fmt.Errorf("%w: %s; is --source its folder, and does its compile_commands.json have them?", ErrNoPlace, strings.Join(own(s.Use), ", "))
	}
	frees, err := src.functions(ctx, s.Free)
	if err != nil {
		return nil, nil, err
	}
	var out []Patch
	for i, f := range uses {
		guards := f.guards(s, frees)
		out = append(out, guards...)
		if i == 0 {
			out = append(out, withCallers(guards, uses)...)
		}
	}
	for _, f := range uses {
		out = append(out, f.contexts()...)
	}
	for _, f := range frees {
		out = append(out, f.clears()...)
		out = append(out, f.defers()...)
	}
	for i, f := range uses {
		opened, why := f.asynchronous(uses[i+1:])
		out = append(out, opened...)
		refused = append(refused, why...)
	}
	return distinct(out), refused, nil
}

func distinct(patches []Patch) (out []Patch) {
	seen := map[string]bool{}
	for _, p := range patches {
		if key := fmt.Sprint(p.Edits); len(p.Edits) > 0 && !seen[key] {
			seen[key] = true
			out = append(out, p)
		}
	}
	return out
}

// Diff is the patch as `patch -p1` takes it.
func (p *Patch) Diff(ctx context.Context, dir string) (string, error) {
	var out strings.Builder
	for _, file := range p.files() {
		old, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		patched, err := p.apply(file, old)
		if err != nil {
			return "", err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return "", err
		}
		cmd := exec.CommandContext(ctx, "diff", "-u", "--label", "a/"+rel, "--label", "b/"+rel, file, "-")
		cmd.Stdin = strings.NewReader(string(patched))
		text, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
			return "", fmt.Errorf("diff: %w", err)
		}
		out.Write(text)
	}
	return out.String(), nil
}

func (p *Patch) files() (out []string) {
	for _, e := range p.Edits {
		if !slices.Contains(out, e.File) {
			out = append(out, e.File)
		}
	}
	return out
}

// apply makes the edits of one file. Edits at one place keep their order, but what is put there comes before what is replaced.
func (p *Patch) apply(file string, text []byte) ([]byte, error) {
	var edits []Edit
	for _, e := range p.Edits {
		if e.File == file {
			edits = append(edits, e)
		}
	}
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(min(a.Len, 1), min(b.Len, 1)))
	})
	var out []byte
	at := 0
	for _, e := range edits {
		if e.Offset < at || e.Offset+e.Len > len(text) {
			return nil, fmt.Errorf("%s: two edits overlap at byte %d", file, e.Offset)
		}
		out = append(append(out, text[at:e.Offset]...), e.Text...)
		at = e.Offset + e.Len
	}
	return append(out, text[at:]...), nil
}
