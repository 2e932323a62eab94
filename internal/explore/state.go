package explore

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sparseracer/internal/steer"
)

const (
	stateFormat  = "sparseracer-exploration"
	stateVersion = 2
	stateFile    = "exploration.json"
)

// ErrState is what every fault of a kept exploration wraps.
var ErrState = errors.New("bad exploration")

// Kept is the file of an exploration: enough to go on, and to report.
type Kept struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Program []string `json:"program"`
	Session string   `json:"session,omitempty"` // the recording whose input is played
	Farm    bool     `json:"farm,omitempty"`    // a farm's workers make the runs
	Bound   int      `json:"bound"`
	Seconds float64  `json:"seconds"` // that it took, of all its searches
	Noise   noise    `json:"noise"`
	// Learned are the conflicts that any run showed.
	Learned []Learned `json:"learned"`
	State   *State    `json:"state"`
}

// Load reads what an earlier search left in a folder; nil if there was none. The
// folder belongs to one program.
func Load(dir string, program []string) (*Kept, error) {
	path := filepath.Join(dir, stateFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var k Kept
	if err := json.Unmarshal(data, &k); err != nil {
		return nil, fmt.Errorf("%s: %w: %v", path, ErrState, err)
	}
	switch {
	case k.Format != stateFormat || k.Version != stateVersion:
		return nil, fmt.Errorf("%s: %w: format %q, version %d; this program reads %q, %d", path, ErrState, k.Format, k.Version, stateFormat, stateVersion)
	case k.State == nil || k.State.Seen == nil:
		return nil, fmt.Errorf("%s: %w: state: missing", path, ErrState)
	case !slices.Equal(k.Program, program):
		return nil, fmt.Errorf("%s is the exploration of %q: choose another folder (-o DIR), or remove it", dir, k.Program)
	}
	for _, p := range k.State.Pending {
		if p == nil || p.ID != 0 && p.Schedule == nil {
			return nil, fmt.Errorf("%s: %w: a pending run has no schedule", path, ErrState)
		}
	}
	return &k, nil
}

// Save keeps it, whole or not at all.
func (k *Kept) Save(dir string) error {
	k.Format, k.Version = stateFormat, stateVersion
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, stateFile)
	os.Remove(path + ".new") // of a run that was stopped, or somebody's link
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Counts are the runs of an exploration by what became of them.
type Counts struct {
	Runs      int `json:"runs"` // besides the first
	Equal     int `json:"equal"`
	Harmless  int `json:"harmless"`
	Different int `json:"different"`
	Missed    int `json:"not_reached"`
	Redundant int `json:"redundant"` // of a class that another run had, in the counts before, too
	Refused   int `json:"refused"`   // reversals that no schedule can make
	Pending   int `json:"pending"`
	// Pruned of Enabled places where another unit could have come need no run.
	Enabled int `json:"enabled"`
	Pruned  int `json:"pruned"`
}

// Counts of all runs, of those of a depth if it is above 0.
func (k *Kept) Counts(depth int) Counts {
	c := Counts{Enabled: k.State.Enabled, Pruned: k.State.Enabled - k.State.Tried}
	for _, p := range k.State.Pending {
		if p.ID != 0 && p.Depth <= k.Bound && (depth == 0 || p.Depth == depth) {
			c.Pending++
		}
	}
	for i := range k.State.Runs {
		if r := &k.State.Runs[i]; r.ID != 0 && (depth == 0 || r.Depth == depth) {
			c.add(r)
		}
	}
	return c
}

func (c *Counts) add(r *Run) {
	if r.Refused != "" {
		c.Refused++
		return
	}
	c.Runs++
	if r.Redundant {
		c.Redundant++
	}
	if r.Finding == nil {
		return
	}
	switch r.Finding.Class {
	case Equal:
		c.Equal++
	case Harmless:
		c.Harmless++
	case Different:
		c.Different++
	case NotReached:
		c.Missed++
	}
}

// Depth is the most reversals of a run that was made.
func (k *Kept) Depth() int {
	d := 0
	for i := range k.State.Runs {
		if k.State.Runs[i].Refused == "" {
			d = max(d, k.State.Runs[i].Depth)
		}
	}
	return d
}

// Different are the runs that showed something else, the nearest first.
func (k *Kept) Different() []*Run {
	var list []*Run
	for i := range k.State.Runs {
		if r := &k.State.Runs[i]; r.Finding != nil && r.Finding.Class == Different {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b *Run) int { return a.Depth - b.Depth })
	return list
}

func scheduleFile(id int) string { return fmt.Sprintf("run-%04d.schedule.json", id) }

// WriteSchedules writes one for each run that fails, for replay, and gives their files.
func (k *Kept) WriteSchedules(dir string) (paths []string, err error) {
	for _, r := range k.Different() {
		if s := r.Failing(k.Program); s != nil {
			path := filepath.Join(dir, scheduleFile(r.ID))
			if err := s.Write(path); err != nil {
				return nil, err
			}
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// Failing is a schedule for replay, nil where the run differs but does not fail.
func (r *Run) Failing(program []string) *steer.Schedule {
	for _, d := range r.Finding.Differences {
		if d.What == "exit" && d.Is != exitedWell && r.Schedule != nil {
			s := *r.Schedule
			s.Failure, s.Program = d.Is, program
			return &s
		}
	}
	return nil
}
