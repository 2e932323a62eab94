package ccwrap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"sparseracer/internal/sites"
	"sparseracer/internal/system"
)

// Compiler is a clang with an instrumenting step in it.
type Compiler struct {
	Clang    string // program, by name or path
	ModeFlag string // --driver-mode=…, "" if the name of the program says it
	Release  string // "19": the one whose bitcode the instrumenter knows
	Runtime  Runtime
	Ignore   []string // lists handed to the instrumenter
	Values   bool     // stores tell what they store
	Flow     bool     // how data flows is reported
	Stdin    io.Reader
	Stdout   io.Writer
	Stderr   io.Writer
	Colour   bool // standard error is a terminal
}

// InstrumenterName is the program that rewrites bitcode.
const InstrumenterName = "sparse-instrument"

// FindRuntime looks for the recorder's library and for the instrumenter beside
// a program: ../lib in the build tree, ../lib/sparseracer when installed.
func FindRuntime(program string) Runtime {
	root := filepath.Dir(filepath.Dir(program))
	r := Runtime{Searched: []string{filepath.Join(root, "lib"), filepath.Join(root, "lib", "sparseracer")}}
	for _, dir := range r.Searched {
		if _, err := os.Stat(filepath.Join(dir, system.RecorderLibrary)); err == nil && r.Dir == "" {
			r.Dir = dir
		}
		if tool := filepath.Join(dir, InstrumenterName); r.Instrumenter == "" {
			if _, err := os.Stat(tool); err == nil {
				r.Instrumenter = tool
			}
		}
	}
	return r
}

// Run compiles and returns the exit status. A process that was ended by
// a signal, or whose compiler was, ends by that signal itself (see dieBy).
func (c *Compiler) Run(args []string) int {
	tmp, err := os.MkdirTemp("", "sparse-cc-")
	if err != nil {
		return c.fail(err)
	}
	r := &run{Compiler: c, tmp: tmp, failed: map[string]bool{}}
	stop := r.forwardSignals()
	status := r.all(args)
	stop()
	if err := os.RemoveAll(tmp); err != nil && status == 0 {
		status = c.fail(err)
	}
	switch {
	case r.signal != 0:
		dieBy(r.signal)
	case r.passOn:
		return c.become(args)
	}
	return status
}

// run is the state of one Run.
type run struct {
	*Compiler
	tmp    string
	failed map[string]bool // outputs that could not be made
	passOn bool            // clang shall do it all alone
	signal syscall.Signal  // that ended a job or was sent to us
	jobs   children
}

// onlyAsks are arguments with which clang makes nothing, whatever else there
// is; build systems ask so often that planning for them would be felt.
var onlyAsks = map[string]bool{"-###": true, "--version": true, "-dumpversion": true, "-dumpmachine": true}

// all lists, plans and runs the jobs.
func (r *run) all(args []string) int {
	if slices.ContainsFunc(args, func(a string) bool { return onlyAsks[a] }) {
		r.passOn = true
		return 0
	}
	listing, err := r.list(shareASan(args))
	if err != nil {
		return r.fail(err)
	}
	steps := NewPlan(listing.Jobs, r.tmp, r.Runtime)
	if r.passOn || !Changes(steps) {
		r.passOn = true
		return 0
	}
	if !strings.Contains(listing.Banner, "clang version "+r.Release+".") {
		return r.fail(fmt.Errorf("%s is not clang %s, which is needed (SPARSE_CLANG names it): %s", r.Clang, r.Release, firstLine(listing.Banner)))
	}
	verbose := slices.Contains(args, "-v") || slices.Contains(args, "--verbose")
	io.WriteString(r.Stderr, listing.Messages)
	if verbose {
		io.WriteString(r.Stderr, listing.Banner)
	}
	return r.steps(steps, verbose)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// list asks clang for its jobs. Its temporary files are named in our folder.
func (r *run) list(args []string) (Listing, error) {
	if r.passOn {
		return Listing{}, nil
	}
	asked := []string{"-###"}
	if r.ModeFlag != "" {
		asked = append(asked, r.ModeFlag)
	}
	if r.Colour {
		asked = append(asked, "-fcolor-diagnostics")
	}
	cmd := exec.Command(r.Clang, append(asked, args...)...)
	cmd.Env = append(os.Environ(), "TMPDIR="+r.tmp)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := r.jobs.run(cmd)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		r.passOn = true // clang refuses the arguments, and will say so itself
		return Listing{}, nil
	}
	if err != nil {
		return Listing{}, fmt.Errorf("%w (apt-get install clang-19, or name one in SPARSE_CLANG)", err)
	}
	return ParseListing(stderr.String(), filepath.Base(r.Clang))
}

// steps runs all steps; as clang does, it goes on after a failure with those
// that do not need what failed, and returns the first failure's status.
func (r *run) steps(steps []Step, verbose bool) int {
	status := 0
	for _, s := range steps {
		if slices.ContainsFunc(s.Args, func(a string) bool { return a != "" && r.failed[a] }) {
			r.failed[s.Output] = true
			continue
		}
		if verbose {
			io.WriteString(r.Stderr, s.Line)
		}
		code := r.step(s, verbose)
		if r.signal != 0 {
			r.discard(s.Output)
			return code
		}
		if code != 0 {
			r.discard(s.Output)
			r.failed[s.Output] = true
			if status == 0 {
				status = code
			}
		}
	}
	return status
}

// discard removes what a failed job left, so that make does not take it for
// the result; devices and the like stay.
func (r *run) discard(output string) {
	if info, err := os.Lstat(output); err == nil && info.Mode().IsRegular() {
		os.Remove(output)
	}
}

