package steer

import (
	"strconv"
	"strings"

	"sparseracer/internal/steering"
)

// Frame is one line of a sanitizer's stack. What the report does not tell is
// empty or 0.
type Frame struct {
	Function string `json:"function,omitempty"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Module   string `json:"module,omitempty"`
	Offset   uint64 `json:"offset,omitempty"`
	PC       uint64 `json:"pc,omitempty"`
}

// Report is one report of AddressSanitizer.
type Report struct {
	PID    int     `json:"pid"`
	Kind   string  `json:"kind"`             // heap-use-after-free, SEGV, bad-free, …
	Access string  `json:"access,omitempty"` // READ or WRITE, "" if unknown
	Size   uint64  `json:"size,omitempty"`   // bytes of the access
	Use    []Frame `json:"use"`              // where the error was noticed
	Free   []Frame `json:"free,omitempty"`   // of a variable: the function that had it
	Alloc  []Frame `json:"alloc,omitempty"`
	// Filled: the fault came from a pointer read out of freed memory: a register
	// holds the fill pattern or, where the report shows no registers, the
	// address is none that a pointer can have.
	Filled bool `json:"filled,omitempty"`
	// FreedIn: where that is known, while which of the steered handlers it was freed.
	FreedIn FreedIn `json:"freed_in,omitempty"`
	// Refers are the allocations of freed blocks that a fault still had pointers to.
	Refers []CodePlace `json:"refers,omitempty"`
	// Guarded: by the guards of a program without AddressSanitizer.
	Guarded bool   `json:"guarded,omitempty"`
	Text    string `json:"-"` // the report itself
	// registers are what they held at a fault, where the report shows it.
	registers []uint64
}

// FreedIn says of guarded memory when it was freed.
type FreedIn string

const (
	inUsesLoop FreedIn = steering.FreedInLoop // while the handler of the use waited
	inTheFree  FreedIn = steering.FreedInFree // in the handler of the free
)

const (
	guardHeadline = steering.ReportHeadline // of the guards' own reports
	framesMax     = 512                     // of one stack; ASan itself stops at 256
	registersMost = 64
)

// fillPatterns are how registers begin that hold the fill byte of asanOptions
// (254) as a pointer, with a small offset perhaps, and the same as the address
// of its shadow (shifted by 3), on which instrumented code faults.
var fillPatterns = []string{" = 0xfefefefefefe", " = 0x1fdfdfdfdfdf"}

// otherPatterns are those of fillingOtherwise. Code has such numbers for reasons of its own,
// too, so the fault must be at an address that no pointer can have.
var otherPatterns = []string{" = 0x010101010101", " = 0x002020202020"}

// ParseReports finds the reports in what ASan wrote; other lines between them
// are left alone. It never fails: text without a report has none.
func ParseReports(text string) []Report {
	var reports []Report
	var p *reportParser
	for line := range strings.Lines(text) {
		trimmed := strings.TrimRight(line, "\r\n")
		if pid, headline, ok := reportStart(trimmed); ok {
			reports = append(reports, Report{PID: pid, Kind: kindFromHeadline(headline)})
			p = &reportParser{r: &reports[len(reports)-1]}
			p.stack = &p.r.Use
			p.r.Guarded = strings.Contains(trimmed, guardHeadline)
			p.wild = strings.HasPrefix(headline, "SEGV on unknown address (pc ")
			p.r.Filled = p.wild
		}
		if p != nil {
			p.text.WriteString(line)
			p.line(trimmed)
			p.r.Text = p.text.String()
		}
	}
	return reports
}

// reportStart recognises "==PID==ERROR: AddressSanitizer: headline".
func reportStart(line string) (pid int, headline string, ok bool) {
	rest, ok := strings.CutPrefix(line, "==")
	if !ok {
		return 0, "", false
	}
	number, rest, ok := strings.Cut(rest, "==")
	if !ok {
		return 0, "", false
	}
	pid, err := strconv.Atoi(number)
	if err != nil || pid < 0 {
		return 0, "", false
	}
	headline, ok = strings.CutPrefix(rest, "ERROR: AddressSanitizer: ")
	if !ok {
		headline, ok = strings.CutPrefix(rest, guardHeadline)
	}
	return pid, headline, ok
}

// kindFromHeadline stands until the SUMMARY line, which a report cut short by a
// kill does not have.
func kindFromHeadline(h string) string {
	switch {
	case strings.HasPrefix(h, "attempting double-free"):
		return "double-free"
	case strings.HasPrefix(h, "attempting free on address"):
		return "bad-free"
	}
	kind, _, _ := strings.Cut(h, " ")
	return kind
}

type reportParser struct {
	r     *Report
	stack *[]Frame // where frames go now, nil: nowhere
	text  strings.Builder
	wild  bool // a fault at an address that no pointer can have
}

func (p *reportParser) line(line string) {
	trimmed := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(trimmed, "#"):
		if f, ok := parseFrame(trimmed); ok && p.stack != nil && len(*p.stack) < framesMax {
			*p.stack = append(*p.stack, f)
		}
	case strings.HasPrefix(trimmed, steering.ReportRead+steering.ReportSize), strings.HasPrefix(trimmed, steering.ReportWrite+steering.ReportSize):
		word, rest, _ := strings.Cut(trimmed, steering.ReportSize)
		size, _, _ := strings.Cut(rest, " ")
		p.r.Access = word
		p.r.Size, _ = strconv.ParseUint(size, 10, 64)
	case strings.Contains(trimmed, "The signal is caused by a "):
		_, rest, _ := strings.Cut(trimmed, "caused by a ")
		if word, _, _ := strings.Cut(rest, " "); word == "READ" || word == "WRITE" {
			p.r.Access = word
		}
	case strings.HasPrefix(trimmed, "Address 0x") && strings.HasPrefix(p.r.Kind, "stack-use-after-"):
		p.open(&p.r.Free) // the function that had the variable is all that there is
	case strings.HasPrefix(trimmed, steering.ReportFreed):
		p.open(&p.r.Free)
		p.r.FreedIn = freedIn(trimmed)
	case strings.HasPrefix(trimmed, steering.ReportAllocated), strings.HasPrefix(trimmed, "allocated by thread "):
		p.open(&p.r.Alloc)
	case strings.HasPrefix(trimmed, steering.ReportRefers) && p.r.Guarded:
		p.refers(trimmed)
	case strings.HasPrefix(trimmed, steering.ReportSummary):
		p.r.Kind, p.stack = strings.TrimPrefix(trimmed, steering.ReportSummary), nil
	case strings.HasPrefix(trimmed, "SUMMARY: AddressSanitizer: "):
		p.r.Kind, _, _ = strings.Cut(strings.TrimPrefix(trimmed, "SUMMARY: AddressSanitizer: "), " ")
		p.stack = nil
	case strings.HasPrefix(trimmed, "Thread T"), strings.HasPrefix(trimmed, "Address 0x"):
		p.stack = nil // where threads were made
	case strings.HasSuffix(trimmed, "==Register values:"):
		p.r.Filled = false // they tell more than the address
	case strings.Contains(trimmed, " = 0x"):
		for _, pattern := range fillPatterns {
			p.r.Filled = p.r.Filled || strings.Contains(trimmed, pattern)
		}
		for _, pattern := range otherPatterns {
			p.r.Filled = p.r.Filled || p.wild && strings.Contains(trimmed, pattern)
		}
		p.registers(trimmed)
	}
}

// registers reads "rax = 0x0000000000000002  rbx = 0x000050200001fff0  …".
func (p *reportParser) registers(line string) {
	words := strings.Fields(line)
	for i := 1; i+1 < len(words); i++ {
		if value, hex := strings.CutPrefix(words[i+1], "0x"); hex && words[i] == "=" && len(p.r.registers) < registersMost {
			if n, err := strconv.ParseUint(value, 16, 64); err == nil {
				p.r.registers = append(p.r.registers, n)
			}
		}
	}
}

// open starts a stack; a second one of the same name is not the object's.
func (p *reportParser) open(stack *[]Frame) {
	p.stack = nil
	if *stack == nil {
		p.stack = stack
	}
}

// parseFrame reads "#N 0xPC in FUNCTION FILE:LINE:COL (MODULE+0xOFF) (BuildId: …)",
// where all after PC may be missing. Names and paths may hold spaces.
func parseFrame(line string) (Frame, bool) {
	var f Frame
	number, rest, ok := strings.Cut(line, " ")
	if _, err := strconv.ParseUint(strings.TrimPrefix(number, "#"), 10, 16); !ok || err != nil {
		return f, false
	}
	pc, rest, _ := strings.Cut(rest, " ")
	var err error
	if f.PC, err = strconv.ParseUint(strings.TrimPrefix(pc, "0x"), 16, 64); err != nil {
		return f, false
	}
	rest = f.cutModules(strings.TrimSpace(rest))
	if what, ok := strings.CutPrefix(rest, "in "); ok {
		f.place(what)
	}
	return f, true
}

// cutModules takes what stands in brackets at the end.
func (f *Frame) cutModules(s string) string {
	for strings.HasSuffix(s, ")") {
		at := strings.LastIndex(s, " (")
		if at < 0 && strings.HasPrefix(s, "(") {
			at = 0
		}
		if at < 0 {
			break
		}
		inside := strings.TrimPrefix(strings.TrimSpace(s[at:]), "(")
		inside = strings.TrimSuffix(inside, ")")
		module, off, ok := cutLast(inside, steering.ReportOffset)
		offset, err := strconv.ParseUint(off, 16, 64)
		switch {
		case ok && err == nil:
			f.Module, f.Offset = module, offset
		case !strings.HasPrefix(inside, "BuildId: "):
			return s
		}
		s = strings.TrimSpace(s[:at])
	}
	return s
}

// place splits "FUNCTION FILE:LINE:COL": the file is the absolute path at the
// end, or a last word with a line number.
func (f *Frame) place(s string) {
	at := strings.Index(s, " /")
	if at < 0 {
		at = strings.LastIndex(s, " ")
		if at < 0 || !lineNumbered(s[at+1:]) {
			f.Function = s
			return
		}
	}
	f.Function, f.File = s[:at], s[at+1:]
	var numbers []int
	for len(numbers) < 2 {
		head, tail, ok := cutLast(f.File, ":")
		n, err := strconv.Atoi(tail)
		if !ok || err != nil || n < 0 {
			break
		}
		f.File, numbers = head, append(numbers, n)
	}
	switch len(numbers) {
	case 1:
		f.Line = numbers[0]
	case 2:
		f.Line, f.Column = numbers[1], numbers[0]
	}
}

func lineNumbered(word string) bool {
	file, tail, ok := cutLast(word, ":")
	_, err := strconv.Atoi(tail)
	return ok && err == nil && strings.Contains(file, ".")
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
