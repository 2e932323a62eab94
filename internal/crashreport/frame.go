package crashreport

import (
	"path"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"sparseracer/internal/lazyregexp"
)

// frameStart is how a line of a stack begins: "#3  0x00007f… in", "#3 " or "#3  0x00007f…".
var frameStart = lazyregexp.New(`^\s*(?:>\s*)*(?:\*?\s*frame )?#(\d{1,6}):?\s+(?:(0x[0-9a-fA-F]{1,16})\s*)?(.*)$`)

// cored is how coredumpctl writes a frame's place: "(libfoo.so.5 + 0x1234)".
var cored = lazyregexp.New(`^(.*?)\s*\(([^()]+?) \+ 0x([0-9a-fA-F]{1,16})\)$`)

// parseFrame reads a line, joined with those that continue it. number is the frame's.
func parseFrame(line string) (f Frame, number int, ok bool) {
	m := frameStart().FindStringSubmatch(line)
	if m == nil {
		return f, 0, false
	}
	number, _ = strconv.Atoi(m[1])
	if m[2] != "" {
		f.PC, _ = strconv.ParseUint(m[2][2:], 16, 64)
	}
	rest := strings.TrimSpace(m[3])
	named := strings.HasPrefix(rest, "in ")
	rest = strings.TrimSpace(strings.TrimPrefix(rest, "in "))
	if rest == "" {
		return f, number, m[2] != "" && !named
	}
	if c := cored().FindStringSubmatch(rest); c != nil {
		f.Function, f.Module = demangled(c[1]), c[2]
		f.Offset, _ = strconv.ParseUint(c[3], 16, 64)
		return f, number, true
	}
	if module, function, is := strings.Cut(rest, "`"); is && !strings.ContainsAny(module, " (") {
		f.lldb(module, function)
		return f, number, true
	}
	rest = f.cutPlace(rest)
	f.Function, f.Args = cutArgs(rest)
	f.Function = demangled(f.Function)
	return f, number, true
}

// lldbOffset ends a function without lines.
var lldbOffset = lazyregexp.New(` \+ \d+$`)

// lldb reads "FUNCTION(ARGS) at FILE:LINE:COLUMN" or "FUNCTION + N" of a module.
func (f *Frame) lldb(module, rest string) {
	f.Module = module
	if i := strings.LastIndex(rest, " at "); i > 0 {
		f.File, f.Line = cutLine(rest[i+len(" at "):])
		rest = rest[:i]
	}
	rest = lldbOffset().ReplaceAllString(rest, "")
	if !strings.HasPrefix(rest, "___lldb_unnamed_symbol") {
		f.Function = demangled(rest)
	}
	if open := openingOfLast(rest); open > 0 && strings.Contains(rest[open:], "=") {
		f.Args, f.Function = strings.TrimSuffix(rest[open+1:], ")"), demangled(rest[:open])
	}
}

// cutPlace takes " at FILE:LINE" or " from LIBRARY" off the end.
func (f *Frame) cutPlace(s string) string {
	for _, word := range []string{") at ", ") from "} {
		at := strings.LastIndex(s, word)
		if at < 0 {
			continue
		}
		place := strings.TrimSpace(s[at+len(word):])
		if word == ") from " {
			f.Module = place
		} else {
			f.File, f.Line = cutLine(place)
		}
		return s[:at+1]
	}
	return s
}

// cutLine splits FILE:LINE, or FILE:LINE:COLUMN; other text is a file.
func cutLine(s string) (file string, line int) {
	for range 2 {
		i := strings.LastIndexByte(s, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(s[i+1:])
		if err != nil || n < 0 {
			break
		}
		s, line = s[:i], n
	}
	return s, line
}

// cutArgs splits "f(int) (x=1)" into the name and what is in the last brackets.
// Strings among the arguments may have brackets of their own.
func cutArgs(s string) (name, args string) {
	if !strings.HasSuffix(s, ")") {
		return s, ""
	}
	open := openingOfLast(s)
	if open <= 0 || s[open-1] != ' ' || strings.HasSuffix(s[:open], "operator ") {
		return s, ""
	}
	name = strings.TrimSpace(s[:open])
	if name == "" {
		return s, ""
	}
	return name, s[open+1 : len(s)-1]
}

// openingOfLast is where the bracket opens that the last byte closes, -1 if none does.
func openingOfLast(s string) int {
	depth, quoted := 0, false
	for i := len(s) - 1; i >= 0; i-- {
		switch c := s[i]; {
		case c == '"' && (i == 0 || s[i-1] != '\\'):
			quoted = !quoted
		case quoted:
		case c == ')':
			depth++
		case c == '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// demangled is a function's name for people, "" where a report says that it knows none.
func demangled(name string) string {
	name = strings.TrimSpace(name)
	if name == "??" || name == "?? ()" || name == "n/a" || name == "<unknown>" || name == "(unknown)" || name == "???" {
		return ""
	}
	if strings.HasPrefix(name, "_Z") && len(name) <= mostName {
		name = demangle.Filter(name, demangle.LLVMStyle, demangle.MaxLength(nameBits))
	}
	return name[:min(len(name), mostName)]
}

// Bounds of a function's name: what comes from a mangled one can be long.
const (
	nameBits = 11
	mostName = 1 << nameBits
)

// ending frames are those of a crash handler and of the C library when it ends the
// program; what failed called them.
var ending = map[string]bool{
	"raise": true, "__GI_raise": true, "gsignal": true, "abort": true, "__GI_abort": true, "kill": true, "pthread_kill": true,
	"__pthread_kill": true, "__pthread_kill_implementation": true, "__pthread_kill_internal": true, "___pthread_kill": true,
	"pthread_kill@@GLIBC_2.34": true, "__libc_message": true, "__libc_message_impl": true, "__kernel_vsyscall": true, "__libc_signal_restore_set": true,
}

// Bare is a function's name without parameters, version and folder, as tables have it.
func (f *Frame) Bare() string {
	name := f.Function
	if i := strings.IndexByte(name, '('); i > 0 && !strings.HasPrefix(name, "(anonymous") && !strings.Contains(name[:i], "operator") {
		name = name[:i]
	}
	return strings.TrimSpace(name)
}

// ModuleName is the file's name of the module.
func (f *Frame) ModuleName() string {
	if f.Module == "" {
		return ""
	}
	return path.Base(f.Module)
}
