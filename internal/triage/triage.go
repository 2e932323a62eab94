// Package triage keeps what people said of races: a file of marks, which takes nothing
// out of a report.
//
// The rules it keeps:
//   - A line is a race's id, a state and a note: `ce0d11e36fef later ask the team`. `#`
//     starts a comment, where a line begins. Of two lines with one id the later one counts;
//     the state `none` takes a mark back.
//   - A file is only ever appended to: what somebody wrote by hand stays.
package triage

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"sparseracer/internal/plain"
	"sparseracer/internal/regular"
)

// Mark is what somebody said of a race.
type Mark struct {
	State string
	Note  string
}

// States a mark may have; None takes one back.
var States = []string{"bug", "harmless", "later", "seen"}

// None is no mark.
const None = "none"

// Bounds of what is read and written.
const (
	maxLine = 4 << 10
	maxNote = 1 << 10
	maxID   = 64
)

// Read takes a file of marks, by the races' ids; name is for messages.
func Read(r io.Reader, name string) (map[string]Mark, error) {
	marks := map[string]Mark{}
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	n := 0
	for s.Scan() {
		n++
		words := strings.Fields(s.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) < 2 || !known(words[1]) || !isID(words[0]) {
			return nil, fmt.Errorf("%s:%d: found %q, expected ID STATE [NOTE] with a state of %s or %s", name, n, plain.Text(s.Text()), strings.Join(States, ", "), None)
		}
		if words[1] == None {
			delete(marks, words[0])
			continue
		}
		marks[words[0]] = Mark{words[1], strings.Join(words[2:], " ")}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return marks, nil
}

// ReadFile reads a file of marks; one that is not there yet has none.
func ReadFile(path string) (map[string]Mark, error) {
	f, err := regular.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]Mark{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path)
}

func known(state string) bool { return state == None || slices.Contains(States, state) }

// isID: ids are hexadecimal numbers.
func isID(s string) bool {
	return s != "" && len(s) <= maxID && !strings.ContainsFunc(s, func(c rune) bool { return !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') })
}

// Line is a mark as the file has it.
func Line(id string, m Mark) (string, error) {
	note := plain.Text(strings.Join(strings.Fields(m.Note), " "))
	switch {
	case !isID(id):
		return "", fmt.Errorf("%q: expected the id of a race", plain.Text(id))
	case !known(m.State):
		return "", fmt.Errorf("%q: expected a state of %s or %s", plain.Text(m.State), strings.Join(States, ", "), None)
	case len(note) > maxNote:
		return "", fmt.Errorf("a note of %d bytes: expected at most %d", len(note), maxNote)
	}
	return strings.TrimSuffix(id+" "+m.State+" "+note, " ") + "\n", nil
}

// Append adds a mark to a file, which is made if it is not there.
func Append(path, id string, m Mark) (err error) {
	line, err := Line(id, m)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	if st, err := f.Stat(); err == nil && st.Size() > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, st.Size()-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			line = "\n" + line
		}
	}
	_, err = f.WriteString(line)
	return err
}
