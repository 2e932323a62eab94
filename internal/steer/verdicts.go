package steer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// verdictsFile, in the folder of the schedules, is what confirm found out, for
// reports that are made later.
const (
	verdictsFile    = "verdicts.json"
	verdictsFormat  = "sparseracer-verdicts"
	verdictsVersion = 1
)

// ErrVerdicts is what every fault of a file of verdicts wraps.
var ErrVerdicts = errors.New("bad verdicts")

// Known is a race's verdict as it is stored.
type Known struct {
	Verdict  string         `json:"verdict"`
	Reason   string         `json:"reason"`
	Proven   int            `json:"proven"` // runs that showed the race itself, of
	Runs     int            `json:"runs"`
	Counts   map[string]int `json:"counts,omitempty"` // runs by what they showed
	Schedule string         `json:"schedule,omitempty"`
}

// Status is the verdict, NotRun for a word that this version does not know.
func (k *Known) Status() Status {
	for i, name := range statusNames {
		if name == k.Verdict {
			return Status(i)
		}
	}
	return NotRun
}

// Brief is the reason without its details: of a run that left its schedule the input by which it did.
func (k *Known) Brief() string {
	if k.Status() != Diverged {
		return k.Reason
	}
	brief, _, _ := strings.Cut(k.Reason, ": ")
	return brief
}

type verdictsJSON struct {
	Format   string           `json:"format"`
	Version  int              `json:"version"`
	Verdicts map[string]Known `json:"verdicts"` // by id
}

// WriteVerdicts stores verdicts in dir; those of other races that are there stay.
func WriteVerdicts(dir string, verdicts []Verdict) error {
	known, err := ReadVerdicts(dir)
	if errors.Is(err, fs.ErrNotExist) {
		known, err = map[string]Known{}, nil
	}
	if err != nil {
		return err
	}
	for i := range verdicts {
		v := &verdicts[i]
		if v.Status == NotRun {
			continue
		}
		k := Known{Verdict: v.Status.String(), Reason: v.Reason, Proven: v.Proven, Runs: v.Runs, Counts: map[string]int{}}
		for status, n := range v.Counts {
			k.Counts[status.String()] = n
		}
		if v.Schedule != "" {
			k.Schedule = filepath.Base(v.Schedule)
		}
		known[v.ID] = k
	}
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(verdictsJSON{verdictsFormat, verdictsVersion, known}); err != nil {
		return err
	}
	return replaceFile(filepath.Join(dir, verdictsFile), data.Bytes())
}

// ReadVerdicts reads what confirm left in dir, by the races' ids.
func ReadVerdicts(dir string) (map[string]Known, error) {
	path := filepath.Join(dir, verdictsFile)
	data, err := readLimited(path, ErrVerdicts)
	if err != nil {
		return nil, err
	}
	var in verdictsJSON
	switch err := json.Unmarshal(data, &in); {
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %v", path, ErrVerdicts, err)
	case in.Format != verdictsFormat:
		return nil, fmt.Errorf("%s: %w: format: %q, want %q", path, ErrVerdicts, in.Format, verdictsFormat)
	case in.Version != verdictsVersion:
		return nil, fmt.Errorf("%s: %w: version: %d, this program reads %d", path, ErrVerdicts, in.Version, verdictsVersion)
	case in.Verdicts == nil:
		return nil, fmt.Errorf("%s: %w: verdicts: missing", path, ErrVerdicts)
	}
	return in.Verdicts, nil
}

// replaceFile stores data at path, whole or not at all. Only the user may read it: a
// schedule holds what was typed.
func replaceFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Close())
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
