package qtbuild

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// run runs one step's command; its output is shown only if it fails, and then the
// end of it.
func run(ctx context.Context, dir, step string, command ...string) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "MAKEFLAGS=", "DEBIAN_FRONTEND=noninteractive")
	// A group of its own: an interrupt ends the compilers with their make.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w\n%s", step, filepath.Base(command[0]), err, tail(out.String()))
	}
	return nil
}

// tail is what of a long output says why it failed.
func tail(out string) string {
	const last = 25
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for i, l := range lines {
		if strings.Contains(l, "error:") || strings.Contains(l, "***") {
			lines = lines[i:]
			break
		}
	}
	if len(lines) > last {
		lines = lines[len(lines)-last:]
	}
	return strings.Join(lines, "\n")
}

// compile runs the build and counts its object files meanwhile.
func (b *Builder) compile(ctx context.Context, p plan) error {
	step := "compiling QtCore"
	b.tell(step, 0)
	done := make(chan struct{})
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				b.tell(step, min(1, float64(countObjects(p.objects))/float64(max(1, p.count))))
			}
		}
	}()
	err := run(ctx, p.dir, step, append([]string{"nice", "-n", "10"}, p.command...)...)
	close(done)
	<-finished
	if err != nil {
		return err
	}
	if _, err := os.Stat(p.library); err != nil {
		return fmt.Errorf("%s: it ended well, but left no library: %w", step, err)
	}
	return nil
}

func countObjects(dir string) int {
	n := 0
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".o") {
			n++
		}
		return nil // what vanishes while we look does not matter
	})
	return n
}

// jobs is make's flag.
func (b *Builder) jobs() string {
	if b.Jobs > 0 {
		return fmt.Sprintf("-j%d", b.Jobs)
	}
	return "-j2"
}

// copyFile copies a small file into a folder of the build tree.
func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// only is the one file that a pattern must match.
func only(pattern string) (string, error) {
	found, err := filepath.Glob(pattern)
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", errors.New(pattern + ": expected one file, found " + fmt.Sprint(len(found)))
	}
	return found[0], nil
}
