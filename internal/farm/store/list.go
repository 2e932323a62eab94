package store

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"sparseracer/internal/farm"
)

// Query is what of the list of races is asked for.
type Query struct {
	Text          string // in the id, the kind or the summary
	Status        string // one of farm.Statuses, "" for all
	Program       string // whose traces show it, "" for all
	Offset, Limit int
}

// status is a race's, as SQL. A race that was proven and not yet verified as fixed stays confirmed, also
// where no trace of the newest revision shows it: that nobody saw it says little.
const status = `CASE WHEN r.fixed_in <> '' THEN 'fixed' WHEN r.proven = 1 THEN 'confirmed'
	WHEN r.last_revision <> n.revision THEN 'not seen' WHEN r.first_revision = n.revision THEN 'new' ELSE 'known' END`

// races are they, each beside the newest revision of its program: a revision of another one says nothing of them.
const races = `farm_races r JOIN farm_newest n ON n.program = r.program`

// likeText is a text for LIKE, in lower case.
var likeText = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// where is the condition of a query; its arguments are the text, the status and the program.
const where = ` WHERE ($1 = '' OR LOWER(r.id || ' ' || r.kind || ' ' || r.summary) LIKE $1 ESCAPE '\') AND ($2 = '' OR ` + status + ` = $2)
	AND ($3 = '' OR r.program = $3 OR EXISTS (SELECT 1 FROM farm_sightings s JOIN farm_traces t ON t.sum = s.trace WHERE s.race = r.id AND t.program = $3))`

func (q *Query) args() []any {
	text := ""
	if q.Text != "" {
		text = "%" + likeText.Replace(strings.ToLower(q.Text)) + "%"
	}
	return []any{text, q.Status, q.Program}
}

// Races is a part of the list, those seen last first, and how many there are.
func (s *Store) Races(ctx context.Context, q Query) (list []farm.Race, all int, err error) {
	if _, err := s.one(ctx, `SELECT COUNT(*) FROM `+races+where, q.args(), &all); err != nil {
		return nil, 0, err
	}
	err = s.rows(ctx, `SELECT r.id, r.kind, r.summary, `+status+`, r.first_seen, r.last_seen, r.traces, r.program FROM `+races+where+
		` ORDER BY r.last_seen DESC, r.id LIMIT $4 OFFSET $5`, append(q.args(), q.Limit, q.Offset), func(rows *sql.Rows) error {
		r, err := scanRace(rows)
		list = append(list, r)
		return err
	})
	return list, all, err
}

func scanRace(rows *sql.Rows) (r farm.Race, err error) {
	var first, last int64
	err = rows.Scan(&r.ID, &r.Kind, &r.Summary, &r.Status, &first, &last, &r.Traces, &r.Program)
	r.FirstSeen, r.LastSeen = time.UnixMilli(first), time.UnixMilli(last)
	return r, err
}

// Race is one of the list; nil if there is none of that id.
func (s *Store) Race(ctx context.Context, id string) (*farm.Race, error) {
	var found *farm.Race
	err := s.rows(ctx, `SELECT r.id, r.kind, r.summary, `+status+`, r.first_seen, r.last_seen, r.traces, r.program FROM `+races+` WHERE r.id = $1`,
		[]any{id}, func(rows *sql.Rows) error {
			r, err := scanRace(rows)
			found = &r
			return err
		})
	return found, err
}

// Seen is a revision of a race's history: how many of its traces were analyzed, and how many show the race.
type Seen struct {
	Revision      string
	First         time.Time
	Traces, Shows int
}

// History is a race in all revisions, the newest first. Only traces of a program that has shown the race count.
func (s *Store) History(ctx context.Context, race string, most int) (list []Seen, err error) {
	err = s.rows(ctx, `SELECT t.revision, MIN(v.seen) AS seen, COUNT(*), COUNT(s.race) FROM farm_traces t JOIN farm_revisions v ON v.program = t.program AND v.revision = t.revision
		LEFT JOIN farm_sightings s ON s.trace = t.sum AND s.race = $1 WHERE t.state = 'done'
			AND t.program IN (SELECT o.program FROM farm_sightings w JOIN farm_traces o ON o.sum = w.trace WHERE w.race = $1)
		GROUP BY t.revision ORDER BY seen DESC, t.revision LIMIT $2`,
		[]any{race, most}, func(rows *sql.Rows) error {
			var h Seen
			var first int64
			if err := rows.Scan(&h.Revision, &first, &h.Traces, &h.Shows); err != nil {
				return err
			}
			h.First = time.UnixMilli(first)
			list = append(list, h)
			return nil
		})
	return list, err
}

// Shown is a trace that shows a race.
type Shown struct {
	Sum                              farm.Sum
	Name, Revision, Machine, Verdict string
	Submitted                        time.Time
}

// Sightings are the traces that show a race, the newest first.
func (s *Store) Sightings(ctx context.Context, race string, most int) (list []Shown, err error) {
	err = s.rows(ctx, `SELECT t.sum, t.name, t.revision, t.machine, s.verdict, t.submitted FROM farm_sightings s JOIN farm_traces t ON t.sum = s.trace
		WHERE s.race = $1 ORDER BY t.submitted DESC, t.sum LIMIT $2`, []any{race, most}, func(rows *sql.Rows) error {
		var t Shown
		var at int64
		if err := rows.Scan(&t.Sum, &t.Name, &t.Revision, &t.Machine, &t.Verdict, &at); err != nil {
			return err
		}
		t.Submitted = time.UnixMilli(at)
		list = append(list, t)
		return nil
	})
	return list, err
}

// Programs are those of the traces, in order.
func (s *Store) Programs(ctx context.Context) (list []string, err error) {
	err = s.rows(ctx, `SELECT program FROM farm_newest WHERE program <> '' ORDER BY program`, nil, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		list = append(list, name)
		return err
	})
	return list, err
}

// Totals are the traces by their states.
func (s *Store) Totals(ctx context.Context) (map[string]int, error) {
	out := map[string]int{}
	err := s.rows(ctx, `SELECT state, COUNT(*) FROM farm_traces GROUP BY state`, nil, func(rows *sql.Rows) error {
		var state string
		var n int
		err := rows.Scan(&state, &n)
		out[state] = n
		return err
	})
	return out, err
}

// FailedTraces are those that could not be analyzed, the newest first.
func (s *Store) FailedTraces(ctx context.Context, most int) (list []Trace, err error) {
	err = s.rows(ctx, `SELECT sum, name, error FROM farm_traces WHERE state = 'failed' ORDER BY submitted DESC LIMIT $1`, []any{most}, func(rows *sql.Rows) error {
		var t Trace
		err := rows.Scan(&t.Sum, &t.Name, &t.Error)
		list = append(list, t)
		return err
	})
	return list, err
}
