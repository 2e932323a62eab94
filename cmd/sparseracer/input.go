package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"sparseracer/internal/eventracer"
	"sparseracer/internal/trace"
)

// mostSpooled bounds what is taken from a pipe: traces are read more than once,
// and from places all over, so a copy is kept on disk.
const mostSpooled = 64 << 30

// stdinName is how messages call the trace that `-` stands for.
const stdinName = "standard input"

// open opens a trace: a file, or what comes through a pipe, `-` for standard
// input.
func (t *tool) open(ctx context.Context, path string) (trace.Source, error) {
	if t.lentFile != nil && path == t.lentName {
		return t.openFile(fdPath(t.lentFile), path)
	}
	in, name := t.stdin, stdinName
	if path != "-" {
		st, err := os.Stat(path)
		if err != nil || st.Mode()&os.ModeNamedPipe == 0 {
			return t.openFile(path, path)
		}
		f, err := openPipe(ctx, path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in, name = f, path
	}
	copied, err := spool(ctx, in, name, mostSpooled)
	if err != nil {
		return nil, err
	}
	// It has no name any more but this one, and goes when this process ends.
	t.spooled = append(t.spooled, copied)
	return t.openFile(fdPath(copied), name)
}

// openPipe waits for somebody who writes to a named pipe; the wait ends with ctx.
func openPipe(ctx context.Context, path string) (*os.File, error) {
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(path)
		done <- opened{f, err}
	}()
	select {
	case <-ctx.Done(): // what waits goes with the process
		return nil, ctx.Err()
	case o := <-done:
		return o.f, o.err
	}
}

// openFile opens a file that messages call by another name: a trace, or a log of EventRacer,
// which its first bytes tell.
func (t *tool) openFile(path, name string) (trace.Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, noTrace(err)
	}
	if st, err := f.Stat(); err == nil && st.Mode().IsRegular() && eventracer.Recognise(f, st.Size()) {
		return t.openLog(f, st.Size(), name)
	}
	f.Close()
	return trace.OpenFileAs(path, name)
}

// openLog opens a log of EventRacer, whose file stays open.
func (t *tool) openLog(f *os.File, size int64, name string) (trace.Source, error) {
	t.spooled = append(t.spooled, f)
	log, err := eventracer.Read(name, f, size)
	if err != nil {
		return nil, err
	}
	if n := log.Hasty(); n > 0 {
		fmt.Fprintf(t.stderr, "warning: %s: the order of %d timers was not looked for to the end; some races may be none\n", name, n)
	}
	return log, nil
}

// spool copies all that comes to a file without a name. It ends with ctx, also
// while nothing comes.
func spool(ctx context.Context, in io.Reader, name string, most int64) (*os.File, error) {
	f, err := os.CreateTemp("", "sparseracer-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	done := make(chan error, 1)
	go func() {
		n, err := io.Copy(f, io.LimitReader(in, most+1))
		if err == nil && n > most {
			err = fmt.Errorf("it holds more than %d bytes: write it to a file", most)
		}
		done <- err
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case err := <-done:
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: %w", name, unwrapPath(err))
		}
	}
	return f, nil
}

// unwrapPath drops the name of the file without a name.
func unwrapPath(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// fdPath is an open file as a path: each opening begins anew.
func fdPath(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }
