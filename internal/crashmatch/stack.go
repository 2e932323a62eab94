package crashmatch

import (
	"strings"

	"sparseracer/internal/crashreport"
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
)

// matcher has the crash in the form in which it is compared.
type matcher struct {
	crash *crashreport.Report
	files
	stack       []frame
	free, alloc []frame
	handler     []frame // of stack: what the handler did that crashed
	waiting     []wait  // handlers that waited in loops meanwhile, the innermost first
}

// wait is a handler that waits in a loop.
type wait struct {
	what  *frame // the library's function that it called, nil: not known
	stack []frame
}

func newMatcher(crash *crashreport.Report, traces []*Trace) *matcher {
	m := &matcher{crash: crash, files: files{programFiles(traces), newExtents(traces)}}
	for to, frames := range map[*[]frame][]crashreport.Frame{&m.stack: crash.Stack(), &m.free: crash.Free, &m.alloc: crash.Alloc} {
		for i := range frames {
			*to = append(*to, ofCrash(&frames[i], m.files))
		}
	}
	m.handler, m.waiting = split(m.stack)
	return m
}

// programFiles are the files whose functions traces take for the program's, by name: the
// program, and those whose functions call what spins a loop.
func programFiles(traces []*Trace) map[string]bool {
	files := map[string]bool{}
	for _, t := range traces {
		if t.Program != "" {
			files[library(t.Program)] = true
		}
		for _, l := range t.Loops {
			for _, f := range waits(l) {
				if f.Module != "" && !isToolkitFile(f.Module) {
					files[library(f.Module)] = true
					break
				}
			}
		}
	}
	return files
}

// waits is the stack of what waits in the loops of a place, innermost first. Where code is
// not instrumented, it is that of the innermost frame that refers to an object.
func waits(l *report.LoopPlace) []symbols.Frame {
	stack := l.Stack
	for _, r := range l.Live {
		if len(l.Stack) == 0 && len(r.Holder) > len(stack) {
			stack = r.Holder
		}
	}
	return stack
}

// split takes a stack apart at the loops that were open.
func split(stack []frame) (handler []frame, waiting []wait) {
	end := len(stack)
	for i := range stack {
		if stack[i].turns() {
			end = i
			break
		}
	}
	handler = stack[:end]
	for end < len(stack) {
		begin := end
		for begin < len(stack) && !stack[begin].own { // the loop's own code, and what called it
			begin++
		}
		w := wait{}
		if begin > 0 && begin <= len(stack) && begin > end && stack[begin-1].name != "" && !isStart(stack[begin-1].name) {
			w.what = &stack[begin-1]
		}
		next := begin
		for next < len(stack) && !stack[next].turns() {
			next++
		}
		w.stack = stack[begin:next]
		if len(w.stack) > 0 && (w.what == nil || !defaultLoops[w.what.name]) {
			waiting = append(waiting, w)
		}
		end = next
	}
	return handler, waiting
}

// openLoops are the nested loops that were open, with what the traces know of them.
func (m *matcher) openLoops(traces []*Trace) (out []OpenLoop) {
	for _, w := range m.waiting {
		at := w.stack[0]
		open := OpenLoop{Function: at.spoken, File: at.file, Line: at.line}
		if w.what != nil {
			open.What = w.what.name
		}
		for _, t := range traces {
			for _, l := range t.Loops {
				if spins := m.spinner(l); spins != nil && spins.same(&at) {
					open.Recorded = true
					open.Races += len(l.Races)
				}
			}
		}
		out = append(out, open)
	}
	return out
}

// spinner is the program's function that spins the loops of a place.
func (m *matcher) spinner(l *report.LoopPlace) *frame {
	for _, f := range ofTraces(waits(l), m.files) {
		if f.own {
			return &f
		}
	}
	return nil
}

// found is where a chain of the program's functions stands in a stack.
type found struct {
	at      int // in the stack, -1: nowhere
	in      int // in the chain
	callers int // of the chain's frames further out, those that the stack has in this order
	of      int
}

// find looks for the innermost function of a chain that the stack has.
func find(stack, chain []frame) found {
	for j := range chain {
		if !chain[j].own {
			continue
		}
		for i := range stack {
			if stack[i].own && stack[i].same(&chain[j]) {
				f := found{at: i, in: j}
				f.callers, f.of = inOrder(stack[i+1:], own(chain[j+1:]))
				return f
			}
		}
	}
	return found{at: -1}
}

// inOrder counts the frames of a chain that a stack has, one after another.
func inOrder(stack, chain []frame) (n, of int) {
	at := 0
	for _, f := range chain {
		for i := at; i < len(stack); i++ {
			if stack[i].same(&f) {
				n, at = n+1, i+1
				break
			}
		}
	}
	return n, len(chain)
}

// first is the innermost frame of the program's, nil if there is none.
func first(stack []frame) *frame {
	for i := range stack {
		if stack[i].own {
			return &stack[i]
		}
	}
	return nil
}

// firstOrMain is that, or main, which allocates and frees, too.
func firstOrMain(stack []frame) *frame {
	if f := first(stack); f != nil {
		return f
	}
	for i := range stack {
		if stack[i].name == "main" {
			return &stack[i]
		}
	}
	return nil
}

// destroyed is the class of an object by what destroys it: ~X, or a delete in X's code.
func destroyed(name string) string {
	if i := strings.LastIndex(name, "::~"); i > 0 {
		return name[:i]
	}
	return ""
}
