package crashmatch

import (
	"fmt"
	"path"
	"strings"

	"sparseracer/internal/crashreport"
	"sparseracer/internal/lazyregexp"
	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
)

// frame is a frame of a crash or of a trace, as both are compared.
type frame struct {
	name   string // simplified, "" if unknown
	file   string // its last part
	line   int
	module string // its last part
	offset uint64
	begin  uint64 // of the function without a name in the module, 0 if unknown
	own    bool   // a function of the program
	spoken string
}

// lambda is what is left of a lambda's name, and of what gdb calls one.
const lambda = "operator()"

// files is what is known of the files that frames are in.
type files struct {
	programs map[string]bool // that are the program's, by name
	extents  *extents        // nil: nothing
}

func ofCrash(f *crashreport.Frame, in files) frame {
	out := frame{name: symbols.Simplify(f.Function), file: base(f.File), line: f.Line, module: library(f.Module), offset: f.Offset}
	out.own = isOwn(&out, f.File, f.Module, in.programs)
	out.spoken = spoken(f.Function, base(f.Module), &out)
	if out.name == "" && out.offset > 0 && in.extents != nil {
		out.begin = in.extents.begin(in.extents.pathOf(f.Module), f.Offset-1) // behind a call; one byte matters to no other
	}
	return out
}

func ofTrace(f *symbols.Frame, in files) frame {
	out := frame{name: symbols.Simplify(f.Function), file: base(f.File), line: f.Line, module: library(f.Module), offset: f.Offset}
	out.own = isOwn(&out, f.File, f.Module, in.programs)
	out.spoken = spoken(f.Function, base(f.Module), &out)
	if out.name == "" && in.extents != nil {
		out.begin = in.extents.begin(f.Module, f.Offset)
	}
	return out
}

func ofTraces(stack []symbols.Frame, in files) (out []frame) {
	for i := range stack {
		out = append(out, ofTrace(&stack[i], in))
	}
	return out
}

// isOwn: a function of the program, in one of its files. A header of a library is not,
// whoever compiled it.
func isOwn(f *frame, file, module string, programs map[string]bool) bool {
	if f.name == "" && f.offset == 0 || file != "" && (system.IsSystemPath(file) || inLibc().MatchString(file)) {
		return false
	}
	if strings.HasPrefix(f.name, "__") || heapFrames().MatchString(f.name) { // names that are the implementation's
		return false
	}
	if system.IsLibraryFunction(f.name) || system.IsToolkitFunction(f.name) || system.IsOwnFunction(f.name) || isStart(f.name) {
		return false
	}
	if file == "" && (system.IsAllocator(f.name) || system.IsIntercepted(f.name)) {
		return false
	}
	switch {
	case module != "" && programs[library(module)]:
		return true
	case module != "" && (system.IsSystemPath(module) || system.OwnerOf(module) != system.Unknown):
		return false
	case module == "" && file == "":
		return f.name != "" && strings.Contains(f.name, "::") // gdb names the library of all but the program's
	}
	return true
}

// inLibc recognises the C library's sources, whose paths are relative to its own folder.
var inLibc = lazyregexp.New(`^\.\.?/(?:sysdeps|malloc|nptl|stdlib|elf|csu|signal|libio|string|posix|dlfcn|assert|debug|setjmp)/`)

// isStart recognises what calls main, and main, which begins no handler.
func isStart(name string) bool {
	return name == "main" || name == "_start" || strings.HasPrefix(name, "__libc_start") || name == "start_thread" || strings.HasPrefix(name, "clone")
}

func base(p string) string {
	if p == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(p, `\`, "/"))
}

// library is a module's name without its version: one file has several names.
func library(path string) string {
	name := base(path)
	if i := strings.Index(name, ".so."); i > 0 {
		return name[:i+len(".so")]
	}
	return name
}

func spoken(function, module string, f *frame) string {
	name := function
	switch {
	case name == "" && module != "" && f.offset == 0:
		return "?? in " + module
	case name == "" && module != "":
		return fmt.Sprintf("%s+0x%x", module, f.offset)
	case name == "":
		return "a function without a name"
	}
	name = symbols.Spoken(name)
	if f.file != "" && f.line > 0 {
		return fmt.Sprintf("%s (%s:%d)", name, f.file, f.line)
	}
	return name
}

// same: both frames are of one function. Where a name is missing, the begin of the function
// will do, or one address in one module; a report has the address behind a call, a trace
// that of the call.
func (f *frame) same(g *frame) bool {
	if f.file != "" && g.file != "" && f.file != g.file && f.own && g.own {
		return false
	}
	switch {
	case f.name == "" || g.name == "":
		if f.begin > 0 && g.begin > 0 {
			return f.module == g.module && f.begin == g.begin
		}
		return f.module != "" && f.module == g.module && f.offset > 0 && g.offset > 0 && f.offset-g.offset+1 <= 2
	case f.name == g.name:
		return true
	case f.name == lambda:
		return strings.HasSuffix(g.name, "{lambda}::"+lambda)
	case g.name == lambda:
		return strings.HasSuffix(f.name, "{lambda}::"+lambda)
	}
	return false
}

// class is the class of a member function, "" for others.
func class(name string) string {
	if i := strings.LastIndex(name, "::"); i > 0 && !strings.Contains(name[:i], "{lambda}") {
		return name[:i]
	}
	return ""
}

// loops are the functions that turn an event loop; one of a toolkit that calls them
// (QDialog::exec) is not open once they have returned.
var loops = map[string]bool{
	"QEventLoop::exec": true, "QEventLoop::processEvents": true, "QCoreApplication::processEvents": true,
	"g_main_loop_run": true, "g_main_context_iteration": true, "g_main_context_dispatch": true, "g_main_dispatch": true, "uv_run": true, "uv__run_timers": true,
}

// defaultLoops are the functions that start-up code waits in: no nested loop.
var defaultLoops = map[string]bool{"QCoreApplication::exec": true, "QGuiApplication::exec": true, "QApplication::exec": true, "g_application_run": true, "gtk_main": true}

// turns recognises a frame of a loop.
func (f *frame) turns() bool {
	return loops[f.name] || strings.HasPrefix(f.name, "QEventDispatcher") && strings.HasSuffix(f.name, "::processEvents")
}

// own are a stack's frames that are the program's.
func own(stack []frame) (out []frame) {
	for _, f := range stack {
		if f.own {
			out = append(out, f)
		}
	}
	return out
}
