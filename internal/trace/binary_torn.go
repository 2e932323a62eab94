package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A file that ends where a block should go on has lost its end: a copy that was
// interrupted, a disk that went away. What comes before is read, up to the tear, and
// Meta.Torn says so; whoever decides about a trace (check) does not take it for whole.
//
// What is read ends
//  1. with what is there of the torn block; if that is compressed, before whatever came
//     after it was begun;
//  2. where the blocks that are there leave one of a thread out; what comes after the torn one may stand
//     before it in the file, for the recorder uses a block's place again;
//  3. where something refers to what is not there. In a torn file that is no fault.
//
// So nothing is taken up that what is lost might have changed, as far as the file
// shows; a tear at the very end of a block leaves no trace in it.

// noCut: the file is whole.
const noCut = math.MaxUint64

// tornAt notes that the file ends at `size`, inside a block.
func (s *binarySource) tornAt(size int64, where string) {
	s.meta.Torn = fmt.Sprintf("offset %d: %v: the file ends inside a block%s", size, ErrTruncated, where)
	s.meta.Complete = false
}

// checkSteps: a file that has blocks at steps ends at one.
func (s *binarySource) checkSteps(size, step int64) {
	if step != 0 && (size-headerSize)%step != 0 && s.meta.Torn == "" {
		s.tornAt(size, ", or between two")
	}
}

// addTorn takes up the block at `off`, as far as it is there.
func (s *binarySource) addTorn(off, size int64, h []byte) {
	if codec := binary.LittleEndian.Uint32(h[36:]); codec != 0 {
		s.cut = binary.LittleEndian.Uint64(h[16:])
		return
	}
	binary.LittleEndian.PutUint32(h[12:], uint32(size-off-blockHeaderSize))
	binary.LittleEndian.PutUint32(h[32:], blockOpen) // its checksum is that of the whole
	t := ThreadID(binary.LittleEndian.Uint32(h[8:]))
	if s.addBlock(off, h) {
		s.blocks[t][len(s.blocks[t])-1].torn = true
	}
	s.gaps[t] = true
}

// untilGap keeps the blocks before the first that is missing.
func (s *binarySource) untilGap(t ThreadID, blocks []blockRef) {
	n := 0
	for n < len(blocks) && blocks[n].index == uint32(n) && (n == 0 || !blocks[n-1].torn) {
		n++
	}
	if n == 0 { // it has said something by then, nobody knows since when
		s.cut = min(s.cut, blocks[0].seq)
		delete(s.blocks, t)
		return
	}
	if n < len(blocks) {
		s.gaps[t] = true
	}
	s.blocks[t] = blocks[:n]
}

// tear ends the reading here.
func (r *binaryReader) tear() { r.cur, r.waiting = nil, nil }

// isTear: the fault comes of what is lost; a block that is there and is damaged is one all
// the same.
func (r *binaryReader) isTear(err error) bool {
	return r.src.meta.Torn != "" && !r.damaged && errors.Is(err, ErrCorrupt)
}
