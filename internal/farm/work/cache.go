package work

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// What a worker fetched stays in its cache for the next job. Once that is larger than its bound, what was used
// longest ago goes. A job holds what it uses by a shared lock, which ends with the worker: several workers may have
// one cache, and what a killed one left is nobody's.

// held are the locks of a job.
type held struct {
	mu    sync.Mutex
	files []*os.File
}

type heldKey struct{}

// holding is a context in which what is used is held until release.
func holding(ctx context.Context) (_ context.Context, release func()) {
	h := &held{}
	return context.WithValue(ctx, heldKey{}, h), func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, f := range h.files {
			f.Close()
		}
		h.files = nil
	}
}

// errGone: what was to be held had been removed.
var errGone = errors.New("the cache was cleaned meanwhile")

// hold keeps a file or folder from being removed while the job goes on, and says that it was used. Outside of a
// job nothing is held.
func hold(ctx context.Context, path string) error {
	h, _ := ctx.Value(heldKey{}).(*held)
	if h == nil {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	if err := lock(f, syscall.LOCK_SH); err != nil { // a cleaner has it, for a moment
		f.Close()
		return errors.Join(errGone, err)
	}
	mine, err := f.Stat()
	there, gone := os.Stat(path)
	if err != nil || gone != nil || !os.SameFile(mine, there) {
		f.Close()
		return errGone
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files = append(h.files, f)
	return nil
}

// lock tries for a second.
func lock(f *os.File, how int) (err error) {
	for range 100 {
		if err = syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// entry is what is removed as one.
type entry struct {
	path string
	used time.Time
}

// staleAfter is how old a folder of a job is before it is looked at: its worker may not have locked it yet.
const staleAfter = time.Minute

// clean removes what was used longest ago until the cache has at most `most` bytes, and what killed workers left.
// What cannot be removed does not keep the rest.
func clean(cache string, most int64) error {
	var list []entry
	for _, path := range entries(cache) {
		st, err := os.Lstat(path)
		if err != nil || strings.HasSuffix(path, libraryFolder) {
			continue // it goes with what it belongs to
		}
		list = append(list, entry{path, st.ModTime()})
	}
	slices.SortFunc(list, func(a, b entry) int { return a.used.Compare(b.used) })
	size := sizeOf(cache)
	var failed error
	for _, e := range list {
		left := isLeft(e.path)
		if left && time.Since(e.used) < staleAfter || !left && (most <= 0 || size.bytes <= most) {
			continue
		}
		of := namesIn(e.path)
		if removed, err := remove(e.path); err != nil {
			failed = errors.Join(failed, err)
		} else if removed {
			size.without(of)
		}
	}
	return failed
}

// entries are the paths of what a cache has.
func entries(cache string) (list []string) {
	in := func(names ...string) (list []string) {
		dir := filepath.Join(append([]string{cache}, names...)...)
		there, _ := os.ReadDir(dir) // what is not there has nothing
		for _, e := range there {
			list = append(list, filepath.Join(dir, e.Name()))
		}
		return list
	}
	for _, dir := range in("blobs") {
		list = append(list, in("blobs", filepath.Base(dir))...)
	}
	list = append(append(append(list, in("files")...), in("images")...), in("selftests")...)
	for _, path := range in() {
		if isLeft(path) {
			list = append(list, path)
		}
	}
	return list
}

// isLeft: once nobody holds it, a killed worker left it.
func isLeft(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, "job-") || strings.HasPrefix(name, "new-")
}

// remove removes what nobody holds.
func remove(path string) (bool, error) {
	f, err := os.Open(path)
	if os.IsPermission(err) { // the program that ran in it may have closed it
		openAll(path)
		f, err = os.Open(path)
	}
	if os.IsNotExist(err) {
		return false, nil // another cleaner was faster
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return false, nil
	}
	// What belongs to it goes first: alone it would be nobody's.
	of, _ := filepath.Glob(path + "*" + libraryFolder) // the paths are ours
	for _, folder := range of {
		if err := removeAll(folder); err != nil {
			return false, err
		}
	}
	return true, removeAll(path)
}

// removeAll removes a folder, also where a program that ran in it has closed folders to everybody.
func removeAll(path string) error {
	if os.RemoveAll(path) == nil {
		return nil
	}
	openAll(path)
	return os.RemoveAll(path)
}

// openAll lets this worker into the folders of a folder. What stays closed is said by the removal.
func openAll(path string) {
	_ = filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() { // it is read after this
			_ = os.Chmod(at, 0o700)
		}
		return nil
	})
}

// usage is what a folder takes on the disk; a file with several names counts once.
type usage struct {
	bytes int64
	names map[uint64]int // by inode
}

// named is one name of a file.
type named struct {
	inode uint64
	bytes int64
}

func namesIn(dir string) (list []named) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it goes this moment
		}
		if st, err := d.Info(); err == nil {
			if sys, is := st.Sys().(*syscall.Stat_t); is {
				list = append(list, named{sys.Ino, sys.Blocks * 512})
			}
		}
		return nil
	})
	return list
}

func sizeOf(dir string) *usage {
	u := &usage{names: map[uint64]int{}}
	for _, n := range namesIn(dir) {
		if u.names[n.inode]++; u.names[n.inode] == 1 {
			u.bytes += n.bytes
		}
	}
	return u
}

// without takes names out: a file goes with its last one.
func (u *usage) without(list []named) {
	for _, n := range list {
		if u.names[n.inode]--; u.names[n.inode] == 0 {
			u.bytes -= n.bytes
		}
	}
}
