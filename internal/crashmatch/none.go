package crashmatch

import (
	"fmt"
	"path/filepath"
	"strings"

	"sparseracer/internal/crashreport"
	"sparseracer/internal/lazyregexp"
)

var (
	nullThis    = lazyregexp.New(`\b(?:this|self|d|obj|object)=0x0+\b`)
	heapWords   = lazyregexp.New(`double free|free\(\)|malloc\(|realloc\(|munmap_chunk|corrupt(?:ed|ion)|unaligned .*chunk|pure virtual|invalid (?:pointer|size|next size)`)
	heapFrames  = lazyregexp.New(`^(?:malloc_printerr|_int_free|_int_malloc|_int_realloc|tcache_|malloc_consolidate|unlink_chunk|__cxa_pure_virtual|__libc_free|__GI___libc_free|g_free_sized)`)
	givesUp     = lazyregexp.New(`^(?:__assert_fail|__GI___assert_fail|qt_assert|qt_assert_x|QMessageLogger::fatal|qt_message_fatal|g_assertion_message|g_log|std::terminate|__cxxabiv1::|__verbose_terminate|__gnu_cxx::__verbose_terminate|__cxa_throw|__stack_chk_fail)`)
	fromOutside = map[string]bool{"SIGTERM": true, "SIGKILL": true, "SIGINT": true, "SIGHUP": true, "SIGQUIT": true, "SIGALRM": true, "SIGXCPU": true, "SIGPIPE": true, "SIGUSR1": true, "SIGUSR2": true, "SIGSTOP": true}
	arithmetic  = map[string]bool{"SIGFPE": true, "SIGSYS": true}
)

// shown are the frames in which a report shows what failed: down to the program's first one.
func shown(stack []frame) int {
	for i := range stack {
		if stack[i].own {
			return i
		}
	}
	return len(stack) - 1
}

// noFault says that the program did not fail, "" if it may have.
func noFault(crash *crashreport.Report) string {
	switch {
	case crash.Sent:
		return fmt.Sprintf("%s was sent by a process, as kill does: it is no fault of the program's.", crash.Signal)
	case fromOutside[crash.Signal]:
		return fmt.Sprintf("The program was ended by %s, which comes from outside or from a timer: it did not crash.", crash.Signal)
	}
	return ""
}

// excluded says what speaks against a use of freed memory, "" for nothing.
func excluded(crash *crashreport.Report, stack []frame) string {
	if len(crash.Free) > 0 {
		return "" // a sanitizer saw the free
	}
	switch {
	case crash.NullPointer() && (crash.Signal == "" || crash.Signal == "SIGSEGV" || crash.Signal == "SIGBUS"):
		return fmt.Sprintf("The program used address 0x%x: a null pointer, not freed memory. Nothing in the report says where the pointer should have come from.", *crash.Address)
	case nullArgument(crash, stack) != "":
		return fmt.Sprintf("%s was called for a null pointer, which is not freed memory. Nothing in the report says where the pointer should have come from.", nullArgument(crash, stack))
	case arithmetic[crash.Signal]:
		return fmt.Sprintf("The program was ended by %s: a wrong calculation or call, not a use of freed memory.", crash.Signal)
	case strings.HasPrefix(crash.Fault, "heap-buffer-overflow"), strings.HasPrefix(crash.Fault, "stack-buffer"), strings.HasPrefix(crash.Fault, "global-buffer"),
		strings.HasPrefix(crash.Fault, "stack-overflow"), strings.HasPrefix(crash.Fault, "alloc-dealloc"):
		return fmt.Sprintf("AddressSanitizer reports %s, which is no use of freed memory.", crash.Fault)
	case recursion(stack):
		return "The same functions call each other over and over until the stack is full: a recursion without an end, not a use of freed memory."
	}
	return gaveUp(crash, stack)
}

// nullArgument is the function that was called for a null pointer, by its arguments.
func nullArgument(crash *crashreport.Report, stack []frame) string {
	frames := crash.Stack()
	for i := 0; i <= shown(stack) && i < len(frames); i++ {
		if nullThis().MatchString(frames[i].Args) {
			return stack[i].spoken
		}
	}
	return ""
}

// gaveUp: the program ended itself, and not because its heap was found damaged.
func gaveUp(crash *crashreport.Report, stack []frame) string {
	if crash.Signal != "SIGABRT" && crash.Signal != "SIGTRAP" && crash.Signal != "SIGILL" && !endsItself(stack) || heapDamaged(crash, stack) {
		return ""
	}
	why := ""
	if len(crash.Said) > 0 {
		why = ": " + crash.Said[0]
	}
	return fmt.Sprintf("The program ended itself (an assertion, an exception that nobody caught, or abort)%s. That is no use of freed memory.", why)
}

func endsItself(stack []frame) bool {
	for i := 0; i <= shown(stack) && i < len(stack); i++ {
		if givesUp().MatchString(stack[i].name) {
			return true
		}
	}
	return false
}

// heapDamaged: the C library found its heap damaged, or a virtual function that is gone was called.
func heapDamaged(crash *crashreport.Report, stack []frame) bool {
	for _, s := range crash.Said {
		if heapWords().MatchString(s) {
			return true
		}
	}
	for i := 0; i <= shown(stack) && i < len(stack); i++ {
		if heapFrames().MatchString(stack[i].name) {
			return true
		}
	}
	return false
}

// endsInFree: the fault is one that freeing something has that was freed, or is no block.
func endsInFree(crash *crashreport.Report, stack []frame) bool {
	switch {
	case strings.Contains(crash.Fault, "free"):
		return true
	case crash.Fault != "":
		return false
	}
	return heapDamaged(crash, stack)
}

