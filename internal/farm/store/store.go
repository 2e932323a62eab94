// Package store keeps what a farm knows: a database with its lists, and blobs. The database is
// SQLite on one machine and Postgres for many; the blobs are files of a folder, or objects of a
// service that speaks S3. It knows nothing of jobs: River's tables lie beside these.
//
// The rules it keeps:
//   - One text of each statement, for both databases.
//   - What a job found is written under the job's key, in one transaction: a job that is done
//     twice leaves what it leaves when it is done once.
//   - A blob is named by its SHA-256, which is checked when it comes and when it is read.
//   - A database of a later release is refused, one of an earlier release is brought up to date.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // for s3://
	_ "modernc.org/sqlite"      // for sqlite:
)

// Store is open; Close it.
type Store struct {
	SQL    *sql.DB
	Pool   *pgxpool.Pool // of Postgres; nil with SQLite
	bucket *blob.Bucket
	where  string // the database, for messages
	blobs  string // the store, for messages
}

// Open opens the database `db` (postgres://…, or sqlite:PATH) and the blobs at `store` (s3://…, or file:///PATH).
func Open(ctx context.Context, db, store string) (*Store, error) {
	s := &Store{where: withoutPassword(db), blobs: withoutPassword(store)}
	if err := s.openDatabase(ctx, db); err != nil {
		return nil, err
	}
	if err := s.openBlobs(ctx, store); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// withoutPassword is an address as messages may show it.
func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address that was given"
	}
	return u.Redacted()
}

// patience is how long a database that is not there is waited for.
const patience = 10 * time.Second

func (s *Store) openDatabase(ctx context.Context, db string) error {
	scheme, path, _ := strings.Cut(db, ":")
	switch scheme {
	case "sqlite":
		if path == "" {
			return fmt.Errorf("--db %s: expected sqlite:PATH", s.where)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		at := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(),
			RawQuery: "_pragma=busy_timeout(30000)&_pragma=journal_mode(wal)&_pragma=synchronous(normal)&_pragma=foreign_keys(1)&_txlock=immediate"}
		pool, err := sql.Open("sqlite", at.String())
		if err != nil {
			return fmt.Errorf("--db %s: %w", s.where, err)
		}
		pool.SetMaxOpenConns(1) // River's advice: SQLite has one writer
		s.SQL = pool
	case "postgres", "postgresql":
		pool, err := pgxpool.New(ctx, db)
		if err != nil {
			return fmt.Errorf("--db %s: it is no address of a Postgres database", s.where) // pgx's message has the password
		}
		s.Pool, s.SQL = pool, stdlib.OpenDBFromPool(pool)
	default:
		return fmt.Errorf("--db %s: unknown database; expected sqlite:PATH or postgres://…", s.where)
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := s.SQL.PingContext(limited); err != nil {
		s.closeDatabase()
		return fmt.Errorf("--db %s: the database cannot be opened: %w", s.where, err)
	}
	return nil
}

func (s *Store) openBlobs(ctx context.Context, store string) (err error) {
	u, err := url.Parse(store)
	switch {
	case err == nil && u.Scheme == "file":
		if err = os.MkdirAll(u.Path, 0o700); err == nil {
			s.bucket, err = fileblob.OpenBucket(u.Path, &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite, DirFileMode: 0o700})
		}
	case err == nil && u.Scheme == "s3":
		s.bucket, err = blob.OpenBucket(ctx, store)
	default:
		return fmt.Errorf("--store %s: unknown store; expected file:///PATH or s3://BUCKET", s.blobs)
	}
	if err != nil {
		return fmt.Errorf("--store %s: %w", s.blobs, err)
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if ok, err := s.bucket.IsAccessible(limited); err != nil || !ok {
		if err == nil {
			err = errors.New("it is not there, or may not be read")
		}
		return fmt.Errorf("--store %s: %w", s.blobs, err)
	}
	return nil
}

func (s *Store) closeDatabase() {
	s.SQL.Close()
	if s.Pool != nil {
		s.Pool.Close()
	}
}

// Close ends the use of both.
func (s *Store) Close() {
	if s.bucket != nil {
		s.bucket.Close()
	}
	s.closeDatabase()
}

// dialect turns $1 into what the database calls it, and @now into its time: milliseconds since 1970. The
// database's clock is the only one: those of machines may differ.
func (s *Store) dialect(query string) string {
	if s.Pool != nil {
		return strings.ReplaceAll(query, "@now", "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT")
	}
	return strings.ReplaceAll(strings.ReplaceAll(query, "$", "?"), "@now", "CAST(unixepoch('subsec') * 1000 AS INTEGER)")
}

// Now is the database's time.
func (s *Store) Now(ctx context.Context) (time.Time, error) {
	var ms int64
	_, err := s.one(ctx, `SELECT @now`, nil, &ms)
	return time.UnixMilli(ms), err
}

// asker is a database, or a transaction.
type asker interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func (s *Store) exec(ctx context.Context, on asker, query string, args ...any) error {
	_, err := on.ExecContext(ctx, s.dialect(query), args...)
	return err
}

// rows calls scan for each row.
func (s *Store) rows(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := s.SQL.QueryContext(ctx, s.dialect(query), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// one reads one row; false without one.
func (s *Store) one(ctx context.Context, query string, args []any, into ...any) (bool, error) {
	err := s.SQL.QueryRowContext(ctx, s.dialect(query), args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// atOnce does all of it, or nothing.
func (s *Store) atOnce(ctx context.Context, do func(tx asker) error) error {
	tx, err := s.SQL.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// asText is what a job said as both databases take it: what is no UTF-8, and NUL, which Postgres refuses, become
// the sign for that.
func asText(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
