package trace

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxSize bounds the size of one access or allocation: no address space is
// larger, and sums of address and size cannot wrap.
const maxSize = 1 << 48

// maxTextThread bounds the thread numbers of the text form.
const maxTextThread = 1 << 24

// ParseText reads the text form of a trace. Faults are reported as
// "name:line: what was found, what was expected", wrapped around ErrCorrupt.
func ParseText(name string, data []byte) (Source, error) {
	p := newTextParser(name)
	lines := bytes.Count(data, []byte{'\n'}) + 1
	p.m.plain, p.m.Lines = make([]Access, 0, min(lines, len(data)/12+1)), make([]int32, 0, min(lines, len(data)/7+1))
	for line := 1; len(data) > 0; line++ {
		var text []byte
		text, data, _ = bytes.Cut(data, []byte{'\n'})
		p.line = int32(line)
		if err := p.parseLine(text); err != nil {
			return nil, fmt.Errorf("%s:%d: %w: %w", name, line, ErrCorrupt, err)
		}
	}
	p.end()
	return p.m, nil
}

func newTextParser(name string) *textParser {
	p := &textParser{
		m:         &parsed{Memory: &Memory{Label: name}},
		locations: map[string]int{},
		stacks:    map[uint64]StackID{0: NoStack},
		types:     map[typedStack]StackID{},
	}
	p.m.T.Stacks, p.m.T.Sites = []Stack{{}}, []Site{{}}
	return p
}

// end is for when all lines are parsed.
func (p *textParser) end() {
	if !p.completeKnown {
		p.m.M.Complete = p.open == 0
	}
}

type textParser struct {
	m             *parsed
	line          int32
	events        nameIDs
	guards        nameIDs
	locations     map[string]int
	stacks        map[uint64]StackID
	lately        [64]numbered // of stacks, by the number's last bits
	open          int          // handlers and loops open so far
	completeKnown bool
	args          [][]byte
	typ           string // of the operation in hand
	types         map[typedStack]StackID
}

// numbered is a stack by the number that the text gives it.
type numbered struct {
	number uint64
	id     StackID
}

// typedStack is a stack and the type of what its operation allocates or frees.
type typedStack struct {
	at  StackID
	typ string
}

// giveType makes the operation's stack one that says the type, as the binary
// form has it.
func (p *textParser) giveType(op *Op) {
	if p.typ == "" {
		return
	}
	key := typedStack{op.Stack, p.typ}
	p.typ = ""
	id, ok := p.types[key]
	if !ok {
		id = StackID(len(p.m.T.Stacks))
		p.types[key] = id
		p.m.T.Stacks = append(p.m.T.Stacks, Stack{Parent: key.at, Type: key.typ, Known: len(p.m.T.Modules)})
	}
	op.Stack = id
}

func (p *textParser) parseLine(text []byte) error {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return nil
	}
	if op, ok := p.parseAccess(text); ok {
		p.m.addPlain(&op)
		p.m.Lines = append(p.m.Lines, p.line)
		return nil
	}
	if text[0] == '#' {
		return p.parseDirective(strings.TrimSpace(string(text[1:])))
	}
	name, args, err := p.splitOperation(text)
	if err != nil {
		return err
	}
	kind, ok := kindByName[string(name)]
	if !ok {
		return fmt.Errorf("%q is no operation", clip(string(name)))
	}
	op := Op{Kind: kind, Event: NoEvent, Loop: NoLoop, Level: NoLevel}
	if err := p.parseArgs(&op, args); err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	p.giveType(&op)
	switch kind {
	case Deq, Pause:
		p.open++
	case End, Resume:
		p.open--
	}
	p.m.add(op)
	p.m.Lines = append(p.m.Lines, p.line)
	return nil
}

// splitOperation cuts `name(a, b, k="v")  # comment` at its brackets and
// commas; quoted values may contain any of these characters.
func (p *textParser) splitOperation(text []byte) (name []byte, args [][]byte, err error) {
	i := 0
	for i < len(text) && (text[i] >= 'a' && text[i] <= 'z') {
		i++
	}
	name = text[:i]
	rest := bytes.TrimLeft(text[i:], " \t")
	if len(rest) == 0 || rest[0] == '#' {
		return name, nil, nil
	}
	if rest[0] != '(' {
		return nil, nil, fmt.Errorf("found %q, expected name(arguments)", clip(string(text)))
	}
	args = p.args[:0]
	start, quoted := 1, false
	for j := 1; j < len(rest); j++ {
		switch c := rest[j]; {
		case quoted && c == '\\':
			j++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ',':
			args = append(args, bytes.TrimSpace(rest[start:j]))
			start = j + 1
		case c == ')':
			if last := bytes.TrimSpace(rest[start:j]); len(last) > 0 || len(args) > 0 {
				args = append(args, last)
			}
			p.args = args
			after := bytes.TrimSpace(rest[j+1:])
			if len(after) > 0 && after[0] != '#' {
				return nil, nil, fmt.Errorf("found %q after the closing bracket", clip(string(after)))
			}
			return name, args, nil
		}
	}
	return nil, nil, fmt.Errorf("found %q, expected a closing bracket", clip(string(text)))
}

