package trace

import "strings"

// texts are the strings of a trace by number, one behind the other in pieces that the
// garbage collector has not to look through.
type texts struct {
	ids    ids
	at     [][]uint64 // by the string's number in ids: its piece, where in that, its length
	pieces []*strings.Builder
}

const (
	textPiece   = 1 << 16
	textPlaces  = 1 << 10
	textAtBits  = 16
	textLenBits = 24 // a string is part of a block, and that is no larger than maxBlock
)

// add gives a string a number of the trace. It returns false if that is another one's.
func (t *texts) add(raw uint64, s []byte) bool {
	if _, taken := t.ids.find(raw); taken {
		return false
	}
	t.ids.add(raw)
	if n := len(t.at); n == 0 || len(t.at[n-1]) == textPlaces {
		t.at = append(t.at, make([]uint64, 0, min(16<<min(n, 16), textPlaces)))
	}
	last := &t.at[len(t.at)-1]
	*last = append(*last, t.keep(s))
	return true
}

// keep returns where a string is from now on.
func (t *texts) keep(s []byte) uint64 {
	n := len(t.pieces) - 1
	if n < 0 || t.pieces[n].Cap()-t.pieces[n].Len() < len(s) || t.pieces[n].Len() >= textPiece {
		n++
		b := &strings.Builder{}
		b.Grow(max(min(firstPiece<<min(n, 16), textPiece), len(s)))
		t.pieces = append(t.pieces, b)
	}
	b := t.pieces[n]
	at := uint64(n)<<(textAtBits+textLenBits) | uint64(b.Len())<<textLenBits | uint64(len(s))
	b.Write(s)
	return at
}

// get returns the string of a number.
func (t *texts) get(raw uint64) (string, bool) {
	id, ok := t.ids.find(raw)
	if !ok {
		return "", false
	}
	return t.from(t.at[id/textPlaces][id%textPlaces]), true
}

func (t *texts) from(at uint64) string {
	from, size := at>>textLenBits&(1<<textAtBits-1), at&(1<<textLenBits-1)
	return t.pieces[at>>(textAtBits+textLenBits)].String()[from : from+size]
}
