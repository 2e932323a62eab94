package webui

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/report"
)

// raceRow is a race in the list.
type raceRow struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Name      string `json:"name"`
	Verdict   string `json:"verdict"`
	Tried     string `json:"tried"`
	Coverage  string `json:"coverage"`
	Rank      string `json:"rank"` // what it matters, "" without data flow
	Sink      string `json:"sink"` // what it changes
	Summary   string `json:"summary"`
	First     string `json:"first"` // what the handlers are
	Second    string `json:"second"`
	Observed  bool   `json:"observed"`
	Loop      bool   `json:"loop"`
	Pairs     uint64 `json:"pairs"`
	Handlers  int    `json:"handlers"`
	Filtered  string `json:"filtered"`
	Operation uint64 `json:"operation"`
	Mark      Mark   `json:"mark"`
	race      *report.Race
	words     string // that a search looks in, in small letters
}

// racesJSON is a page of the list: the browser never holds more of it, however many
// races there are.
type racesJSON struct {
	Total   int                 `json:"total"` // that the filters let through
	Base    int                 `json:"base"`  // without filters
	First   int                 `json:"first"` // place of the first one on the page
	Rows    []*raceRow          `json:"rows"`
	Options map[string][]string `json:"options"` // values of each filter
}

// Rows on a page, and at most.
const (
	usualRows = 100
	mostRows  = 500
)

// facets are the filters of the list: each race has some of a filter's values.
var facets = map[string]func(*raceRow) []string{
	"kind": func(r *raceRow) []string { return []string{r.Title} },
	"verdict": func(r *raceRow) []string {
		if r.Tried != "" && r.Tried != r.Verdict {
			return []string{r.Verdict, "tried: " + r.Tried}
		}
		return []string{r.Verdict}
	},
	"shape": func(r *raceRow) []string {
		shape := []string{"plain handlers"}
		if r.Loop {
			shape[0] = "in a nested loop"
		}
		if r.Observed {
			shape = append(shape, "seen in this run")
		}
		return shape
	},
	"rank": func(r *raceRow) []string { return some(r.Rank) },
	"mark": func(r *raceRow) []string {
		if r.Mark.State == "" {
			return []string{"not marked"}
		}
		return []string{"marked: " + r.Mark.State}
	},
	"coverage": func(r *raceRow) []string { return some(r.Coverage) },
}