// parseArgs reads the positional arguments, then the attributes.
func (p *textParser) parseArgs(op *Op, args [][]byte) error {
	shape := shapes[op.Kind]
	if op.Kind == Flow && len(args) > 0 {
		return p.parseFlow(op, args)
	}
	n := 0
	for n < len(args) && bytes.IndexByte(args[n], '=') < 0 {
		n++
	}
	if n < shape.min || n > len(shape.args) {
		return fmt.Errorf("found %d arguments, expected %s", n, shape.count())
	}
	op.Size = shape.defaultSize
	for i := 0; i < n; i++ {
		if err := p.parseArg(op, shape.args[i], string(args[i])); err != nil {
			return err
		}
	}
	for _, a := range args[n:] {
		key, value, ok := strings.Cut(string(a), "=")
		if !ok {
			return fmt.Errorf("found %q, expected key=value after the attributes", clip(string(a)))
		}
		if err := p.parseAttr(op, strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return err
		}
	}
	return nil
}

// shape is the positional part of an operation: e event, g guard, x address,
// n size, t sink name.
type shape struct {
	args        string
	min         int
	defaultSize uint64
}

func (s shape) count() string {
	if s.min == len(s.args) {
		return strconv.Itoa(s.min)
	}
	return fmt.Sprintf("%d to %d", s.min, len(s.args))
}

var shapes = map[Kind]shape{
	EnterLoop: {}, ExitLoop: {},
	Enq: {"e", 1, 0}, Drop: {"e", 1, 0}, Deq: {"e", 1, 0}, End: {"e", 1, 0},
	Pause: {"eg", 2, 0}, Resume: {"eg", 2, 0}, Reset: {"g", 1, 0},
	Read: {"xn", 1, 1}, Write: {"xn", 1, 1}, Alloc: {"xn", 1, 1}, Free: {"xn", 1, 1}, Hold: {"xn", 1, 1},
	Fork: {"e", 1, 0}, Join: {"e", 1, 0}, Sink: {"txn", 3, 0},
	Ref: {"x", 1, 0}, Unref: {"x", 1, 0}, Copy: {"xwn", 2, 1}, Flow: {"i", 1, 0},
}

func (p *textParser) parseArg(op *Op, what byte, s string) error {
	switch what {
	case 'e':
		if !isName(s) {
			return fmt.Errorf("found %q, expected the name of an event", clip(s))
		}
		op.Event = p.event(s)
	case 'g':
		if !isName(s) {
			return fmt.Errorf("found %q, expected the name of a guard", clip(s))
		}
		op.Loop = p.guard(s)
	case 't':
		v, err := unquote(s)
		if err != nil {
			return err
		}
		op.Sink = v
	case 'x':
		x, err := p.location(s)
		if err != nil {
			return err
		}
		op.Addr = x
	case 'w':
		x, err := p.location(s)
		if err != nil {
			return err
		}
		op.From = x
	case 'n':
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil || n > maxSize || (n == 0 && op.Kind != Free && op.Kind != Alloc && op.Kind != Sink) {
			return fmt.Errorf("found size %q, expected a number of bytes from 1 to 2^48", clip(s))
		}
		op.Size = n
	}
	return nil
}

func (p *textParser) event(s string) EventID {
	id, isNew := p.events.number(s)
	if isNew {
		p.m.T.Events.Add(s)
	}
	return EventID(id)
}

func (p *textParser) guard(s string) LoopID {
	id, isNew := p.guards.number(s)
	if isNew {
		p.m.T.Loops.Add(s)
	}
	return LoopID(id)
}

func (p *textParser) location(s string) (uint64, error) {
	if strings.HasPrefix(s, "0x") {
		x, err := strconv.ParseUint(s[2:], 16, 64)
		if err != nil || x >= LocationBase {
			return 0, fmt.Errorf("found address %q, expected 0x and hexadecimal digits below 2^60·15", clip(s))
		}
		return x, nil
	}
	if !isName(s) {
		return 0, fmt.Errorf("found %q, expected a location", clip(s))
	}
	i, ok := p.locations[s]
	if !ok {
		i = len(p.m.T.Locations)
		if i >= 1<<28 {
			return 0, fmt.Errorf("more than 2^28 named locations")
		}
		p.locations[s] = i
		p.m.T.Locations = append(p.m.T.Locations, s)
	}
	return LocationBase + uint64(i)<<32, nil
}

