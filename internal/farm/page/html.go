package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/store"
	"sparseracer/internal/farm/work"
	"sparseracer/internal/htmlpage"
	"sparseracer/internal/plain"
)

//go:embed page.html
var text string

//go:embed page.css
var css string

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"plain": plain.Text,
	"time":  func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") },
	"short": func(s farm.Sum) string { return string(s[:min(12, len(s))]) },
	"report": func(detail string) string {
		var v struct{ Report string }
		_ = json.Unmarshal([]byte(detail), &v) // without one there is none to show
		return v.Report
	},
	"lines": func(s string) string { // each line by itself: a line's end is no sign to be shown
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = plain.Text(lines[i])
		}
		return strings.Join(lines, "\n")
	},
	"class": func(s string) string { return map[string]string{farm.NotSeen: "notseen"}[s] },
}).Parse(text))

// perPage is how many races a page of the list has.
const perPage = 50

func (s *server) style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	fmt.Fprint(w, htmlpage.Theme, css)
}

// write makes a page, whole or not at all.
func write(w http.ResponseWriter, name string, data any, err error) {
	if err != nil {
		refuse(w, err)
		return
	}
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(b.Bytes())
}

// listed is what the list's page shows.
type listed struct {
	store.Query
	Races      []farm.Race
	All, From  int
	To         int
	Statuses   []string
	Programs   []string
	Back, Next string // addresses, "" for none
	Workers    int
	Slots      int
	Traces     map[string]int
}

func (s *server) list(w http.ResponseWriter, r *http.Request) {
	q, err := query(r, perPage, 500)
	if err != nil {
		refuse(w, err)
		return
	}
	d := listed{Query: q, Statuses: farm.Statuses}
	if d.Races, d.All, err = s.store.Races(r.Context(), q); err == nil {
		d.Traces, err = s.store.Totals(r.Context())
	}
	if err == nil {
		d.Programs, err = s.store.Programs(r.Context())
	}
	if err == nil {
		var workers []store.Worker
		workers, err = s.store.Workers(r.Context())
		d.Workers = len(workers)
		for _, one := range workers {
			d.Slots += one.Slots
		}
	}
	d.From, d.To = min(q.Offset+1, d.All), q.Offset+len(d.Races)
	if q.Offset > 0 {
		d.Back = at(q, max(0, q.Offset-q.Limit))
	}
	if d.To < d.All {
		d.Next = at(q, d.To)
	}
	write(w, "list", d, err)
}

// at is the address of another page of the same list.
func at(q store.Query, offset int) string {
	v := url.Values{}
	for name, value := range map[string]string{"q": q.Text, "status": q.Status, "program": q.Program} {
		if value != "" {
			v.Set(name, value)
		}
	}
	if offset > 0 {
		v.Set("offset", strconv.Itoa(offset))
	}
	if q.Limit != perPage {
		v.Set("limit", strconv.Itoa(q.Limit))
	}
	return "/?" + v.Encode()
}

// Bounds of what a race's page lists.
const (
	mostRevisions = 100
	mostSightings = 100
	mostJobs      = 200
	mostSearches  = 100
)

func (s *server) race(w http.ResponseWriter, r *http.Request) {
	var d struct {
		*farm.Race
		History   []store.Seen
		Sightings []store.Shown
		Verdicts  []store.Verdict
		Bisected  []farm.Bisected
	}
	var err error
	ctx, id := r.Context(), r.PathValue("id")
	if !isText(id) {
		refuse(w, errBad{fmt.Errorf("%.80q is no race", id)})
		return
	}
	if d.Race, err = s.store.Race(ctx, id); err == nil && d.Race == nil {
		http.Error(w, "the farm has no such race", http.StatusNotFound)
		return
	}
	if err == nil {
		d.History, err = s.store.History(ctx, id, mostRevisions)
	}
	if err == nil {
		d.Sightings, err = s.store.Sightings(ctx, id, mostSightings)
	}
	if err == nil {
		d.Verdicts, err = s.store.Verdicts(ctx, id)
	}
	if err == nil {
		d.Bisected, err = s.bisectedOf(ctx, id)
	}
	write(w, "race", d, err)
}

func (s *server) jobs(w http.ResponseWriter, r *http.Request) {
	var d struct {
		Counts  map[string]int
		All     int // jobs
		Jobs    []work.Job
		Search  []store.Progress
		Workers []store.Worker
		Failed  []store.Trace
	}
	var err error
	if d.Counts, err = s.queue.Counts(r.Context()); err == nil {
		d.Jobs, err = s.queue.Jobs(r.Context(), mostJobs)
		for _, n := range d.Counts {
			d.All += n
		}
	}
	if err == nil {
		d.Search, err = s.store.Searches(r.Context(), mostSearches)
	}
	if err == nil {
		d.Workers, err = s.store.Workers(r.Context())
	}
	if err == nil {
		d.Failed, err = s.store.FailedTraces(r.Context(), mostJobs)
	}
	write(w, "jobs", d, err)
}

// schedule hands a schedule out; other blobs, traces above all, stay.
func (s *server) schedule(w http.ResponseWriter, r *http.Request) {
	sum := farm.Sum(r.PathValue("sum"))
	is, err := false, error(nil)
	if sum.Valid() {
		is, err = s.store.HasSchedule(r.Context(), sum)
	}
	if err == nil && !is {
		http.Error(w, "the farm has no such schedule", http.StatusNotFound)
		return
	}
	var b bytes.Buffer
	if err == nil {
		err = s.store.Get(r.Context(), sum, &b)
	}
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="race-`+string(sum[:12])+`.schedule.json"`)
	w.Write(b.Bytes())
}
