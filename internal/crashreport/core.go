package crashreport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sparseracer/internal/lazyregexp"
	"sparseracer/internal/regular"
)

// coreTime is how long gdb may take for a core file.
const coreTime = 3 * time.Minute

// Read reads the report in a file. program is that of a core file, "": the one that the
// core names.
func Read(ctx context.Context, path, program string) (*Report, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	first, err := head(f)
	if err != nil {
		return nil, err
	}
	if isCore(first) {
		return readCore(ctx, path, program)
	}
	if bytes.HasPrefix(first, []byte("\x7fELF")) {
		return nil, fmt.Errorf("%s: %w: it is a program or a library; expected %s", path, ErrNoReport, Formats)
	}
	return ReadFrom(path, io.MultiReader(bytes.NewReader(first), f))
}

// ReadFrom reads a text; name is for messages.
func ReadFrom(name string, from io.Reader) (*Report, error) {
	data, err := io.ReadAll(io.LimitReader(from, mostBytes+1))
	if err != nil {
		return nil, err
	}
	r, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

var (
	executed = lazyregexp.New(`(?m)AT_EXECFN\s.*"(.*)"\s*$`)
	mapped   = lazyregexp.New(`(?m)^\s*0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+(/.*)$`)
	sigAddr  = lazyregexp.New(`(?m)^\$\d+ = \(void \*\) 0x([0-9a-f]+)`)
	sigCode  = lazyregexp.New(`(?m)^\$\d+ = (-?\d+)$`)
	loaded   = lazyregexp.New(`(?m)^0x[0-9a-f]+\s+0x[0-9a-f]+\s+Yes(?: \(\*\))?\s+(/.*)$`)
)

// faults are the signals of an instruction that cannot be carried out.
var faults = map[string]bool{"SIGSEGV": true, "SIGBUS": true, "SIGILL": true, "SIGFPE": true}

// readCore has gdb say what is in a core file.
func readCore(ctx context.Context, path, program string) (*Report, error) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		return nil, fmt.Errorf("%s: a core file is read by gdb, which is not installed: install it (apt-get install gdb), "+
			"or give the backtrace as text", path)
	}
	core, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, coreTime)
	defer cancel()
	if program == "" {
		text, err := askGDB(ctx, gdb, "", core, "info auxv", "info proc mappings")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		program = programOf(text)
	}
	text, err := askGDB(ctx, gdb, program, core, "p $_siginfo._sifields._sigfault.si_addr", "p $_siginfo.si_code", "info sharedlibrary", "info proc mappings", "thread apply all bt "+fmt.Sprint(mostFrames))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return coreReport(path, program, text)
}

// coreReport is what gdb said of a core file.
func coreReport(path, program, text string) (*Report, error) {
	r := parseText(text)
	r.Format = Core
	if len(r.Stack()) == 0 {
		return nil, fmt.Errorf("%s: %w: gdb finds no stack in the core file%s; is it whole (ulimit -c unlimited), and is the program here (--program PROG)?",
			path, ErrNoReport, lastLine(text))
	}
	if program != "" {
		r.Program = program
	} else {
		r.warn("the core's program was not found: without it there are few names (--program PROG names it)")
	}
	r.Address = nil
	if m := sigCode().FindStringSubmatch(text); m != nil && faults[r.Signal] {
		r.Wild = m[1] == "128"                               // the kernel's: an address that none can have, which is not said and stands as 0
		r.Sent = m[1] == "0" || strings.HasPrefix(m[1], "-") // a process sent it
	}
	if m := sigAddr().FindStringSubmatch(text); m != nil && !r.Wild && !r.Sent {
		r.faultAt(m[1])
	}
	r.locate(text)
	for _, m := range loaded().FindAllStringSubmatch(text, mostModules) {
		r.module(m[1], "")
	}
	return r.clean(), nil
}

// locate says for each frame in which file its address lies, and where: by what gdb says of
// the mappings.
func (r *Report) locate(text string) {
	type mapping struct {
		start, end, base uint64
		path             string
	}
	var list []mapping
	bases := map[string]uint64{} // where the first byte of a file is
	for _, m := range mapped().FindAllStringSubmatch(text, 16*mostModules) {
		start, path := hexadecimal(m[1]), strings.TrimSpace(m[4])
		if hexadecimal(m[3]) == 0 {
			if _, known := bases[path]; !known {
				bases[path] = start
			}
		}
		list = append(list, mapping{start, hexadecimal(m[2]), bases[path], path})
	}
	for t := range r.Threads {
		for i := range r.Threads[t].Frames {
			f := &r.Threads[t].Frames[i]
			for _, m := range list {
				if f.PC >= m.start && f.PC < m.end && m.base > 0 {
					f.Module, f.Offset = m.path, f.PC-m.base
				}
			}
		}
	}
}

// lastLine is the last that gdb said, for a message.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return fmt.Sprintf(" (it says %.200q)", last)
	}
	return ""
}

// programOf is the program that a core names, if it is still there: the mapped file with
// the name that was executed.
func programOf(text string) string {
	m := executed().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	name := filepath.Base(m[1])
	for _, file := range mapped().FindAllStringSubmatch(text, mostModules) {
		at := strings.TrimSpace(file[4])
		if st, err := os.Stat(at); filepath.Base(at) == name && err == nil && st.Mode().IsRegular() {
			return at
		}
	}
	return ""
}

// askGDB runs gdb over a core file. It is not to load what files beside it name, to ask
// servers, or to run anything.
func askGDB(ctx context.Context, gdb, program, core string, commands ...string) (string, error) {
	args := []string{"-nx", "-nh", "-batch", "-iex", "set auto-load off", "-iex", "set debuginfod enabled off", "-iex", "set width 0",
		"-iex", "set pagination off", "-iex", "set print frame-arguments scalars", "-iex", "set print elements 120", "-core", core}
	if program != "" {
		args = append(args, "-exec", program, "-symbols", program)
	}
	for _, c := range commands {
		args = append(args, "-ex", c)
	}
	cmd := exec.CommandContext(ctx, gdb, args...)
	var out bounded
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", fmt.Errorf("gdb did not read the core file within %v, or was interrupted: %w", coreTime, ctx.Err())
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", fmt.Errorf("gdb cannot be run: %w", err)
	}
	return out.String(), nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if room := mostBytes - b.Len(); room < len(p) {
		b.Buffer.Write(p[:max(room, 0)])
		return len(p), nil
	}
	return b.Buffer.Write(p)
}
