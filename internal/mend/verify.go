package mend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Outcome is what runs of the race's schedule showed.
type Outcome struct {
	Crashed, Runs int
	Elsewhere     int    // runs that did not come to the place of the race
	Began, Waited int    // runs in which the use's handler began or the free's ended, and in which the use's spun a loop
	Followed      int    // runs in which the free's handler began after the use's had begun, and ended
	Other         string // a run that is no answer, or another crash: what it was
}

// Verifier tries patches in a copy of the sources.
type Verifier struct {
	Sources *Sources
	Build   string // shell commands of the user's own, run in the copy
	Tests   string
	Runs    int
	// Replay runs the schedule with the program of the copy.
	Replay func(ctx context.Context, dir string, runs int, environment []string) (Outcome, error)
	Said   io.Writer // a line for each patch that is tried
}

// Tried is what came of a patch.
type Tried struct {
	Patch  Patch
	Failed string // why it is no fix, "" for one that is
	After  Outcome
}

// ErrNoCrash: there is nothing to mend.
var ErrNoCrash = errors.New("the schedule does not bring the crash about in what is built")

// Verify tries patches until one is a fix: it builds, every run of the schedule passes, and so do
// the tests. Before, the schedule must crash what the copy has.
func (v *Verifier) Verify(ctx context.Context, patches []Patch) (tried []Tried, err error) {
	dir, err := os.MkdirTemp("", "sparseracer-fix-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := copySources(v.Sources.Dir, dir); err != nil {
		return nil, fmt.Errorf("copying the sources: %w", err)
	}
	if text, err := v.shell(ctx, dir, v.Build); err != nil {
		return nil, fmt.Errorf("--verify: the command fails without any patch: %w\n%s", err, tail(text))
	}
	before, err := v.Replay(ctx, dir, min(3, v.Runs), nil)
	if err != nil {
		return nil, err
	}
	if before.Crashed != before.Runs {
		return nil, fmt.Errorf("%w: %d of %d runs; %s", ErrNoCrash, before.Crashed, before.Runs, before.Other)
	}
	if v.Tests != "" {
		if text, err := v.shell(ctx, dir, v.Tests); err != nil {
			return nil, fmt.Errorf("--tests: the command fails without any patch: %w\n%s", err, tail(text))
		}
	}
	for i, p := range patches {
		t := Tried{Patch: p}
		if t.Failed, t.After, err = v.try(ctx, dir, &p, before); err != nil {
			return tried, err
		}
		tried = append(tried, t)
		if t.Failed == "" {
			fmt.Fprintf(v.Said, "patch %d of %d: passes %d of %d runs: %s\n", i+1, len(patches), t.After.Runs, t.After.Runs, p.What)
			return tried, nil
		}
		fmt.Fprintf(v.Said, "patch %d of %d: no fix, %s: %s\n", i+1, len(patches), t.Failed, p.What)
	}
	return tried, nil
}

// try is one patch, whose files are as they were afterwards.
func (v *Verifier) try(ctx context.Context, dir string, p *Patch, before Outcome) (failed string, after Outcome, err error) {
	restore, err := v.patch(dir, p)
	defer restore()
	if err != nil {
		return "it cannot be applied: " + err.Error(), after, nil
	}
	if why := v.compiles(ctx, dir, p); why != "" {
		return "it does not compile: " + why, after, ctx.Err()
	}
	if _, err := v.shell(ctx, dir, v.Build); err != nil {
		return "it does not build", after, ctx.Err()
	}
	// A few runs tell most that are no fix.
	for _, runs := range []int{min(2, v.Runs), v.Runs} {
		after, err = v.Replay(ctx, dir, runs, p.Environment)
		switch {
		case err != nil:
			return "", after, err
		case after.Crashed > 0:
			return fmt.Sprintf("%d of %d runs crash still", after.Crashed, after.Runs), after, nil
		case after.Other != "":
			return after.Other, after, nil
		}
	}
	if why := after.missed(before, p.Shape); why != "" {
		return why, after, nil
	}
	if v.Tests != "" {
		if _, err := v.shell(ctx, dir, v.Tests); err != nil {
			return "the tests fail with it", after, ctx.Err()
		}
	}
	return "", after, nil
}

// missed: most runs say nothing of a patch, for they did not come to what they crash in without it. An
// asynchronous one has no loop: there the free comes after what was the loop's handler.
func (o Outcome) missed(before Outcome, shape string) string {
	switch most := o.Runs / 2; {
	case shape == "asynchronous":
		if o.Followed <= most {
			return fmt.Sprintf("not verified: in %d of %d runs of the patched program the free came after the dialog was shown", o.Followed, o.Runs)
		}
	case before.Waited == before.Runs && o.Waited <= most:
		return fmt.Sprintf("not verified: the patched program came to the loop in %d of %d runs", o.Waited, o.Runs)
	case o.Began <= most:
		return fmt.Sprintf("not verified: the patched program came to the handler of the use in %d of %d runs", o.Began, o.Runs)
	}
	return ""
}

// patch writes the patched files of the copy; restore puts the old ones back.
func (v *Verifier) patch(dir string, p *Patch) (restore func(), err error) {
	old := map[string][]byte{}
	restore = func() {
		for path, text := range old {
			os.WriteFile(path, text, 0o644)
		}
	}
	for _, file := range p.files() {
		rel, err := filepath.Rel(v.Sources.Dir, file)
		if err != nil {
			return restore, err
		}
		path := filepath.Join(dir, rel)
		text, err := os.ReadFile(path)
		if err != nil {
			return restore, err
		}
		patched, err := p.apply(file, text)
		if err != nil {
			return restore, err
		}
		old[path] = text
		if err := os.WriteFile(path, patched, 0o644); err != nil {
			return restore, err
		}
	}
	return restore, nil
}

// compiles asks clang about the patched sources, which is quicker than a build; "" if they do.
func (v *Verifier) compiles(ctx context.Context, dir string, p *Patch) string {
	for _, c := range v.Sources.Commands {
		if !slices.Contains(p.files(), c.File) {
			continue
		}
		rel, err := filepath.Rel(v.Sources.Dir, c.File)
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, v.Sources.Reader.Clang, append(c.Flags(), "-fsyntax-only", "-w", filepath.Join(dir, rel))...)
		cmd.Dir, cmd.Env = c.Directory, v.Sources.Reader.Env
		if out, err := cmd.CombinedOutput(); err != nil {
			for _, line := range strings.Split(string(out), "\n") {
				if _, what, ok := strings.Cut(line, "error: "); ok {
					return what
				}
			}
			return err.Error()
		}
		return "" // one build of it is enough
	}
	return ""
}

func (v *Verifier) shell(ctx context.Context, dir, command string) (string, error) {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, v.Sources.Reader.Env, 5*time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// tail is the end of what a command said.
func tail(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}

// copySources copies a folder without what was built in it: folders of git, CMake and ninja.
func copySources(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir() && rel != "." && (d.Name() == ".git" || exists(path, "CMakeCache.txt") || exists(path, ".ninja_log")):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		case !d.Type().IsRegular():
			return nil
		}
		return copyFile(path, target)
	})
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

func copyFile(from, to string) error {
	st, err := os.Stat(from)
	if err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, st.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
