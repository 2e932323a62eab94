package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

// OpenFile looks at a file, decides which form it is in and returns a source
// whose readers check the trace language's nesting rules while they read.
// A text trace is parsed here, so its faults are reported at once, and those of its
// nesting too if it is large; a binary one is indexed here and decoded in each pass.
func OpenFile(path string) (Source, error) { return OpenFileAs(path, path) }

// OpenFileAs is OpenFile for a file that messages call by another name.
func OpenFileAs(path, name string) (Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w: not a regular file", name, ErrNotTrace)
	}
	head := make([]byte, 4096)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	head = head[:n]
	switch {
	case n == 0:
		return nil, fmt.Errorf("%s: %w: the file is empty", name, ErrNotTrace)
	case bytes.HasPrefix(head, []byte(magic)):
		src, err := openBinary(path, name)
		if err != nil {
			return nil, err
		}
		return Checked(src), nil
	case bytes.HasPrefix(head, []byte(ringMagic)):
		return nil, fmt.Errorf("%s: %w: it is a ring of record --ring; sparseracer convert makes a trace of it", name, ErrNotTrace)
	case !looksLikeText(head):
		return nil, fmt.Errorf("%s: %w: neither the header of a recording nor text", name, ErrNotTrace)
	}
	if st.Size() >= largeText {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		src, err := openLargeText(f, name)
		if err != nil {
			return nil, err
		}
		return Checked(src), nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	src, err := ParseText(name, data)
	if err != nil {
		return nil, err
	}
	return Checked(src), nil
}

// looksLikeText accepts UTF-8 without NUL; a sequence cut at the end of the
// sample is no fault.
func looksLikeText(b []byte) bool {
	if bytes.IndexByte(b, 0) >= 0 {
		return false
	}
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size <= 1 && len(b) >= utf8.UTFMax {
			return false
		}
		b = b[size:]
	}
	return true
}

// Memory is a trace held in memory, as tests build it by hand.
type Memory struct {
	Label string // how messages call it
	Ops   []Op
	Lines []int32 // line of each operation, nil if there are none
	M     Meta
	T     Tables
}

// Name implements Source.
func (m *Memory) Name() string { return m.Label }

// Open implements Source.
func (m *Memory) Open() (Reader, error) { return &memoryReader{m: m}, nil }

type memoryReader struct {
	m    *Memory
	next int
}

func (r *memoryReader) Next(op *Op) error {
	if r.next >= len(r.m.Ops) {
		return io.EOF
	}
	*op = r.m.Ops[r.next]
	r.next++
	return nil
}

func (r *memoryReader) Meta() *Meta     { return &r.m.M }
func (r *memoryReader) Tables() *Tables { return &r.m.T }
func (r *memoryReader) Close() error    { return nil }

// Pos names the place of the operation that Next gave last.
func (r *memoryReader) Pos() string {
	if i := r.next - 1; i >= 0 && i < len(r.m.Lines) {
		return fmt.Sprintf("%d", r.m.Lines[i])
	}
	return fmt.Sprintf("operation %d", r.next-1)
}

// positioner is what a reader offers that knows where in its file it is.
type positioner interface{ Pos() string }
