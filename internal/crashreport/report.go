// Package crashreport reads what people have of a crash: gdb's backtraces, the texts of
// DrKonqi and coredumpctl, reports of AddressSanitizer, Sentry's events, core files. All
// of them become one Report.
//
// The rules it keeps:
//   - What is read was written by others: sizes, threads and frames are bounded, and no
//     input makes a parser fail in another way than by an error.
//   - It says what the text says. What the text does not say stays empty; nothing is
//     filled in from elsewhere.
//   - Frames stand innermost first and begin where the program failed: what a crash
//     handler and the C library do to end the program is left out.
//   - A core file is read by gdb, started as a process without a shell, with nothing
//     loaded that the core or its folder asks for.
package crashreport

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
)

// Bounds of what is read.
const (
	mostBytes   = 32 << 20 // of a text
	mostLine    = 64 << 10
	mostThreads = 4096
	mostFrames  = 512 // of one stack; of a longer one the innermost
	mostModules = 4096
)

// Format is what a report is written in.
type Format string

const (
	GDB         Format = "gdb backtrace"
	LLDB        Format = "lldb backtrace"
	DrKonqi     Format = "DrKonqi report"
	Coredumpctl Format = "coredumpctl report"
	Sanitizer   Format = "AddressSanitizer report"
	Sentry      Format = "Sentry event"
	Core        Format = "core file"
)

// Report is one crash.
type Report struct {
	Format   Format
	Program  string // path or name, "" if it is not said
	Signal   string // "SIGSEGV", "" if it is not said
	Fault    string // AddressSanitizer's kind: heap-use-after-free, SEGV, …
	Address  *uint64
	Wild     bool     // the fault's address is known, or known to be impossible, and not that of a null pointer
	Sent     bool     // a process sent the signal: nothing failed
	Said     []string // what was printed by who gave up: glibc's and Qt's last words
	Threads  []Thread
	Crashed  int     // index of the thread that crashed
	Free     []Frame // who freed what was used, and
	Alloc    []Frame // who allocated it: of a sanitizer's report
	Modules  []Module
	Warnings []string // what makes it less than a whole report
	Other    int      // crashes beyond this one that the text has
}

// Thread is a thread with its stack.
type Thread struct {
	Name   string
	Frames []Frame
}

// Module is a file of the program, with its build-id if that is said.
type Module struct{ Path, BuildID string }

// Frame is one function of a stack. What is not known is empty.
type Frame struct {
	PC       uint64
	Function string // demangled
	Args     string // with their values, as gdb writes them
	File     string
	Line     int
	Module   string
	Offset   uint64 // in the module; of all but the innermost frame behind a call
}

// ErrNoReport is in errors about what is none of the formats.
var ErrNoReport = errors.New("no crash report")

// Formats are what Parse and Read understand, for messages.
const Formats = "a backtrace of gdb or lldb, a text of DrKonqi or coredumpctl, AddressSanitizer's report, a Sentry event or a core file"

// Stack is that of the thread that crashed.
func (r *Report) Stack() []Frame {
	if r.Crashed < 0 || r.Crashed >= len(r.Threads) {
		return nil
	}
	return r.Threads[r.Crashed].Frames
}

// Parse reads a text.
func Parse(data []byte) (*Report, error) {
	r, err := parse(data)
	return r.clean(), err
}

func parse(data []byte) (*Report, error) {
	if len(data) > mostBytes {
		return nil, fmt.Errorf("%w: it has %d bytes, expected at most %d", ErrNoReport, len(data), mostBytes)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	trimmed := bytes.TrimSpace(data)
	switch {
	case len(trimmed) == 0:
		return nil, fmt.Errorf("%w: it is empty; expected %s", ErrNoReport, Formats)
	case trimmed[0] == '{' || trimmed[0] == '[' && bytes.HasSuffix(trimmed, []byte("]")):
		return parseSentry(trimmed)
	case bytes.IndexByte(data, 0) >= 0:
		return nil, fmt.Errorf("%w: it is no text; expected %s", ErrNoReport, Formats)
	}
	text := coloured().ReplaceAllString(string(data), "")
	if r := parseSanitizer(text); r != nil {
		return r, nil
	}
	r := parseText(text)
	if len(r.Threads) > 0 {
		return r, nil
	}
	if language := otherLanguage(text); language != "" {
		return nil, fmt.Errorf("%w: it is of %s, not of native code; expected %s", ErrNoReport, language, Formats)
	}
	if other := otherSanitizer(text); other != "" {
		return nil, fmt.Errorf("%w: %s", ErrNoReport, other)
	}
	return nil, fmt.Errorf("%w: no line of it is a frame of a stack (#0 …); expected %s", ErrNoReport, Formats)
}

// isCore recognises a core file by its first bytes.
func isCore(head []byte) bool {
	const typeAt, core = 16, 4
	return len(head) > typeAt+1 && bytes.HasPrefix(head, []byte("\x7fELF")) && head[typeAt] == core
}

// ProgramName is the report's program without folders.
func (r *Report) ProgramName() string {
	if r.Program == "" {
		return ""
	}
	return filepath.Base(r.Program)
}

// warn adds a sentence once.
func (r *Report) warn(sentence string) {
	for _, w := range r.Warnings {
		if w == sentence {
			return
		}
	}
	r.Warnings = append(r.Warnings, sentence)
}

// nullPage: an address below it is that of a member of what a null pointer points to.
const nullPage = 4096

// NullPointer: the fault's address is known, and that of a null pointer.
func (r *Report) NullPointer() bool { return r.Address != nil && *r.Address < nullPage }

// faultAt keeps the address of the fault, as hexadecimal digits, if none is known.
func (r *Report) faultAt(digits string) {
	if n, err := strconv.ParseUint(digits, 16, 64); err == nil && r.Address == nil {
		r.Address = &n
		r.Wild = !r.NullPointer()
	}
}

// module keeps a file of the program.
func (r *Report) module(path, buildID string) {
	path = strings.TrimSpace(path)
	if path == "" || len(r.Modules) >= mostModules {
		return
	}
	for i := range r.Modules {
		if r.Modules[i].Path == path {
			if r.Modules[i].BuildID == "" {
				r.Modules[i].BuildID = buildID
			}
			return
		}
	}
	r.Modules = append(r.Modules, Module{path, buildID})
}

// head reads the first bytes of a file; none of an empty one, which Parse refuses.
func head(f io.Reader) ([]byte, error) {
	buffer := make([]byte, 64)
	n, err := io.ReadFull(f, buffer)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return buffer[:n], nil
}
