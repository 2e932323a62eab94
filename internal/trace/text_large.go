package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// A large text trace is read once, line by line, and written in the binary form to a file
// that has no name and goes with the process: in memory its operations would take several
// times what the file takes. All faults are found on the way, with their lines.

// largeText is the size from which on that is done; below, the operations of a text in
// memory are read again and again at no cost.
const largeText = 16 << 20

// openLargeText opens a text trace that way.
func openLargeText(f *os.File, name string) (Source, error) {
	r := &textReader{p: newTextParser(name), in: bufio.NewReaderSize(f, 1<<16), name: name}
	checked := checkedReader(r, name)
	out, err := os.CreateTemp("", "sparseracer-*")
	if err != nil {
		return nil, fmt.Errorf("%s: a copy in the binary form: %w", name, err)
	}
	if err := os.Remove(out.Name()); err != nil {
		out.Close()
		return nil, fmt.Errorf("%s: a copy in the binary form: %w", name, err)
	}
	if _, err := WriteBinary(out, checked); err != nil {
		out.Close()
		if r.err != nil || checked.err != nil { // the text's fault, with its place
			return nil, err
		}
		return nil, fmt.Errorf("%s: a copy in the binary form: %w", name, err)
	}
	src, err := openBinary(fmt.Sprintf("/proc/self/fd/%d", out.Fd()), name)
	if err != nil {
		out.Close()
		return nil, err
	}
	return &copiedText{src.(*binarySource), out}, nil
}

// copiedText is a source of a copy, which is there as long as its file is open.
type copiedText struct {
	*binarySource
	copy *os.File
}

// textReader reads operations off a text, from its beginning to its end.
type textReader struct {
	p    *textParser
	in   *bufio.Reader
	name string
	long []byte // a line that the buffer does not hold
	err  error
}

func (r *textReader) Meta() *Meta     { return &r.p.m.M }
func (r *textReader) Tables() *Tables { return &r.p.m.T }
func (r *textReader) Close() error    { return nil }

// Pos names the line of the operation that Next gave last.
func (r *textReader) Pos() string { return fmt.Sprint(r.p.line) }

func (r *textReader) Next(op *Op) error {
	for r.err == nil {
		text, err := r.line()
		if errors.Is(err, io.EOF) {
			r.p.end()
			return io.EOF
		}
		if err != nil {
			r.err = fmt.Errorf("%s: %w", r.name, err)
			break
		}
		r.p.line++
		if err := r.p.parseLine(text); err != nil {
			r.err = fmt.Errorf("%s:%d: %w: %w", r.name, r.p.line, ErrCorrupt, err)
			break
		}
		if r.p.m.takeLast(op) {
			return nil
		}
	}
	return r.err
}

// line is the next one; the last one may lack its end.
func (r *textReader) line() ([]byte, error) {
	text, err := r.in.ReadSlice('\n')
	if err == nil {
		return text[:len(text)-1], nil
	}
	r.long = append(r.long[:0], text...)
	for errors.Is(err, bufio.ErrBufferFull) {
		text, err = r.in.ReadSlice('\n')
		r.long = append(r.long, text...)
	}
	switch {
	case err == nil:
		return r.long[:len(r.long)-1], nil
	case errors.Is(err, io.EOF) && len(r.long) > 0:
		return r.long, nil
	}
	return nil, err
}

// takeLast takes out the operation that the last line was, if it was one.
func (p *parsed) takeLast(op *Op) bool {
	switch {
	case len(p.plain) > 0:
		*op = p.plain[0].Op(p.turns[0].thread)
	case len(p.Ops) > 0:
		*op = p.Ops[0]
	default:
		return false
	}
	p.plain, p.turns, p.Ops, p.before, p.Lines = p.plain[:0], p.turns[:0], p.Ops[:0], p.before[:0], p.Lines[:0]
	return true
}
