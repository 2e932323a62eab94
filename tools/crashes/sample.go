package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"sparseracer/internal/selftest"
	"sparseracer/internal/steer"
	"sparseracer/internal/steering"
)

var asanReport = regexp.MustCompile(`(?s)==\d+==ERROR: AddressSanitizer.*?SUMMARY[^\n]*\n`)

// sample records a sample and leaves the reports of its crash: NAME.asan, NAME.gdb, and
// NAME.nolines, gdb's of the same program without debug information.
func (b *bench) sample(ctx context.Context, name string) error {
	in := func(suffix string) string { return filepath.Join(b.dir, name+suffix) }
	if _, err := os.Stat(in(".nolines")); err == nil {
		return nil
	}
	args := []string{"record", "-o", in(".srt")}
	if script := filepath.Join(b.root, "samples", name+"_race.session"); exists(script) {
		args = append(args, "--play", script)
	}
	tool := filepath.Join(b.root, "bin/sparseracer")
	if out, err := b.command(ctx, nil, tool, append(args, "--", filepath.Join(b.dir, "recorded", name+"_race"))...); err != nil || !exists(in(".srt")) {
		return fmt.Errorf("record: %w\n%s", err, out)
	}
	out, err := b.command(ctx, nil, tool, "confirm", "-o", in(".schedules"), in(".srt"), "--", filepath.Join(b.dir, "asan", name+"_race"))
	if err != nil {
		return fmt.Errorf("confirm: %w\n%s", err, out)
	}
	report := asanReport.FindString(out)
	schedules, _ := filepath.Glob(in(".schedules") + "/*.schedule.json")
	if report == "" || len(schedules) == 0 {
		return fmt.Errorf("confirm proves nothing:\n%s", out)
	}
	if err := os.WriteFile(in(".asan"), []byte(report), 0o644); err != nil {
		return err
	}
	if name == "frame" { // what lies on a stack is not freed: a plain build does not crash
		return nil
	}
	return b.cores(ctx, name, schedules[0])
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// cores steers the plain build, with and without debug information, and has gdb read the cores.
func (b *bench) cores(ctx context.Context, name, schedule string) error {
	s, err := steer.Load(schedule)
	if err != nil {
		return err
	}
	directives, err := steer.Compile(s)
	if err != nil {
		return err
	}
	plain := filepath.Join(b.dir, "plain", name+"_race")
	for suffix, strip := range map[string]bool{".gdb": false, ".nolines": true} {
		dir := filepath.Join(b.dir, name+suffix+".run")
		program := filepath.Join(dir, name+"_race")
		copying := []string{plain, program}
		if strip {
			copying = append([]string{"--strip-debug"}, copying...)
		}
		err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755), os.WriteFile(dir+"/directives", directives, 0o600), os.WriteFile(dir+"/verdict", nil, 0o600))
		if err != nil {
			return err
		}
		if out, err := exec.CommandContext(ctx, "objcopy", copying...).CombinedOutput(); err != nil {
			return fmt.Errorf("objcopy: %w\n%s", err, out)
		}
		text, err := b.crash(ctx, dir, program)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(b.dir, name+suffix), []byte(text), 0o644); err != nil {
			return err
		}
		os.RemoveAll(dir)
	}
	return nil
}

// crash runs a program by its directives and returns what gdb says of its core.
func (b *bench) crash(ctx context.Context, dir, program string) (string, error) {
	var known []*selftest.Result
	for _, l := range selftest.Linked(ctx, b.env, program) {
		r, err := selftest.Ask(ctx, b.env, l)
		if err != nil {
			return "", err
		}
		known = append(known, r)
	}
	options := []string{selftest.Options(known), steering.Option(steering.OptionSteering, fmt.Sprint(steering.Version)),
		steering.Option(steering.OptionSchedule, dir+"/directives"), steering.Option(steering.OptionVerdict, dir+"/verdict")}
	// PRELOAD is for the program alone: the shell is not to load our libraries.
	env := []string{"QT_NO_GLIB=1", "G_SLICE=always-malloc", "PRELOAD=" + filepath.Join(b.dir, "fence.so") + ":" + filepath.Join(b.root, "lib/libsparseqt.so"),
		steering.EnvironmentOptions + "=" + strings.Join(options, ":"), "PROGRAM=" + program, "FOLDER=" + dir}
	script := `cd "$FOLDER" && ulimit -c unlimited && exec timeout 60 env LD_PRELOAD="$PRELOAD" "$PROGRAM"`
	out, err := b.command(ctx, env, "sh", "-c", script)
	if err != nil || !exists(dir+"/core") {
		return "", fmt.Errorf("the plain build left no core: %w\n%s", err, out)
	}
	text, err := b.command(ctx, nil, "gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off", "-iex", "set width 0", "-ex", "thread apply all bt", program, dir+"/core")
	return withoutOurs(text), err
}

var (
	ourFrame = regexp.MustCompile(` at \S*/(?:qtpatch|loopcore|tracelib)/src/`)
	number   = regexp.MustCompile(`^#\d+ +`)
)

// withoutOurs takes frames of our libraries out of gdb's text, and the threads they started.
func withoutOurs(text string) string {
	var out, thread []string
	flush := func() {
		frames := 0
		ours := strings.Contains(strings.Join(thread, "\n"), "loopcore/src/steer.c")
		for _, line := range thread {
			if number.MatchString(line) {
				if ourFrame.MatchString(line) {
					continue
				}
				line = fmt.Sprintf("#%-2d %s", frames, number.ReplaceAllString(line, ""))
				frames++
			}
			if !ours {
				out = append(out, line)
			}
		}
		thread = nil
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "Thread ") {
			flush()
		}
		thread = append(thread, line)
	}
	flush()
	return strings.Join(out, "\n")
}
