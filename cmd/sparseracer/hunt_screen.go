package main

import (
	"context"
	"fmt"
	"path/filepath"

	"sparseracer/internal/recording"
	"sparseracer/internal/steer"
)

// Programs of Qt are used without a screen. Some of them take for granted that there is an X server: they ask it for
// something as they start, and crash or end where there is none.

// needsScreen: the program may have ended because Qt had no screen by our choice. What AddressSanitizer reports but for
// a pointer to nowhere has another cause.
func (h *hunter) needsScreen(ctx context.Context, s *madeSession) bool {
	if !h.offscreen || s.signal == 0 && s.status == 0 {
		return false
	}
	for _, r := range steer.ParseReports(s.said) {
		if r.Kind != "SEGV" {
			return false
		}
	}
	return recording.UsesQtGui(ctx, h.env, h.prog)
}

// lookOnScreen looks at what the program does on an X server. It stays with that if the program can be used there;
// else, and where no server can be had, all is as it was.
func (h *hunter) lookOnScreen(ctx context.Context, e *exerciser, s *madeSession) (again *madeSession, alone bool, err error) {
	how := s.failure()
	if how == "" {
		how = fmt.Sprintf("it ends with status %d", s.status)
	}
	env := h.env
	h.env = append(h.env[:len(h.env):len(h.env)], "QT_QPA_PLATFORM=xcb")
	off, err := h.ownScreen(ctx, h.prog)
	if err != nil {
		h.env = env
		return s, true, nil
	}
	h.screenOff, e.memory.Screen = off, true
	if again, alone, err = e.look(ctx); err != nil || !alone {
		h.offscreen = false
		fmt.Fprintf(h.stderr, "without a screen %s cannot be used (%s): it is used on an X server of its own\n", h.prog[0], how)
		return again, alone, err
	}
	h.endScreen()
	h.env, h.hasOwnScreen, h.screens, h.screenOff, e.memory.Screen = env, false, nil, nil, false
	return again, alone, e.memory.Write(filepath.Join(e.opt.dir, memoryFile))
}

func (h *hunter) endScreen() {
	if h.screenOff != nil {
		h.screenOff()
	}
}
