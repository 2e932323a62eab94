// Package spinning finds calls in sources that spin a nested event loop, after which their function
// uses something that what ran inside may have freed. It reads clang's syntax tree and runs nothing.
//
// The rules it keeps:
//   - It is a heuristic: a hit is a place to look at, no race. docs/cli.md says in which code it is wrong.
//   - What was not read is counted and named; nothing is said about it.
//   - Only the calling function is looked at, along its statements: what follows a return is not after.
//   - A guard changes what a hit is called, never whether it is there.
package spinning

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sparseracer/internal/ctree"
	"sparseracer/internal/regular"
)

// Shape is what is used after a loop.
type Shape string

// Shapes of uses.
const (
	This        Shape = "this"
	Pointer     Shape = "pointer"
	Member      Shape = "member"
	Reference   Shape = "reference"
	Iterator    Shape = "iterator"
	StackDialog Shape = "stack dialog"
)

// Use is the first one of a thing after a loop.
type Use struct {
	Shape Shape
	Name  string // of the variable or member; "this"
	Line  int
	Guard string // what guards it, "" for nothing
}

// Hit is a call with something used after it.
type Hit struct {
	File            string
	Line, Last      int // of the call, its first and last
	Function, Spins string
	Uses            []Use
	begin           int
}

// Guarded: each use of it is.
func (h *Hit) Guarded() bool {
	return !slices.ContainsFunc(h.Uses, func(u Use) bool { return u.Guard == "" })
}

// Failure is a file that was not read whole.
type Failure struct{ File, Reason string }

// Found is what the sources have.
type Found struct {
	Dir      string
	Read     int // sources that were read
	Nameless int // of these, those without anything that may be such a call
	Failed   []Failure
	Unread   []string // headers with what may be such a call that no source which was read includes
	Calls    int      // that spin a loop
	Hits     []*Hit   // by place
}

// Options are where to look.
type Options struct {
	Dir, Build string // Build: files below it are made by the build, if it is not Dir
	Commands   []ctree.Command
	Reader     ctree.Reader
	Spins      []string
	Jobs       int
	Progress   func(done, of int)
}

// ErrNoSource: the folder has none of the commands' files.
var ErrNoSource = errors.New("compile_commands.json names no source in the folder")

// Look reads the sources.
func Look(ctx context.Context, opt *Options) (*Found, error) {
	spins, err := newTable(opt.Spins)
	if err != nil {
		return nil, err
	}
	l := &looker{opt: opt, spins: spins, found: &Found{Dir: opt.Dir}, seen: map[string]*Hit{}, calls: map[string]bool{}, files: map[string]bool{}}
	var sources []ctree.Command
	for _, c := range opt.Commands {
		if l.owns(c.File) && !slices.ContainsFunc(sources, func(o ctree.Command) bool { return o.File == c.File }) {
			sources = append(sources, c)
		}
	}
	if len(sources) == 0 {
		return nil, fmt.Errorf("%w %s; is it the folder of the sources, and --build that of their build?", ErrNoSource, opt.Dir)
	}
	if err := l.all(ctx, sources); err != nil {
		return nil, err
	}
	f := l.found
	for _, h := range l.seen {
		f.Hits = append(f.Hits, h)
	}
	f.Calls = len(l.calls)
	slices.SortFunc(f.Hits, func(a, b *Hit) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.begin, b.begin))
	})
	slices.SortFunc(f.Failed, func(a, b Failure) int { return strings.Compare(a.File, b.File) })
	return f, nil
}

// looker collects; mu guards what is below it.
type looker struct {
	opt   *Options
	spins table
	mu    sync.Mutex
	found *Found
	seen  map[string]*Hit // by place: a header is in many sources
	calls map[string]bool // likewise
	files map[string]bool // that were read
	done  int
}

// owns: what is written there is the project's, and was not made by its build.
func (l *looker) owns(file string) bool {
	return below(l.opt.Dir, file) && (l.opt.Build == l.opt.Dir || below(l.opt.Build, l.opt.Dir) || !below(l.opt.Build, file))
}

func below(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// all reads the sources with what may be such a call in them, then those that include a header with one
// that none of these had.
func (l *looker) all(ctx context.Context, sources []ctree.Command) error {
	var first, rest []ctree.Command
	for _, c := range sources {
		text, err := regular.ReadFile(c.File)
		switch {
		case err != nil:
			l.found.Failed = append(l.found.Failed, Failure{c.File, err.Error()})
		case l.spins.calledIn(text):
			first = append(first, c)
		default:
			rest = append(rest, c)
		}
	}
	headers, err := l.headers(ctx)
	if err != nil {
		return err
	}
	total := len(first)
	if err := l.each(ctx, first, total); err != nil {
		return err
	}
	for _, h := range headers {
		for i, c := range rest {
			if l.files[h] {
				break
			}
			if text, err := regular.ReadFile(c.File); c.File != "" && err == nil && bytes.Contains(text, []byte(filepath.Base(h))) {
				total++
				rest[i].File = ""
				if err := l.each(ctx, []ctree.Command{c}, total); err != nil {
					return err
				}
			}
		}
		if !l.files[h] {
			l.found.Unread = append(l.found.Unread, h)
		}
	}
	for _, c := range rest {
		if c.File != "" {
			l.found.Read++
			l.found.Nameless++
		}
	}
	return nil
}

// headers are those of the folder with a name of the table in them.
func (l *looker) headers(ctx context.Context) (out []string, err error) {
	err = filepath.WalkDir(l.opt.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			l.found.Failed = append(l.found.Failed, Failure{path, err.Error()})
			return nil
		case d.IsDir() && (d.Name() == ".git" || !l.owns(path)):
			return filepath.SkipDir
		case !d.Type().IsRegular() || !slices.Contains([]string{".h", ".hh", ".hpp", ".hxx"}, filepath.Ext(path)):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			l.found.Failed = append(l.found.Failed, Failure{path, err.Error()})
		} else if l.spins.calledIn(text) {
			out = append(out, path)
		}
		return nil
	})
	return out, err
}

// each reads sources, some at a time.
func (l *looker) each(ctx context.Context, sources []ctree.Command, total int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan ctree.Command)
	var wg sync.WaitGroup
	for range max(1, min(l.opt.Jobs, len(sources))) {
		wg.Go(func() {
			for c := range work {
				if err := l.source(ctx, &c, total); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, c := range sources {
		select {
		case work <- c:
		case <-ctx.Done():
		}
	}
	close(work)
	wg.Wait()
	return context.Cause(ctx)
}

// source reads one. What it fails of, the others need not.
func (l *looker) source(ctx context.Context, c *ctree.Command, total int) error {
	u := newUnit(l.spins, l.owns)
	files, err := l.opt.Reader.File(ctx, c, ctree.Wanted{Owns: l.owns, Names: l.spins.names()}, u.declare)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && len(files) == 0 && !errors.Is(err, ctree.ErrErrors) {
		return err
	}
	u.look()
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.found.Failed = append(l.found.Failed, Failure{c.File, err.Error()})
	} else {
		l.found.Read++
	}
	for _, f := range append(files, c.File) {
		l.files[f] = true
	}
	for place := range u.calls {
		l.calls[place] = true
	}
	for _, h := range u.hits {
		if place := fmt.Sprintf("%s:%d", h.File, h.begin); l.seen[place] == nil {
			l.seen[place] = h
		}
	}
	if l.done++; l.opt.Progress != nil {
		l.opt.Progress(l.done, total)
	}
	return nil
}
