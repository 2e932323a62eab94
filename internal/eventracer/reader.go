package eventracer

import (
	"fmt"
	"hash/fnv"
	"io"
	"strconv"

	"sparseracer/internal/trace"
)

// Name implements trace.Source.
func (l *Log) Name() string { return l.name }

// Open implements trace.Source.
func (l *Log) Open() (trace.Reader, error) {
	return &reader{log: l, window: window{in: l.in, size: l.size}, event: none, wrote: map[int32]int32{},
		meta: trace.Meta{Complete: true, Loop: trace.LoopExact, Instrumented: true}}, nil
}

// reader makes operations of one action after the other: its deq, its joins, what its
// commands access, its enqs, its end.
type reader struct {
	log *Log
	window
	meta  trace.Meta
	event int32           // at hand
	step  step            // of it
	list  []int32         // joins or enqs, still to be given
	at    int64           // of its commands
	left  int32           // of them
	wrote map[int32]int32 // by node of a page: the event that wrote it last
	err   error
}

type step uint8

const (
	over step = iota
	joins
	accesses
	enqs
)

func (r *reader) Meta() *trace.Meta     { return &r.meta }
func (r *reader) Tables() *trace.Tables { return &r.log.tables }
func (r *reader) Close() error          { return nil }

// Done implements trace.Measured.
func (r *reader) Done() float64 { return float64(max(r.event, 0)) / float64(len(r.log.actions)+1) }

// Next implements trace.Reader.
func (r *reader) Next(op *trace.Op) error {
	l := r.log
	for {
		switch {
		case r.err != nil:
			return r.err
		case r.step == over:
			if int(r.event+1) >= len(l.actions) {
				return io.EOF
			}
			r.event++
			a := &l.actions[r.event]
			r.step, r.list, r.at, r.left = joins, l.joins.of(r.event), a.at, a.commands
			*op = of(trace.Deq, r.event)
			if l.enqs[r.event] == none {
				op.EventKind, op.Attrs = a.kind, l.about(r.event)
			}
			return nil
		case len(r.list) > 0 && r.step == joins:
			*op = of(trace.Join, r.list[0])
			r.list = r.list[1:]
			return nil
		case r.step == joins:
			r.step = accesses
		case r.step == accesses:
			var one [1]trace.Access
			if r.accesses(one[:]) > 0 {
				a := &one[0]
				*op = trace.Op{Kind: a.Kind, Event: trace.NoEvent, Loop: trace.NoLoop, Addr: a.Addr, Size: a.Size, Val: a.Val, Mode: a.Mode}
				return nil
			}
			r.step, r.list = enqs, l.outs.of(r.event)
		case len(r.list) > 0:
			head := r.list[0]
			*op = of(trace.Enq, head)
			op.EventKind, op.Level, op.Attrs = l.kindOf(head), trace.NoLevel, l.about(head)
			r.list = r.list[1:]
			return nil
		default:
			*op = of(trace.End, r.event)
			r.step = over
			return nil
		}
	}
}

func of(k trace.Kind, event int32) trace.Op {
	return trace.Op{Kind: k, Event: trace.EventID(event), Loop: trace.NoLoop}
}

// Accesses implements trace.Bulk.
func (r *reader) Accesses(buf []trace.Access) (int, trace.ThreadID) {
	if r.step == joins && len(r.list) == 0 {
		r.step = accesses
	}
	if r.step != accesses {
		return 0, 0
	}
	return r.accesses(buf), 0
}

// accesses takes commands, each with the value that follows it, as far as buf has room.
func (r *reader) accesses(buf []trace.Access) (n int) {
	for r.left > 0 && n < len(buf) {
		part := min(int(r.left), windowSize/commandSize)
		c, err := r.some(r.at, min(part, 2)*commandSize, part*commandSize)
		if err != nil {
			r.err, r.left = fmt.Errorf("%s: %w", r.log.name, err), 0
			return n
		}
		part = len(c) / commandSize
		took := 0
		for took < part && n < len(buf) {
			what, operand := command(c[took*commandSize:])
			took++
			if what != readMemory && what != writeMemory {
				continue
			}
			a := &buf[n]
			*a = trace.Access{Kind: trace.Read, Size: 1}
			if what == writeMemory {
				a.Kind = trace.Write
			}
			if !r.place(a, operand) {
				return n
			}
			n++
			if took == part && int(r.left) > part { // its value may be in the next window
				took, n = took-1, n-1
				break
			}
			if took < part {
				if what, value := command(c[took*commandSize:]); what == memoryValue {
					took++
					a.Mode, a.Val = trace.ModeVal, r.log.value(value)
				}
			}
		}
		if took == 0 {
			break
		}
		r.at, r.left = r.at+int64(took*commandSize), r.left-int32(took)
	}
	return n
}

// place gives an access its address; false if the file is another one than that which was
// looked through.
func (r *reader) place(a *trace.Access, variable int32) bool {
	l := r.log
	if uint32(variable) >= uint32(len(l.places)) || l.places[variable] == 0 {
		r.err, r.left = fmt.Errorf("%s: offset %d: %w: the file has changed meanwhile", l.name, r.at, trace.ErrCorrupt), 0
		return false
	}
	number := l.places[variable]
	if len(l.nodes) > 0 && l.nodes[variable] {
		if a.Kind == trace.Write {
			r.wrote[variable] = r.event
		}
		if by, is := r.wrote[variable]; is {
			if n := l.written[written{variable, by}]; n != 0 {
				number = n
			}
		}
	}
	a.Addr = trace.LocationBase + uint64(number-1)<<32
	return true
}

// value is 32 bits of a value, 0 for null.
func (l *Log) value(at int32) uint64 {
	if uint32(at) >= uint32(len(l.hashes)) {
		return 0
	}
	if l.hashes[at] == 0 {
		l.hashes[at] = hashOf(text(l.values, at)) + 1
	}
	return uint64(l.hashes[at] - 1)
}

// hashOf leaves the largest number out, for one more than that is kept.
func hashOf(s string) uint32 {
	if s == "null" || s == "undefined" || s == "" {
		return 0
	}
	h := fnv.New32a()
	h.Write([]byte(s))
	return max(min(h.Sum32(), 1<<32-2), 1)
}

// kindOf is the kind of an event that is enqueued.
func (l *Log) kindOf(event int32) trace.EventKind {
	if l.arcs.all[l.enqs[event]].duration >= 0 {
		return trace.Timer
	}
	return l.actions[event].kind
}

// about are the attributes of an event: its first scope, and what timer it is.
func (l *Log) about(event int32) []trace.Attr {
	if l.attrs[event] == nil {
		l.attrs[event] = l.attributes(event)
	}
	return l.attrs[event]
}

func (l *Log) attributes(event int32) []trace.Attr {
	list := []trace.Attr{}
	a := &l.actions[event]
	if a.scope != none {
		if s := text(l.scopes, a.scope); s != "" {
			list = append(list, trace.Attr{Key: "label", Value: s[:min(len(s), longestName)]})
		}
	}
	if e := l.enqs[event]; e != none && l.arcs.all[e].duration >= 0 {
		list = append(list, trace.Attr{Key: "timer", Value: strconv.Itoa(int(a.id))},
			trace.Attr{Key: "interval", Value: strconv.Itoa(int(l.arcs.all[e].duration))})
	}
	return list
}
