package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// block is a sealed block with a payload.
func block(thread, index, codec uint32, payload []byte) []byte {
	b := make([]byte, blockHeaderSize, blockHeaderSize+len(payload)+8)
	for i, x := range []uint32{blockMagic, uint32(blockHeaderSize + (len(payload)+7)&^7), thread, uint32(len(payload)),
		1, 0, index, crc32.Checksum(payload, castagnoli), blockSealed, codec} {
		binary.LittleEndian.PutUint32(b[4*i:], x)
	}
	b = append(b, payload...)
	return append(b, make([]byte, -len(payload)&7)...)
}

func openBlocks(t testing.TB, blocks ...[]byte) Source {
	t.Helper()
	src, err := OpenFile(writeBlocks(t, blocks...))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func writeBlocks(t testing.TB, blocks ...[]byte) (path string) {
	t.Helper()
	data, err := os.ReadFile(toBinary(t, mustParse(t, "# complete: yes\n")))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		data = append(data, b...)
	}
	path = filepath.Join(t.TempDir(), "t.srt")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func zframe(t testing.TB, content []byte) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	return e.EncodeAll(content, nil)
}

// reads are n records read(addr,1) at the same place.
func reads(n int) []byte { return []byte(strings.Repeat("\x0a\x00\x00", n)) }

func TestCompressedIsSmaller(t *testing.T) {
	var b strings.Builder
	for i := 0; i < 50000; i++ {
		fmt.Fprintf(&b, "read(0x%x,8)\n", 0x7f0000000000+i*8)
	}
	plain, packed := toBinary(t, mustParse(t, b.String())), written(t, mustParse(t, b.String()), WriteCompressed)
	a, err1 := os.Stat(plain)
	z, err2 := os.Stat(packed)
	if err := errors.Join(err1, err2); err != nil || z.Size()*4 > a.Size() {
		t.Errorf("%d bytes became %d (%v)", a.Size(), z.Size(), err)
	}
}

// A frame of few bytes that becomes too many is refused, whatever it says of
// itself; one just small enough is read.
func TestDecompressionIsBounded(t *testing.T) {
	const most = maxContent / 3
	ops, r, err := readAll(openBlocks(t, block(0, 0, 1, zframe(t, reads(most)))))
	if err != nil || len(ops) != most {
		t.Fatalf("%d operations, %v", len(ops), err)
	}
	r.Close()
	for name, f := range map[string][]byte{
		"one block":  zframe(t, reads(most+1)),
		"large":      zframe(t, make([]byte, 64<<20)),
		"two frames": append(zframe(t, reads(most)), zframe(t, reads(most))...),
	} {
		_, _, err := readAll(openBlocks(t, block(0, 0, 1, f)))
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "does not decompress") {
			t.Errorf("%s, %d bytes: %v", name, len(f), err)
		}
	}
}

// Very many threads whose blocks must all be held at once.
func TestManyThreadsHeldAtOnce(t *testing.T) {
	// mark with a large number: each thread stops at once and waits.
	small := zframe(t, append([]byte{31, 0xff, 0xff, 0x03}, reads(1000)...))
	var blocks [][]byte
	for i := 0; i <= maxHeld/maxContent; i++ {
		blocks = append(blocks, block(uint32(i), 0, 1, small))
	}
	_, _, err := readAll(openBlocks(t, blocks...))
	if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "threads at once") {
		t.Errorf("got %v", err)
	}
	ops, r, err := readAll(openBlocks(t, blocks[:100]...))
	if err != nil || len(ops) != 100*1000 {
		t.Fatalf("%d operations, %v", len(ops), err)
	}
	r.Close()
}

// A recorder that compresses may leave a block twice when it is killed.
func TestBlockTwice(t *testing.T) {
	sealed := block(0, 0, 1, zframe(t, reads(5)))
	open := block(0, 0, 0, reads(3))
	open[32] = 1
	empty := block(0, 0, 0, nil)
	empty[32] = 1
	next := block(0, 1, 0, reads(7))
	half := block(8, 99, 0, nil) // about to become another thread's
	half[32] = 1
	for name, c := range map[string]struct {
		blocks [][]byte
		want   int
	}{
		"sealed copy, open one left": {[][]byte{open, sealed, next}, 12},
		"sealed copy, old one empty": {[][]byte{empty, next, sealed}, 12},
		"place handed on":            {[][]byte{half, sealed, next}, 12},
		"copy not yet filled":        {[][]byte{open, empty}, 3},
	} {
		ops, r, err := readAll(openBlocks(t, c.blocks...))
		if err != nil || len(ops) != c.want {
			t.Errorf("%s: %d operations, %v, expected %d", name, len(ops), err, c.want)
		}
		r.Close()
	}
}

// FuzzFrame: whatever stands in a compressed block, with a checksum that fits.
func FuzzFrame(f *testing.F) {
	good, err := os.ReadFile(written(f, mustParse(f, everything), WriteCompressed))
	if err != nil {
		f.Fatal(err)
	}
	used := binary.LittleEndian.Uint32(good[headerSize+12:])
	f.Add(good[headerSize+blockHeaderSize:headerSize+blockHeaderSize+int(used)], uint32(0))
	f.Add(zframe(f, reads(1000)), uint32(1))
	f.Add(zframe(f, make([]byte, 1<<20)), uint32(0))
	f.Fuzz(func(t *testing.T, payload []byte, index uint32) {
		// A second block of the thread, and another thread's, uncompressed.
		src, err := openFuzzed(t, block(0, 0, 1, payload), block(0, index, 1, payload), block(3, 0, 0, payload))
		if err != nil {
			return
		}
		exercise(t, src)
	})
}

func openFuzzed(t *testing.T, blocks ...[]byte) (Source, error) {
	data := make([]byte, headerSize)
	copy(data, magic)
	binary.LittleEndian.PutUint32(data[8:], Version)
	binary.LittleEndian.PutUint32(data[12:], headerSize)
	for _, b := range blocks {
		data = append(data, b...)
	}
	path := filepath.Join(t.TempDir(), "f.srt")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return OpenFile(path)
}
