package steer

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// confirming is how many runs in a row must show the race without a directive for
// that to be left out.
const confirming = 3

// minimiseAll does it for the proven ones. Each smaller schedule is written when it is
// found; until then, and where it is interrupted, the whole one stays.
func (c *runner) minimiseAll(ctx context.Context, tasks []*task) error {
	tasks = slices.DeleteFunc(slices.Clone(tasks), func(t *task) bool { return !t.v.Status.Proven() })
	c.mu.Lock()
	c.minimising, c.done, c.all = true, 0, 0
	for _, t := range tasks {
		c.all += len(t.s.Directives)
	}
	c.mu.Unlock()
	return each(ctx, len(tasks), c.opt.Jobs, func(ctx context.Context, i int) error {
		t := tasks[i]
		if err := c.minimise(ctx, t); err != nil {
			return err
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		return errors.Join(c.keep(t.v, t.s), c.found(t.v))
	})
}

// minimise leaves out of a proven schedule what the race does not need, directive
// by directive, so that none of what stays can be left out: each was tried.
func (c *runner) minimise(ctx context.Context, t *task) error {
	least := *t.s
	least.asRecorded()
	for i := len(least.Directives) - 1; i >= 0; i-- {
		c.tell(t, len(t.s.Directives)-i, len(t.s.Directives))
		try := least
		try.Directives = slices.Delete(slices.Clone(least.Directives), i, i+1)
		needed := false
		for n := 0; n < confirming && !needed; n++ {
			f, err := c.once(ctx, &task{s: &try})
			if err != nil {
				return err
			}
			needed = !f.Status.Proven()
		}
		if !needed {
			least = try
		}
		c.mu.Lock()
		c.done++
		c.mu.Unlock()
	}
	least.Minimised = true
	*t.s = least
	return nil
}

// ErrNotProven: a schedule was to become smaller that the program does not crash by.
var ErrNotProven = errors.New("the schedule does not show its race here")

// Minimise leaves out of a stored schedule what its race does not need, as Confirm does with Minimise.
func Minimise(ctx context.Context, path string, argv []string, opt Options) (*Schedule, error) {
	s, err := Load(path)
	if err != nil {
		return nil, err
	}
	p, err := s.program(argv)
	if err != nil {
		return nil, err
	}
	v := &Verdict{ID: s.Race.ID, Counts: map[Status]int{}, Reasons: map[Status]string{}}
	t, c := &task{v: v, s: s, race: 1}, &runner{p: p, argv: argv, opt: opt, races: 1}
	if err := c.run(ctx, []*task{t}); err != nil {
		return nil, err
	}
	if !v.Status.Proven() {
		return nil, fmt.Errorf("%w: %s", ErrNotProven, v.String())
	}
	if err := c.minimise(ctx, t); err != nil {
		return nil, err
	}
	return t.s, nil
}
