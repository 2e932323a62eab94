package trace

import (
	"fmt"
	"strconv"
	"strings"
)

// Directives are comments of the text form that carry what the binary form
// keeps in its header and definitions. A comment with another first word is
// just a comment.

// parseDirective reads a comment line without its `#`.
func (p *textParser) parseDirective(s string) error {
	word, rest, ok := strings.Cut(s, ":")
	if !ok {
		return nil
	}
	read, ok := directives[word]
	if !ok {
		return nil
	}
	if err := read(p, strings.TrimSpace(rest)); err != nil {
		return fmt.Errorf("# %s: %w", word, err)
	}
	return nil
}

var directives = map[string]func(*textParser, string) error{
	"loop":         (*textParser).directLoop,
	"complete":     (*textParser).directComplete,
	"fallback":     func(p *textParser, s string) error { return yesOrNo(s, &p.m.M.Fallback) },
	"instrumented": func(p *textParser, s string) error { return yesOrNo(s, &p.m.M.Instrumented) },
	"lost":         (*textParser).directLost,
	"start":        func(p *textParser, s string) (err error) { p.m.M.Start, err = strconv.ParseInt(s, 10, 64); return },
	"pid":          (*textParser).directPID,
	"command":      (*textParser).directCommand,
	"cut":          (*textParser).directCut,
	"stopped":      (*textParser).directStopped,
	"signal":       (*textParser).directSignal,
	"module":       (*textParser).directModule,
	"stack":        (*textParser).directStack,
	"site":         (*textParser).directSite,
}

func (p *textParser) directLoop(s string) error {
	for k, name := range loopKindNames {
		if s == name {
			p.m.M.Loop = LoopKind(k)
			return nil
		}
	}
	return fmt.Errorf("found %q, expected batch, unix, either or exact", clip(s))
}

func (p *textParser) directComplete(s string) error {
	p.completeKnown = true
	return yesOrNo(s, &p.m.M.Complete)
}

func yesOrNo(s string, to *bool) error {
	if s != "yes" && s != "no" {
		return fmt.Errorf("found %q, expected yes or no", clip(s))
	}
	*to = s == "yes"
	return nil
}

// directLost reads the number of all, then those whose kind is known.
func (p *textParser) directLost(s string) error {
	words := strings.Fields(s)
	if len(words) == 0 {
		return fmt.Errorf("found nothing, expected a number")
	}
	m := &p.m.M
	var err error
	if m.Lost, err = strconv.ParseUint(words[0], 10, 64); err != nil {
		return err
	}
	m.LostBy = LostBy{}
	for _, w := range words[1:] {
		name, number, _ := strings.Cut(w, "=")
		kind, ok := kindByName[name]
		if !ok || int(kind) >= len(m.LostBy) {
			return fmt.Errorf("found %q, expected an operation and its number", clip(w))
		}
		if m.LostBy[kind], err = strconv.ParseUint(number, 10, 64); err != nil {
			return err
		}
	}
	if sum := m.LostBy.Sum(); sum > m.Lost {
		return fmt.Errorf("found %d lost operations, and %d by kind", m.Lost, sum)
	}
	return nil
}

func (p *textParser) directPID(s string) error {
	n, err := strconv.ParseUint(s, 10, 32)
	p.m.M.PID = uint32(n)
	return err
}

func (p *textParser) directCut(s string) error {
	words, c := strings.Fields(s), &p.m.M.Cut
	if len(words) != 5 {
		return fmt.Errorf("found %d words, expected AT END BLOCKS BYTES UNDEFINED", len(words))
	}
	for i, to := range []*int64{&c.At, &c.End} {
		n, err := strconv.ParseInt(words[i], 10, 64)
		if err != nil {
			return err
		}
		*to = n
	}
	for i, to := range []*uint64{&c.Blocks, &c.Bytes, &c.Undefined} {
		n, err := strconv.ParseUint(words[i+2], 10, 64)
		if err != nil {
			return err
		}
		*to = n
	}
	return nil
}

func (p *textParser) directStopped(s string) error {
	for k, name := range stopNames {
		if s == name {
			p.m.M.Stopped = StopReason(k)
			return nil
		}
	}
	return fmt.Errorf("found %q, expected %s", clip(s), strings.Join(stopNames[1:], ", "))
}

func (p *textParser) directSignal(s string) error {
	n, err := strconv.ParseUint(s, 10, 32)
	p.m.M.Signal = uint32(n)
	return err
}

func (p *textParser) directCommand(s string) error {
	words, err := splitQuoted(s)
	p.m.M.Command = words
	return err
}

func (p *textParser) directModule(s string) error {
	words, err := splitQuoted(s)
	if err != nil {
		return err
	}
	if len(words) != 5 {
		return fmt.Errorf("found %d words, expected START END BIAS PATH BUILDID", len(words))
	}
	var n [3]uint64
	for i := range n {
		if n[i], err = strconv.ParseUint(words[i], 0, 64); err != nil {
			return err
		}
	}
	if n[1] < n[0] {
		return fmt.Errorf("the module ends before it starts")
	}
	p.m.T.Modules = append(p.m.T.Modules, Module{n[0], n[1], n[2], words[3], words[4]})
	return nil
}

func (p *textParser) directStack(s string) error {
	words := strings.Fields(s)
	if len(words) != 3 {
		return fmt.Errorf("found %d words, expected ID PARENT PC", len(words))
	}
	var n [3]uint64
	for i := range n {
		var err error
		if n[i], err = strconv.ParseUint(words[i], 0, 64); err != nil {
			return err
		}
	}
	parent, ok := p.stacks[n[1]]
	if !ok {
		return fmt.Errorf("its parent %d is not defined above", n[1])
	}
	if _, dup := p.stacks[n[0]]; dup {
		return fmt.Errorf("stack %d is defined twice", n[0])
	}
	p.stacks[n[0]] = StackID(len(p.m.T.Stacks))
	p.m.T.Stacks = append(p.m.T.Stacks, Stack{Parent: parent, PC: n[2], Known: len(p.m.T.Modules)})
	return nil
}

// splitQuoted splits at blanks; words may be quoted as in Go.
func splitQuoted(s string) ([]string, error) {
	var words []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if s[0] != '"' {
			end := strings.IndexAny(s, " \t")
			if end < 0 {
				end = len(s)
			}
			words = append(words, s[:end])
			s = s[end:]
			continue
		}
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return nil, fmt.Errorf("found %q, expected a quoted word", clip(s))
		}
		w, err := strconv.Unquote(q)
		if err != nil {
			return nil, err
		}
		words = append(words, w)
		s = s[len(q):]
	}
	return words, nil
}
