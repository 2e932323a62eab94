package interrupt

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
	"time"
)

func TestOf(t *testing.T) {
	ctx, stop := Context(t.Context(), syscall.SIGUSR1, syscall.SIGUSR2)
	defer stop()
	derived, cancel := context.WithCancel(ctx)
	defer cancel()
	if s := Of(derived); s != 0 {
		t.Errorf("%v before any came", s)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGUSR2); err != nil {
		t.Fatal(err)
	}
	<-derived.Done()
	if s := Of(derived); s != syscall.SIGUSR2 || !errors.Is(context.Cause(derived), context.Canceled) {
		t.Errorf("%v, %v", s, context.Cause(derived))
	}
}

// TestOfOthers: what else ends a context is no signal.
func TestOfOthers(t *testing.T) {
	stopped, stop := Context(t.Context(), syscall.SIGUSR1)
	stop()
	<-stopped.Done()
	above, cancel := context.WithCancel(t.Context())
	below, stopBelow := Context(above, syscall.SIGUSR1)
	defer stopBelow()
	cancel()
	<-below.Done()
	late, stopLate := context.WithTimeout(t.Context(), 0)
	defer stopLate()
	for _, ctx := range []context.Context{stopped, below, late, t.Context()} {
		if s := Of(ctx); s != 0 {
			t.Errorf("%v of %v", s, context.Cause(ctx))
		}
	}
}

// TestAfter: who ends by a signal that comes to this process a little later was ended by it; who ends by itself was not, and
// nobody waits then.
func TestAfter(t *testing.T) {
	ctx, stop := Context(t.Context(), syscall.SIGUSR2)
	defer stop()
	begun := time.Now()
	if err := errors.Join(After(ctx, 0), After(ctx, 1), After(ctx, 139)); err != nil || time.Since(begun) > mostLater/2 {
		t.Errorf("of a program that ended by itself: %v, after %v", err, time.Since(begun))
	}
	go func() {
		time.Sleep(30 * time.Millisecond)
		syscall.Kill(os.Getpid(), syscall.SIGUSR2)
	}()
	if err := After(ctx, 128+int(syscall.SIGINT)); !errors.Is(err, context.Canceled) || time.Since(begun) > mostLater/2 {
		t.Errorf("of one that was interrupted: %v, after %v", err, time.Since(begun))
	}
}
