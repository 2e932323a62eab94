package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"sparseracer/internal/recording"
)

// ownScreen gives a program with GTK, which is used on an X server alone, and one of Qt that is asked to show its
// windows on one (QT_QPA_PLATFORM=xcb), a server that nobody looks at: what is done at random goes to no window of the user's.
// A program without either, and one that has it already, gets none.
func (t *tool) ownScreen(ctx context.Context, prog []string) (off func(), err error) {
	platform, _, _ := strings.Cut(t.getenv("QT_QPA_PLATFORM"), ":") // options may follow
	asked := platform == "xcb"
	if t.hasOwnScreen || !asked && !recording.UsesGtk(ctx, t.env, prog) {
		return func() {}, nil
	}
	s := &screens{start: startScreen}
	display, _, err := s.take() // what does not run beside anything has this one, and so has one of those that do
	if err != nil {
		why := "has windows of GTK, which are used"
		if asked {
			why = "is used, by QT_QPA_PLATFORM=xcb,"
		}
		return nil, fmt.Errorf("%s %s on an X server of its own, and there is none: %w", prog[0], why, err)
	}
	s.free = append(s.free, display)
	t.hasOwnScreen, t.screens = true, s
	t.env = append(t.env, "DISPLAY="+display, "GDK_BACKEND=x11", "WAYLAND_DISPLAY=", "NO_AT_BRIDGE=1", "GTK_A11Y=none",
		"GTK_IM_MODULE=gtk-im-context-simple", "GTK_USE_PORTAL=0", "GSETTINGS_BACKEND=memory")
	return s.off, nil
}

// screens are servers for runs that go on beside each other: on one they would take the keyboard from each other.
// Without any (nil) they have what t.env names.
type screens struct {
	start func() (display string, off func(), err error)
	mu    sync.Mutex
	free  []string
	ends  []func()
}

// take gives a run a screen, until it gives it back.
func (s *screens) take() (display string, give func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.free); n > 0 {
		display, s.free = s.free[n-1], s.free[:n-1]
	} else {
		off := func() {}
		if display, off, err = s.start(); err != nil {
			return "", nil, err
		}
		s.ends = append(s.ends, off)
	}
	return display, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.free = append(s.free, display)
	}, nil
}

// env is what a run's environment has of a screen of its own.
func (s *screens) env() (vars []string, give func(), err error) {
	if s == nil {
		return nil, func() {}, nil
	}
	display, give, err := s.take()
	if err != nil {
		return nil, nil, err
	}
	return []string{"DISPLAY=" + display}, give, nil
}

func (s *screens) off() {
	for _, end := range s.ends {
		end()
	}
}

// startScreen starts an Xvfb. Its number is one that is free.
func startScreen() (display string, off func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer r.Close()
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset")
	x.ExtraFiles = []*os.File{w}
	var says firstWords
	x.Stderr = &says
	x.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL} // Ctrl-C is for who uses it, first
	err = x.Start()
	w.Close()
	if errors.Is(err, exec.ErrNotFound) {
		return "", nil, errors.New("Xvfb is not installed (apt-get install xvfb)")
	}
	if err != nil {
		return "", nil, err
	}
	off = func() {
		_ = x.Process.Signal(syscall.SIGTERM) // it takes its socket away
		late := time.AfterFunc(screenEnds, func() { _ = x.Process.Kill() })
		defer late.Stop()
		_ = x.Wait()
	}
	_ = r.SetReadDeadline(time.Now().Add(screenStarts))
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		off()
		if words := says.String(); words != "" {
			return "", nil, fmt.Errorf("Xvfb did not start: %s", words)
		}
		return "", nil, fmt.Errorf("Xvfb did not start: %w", err)
	}
	return ":" + strings.TrimSpace(number), off, nil
}

// firstWords keeps how an output begins: a server says first what it lacks, and then that again for each number it tries.
type firstWords struct{ strings.Builder }

func (w *firstWords) Write(b []byte) (int, error) {
	const most = 300
	w.Builder.Write(b[:min(len(b), most-min(most, w.Len()))])
	return len(b), nil
}

func (w *firstWords) String() string {
	return strings.Join(strings.FieldsFunc(w.Builder.String(), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

const (
	screenStarts = 10 * time.Second
	screenEnds   = 2 * time.Second
)
