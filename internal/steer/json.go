package steer

// The JSON of `confirm --json` and `replay --json`; docs/cli.md has its contract. Fields
// may be added, never renamed.

const jsonVersion = 1

// VerdictsJSON is what confirm found out.
type VerdictsJSON struct {
	Version  int           `json:"version"`
	Verdicts []VerdictJSON `json:"verdicts"`
}

// ReplayedJSON is what replay saw.
type ReplayedJSON struct {
	Version int         `json:"version"`
	Verdict VerdictJSON `json:"verdict"`
	Fixed   bool        `json:"fixed"`
}

// VerdictJSON is the verdict on one race.
type VerdictJSON struct {
	ID        string         `json:"id"`
	Verdict   string         `json:"verdict"`
	Reason    string         `json:"reason"`
	Proven    int            `json:"proven"` // runs that showed the race itself, of
	Runs      int            `json:"runs"`
	Counts    map[string]int `json:"counts"` // runs by what they showed
	Others    []string       `json:"others"` // what else runs showed
	Schedule  string         `json:"schedule,omitempty"`
	Minimised bool           `json:"minimised,omitempty"`
	Steps     []string       `json:"steps"` // what the schedule does
	Report    string         `json:"report,omitempty"`
}

// JSON is the verdict as confirm and replay write it.
func (v *Verdict) JSON() VerdictJSON {
	out := VerdictJSON{ID: v.ID, Verdict: v.Status.String(), Reason: v.Reason, Proven: v.Proven, Runs: v.Runs, Counts: map[string]int{},
		Others: append([]string{}, v.Others()...), Schedule: v.Schedule, Minimised: v.Minimised, Steps: append([]string{}, v.Steps...)}
	for status, n := range v.Counts {
		out.Counts[status.String()] = n
	}
	switch {
	case v.Report == nil:
	case v.Status.Proven():
		out.Report = v.Report.Brief()
	default:
		out.Report = v.Report.Text
	}
	return out
}

// JSONOf are the verdicts as confirm writes them.
func JSONOf(verdicts []Verdict) VerdictsJSON {
	out := VerdictsJSON{jsonVersion, []VerdictJSON{}}
	for i := range verdicts {
		out.Verdicts = append(out.Verdicts, verdicts[i].JSON())
	}
	return out
}

// JSON is what the runs showed as replay writes it.
func (r *Replayed) JSON() ReplayedJSON { return ReplayedJSON{jsonVersion, r.Verdict.JSON(), r.Fixed} }
