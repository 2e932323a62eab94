// Package sandbox runs this program again in a world of its own, for programs that are
// used at random: what they write, send, print, kill or delete harms nobody.
//
// In the sandbox
//   - all files can be read, and nothing but the kept folder can be changed. What is written to the
//     current folder and to temporary folders is there until the sandbox ends, and then gone. Of what
//     lies there some files can be fixed: what a shell in a terminal removes is not to end the work;
//   - there is no network but its own loopback, no system bus, no agent of the user's;
//   - there are no other processes, and none is left when it ends;
//   - shared memory, System V IPC and the folder of the session (XDG_RUNTIME_DIR) are its own.
//
// It is made of Linux's namespaces. Where these cannot be had Run says so, and runs nothing.
package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Box says what the sandbox is made of. Paths are absolute, without symbolic links.
type Box struct {
	Keep    string   // the folder in which changes stay
	Current string   // the current folder
	Root    string   // a folder that is the root inside, "" for this machine's; it stays as it is
	Show    []string // with Root: files and folders of this machine that are there, too, to read
	Fixed   []string // files and folders that nobody can change or remove, wherever they lie; not of those that hold the two above
}

// variable hands a Box to the process inside.
const variable = "SPARSERACER_SANDBOX"

// ErrNone: no sandbox can be had here.
var ErrNone = errors.New("no sandbox can be made here")

// Absolute is a path for a Box; what is not there yet stays as it is.
func Absolute(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	return abs, nil
}

// Run runs this program with other arguments in a sandbox, and gives its exit status. An interrupt
// reaches it from the terminal itself; the end of the context asks it to end.
func Run(ctx context.Context, box Box, cmd *exec.Cmd) (status int, err error) {
	data, err := json.Marshal(box)
	if err != nil {
		return 0, err
	}
	exe, err := os.Executable()
	if err != nil {
		return 0, err
	}
	cmd.Path, cmd.Args = exe, append([]string{exe}, cmd.Args[1:]...)
	cmd.Env = append(slices.Clone(cmd.Env), variable+"="+string(data))
	cmd.SysProcAttr = namespaces()
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNone, err)
	}
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
		case <-ctx.Done():
			_ = cmd.Process.Signal(syscall.SIGTERM)
		}
	}()
	err = cmd.Wait()
	close(done)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	if w := cmd.ProcessState.Sys().(syscall.WaitStatus); w.Signaled() {
		return 128 + int(w.Signal()), nil
	}
	if status = cmd.ProcessState.ExitCode(); status == couldNot {
		return 0, ErrNone // it has said why
	}
	return status, nil
}

// couldNot is the status of a process that could not make its sandbox.
const couldNot = 120

// Enter is called first in main. In a process that Run started it makes the sandbox, or ends the
// process; in any other one it does nothing. env is the environment from then on.
func Enter(env []string) []string {
	i := slices.IndexFunc(env, func(kv string) bool { return strings.HasPrefix(kv, variable+"=") })
	if i < 0 {
		return env
	}
	var box Box
	text := strings.TrimPrefix(env[i], variable+"=")
	err := json.Unmarshal([]byte(text), &box)
	if err == nil {
		if box.Root == "" {
			err = box.enter()
		} else {
			err = box.enterImage()
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "sparseracer: the sandbox: %v\n", err)
		os.Exit(couldNot)
	}
	return environment(slices.Delete(slices.Clone(env), i, i+1))
}

// Inside: this environment is that of a sandbox.
func Inside(env []string) bool { return slices.Contains(env, inside) }

const inside = "XDG_RUNTIME_DIR=" + runtimeDir

// runtimeDir is short: sockets have names of at most 107 bytes.
const runtimeDir = "/run/session"

// environment has nothing by which the user's agents, buses and sessions can be found.
func environment(env []string) []string {
	out := slices.DeleteFunc(env, func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return strings.HasPrefix(name, "XDG_") || strings.HasPrefix(name, "DBUS_") || strings.HasSuffix(name, "_AUTH_SOCK") ||
			slices.Contains([]string{"SESSION_MANAGER", "GPG_AGENT_INFO", "WAYLAND_DISPLAY", "PULSE_SERVER", "CUPS_SERVER", "TMPDIR"}, name)
	})
	// No address is none at all; an empty one would be looked for.
	return append(out, inside, "DBUS_SESSION_BUS_ADDRESS=disabled:", "DBUS_SYSTEM_BUS_ADDRESS=disabled:", "XDG_CURRENT_DESKTOP=none")
}