// addSites puts the table of places into what was linked. A program without one
// is as good, until somebody strips it.
func (r *run) addSites(output string, verbose bool) {
	if info, err := os.Stat(output); err != nil || !info.Mode().IsRegular() {
		return
	}
	if err := sites.Attach(output); err != nil && verbose {
		fmt.Fprintf(r.Stderr, "%s: no table of places: %v\n", filepath.Base(os.Args[0]), err)
	}
}

func (r *run) step(s Step, verbose bool) int {
	switch s.Kind {
	case Compile:
		return r.compile(s)
	case Link:
		if IsStatic(s.Args) {
			return r.fail(errors.New("a static executable cannot be recorded; link without -static"))
		}
		if r.Runtime.Dir == "" {
			return r.fail(fmt.Errorf("%s not found in %s; build it first (make)", system.RecorderLibrary, strings.Join(r.Runtime.Searched, " or ")))
		}
		code := r.job(s.Args, "linker")
		if code == 0 {
			r.addSites(s.Output, verbose)
		}
		return code
	}
	if isFrontend(s.Args) {
		return r.job(s.Args, "clang frontend")
	}
	return r.job(s.Args, filepath.Base(s.Args[0]))
}

func (r *run) compile(s Step) int {
	if code := r.job(s.Args, "clang frontend"); code != 0 {
		return code
	}
	if s.Optimise != nil {
		if _, err := os.Stat(s.Optimise[len(s.Optimise)-1]); err != nil {
			return 0 // likewise
		}
		defer os.Remove(s.Optimise[len(s.Optimise)-1])
		if code := r.job(s.Optimise, "clang optimiser"); code != 0 {
			return code
		}
	}
	info, err := os.Stat(s.Bitcode)
	if err != nil {
		return 0 // an -Xclang action that makes no code
	}
	if info.Size() > 0 {
		if err := r.instrument(s); err != nil {
			return r.fail(fmt.Errorf("%s: %w", s.Output, err))
		}
	}
	defer os.Remove(s.Bitcode)
	return r.job(s.Emit, "clang frontend")
}

// instrument runs the instrumenter; what it says when it fails is the error.
func (r *run) instrument(s Step) error {
	if r.Runtime.Instrumenter == "" {
		return fmt.Errorf("%s not found in %s; build it first (make)", InstrumenterName, strings.Join(r.Runtime.Searched, " or "))
	}
	var args []string
	for _, list := range r.Ignore {
		args = append(args, "-ignorelist", list)
	}
	if r.Values {
		args = append(args, "-values")
	}
	if r.Flow {
		args = append(args, "-flow")
	}
	if s.LTO {
		args = append(args, "-lto")
	}
	if s.ASan {
		args = append(args, "-asan")
	}
	for _, option := range s.ASanWith {
		args = append(args, "-asan-option", option)
	}
	cmd := exec.Command(r.Runtime.Instrumenter, append(args, s.Bitcode)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := r.jobs.run(cmd)
	if said := strings.TrimSpace(stderr.String()); err != nil && said != "" {
		return errors.New(strings.TrimPrefix(said, InstrumenterName+": error: "))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.Runtime.Instrumenter, err)
	}
	return nil
}

// job runs one command and returns its status. Tools that explain their
// failures themselves do so with status 1; for others clang adds a line.
func (r *run) job(args []string, tool string) int {
	command, err := r.shorten(args)
	if err != nil {
		return r.fail(err)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.Stdin, r.Stdout, r.Stderr
	err = r.jobs.run(cmd)
	if err == nil {
		return 0
	}
	if errors.Is(err, errStopped) {
		return 1 // and Run ends by the signal
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return r.fail(err)
	}
	state := exit.Sys().(syscall.WaitStatus)
	if state.Signaled() {
		if r.signal == 0 {
			r.signal = state.Signal()
		}
		fmt.Fprintf(r.Stderr, "%s: error: unable to execute command: %s\n", filepath.Base(r.Clang), state.Signal())
		return 128 + int(state.Signal())
	}
	if code := exit.ExitCode(); code != 1 || tool == "linker" {
		fmt.Fprintf(r.Stderr, "%s: error: %s command failed with exit code %d (use -v to see invocation)\n",
			filepath.Base(r.Clang), tool, code)
	}
	return exit.ExitCode()
}

// commandLimit is far below what Linux takes (2 MiB with the environment).
const commandLimit = 512 << 10

// shorten puts the arguments of a command that would be too long for the
// kernel into a response file; cc1 and the linkers read those.
func (r *run) shorten(args []string) ([]string, error) {
	size := 0
	for _, a := range args {
		size += len(a) + 1
	}
	if size < commandLimit {
		return args, nil
	}
	keep := 1
	if isFrontend(args) {
		keep = 2
	}
	var b strings.Builder
	for _, a := range args[keep:] {
		b.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(a) + "\"\n")
	}
	path := filepath.Join(r.tmp, "arguments")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		return nil, err
	}
	return append(slices.Clone(args[:keep]), "@"+path), nil
}

// become replaces this process by clang.
func (c *Compiler) become(args []string) int {
	path, err := exec.LookPath(c.Clang)
	if err != nil {
		return c.fail(err)
	}
	argv := []string{c.Clang}
	if c.ModeFlag != "" {
		argv = append(argv, c.ModeFlag)
	}
	return c.fail(fmt.Errorf("%s: %w", path, syscall.Exec(path, append(argv, args...), os.Environ())))
}

// fail reports a failure of our own.
func (c *Compiler) fail(err error) int {
	fmt.Fprintf(c.Stderr, "%s: error: %v\n", filepath.Base(os.Args[0]), err)
	return 1
}
