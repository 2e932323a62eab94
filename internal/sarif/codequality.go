package sarif

import (
	"encoding/json"
	"io"
	"path/filepath"

	"sparseracer/internal/report"
)

// issue is an entry of GitLab's code quality report, a JSON array of these.
type issue struct {
	Description string        `json:"description"`
	CheckName   string        `json:"check_name"`
	Fingerprint string        `json:"fingerprint"`
	Severity    string        `json:"severity"`
	Location    issueLocation `json:"location"`
}

type issueLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

// CodeQuality writes the reported races as GitLab's code quality report: each at
// its use, or where that has no line, at what is known next. GitLab shows no
// issue without a file, so a race of which nothing is known stands at "unknown".
func CodeQuality(w io.Writer, r *report.Report, o Options) error {
	out := []issue{}
	for _, race := range r.Reported() {
		i := issue{Description: said(message(race)), CheckName: ruleID(race), Fingerprint: race.ID, Severity: "major"}
		if level(race) == "error" {
			i.Severity = "critical"
		}
		i.Location = o.issueLocation(race)
		out = append(out, i)
	}
	data, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(report.EscapeJSON(data), '\n'))
	return err
}

func (o Options) issueLocation(r *report.Race) (at issueLocation) {
	at.Path, at.Lines.Begin = "unknown", 1
	if f := primary(r); f != nil {
		at.Path, at.Lines.Begin = o.relative(f.File), f.Line
	}
	return at
}

// relative is a path below the source root as seen from there; others stay.
func (o Options) relative(file string) string {
	if o.SourceRoot != "" {
		if rel, err := filepath.Rel(o.SourceRoot, file); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return file
}
