package steer

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/system"
)

const (
	asanExitCode = 99
	// asanOptions: a report ends the program with a code of its own. Leaks, and one
	// symbol in two libraries, are the same in every order, and would end each run. Of a
	// program that a script starts the runtime comes after our libraries.
	asanOptions = "halt_on_error=1:abort_on_error=0:exitcode=99:detect_leaks=0:detect_odr_violation=0:handle_segv=1:symbolize=1:verify_asan_link_order=0:" +
		"stack_trace_format='    #%n %p %F %L (%m+%o)'"
	// filling: freed memory is filled, so that a use inside uninstrumented code faults.
	filling = ":" + FillFreed
	// fillingOtherwise has each bit the other way round: a byte that was filled may be a
	// flag, by which such code goes another way.
	fillingOtherwise = ":max_free_fill_size=1000000000:free_fill_byte=1"
	// notFilling: it keeps what it held, also where a program frees so much that it
	// is soon in use again.
	notFilling = ":" + KeepFreed
	// fakeStacks: what a function had on the stack is not used again at once when it has
	// returned. Clang's default, not gcc's.
	fakeStacks = ":" + askedFor
	askedFor   = "detect_stack_use_after_return=1"
	// goingOn: a report does not end the program, if it was built with -fsanitize-recover=address.
	goingOn = ":halt_on_error=0"
)

// variables is an environment with each name once.
type variables map[string]string

func parseEnviron(list []string) variables {
	v := variables{}
	for _, kv := range list {
		if name, value, ok := strings.Cut(kv, "="); ok {
			v[name] = value
		}
	}
	return v
}

func (v variables) list() []string {
	var out []string
	for name, value := range v {
		out = append(out, name+"="+value)
	}
	slices.Sort(out)
	return out
}

// FillFreed are AddressSanitizer's options by which freed memory is filled.
const FillFreed = "max_free_fill_size=1000000000:free_fill_byte=254"

// WholeStacks is of functions between the program's and malloc that keep no frame pointer, GLib's and those that were
// compiled without it: their callers are missing else.
const WholeStacks = ":fast_unwind_on_malloc=0"

// KeepFreed are those by which freed memory keeps what it held.
const KeepFreed = "max_free_fill_size=0:max_malloc_fill_size=0:quarantine_size_mb=1024"

// join puts part behind (or, if first, before) what the user had set.
func (v variables) join(name, part string, first bool) {
	switch old := v[name]; {
	case old == "":
		v[name] = part
	case first:
		v[name] = part + ":" + old
	default:
		v[name] = old + ":" + part
	}
}

// GLib before 2.76 has a heap of its own for small blocks, GObjects among them. Neither
// the recorder nor AddressSanitizer sees what is in it, unless GLib is asked to use malloc.
const (
	SliceVariable = "G_SLICE"
	SliceMalloc   = "always-malloc"
)

// steered makes the environment of a run. What the caller has set wins over the
// schedule, except QT_NO_GLIB: GLib's dispatcher cannot be steered.
func steered(s *Schedule, p *program, f files, b *bus, opt RunOptions) ([]string, error) {
	if opt.Env == nil { // an empty one is possible, a forgotten one is a defect
		return nil, errors.New("no environment was given for the program")
	}
	v := parseEnviron(opt.Env)
	for name, value := range s.Environment {
		if _, set := v[name]; !set {
			v[name] = value
		}
	}
	v["QT_NO_GLIB"] = "1"
	if _, set := v[SliceVariable]; !set {
		v[SliceVariable] = SliceMalloc
	}
	if err := v.preload(s, p, f, opt); err != nil {
		return nil, err
	}
	if strings.ContainsAny(f.dir, "'\n") {
		return nil, fmt.Errorf("%s: a scratch folder with a quote in its name cannot be passed on", f.dir)
	}
	if p.plain && s.Guard != nil {
		v.join(steering.EnvironmentOptions, s.Guard.option(f.asan, s.KeepFreed), false)
	}
	options, err := runtimeOptions(f, opt)
	if err != nil {
		return nil, err
	}
	v.join(steering.EnvironmentOptions, options, false)
	if b != nil {
		v[busVariable] = b.address
	}
	v.join("ASAN_OPTIONS", sanitizerOptions(s, f, opt), false)
	return v.list(), nil
}

