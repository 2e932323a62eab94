package store

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
)

// databases are those that a test runs on, empty.
func databases(t *testing.T, do func(t *testing.T, s *Store)) {
	at := func(t *testing.T, db string) *Store {
		s, err := Open(t.Context(), db, "file://"+filepath.Join(t.TempDir(), "store"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	t.Run("SQLite", func(t *testing.T) { do(t, at(t, "sqlite:"+filepath.Join(t.TempDir(), "farm.db"))) })
	t.Run("Postgres", func(t *testing.T) { do(t, at(t, farmtest.StartPostgres(t).Database("farm"))) })
}

// of brings a database to an earlier version, with rows.
func of(t *testing.T, s *Store, version int, rows ...string) {
	t.Helper()
	list := []string{`CREATE TABLE farm_version (one INTEGER PRIMARY KEY, version INTEGER NOT NULL)`}
	list = append(list, steps[:version]...)
	for _, statement := range append(list, rows...) {
		if _, err := s.SQL.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := s.exec(t.Context(), s.SQL, `INSERT INTO farm_version (one, version) VALUES (1, $1)`, version); err != nil {
		t.Fatal(err)
	}
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// texts are the rows of a statement with one column.
func texts(t *testing.T, s *Store, query string) string {
	t.Helper()
	rows, err := s.SQL.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// TestRevisionsOfPrograms: a database in which revisions belonged to nobody has them by program then, with the
// newest of each, and what was asked of its traces.
func TestRevisionsOfPrograms(t *testing.T) {
	trace := func(sum, program, revision, build, at string) string {
		return `INSERT INTO farm_traces (sum, name, revision, machine, symbols, build, runs, submitted, state, error, unanswered, program)
			VALUES ('` + sum + `', '', '` + revision + `', '', '{}', '` + build + `', 0, ` + at + `, 'done', '', '', '` + program + `')`
	}
	databases(t, func(t *testing.T, s *Store) {
		of(t, s, 2, trace("1", "viewer", "r1", "", "10"), trace("2", "viewer", "r2", "k", "20"), trace("3", "editor", "r2", "", "30"),
			trace("4", "editor", "r1", "", "40"), trace("5", "editor", "", "", "50"), trace("6", "none", "", "", "60"), trace("7", "", "r1", "", "70"),
			`INSERT INTO farm_revisions VALUES ('r1', 10), ('r2', 20), ('', 50)`,
			`INSERT INTO farm_newest VALUES ('viewer', 'r2', 20), ('editor', '', 50), ('none', '', 50), ('', 'r2', 20)`,
			`INSERT INTO farm_builds VALUES ('k', 'viewer-asan', 'r2', '{}', 20)`)
		if got, want := texts(t, s, `SELECT program || ' ' || revision || ' ' || seen FROM farm_revisions`),
			" r1 70, editor  50, editor r1 40, editor r2 30, none  60, viewer r1 10, viewer r2 20, viewer-asan r2 20"; got != want {
			t.Errorf("revisions %s, expected %s", got, want)
		}
		if got, want := texts(t, s, `SELECT program || ' ' || revision || ' ' || seen FROM farm_newest`), " r1 70, editor r1 40, none  60, viewer r2 20"; got != want {
			t.Errorf("newest %s, expected %s", got, want)
		}
		if got, want := texts(t, s, `SELECT trace || ' ' || build || ' ' || runs FROM farm_asked`), "2 k 1"; got != want {
			t.Errorf("asked %s, expected %s", got, want)
		}
	})
}

// TestSameRevision: two programs may call their revisions alike, and see them in another order.
func TestSameRevision(t *testing.T) {
	databases(t, func(t *testing.T, s *Store) {
		if err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, c := range []struct{ program, revision string }{{"a", "1"}, {"a", "2"}, {"b", "2"}, {"b", "1"}} {
			sum := farm.SumOf([]byte{byte(i)})
			if _, err := s.Submit(t.Context(), &farm.Submission{Trace: sum, Program: c.program, Revision: c.revision}); err != nil {
				t.Fatal(err)
			}
			if err := s.Analyzed(t.Context(), sum, "", []Sighting{{ID: c.program, Kind: "use-free"}}); err != nil {
				t.Fatal(err)
			}
			if err := s.exec(t.Context(), s.SQL, `UPDATE farm_revisions SET seen = seen - 1000`); err != nil { // later, the next one comes
				t.Fatal(err)
			}
			if err := s.exec(t.Context(), s.SQL, `UPDATE farm_newest SET seen = seen - 1000`); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := texts(t, s, `SELECT program || ' ' || revision FROM farm_newest`), "a 2, b 1"; got != want {
			t.Errorf("newest %s, expected %s", got, want)
		}
		if got, want := texts(t, s, `SELECT id || ' ' || last_revision FROM farm_races`), "a 2, b 1"; got != want {
			t.Errorf("races %s, expected %s", got, want)
		}
	})
}

// TestNoProgram: races and traces of before farms had programs get theirs once a trace names it, and then have the
// statuses of that.
func TestNoProgram(t *testing.T) {
	old := farm.SumOf([]byte("old"))
	databases(t, func(t *testing.T, s *Store) {
		of(t, s, 1, `INSERT INTO farm_traces (sum, name, revision, machine, symbols, build, runs, submitted, state, error, unanswered)
				VALUES ('`+string(old)+`', '', 'r1', '', '{}', '', 0, 10, 'done', '', '')`,
			`INSERT INTO farm_revisions VALUES ('r1', 10)`,
			`INSERT INTO farm_races VALUES ('a', 'use-free', 'a', '`+string(old)+`', 'r1', 'r1', 10, 10, 1, 0, ''), ('b', 'use-free', 'b', '`+string(old)+`', 'r1', 'r1', 10, 10, 1, 0, '')`)
		statuses := func() string {
			list, _, err := s.Races(t.Context(), Query{Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, r := range list {
				out = append(out, r.ID+" "+r.Program+" "+r.Status)
			}
			slices.Sort(out)
			return strings.Join(out, ", ")
		}
		if got, want := statuses(), "a  new, b  new"; got != want {
			t.Errorf("%s, expected %s", got, want)
		}
		for i, c := range []struct{ revision, races, want string }{{"r2", "a", "a viewer known, b  new"}, {"r3", "b", "a viewer not seen, b viewer known"}} {
			sum := farm.SumOf([]byte{byte(i)})
			if _, err := s.Submit(t.Context(), &farm.Submission{Trace: sum, Program: "viewer", Revision: c.revision}, &farm.Submission{Trace: old, Program: "viewer"}); err != nil {
				t.Fatal(err)
			}
			if err := s.Analyzed(t.Context(), sum, "", []Sighting{{ID: c.races, Kind: "use-free"}}); err != nil {
				t.Fatal(err)
			}
			if got := statuses(); got != c.want {
				t.Errorf("%s: %s, expected %s", c.revision, got, c.want)
			}
			time.Sleep(2 * time.Millisecond) // the clock goes on: revisions have an order
		}
		if got := texts(t, s, `SELECT DISTINCT program FROM farm_traces`); got != "viewer" {
			t.Errorf("programs of traces: %s", got)
		}
	})
}
