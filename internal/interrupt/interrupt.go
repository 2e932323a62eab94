// Package interrupt makes contexts that a signal ends, and knows which signal it was, also of
// those that are derived from one.
package interrupt

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// cause is why such a context has ended.
type cause struct{ syscall.Signal }

func (c cause) Error() string { return c.String() + " signal received" }

// Is: who asks whether a context was cancelled by what context.Cause gives is told so.
func (c cause) Is(target error) bool { return target == context.Canceled }

// Context ends when this process gets one of the signals, or when stop is called.
func Context(parent context.Context, signals ...os.Signal) (ctx context.Context, stop func()) {
	ctx, end := context.WithCancelCause(parent)
	got := make(chan os.Signal, 1)
	signal.Notify(got, signals...)
	go func() {
		select {
		case s := <-got:
			if number, ok := s.(syscall.Signal); ok {
				end(cause{number})
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(got); end(nil) }
}

// Of is the signal that has ended the context, 0 where none has.
func Of(ctx context.Context) syscall.Signal {
	var c cause
	if errors.As(context.Cause(ctx), &c) {
		return c.Signal
	}
	return 0
}

// mostLater is how much later than a program this one may know of a signal that both got.
const mostLater = time.Second

// After is why ctx has ended when a program has, with an exit status as a shell has it. A terminal
// sends a signal to both, and the program may be over before this one knows of it.
func After(ctx context.Context, status int) error {
	switch syscall.Signal(status - 128) {
	case syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT:
		select {
		case <-ctx.Done():
		case <-time.After(mostLater):
		}
	}
	return ctx.Err()
}
