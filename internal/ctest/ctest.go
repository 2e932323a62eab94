// Package ctest asks CTest which tests a command line of it would run, and how.
package ctest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Test is one of them.
type Test struct {
	Name     string
	Command  []string
	Dir      string
	Env      []string      // beside the caller's
	Modify   []Change      // of both
	Timeout  time.Duration // 0: none
	WillFail bool          // it passes by failing
	SkipCode *int          // the status by which it says that it cannot run here
	// Pass, Fail and Skip are what it prints then.
	Pass, Fail, Skip []*regexp.Regexp
	Depends          []string // names of tests that come before it; CTest adds those of its fixtures
}

// Is says whether a command line is CTest's.
func Is(argv []string) bool { return len(argv) > 0 && filepath.Base(argv[0]) == "ctest" }

// ErrNone: the command line would run no test.
var ErrNone = errors.New("ctest knows no test for this command line: is its folder built (--test-dir)?")

// listing is what --show-only=json-v1 prints; its other fields are of no use here.
type listing struct {
	Tests []struct {
		Name       string
		Command    []string
		Properties []struct {
			Name  string
			Value json.RawMessage
		}
	}
}

// List are the tests of a command line, without those that are disabled or not built.
func List(ctx context.Context, argv, env []string) (tests []Test, missing []string, err error) {
	cmd := exec.CommandContext(ctx, argv[0], append(append([]string{}, argv[1:]...), "--show-only=json-v1")...)
	cmd.Env = env
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("%s --show-only: %w: %s", argv[0], err, strings.TrimSpace(said.String()))
	}
	tests, missing, err = parse(out)
	if limit := limitOf(argv); limit > 0 {
		for i := range tests {
			tests[i].Timeout = cmp.Or(tests[i].Timeout, limit)
		}
	}
	return tests, missing, err
}

// limitOf is what --timeout of a command line says in seconds, for tests without a limit of their own; 0 without it.
func limitOf(argv []string) time.Duration {
	for i, a := range argv {
		value, given := strings.CutPrefix(a, "--timeout=")
		if a == "--timeout" && i+1 < len(argv) {
			value, given = argv[i+1], true
		}
		if seconds, err := strconv.ParseFloat(value, 64); given && err == nil {
			return time.Duration(seconds * float64(time.Second))
		}
	}
	return 0
}

func parse(out []byte) (tests []Test, missing []string, err error) {
	var l listing
	if err := json.Unmarshal(out, &l); err != nil {
		return nil, nil, fmt.Errorf("ctest --show-only=json-v1: %w", err)
	}
	for _, one := range l.Tests {
		t := Test{Name: one.Name, Command: one.Command}
		disabled := false
		for _, p := range one.Properties {
			if err := t.property(p.Name, p.Value, &disabled); err != nil {
				return nil, nil, fmt.Errorf("ctest --show-only=json-v1: test %q: %s: %w", one.Name, p.Name, err)
			}
		}
		switch {
		case disabled:
		case len(t.Command) == 0: // its program is not built
			missing = append(missing, t.Name)
		default:
			tests = append(tests, t)
		}
	}
	if len(tests)+len(missing) == 0 {
		return nil, nil, ErrNone
	}
	return order(tests), missing, nil
}

// property reads one; those that decide nothing here are passed over.
func (t *Test) property(name string, value json.RawMessage, disabled *bool) error {
	into := map[string]any{"WORKING_DIRECTORY": &t.Dir, "ENVIRONMENT": &t.Env, "WILL_FAIL": &t.WillFail, "DISABLED": disabled, "SKIP_RETURN_CODE": &t.SkipCode,
		"DEPENDS": &t.Depends}[name]
	patterns := map[string]*[]*regexp.Regexp{"PASS_REGULAR_EXPRESSION": &t.Pass, "FAIL_REGULAR_EXPRESSION": &t.Fail, "SKIP_REGULAR_EXPRESSION": &t.Skip}[name]
	switch {
	case into != nil:
		return json.Unmarshal(value, into)
	case patterns != nil:
		return each(value, func(text string) error {
			e, err := regexp.Compile(text)
			*patterns = append(*patterns, e)
			return err
		})
	case name == "ENVIRONMENT_MODIFICATION":
		return each(value, func(text string) error {
			c, err := changeOf(text)
			t.Modify = append(t.Modify, c)
			return err
		})
	case name == "TIMEOUT":
		var seconds float64
		err := json.Unmarshal(value, &seconds)
		t.Timeout = time.Duration(seconds * float64(time.Second))
		return err
	}
	return nil
}

// each reads a list of words.
func each(value json.RawMessage, read func(string) error) error {
	var words []string
	if err := json.Unmarshal(value, &words); err != nil {
		return err
	}
	for _, w := range words {
		if err := read(w); err != nil {
			return err
		}
	}
	return nil
}
