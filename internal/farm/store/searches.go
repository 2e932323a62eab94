package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path"
	"time"

	"sparseracer/internal/farm"
)

// Search enters a search, of which some runs are asked for, and says whether some had failed: what they said is
// forgotten, as they are made again.
func (s *Store) Search(ctx context.Context, f *farm.Search, ranges []farm.Range) (id farm.Sum, again bool, err error) {
	data, err := json.Marshal(f)
	if err != nil {
		return "", false, err
	}
	runs := 0
	id = farm.SumOf(data)
	for _, r := range ranges {
		runs = max(runs, r.To)
	}
	gone, err := s.SQL.ExecContext(ctx, s.dialect(`DELETE FROM farm_ranges WHERE search = $1 AND error <> ''`), string(id))
	if err != nil {
		return "", false, err
	}
	n, err := gone.RowsAffected()
	if err != nil {
		return "", false, err
	}
	return id, n > 0, s.exec(ctx, s.SQL, `INSERT INTO farm_searches (id, description, kind, program, runs, begun) VALUES ($1, $2, $3, $4, $5, @now)
		ON CONFLICT (id) DO UPDATE SET runs = CASE WHEN farm_searches.runs > excluded.runs THEN farm_searches.runs ELSE excluded.runs END`,
		string(id), string(data), f.Kind, path.Base(f.Build.Program), runs)
}

// Searched is a search by its name.
func (s *Store) Searched(ctx context.Context, id farm.Sum) (f farm.Search, err error) {
	var text string
	found, err := s.one(ctx, `SELECT description FROM farm_searches WHERE id = $1`, []any{string(id)}, &text)
	if err != nil {
		return f, err
	}
	if !found {
		return f, fmt.Errorf("search %s: it is not in the database", id)
	}
	return f, json.Unmarshal([]byte(text), &f)
}

// Ran writes what the runs of a range showed, and how many showed something; the first result stays.
func (s *Store) Ran(ctx context.Context, search farm.Sum, r farm.Range, result farm.Sum, failed string, shown int) error {
	return s.exec(ctx, s.SQL, `INSERT INTO farm_ranges (search, first, behind, result, error, shown) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (search, first) DO UPDATE SET result = CASE WHEN farm_ranges.error = '' THEN farm_ranges.result ELSE excluded.result END,
			shown = CASE WHEN farm_ranges.error = '' THEN farm_ranges.shown ELSE excluded.shown END,
			error = CASE WHEN farm_ranges.error = '' THEN '' ELSE excluded.error END`,
		string(search), r.From, r.To, string(result), asText(failed), shown)
}

// HasRun: the range was run already.
func (s *Store) HasRun(ctx context.Context, search farm.Sum, r farm.Range) (bool, error) {
	var n int
	_, err := s.one(ctx, `SELECT COUNT(*) FROM farm_ranges WHERE search = $1 AND first = $2 AND error = ''`, []any{string(search), r.From}, &n)
	return n > 0, err
}

// Ranges are those of a search that are done, from..to.
func (s *Store) Ranges(ctx context.Context, search farm.Sum, from, to int) (list []farm.Ranged, results []farm.Sum, err error) {
	err = s.rows(ctx, `SELECT first, behind, result, error FROM farm_ranges WHERE search = $1 AND first >= $2 AND first < $3 ORDER BY first`,
		[]any{string(search), from, to}, func(rows *sql.Rows) error {
			var r farm.Ranged
			var sum farm.Sum
			if err := rows.Scan(&r.From, &r.To, &sum, &r.Error); err != nil {
				return err
			}
			list, results = append(list, r), append(results, sum)
			return nil
		})
	return list, results, err
}

// Progress is how far a search is.
type Progress struct {
	ID, Kind, Program string
	Runs, Done, Shown int // asked for, made, and those that showed something
	Failed            int // ranges that could not be run
	Begun             time.Time
}

// Searches are those of late, the newest first.
func (s *Store) Searches(ctx context.Context, most int) (list []Progress, err error) {
	err = s.rows(ctx, `SELECT f.id, f.kind, f.program, f.runs, f.begun, COALESCE(SUM(CASE WHEN r.error = '' THEN r.behind - r.first ELSE 0 END), 0),
			COALESCE(SUM(r.shown), 0), COALESCE(SUM(CASE WHEN r.error <> '' THEN 1 ELSE 0 END), 0)
		FROM farm_searches f LEFT JOIN farm_ranges r ON r.search = f.id GROUP BY f.id, f.kind, f.program, f.runs, f.begun
		ORDER BY f.begun DESC, f.id LIMIT $1`, []any{most}, func(rows *sql.Rows) error {
		var p Progress
		var begun int64
		err := rows.Scan(&p.ID, &p.Kind, &p.Program, &p.Runs, &begun, &p.Done, &p.Shown, &p.Failed)
		p.Begun = time.UnixMilli(begun)
		list = append(list, p)
		return err
	})
	return list, err
}
