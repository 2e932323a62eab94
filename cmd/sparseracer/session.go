package main

import (
	"context"
	"fmt"

	"sparseracer/internal/steer"
)

// schedulesOf: a session needs no schedule file.
func schedulesOf(session string) int {
	if session != "" {
		return 0
	}
	return 1
}

// playSession plays a recorded person's input again. A session that did not come
// to its end is a failure of the tool or the program, not a race.
func (t *tool) playSession(ctx context.Context, path string, prog []string, opt steer.Options) error {
	src, err := t.open(ctx, path)
	if err != nil {
		return err
	}
	s, err := steer.Session(src, t.env)
	if err != nil {
		return err
	}
	p, err := steer.PlaySession(ctx, s, prog, opt)
	if p != nil {
		fmt.Fprintln(t.stdout, p)
		if p.Whole < p.Runs {
			t.code = exitError
		}
	}
	return err
}
