package trace

import (
	"math"
	"slices"
	"strconv"
)

// operation decodes the fields of an operation other than an access.
func (t *threadReader) operation(op *Op, kind Kind, flags byte) error {
	*op = Op{Kind: kind, Thread: t.id, Event: NoEvent, Loop: NoLoop, Level: NoLevel}
	if (kind == Alloc || kind == Free) && flags&noAttrs != 0 {
		return t.heapOperation(op, flags)
	}
	fields := fieldsLeft[kind][flags]
	for i := 0; i < len(fields); i++ {
		if err := t.field(op, fields[i]); err != nil {
			return err
		}
		if t.bad {
			return t.cutOff(kind)
		}
	}
	if kind == Alloc && flags&noSize != 0 {
		op.Size = t.size[t.ref%placeCount]
	}
	return nil
}

func (t *threadReader) cutOff(kind Kind) error {
	return t.fault("%s is cut off or refers to something undefined", kind)
}

// heapOperation is operation for an alloc or a free without attributes: half of all that
// is no access, in programs that make and free small things.
func (t *threadReader) heapOperation(op *Op, flags byte) error {
	op.Stack = t.stackRef()
	op.Addr = t.heapAddress()
	switch {
	case flags&noSize == 0:
		if err := t.field(op, 'n'); err != nil {
			return err
		}
	case op.Kind == Alloc:
		op.Size = t.size[t.ref%placeCount]
	}
	if t.bad {
		return t.cutOff(op.Kind)
	}
	return nil
}

// field decodes one field by its letter of events.def.
func (t *threadReader) field(op *Op, letter byte) error {
	switch letter {
	case 'e':
		return t.eventField(op)
	case 'g':
		raw := t.uvarint()
		if raw == 0 {
			return t.fault("found guard 0 in %s", op.Kind)
		}
		if loop, ok := t.r.guard(raw); ok {
			op.Loop = loop
		} else {
			t.bad = true
		}
	case 't':
		op.Sink = t.stringRef()
	case 'k':
		k := t.uvarint()
		if k > uint64(Env) {
			return t.fault("found event kind %d, expected 0 to %d", k, Env)
		}
		op.EventKind = EventKind(k)
	case 'p':
		p := t.zigzag()
		if p < math.MinInt32 || p > math.MaxInt32 {
			return t.fault("found priority %d", p)
		}
		op.Prio = int32(p)
	case 'l':
		l := t.uvarint()
		if l > math.MaxInt32 {
			return t.fault("found loop level %d", l)
		}
		op.Level = int32(l) - 1
	case 'x':
		t.addr += uint64(t.zigzag())
		op.Addr = t.addr
	case 'h':
		op.Addr = t.heapAddress()
	case 'n':
		op.Size = t.uvarint()
		if op.Size > maxSize {
			return t.fault("found %s of %d bytes, expected at most 2^48", op.Kind, op.Size)
		}
		if op.Kind == Alloc {
			t.size[t.ref%placeCount] = op.Size
		}
	case 's':
		op.Stack = t.stackRef()
	case 'a':
		return t.attrsField(op)
	case 'i':
		op.Site = t.siteRef()
	case 'w':
		op.From = op.Addr + uint64(t.zigzag())
	case 'o':
		return t.objectsField(op)
	case 'd':
		if op.Moment = t.uvarint(); op.Moment == 0 || op.Moment > maxMoment {
			return t.fault("found moment %d in %s, expected 1 to 2^48 milliseconds", op.Moment, op.Kind)
		}
	}
	return nil
}

// heapAddress: differences are counted in units of 16 bytes where they can be;
// else a 1 comes first.
func (t *threadReader) heapAddress() uint64 {
	raw := t.uvarint()
	switch {
	case raw == 1:
		t.heap += uint64(t.zigzag())
	case raw&1 != 0:
		t.bad = true
	default:
		u := raw >> 1
		t.heap += 16 * (u>>1 ^ -(u & 1))
	}
	return t.heap
}

func (t *threadReader) eventField(op *Op) error {
	raw := t.uvarint()
	if raw != 0 {
		e, ok := t.r.event(raw)
		op.Event, t.bad = e, t.bad || !ok
		return nil
	}
	if t.bad {
		return nil
	}
	if op.Kind != Pause && op.Kind != Resume {
		return t.fault("found event 0 in %s", op.Kind)
	}
	e, err := t.implicitEvent()
	op.Event = e
	return err
}

