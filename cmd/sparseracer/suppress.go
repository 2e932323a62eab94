package main

import (
	"fmt"
	"io"

	"sparseracer/internal/regular"
	"sparseracer/internal/report"
	"sparseracer/internal/suppress"
)

// lists say which races are not to be reported; each may be nil.
type lists struct {
	suppressions *suppress.List
	baseline     *suppress.Baseline
}

// readLists reads the files that are named.
func readLists(suppressions, baseline string) (lists, error) {
	var l lists
	err := readFile(suppressions, func(r io.Reader) (err error) {
		l.suppressions, err = suppress.Read(r, suppressions)
		return err
	})
	if err == nil {
		err = readFile(baseline, func(r io.Reader) (err error) {
			l.baseline, err = suppress.ReadBaseline(r, baseline)
			return err
		})
	}
	return l, err
}

func readFile(path string, read func(io.Reader) error) error {
	if path == "" {
		return nil
	}
	f, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return read(f)
}

func (l lists) suppress() func(*report.Race) string {
	if l.suppressions == nil {
		return nil
	}
	return l.suppressions.Reason
}

func (l lists) known() func(*report.Race) string {
	if l.baseline == nil {
		return nil
	}
	return l.baseline.Reason
}

// notes are what the lists' owner should know after the report.
func (l lists) notes() []string {
	var out []string
	if l.suppressions != nil {
		out = l.suppressions.Unused()
	}
	if l.baseline != nil {
		if n := l.baseline.Gone(); n > 0 {
			out = append(out, fmt.Sprintf("races of the baseline that this trace does not have: %d", n))
		}
	}
	return out
}
