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
//     what the durations order it joins, too (timers.go).
//
// Layout, all numbers int32, little-endian: the strings of variables and scopes;
// the numbers of actions and of arcs; arcs (tail, head, duration or -1); actions
// (id, type, number of commands; commands: what, operand); then, maybe, the strings
// of scripts and of values. Strings are a number of bytes, these, and a number that
// is only of use to EventRacer; a string is named by its offset, and ends with 0.
package eventracer

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"

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

type action struct {
	id       int32
	kind     trace.EventKind
	commands []byte
	in       []arc // the first one is the enq
	out      []arc // those that are an enq
}

// Log is a log as a trace.
type Log struct {
	name                 string
	vars, scopes, values []byte
	actions              []action
	places               []uint32 // by offset of a variable: its number, from 1 on
	tables               trace.Tables
	hasty                int
}

// Hasty counts the timers whose order was not looked for to the end, for it would
// have taken too long: what is missing of it may show as races that are none.
func (l *Log) Hasty() int { return l.hasty }

const commandSize, arcSize = 8, 12

// Parse reads a log; messages call it by name.
func Parse(name string, data []byte) (*Log, error) {
	p := &parser{data: data}
	l := &Log{name: name}
	l.vars, l.scopes = p.strings("variables"), p.strings("scopes")
	l.places = make([]uint32, len(l.vars))
	arcs := p.actions(l)
	if p.at < len(data) {
		p.strings("scripts")
	}
	if p.at < len(data) {
		l.values = p.strings("values")
	}
	if p.err == nil && p.at < len(data) {
		p.fail("%d bytes after the last section", len(data)-p.at)
	}
	if p.err == nil {
		l.link(arcs)
		l.check(p)
	}
	if p.err != nil {
		return nil, fmt.Errorf("%s: %w", name, p.err)
	}
	return l, nil
}

// parser goes through the bytes; after a fault it gives zeros.
type parser struct {
	data []byte
	at   int
	err  error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("offset %d: %w: %s", p.at, trace.ErrCorrupt, fmt.Sprintf(format, args...))
	}
}

func (p *parser) take(n int, what string) []byte {
	if p.err == nil && (n < 0 || n > len(p.data)-p.at) {
		p.err = fmt.Errorf("offset %d: %w: %s: %d bytes expected, %d left", p.at, trace.ErrTruncated, what, n, len(p.data)-p.at)
	}
	if p.err != nil {
		return nil
	}
	p.at += n
	return p.data[p.at-n : p.at]
}

