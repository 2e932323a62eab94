package ccwrap

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// children runs one command at a time and lets signals reach it.
type children struct {
	mu      sync.Mutex
	current *os.Process
	pending os.Signal // came before or while a command ran
}

// errStopped: a signal asked to stop, nothing more is started.
var errStopped = errors.New("stopped by a signal")

// run starts a command, unless a signal asked to stop before, and waits.
func (c *children) run(cmd *exec.Cmd) error {
	c.mu.Lock()
	if c.pending != nil {
		c.mu.Unlock()
		return errStopped
	}
	err := cmd.Start()
	if err == nil {
		c.current = cmd.Process
	}
	c.mu.Unlock()
	if err != nil {
		return err
	}
	err = cmd.Wait()
	c.mu.Lock()
	c.current = nil
	c.mu.Unlock()
	return err
}

// forwardSignals hands signals that would end this process to the running
// command, so that temporary files are removed. The returned function ends
// that and notes the signal.
func (r *run) forwardSignals() (stop func()) {
	ch := make(chan os.Signal, 8)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) { // nohup and background jobs of scripts
			signal.Notify(ch, s)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for s := range ch {
			r.jobs.mu.Lock()
			r.jobs.pending = s
			if r.jobs.current != nil {
				r.jobs.current.Signal(s)
			}
			r.jobs.mu.Unlock()
		}
	}()
	return func() {
		signal.Stop(ch)
		close(ch)
		<-done
		if s, ok := r.jobs.pending.(syscall.Signal); ok {
			r.signal = s
		}
	}
}

// dieBy ends this process by a signal. Where Go's runtime would print a trace
// of itself instead, the status says it as a shell does, and clang too.
func dieBy(s syscall.Signal) {
	switch s {
	case syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL, syscall.SIGPIPE:
		signal.Reset(s)
		syscall.Kill(syscall.Getpid(), s)
		time.Sleep(time.Second) // it arrives on any thread, unless it is ignored
	}
	os.Exit(128 + int(s))
}
