package trace

import (
	"errors"
	"io"
)

// Brief is for whoever counts the operations of a recording and looks at no details: what
// its readers keep does not grow with the number of strings, stacks and names. They check
// as much as others do. Their operations have no attributes, no type of what they are
// about, no name of a sink and no commuting name; a stack says nothing; tables have the
// modules, and the sites without what these depend on.
//
// What is left grows with the recording like this: some bits an event, a loop and a
// string, 40 bytes a block of the file (64 KiB, from a recorder), and the block at hand of
// each thread that still runs.
//
// Sources other than recordings are held in memory anyway, and are returned as they are.
func Brief(src Source) Source {
	switch s := src.(type) {
	case checkedSource:
		return Checked(Brief(s.src))
	case *binarySource:
		return briefSource{s, nil}
	case *copiedText:
		return briefText{briefSource{s.binarySource, nil}, s}
	}
	return src
}

// briefText keeps the copy there.
type briefText struct {
	briefSource
	of *copiedText
}

// briefSource keeps no strings but those wanted, and as many of others as there is room for.
type briefSource struct {
	*binarySource
	wanted map[uint64]bool
}

func (s briefSource) Open() (Reader, error) {
	r, err := s.open()
	if err != nil {
		return nil, err
	}
	r.tables = &Tables{Stacks: []Stack{{}}, Sites: []Site{{}}}
	r.defs = &definitions{tables: r.tables}
	r.brief = &brief{wanted: s.wanted, missing: map[uint64]bool{}}
	return r, nil
}

// brief is what such a reader knows of definitions.
type brief struct {
	ids           ids       // of strings
	names, filled NumberSet // strings that are names, that are not empty
	kept          texts     // those that came first, or are wanted
	bytes         int       // of kept
	recent        [256]struct {
		raw  uint64
		text string
	}
	wanted  map[uint64]bool
	missing map[uint64]bool // that a module is called by, and that nobody kept
	frames  int             // stacks, but for those that say a type
	places  int             // locations
	own     int             // names that are kept
}

// Of strings that nobody is known to want as many bytes are kept, and of names of events
// and loops, for messages, as many.
const (
	briefBytes = 4 << 20
	briefNames = 1 << 14
)

func (b *brief) define(raw uint64, s []byte) bool {
	if _, taken := b.ids.find(raw); taken {
		return false
	}
	id := b.ids.add(raw)
	b.names.Put(int(id), isName(string(s)))
	b.filled.Put(int(id), len(s) > 0)
	if b.bytes < briefBytes || b.wanted[raw] {
		b.bytes += len(s)
		return b.kept.add(raw, s)
	}
	slot := &b.recent[raw%uint64(len(b.recent))]
	slot.raw, slot.text = raw, string(s)
	return true
}

// has says whether a string was defined, is a name, is not empty.
func (b *brief) has(raw uint64) (defined, name, filled bool) {
	id, ok := b.ids.find(raw)
	return ok, ok && b.names.Has(int(id)), ok && b.filled.Has(int(id))
}

// text is a string that is there, "" and false if it is not at hand.
func (b *brief) text(raw uint64) (string, bool) {
	if s, ok := b.kept.get(raw); ok {
		return s, true
	}
	slot := &b.recent[raw%uint64(len(b.recent))]
	return slot.text, slot.raw == raw
}

// moduleText is the name of a module.
func (b *brief) moduleText(raw uint64) string {
	s, ok := b.text(raw)
	if !ok {
		b.missing[raw] = true
	}
	return s
}

// keepsName counts a name of an event or a loop that may be kept.
func (b *brief) keepsName() bool {
	if b == nil {
		return true
	}
	b.own++
	return b.own <= briefNames
}

// filledText decodes the number of a string that must not be empty; it is "" if it is.
func (t *threadReader) filledText() string {
	id := t.uvarint()
	if t.r.brief == nil {
		return t.text(id)
	}
	if _, _, filled := t.r.brief.has(id); filled {
		return "something"
	}
	t.text(id)
	return ""
}

// moduleText decodes the number of a string that a module is called by.
func (t *threadReader) moduleText() string {
	id := t.uvarint()
	s := t.text(id)
	if t.r.brief == nil || id == 0 || t.bad {
		return s
	}
	return t.r.brief.moduleText(id)
}

// passAttrs decodes n attributes that nobody wants.
func (t *threadReader) passAttrs(n uint64) error {
	for range n {
		key, value := t.uvarint(), t.uvarint()
		t.text(value >> 1)
		if value&1 != 0 {
			t.uvarint()
		}
		t.text(key)
		if _, name, _ := t.r.brief.has(key); !name && !t.bad {
			return t.fault("found attribute key %d, expected a name", key)
		}
	}
	return nil
}

// locations is how many were named.
func (r *binaryReader) locations() int {
	if r.brief != nil {
		return r.brief.places
	}
	return len(r.tables.Locations)
}

// fetch reads the recording again for the names of modules that nobody kept.
func (r *binaryReader) fetch() error {
	if r.brief == nil || len(r.brief.missing) == 0 {
		return nil
	}
	again, err := briefSource{r.src, r.brief.missing}.Open()
	if err != nil {
		return err
	}
	defer again.Close()
	bulk, run := BulkOf(again), make([]Access, 512)
	var op Op
	for err == nil {
		if n, _ := bulk.Accesses(run); n == 0 {
			err = again.Next(&op)
		}
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	r.tables.Modules = again.Tables().Modules
	return nil
}

// FrameCount is how many stacks a trace has, but for those that only say a type; the
// reader is at the end.
func FrameCount(r Reader) int {
	if c, ok := r.(*checker); ok {
		return FrameCount(c.Reader)
	}
	if b, ok := r.(*binaryReader); ok && b.brief != nil {
		return b.brief.frames
	}
	n := 0
	for i, s := range r.Tables().Stacks {
		if i > 0 && s.Type == "" {
			n++
		}
	}
	return n
}

// NumberSet is a set of numbers from 0 on.
type NumberSet []uint64

// Has reports whether a number is in the set; no negative one is.
func (b NumberSet) Has(i int) bool {
	return i >= 0 && i/64 < len(b) && b[i/64]>>uint(i%64)&1 != 0
}

// Put puts a number into the set, or takes it out.
func (b *NumberSet) Put(i int, is bool) {
	for i/64 >= len(*b) {
		*b = append(*b, 0)
	}
	if is {
		(*b)[i/64] |= 1 << uint(i%64)
	} else {
		(*b)[i/64] &^= 1 << uint(i%64)
	}
}
