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
	s := newScreens(startScreen)
	display, give, err := s.take() // what does not run beside anything has this one, and so has one of those that do
	if err != nil {
		why := "has windows of GTK, which are used"
		if asked {
			why = "is used, by QT_QPA_PLATFORM=xcb,"
		}
		return nil, fmt.Errorf("%s %s on an X server of its own, and there is none: %w", prog[0], why, err)
	}
	give()
	t.hasOwnScreen, t.screens = true, s
	t.env = append(t.env, "DISPLAY="+display, "GDK_BACKEND=x11", "WAYLAND_DISPLAY=", "NO_AT_BRIDGE=1", "GTK_A11Y=none",
		"GTK_IM_MODULE=gtk-im-context-simple", "GTK_USE_PORTAL=0", "GSETTINGS_BACKEND=memory")
	if t.getenv("GSK_RENDERER") == "" {
		t.env = append(t.env, "GSK_RENDERER=cairo") // GTK 4 would draw by OpenGL, which such a server has by a compiler of shaders in the process
	}
	return s.off, nil
}

// screens are servers for runs that go on beside each other: on one they would take the keyboard from each other.
// Without any (nil) they have what t.env names.
type screens struct {
	start func() (display string, off func(), err error)
	mu    sync.Mutex
	given sync.Cond // one was given back
	free  []string
	ends  []func()
	full  bool // one more could not be started
}

func newScreens(start func() (display string, off func(), err error)) *screens {
	s := &screens{start: start}
	s.given.L = &s.mu
	return s
}

// take gives a run a screen, until it gives it back. Where no more can be started it waits for one.
func (s *screens) take() (display string, give func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.free) == 0 {
		if s.full {
			s.given.Wait()
			continue
		}
		display, off, err := s.start()
		switch {
		case err == nil:
			s.free, s.ends = append(s.free, display), append(s.ends, off)
		case len(s.ends) == 0:
			return "", nil, err
		default:
			s.full = true
		}
	}
	last := len(s.free) - 1
	display, s.free = s.free[last], s.free[:last]
	return display, func() { s.give(display) }, nil
}

func (s *screens) give(display string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, display)
	s.given.Signal()
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
