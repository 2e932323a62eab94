// Package suppress keeps races that somebody has looked at out of a report: by
// a file of suppressions in the sanitizers' style, or because an older report,
// the baseline, has them already.
//
// The rules it keeps:
//   - A line is `kind:pattern`; `#` starts a comment. `*` stands for anything,
//     `^` and `$` tie a pattern to the ends of a name, else it may stand
//     anywhere in it, as in the sanitizers' files. All else is literal.
//   - A pattern is held against the demangled functions, the files and the
//     modules of stacks; `event:` against what is known of the handlers.
//   - A line that matched nothing is named: it hides what nobody sees any more,
//     or never did what its author meant.
package suppress

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
)

// maxLine bounds a line: longer ones are no pattern that a person wrote.
const maxLine = 64 << 10

// kinds of lines, with what a pattern is held against.
var kinds = map[string]func(*report.Race) []string{
	"race": func(r *report.Race) []string {
		return append(append(stack(&r.First), stack(&r.Second)...), stack(r.Alloc)...)
	},
	"use":   func(r *report.Race) []string { return stack(&r.First) },
	"free":  func(r *report.Race) []string { return stack(&r.Second) },
	"alloc": func(r *report.Race) []string { return stack(r.Alloc) },
	"event": func(r *report.Race) []string { return append(event(r.First.Event), event(r.Second.Event)...) },
	"id":    (*report.Race).IDs,
}

const knownKinds = "race, use, free, alloc, event or id"

// List is a file of suppressions, and how often each of them matched.
type List struct {
	name  string
	lines []line
}

type line struct {
	number  int
	text    string
	names   func(*report.Race) []string
	pattern *regexp.Regexp
	used    bool
}

// Read takes a file of suppressions; name is for messages.
func Read(r io.Reader, name string) (*List, error) {
	l := &List{name: name}
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	n := 0
	for s.Scan() {
		n++
		text, _, _ := strings.Cut(s.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		kind, pattern, found := strings.Cut(text, ":")
		names := kinds[kind]
		if !found || names == nil || pattern == "" {
			return nil, fmt.Errorf("%s:%d: found %q, expected KIND:PATTERN with %s", name, n, text, knownKinds)
		}
		l.lines = append(l.lines, line{number: n, text: text, names: names, pattern: glob(pattern)})
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return l, nil
}

// glob is a pattern as a regular expression.
func glob(pattern string) *regexp.Regexp {
	start, end := "", ""
	if strings.HasPrefix(pattern, "^") {
		start, pattern = "^", pattern[1:]
	}
	if strings.HasSuffix(pattern, "$") {
		end, pattern = "$", pattern[:len(pattern)-1]
	}
	parts := strings.Split(pattern, "*")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile("(?s)" + start + strings.Join(parts, ".*") + end)
}

// Reason says which line takes the race out, "" for none. All lines that match
// count as used.
func (l *List) Reason(r *report.Race) string {
	reason := ""
	for i := range l.lines {
		if !l.lines[i].matches(r) {
			continue
		}
		l.lines[i].used = true
		if reason == "" {
			reason = fmt.Sprintf("suppressed by %s:%d, %s", l.name, l.lines[i].number, l.lines[i].text)
		}
	}
	return reason
}

func (l *line) matches(r *report.Race) bool {
	for _, name := range l.names(r) {
		if l.pattern.MatchString(name) {
			return true
		}
	}
	return false
}

// Unused names the lines that took nothing out.
func (l *List) Unused() []string {
	var out []string
	for i := range l.lines {
		if !l.lines[i].used {
			out = append(out, fmt.Sprintf("%s:%d: %s matched no race", l.name, l.lines[i].number, l.lines[i].text))
		}
	}
	return out
}

// Write makes suppressions of the races that are reported: each by its id, for
// nothing else takes out just that one.
func Write(w io.Writer, r *report.Report) error {
	out := bufio.NewWriter(w)
	for _, race := range r.Reported() {
		fmt.Fprintf(out, "# %s: %s\nid:%s\n", race.Title(), race.Summary(), race.ID)
	}
	return out.Flush()
}

func stack(p *report.Place) []string {
	if p == nil {
		return nil
	}
	var out []string
	for i := range p.Stack {
		out = append(out, names(&p.Stack[i])...)
	}
	return out
}

func names(f *symbols.Frame) []string {
	var out []string
	for _, s := range []string{f.Function, f.File, f.Module} {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// event is what a report says of a handler, and the parts of it.
func event(e *report.Event) []string {
	if e == nil {
		return nil
	}
	return []string{e.Name, e.Details(), e.Kind, e.Type, e.Class, e.Object, e.Owner, e.Label}
}
