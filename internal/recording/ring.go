package recording

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sparseracer/internal/install"
	"sparseracer/internal/trace"
)

// The flight recorder, record --ring: the program writes into a ring that lies in memory and
// belongs to this process, so that whatever ends the program loses nothing of it. A trace is
// made when the program has ended abnormally, when SIGUSR1 asks for one, and at its end if
// that was asked for.

// Sizes of a ring, in bytes.
const (
	LeastRing = 1 << 20
	MostRing  = 1 << 30
	ringMore  = 16 << 20 // definitions, and what else the recorder has in the file
)

// ring is that of one run.
type ring struct {
	opt    *Options
	prog   string
	folder string
	file   string
	final  string // the trace's name, %p is the process id
	asks   chan os.Signal
	asked  int  // traces that were asked for
	failed bool // the trace at the end could not be made: the ring stays
}

// newRing makes the place of a ring, nil where none is wanted.
func (opt *Options) newRing(prog, final string) (*ring, error) {
	if opt.Ring == 0 {
		return nil, nil
	}
	where := ""
	for _, dir := range []string{"/dev/shm", os.TempDir()} {
		if hasRoom(dir, opt.Ring+ringMore) {
			where = dir
			break
		}
	}
	if where == "" {
		return nil, fmt.Errorf("--ring: neither /dev/shm nor %s has %d MB of room: take a smaller ring", os.TempDir(), (opt.Ring+ringMore)>>20)
	}
	folder, err := os.MkdirTemp(where, "sparseracer-ring-")
	if err != nil {
		return nil, fmt.Errorf("--ring: no ring can be made: %w", install.Reason(err))
	}
	return &ring{opt: opt, prog: prog, folder: folder, file: filepath.Join(folder, "ring"), final: final}, nil
}

func hasRoom(dir string, bytes uint64) bool {
	var fs syscall.Statfs_t
	return syscall.Statfs(dir, &fs) == nil && fs.Bavail*uint64(fs.Bsize) >= bytes && syscall.Access(dir, 2) == nil
}

func (r *ring) remove() {
	if r != nil && !r.failed {
		os.RemoveAll(r.folder)
	}
}

// answer makes a trace whenever SIGUSR1 asks for one, until the returned function is called.
func (r *ring) answer(pid int) (stop func()) {
	done, over := make(chan struct{}), make(chan struct{})
	asks := r.asks
	go func() {
		defer close(over)
		for {
			select {
			case <-asks:
				r.asked++
				path := r.name(pid)
				path = fmt.Sprintf("%s.%d.srt", strings.TrimSuffix(path, ".srt"), r.asked)
				if _, err := r.make(path, 0); err != nil {
					fmt.Fprintf(r.opt.Stderr, "sparseracer: no trace was made: %v\n", err)
				}
			case <-done:
				return
			}
		}
	}()
	return func() {
		close(done)
		<-over
	}
}

func (r *ring) name(pid int) string { return strings.ReplaceAll(r.final, "%p", fmt.Sprint(pid)) }

// make writes a trace and says so, or that there is nothing to write.
func (r *ring) make(path string, signal uint32) (made bool, err error) {
	now := time.Now()
	_, err = trace.FromRing(r.file, path, now.UnixNano(), signal)
	if errors.Is(err, trace.ErrEmptyRing) {
		fmt.Fprintf(r.opt.Stderr, "sparseracer: no trace: %s has done nothing that is recorded\n", r.prog)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	m, err := trace.RingInfo(r.file)
	if err == nil {
		since := m.Start
		if m.Cut.Is() {
			since = m.Cut.At
		}
		fmt.Fprintf(r.opt.Stderr, "sparseracer: %s: the last %s\n", path, LastText(now.UnixNano()-since))
	}
	return true, nil
}

// LastText is a length of time, for reports.
func LastText(ns int64) string {
	d := time.Duration(max(ns, 0))
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f seconds", d.Seconds())
	case d < 10*time.Minute:
		return fmt.Sprintf("%d seconds", int(d.Seconds()))
	}
	return fmt.Sprintf("%d minutes", int(d.Minutes()))
}

// end decides whether the run leaves a trace, and makes it: "" for none.
func (r *ring) end(s *os.ProcessState) (path string, err error) {
	m, err := trace.RingInfo(r.file)
	if err != nil || m.PID != uint32(s.Pid()) {
		return "", fmt.Errorf("%s ran, but left no ring: the recorder could not be loaded into it, or it starts another program: name that one", r.prog)
	}
	ended := EndedBy(s)
	if ended == 0 && m.Complete && !r.opt.RingAtExit {
		fmt.Fprintf(r.opt.Stderr, "sparseracer: %s ended in order: its ring is gone, no trace was made (--ring-at-exit makes one)\n", r.prog)
		return "", nil
	}
	path = r.name(s.Pid())
	switch made, err := r.make(path, uint32(ended)); {
	case err != nil:
		r.failed = true
		return "", fmt.Errorf("no trace was made: %w; the ring is still there: sparseracer convert %s OUT.srt", err, r.file)
	case !made:
		return "", nil
	}
	return path, nil
}

// listens takes what asks for traces, until the returned function is called. A program can ask as soon as it runs, before this process
// knows its number, and the signal would end who does not listen.
func (r *ring) listens() (stop func()) {
	if r == nil {
		return func() {}
	}
	r.asks = make(chan os.Signal, 1)
	signal.Notify(r.asks, syscall.SIGUSR1)
	return func() { signal.Stop(r.asks) }
}

// whileRunning answers until the returned function is called.
func (r *ring) whileRunning(cmd *exec.Cmd) (stop func()) {
	if r == nil {
		return func() {}
	}
	stop = r.answer(cmd.Process.Pid)
	go giveBack()
	return stop
}

// CheckRing refuses sizes that a ring cannot have.
func CheckRing(size uint64) error {
	if size < LeastRing || size > MostRing {
		return fmt.Errorf("a ring takes 1M to 1G")
	}
	return nil
}