func (p *textParser) parseAttr(op *Op, key, s string) error {
	value, err := unquote(s)
	if err != nil {
		return fmt.Errorf("%s: %w", clip(key), err)
	}
	number := func(lo, hi int64) (int64, error) {
		n, err := strconv.ParseInt(value, 0, 64)
		if err != nil || n < lo || n > hi {
			return 0, fmt.Errorf("found %s=%s, expected a number from %d to %d", key, clip(s), lo, hi)
		}
		return n, nil
	}
	var n int64
	switch {
	case !isName(key):
		return fmt.Errorf("found %q, expected key=value", clip(key))
	case key == "thread":
		n, err = number(0, maxTextThread)
		op.Thread = ThreadID(n)
	case key == "stack":
		n, err = number(0, math.MaxInt64)
		if err == nil {
			id, ok := p.stacks[uint64(n)]
			if !ok {
				return fmt.Errorf("stack %d has no `# stack:` line above", n)
			}
			op.Stack = id
		}
	case key == "prio" && op.Kind == Enq:
		n, err = number(math.MinInt32, math.MaxInt32)
		op.Prio = int32(n)
	case key == "level" && op.Kind == Enq:
		n, err = number(0, math.MaxInt32-1)
		op.Level = int32(n)
	case key == "kind" && (op.Kind == Enq || op.Kind == Deq):
		k, ok := eventKindByName[value]
		if !ok {
			return fmt.Errorf("found kind=%s, expected posted, timer, socket, input, deferred or env", clip(s))
		}
		op.EventKind = k
	case key == "ms" && op.hasMoment():
		n, err = number(1, maxMoment)
		op.Moment = uint64(n)
	case key == "type" && op.takesType():
		p.typ = value
	case op.IsAccess():
		err = p.parseAccessAttr(op, key, value, number)
	default:
		if len(op.Attrs) >= maxAttrs {
			return fmt.Errorf("more than %d attributes", maxAttrs)
		}
		op.Attrs = append(op.Attrs, Attr{key, value})
	}
	return err
}

func (p *textParser) parseAccessAttr(op *Op, key, value string, number func(lo, hi int64) (int64, error)) error {
	var bit Mode
	switch key {
	case "use":
		bit = ModeUse
	case "atomic":
		bit = ModeAtomic
	case "vptr":
		bit = ModeVptr
	case "held":
		bit = ModeHeld
	case "link":
		bit = ModeLink
	case "loose":
		if op.Mode&ModeAtomic == 0 {
			return fmt.Errorf("found loose=%s, expected it behind atomic=1", clip(value))
		}
		bit = ModeLoose
	case "local":
		bit = ModeLocal
	case "site":
		n, err := number(1, int64(len(p.m.T.Sites)-1))
		op.Site = SiteID(n)
		op.Mode |= ModeSite
		return err
	case "commutes":
		return p.parseCommutes(op, value)
	case "val", "was":
		v, err := strconv.ParseUint(value, 0, 64)
		if err != nil {
			return fmt.Errorf("found %s=%s, expected a number of at most 64 bits", key, clip(value))
		}
		bit = map[string]Mode{"val": ModeVal, "was": ModeWas}[key]
		if op.Mode&(ModeVal|ModeWas) != 0 || bit == ModeWas && op.Mode&ModeAtomic == 0 {
			return fmt.Errorf("found %s=%s, expected one val=, or one was= behind atomic=1", key, clip(value))
		}
		op.Val = v
		op.Mode |= bit
		return nil
	default:
		return fmt.Errorf("found %s=, expected use, atomic, vptr, held, link, loose, local, site, commutes, val, was, stack or thread", clip(key))
	}
	n, err := number(0, 1)
	if err == nil && n == 1 {
		op.Mode |= bit
	}
	return err
}

// isName accepts the names of the trace language.
func isName(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			c == '_' || c == '.' || c == ':' || c == '-' || c == '$' || c == '@') {
			return false
		}
	}
	return true
}

func unquote(s string) (string, error) {
	if !strings.HasPrefix(s, `"`) {
		if s != "" && !isName(s) {
			return "", fmt.Errorf("found %q, expected a name or a quoted string", clip(s))
		}
		return s, nil
	}
	v, err := strconv.Unquote(s)
	if err != nil {
		return "", fmt.Errorf("found %q, expected a quoted string", clip(s))
	}
	return v, nil
}

// clip keeps messages about hostile input short.
func clip(s string) string {
	const most = 60
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
