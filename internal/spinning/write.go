package spinning

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"sparseracer/internal/plain"
)

// Report is what is written.
type Report struct {
	*Found
	Hits     []Ranked
	Traces   []string // that the hits were held against
	Lineless int      // places of the traces that spin loops, but whose line is not known
	All      bool     // guarded hits are listed, too
}

// open are the hits that nothing guards.
func (r *Report) open() (out []Ranked) {
	for _, h := range r.Hits {
		if !h.Guarded() {
			out = append(out, h)
		}
	}
	return out
}

func (r *Report) listed() []Ranked {
	if r.All {
		return r.Hits
	}
	return r.open()
}

func (r *Report) rel(file string) string {
	if rel, err := filepath.Rel(r.Dir, file); err == nil && !strings.HasPrefix(rel, "../") {
		return plain.Text(rel)
	}
	return plain.Text(file)
}

func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Text writes the report for people.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	open := r.open()
	fmt.Fprintf(&b, "%s read, %d failed; %s of nested loops, %s, %d guarded\n", number(r.Read, "file", "files"), len(r.Failed),
		number(r.Calls, "call", "calls"), number(len(open), "hit", "hits"), len(r.Hits)-len(open))
	for _, f := range r.Failed {
		fmt.Fprintf(&b, "  failed: %s: %s\n", r.rel(f.File), plain.Text(f.Reason))
	}
	for _, h := range r.Unread {
		fmt.Fprintf(&b, "  not read: %s: none of the files includes it\n", r.rel(h))
	}
	if r.Lineless > 0 {
		fmt.Fprintf(&b, "  %s of the traces without a line: hits may have run there; build the program with -g, or name its debug information (--debug-path)\n", number(r.Lineless, "loop", "loops"))
	}
	r.next(&b, open)
	last := State("")
	for _, h := range r.listed() {
		if len(r.Traces) > 0 && h.State != last {
			last = h.State
			fmt.Fprintf(&b, "\n%s\n", heads[last])
		}
		r.hit(&b, h)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var heads = map[State]string{
	AtRisk:   "Seen and at risk: a recording ran it, and something else frees what is used afterwards",
	Safe:     "Seen and safe: a recording ran it, and nothing else freed what was used afterwards",
	NeverRun: "Never run by these recordings: a session should open these",
}

// next says what the list is good for, or why it is empty.
func (r *Report) next(b *strings.Builder, open []Ranked) {
	switch {
	case r.Read == 0:
		b.WriteString("nothing is known: no file could be read. Build the project first, for it may make headers, and name its build with --build\n")
	case r.Calls == 0:
		b.WriteString("none of the calls that are looked for is in what was read; --spins CLASS::NAME adds functions of the project that spin a loop\n")
	case len(open) == 0 && len(r.Hits) > 0 && !r.All:
		b.WriteString("--all lists those that are guarded\n")
	case len(open) > 0 && len(r.Traces) == 0:
		b.WriteString("with traces (audit --source DIR TRACE…), hits are ranked by what recordings ran\n")
	}
}

func (r *Report) hit(b *strings.Builder, h Ranked) {
	fmt.Fprintf(b, "\n%s:%d: %s in %s", r.rel(h.File), h.Line, plain.Text(h.Spins), plain.Text(h.Function))
	if h.Guarded() {
		b.WriteString(", guarded")
	}
	b.WriteByte('\n')
	for _, u := range h.Uses {
		if u.Guard != "" && !r.All {
			continue
		}
		fmt.Fprintf(b, "  line %d: %s", u.Line, u.Shape)
		if u.Name != "this" {
			fmt.Fprintf(b, " %s", plain.Text(u.Name))
		}
		if u.Guard != "" {
			fmt.Fprintf(b, ", guarded: %s", plain.Text(u.Guard))
		}
		b.WriteByte('\n')
	}
}

// ReportJSON is the JSON of the report; docs/cli.md says what the fields mean.
type ReportJSON struct {
	Version  int           `json:"version"`
	Source   string        `json:"source"`
	Read     int           `json:"files_read"`
	Failed   []jsonFailure `json:"failed"`
	Unread   []string      `json:"not_read"`
	Calls    int           `json:"calls"`
	Open     int           `json:"hits_open"`
	Guarded  int           `json:"hits_guarded"`
	Traces   []string      `json:"traces"`
	Lineless int           `json:"loops_without_line"`
	Hits     []jsonHit     `json:"hits"`
}

type (
	jsonFailure struct {
		File   string `json:"file"`
		Reason string `json:"reason"`
	}
	jsonHit struct {
		File     string    `json:"file"`
		Line     int       `json:"line"`
		Function string    `json:"function"`
		Spins    string    `json:"spins"`
		Guarded  bool      `json:"guarded"`
		State    *State    `json:"state"`
		Traces   []string  `json:"traces"`
		Uses     []jsonUse `json:"uses"`
	}
	jsonUse struct {
		Shape Shape   `json:"shape"`
		Name  string  `json:"name"`
		Line  int     `json:"line"`
		Guard *string `json:"guard"`
	}
)

// JSON writes the report for programs.
func (r *Report) JSON(w io.Writer) error {
	open := len(r.open())
	out := ReportJSON{Version: 1, Source: r.Dir, Read: r.Read, Failed: []jsonFailure{}, Unread: []string{}, Calls: r.Calls, Open: open,
		Guarded: len(r.Hits) - open, Traces: append([]string{}, r.Traces...), Lineless: r.Lineless, Hits: []jsonHit{}}
	for _, f := range r.Failed {
		out.Failed = append(out.Failed, jsonFailure{r.rel(f.File), f.Reason})
	}
	for _, h := range r.Unread {
		out.Unread = append(out.Unread, r.rel(h))
	}
	for _, h := range r.listed() {
		j := jsonHit{File: r.rel(h.File), Line: h.Line, Function: h.Function, Spins: h.Spins, Guarded: h.Guarded(), Traces: append([]string{}, h.Traces...), Uses: []jsonUse{}}
		if len(r.Traces) > 0 {
			j.State = &h.State
		}
		for _, u := range h.Uses {
			var guard *string
			if u.Guard != "" {
				guard = &u.Guard
			}
			j.Uses = append(j.Uses, jsonUse{u.Shape, u.Name, u.Line, guard})
		}
		out.Hits = append(out.Hits, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}