func (t *threadReader) attrsField(op *Op) error {
	t.attrsAt = t.at
	n := t.uvarint()
	if n > maxAttrs {
		return t.fault("found %d attributes, expected at most %d", n, maxAttrs)
	}
	if n == 0 {
		return nil
	}
	if t.r.brief != nil {
		return t.passAttrs(n)
	}
	t.attrs = slices.Grow(t.attrs[:0], int(n))
	op.Attrs = t.attrs[:n]
	for i := range op.Attrs {
		op.Attrs[i] = Attr{t.stringRef(), t.attrValue()}
		if !isName(op.Attrs[i].Key) && !t.bad {
			return t.fault("found attribute key %q, expected a name", clip(op.Attrs[i].Key))
		}
	}
	return nil
}

// attrValue decodes a text that a number may follow.
func (t *threadReader) attrValue() string {
	raw := t.uvarint()
	s := t.text(raw >> 1)
	if raw&1 == 0 {
		return s
	}
	t.room = strconv.AppendUint(append(t.room[:0], s...), t.uvarint(), 10)
	return string(t.room)
}

// recordedAttrs implements that of AttrStore.
func (r *binaryReader) recordedAttrs() ([]byte, *texts) {
	if t := r.cur; t != nil {
		return t.buf[t.attrsAt:], &r.defs.texts
	}
	return nil, nil
}

func (t *threadReader) stringRef() string { return t.text(t.uvarint()) }

func (t *threadReader) text(id uint64) string {
	if id == 0 {
		return ""
	}
	if b := t.r.brief; b != nil {
		defined, _, _ := b.has(id)
		t.bad = t.bad || !defined
		return ""
	}
	s, ok := t.r.defs.texts.get(id)
	if !ok {
		t.bad = true
	}
	return s
}

// definition decodes a record that describes; its sequence number is read.
func (t *threadReader) definition(kind Kind) error {
	switch kind {
	case defString, defLocation, defEventname, defGuardname:
		id, s := t.uvarint(), t.bytes()
		if t.bad {
			break
		}
		if kind == defString {
			if !t.r.defineText(id, s) {
				return t.fault("found string %d a second time", id)
			}
			return nil
		}
		return t.define(kind, id, string(s))
	case defStack:
		parent := NoStack
		if back := t.uvarint(); back != 0 {
			parent = t.stack(t.defined - back)
		}
		t.pc += uint64(t.zigzag())
		if !t.bad && t.defineStack(Stack{Parent: parent, PC: t.pc}) {
			return nil
		}
	case defTyped:
		of, back, name := NoStack, t.uvarint(), t.filledText()
		if back != 0 {
			of = t.stack(t.defined - back)
		}
		if !t.bad && name != "" && t.defineStack(Stack{Parent: of, Type: name}) {
			return nil
		}
	case defSite:
		if id, name, b := t.uvarint(), t.stringRef(), t.bytes(); !t.bad {
			return t.defineSite(id, name, string(b))
		}
	case defModule:
		m := Module{Start: t.uvarint(), End: t.uvarint(), Bias: t.uvarint(),
			Path: t.moduleText(), BuildID: t.moduleText()}
		if !t.bad && m.End >= m.Start && t.r.defineModule(m) {
			return nil
		}
	case defLost:
		n := t.uvarint()
		if !t.bad {
			t.r.meta.Lost = addSaturating(t.r.meta.Lost, n)
			return nil
		}
	case defMark:
		return nil
	}
	return t.fault("a definition is cut off or refers to something undefined")
}

func (t *threadReader) define(kind Kind, id uint64, s string) error {
	r, tab, all := t.r, t.r.tables, t.r.defs.tables
	switch kind {
	case defLocation:
		if n := r.locations(); id != uint64(n) || id >= 1<<28 || !isName(s) || !r.defineLocation(s) {
			return t.fault("found location %d %q, expected number %d and a name", id, clip(s), n)
		}
	case defEventname:
		if id == 0 || !isName(s) || !r.named(&r.defs.events, &tab.Events, &all.Events, id, s) {
			return t.fault("found name %q for event %d, expected a name before its first use", clip(s), id)
		}
	case defGuardname:
		if id == 0 || !isName(s) || !r.named(&r.defs.loops, &tab.Loops, &all.Loops, id, s) {
			return t.fault("found name %q for guard %d, expected a name before its first use", clip(s), id)
		}
	}
	return nil
}

// bytes decodes a length and as many bytes; they are good until the next block.
func (t *threadReader) bytes() []byte {
	n := t.uvarint()
	if n > uint64(len(t.buf)-t.at) {
		t.bad = true
		return nil
	}
	s := t.buf[t.at : t.at+int(n)]
	t.at += int(n)
	return s
}
