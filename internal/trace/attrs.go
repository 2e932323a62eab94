package trace

import (
	"encoding/binary"
	"slices"
	"strconv"
)

// AttrStore keeps the attributes of many operations in little room: as a recording has
// them, some bytes each, with the recording's own strings behind them; those of other
// sources with strings of the store.
//
// The rule it keeps: it is filled by one reader's walk, and then only read, by anybody.
type AttrStore struct {
	strings *texts            // that recorded attributes refer to
	own     []string          // that others do, from 1 on
	numbers map[string]uint64 // of own
	keys    map[string]bool   // all keys that were seen
	keyIDs  map[uint64]bool   // likewise, by their numbers
	pieces  [][]byte
	encoded []byte
}

// Attrs are the attributes of an operation in a store; the zero value has none.
type Attrs struct {
	in *AttrStore
	at uint64 // of the encoded list: its piece, and where it begins there
}

// An encoded list is a number of attributes, then for each its key, twice the number of
// its value's text, and one more if a number follows.
const (
	firstPiece = 1 << 10 // later ones are larger
	attrPiece  = 1 << 20
	attrAtBits = 24
)

// recordedAttrs is what a reader offers that has the attributes of the operation that it
// gave last as bytes, with more behind them; nil: it has not.
type recordedAttrs interface {
	recordedAttrs() ([]byte, *texts)
}

// Keep keeps the attributes of the operation that r gave last.
func (s *AttrStore) Keep(r Reader, op *Op) Attrs {
	if len(op.Attrs) == 0 {
		return Attrs{}
	}
	if s.keys == nil {
		s.keys, s.keyIDs, s.numbers = map[string]bool{}, map[uint64]bool{}, map[string]uint64{}
	}
	var list []byte
	if c, ok := r.(recordedAttrs); ok {
		list, s.strings = c.recordedAttrs()
	}
	if list == nil {
		list = s.encode(op.Attrs)
	}
	return Attrs{s, s.put(list[:s.noteKeys(list, op.Attrs)])}
}

func (s *AttrStore) encode(list []Attr) []byte {
	b := binary.AppendUvarint(s.encoded[:0], uint64(len(list)))
	for _, a := range list {
		stem, number, numbered := splitNumber(a.Value)
		b = binary.AppendUvarint(b, s.number(a.Key))
		value := s.number(stem) << 1
		if numbered {
			b = binary.AppendUvarint(binary.AppendUvarint(b, value|1), number)
		} else {
			b = binary.AppendUvarint(b, value)
		}
	}
	s.encoded = b
	return b
}

// number is that of a string of the store.
func (s *AttrStore) number(text string) uint64 {
	if text == "" {
		return 0
	}
	n, known := s.numbers[text]
	if !known {
		s.own = append(s.own, text)
		n = uint64(len(s.own))
		s.numbers[text] = n
	}
	return n
}

// noteKeys remembers what keys there are, for most that somebody asks for are none of
// them, and returns how long an encoded list is.
func (s *AttrStore) noteKeys(list []byte, attrs []Attr) int {
	d := attrDecoder{list}
	d.number()
	for i := range attrs {
		if key := d.number(); !s.keyIDs[key] {
			s.keyIDs[key] = true
			s.keys[attrs[i].Key] = true
		}
		if d.number()&1 != 0 {
			d.number()
		}
	}
	return len(list) - len(d.b)
}

// put returns where a list is from now on.
func (s *AttrStore) put(list []byte) uint64 {
	n := len(s.pieces) - 1
	if n < 0 || cap(s.pieces[n])-len(s.pieces[n]) < len(list) {
		n++
		s.pieces = append(s.pieces, make([]byte, 0, max(min(firstPiece<<min(n, 16), attrPiece), len(list))))
	}
	at := uint64(n)<<attrAtBits | uint64(len(s.pieces[n]))
	s.pieces[n] = append(s.pieces[n], list...)
	return at
}

// Get returns the value of an attribute, "" if absent.
func (a Attrs) Get(key string) string {
	if a.in == nil || !a.in.keys[key] {
		return ""
	}
	d, n := a.decoder()
	for range n {
		k, v := d.number(), d.number()
		number := uint64(0)
		if v&1 != 0 {
			number = d.number()
		}
		if a.in.text(k) == key {
			return a.value(v, number)
		}
	}
	return ""
}

// Has reports whether there is an attribute of that key.
func (a Attrs) Has(key string) bool {
	return a.in != nil && a.in.keys[key] && slices.ContainsFunc(a.All(), func(b Attr) bool { return b.Key == key })
}

// All are the attributes, in their order.
func (a Attrs) All() []Attr {
	if a.in == nil {
		return nil
	}
	d, n := a.decoder()
	list := make([]Attr, n)
	for i := range list {
		k, v := d.number(), d.number()
		number := uint64(0)
		if v&1 != 0 {
			number = d.number()
		}
		list[i] = Attr{a.in.text(k), a.value(v, number)}
	}
	return list
}

func (a Attrs) decoder() (d attrDecoder, n uint64) {
	d = attrDecoder{a.in.pieces[a.at>>attrAtBits][a.at&(1<<attrAtBits-1):]}
	return d, d.number()
}

func (a Attrs) value(v, number uint64) string {
	s := a.in.text(v >> 1)
	if v&1 != 0 {
		return s + strconv.FormatUint(number, 10)
	}
	return s
}

func (s *AttrStore) text(n uint64) string {
	switch {
	case n == 0:
		return ""
	case s.strings != nil:
		text, _ := s.strings.get(n)
		return text
	}
	return s.own[n-1]
}

// attrDecoder reads numbers that somebody has checked.
type attrDecoder struct{ b []byte }

func (d *attrDecoder) number() uint64 {
	x, n := binary.Uvarint(d.b)
	d.b = d.b[max(n, 0):]
	return x
}

// AttrsOf are attributes in a store of their own.
func AttrsOf(list ...Attr) Attrs { return (&AttrStore{}).Keep(nil, &Op{Attrs: list}) }
