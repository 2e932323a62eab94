package webui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"

	"sparseracer/internal/report"
)

// What the page may have done, each only with what the user named on the command line for
// it, and only after a person said yes to what the page showed:
//   - a line is added to the file of suppressions,
//   - the program is run to bring one race about.

// Changes of a recording; what is nil cannot be asked for.
type Changes struct {
	// Suppressions is the name of the file that Suppress adds to; Suppress gives the
	// reason for which the race is left out from then on.
	Suppressions string
	Suppress     func(race *report.Race, note string) (reason string, err error)
	// Confirm runs a program to bring a race about, and writes what it says as it goes;
	// ConfirmCommand is that command, for a person to read.
	ConfirmCommand func(id string) string
	Confirm        func(ctx context.Context, id string, out io.Writer) (*report.Steered, string, error)
	// Marks is the name of the file that Mark adds to, States are what a mark may be, and
	// noMark. Marked has what the file said when serve began, by id.
	Marks  string
	States []string
	Marked map[string]Mark // not changed by anybody
	Mark   func(id string, m Mark) error
	// Lines are what Suppress would add.
	Lines func(race *report.Race, note string) string
}

// Mark is what a person said of a race.
type Mark struct {
	State string `json:"state"`
	Note  string `json:"note"`
}

// changing are the addresses that change something.
var changing = []string{"suppress", "confirm", "mark"}

func (s *server) changes(r *http.Request) bool {
	return r.Method == http.MethodPost && slices.ContainsFunc(changing, func(what string) bool {
		return strings.HasPrefix(r.URL.Path, "/api/") && strings.HasSuffix(r.URL.Path, "/"+what)
	})
}

// consented is what only our page can send: its own origin, a form that other sites may
// not send without asking, and a word that only it could read here.
func (s *server) consented(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json" && r.Header.Get("Origin") == "http://"+r.Host &&
		s.consent != "" && same(r.Header.Get("X-Sparseracer-Consent"), s.consent)
}

// offerJSON is what a person is asked about a race.
type offerJSON struct {
	File    string   `json:"file"` // that would be written, "" if none was named
	Lines   string   `json:"lines"`
	Command string   `json:"command"` // that would be run, "" if no program was named
	Marks   string   `json:"marks"`   // the file of marks, "" if none was named
	States  []string `json:"states"`
	Mark    Mark     `json:"mark"`
}

func offer(r *recording, q *http.Request) (any, error) {
	_, race, err := r.race(q)
	if err != nil {
		return nil, err
	}
	out := offerJSON{Lines: "id:" + report.Clean(race.ID) + "\n"}
	if r.Changes.Lines != nil {
		out.Lines = r.Changes.Lines(race, "")
	}
	if r.Changes.Suppress != nil {
		out.File = report.Clean(r.Changes.Suppressions)
	}
	if r.Changes.Confirm != nil {
		out.Command = r.Changes.ConfirmCommand(race.ID)
	}
	if r.Changes.Mark != nil {
		out.Marks, out.States = report.Clean(r.Changes.Marks), r.Changes.States
	}
	out.Mark = r.markOf(race)
	return out, nil
}

// maxChange bounds what a change is asked for with.
const maxChange = 16 << 10

// wish is what the page asks for.
type wish struct {
	ID    string `json:"id"`
	Note  string `json:"note"`
	State string `json:"state"`
}

// wished reads it, and finds the race.
func (r *recording) wished(q *http.Request) (*wish, *report.Race, error) {
	a, err := r.found()
	if err != nil {
		return nil, nil, err
	}
	var w wish
	in := json.NewDecoder(io.LimitReader(q.Body, maxChange))
	in.DisallowUnknownFields()
	if err := in.Decode(&w); err != nil {
		return nil, nil, errBad{"body", "", "the JSON of the page: " + err.Error()}
	}
	race, err := a.Report.Find(w.ID)
	if err != nil {
		return nil, nil, errAbsent{"race " + w.ID}
	}
	return &w, race, nil
}

// suppressRace writes a line and shows the race as filtered from now on.
func suppressRace(r *recording, q *http.Request) (any, error) {
	if r.Changes.Suppress == nil {
		return nil, errRefused{"no file of suppressions was named: serve has --suppressions FILE for it"}
	}
	r.changing.Lock()
	defer r.changing.Unlock()
	w, race, err := r.wished(q)
	if err != nil {
		return nil, err
	}
	if race.Filtered != "" {
		return nil, errRefused{"the race is filtered already: " + race.Filtered}
	}
	reason, err := r.Changes.Suppress(race, w.Note)
	if err != nil {
		return nil, err
	}
	r.change(race, func(changed *report.Race) { changed.Filtered = reason })
	return map[string]string{"reason": report.Clean(reason)}, nil
}

// markOf is what was said of a race.
func (r *recording) markOf(race *report.Race) Mark {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.said.of(race)
}

// sayings are marks by id. A map of them is never changed: rows are made from it.
type sayings map[string]Mark