// recursion: most of a long stack is of a few functions.
func recursion(stack []frame) bool {
	const long, few = 100, 8
	if len(stack) < long {
		return false
	}
	names := map[string]bool{}
	for _, f := range stack[:long] {
		names[f.name] = true
	}
	return len(names) <= few
}

// unreadable says why a crash cannot be compared with the traces, "" if it can.
func (m *matcher) unreadable(traces []*Trace) string {
	named := 0
	for _, f := range m.stack {
		if f.name != "" || f.module != "" && f.offset > 0 {
			named++
		}
	}
	if named == 0 {
		return fmt.Sprintf("the report names no function: all %s are ??. Install the debug symbols of the program and its libraries, or give the core file", count(len(m.stack), "frame", "frames"))
	}
	if m.ofProgram(traces) {
		return ""
	}
	program := m.crash.ProgramName()
	if program == "" || len(traces) == 0 {
		return m.noneOfProgram()
	}
	for _, t := range traces {
		if t.Program == "" || sameProgram(filepath.Base(t.Program), program) {
			return m.noneOfProgram()
		}
	}
	return fmt.Sprintf("the report is of %s, the traces are of %s: record %s", program, filepath.Base(traces[0].Program), program)
}

// noneOfProgram: names are there, and all are of libraries.
func (m *matcher) noneOfProgram() string {
	if first(m.stack) != nil || len(m.crash.Free) > 0 {
		return ""
	}
	return "the report names no function of the program, only those of libraries: install the program's debug symbols, or give the core file"
}

// sameProgram: build trees and tests give one program several names.
func sameProgram(a, b string) bool {
	return a == b || strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// ofProgram: some function of the crash is one of the traces'.
func (m *matcher) ofProgram(traces []*Trace) bool {
	for _, stack := range [][]frame{m.stack, m.free, m.alloc} {
		for i := range stack {
			if !stack[i].own {
				continue
			}
			for _, t := range traces {
				if m.knows(t, &stack[i]) {
					return true
				}
			}
		}
	}
	return false
}

func (m *matcher) knows(t *Trace, f *frame) bool {
	for _, l := range t.Loops {
		for _, g := range ofTraces(waits(l), m.files) {
			if g.own && g.same(f) {
				return true
			}
		}
	}
	for _, r := range t.Report.Races {
		for _, g := range append(ofTraces(r.First.Stack, m.files), ofTraces(r.Second.Stack, m.files)...) {
			if g.own && g.same(f) {
				return true
			}
		}
	}
	return false
}

// compareBuilds warns where the crash is of another build than the traces.
func (a *Answer) compareBuilds(traces []*Trace) {
	for _, c := range a.Crash.Modules {
		for _, t := range traces {
			for _, m := range t.Modules {
				if c.BuildID == "" || m.BuildID == "" || base(c.Path) != base(m.Path) || strings.EqualFold(c.BuildID, m.BuildID) || base(m.Path) != base(t.Program) {
					continue
				}
				a.warn(fmt.Sprintf("%s crashed in another build (%.12s…) than %s was recorded in (%.12s…): lines may differ", base(c.Path), c.BuildID, t.Path, m.BuildID))
			}
		}
	}
}

func (a *Answer) warn(sentence string) {
	for _, w := range a.Warnings {
		if w == sentence {
			return
		}
	}
	a.Warnings = append(a.Warnings, sentence)
}

// whyNone says what was there instead of a race that fits, and what would show more.
func (m *matcher) whyNone(a *Answer, traces []*Trace) {
	recorded := false
	for _, open := range a.Open {
		where := open.Function
		if open.What != "" {
			where = open.What + " in " + where
		}
		switch {
		case !open.Recorded:
			a.None = append(a.None, fmt.Sprintf("%s was open, and none of the recordings has that loop.", where))
			if a.Session == "" {
				a.Session = fmt.Sprintf("record a session in which %s comes to %s, and go on until that loop is over", open.Function, orElse(open.What, "its loop"))
			}
		case open.Races > 0:
			a.None = append(a.None, fmt.Sprintf("%s was open: the %s when it is over.", where, count(open.Races, "race that it makes possible strikes", "races that it makes possible strike")))
		default:
			a.None = append(a.None, fmt.Sprintf("%s was open, and none of the races begins in it.", where))
		}
	}
	for _, t := range traces {
		for _, l := range t.Loops {
			at := find(m.handler, ofTraces(waits(l), m.files))
			if at.at < 0 || recorded {
				continue
			}
			recorded = true
			a.None = append(a.None, fmt.Sprintf("%s is in a handler that spins a loop in the recordings, %s, but no race has its use there.", m.handler[at.at].spoken, l.Where()))
		}
	}
	if !recorded {
		m.missing(a)
	}
}

// missing says which part of the program no recording has.
func (m *matcher) missing(a *Answer) {
	var names []string
	for _, f := range own(m.handler) {
		if len(names) < 4 {
			names = append(names, f.spoken)
		}
	}
	if len(names) == 0 {
		a.None = append(a.None, "The handler that crashed shows no function of the program.")
		return
	}
	a.None = append(a.None, fmt.Sprintf("No recording has a nested loop in the handler that crashed (%s).", strings.Join(names, ", called by ")))
	if a.Session == "" {
		a.Session = fmt.Sprintf("record a session that does what the stack shows: %s has to run, and with it a dialog, menu or processEvents that it opens", names[len(names)-1])
	}
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
