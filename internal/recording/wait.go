package recording

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"sparseracer/internal/interrupt"
)

const (
	// outputDelay is how long what the program left behind may keep its output open, where that
	// is read by this process.
	outputDelay = time.Second
	// sentToAll is how long the program has to end by a termination request that was sent to it
	// as well.
	sentToAll = time.Second
)

// waitFor waits for the program, not for what it left behind. When the context ends it asks the
// program to end, and kills it after the grace; without grace the program decides itself.
func waitFor(ctx context.Context, cmd *exec.Cmd, grace time.Duration) error {
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
			return
		case <-ctx.Done():
		}
		if grace == 0 {
			handOn(interrupt.Of(ctx), cmd.Process, done)
			return
		}
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-done:
		case <-time.After(grace):
			_ = cmd.Process.Kill()
		}
	}()
	defer close(done)
	cmd.WaitDelay = outputDelay
	if err := cmd.Wait(); !errors.Is(err, exec.ErrWaitDelay) {
		return err
	}
	return nil
}

// handOn gives the program the signal that this process got, as if it ran alone: once. A terminal
// has sent its interrupt to the program as well. Others may send theirs to the whole group, as
// timeout does: who goes on has not got it. Without a signal it is a termination request.
func handOn(got syscall.Signal, program *os.Process, done <-chan struct{}) {
	switch {
	case got == 0:
		got = syscall.SIGTERM
	case got == syscall.SIGINT && inForeground():
		return
	default:
		select {
		case <-done:
			return
		case <-time.After(sentToAll):
		}
	}
	_ = program.Signal(got)
}

// inForeground: the terminal's keys are for this process and those that it starts.
func inForeground() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == syscall.Getpgrp()
}
