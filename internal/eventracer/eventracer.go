// Package eventracer reads the binary logs of EventRacer (Raychev, Vechev,
// Sridharan, OOPSLA 2013) as traces: event actions with arcs between them.
//
// The rules it keeps:
//   - A log is untrusted: every count is held against the bytes that are left, and
//     a fault names its offset. Memory stays in proportion to the file.
//   - Nothing is left out silently: what cannot be said in the trace language (an
//     arc backward in time, bytes after the last section) is a fault.
//   - An event action is an event eN, N being its id there, and ids are the order
//     of the run. One arc into it is its enq, at the end of the arc's tail; what
//     other arcs come from it joins first. An arc with a duration is a timer, and
//     what the durations order it joins, too (timers.go). So does what EventRacer
//     adds for the scripts, resources and nodes of a web page (pages.go).
//   - Of the file an index is kept, and its strings; the commands of actions are
//     read anew on each walk, a window at a time (window.go).
//
// Layout, all numbers int32, little-endian: the strings of variables and scopes;
// the numbers of actions and of arcs; arcs (tail, head, duration or -1); actions
// (id, type, number of commands; commands: what, operand); then, maybe, the strings
// of scripts and of values. Strings are a number of bytes, these, and a number that
// is only of use to EventRacer; a string is named by its offset, and ends with 0.
package eventracer

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"sparseracer/internal/trace"
)

// What commands do.
const (
	enterScope = iota
	exitScope
	readMemory
	writeMemory
	triggerArc
	memoryValue
	numCommands
)

// kinds are the types of event actions: unknown, timer, user interface, network,
// continuation.
var kinds = [...]trace.EventKind{trace.Env, trace.Timer, trace.Input, trace.Socket, trace.Env}

// arc says that one action comes before another, by a timer if duration is not
// negative. Actions go by their id at first, by the number of their event once they
// are linked.
type arc struct{ tail, head, duration int32 }

// action is an event action, or what arcs alone tell of.
type action struct {
	at       int64 // of its commands in the file
	id       int32
	commands int32
	scope    int32 // its first command enters it; none if there is none
	kind     trace.EventKind
}

// none stands for no string, no arc.
const none = -1

// Log is a log as a trace.
type Log struct {
	name   string
	in     io.ReaderAt
	size   int64
	vars   []byte
	scopes []byte
	values []byte

	actions []action // by the number of the event, which is the order of ids
	arcs    graph
	enqs    []int32 // by event: its arc that is its enq, none if it comes from outside
	joins   table   // by event: what it comes after besides
	outs    table   // by event: what it enqueues

	places  []uint32           // by offset of a variable: its number, from 1 on
	nodes   map[int32]bool     // variables that are nodes of the page
	written map[written]uint32 // numbers of those that some action has written
	hashes  []uint32           // by offset of a value, 0 = not asked for yet
	attrs   [][]trace.Attr     // by event
	tables  trace.Tables
	hasty   int
}

// Hasty counts the timers whose order was not looked for to the end, for it would
// have taken too long: what is missing of it may show as races that are none.
func (l *Log) Hasty() int { return l.hasty }

const commandSize, arcSize, actionSize = 8, 12, 12

// Parse reads a log that is in memory; messages call it by name.
func Parse(name string, data []byte) (*Log, error) {
	return Read(name, bytes.NewReader(data), int64(len(data)))
}

// Read reads a log of so many bytes, which stays open for as long as the log is walked.
func Read(name string, in io.ReaderAt, size int64) (*Log, error) {
	l := &Log{name: name, in: in, size: size}
	p := &parser{Log: l, window: window{in: in, size: size}, named: newNames()}
	p.read()
	if p.err != nil {
		return nil, fmt.Errorf("%s: %w", name, p.err)
	}
	return l, nil
}

// parser goes through the file; after a fault it gives zeros.
type parser struct {
	*Log
	window window
	at     int64
	err    error
	named  *names
	// The farthest value that a command names, to be held against those that come last.
	farthest farthest
	paged    bool // some variable is of a web page: see pages.go
}

type farthest struct {
	at            int64
	action, value int32
}

func (p *parser) read() {
	p.farthest.value = none
	p.vars, p.scopes = p.strings("variables"), p.strings("scopes")
	p.places = make([]uint32, len(p.vars))
	arcs := p.index()
	if p.at < p.size {
		p.skipStrings("scripts")
	}
	if p.at < p.size {
		p.values = p.strings("values")
	}
	if p.err == nil && p.at < p.size {
		p.fail("%d bytes after the last section", p.size-p.at)
	}
	if f := p.farthest; p.err == nil && int(f.value) >= len(p.values) {
		p.at = f.at
		p.fail("action %d: command %d names a string at %d of %d bytes", f.action, memoryValue, f.value, len(p.values))
	}
	if p.err == nil {
		p.link(arcs)
	}
	p.tables.Locations = p.named.list()
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("offset %d: %w: %s", p.at, trace.ErrCorrupt, fmt.Sprintf(format, args...))
	}
}

