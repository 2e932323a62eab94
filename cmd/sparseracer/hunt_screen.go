package main

import (
	"context"
	"fmt"
	"strings"

	"sparseracer/internal/recording"
)

// Programs of Qt are used without a screen. Some of them take for granted that there is an X server: they ask it for
// something as they start, and crash or end where there is none.

// needsScreen: the program may have ended because Qt had no screen by our choice. A use of freed memory has another cause.
func (h *hunter) needsScreen(ctx context.Context, s *madeSession) bool {
	if !h.offscreen || strings.Contains(reported(s.said), "use-after-") {
		return false
	}
	return (s.failure() != "" || s.status != 0) && recording.UsesQtGui(ctx, h.env, h.prog)
}

// lookOnScreen looks at what the program does on an X server, and stays with that; where none can be had, with what was seen.
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
		fmt.Fprintf(h.stderr, "warning: %v\n", err)
		return s, true, nil
	}
	h.screenOff, h.offscreen, e.memory.Screen = off, false, true
	fmt.Fprintf(h.stderr, "without a screen %s cannot be used (%s): it is used on an X server of its own\n", h.prog[0], how)
	return e.look(ctx)
}

func (h *hunter) endScreen() {
	if h.screenOff != nil {
		h.screenOff()
	}
}
