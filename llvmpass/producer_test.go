package llvmpass

import (
	"bytes"
	"encoding/binary"
	"os/exec"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// written is a stream of bits.
type written struct {
	data []byte
	n    int
}

func (w *written) fixed(v uint64, width int) {
	for i := range width {
		if w.n%8 == 0 {
			w.data = append(w.data, 0)
		}
		w.data[w.n/8] |= byte(v>>i&1) << (w.n % 8)
		w.n++
	}
}

func (w *written) vbr(v uint64, width int) {
	for ; v >= 1<<(width-1); v >>= width - 1 {
		w.fixed(v&(1<<(width-1)-1)|1<<(width-1), width)
	}
	w.fixed(v, width)
}

// identified is the beginning of bitcode by somebody.
func identified(who string) []byte {
	w := &written{data: binary.LittleEndian.AppendUint32(nil, bitcodeMagic), n: 32}
	w.fixed(enterSubblock, 2)
	w.vbr(identificationBlock, 8)
	w.vbr(5, 4)
	w.fixed(0, (32-w.n%32)%32)
	w.fixed(9, 32)
	w.fixed(unabbreviated, 5)
	w.vbr(identificationString, 6)
	w.vbr(uint64(len(who)), 6)
	for _, c := range []byte(who) {
		w.vbr(uint64(c), 6)
	}
	w.fixed(endBlock, 5)
	w.fixed(0, 32)
	return w.data
}

func TestRefuseNewer(t *testing.T) {
	for who, refused := range map[string]bool{
		"LLVM19.1.7": false, "LLVM18.1.8": false, "LLVM20.1.0": true, "LLVM21.1.8+rust-1.90": true, "LLVM100.0.0git": true,
		"LLVM19.1.7-rust-1.83.0-stable": false, "APPLE_1_1600.0.26.6_0": false, "LLVM": false, "": false,
	} {
		err := refuseNewer(identified(who), 19)
		if (err != nil) != refused || err != nil && (!strings.Contains(err.Error(), who) || !strings.Contains(err.Error(), "SPARSE_CLANG")) {
			t.Errorf("%q: %v", who, err)
		}
	}
}

// What clang really writes, with its abbreviation, plain and in a wrapper; every part of it
// is no bitcode and not an endless loop.
func TestProducer(t *testing.T) {
	cmd := exec.Command(needs.Tool(t, "clang-19"), "-emit-llvm", "-c", "-xc", "-", "-o", "-")
	cmd.Stdin = strings.NewReader("int f(void) { return 1; }\n")
	bitcode, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	wrapped := binary.LittleEndian.AppendUint32(nil, wrapperMagic)
	for _, field := range []int{0, 20, len(bitcode), 7} {
		wrapped = binary.LittleEndian.AppendUint32(wrapped, uint32(field))
	}
	for _, b := range [][]byte{bitcode, append(wrapped, bitcode...)} {
		if who, err := producer(b); err != nil || !strings.HasPrefix(who, "LLVM19.") {
			t.Errorf("%q, %v", who, err)
		}
	}
	for n := range min(len(bitcode), 200) {
		if who, err := producer(bitcode[:n]); err == nil && !strings.HasPrefix(who, "LLVM19.") {
			t.Errorf("the first %d bytes: %q", n, who)
		}
	}
	if who, err := producer(bytes.Repeat([]byte{0xff}, 64)); err == nil {
		t.Errorf("no bitcode: %q", who)
	}
}

// TestEmptyElements: an array whose elements take no bits is not as long as it says.
func TestEmptyElements(t *testing.T) {
	for name, element := range map[string]operand{"literal": {literal, 7}, "no bits": {inFixed, 0}} {
		b := &bitstream{data: []byte{0xff, 0xff, 0xff, 0, 0, 0, 0, 0}} // in chunks of 6 bits: 2^20 and more
		if record := b.abbreviated([]operand{{encoding: inArray}, element}); !b.past || len(record) > 64 {
			t.Errorf("%s: %d values of 8 bytes", name, len(record))
		}
	}
}

func FuzzProducer(f *testing.F) {
	f.Add(identified("LLVM19.1.7"))
	f.Fuzz(func(_ *testing.T, b []byte) { _ = refuseNewer(b, 19) })
}
