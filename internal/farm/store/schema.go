package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// steps bring a database up to date, one version each; a step that was released never changes.
var steps = []string{`
CREATE TABLE farm_files (
	id TEXT PRIMARY KEY, -- a build-id
	sum TEXT NOT NULL
);
CREATE TABLE farm_builds (
	key TEXT PRIMARY KEY,
	program TEXT NOT NULL, -- name of its file
	revision TEXT NOT NULL,
	description TEXT NOT NULL, -- farm.Build
	submitted BIGINT NOT NULL
);
CREATE TABLE farm_traces (
	sum TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	revision TEXT NOT NULL,
	machine TEXT NOT NULL,
	symbols TEXT NOT NULL, -- farm.Files
	build TEXT NOT NULL,   -- key, '' for none
	runs INTEGER NOT NULL,
	submitted BIGINT NOT NULL,
	state TEXT NOT NULL,
	error TEXT NOT NULL,
	unanswered TEXT NOT NULL
);
CREATE TABLE farm_revisions (
	revision TEXT PRIMARY KEY,
	seen BIGINT NOT NULL -- first
);
CREATE TABLE farm_races (
	id TEXT PRIMARY KEY,
	kind TEXT NOT NULL,
	summary TEXT NOT NULL,
	first_trace TEXT NOT NULL,
	first_revision TEXT NOT NULL,
	last_revision TEXT NOT NULL,
	first_seen BIGINT NOT NULL,
	last_seen BIGINT NOT NULL,
	traces INTEGER NOT NULL,
	proven INTEGER NOT NULL, -- 1: a run showed it
	fixed_in TEXT NOT NULL   -- key of the newest build in which its schedule found nothing, '' for none
);
CREATE INDEX farm_races_seen ON farm_races (last_seen, id);
CREATE TABLE farm_sightings (
	race TEXT NOT NULL,
	trace TEXT NOT NULL,
	verdict TEXT NOT NULL,
	PRIMARY KEY (race, trace)
);
CREATE INDEX farm_sightings_trace ON farm_sightings (trace);
CREATE TABLE farm_verdicts (
	race TEXT NOT NULL,
	trace TEXT NOT NULL,
	build TEXT NOT NULL,
	asked INTEGER NOT NULL, -- runs
	verdict TEXT NOT NULL,
	reason TEXT NOT NULL,
	proven INTEGER NOT NULL,
	runs INTEGER NOT NULL,
	fixed INTEGER NOT NULL,
	schedule TEXT NOT NULL, -- blob, '' for none
	at BIGINT NOT NULL,
	PRIMARY KEY (race, trace, build, asked)
);
CREATE TABLE farm_searches (
	id TEXT PRIMARY KEY,
	description TEXT NOT NULL -- farm.Search
);
CREATE TABLE farm_ranges (
	search TEXT NOT NULL,
	first INTEGER NOT NULL,
	behind INTEGER NOT NULL,
	result TEXT NOT NULL, -- blob
	error TEXT NOT NULL,
	PRIMARY KEY (search, first)
);
CREATE TABLE farm_workers (
	id TEXT PRIMARY KEY,
	host TEXT NOT NULL,
	slots INTEGER NOT NULL,
	confined TEXT NOT NULL,
	version TEXT NOT NULL,
	started BIGINT NOT NULL,
	seen BIGINT NOT NULL
);
`, `
ALTER TABLE farm_traces ADD COLUMN program TEXT NOT NULL DEFAULT '';
ALTER TABLE farm_races ADD COLUMN program TEXT NOT NULL DEFAULT ''; -- whose trace showed it first
CREATE TABLE farm_newest (
	program TEXT PRIMARY KEY,
	revision TEXT NOT NULL, -- of its traces' revisions the one that was seen last for the first time
	seen BIGINT NOT NULL
);
INSERT INTO farm_newest (program, revision, seen) SELECT '', revision, seen FROM farm_revisions ORDER BY seen DESC, revision LIMIT 1;
ALTER TABLE farm_verdicts ADD COLUMN detail TEXT NOT NULL DEFAULT ''; -- as confirm writes it, JSON
CREATE INDEX farm_races_program ON farm_races (program, last_seen, id);
`, `
CREATE TABLE farm_asked ( -- what a trace's races are to be confirmed with
	trace TEXT NOT NULL,
	build TEXT NOT NULL, -- key
	runs INTEGER NOT NULL,
	PRIMARY KEY (trace, build, runs)
);
INSERT INTO farm_asked (trace, build, runs) SELECT sum, build, CASE WHEN runs < 1 THEN 1 ELSE runs END FROM farm_traces WHERE build <> '';
`, `
CREATE TABLE farm_programs_revisions (
	program TEXT NOT NULL, -- of a trace, or the file's name of a build
	revision TEXT NOT NULL,
	seen BIGINT NOT NULL, -- first
	PRIMARY KEY (program, revision)
);
INSERT INTO farm_programs_revisions (program, revision, seen) SELECT program, revision, MIN(submitted) FROM (
	SELECT program, revision, submitted FROM farm_traces UNION ALL SELECT program, revision, submitted FROM farm_builds) AS had GROUP BY program, revision;
DROP TABLE farm_revisions;
ALTER TABLE farm_programs_revisions RENAME TO farm_revisions;
DELETE FROM farm_newest WHERE EXISTS (SELECT 1 FROM farm_traces t WHERE t.program = farm_newest.program);
INSERT INTO farm_newest (program, revision, seen) SELECT r.program, MIN(r.revision), r.seen FROM farm_revisions r
	WHERE r.revision <> '' AND EXISTS (SELECT 1 FROM farm_traces t WHERE t.program = r.program AND t.revision = r.revision)
		AND r.seen = (SELECT MAX(m.seen) FROM farm_revisions m WHERE m.program = r.program AND m.revision <> ''
			AND EXISTS (SELECT 1 FROM farm_traces t WHERE t.program = m.program AND t.revision = m.revision))
	GROUP BY r.program, r.seen;
INSERT INTO farm_newest (program, revision, seen) SELECT program, '', MIN(submitted) FROM farm_traces
	WHERE program NOT IN (SELECT program FROM farm_newest) GROUP BY program;
`, `
ALTER TABLE farm_searches ADD COLUMN kind TEXT NOT NULL DEFAULT 'fuzz';
ALTER TABLE farm_searches ADD COLUMN program TEXT NOT NULL DEFAULT '';
ALTER TABLE farm_searches ADD COLUMN runs INTEGER NOT NULL DEFAULT 0; -- asked for
ALTER TABLE farm_searches ADD COLUMN begun BIGINT NOT NULL DEFAULT 0;
ALTER TABLE farm_ranges ADD COLUMN shown INTEGER NOT NULL DEFAULT 0; -- runs that showed something
CREATE TABLE farm_smaller ( -- schedules without what their races do not need
	schedule TEXT NOT NULL,
	build TEXT NOT NULL, -- key
	smaller TEXT NOT NULL, -- blob, '' for none
	error TEXT NOT NULL,
	PRIMARY KEY (schedule, build)
);
CREATE TABLE farm_bisections (
	id TEXT PRIMARY KEY,
	race TEXT NOT NULL,
	description TEXT NOT NULL, -- farm.Bisection
	error TEXT NOT NULL,
	begun BIGINT NOT NULL
);
CREATE INDEX farm_bisections_race ON farm_bisections (race, begun);
CREATE TABLE farm_trials ( -- what a schedule showed with the builds of bisections; of older ones, too, so that it says nothing of what is fixed
	schedule TEXT NOT NULL,
	build TEXT NOT NULL, -- key
	asked INTEGER NOT NULL, -- runs
	verdict TEXT NOT NULL,
	reason TEXT NOT NULL,
	proven INTEGER NOT NULL,
	runs INTEGER NOT NULL,
	fixed INTEGER NOT NULL,
	PRIMARY KEY (schedule, build, asked)
);
`}

