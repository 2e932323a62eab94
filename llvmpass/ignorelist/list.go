// Package ignorelist reads lists of files and functions that are not to be
// instrumented, in the format of the sanitizers' special case lists.
//
// The rules it keeps:
//   - Lines are `prefix:glob`, or `prefix:glob=category`; categories are other
//     tools' matters and match nothing here. `#` begins a comment line.
//   - Lines below `[glob]` count if the glob matches the name sparserec; lines
//     before the first section count for everybody.
//   - src, mainfile and fun are understood; global, type and enum are allowed
//     and mean nothing, so that one list serves several sanitizers. Anything
//     else is an error with file and line.
package ignorelist

import (
	"fmt"
	"os"
	"strings"
)

// Section is the name by which sections of a list speak of us.
const Section = "sparserec"

// List is one or several files read together. The zero List matches nothing.
type List struct {
	entries map[string][]*glob // by prefix
}

var prefixes = map[string]bool{"src": true, "mainfile": true, "fun": true, "global": true, "type": true, "enum": true}

// Read reads lists; a line that cannot be understood is an error.
func Read(paths []string) (*List, error) {
	l := &List{entries: map[string][]*glob{}}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("ignore list: %w", err)
		}
		if err := l.add(path, string(text)); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *List) add(path, text string) error {
	ours := true
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if i == 0 && line == "#!special-case-list-v1" {
			return fmt.Errorf("%s:1: version 1 lists hold regular expressions; write globs and leave this line out", path)
		}
		var err error
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			ours, err = section(line)
		default:
			err = l.addEntry(line, ours)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	return nil
}

// section says whether the lines below a header are meant for us.
func section(line string) (bool, error) {
	if !strings.HasSuffix(line, "]") || len(line) < 3 {
		return false, fmt.Errorf("expected [section], found %q", line)
	}
	g, err := compile(line[1 : len(line)-1])
	if err != nil {
		return false, err
	}
	return g.match(Section), nil
}

func (l *List) addEntry(line string, ours bool) error {
	prefix, pattern, ok := strings.Cut(line, ":")
	if !ok || !prefixes[prefix] {
		return fmt.Errorf("expected src:, mainfile: or fun: and a glob, found %q", line)
	}
	pattern, _, other := strings.Cut(pattern, "=")
	if pattern == "" {
		return fmt.Errorf("no glob behind %s:", prefix)
	}
	g, err := compile(pattern)
	if err != nil {
		return err
	}
	if ours && !other {
		l.entries[prefix] = append(l.entries[prefix], g)
	}
	return nil
}

// Empty says that nothing can match.
func (l *List) Empty() bool { return len(l.entries) == 0 }

// Source says that a file is listed; a file may have several names, as it was
// given to the compiler and in full.
func (l *List) Source(names ...string) bool { return l.matches("src", names) }

// MainFile says that all that was compiled from a file is listed.
func (l *List) MainFile(names ...string) bool {
	return l.matches("mainfile", names) || l.matches("src", names)
}

// Function says that a function is listed, by its mangled name.
func (l *List) Function(name string) bool { return l.matches("fun", []string{name}) }

func (l *List) matches(prefix string, names []string) bool {
	for _, g := range l.entries[prefix] {
		for _, name := range names {
			if name != "" && g.match(name) {
				return true
			}
		}
	}
	return false
}
