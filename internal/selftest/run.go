package selftest

// The runs of the test program: it finds places, it is recorded, it is steered.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/install"
	"sparseracer/internal/steering"
	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// test is one that runs.
type test struct {
	ctx     context.Context
	env     []string
	dir     string // of our libraries
	scratch string
	qt      Qt
	result  *Result
}

// Test runs the program, without looking at what is kept.
//
//  1. probe: where window-system events have what, and whether our input library fits.
//  2. drive: recorded with each of Qt's own dispatchers, and compared with the facts.
//  3. steered: virtual time, and a held event that is removed.
func Test(ctx context.Context, env []string, dir string, q Qt) (*Result, error) {
	return run(ctx, env, dir, q, func(t *test) error {
		for _, step := range []func() error{t.probe, t.driven, t.steered} {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
}

func run(ctx context.Context, env []string, dir string, q Qt, steps func(*test) error) (*Result, error) {
	scratch, err := os.MkdirTemp("", "sparseracer-selftest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	t := &test{ctx, env, dir, scratch, q, &Result{Qt: q, CoreID: symbols.BuildIDOf(q.Core), GuiID: symbols.BuildIDOf(q.Gui), Unseen: []Unseen{}}}
	var failed *failure
	err = steps(t)
	if errors.As(err, &failed) {
		t.result.Failed = failed.why
		return t.result, nil
	}
	return t.result, err
}

// failure: the test program could not do what it must.
type failure struct{ why string }

func (f *failure) Error() string { return f.why }

// driven records the program with each dispatcher, and compares.
func (t *test) driven() error {
	seen := map[string]bool{}
	for _, dispatcher := range []string{"QT_NO_GLIB=1", "QT_NO_GLIB="} {
		r, err := t.drive(dispatcher)
		if err != nil {
			return err
		}
		if r.dispatcher != "" && seen[r.dispatcher] {
			continue // a Qt without GLib
		}
		seen[r.dispatcher] = true
		t.compare(r)
	}
	return nil
}

// run runs the program in a mode; what it prints comes line by line.
func (t *test) run(mode string, preload []string, options string, more ...string) ([]string, error) {
	ctx, cancel := context.WithTimeout(t.ctx, limit)
	defer cancel()
	gui := t.qt.Gui
	if gui == "" {
		gui = "-"
	}
	args := []string{mode, t.qt.Core, gui}
	if mode == "probe" {
		args = append(args, filepath.Join(t.dir, inputLibrary(t.qt)))
	}
	cmd := exec.CommandContext(ctx, filepath.Join(t.dir, Program), args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Env = append(t.environ(), more...)
	if s := sabotage(t.env); s != "" {
		options += ":" + steering.Option(steering.OptionSabotage, s)
	}
	if len(preload) > 0 {
		cmd.Env = append(cmd.Env, "LD_PRELOAD="+strings.Join(preload, ":"), steering.EnvironmentOptions+"="+options)
	}
	err := cmd.Run()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if t.ctx.Err() != nil {
		return nil, t.ctx.Err()
	}
	if err != nil && mode != "steered" {
		last := lines[len(lines)-1]
		if s := strings.TrimSpace(errs.String()); last == "" || !strings.HasPrefix(last, "absent ") {
			last = s[strings.LastIndexByte(s, '\n')+1:]
		}
		return nil, &failure{fmt.Sprintf("%s %s: %v: %s", Program, mode, err, last)}
	}
	return lines, nil
}

// environ is what the program gets: nothing that could make a Qt behave otherwise, but
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

func (t *test) probe() error {
	lines, err := t.run("probe", nil, "")
	if err != nil {
		return err
	}
	for _, line := range lines {
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "windows":
			if !strings.Contains(rest, "-1") {
				t.result.Windows = strings.ReplaceAll(rest, " ", ",")
			}
		case "input":
			if rest != "fits" {
				t.unseen(fact{hook: inputLibrary(t.qt), what: rest, takes: "what a person does is recorded without its target, so it cannot be played again", steers: true})
			}
			t.result.Facts++
		}
	}
	return nil
}

func (t *test) unseen(f fact) {
	for _, u := range t.result.Unseen {
		if u.Hook == f.hook {
			return
		}
	}
	t.result.Unseen = append(t.result.Unseen, Unseen{f.hook, f.what, f.takes, f.steers})
}

// drive records the program.
func (t *test) drive(dispatcher string) (*recorded, error) {
	path := filepath.Join(t.scratch, "trace.srt")
	options := steering.Option(steering.OptionTrace, path)
	if more := Options([]*Result{t.result}); more != "" {
		options += ":" + more
	}
	lines, err := t.run("drive", []string{filepath.Join(t.dir, system.RecorderLibrary), filepath.Join(t.dir, system.HooksLibrary)}, options, dispatcher)
	if err != nil {
		return nil, err
	}
	r, err := readRecorded(path)
	if err != nil {
		return nil, &failure{"its recording: " + err.Error()}
	}
	for _, line := range lines {
		r.said[line] = true
		if d, ok := strings.CutPrefix(line, "dispatcher "); ok {
			r.dispatcher = "QEventDispatcher" + d
		}
	}
	if os.Remove(path) != nil {
		return nil, &failure{"its recording is not there"}
	}
	r.gui = t.qt.Gui != ""
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

// compare looks at each fact whose conditions hold.
func (t *test) compare(r *recorded) {
	for _, f := range facts {
		f.hook, f.needs = strings.ReplaceAll(f.hook, "DISPATCHER", r.dispatcher), strings.ReplaceAll(f.needs, "DISPATCHER", r.dispatcher)
		blind := func(hook string) bool {
			for _, u := range t.result.Unseen {
				if u.Hook == hook {
					return true
				}
			}
			return false
		}
		if f.seen == nil || f.gui && !r.gui || f.needs != "" && blind(f.needs) || blind(postEvent) {
			continue
		}
		t.result.Facts++
		if !f.seen(r) {
			t.unseen(f)
		}
	}
}

// label is the name of the event that the steered program posts and removes, "" if none
// was recorded.
func (t *test) label() (string, error) {
	path := filepath.Join(t.scratch, "label.srt")
	_, err := t.run("label", []string{filepath.Join(t.dir, system.RecorderLibrary), filepath.Join(t.dir, system.HooksLibrary)},
		steering.Option(steering.OptionTrace, path), "QT_NO_GLIB=1")
	if err != nil {
		return "", err
	}
	r, err := readRecorded(path)
	if err != nil {
		return "", &failure{"its recording: " + err.Error()}
	}
	if e := r.posted(-1, 1); e != nil {
		return e.Attr("label"), nil
	}
	return "", nil
}

// steered runs the program with a schedule: virtual time, and an event that is held
// until what never comes.
func (t *test) steered() error {
	label, err := t.label()
	if err != nil {
		return err
	}
	schedule, verdict := filepath.Join(t.scratch, "schedule"), filepath.Join(t.scratch, "verdict")
	text := []string{steering.HeadSchedule + " " + strconv.Itoa(steering.Version), steering.DirectiveWatchdog + " 600000", steering.DirectiveFast}
	if label != "" {
		text = append(text, steering.DirectiveHold+" 600000 "+label, steering.DirectiveUntil+" "+steering.LabelPosted+" never")
	}
	if err := os.WriteFile(schedule, []byte(strings.Join(text, "\n")+"\n"), 0o600); err != nil {
		return err
	}
	options := steering.Option(steering.OptionSchedule, schedule) + ":" + steering.Option(steering.OptionVerdict, verdict)
	lines, err := t.run("steered", []string{filepath.Join(t.dir, system.HooksLibrary)}, options, "QT_NO_GLIB=1")
	if err != nil {
		return err
	}
	held, _ := os.ReadFile(verdict)
	if !strings.Contains(string(held), steering.VerdictHold+" "+label) {
		lines = slices.DeleteFunc(lines, func(l string) bool { return l == "removed" })
	}
	said := map[string]bool{}
	for _, line := range lines {
		said[line] = true
	}
	for _, f := range facts {
		if f.says == "" {
			continue
		}
		t.result.Facts++
		if !said[f.says] {
			t.unseen(f)
		}
	}
	return nil
}
