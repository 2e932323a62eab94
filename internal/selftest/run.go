package selftest

// The runs of a test program: it is recorded, and what was recorded compared; it is steered.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"sparseracer/internal/install"
	"sparseracer/internal/steering"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// test is one that runs.
type test struct {
	ctx     context.Context
	env     []string
	dir     string // of our libraries
	scratch string
	library Library
	result  *Result
	unasked []string // hooks of facts that nothing could be said of
}

// Test runs the program of the library's family, without looking at what is kept. It is
// recorded in modes that do all that has a fact, and steered.
func Test(ctx context.Context, env []string, dir string, l Library) (*Result, error) {
	return run(ctx, env, dir, l, l.Family.run)
}

func run(ctx context.Context, env []string, dir string, l Library, steps func(*test) error) (*Result, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "sparseracer-selftest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	t := &test{ctx: ctx, env: env, dir: dir, scratch: scratch, library: l, result: &Result{Library: l, IDs: l.ids(), Unseen: []Unseen{}}}
	var failed *failure
	err = steps(t)
	if errors.As(err, &failed) {
		t.result.Failed = failed.why
		return t.result, nil
	}
	return t.result, err
}

// onItsWay is how long an interrupt may take to be seen.
const onItsWay = 2 * time.Second

// failure: the test program could not do what it must.
type failure struct{ why string }

func (f *failure) Error() string { return f.why }

func (t *test) each(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// preload are our libraries that go into the program.
func (t *test) preload(recorder bool) []string {
	list := []string{filepath.Join(t.dir, system.HooksLibrary)}
	if recorder {
		list = append([]string{filepath.Join(t.dir, system.RecorderLibrary)}, list...)
	}
	return list
}

// plain runs the program without any library of ours.
func (t *test) plain(mode string, more ...string) ([]string, error) {
	return t.run(mode, more, nil, "")
}

// run runs the program in a mode; what it prints comes line by line.
func (t *test) run(mode string, args, preload []string, options string, more ...string) ([]string, error) {
	ctx, cancel := context.WithTimeout(t.ctx, limit)
	defer cancel()
	command := []string{mode}
	for _, f := range t.library.Files {
		if f == "" {
			f = "-"
		}
		command = append(command, f)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(t.dir, t.library.Family.program), append(command, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Dir = &out, &errs, t.scratch
	cmd.Env = append(t.environ(), more...)
	if s := sabotage(t.env); s != "" {
		options += ":" + steering.Option(steering.OptionSabotage, s)
	}
	if len(preload) > 0 {
		cmd.Env = append(cmd.Env, "LD_PRELOAD="+strings.Join(preload, ":"), steering.EnvironmentOptions+"="+options)
	}
	err := cmd.Run()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if t.interrupted(cmd.ProcessState) {
		return nil, t.ctx.Err()
	}
	if err != nil {
		last := lines[len(lines)-1]
		if s := strings.TrimSpace(errs.String()); last == "" || !strings.HasPrefix(last, "absent ") {
			last = s[strings.LastIndexByte(s, '\n')+1:]
		}
		return lines, &failure{fmt.Sprintf("%s %s: %v: %s", t.library.Family.program, mode, err, last)}
	}
	return lines, nil
}

// interrupted: the test was broken off. A terminal's interrupt goes to the program as well, which may have ended by it before this process
// has seen it: it is waited for.
func (t *test) interrupted(s *os.ProcessState) bool {
	if s != nil {
		if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() && (status.Signal() == syscall.SIGINT || status.Signal() == syscall.SIGTERM) {
			select {
			case <-t.ctx.Done():
			case <-time.After(onItsWay):
			}
		}
	}
	return t.ctx.Err() != nil
}

// environ is what the program gets: nothing that could make a library behave otherwise, but
// where this one has its parts.
func (t *test) environ() []string {
	out := []string{"QT_QPA_PLATFORM=offscreen", "LANG=C.UTF-8", "HOME=" + t.scratch, "XDG_RUNTIME_DIR=" + t.scratch, "TMPDIR=" + t.scratch}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR"} {
		if v := install.Getenv(t.env, name); v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}

func (t *test) unseen(f fact) {
	if !t.blind(f.hook) {
		t.result.Unseen = append(t.result.Unseen, Unseen{f.hook, f.what, f.takes})
	}
}

func (t *test) blind(hook string) bool {
	return slices.ContainsFunc(t.result.Unseen, func(u Unseen) bool { return u.Hook == hook })
}

// unknown: nothing can be said of it without the hook that it needs.
func (t *test) unknown(f fact) bool {
	lacks := func(hook string) bool { return t.blind(hook) || slices.Contains(t.unasked, hook) }
	if !slices.ContainsFunc(strings.Split(f.needs, ", "), lacks) {
		return false
	}
	t.unasked = append(t.unasked, f.hook)
	return true
}

// recorded records the program in a mode.
func (t *test) recorded(mode, options string, more ...string) (*recorded, error) {
	path := filepath.Join(t.scratch, mode+".srt")
	all := steering.Option(steering.OptionTrace, path)
	for _, o := range []string{options, Options([]*Result{t.result})} {
		if o != "" {
			all += ":" + o
		}
	}
	lines, err := t.run(mode, nil, t.preload(true), all, more...)
	if err != nil {
		return nil, err
	}
	r, err := readRecorded(path)
	if err != nil {
		return nil, &failure{"its recording: " + err.Error()}
	}
	for _, line := range lines {
		r.said[line] = true
	}
	if os.Remove(path) != nil {
		return nil, &failure{"its recording is not there"}
	}
	return r, nil
}

func readRecorded(path string) (*recorded, error) {
	src, err := trace.OpenFile(path)
	if err != nil {
		return nil, err
	}
	in, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r := newRecorded()
	for {
		var op trace.Op
		if err := in.Next(&op); errors.Is(err, io.EOF) {
			return r, nil
		} else if err != nil {
			return nil, err
		}
		op.Attrs = append([]trace.Attr(nil), op.Attrs...)
		r.add(op)
	}
}

// mode records the program in one, and compares.
func (t *test) mode(mode, options string) error {
	r, err := t.recorded(mode, options)
	if err == nil {
		t.compare(r, mode)
	}
	return err
}

// compare looks at each fact of a mode whose conditions hold.
func (t *test) compare(r *recorded, mode string) {
	for _, f := range t.library.Family.facts() {
		f.hook, f.needs = strings.ReplaceAll(f.hook, "DISPATCHER", r.dispatcher), strings.ReplaceAll(f.needs, "DISPATCHER", r.dispatcher)
		switch {
		case f.seen == nil || cmp.Or(f.mode, "drive") != mode:
			continue
		case f.file > 0 && t.library.File(f.file) == "", r.said["without "+f.hook], t.unknown(f):
			continue
		}
		t.result.Facts++
		if !f.seen(r) {
			t.unseen(f)
		}
	}
}
