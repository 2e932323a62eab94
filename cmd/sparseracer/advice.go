package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sparseracer/internal/install"
	"sparseracer/internal/steer"
	"sparseracer/internal/trace"
)

// A message about a mistake has the place, the reason and the next step. testdata/mistakes has
// those of each verb.

// explained is an error with the next step, where that is the same whatever the verb.
func explained(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "interrupted; the same command starts over"
	case errors.Is(err, trace.ErrCorrupt), errors.Is(err, trace.ErrTruncated):
		return err.Error() + "; record the program again, or fix the text by docs/trace-language.md"
	case errors.Is(err, trace.ErrVersion):
		return err.Error() + "; record the program again, or read it with the release that recorded it"
	case errors.Is(err, syscall.ENOSPC):
		return err.Error() + "; make room there, or write to another place"
	}
	return err.Error()
}

// noTrace says how a trace comes about, of one that is not there.
func noTrace(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; `sparseracer record -- PROG` makes a trace and says its name", err)
	}
	return err
}

// noSchedule says where schedules come from, of a file that is none.
func noSchedule(path string, err error) error {
	if errors.Is(err, steer.ErrSchedule) || err != nil && !install.FileExists(path) {
		return fmt.Errorf("%w; confirm and fuzz write schedule files, docs/schedules.md", err)
	}
	return err
}

// unwritable is what kept a result from being written, by the name that the user gave.
func unwritable(path string, err error, how string) error {
	return fmt.Errorf("%s: cannot be written: %w; name another place (%s)", path, install.Reason(err), how)
}

// refuseUnknownParts is for a verb that has verbs of its own.
func refuseUnknownParts(c *cobra.Command) {
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		var known []string
		for _, part := range c.Commands() {
			if part.IsAvailableCommand() {
				known = append(known, part.Name())
			}
		}
		slices.Sort(known)
		return fmt.Errorf("%s knows no %q, expected %s; see %s --help", c.CommandPath(), args[0], strings.Join(known, ", "), c.CommandPath())
	}
}
