package store

import (
	"context"
	"database/sql"
	"time"

	"sparseracer/internal/farm"
)

// Verdict is what runs with a build showed of a race.
type Verdict struct {
	Race            string
	Trace, Build    farm.Sum // no trace: the schedule was run, not derived
	Asked           int      // runs
	Verdict, Reason string
	Proven, Runs    int
	Fixed           bool
	Schedule        farm.Sum // "" for none
	At              int64
	Detail          string   // as confirm writes it, JSON; "" for none
	Revision        string   // of the build, when read
	Smaller         farm.Sum // schedule without what the race does not need, when read; "" for none
}

// Judge writes a verdict. Of the same runs the first one stays, unless it says that they were not made. What a
// build says is undone by no build of an earlier revision.
func (s *Store) Judge(ctx context.Context, v *Verdict) error {
	fixed, proven := 0, 0
	if v.Fixed {
		fixed = 1
	}
	if v.Proven > 0 {
		proven = 1
	}
	return s.atOnce(ctx, func(tx asker) error {
		wrote, err := tx.ExecContext(ctx, s.dialect(`INSERT INTO farm_verdicts (race, trace, build, asked, verdict, reason, proven, runs, fixed, schedule, detail, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, @now) ON CONFLICT (race, trace, build, asked) DO UPDATE SET verdict = excluded.verdict, reason = excluded.reason,
				proven = excluded.proven, runs = excluded.runs, fixed = excluded.fixed, schedule = excluded.schedule, detail = excluded.detail, at = excluded.at WHERE farm_verdicts.verdict = 'not run'`),
			v.Race, string(v.Trace), string(v.Build), v.Asked, asText(v.Verdict), asText(v.Reason), v.Proven, v.Runs, fixed, string(v.Schedule), asText(v.Detail))
		if err != nil {
			return err
		}
		if n, err := wrote.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return s.exec(ctx, tx, `UPDATE farm_races SET proven = CASE WHEN $2 = 1 THEN 1 ELSE proven END,
			fixed_in = CASE WHEN COALESCE(`+seenOf(`$4`)+` < `+seenOf(`fixed_in`)+`, FALSE) THEN fixed_in WHEN $2 = 1 THEN '' WHEN $3 = 1 THEN $4 ELSE fixed_in END
			WHERE id = $1`, v.Race, proven, fixed, string(v.Build))
	})
}

// seenOf is when the revision of a build, given as SQL, was seen first; NULL without one.
func seenOf(build string) string {
	return `(SELECT r.seen FROM farm_builds b JOIN farm_revisions r ON r.program = b.program AND r.revision = b.revision WHERE b.key = ` + build + `)`
}

// Judged: there is such a verdict, and it is not that a machine failed.
func (s *Store) Judged(ctx context.Context, race string, trace, build farm.Sum, asked int) (bool, error) {
	var n int
	_, err := s.one(ctx, `SELECT COUNT(*) FROM farm_verdicts WHERE race = $1 AND trace = $2 AND build = $3 AND asked = $4 AND verdict <> 'not run'`,
		[]any{race, string(trace), string(build), asked}, &n)
	return n > 0, err
}

// Retry removes a verdict that says that its runs were not made, and says whether there was one: they are asked for again.
func (s *Store) Retry(ctx context.Context, race string, trace, build farm.Sum, asked int) (bool, error) {
	gone, err := s.SQL.ExecContext(ctx, s.dialect(`DELETE FROM farm_verdicts WHERE race = $1 AND trace = $2 AND build = $3 AND asked = $4 AND verdict = 'not run'`),
		race, string(trace), string(build), asked)
	if err != nil {
		return false, err
	}
	n, err := gone.RowsAffected()
	return n > 0, err
}

// Verdicts are those on a race, the newest first.
func (s *Store) Verdicts(ctx context.Context, race string) (list []Verdict, err error) {
	err = s.rows(ctx, `SELECT v.trace, v.build, v.asked, v.verdict, v.reason, v.proven, v.runs, v.fixed, v.schedule, v.at, v.detail, COALESCE(b.revision, ''), COALESCE(m.smaller, '')
		FROM farm_verdicts v LEFT JOIN farm_builds b ON b.key = v.build LEFT JOIN farm_smaller m ON m.schedule = v.schedule AND m.build = v.build WHERE v.race = $1 ORDER BY v.at DESC, v.build`, []any{race}, func(rows *sql.Rows) error {
		v := Verdict{Race: race}
		var fixed int
		if err := rows.Scan(&v.Trace, &v.Build, &v.Asked, &v.Verdict, &v.Reason, &v.Proven, &v.Runs, &fixed, &v.Schedule, &v.At, &v.Detail, &v.Revision, &v.Smaller); err != nil {
			return err
		}
		v.Fixed = fixed == 1
		list = append(list, v)
		return nil
	})
	return list, err
}