func some(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// sorts are the orders of the list besides the report's own.
var sorts = map[string]func(a, b *raceRow) int{
	"operation": func(a, b *raceRow) int { return cmp.Compare(a.Operation, b.Operation) },
	"pairs":     func(a, b *raceRow) int { return cmp.Compare(b.Pairs, a.Pairs) },
	"name":      func(a, b *raceRow) int { return cmp.Compare(a.Name, b.Name) },
}

// raceList is the list of an analysis, made once: of 100,000 races it takes a second.
type raceList struct {
	rows    []*raceRow
	options [2]map[string][]string // without and with filtered ones
}

// rows gives the recording's list.
func (r *recording) rows() (*raceList, error) {
	r.listing.Lock() // before it is asked for: a change puts the next one in its place
	defer r.listing.Unlock()
	a, err := r.found()
	if err != nil {
		return nil, err
	}
	if r.list == nil {
		r.list = newRaceList(a.Report, nil, r.sayings())
	}
	return r.list, nil
}

// newRaceList takes over what an older list has of the same races.
func newRaceList(rep *report.Report, old *raceList, said sayings) *raceList {
	l := &raceList{rows: make([]*raceRow, 0, len(rep.Races))}
	made := map[*report.Race]*raceRow{}
	if old != nil {
		for _, row := range old.rows {
			made[row.race] = row
		}
	}
	for _, race := range rep.Races {
		row := made[race]
		if row == nil {
			row = newRaceRow(race, said.of(race))
		}
		l.rows = append(l.rows, row)
	}
	for i := range l.options {
		l.options[i] = map[string][]string{}
		for name, of := range facets {
			l.options[i][name] = valuesOf(l.rows, of, i == 1)
		}
	}
	return l
}

func newRaceRow(race *report.Race, said Mark) *raceRow {
	row := &raceRow{race: race, Mark: said, ID: report.Clean(race.ID), Title: race.Title(), Name: race.Brief(), Verdict: report.Clean(race.Verdict),
		Summary: race.Summary(), Coverage: race.Coverage, First: race.First.Event.Full(), Second: race.Second.Event.Full(),
		Observed: race.Observed, Loop: race.Loop != nil, Pairs: race.Pairs, Handlers: race.Handlers,
		Filtered: report.Clean(race.Filtered), Operation: race.First.Operation}
	if m := race.Matters; m != nil {
		row.Rank, row.Sink = m.Rank, m.Target()
	}
	if race.Steered != nil {
		row.Tried = report.Clean(race.Steered.Verdict)
	}
	text := []string{row.ID, row.Title, row.Name, row.Verdict, row.Tried, row.Coverage, row.Rank, row.Sink, row.Summary, row.First, row.Second, row.Filtered, said.State, said.Note}
	for _, p := range []*report.Place{&race.First, &race.Second, race.Alloc} {
		if f := frameOf(p); f != nil {
			text = append(text, report.Clean(f.Name()), report.Clean(f.File))
		}
	}
	row.words = strings.ToLower(strings.Join(text, " "))
	return row
}

// valuesOf are a filter's values, sorted.
func valuesOf(rows []*raceRow, of func(*raceRow) []string, filtered bool) []string {
	seen := map[string]bool{}
	out := []string{}
	for _, r := range rows {
		if r.Filtered != "" && !filtered {
			continue
		}
		for _, v := range of(r) {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	slices.Sort(out)
	return out
}

// races answers with one page of the list, searched, filtered and sorted as asked.
func races(r *recording, q *http.Request) (any, error) {
	l, err := r.rows()
	if err != nil {
		return nil, err
	}
	wanted, err := r.wanted(q)
	if err != nil {
		return nil, err
	}
	first, err := number(q, "first", 0)
	if err != nil {
		return nil, err
	}
	count, err := number(q, "count", usualRows)
	if err != nil {
		return nil, err
	}
	sorted := q.URL.Query().Get("sort")
	if sorted != "" && sorts[sorted] == nil {
		return nil, errBad{"sort", sorted, "operation, pairs or name"}
	}
	all := q.URL.Query().Get("show") == "all"
	out := &racesJSON{Options: l.options[0]}
	if all {
		out.Options = l.options[1]
	}
	for _, row := range l.rows {
		if row.Filtered != "" && !all {
			continue
		}
		out.Base++
		if wanted(row) {
			out.Rows = append(out.Rows, row)
		}
	}
	if sorted != "" {
		slices.SortStableFunc(out.Rows, sorts[sorted])
	}
	out.Total = len(out.Rows)
	out.First = int(min(first, uint64(out.Total)))
	out.Rows = append([]*raceRow{}, out.Rows[out.First:min(out.First+int(min(count, mostRows)), out.Total)]...)
	return out, nil
}

// wanted says of a race whether a request's filters let it through.
func (r *recording) wanted(q *http.Request) (func(*raceRow) bool, error) {
	query := q.URL.Query()
	words := strings.Fields(strings.ToLower(query.Get("q")))
	event, err := id(q, "event")
	if err != nil {
		return nil, err
	}
	compared, err := r.compared(query.Get("than"), query.Get("which"))
	if err != nil {
		return nil, err
	}
	asked := map[string]string{}
	for name := range facets {
		if v := query.Get(name); v != "" {
			asked[name] = v
		}
	}
	return func(row *raceRow) bool {
		for name, v := range asked {
			if !slices.Contains(facets[name](row), v) {
				return false
			}
		}
		if event >= 0 && eventID(row.race.First.Event) != event && eventID(row.race.Second.Event) != event {
			return false
		}
		for _, w := range words {
			if !strings.Contains(row.words, w) {
				return false
			}
		}
		return compared(row)
	}, nil
}

// Which races of a recording are wanted, beside another one.
const (
	onlyHere = "only"
	inBoth   = "both"
)

// compared lets through what another recording has, too, or has not: races are the
// same by their ids, and what is filtered there counts as absent.
func (r *recording) compared(than, which string) (func(*raceRow) bool, error) {
	if than == "" {
		return func(*raceRow) bool { return true }, nil
	}
	i, err := strconv.Atoi(than)
	if err != nil || i < 0 || i >= len(r.all) {
		return nil, errAbsent{"recording " + than}
	}
	if which != onlyHere && which != inBoth {
		return nil, errBad{"which", which, onlyHere + " or " + inBoth}
	}
	other, err := r.all[i].found()
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, race := range other.Report.Reported() {
		for _, id := range race.IDs() {
			known[id] = true
		}
	}
	return func(row *raceRow) bool {
		return slices.ContainsFunc(row.race.IDs(), func(id string) bool { return known[id] }) == (which == inBoth)
	}, nil
}