// Version is that of the tables.
func Version() int { return len(steps) }

// ErrLater refuses a database that a later release has changed.
var ErrLater = errors.New("a later release has changed the database; use that release, or a database of its own")

// Migrate makes the tables, or brings them up to date. Others may do so at the same time: the
// table of versions is locked first.
func (s *Store) Migrate(ctx context.Context) error {
	if err := s.exec(ctx, s.SQL, `CREATE TABLE IF NOT EXISTS farm_version (one INTEGER PRIMARY KEY, version INTEGER NOT NULL)`); err != nil {
		if has, seen := s.version(ctx, s.SQL); seen != nil || has == 0 { // else two made it at once
			return fmt.Errorf("--db %s: %w", s.where, err)
		}
	}
	err := s.atOnce(ctx, func(tx asker) error {
		if err := s.exec(ctx, tx, `INSERT INTO farm_version (one, version) VALUES (1, 0) ON CONFLICT (one) DO UPDATE SET version = farm_version.version`); err != nil {
			return err // it also takes the lock
		}
		has, err := s.version(ctx, tx)
		if err != nil {
			return err
		}
		if has > len(steps) {
			return fmt.Errorf("its version is %d, this program knows %d: %w", has, len(steps), ErrLater)
		}
		for _, step := range steps[has:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return err
			}
		}
		return s.exec(ctx, tx, `UPDATE farm_version SET version = $1`, len(steps))
	})
	if err != nil {
		return fmt.Errorf("--db %s: %w", s.where, err)
	}
	return nil
}

// Check refuses a database that is not there yet, or of another version: a worker does not change it.
func (s *Store) Check(ctx context.Context) error {
	has, err := s.version(ctx, s.SQL)
	switch {
	case err != nil:
		return fmt.Errorf("--db %s: it is no farm's database yet: start sparseracer farm serve first (%w)", s.where, err)
	case has > len(steps):
		return fmt.Errorf("--db %s: its version is %d, this worker knows %d: %w", s.where, has, len(steps), ErrLater)
	case has < len(steps):
		return fmt.Errorf("--db %s: its version is %d, this worker needs %d: start sparseracer farm serve of this release first, which brings it up to date", s.where, has, len(steps))
	}
	return nil
}

func (s *Store) version(ctx context.Context, on asker) (n int, err error) {
	err = on.QueryRowContext(ctx, `SELECT version FROM farm_version`).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}
