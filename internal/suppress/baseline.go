package suppress

import (
	"encoding/json"
	"fmt"
	"io"

	"sparseracer/internal/report"
)

// maxBaseline bounds what is read of a baseline.
const maxBaseline = 1 << 30

// Baseline is an older report, as `analyze --json` wrote it.
type Baseline struct {
	name string
	ids  map[string]bool // and whether the race is still there
}

// ReadBaseline takes an older report; name is for messages.
func ReadBaseline(r io.Reader, name string) (*Baseline, error) {
	var old struct {
		Version *int `json:"version"`
		Races   *[]struct {
			ID       string  `json:"id"`
			Filtered *string `json:"filtered"`
		} `json:"races"`
	}
	if err := json.NewDecoder(io.LimitReader(r, maxBaseline)).Decode(&old); err != nil {
		return nil, fmt.Errorf("%s: not a report of analyze --json: %w", name, err)
	}
	if old.Version == nil || old.Races == nil {
		return nil, fmt.Errorf("%s: not a report of analyze --json: it has no version and races", name)
	}
	if *old.Version != report.JSONVersion {
		return nil, fmt.Errorf("%s: a report of version %d, this program reads %d", name, *old.Version, report.JSONVersion)
	}
	b := &Baseline{name: name, ids: map[string]bool{}}
	for i, race := range *old.Races {
		if race.ID == "" {
			return nil, fmt.Errorf("%s: race %d has no id", name, i)
		}
		if race.Filtered == nil { // what was filtered then would be new if it were not now
			b.ids[race.ID] = false
		}
	}
	return b, nil
}

// Reason is not empty for a race that the older report has.
func (b *Baseline) Reason(r *report.Race) string {
	for _, id := range r.IDs() {
		if _, known := b.ids[id]; known {
			b.ids[id] = true
			return "in the baseline " + b.name
		}
	}
	return ""
}

// Gone counts the baseline's races that were not asked about again.
func (b *Baseline) Gone() int {
	n := 0
	for _, seen := range b.ids {
		if !seen {
			n++
		}
	}
	return n
}