// VerdictsOf are those of so many runs that the races of a trace got with a build; brief: without details, which may be
// long.
func (s *Store) VerdictsOf(ctx context.Context, trace, build farm.Sum, asked int, brief bool) (list []farm.Judged, err error) {
	detail := "detail"
	if brief {
		detail = "''"
	}
	err = s.rows(ctx, `SELECT race, verdict, reason, proven, runs, schedule, `+detail+` FROM farm_verdicts WHERE trace = $1 AND build = $2 AND asked = $3 ORDER BY race`,
		[]any{string(trace), string(build), asked}, func(rows *sql.Rows) error {
			var j farm.Judged
			err := rows.Scan(&j.Race, &j.Verdict, &j.Reason, &j.Proven, &j.Runs, &j.Schedule, &j.Detail)
			list = append(list, j)
			return err
		})
	return list, err
}

// Schedule is a race's newest schedule that showed it, "" for none.
func (s *Store) Schedule(ctx context.Context, race string) (sum farm.Sum, err error) {
	_, err = s.one(ctx, `SELECT schedule FROM farm_verdicts WHERE race = $1 AND schedule <> '' AND proven > 0 ORDER BY at DESC LIMIT 1`, []any{race}, &sum)
	return sum, err
}

// HasSchedule: a blob is one that may be shown as a schedule.
func (s *Store) HasSchedule(ctx context.Context, sum farm.Sum) (bool, error) {
	var n int
	_, err := s.one(ctx, `SELECT (SELECT COUNT(*) FROM farm_verdicts WHERE schedule = $1) + (SELECT COUNT(*) FROM farm_smaller WHERE smaller = $1)`, []any{string(sum)}, &n)
	return n > 0, err
}

// Worker is one that works, or has.
type Worker struct {
	ID, Host, Confined, Version string
	Slots                       int
	Started, Seen               int64
}

// Gone is when a worker that says nothing is taken for dead.
const Gone = 15 * time.Second

// Beat says that a worker is there.
func (s *Store) Beat(ctx context.Context, w Worker) error {
	return s.exec(ctx, s.SQL, `INSERT INTO farm_workers (id, host, slots, confined, version, started, seen) VALUES ($1, $2, $3, $4, $5, @now, @now)
		ON CONFLICT (id) DO UPDATE SET seen = excluded.seen`, w.ID, w.Host, w.Slots, w.Confined, w.Version)
}

// Leave says that a worker has ended in order.
func (s *Store) Leave(ctx context.Context, id string) error {
	return s.exec(ctx, s.SQL, `UPDATE farm_workers SET seen = 0 WHERE id = $1`, id)
}

// Workers are those that are there.
func (s *Store) Workers(ctx context.Context) (list []Worker, err error) {
	err = s.rows(ctx, `SELECT id, host, slots, confined, version, started, seen FROM farm_workers WHERE seen > @now - $1 ORDER BY host, id`, []any{Gone.Milliseconds()},
		func(rows *sql.Rows) error {
			var w Worker
			if err := rows.Scan(&w.ID, &w.Host, &w.Slots, &w.Confined, &w.Version, &w.Started, &w.Seen); err != nil {
				return err
			}
			list = append(list, w)
			return nil
		})
	return list, err
}

// ToVerify are the races that were proven with builds of earlier revisions and that a build of this one has
// no verdict on, with a schedule each; those that a trace shows itself are confirmed instead.
func (s *Store) ToVerify(ctx context.Context, build, trace farm.Sum) (map[string]farm.Sum, error) {
	out := map[string]farm.Sum{}
	err := s.rows(ctx, `SELECT v.race, v.schedule FROM farm_verdicts v JOIN farm_builds o ON o.key = v.build JOIN farm_builds b ON b.key = $1
		WHERE v.proven > 0 AND v.schedule <> '' AND o.program = b.program
			AND (SELECT seen FROM farm_revisions WHERE program = o.program AND revision = o.revision) < (SELECT seen FROM farm_revisions WHERE program = b.program AND revision = b.revision)
			AND NOT EXISTS (SELECT 1 FROM farm_verdicts w WHERE w.race = v.race AND w.build = b.key)
			AND NOT EXISTS (SELECT 1 FROM farm_sightings s WHERE s.race = v.race AND s.trace = $2)
		ORDER BY v.at`, []any{string(build), string(trace)}, func(rows *sql.Rows) error {
		var race string
		var schedule farm.Sum
		if err := rows.Scan(&race, &schedule); err != nil {
			return err
		}
		out[race] = schedule
		return nil
	})
	return out, err
}
