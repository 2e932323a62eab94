package crashmatch

import (
	"fmt"
	"strings"

	"sparseracer/internal/crashreport"
	"sparseracer/internal/symbols"
)

// Lines: a report without a symbolizer says a module and an offset of each frame, or a function
// that this tool named by where it begins (MODULE!0xBEGIN). Where the file is the recorded one,
// debug information says the rest.
type liner struct {
	builds  map[string]string // of the report, by the files' names
	traces  []*Trace
	extents *extents
}

// withLines is the report with what the recorded files say of its frames.
func withLines(crash *crashreport.Report, traces []*Trace) *crashreport.Report {
	l := &liner{builds: map[string]string{}, traces: traces, extents: newExtents(traces)}
	for _, m := range crash.Modules {
		l.builds[base(m.Path)] = m.BuildID
	}
	out := *crash
	out.Threads = nil
	for _, t := range crash.Threads {
		t.Frames = l.stack(t.Frames)
		out.Threads = append(out.Threads, t)
	}
	out.Free, out.Alloc = l.stack(crash.Free), l.stack(crash.Alloc)
	return &out
}

func (l *liner) stack(frames []crashreport.Frame) (out []crashreport.Frame) {
	for i := range frames {
		f := &frames[i]
		at := f.Offset
		if i > 0 && at > 0 {
			at-- // behind a call
		}
		if found := l.found(f, at); len(found) > 0 {
			out = append(out, found...)
		} else {
			out = append(out, *f)
		}
	}
	return out
}

// found are the functions of a place, those that were inlined there first; none where the file is not known to be the recorded one.
func (l *liner) found(f *crashreport.Frame, at uint64) (out []crashreport.Frame) {
	if f.File != "" || f.Module == "" || at == 0 {
		return nil
	}
	for _, t := range l.traces {
		for _, m := range t.Modules {
			if t.Frames == nil || base(m.Path) != base(f.Module) {
				continue
			}
			named := t.Frames(m.Path, at)
			if len(named) == 0 || named[0].File == "" || !l.same(f, m, at, named) {
				continue
			}
			for _, n := range named {
				out = append(out, crashreport.Frame{PC: f.PC, Function: n.Function, File: n.File, Line: n.Line, Module: f.Module, Offset: f.Offset})
			}
			return out
		}
	}
	return nil
}

// same: the frame is in the recorded file, for its build says so, or its function, or where that begins.
func (l *liner) same(f *crashreport.Frame, m crashreport.Module, at uint64, named []symbols.Frame) bool {
	if build := l.builds[base(f.Module)]; build != "" && m.BuildID != "" {
		return strings.EqualFold(build, m.BuildID)
	}
	if begin := l.extents.begin(m.Path, at); begin != 0 && f.Function == fmt.Sprintf("%s!0x%x", base(m.Path), begin) {
		return true
	}
	return f.Function != "" && symbols.Simplify(f.Function) == symbols.Simplify(named[len(named)-1].Function)
}
