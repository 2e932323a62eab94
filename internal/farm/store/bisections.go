package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path"

	"sparseracer/internal/farm"
)

// Proof is what showed a race: the newest schedule that did, and the build.
type Proof struct {
	Schedule, Build farm.Sum
	Program         string // name of the build's file
}

// ProofOf is that of a race; nil without one.
func (s *Store) ProofOf(ctx context.Context, race string) (*Proof, error) {
	var p Proof
	found, err := s.one(ctx, `SELECT v.schedule, v.build, b.program FROM farm_verdicts v JOIN farm_builds b ON b.key = v.build
		WHERE v.race = $1 AND v.schedule <> '' AND v.proven > 0 ORDER BY v.at DESC, v.build LIMIT 1`, []any{race}, &p.Schedule, &p.Build, &p.Program)
	if err != nil || !found {
		return nil, err
	}
	return &p, nil
}

// EnterBuild remembers a build that came without a recording. It has no revision: those are ordered by when they were
// seen, and an old one may be built today.
func (s *Store) EnterBuild(ctx context.Context, b *farm.Build) (farm.Sum, error) {
	key, err := b.Key()
	if err != nil {
		return "", err
	}
	described, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	return key, s.exec(ctx, s.SQL, `INSERT INTO farm_builds (key, program, revision, description, submitted) VALUES ($1, $2, '', $3, @now) ON CONFLICT (key) DO NOTHING`,
		string(key), path.Base(b.Program), string(described))
}

// Builds are those of a program, one of each revision, the newest; the revisions in the order in which they were seen.
func (s *Store) Builds(ctx context.Context, program string) (list []farm.Commit, err error) {
	err = s.rows(ctx, `SELECT b.revision, b.key FROM farm_builds b JOIN farm_revisions r ON r.program = b.program AND r.revision = b.revision
		WHERE b.program = $1 AND b.revision <> '' ORDER BY r.seen, b.revision, b.submitted DESC, b.key`, []any{program}, func(rows *sql.Rows) error {
		var c farm.Commit
		if err := rows.Scan(&c.Name, &c.Build); err != nil {
			return err
		}
		if n := len(list); n == 0 || list[n-1].Name != c.Name {
			list = append(list, c)
		}
		return nil
	})
	return list, err
}

// BuildOf is the newest build of a program's revision, "" for none.
func (s *Store) BuildOf(ctx context.Context, program, revision string) (key farm.Sum, err error) {
	_, err = s.one(ctx, `SELECT key FROM farm_builds WHERE program = $1 AND revision = $2 ORDER BY submitted DESC, key LIMIT 1`, []any{program, revision}, &key)
	return key, err
}

// Bisect enters a bisection. Builds that could not be run are to be tried again.
func (s *Store) Bisect(ctx context.Context, b *farm.Bisection) (farm.Sum, error) {
	data, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	id := farm.SumOf(data)
	return id, s.atOnce(ctx, func(tx asker) error {
		for _, c := range b.Commits {
			if err := s.exec(ctx, tx, `DELETE FROM farm_trials WHERE schedule = $1 AND build = $2 AND asked = $3 AND verdict = 'not run'`,
				string(b.Schedule), string(c.Build), b.Runs); err != nil {
				return err
			}
		}
		return s.exec(ctx, tx, `INSERT INTO farm_bisections (id, race, description, error, begun) VALUES ($1, $2, $3, '', @now) ON CONFLICT (id) DO UPDATE SET error = ''`,
			string(id), b.Race, string(data))
	})
}

// BisectFailed says why a bisection will not go on.
func (s *Store) BisectFailed(ctx context.Context, id farm.Sum, why string) error {
	return s.exec(ctx, s.SQL, `UPDATE farm_bisections SET error = $2 WHERE id = $1`, string(id), asText(why))
}