func (p *parser) number(what string) int32 {
	if b := p.take(4, what); b != nil {
		return int32(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// count is a number of things of a size, which must be there.
func (p *parser) count(what string, size int) int {
	n := int(p.number("number of " + what))
	if p.err == nil && (n < 0 || n > (len(p.data)-p.at)/size) {
		p.at -= 4
		p.fail("%d %s cannot be in the %d bytes that follow", n, what, len(p.data)-p.at-4)
	}
	if p.err != nil {
		return 0
	}
	return n
}

func (p *parser) strings(what string) []byte {
	b := p.take(p.count("bytes of "+what, 1), what)
	if n := len(b); n > 0 && b[n-1] != 0 {
		p.fail("the last string of the %s has no end", what)
	}
	p.number("hash of " + what)
	return b
}

// actions reads arcs and actions, which come by id from here on.
func (p *parser) actions(l *Log) []arc {
	n := p.count("actions", arcSize)
	arcs := make([]arc, p.count("arcs", arcSize))
	for i := range arcs {
		a := arc{p.number("arc"), p.number("arc"), p.number("arc")}
		if a.tail < 0 || a.tail >= a.head {
			p.at -= arcSize
			p.fail("an arc from action %d to %d: expected one to a later action", a.tail, a.head)
			return nil
		}
		arcs[i] = a
	}
	for range n {
		if p.err != nil {
			return nil
		}
		id, kind := p.number("action"), p.number("action")
		if p.err == nil && (id < 0 || kind < 0 || int(kind) >= len(kinds)) {
			p.fail("action %d of type %d: expected an id from 0 on and a type below %d", id, kind, len(kinds))
			return nil
		}
		commands := p.take(p.count("commands", commandSize)*commandSize, "commands")
		if p.err == nil {
			l.actions = append(l.actions, action{id: id, kind: kinds[kind], commands: commands})
		}
	}
	return arcs
}

// link makes the events, those too that arcs alone tell of, and gives them their
// arcs.
func (l *Log) link(arcs []arc) {
	for _, a := range arcs {
		l.actions = append(l.actions, action{id: a.tail}, action{id: a.head})
	}
	slices.SortStableFunc(l.actions, func(a, b action) int { return cmp.Compare(a.id, b.id) })
	l.actions = slices.CompactFunc(l.actions, func(a, b action) bool { return a.id == b.id && (a.commands == nil || b.commands == nil) })
	events := make(map[int32]int32, len(l.actions))
	for i := range l.actions {
		a := &l.actions[i]
		if a.commands == nil {
			a.kind = trace.Env
		}
		events[a.id] = int32(i)
		l.tables.Events.Add(fmt.Sprintf("e%d", a.id))
	}
	for _, a := range arcs {
		a.tail, a.head = events[a.tail], events[a.head]
		l.actions[a.head].in = append(l.actions[a.head].in, a)
	}
	for i := range l.actions {
		in := l.actions[i].in
		slices.SortStableFunc(in, func(a, b arc) int { return cmp.Compare(b.duration, a.duration) })
		if len(in) > 0 {
			tail := &l.actions[in[0].tail]
			tail.out = append(tail.out, in[0])
		}
	}
	l.orderTimers()
	l.tables.Stacks = []trace.Stack{{}}
}

// check looks at what commands name, and gives variables their addresses.
func (l *Log) check(p *parser) {
	taken := map[string]bool{}
	for i := range l.actions {
		a := &l.actions[i]
		if i > 0 && l.actions[i-1].id == a.id {
			p.fail("action %d is there twice", a.id)
			return
		}
		for c := a.commands; len(c) > 0; c = c[commandSize:] {
			what, operand := command(c)
			in := map[int32][]byte{enterScope: l.scopes, readMemory: l.vars, writeMemory: l.vars, memoryValue: l.values}[what]
			switch {
			case what < 0 || what >= numCommands:
				p.fail("action %d has a command %d, expected one below %d", a.id, what, numCommands)
				return
			case what == exitScope || what == triggerArc:
				continue
			case operand < 0 || int(operand) >= len(in):
				p.fail("action %d: command %d names a string at %d of %d bytes", a.id, what, operand, len(in))
				return
			}
			if (what == readMemory || what == writeMemory) && l.places[operand] == 0 {
				l.tables.Locations = append(l.tables.Locations, unique(taken, text(l.vars, operand)))
				l.places[operand] = uint32(len(l.tables.Locations))
			}
		}
	}
}

func command(c []byte) (what, operand int32) {
	return int32(binary.LittleEndian.Uint32(c)), int32(binary.LittleEndian.Uint32(c[4:]))
}

// text is the string at an offset.
func text(b []byte, at int32) string {
	b = b[at:]
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// unique makes a name of the trace language that is not taken yet.
func unique(taken map[string]bool, s string) string {
	name := []byte(s[:min(len(s), 200)])
	for i, c := range name {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		if !letter && bytes.IndexByte([]byte("_.:-$@"), c) < 0 {
			name[i] = '_'
		}
	}
	base := "v_" + string(name)
	out := base
	for n := len(taken); taken[out]; n++ {
		out = fmt.Sprintf("%s.%d", base, n)
	}
	taken[out] = true
	return out
}

// valueOf is 32 bits of a value, 0 for null.
func valueOf(s string) uint64 {
	if s == "null" || s == "undefined" || s == "" {
		return 0
	}
	h := fnv.New32a()
	h.Write([]byte(s))
	return uint64(max(h.Sum32(), 1))
}
