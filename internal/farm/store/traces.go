package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path"

	"sparseracer/internal/farm"
)

// Known fills in the sums of files that are known by their build-ids, and gives those that are
// not in the store.
func (s *Store) Known(ctx context.Context, files []farm.File) (have, lacks []farm.File, err error) {
	for _, f := range files {
		if f.BuildID != "" {
			f.Sum = ""
			if _, err := s.one(ctx, `SELECT sum FROM farm_files WHERE id = $1`, []any{f.BuildID}, &f.Sum); err != nil {
				return nil, nil, err
			}
		}
		there := false
		if f.Sum != "" {
			if there, err = s.Has(ctx, f.Sum); err != nil {
				return nil, nil, err
			}
		}
		if there {
			have = append(have, f)
		} else {
			lacks = append(lacks, f)
		}
	}
	return have, lacks, nil
}

// Name remembers that a blob has a build-id; of two with one id the first stays.
func (s *Store) Name(ctx context.Context, id string, sum farm.Sum) error {
	return s.exec(ctx, s.SQL, `INSERT INTO farm_files (id, sum) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, string(sum))
}

// Trace is a recording that was submitted.
type Trace struct {
	Sum                     farm.Sum
	Name, Revision, Machine string
	Symbols                 farm.Files
	Build                   farm.Sum
	Runs                    int
	State, Error            string
	Unanswered              string
	Submitted               int64
}

// Submit enters traces, and their builds: all or none. One that is there already keeps what is known of it; a
// build that comes later is added. Those that had failed come back: they are to be tried again.
func (s *Store) Submit(ctx context.Context, subs ...*farm.Submission) (again []farm.Sum, err error) {
	err = s.atOnce(ctx, func(tx asker) error {
		again = nil
		// One after the other: what a submission locks (traces, revisions, programs, builds) has no order that
		// all clients keep, and two of them could wait for each other.
		if err := s.exec(ctx, tx, `UPDATE farm_version SET version = version`); err != nil {
			return err
		}
		for _, sub := range subs {
			failed, err := s.enter(ctx, tx, sub)
			if err != nil {
				return err
			}
			if failed {
				again = append(again, sub.Trace)
			}
		}
		return nil
	})
	return again, err
}

// enter enters one trace, and says whether it had failed. One that comes again without a revision keeps its own, and
// its build is of that. Without one at all it says nothing of which revision is the newest.
func (s *Store) enter(ctx context.Context, tx asker, sub *farm.Submission) (failed bool, err error) {
	symbols, err := json.Marshal(sub.Symbols)
	if err != nil {
		return false, err
	}
	var state, revision, program string
	err = tx.QueryRowContext(ctx, s.dialect(`UPDATE farm_traces SET state = state WHERE sum = $1 RETURNING state, revision, program`), string(sub.Trace)).Scan(&state, &revision, &program) // it takes the lock
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, err
	}
	if state != "" && program == "" { // it gets its program now, which had the revision all along
		if err := s.exec(ctx, tx, `INSERT INTO farm_revisions (program, revision, seen) SELECT $1, revision, seen FROM farm_revisions WHERE program = '' AND revision = $2
			ON CONFLICT (program, revision) DO NOTHING`, sub.Program, revision); err != nil {
			return false, err
		}
	}
	if sub.Revision != "" {
		revision = sub.Revision
	}
	if err := s.seenNow(ctx, tx, sub.Program, revision); err != nil {
		return false, err
	}
	if err := s.exec(ctx, tx, `INSERT INTO farm_newest (program, revision, seen) SELECT program, revision, seen FROM farm_revisions WHERE program = $1 AND revision = $2
		ON CONFLICT (program) DO UPDATE SET revision = excluded.revision, seen = excluded.seen
			WHERE excluded.revision <> '' AND (farm_newest.revision = '' OR excluded.seen > farm_newest.seen OR excluded.seen = farm_newest.seen AND excluded.revision < farm_newest.revision)`, sub.Program, revision); err != nil {
		return false, err
	}
	var build farm.Sum
	if sub.Build != nil {
		if build, err = sub.Build.Key(); err != nil {
			return false, err
		}
		described, err := json.Marshal(sub.Build)
		if err != nil {
			return false, err
		}
		if err := s.seenNow(ctx, tx, path.Base(sub.Build.Program), revision); err != nil { // it may have another name
			return false, err
		}
		if err := s.exec(ctx, tx, `INSERT INTO farm_builds (key, program, revision, description, submitted) VALUES ($1, $2, $3, $4, @now)
			ON CONFLICT (key) DO UPDATE SET revision = excluded.revision WHERE farm_builds.revision = ''`, // it may have come without one
			string(build), path.Base(sub.Build.Program), revision, string(described)); err != nil {
			return false, err
		}
		asked := AskedBy(sub, build)
		if err := s.exec(ctx, tx, `INSERT INTO farm_asked (trace, build, runs) VALUES ($1, $2, $3) ON CONFLICT (trace, build, runs) DO NOTHING`,
			string(sub.Trace), string(build), asked.Runs); err != nil {
			return false, err
		}
	}
	return state == farm.Failed, s.exec(ctx, tx, `INSERT INTO farm_traces (sum, name, revision, machine, symbols, build, runs, program, submitted, state, error, unanswered)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, @now, 'waiting', '', '')
		ON CONFLICT (sum) DO UPDATE SET program = CASE WHEN farm_traces.program = '' THEN excluded.program ELSE farm_traces.program END,
			build = CASE WHEN excluded.build = '' THEN farm_traces.build ELSE excluded.build END,
			runs = CASE WHEN excluded.build = '' THEN farm_traces.runs ELSE excluded.runs END,
			symbols = CASE WHEN farm_traces.state = 'failed' THEN excluded.symbols ELSE farm_traces.symbols END,
			state = CASE WHEN farm_traces.state = 'failed' THEN 'waiting' ELSE farm_traces.state END`,
		string(sub.Trace), sub.Name, revision, sub.Machine, string(symbols), string(build), sub.Runs, sub.Program)
}

// seenNow remembers when a program's revision was seen first.
func (s *Store) seenNow(ctx context.Context, tx asker, program, revision string) error {
	return s.exec(ctx, tx, `INSERT INTO farm_revisions (program, revision, seen) VALUES ($1, $2, @now) ON CONFLICT (program, revision) DO NOTHING`, program, revision)
}

// Asked is what a trace's races are to be confirmed with.
type Asked struct {
	Build farm.Sum
	Runs  int
}

// AskedBy is what a submission with a build of that key asks for.
func AskedBy(sub *farm.Submission, build farm.Sum) Asked { return Asked{build, max(1, sub.Runs)} }

// Asked is all that was asked for a trace.
func (s *Store) Asked(ctx context.Context, trace farm.Sum) (list []Asked, err error) {
	err = s.rows(ctx, `SELECT build, runs FROM farm_asked WHERE trace = $1 ORDER BY build, runs`, []any{string(trace)}, func(rows *sql.Rows) error {
		var a Asked
		err := rows.Scan(&a.Build, &a.Runs)
		list = append(list, a)
		return err
	})
	return list, err
}

// Trace is one trace; nil if there is none of that name.
func (s *Store) Trace(ctx context.Context, sum farm.Sum) (*Trace, error) {
	t := Trace{Sum: sum}
	var symbols string
	found, err := s.one(ctx, `SELECT name, revision, machine, symbols, build, runs, state, error, unanswered, submitted FROM farm_traces WHERE sum = $1`, []any{string(sum)},
		&t.Name, &t.Revision, &t.Machine, &symbols, &t.Build, &t.Runs, &t.State, &t.Error, &t.Unanswered, &t.Submitted)
	if err != nil || !found {
		return nil, err
	}
	return &t, json.Unmarshal([]byte(symbols), &t.Symbols)
}

// Build is a build by its key.
func (s *Store) Build(ctx context.Context, key farm.Sum) (b farm.Build, revision string, err error) {
	var text string
	found, err := s.one(ctx, `SELECT description, revision FROM farm_builds WHERE key = $1`, []any{string(key)}, &text, &revision)
	if err != nil {
		return b, "", err
	}
	if !found {
		return b, "", fmt.Errorf("build %s: it is not in the database", key)
	}
	return b, revision, json.Unmarshal([]byte(text), &b)
}

// Sighting is a race that an analysis reports.
type Sighting struct{ ID, Kind, Summary, Verdict string }

// Analyzed writes what an analysis found; a second time changes nothing. A race of no program, from before farms had
// several, is of the first that shows it.
func (s *Store) Analyzed(ctx context.Context, trace farm.Sum, unanswered string, races []Sighting) error {
	unanswered = asText(unanswered)
	return s.atOnce(ctx, func(tx asker) error {
		var state, revision, program string
		if err := tx.QueryRowContext(ctx, s.dialect(`UPDATE farm_traces SET state = state WHERE sum = $1 RETURNING state, revision, program`), string(trace)).Scan(&state, &revision, &program); err != nil {
			return err // the update takes the lock
		}
		if state == farm.Done {
			return nil
		}
		var at int64 // one for all races of a trace
		if err := tx.QueryRowContext(ctx, s.dialect(`SELECT @now`)).Scan(&at); err != nil {
			return err
		}
		for _, r := range races {
			if err := s.exec(ctx, tx, `INSERT INTO farm_races (id, kind, summary, first_trace, first_revision, last_revision, first_seen, last_seen, traces, program, proven, fixed_in)
				VALUES ($1, $2, $3, $4, $5, $5, $7, $7, 1, $6, 0, '')
				ON CONFLICT (id) DO UPDATE SET last_seen = excluded.last_seen, traces = farm_races.traces + 1,
					program = CASE WHEN farm_races.program = '' THEN excluded.program ELSE farm_races.program END,
					last_revision = CASE WHEN farm_races.program NOT IN ('', excluded.program) OR excluded.last_revision = '' THEN farm_races.last_revision
						WHEN farm_races.last_revision = '' OR (SELECT seen FROM farm_revisions WHERE program = excluded.program AND revision = excluded.last_revision)
							>= (SELECT seen FROM farm_revisions WHERE program = farm_races.program AND revision = farm_races.last_revision)
						THEN excluded.last_revision ELSE farm_races.last_revision END`,
				asText(r.ID), asText(r.Kind), asText(r.Summary), string(trace), revision, program, at); err != nil {
				return err
			}
			// Seen in a later revision than the one it was fixed in, it is not fixed. A trace without one has no place in their order.
			if err := s.exec(ctx, tx, `UPDATE farm_races SET fixed_in = '' WHERE id = $1 AND fixed_in <> '' AND $2 <> ''
				AND COALESCE(`+seenOf(`fixed_in`)+` < (SELECT seen FROM farm_revisions WHERE program = $3 AND revision = $2), FALSE)`, asText(r.ID), revision, program); err != nil {
				return err
			}
			if err := s.exec(ctx, tx, `INSERT INTO farm_sightings (race, trace, verdict) VALUES ($1, $2, $3)`, asText(r.ID), string(trace), asText(r.Verdict)); err != nil {
				return err
			}
		}
		return s.exec(ctx, tx, `UPDATE farm_traces SET state = 'done', error = '', unanswered = $2 WHERE sum = $1`, string(trace), unanswered)
	})
}

// NotAnalyzed says why a trace was not.
func (s *Store) NotAnalyzed(ctx context.Context, trace farm.Sum, why string) error {
	return s.exec(ctx, s.SQL, `UPDATE farm_traces SET state = 'failed', error = $2 WHERE sum = $1 AND state <> 'done'`, string(trace), asText(why))
}

// Found are the races of a trace.
func (s *Store) Found(ctx context.Context, trace farm.Sum) (list []farm.Found, err error) {
	list = []farm.Found{}
	err = s.rows(ctx, `SELECT r.id, r.kind, r.summary, r.first_trace FROM farm_sightings s JOIN farm_races r ON r.id = s.race WHERE s.trace = $1 ORDER BY r.id`, []any{string(trace)},
		func(rows *sql.Rows) error {
			var f farm.Found
			var first farm.Sum
			if err := rows.Scan(&f.ID, &f.Kind, &f.Summary, &first); err != nil {
				return err
			}
			f.New = first == trace
			list = append(list, f)
			return nil
		})
	return list, err
}