// Bisection is one with what is known of its commits, in their order; nil if there is none of that name.
func (s *Store) Bisection(ctx context.Context, id farm.Sum) (b *farm.Bisection, trials []farm.Trial, failed string, err error) {
	var text string
	found, err := s.one(ctx, `SELECT description, error FROM farm_bisections WHERE id = $1`, []any{string(id)}, &text, &failed)
	if err != nil || !found {
		return nil, nil, "", err
	}
	b = new(farm.Bisection)
	if err := json.Unmarshal([]byte(text), b); err != nil {
		return nil, nil, "", fmt.Errorf("bisection %s: %w", id, err)
	}
	of := map[farm.Sum]farm.Trial{}
	err = s.rows(ctx, `SELECT build, verdict, reason, proven, runs, fixed FROM farm_trials WHERE schedule = $1 AND asked = $2`, []any{string(b.Schedule), b.Runs}, func(rows *sql.Rows) error {
		var build farm.Sum
		var t farm.Trial
		var fixed int
		err := rows.Scan(&build, &t.Verdict, &t.Reason, &t.Proven, &t.Runs, &fixed)
		t.Fixed = fixed == 1
		of[build] = t
		return err
	})
	for _, c := range b.Commits {
		t := of[c.Build]
		t.Commit = c.Name
		trials = append(trials, t)
	}
	return b, trials, failed, err
}

// Bisections are those of a race, the newest first.
func (s *Store) Bisections(ctx context.Context, race string, most int) (list []farm.Sum, err error) {
	err = s.rows(ctx, `SELECT id FROM farm_bisections WHERE race = $1 ORDER BY begun DESC, id LIMIT $2`, []any{race, most}, func(rows *sql.Rows) error {
		var id farm.Sum
		err := rows.Scan(&id)
		list = append(list, id)
		return err
	})
	return list, err
}

// Tried writes what runs of a schedule with a build showed; the first answer stays, unless it says that they were not made.
func (s *Store) Tried(ctx context.Context, schedule, build farm.Sum, asked int, t farm.Trial) error {
	fixed := 0
	if t.Fixed {
		fixed = 1
	}
	return s.exec(ctx, s.SQL, `INSERT INTO farm_trials (schedule, build, asked, verdict, reason, proven, runs, fixed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (schedule, build, asked) DO UPDATE SET verdict = excluded.verdict, reason = excluded.reason, proven = excluded.proven, runs = excluded.runs,
			fixed = excluded.fixed WHERE farm_trials.verdict = 'not run'`,
		string(schedule), string(build), asked, asText(t.Verdict), asText(t.Reason), t.Proven, t.Runs, fixed)
}

// HasTrial: the runs were made.
func (s *Store) HasTrial(ctx context.Context, schedule, build farm.Sum, asked int) (bool, error) {
	var n int
	_, err := s.one(ctx, `SELECT COUNT(*) FROM farm_trials WHERE schedule = $1 AND build = $2 AND asked = $3 AND verdict <> 'not run'`,
		[]any{string(schedule), string(build), asked}, &n)
	return n > 0, err
}

// Smaller is a schedule without what its race does not need, by a build that it crashes; with neither a name nor an
// error it is not known yet.
func (s *Store) Smaller(ctx context.Context, schedule, build farm.Sum) (m farm.Smaller, err error) {
	_, err = s.one(ctx, `SELECT smaller, error FROM farm_smaller WHERE schedule = $1 AND build = $2`, []any{string(schedule), string(build)}, &m.Schedule, &m.Error)
	return m, err
}

// MadeSmaller writes it, or why there is none; the first schedule stays.
func (s *Store) MadeSmaller(ctx context.Context, schedule, build, smaller farm.Sum, failed string) error {
	return s.exec(ctx, s.SQL, `INSERT INTO farm_smaller (schedule, build, smaller, error) VALUES ($1, $2, $3, $4)
		ON CONFLICT (schedule, build) DO UPDATE SET smaller = excluded.smaller, error = excluded.error WHERE farm_smaller.smaller = ''`,
		string(schedule), string(build), string(smaller), asText(failed))
}

// SmallerAgain forgets that a schedule could not be made smaller, and says whether it was so.
func (s *Store) SmallerAgain(ctx context.Context, schedule, build farm.Sum) (bool, error) {
	gone, err := s.SQL.ExecContext(ctx, s.dialect(`DELETE FROM farm_smaller WHERE schedule = $1 AND build = $2 AND error <> ''`), string(schedule), string(build))
	if err != nil {
		return false, err
	}
	n, err := gone.RowsAffected()
	return n > 0, err
}
