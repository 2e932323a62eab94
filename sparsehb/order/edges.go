package order

import (
	"encoding/binary"
	"iter"
)

// Edge is a conclusion of a rule, kept for Why.
type Edge struct {
	From BlockID
	rule ruleID
}

// edges are the conclusions of a pass, by the block that they lead to, some three bytes
// each: the rule, and how far back the other block is. A list ends with noRule.
type edges struct {
	at    []uint32 // by block
	bytes pieces[byte]
	n     int // of all blocks
	room  []byte
}

const noRule = 0xff

func newEdges(blocks int) edges { return edges{at: make([]uint32, blocks)} }

func (l *edges) reset() {
	l.n = 0
	l.bytes.reset()
}

func (l *edges) put(b BlockID, list []Edge) {
	l.n += len(list)
	r := l.room[:0]
	for _, e := range list {
		r = binary.AppendUvarint(append(r, byte(e.rule)), uint64(b-e.From))
	}
	l.room = append(r, noRule)
	l.at[b] = l.bytes.put(l.room).at
}

// to are those that lead to a block that was placed.
func (l *edges) to(b BlockID) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		r := l.bytes.from(l.at[b])
		for r[0] != noRule {
			rule := ruleID(r[0])
			back, n := binary.Uvarint(r[1:])
			r = r[1+n:]
			if !yield(Edge{b - BlockID(back), rule}) {
				return
			}
		}
	}
}
