package work

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"sparseracer/internal/farm"
)

// errTask is what the content of a job is to blame for: it is a result, and not tried again.
type errTask struct{ text string }

func (e *errTask) Error() string { return e.text }

func isTask(err error) bool { return errors.As(err, new(*errTask)) }

// mostSaid is how much of what a process said goes into a message.
const mostSaid = 4 << 10

// do runs a task in a process of its own, in the folder dir, and reads its result. When ctx ends, or
// after the limit, all that it started is ended.
func (w *worker) do(ctx context.Context, dir string, task *farm.Task, env []string, limit time.Duration, out any) error {
	task.Confine = w.confine
	task.MostMemory, task.MostFile, task.MostProcesses = w.opt.Memory, w.opt.File, w.opt.Processes
	data, err := json.Marshal(task)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, farm.TaskFile), data, 0o600); err != nil {
		return err
	}
	said, err := os.Create(filepath.Join(dir, farm.SaidFile))
	if err != nil {
		return err
	}
	defer said.Close()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, w.opt.Tool, "farm", "job", dir)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append(w.environment(dir), env...), said, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	err = cmd.Run()
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left behind
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if limited.Err() != nil {
		return &errTask{fmt.Sprintf("it did not end within %v", limit)}
	}
	if err != nil && cmd.ProcessState == nil {
		return err // it was not started: the machine
	}
	result, readErr := left(dir, farm.ResultFile)
	if err = errors.Join(err, readErr); err != nil {
		text := lastOf(said)
		if text == "" {
			text = err.Error()
		}
		return &errTask{text}
	}
	return understood(result, out)
}

// mostLeft bounds a file that a job leaves for its worker.
const mostLeft = 256 << 20

// left reads a file that a job left in its folder. What ran there may write in it: only a file of bounded
// size is read, no link that leads out, no pipe, on which we would wait.
func left(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%s in the job's folder is no file", name)
	}
	data, err := io.ReadAll(io.LimitReader(f, mostLeft+1))
	if err == nil && len(data) > mostLeft {
		err = fmt.Errorf("%s in the job's folder has more than %d bytes", name, mostLeft)
	}
	return data, err
}

// environment is a worker's own, without what would lead a job elsewhere, and with a home that goes
// with the job.
func (w *worker) environment(dir string) []string {
	var out []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case strings.HasPrefix(name, "AWS_"), strings.HasPrefix(name, "PG"), strings.HasPrefix(name, "SPARSE"), name == "DEBUGINFOD_URLS",
			name == "DBUS_SESSION_BUS_ADDRESS", name == "DISPLAY", name == "WAYLAND_DISPLAY", strings.HasPrefix(name, "LD_"), strings.HasPrefix(name, "KUBERNETES_"):
		default:
			out = append(out, kv)
		}
	}
	return append(out, "QT_QPA_PLATFORM=offscreen")
}

// lastOf is the end of what a process said, as UTF-8. The open file is read: another one may have its
// name by now.
func lastOf(said *os.File) string {
	st, err := said.Stat()
	if err != nil {
		return ""
	}
	data := make([]byte, mostSaid)
	n, err := said.ReadAt(data, max(0, st.Size()-mostSaid))
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(bytes.ReplaceAll(data[:n], []byte{0}, nil)), string(utf8.RuneError)))
	return strings.TrimPrefix(text, "sparseracer: ")
}
