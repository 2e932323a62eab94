package suppress

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"sparseracer/internal/report"
)

// Lines are what takes a race out of later reports: why, in comments, and its id. The
// note is a person's, and may be empty.
func Lines(race *report.Race, note string) string {
	out := fmt.Sprintf("# %s: %s\n", race.Title(), race.Summary())
	if note = strings.Join(strings.Fields(note), " "); note != "" {
		out += "# " + report.Clean(note) + "\n"
	}
	return out + "id:" + race.ID + "\n"
}

// Append adds a race to a file of suppressions that is there, and gives the reason for
// which it is left out from now on. What the file has already stays as it is.
func Append(path string, race *report.Race, note string) (reason string, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return "", err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	old, err := io.ReadAll(f)
	if err != nil {
		return "", err
	}
	lines := Lines(race, note)
	if len(old) > 0 && old[len(old)-1] != '\n' {
		lines = "\n" + lines
	}
	if _, err := f.WriteString(lines); err != nil {
		return "", err
	}
	number := bytes.Count(old, []byte("\n")) + strings.Count(lines, "\n")
	return fmt.Sprintf("suppressed by %s:%d, id:%s", path, number, race.ID), nil
}