func (s sayings) of(race *report.Race) Mark {
	for _, id := range race.IDs() {
		if m, ok := s[id]; ok {
			return Mark{report.Clean(m.State), report.Clean(m.Note)}
		}
	}
	return Mark{}
}

// with are the sayings after one more, of each id of a race.
func (s sayings) with(race *report.Race, m Mark) sayings {
	out := maps.Clone(s)
	if out == nil {
		out = sayings{}
	}
	for _, id := range race.IDs() {
		delete(out, id)
	}
	if m.State != noMark {
		out[race.ID] = m
	}
	return out
}

// noMark takes a mark back.
const noMark = "none"

func (r *recording) sayings() sayings {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.said
}

func (r *recording) marked(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.said[id]
	return ok
}

// markRace keeps what a person says of a race.
func markRace(r *recording, q *http.Request) (any, error) {
	if r.Changes.Mark == nil {
		return nil, errRefused{"no file of marks was named: serve has --marks FILE for it"}
	}
	r.changing.Lock()
	defer r.changing.Unlock()
	w, race, err := r.wished(q)
	if err != nil {
		return nil, err
	}
	if w.State != noMark && !slices.Contains(r.Changes.States, w.State) {
		return nil, errBad{"state", w.State, strings.Join(r.Changes.States, ", ") + " or " + noMark}
	}
	m := Mark{w.State, w.Note}
	for _, id := range race.IDs() { // what was said of it by an older id is over
		if id != race.ID && r.marked(id) {
			if err := r.Changes.Mark(id, Mark{State: noMark}); err != nil {
				return nil, err
			}
		}
	}
	if err := r.Changes.Mark(race.ID, m); err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.said = r.said.with(race, m)
	r.mu.Unlock()
	r.change(race, func(*report.Race) {})
	return r.markOf(race), nil
}

// change puts a changed race, and what is made of the report, in the place of the old.
func (r *recording) change(race *report.Race, how func(*report.Race)) {
	r.mu.Lock()
	a := *r.analysis
	a.Report = a.Report.Changed(race, how)
	r.analysis = &a
	r.mu.Unlock()
	r.listing.Lock()
	defer r.listing.Unlock()
	if r.list != nil {
		r.list = newRaceList(a.Report, r.list, r.sayings())
	}
	r.places = [axisCount]marks{}
}

// confirming is a run of confirm: the last one, or the one that is at work.
type confirming struct {
	mu      sync.Mutex
	id      string
	running bool
	output  bytes.Buffer
	failed  string
	verdict string
}

// maxOutput bounds what is kept of what confirm says.
const maxOutput = 256 << 10

// Write keeps what it says, up to a bound.
func (c *confirming) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if room := maxOutput - c.output.Len(); room > 0 {
		c.output.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}

// confirmJSON is how far confirm is.
type confirmJSON struct {
	ID      string `json:"id"`
	Running bool   `json:"running"`
	Output  string `json:"output"`
	Failed  string `json:"failed"`
	Verdict string `json:"verdict"`
}

func (c *confirming) state() *confirmJSON {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &confirmJSON{report.Clean(c.id), c.running, cleanLines(c.output.String()), report.Clean(c.failed), report.Clean(c.verdict)}
}

func cleanLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = report.Clean(lines[i])
	}
	return strings.Join(lines, "\n")
}

func confirmState(r *recording, _ *http.Request) (any, error) { return r.confirming.state(), nil }

// confirmRace starts confirm; the page asks how far it is. One at a time: a run has the
// screen, and the machine, for itself.
func confirmRace(r *recording, q *http.Request) (any, error) {
	if r.Changes.Confirm == nil {
		return nil, errRefused{"no program was named: serve takes it after --"}
	}
	_, race, err := r.wished(q)
	if err != nil {
		return nil, err
	}
	if !r.only.TryLock() {
		return nil, errRefused{"another race is being brought about"}
	}
	c := &r.confirming
	c.mu.Lock()
	c.id, c.running, c.failed, c.verdict = race.ID, true, "", ""
	c.output.Reset()
	c.mu.Unlock()
	r.jobs.Add(1)
	go func() {
		defer r.jobs.Done()
		defer r.only.Unlock()
		r.runConfirm(race.ID)
	}()
	return c.state(), nil
}

// runConfirm ends when the server does.
func (r *recording) runConfirm(id string) {
	c := &r.confirming
	steered, verdict, err := r.Changes.Confirm(r.until, id, c)
	r.changing.Lock()
	defer r.changing.Unlock()
	if steered != nil {
		if a, ferr := r.found(); ferr == nil {
			if race, ferr := a.Report.Find(id); ferr == nil {
				r.change(race, func(changed *report.Race) { changed.Steer(*steered, verdict) })
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = false
	if err != nil && !errors.Is(err, context.Canceled) {
		c.failed = err.Error()
	}
	if steered != nil {
		c.verdict = steered.Verdict
	}
}
