//go:build farm

package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	farmpage "sparseracer/internal/farm/page"
	"sparseracer/internal/farm/store"
	"sparseracer/internal/farm/work"
)

// isFarm: this program is lib/sparse-farm, which the tool becomes for its verb farm.
const isFarm = true

// farmLaptop is a farm in one process. A second one on the same folder is refused: both would write
// its address.
func (t *tool) farmLaptop(ctx context.Context, opt *farmOptions) error {
	dir, err := filepath.Abs(opt.dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return unwritable(opt.dir, err, "--dir DIR")
	}
	unlock, err := onlyOne(filepath.Join(dir, "lock"))
	if err != nil {
		return fmt.Errorf("--dir %s: %w", opt.dir, err)
	}
	defer unlock()
	opt.db, opt.store, opt.cache = "sqlite:"+filepath.Join(dir, "farm.db"), (&url.URL{Scheme: "file", Path: filepath.Join(dir, "store")}).String(), filepath.Join(dir, "cache")
	s, err := t.openFarm(ctx, opt)
	if err != nil {
		return err
	}
	defer s.Close()
	address := filepath.Join(dir, "address")
	defer os.Remove(address)
	g, running := errgroup.WithContext(ctx)
	g.Go(func() error { return t.work(running, s, opt) })
	g.Go(func() error { return t.page(running, s, opt, address) })
	return ended(ctx, g.Wait())
}

// ended is no error where somebody asked for the end.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// onlyOne takes a lock that goes with this process.
func onlyOne(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, errors.New("a farm runs there already; its file address says where")
	}
	return func() { f.Close() }, nil
}

// openFarm opens a farm's database and store, and brings the database up to date.
func (t *tool) openFarm(ctx context.Context, opt *farmOptions) (*store.Store, error) {
	s, err := store.Open(ctx, opt.db, opt.store)
	if err != nil {
		return nil, err
	}
	if err = s.Migrate(ctx); err == nil {
		err = work.Migrate(ctx, s)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (t *tool) farmServe(ctx context.Context, opt *farmOptions) error {
	s, err := t.openFarm(ctx, opt)
	if err != nil {
		return err
	}
	defer s.Close()
	return ended(ctx, t.page(ctx, s, opt, ""))
}

func (t *tool) farmWorker(ctx context.Context, opt *farmOptions) error {
	if err := opt.checkWork(); err != nil {
		return err
	}
	s, err := store.Open(ctx, opt.db, opt.store)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Check(ctx); err != nil {
		return err
	}
	return ended(ctx, t.work(ctx, s, opt))
}

func (t *tool) page(ctx context.Context, s *store.Store, opt *farmOptions, address string) error {
	q, err := work.NewQueue(s)
	if err != nil {
		return err
	}
	token := newToken()
	if opt.token != "" {
		if token, err = readAddress(opt.token); err != nil {
			return fmt.Errorf("--token-file: %w", err)
		}
		if len(token) < 16 {
			return fmt.Errorf("--token-file %s: the token has %d characters, expected at least 16", opt.token, len(token))
		}
	}
	scratch := filepath.Join(opt.cache, "uploads")
	if err := os.MkdirAll(scratch, 0o700); err != nil {
		return unwritable(scratch, err, "--cache DIR")
	}
	return farmpage.Serve(ctx, s, q, farmpage.Options{Address: opt.address, Open: opt.open, Names: opt.names, Token: token, Scratch: scratch, Ready: func(at string) {
		if address != "" {
			if err := os.WriteFile(address, []byte(at+"\n"), 0o600); err != nil {
				fmt.Fprintln(t.stderr, "sparseracer:", err)
			}
		}
		fmt.Fprintf(t.stdout, "%s\n", at)
		fmt.Fprintln(t.stderr, "open this address in a browser, and give it to submit as --farm; Ctrl-C ends")
	}})
}

func newToken() string {
	var b [16]byte
	rand.Read(b[:]) // never fails, by its documentation
	return hex.EncodeToString(b[:])
}

func (t *tool) work(ctx context.Context, s *store.Store, opt *farmOptions) error {
	if err := opt.checkWork(); err != nil {
		return err
	}
	// The programs that are run are this user's: they are not to read our variables in /proc, or our memory.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("hiding the worker's memory from jobs: %w", err)
	}
	host, _ := os.Hostname()
	tool, err := filepath.Abs(os.Args[0]) // the program that became this one
	if err != nil {
		return err
	}
	return work.Work(ctx, s, work.Options{Slots: opt.slots, Tool: tool, Cache: opt.cache, CacheSize: int64(opt.cacheSize), Host: host, Version: version, Sandbox: work.Sandbox(opt.sandbox),
		Memory: int64(opt.memory), File: int64(opt.fileSize), Processes: opt.processes, Ready: func(confined string) {
			fmt.Fprintf(t.stderr, "a worker with %s: programs are confined by %s\n", amount(opt.slots, "slot"), confined)
		}})
}