// preload puts our libraries before the program's, and AddressSanitizer's before ours.
func (v variables) preload(s *Schedule, p *program, f files, opt RunOptions) error {
	runtime, err := filepath.Abs(filepath.Join(opt.Lib, system.HooksLibrary))
	if err != nil {
		return err
	}
	if _, err := os.Stat(runtime); err != nil {
		return fmt.Errorf("the steering runtime: %w", err)
	}
	if strings.ContainsAny(runtime, ": \t\n") {
		return fmt.Errorf("%s: LD_PRELOAD cannot name a path with a colon or a space", runtime)
	}
	v.join("LD_PRELOAD", runtime, true)
	if opt.Instrumented || f.log != "" {
		v.join("LD_PRELOAD", filepath.Join(filepath.Dir(runtime), system.RecorderLibrary), true)
	}
	for _, library := range opt.Preload {
		v.join("LD_PRELOAD", library, true)
	}
	if p.runtime != "" {
		v.join("LD_PRELOAD", p.runtime, true)
	}
	if p.plain && s.Guard != nil {
		v.join("LD_PRELOAD", filepath.Join(filepath.Dir(runtime), system.StockLibrary), true)
	}
	return nil
}

// runtimeOptions is what the libraries in the program are to do in this run.
func runtimeOptions(f files, opt RunOptions) (string, error) {
	list := []string{
		steering.Option(steering.OptionSteering, fmt.Sprint(steering.Version)),
		steering.Option(steering.OptionSchedule, f.directives), steering.Option(steering.OptionVerdict, f.verdict),
	}
	for name, path := range map[string]string{steering.OptionTrace: cmp.Or(f.log, opt.Record), steering.OptionLook: opt.Look} {
		if strings.ContainsAny(path, "'\n") {
			return "", fmt.Errorf("%q: a folder with a quote in its name cannot be passed on", path)
		}
		if path != "" {
			list = append(list, steering.Option(name, path))
		}
	}
	if f.log != "" || opt.Record != "" { // without it the recorder changes what children inherit
		list = append(list, steering.Option(steering.OptionFollow, "1"))
	}
	if opt.Settle {
		list = append(list, steering.Option(steering.OptionSettle, "1"))
	}
	slices.Sort(list)
	return strings.Join(list, ":"), nil
}

func sanitizerOptions(s *Schedule, f files, opt RunOptions) string {
	fill := filling
	switch {
	case s.KeepFreed:
		fill = notFilling
	case s.FillOtherwise:
		fill = fillingOtherwise
	}
	if s.onGLib() || s.WholeStacks {
		fill += WholeStacks
	}
	if s.Expect.Variable {
		fill += fakeStacks
	}
	if opt.goesOn {
		fill += goingOn
	}
	options := asanOptions + fill + fmt.Sprintf(":log_path='%s'", f.asan)
	if path := symbolizer(); path != "" {
		options += fmt.Sprintf(":external_symbolizer_path='%s'", path)
	}
	return options
}

// onGLib: what it holds or waits for comes of GLib's loop.
func (s *Schedule) onGLib() bool {
	labels := []string{s.Goal.Free, s.Goal.Use}
	for _, d := range s.Directives {
		if d.Hold != nil {
			labels = append(labels, d.Hold.Event)
		}
	}
	return slices.ContainsFunc(labels, func(label string) bool { return strings.HasPrefix(label, "g_") })
}

// symbolizer finds what ASan starts to turn addresses into names.
func symbolizer() string {
	for _, name := range []string{"llvm-symbolizer-19", "llvm-symbolizer"} {
		if path, err := exec.LookPath(name); err == nil && !strings.ContainsAny(path, "'\n") {
			return path
		}
	}
	return ""
}