// take gives the next n bytes, good until the next call; at most a window of them.
func (p *parser) take(n int64, what string) []byte {
	if !p.has(n, what) {
		return nil
	}
	b, err := p.window.bytes(p.at, int(n))
	if err != nil {
		p.err = err
		return nil
	}
	p.at += n
	return b
}

// has reports whether n bytes are left, which a fault denies.
func (p *parser) has(n int64, what string) bool {
	if p.err == nil && (n < 0 || n > p.size-p.at) {
		p.err = fmt.Errorf("offset %d: %w: %s: %d bytes expected, %d left", p.at, trace.ErrTruncated, what, n, p.size-p.at)
	}
	return p.err == nil
}

func (p *parser) number(what string) int32 {
	if b := p.take(4, what); b != nil {
		return int32(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// count is a number of things of a size, which must be there.
func (p *parser) count(what string, size int64) int64 {
	n := int64(p.number("number of " + what))
	if p.err == nil && (n < 0 || n > (p.size-p.at)/size) {
		p.at -= 4
		p.fail("%d %s cannot be in the %d bytes that follow", n, what, p.size-p.at-4)
	}
	if p.err != nil {
		return 0
	}
	return n
}

func (p *parser) strings(what string) []byte {
	n := p.count("bytes of "+what, 1)
	if !p.has(n, what) {
		return nil
	}
	b := make([]byte, n)
	if _, err := p.in.ReadAt(b, p.at); err != nil && n > 0 {
		p.err = err
		return nil
	}
	p.at += n
	if n > 0 && b[n-1] != 0 {
		p.fail("the last string of the %s has no end", what)
	}
	p.number("hash of " + what)
	return b
}

// skipStrings passes strings that a trace does not have.
func (p *parser) skipStrings(what string) {
	if n := p.count("bytes of "+what, 1); n > 0 && p.has(n, what) {
		p.at += n - 1
		if b := p.take(1, what); b != nil && b[0] != 0 {
			p.fail("the last string of the %s has no end", what)
		}
	}
	p.number("hash of " + what)
}

// index reads arcs and actions, which go by id from here on.
func (p *parser) index() []arc {
	n := p.count("actions", actionSize)
	arcs := make([]arc, p.count("arcs", arcSize))
	for i := range arcs {
		b := p.take(arcSize, "arc")
		if b == nil {
			return nil
		}
		a := arc{number(b), number(b[4:]), number(b[8:])}
		if a.tail < 0 || a.tail >= a.head {
			p.at -= arcSize
			p.fail("an arc from action %d to %d: expected one to a later action", a.tail, a.head)
			return nil
		}
		arcs[i] = a
	}
	p.actions = make([]action, 0, min(n, (p.size-p.at)/actionSize))
	for range n {
		if p.action(); p.err != nil {
			return nil
		}
	}
	return arcs
}

func (p *parser) action() {
	b := p.take(8, "action")
	if b == nil {
		return
	}
	id, kind := number(b), number(b[4:])
	if id < 0 || kind < 0 || int(kind) >= len(kinds) {
		p.fail("action %d of type %d: expected an id from 0 on and a type below %d", id, kind, len(kinds))
		return
	}
	n := p.count("commands", commandSize)
	a := action{id: id, kind: kinds[kind], at: p.at, commands: int32(n), scope: none}
	for first := true; n > 0 && p.err == nil; first = false {
		part := min(n, windowSize/commandSize)
		n -= part
		p.commands(&a, p.take(part*commandSize, "commands"), first)
	}
	p.actions = append(p.actions, a)
}

// commands looks at what some of an action's commands name, and gives variables their
// numbers.
func (p *parser) commands(a *action, c []byte, first bool) {
	from := p.at - int64(len(c))
	for at := 0; at < len(c); at += commandSize {
		what, operand := command(c[at:])
		in := 0
		switch what {
		case exitScope, triggerArc:
			continue
		case readMemory, writeMemory:
			if in = len(p.vars); uint32(operand) < uint32(in) {
				if p.places[operand] == 0 {
					p.name(operand)
				}
				continue
			}
		case enterScope:
			if in = len(p.scopes); uint32(operand) < uint32(in) {
				if first && at == 0 {
					a.scope = operand
				}
				continue
			}
		case memoryValue:
			if operand >= 0 {
				if operand > p.farthest.value {
					p.farthest = farthest{from + int64(at), a.id, operand}
				}
				continue
			}
		default:
			p.at = from + int64(at)
			p.fail("action %d has a command %d, expected one below %d", a.id, what, numCommands)
			return
		}
		p.at = from + int64(at)
		p.fail("action %d: command %d names a string at %d of %d bytes", a.id, what, operand, in)
		return
	}
}

// name gives a variable its number.
func (p *parser) name(variable int32) {
	raw := p.vars[variable:]
	raw = raw[:bytes.IndexByte(raw, 0)]
	p.places[variable] = p.named.add(raw)
	p.paged = p.paged || isOfPage(raw)
}

func number(b []byte) int32 { return int32(binary.LittleEndian.Uint32(b)) }

func command(c []byte) (what, operand int32) { return number(c), number(c[4:]) }

// text is the string at an offset.
func text(b []byte, at int32) string {
	b = b[at:]
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}
