package eventracer

import (
	"io"
	"strconv"

	"sparseracer/internal/trace"
)

// Name implements trace.Source.
func (l *Log) Name() string { return l.name }

// Open implements trace.Source.
func (l *Log) Open() (trace.Reader, error) {
	return &reader{log: l, meta: trace.Meta{Complete: true, Loop: trace.LoopExact, Instrumented: true}}, nil
}

// reader makes operations of one action after the other.
type reader struct {
	log      *Log
	meta     trace.Meta
	next     int        // action
	ready    []trace.Op // to be given before the commands
	commands []byte
	after    []trace.Op // and after them
}

func (r *reader) Meta() *trace.Meta     { return &r.meta }
func (r *reader) Tables() *trace.Tables { return &r.log.tables }
func (r *reader) Close() error          { return nil }

// Next implements trace.Reader.
func (r *reader) Next(op *trace.Op) error {
	for {
		switch {
		case len(r.ready) > 0:
			*op, r.ready = r.ready[0], r.ready[1:]
			return nil
		case len(r.commands) > 0:
			if r.access(op) {
				return nil
			}
		case r.after != nil:
			r.ready, r.after = r.after, nil
		case r.next == len(r.log.actions):
			return io.EOF
		default:
			r.begin(int32(r.next))
			r.next++
		}
	}
}

// access takes a command, and the value that follows it; false for one that is no
// access.
func (r *reader) access(op *trace.Op) bool {
	what, operand := command(r.commands)
	r.commands = r.commands[commandSize:]
	if what != readMemory && what != writeMemory {
		return false
	}
	*op = trace.Op{Kind: trace.Read, Event: trace.NoEvent, Loop: trace.NoLoop, Addr: r.log.place(operand), Size: 1}
	if what == writeMemory {
		op.Kind = trace.Write
	}
	if len(r.commands) > 0 {
		if what, value := command(r.commands); what == memoryValue {
			op.Mode, op.Val = trace.ModeVal, valueOf(text(r.log.values, value))
			r.commands = r.commands[commandSize:]
		}
	}
	return true
}

// place is a variable's address.
func (l *Log) place(variable int32) uint64 {
	return trace.LocationBase + uint64(l.places[variable]-1)<<32
}

// begin makes what stands around an action's commands.
func (r *reader) begin(event int32) {
	a := &r.log.actions[event]
	of := func(k trace.Kind, event int32) trace.Op {
		return trace.Op{Kind: k, Event: trace.EventID(event), Loop: trace.NoLoop}
	}
	deq := of(trace.Deq, event)
	if len(a.in) == 0 {
		deq.EventKind, deq.Attrs = a.kind, r.log.label(a)
	}
	r.ready, r.commands = []trace.Op{deq}, a.commands
	for i, in := range a.in {
		if i > 0 {
			r.ready = append(r.ready, of(trace.Join, in.tail))
		}
	}
	for _, out := range a.out {
		head := &r.log.actions[out.head]
		enq := of(trace.Enq, out.head)
		enq.EventKind, enq.Level, enq.Attrs = head.kind, trace.NoLevel, r.log.label(head)
		if out.duration >= 0 {
			enq.EventKind = trace.Timer
			enq.Attrs = append(enq.Attrs, trace.Attr{Key: "timer", Value: strconv.Itoa(int(head.id))},
				trace.Attr{Key: "interval", Value: strconv.Itoa(int(out.duration))})
		}
		r.after = append(r.after, enq)
	}
	r.after = append(r.after, of(trace.End, event))
}

// label is the first scope of an action.
func (l *Log) label(a *action) []trace.Attr {
	if len(a.commands) > 0 {
		if what, scope := command(a.commands); what == enterScope {
			if s := text(l.scopes, scope); s != "" {
				return []trace.Attr{{Key: "label", Value: s[:min(len(s), 200)]}}
			}
		}
	}
	return nil
}
