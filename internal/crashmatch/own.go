package crashmatch

import (
	"fmt"
	"slices"
	"strings"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
)

// Own is a trace that ends with the crash, as record --ring leaves one: what it shows is no
// prediction but what happened.
type Own struct {
	Trace string      `json:"trace"`
	Text  string      `json:"text"`
	Story []OwnedStep `json:"story"`
}

// OwnedStep is a step of it.
type OwnedStep struct {
	Operation uint64 `json:"operation"`
	Text      string `json:"text"`
}

// own is the first trace that ends by the same signal, and whose crashed handler referred to
// freed memory in a function that is on the stack that crashed, as its innermost one. A heuristic: two crashes of a
// program may have these in common.
func (m *matcher) own(traces []*Trace) *Own {
	for _, t := range traces {
		c := t.Report.Crash
		story := c.Story()
		if len(story) == 0 || m.crash.Signal != "" && c.Signal != "" && m.crash.Signal != c.Signal || !m.onStack(c) {
			continue
		}
		out := &Own{Trace: t.Path, Text: c.Text()}
		for _, s := range story {
			out.Story = append(out.Story, OwnedStep{s.Operation, s.Text})
		}
		return out
	}
	return nil
}

// onStack: the function that went on with freed memory crashed, or called what did. Those that
// called it stand on many a stack.
func (m *matcher) onStack(c *report.Crash) bool {
	names := c.Functions()
	return len(names) > 0 && slices.ContainsFunc(m.stack, func(f frame) bool { return f.name != "" && f.name == symbols.Simplify(names[0]) })
}

func (o *Own) text(b *strings.Builder) {
	if o == nil {
		return
	}
	fmt.Fprintf(b, "\nWhat happened, by %s:\n", o.Trace)
	for i, s := range o.Story {
		fmt.Fprintf(b, "  %d. %s (operation %d)\n", i+1, s.Text, s.Operation)
	}
}
