package eventracer

import (
	"fmt"
	"io"

	"sparseracer/internal/trace"
)

// window gives bytes of a file wherever they are asked for; it reads as much at once as
// it holds, for they are mostly asked for one after the other.
type window struct {
	in   io.ReaderAt
	size int64
	from int64
	buf  []byte // from there on
}

// windowSize is how many bytes it holds, a multiple of a command's.
const windowSize = 1 << 16

// bytes are n bytes from at on, of which there are so many: good until the next call.
func (w *window) bytes(at int64, n int) ([]byte, error) {
	if at < w.from || at+int64(n) > w.from+int64(len(w.buf)) {
		if err := w.fill(at, n); err != nil {
			return nil, err
		}
	}
	i := int(at - w.from)
	return w.buf[i : i+n : i+n], nil
}

// some are up to most bytes from at on, of which there are so many: no fewer than least, and
// what else is at hand.
func (w *window) some(at int64, least, most int) ([]byte, error) {
	if at >= w.from && at+int64(least) <= w.from+int64(len(w.buf)) {
		i := int(at - w.from)
		return w.buf[i:min(i+most, len(w.buf))], nil
	}
	return w.bytes(at, most)
}

func (w *window) fill(at int64, n int) error {
	if w.buf == nil {
		w.buf = make([]byte, min(windowSize, w.size))
	}
	w.from, w.buf = at, w.buf[:min(int64(cap(w.buf)), w.size-at)]
	got, err := w.in.ReadAt(w.buf, at)
	if w.buf = w.buf[:got]; got >= n {
		return nil
	}
	if err == nil || err == io.EOF {
		err = fmt.Errorf("offset %d: %w: the file has become shorter", at+int64(got), trace.ErrTruncated)
	}
	return err
}
