package trace

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// Compressed blocks, codec 1: the committed payload is a zstd frame. What a
// frame may become is bounded, block by block and for all threads together, so
// that a small file cannot ask for a large memory.
const (
	maxContent = 64 << 10  // of one compressed block, decompressed
	maxHeld    = 256 << 20 // of all that are being read at once
)

// decoder decompresses one block at a time.
type decoder struct {
	zstd *zstd.Decoder
	raw  []byte
	held int // decompressed bytes that threads hold
}

// decompress gives the content of a frame in buf, which is from hold.
func (d *decoder) decompress(frame, buf []byte) ([]byte, error) {
	if d.zstd == nil {
		var err error
		d.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(maxContent), zstd.WithDecodeAllCapLimit(true))
		if err != nil {
			return nil, err
		}
	}
	out, err := d.zstd.DecodeAll(frame, buf[:0:maxContent])
	if err != nil {
		return nil, fmt.Errorf("%w: the block does not decompress to at most %d bytes: %w", ErrCorrupt, maxContent, err)
	}
	return out, nil
}

// hold gives a thread the buffer that its compressed blocks become.
func (d *decoder) hold() ([]byte, error) {
	if d.held += maxContent; d.held > maxHeld {
		return nil, fmt.Errorf("%w: found compressed blocks of more than %d threads at once", ErrCorrupt, maxHeld/maxContent)
	}
	return make([]byte, 0, maxContent), nil
}

func (d *decoder) letGo() { d.held -= maxContent }

func (d *decoder) close() {
	if d.zstd != nil {
		d.zstd.Close()
	}
}

// encoder compresses blocks; the zero value leaves them as they are.
type encoder struct {
	zstd *zstd.Encoder
	buf  []byte
}

func newEncoder() (encoder, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithSingleSegment(true), zstd.WithEncoderCRC(false))
	return encoder{zstd: z}, err
}

// compress gives the payload to write and its codec. What is too large for a
// reader, or gains nothing, stays as it is.
func (e *encoder) compress(payload []byte) (out []byte, codec uint32) {
	if e.zstd == nil || len(payload) > maxContent {
		return payload, 0
	}
	e.buf = e.zstd.EncodeAll(payload, e.buf[:0])
	if len(e.buf) >= len(payload) {
		return payload, 0
	}
	return e.buf, codecZstd
}
