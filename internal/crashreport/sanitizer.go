package crashreport

import (
	"fmt"
	"strings"

	"sparseracer/internal/lazyregexp"
	"sparseracer/internal/steer"
)

var (
	zeroPage   = lazyregexp.New(`SEGV on unknown address 0x([0-9a-fA-F]{1,16})`)
	buildOfOne = lazyregexp.New(`\(([^()\s]+)\+0x[0-9a-fA-F]+\) \(BuildId: ([0-9a-f]{8,64})\)`)
)

// sanitizerSignals are the kinds that are signals.
var sanitizerSignals = map[string]string{"SEGV": "SIGSEGV", "BUS": "SIGBUS", "ABRT": "SIGABRT", "ILL": "SIGILL", "FPE": "SIGFPE"}

// parseSanitizer reads the first report of AddressSanitizer in a text, nil without one.
func parseSanitizer(text string) *Report {
	reports := steer.ParseReports(strings.Join(shortLines(text), ""))
	if len(reports) == 0 {
		return nil
	}
	from := &reports[0]
	r := &Report{Format: Sanitizer, Fault: from.Kind, Signal: sanitizerSignals[from.Kind], Other: len(reports) - 1,
		Threads: []Thread{{Frames: sanitizerFrames(from.Use)}}, Free: sanitizerFrames(from.Free), Alloc: sanitizerFrames(from.Alloc)}
	r.Wild = strings.Contains(from.Text, "SEGV on unknown address (pc ") || strings.Contains(from.Text, "high value address")
	if m := zeroPage().FindStringSubmatch(from.Text); m != nil && !r.Wild {
		r.faultAt(m[1])
	}
	for _, m := range buildOfOne().FindAllStringSubmatch(from.Text, mostModules) {
		r.module(m[1], m[2])
	}
	if all := r.Threads[0].Frames; len(all) > 0 {
		r.Program = all[len(all)-1].Module // _start's
	}
	if from.Free == nil && strings.HasPrefix(from.Kind, "heap-use-after-free") {
		r.warn("the report ends before it says who freed the memory")
	}
	return r
}

func shortLines(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if len(line) > mostLine {
			line = line[:mostLine] + "\n"
		}
		lines = append(lines, line)
	}
	return lines
}

func sanitizerFrames(from []steer.Frame) (frames []Frame) {
	for _, f := range from {
		frames = append(frames, Frame{PC: f.PC, Function: demangled(f.Function), File: f.File, Line: f.Line, Module: f.Module, Offset: f.Offset})
	}
	n := 0 // the sanitizer's own
	for n+1 < len(frames) && (ending[frames[n].Bare()] || strings.HasPrefix(frames[n].Function, "__asan") || strings.HasPrefix(frames[n].Function, "__interceptor_abort")) {
		n++
	}
	return frames[n:]
}

// otherSanitizers are tools whose reports are of other bugs.
var otherSanitizers = map[string]string{
	"ThreadSanitizer": "races between threads", "MemorySanitizer": "uses of memory that nobody wrote", "LeakSanitizer": "leaks",
	"UndefinedBehaviorSanitizer": "undefined behaviour",
}

func otherSanitizer(text string) string {
	for name, of := range otherSanitizers {
		if strings.Contains(text, "ERROR: "+name+":") || strings.Contains(text, "WARNING: "+name+":") {
			return fmt.Sprintf("it is a report of %s, which is about %s; expected %s", name, of, Formats)
		}
	}
	return ""
}
