package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// toBinary writes a source in the binary form and opens it again.
func toBinary(t testing.TB, src Source) string {
	t.Helper()
	return written(t, src, WriteBinary)
}

func written(t testing.TB, src Source, write func(io.WriteSeeker, Reader) (uint64, error)) string {
	t.Helper()
	r, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	path := filepath.Join(t.TempDir(), "t.srt")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := write(f, r); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func mustParse(t testing.TB, text string) Source {
	t.Helper()
	src, err := ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestBinaryRoundTrip(t *testing.T) {
	for name, write := range forms {
		src, err := OpenFile(written(t, mustParse(t, everything), write))
		if err != nil {
			t.Fatal(err)
		}
		if got := toText(t, src); got != everything {
			t.Errorf("text to %s to text:\n%s\nexpected:\n%s", name, got, everything)
		}
	}
}

var forms = map[string]func(io.WriteSeeker, Reader) (uint64, error){"binary": WriteBinary, "compressed": WriteCompressed}

// TestBinaryRoundTripRandom has many threads and blocks: the merge must give
// back the order that was written.
func TestBinaryRoundTripRandom(t *testing.T) {
	for seed := int64(1); seed <= 20; seed++ {
		rnd := rand.New(rand.NewSource(seed))
		var b strings.Builder
		for i := 0; i < 10000; i++ {
			thread := rnd.Intn(4)
			suffix := ""
			if thread > 0 {
				suffix = fmt.Sprintf(",thread=%d", thread)
			}
			switch rnd.Intn(4) {
			case 0:
				fmt.Fprintf(&b, "enq(x%d,label=%q%s)\n", i, strings.Repeat("é\n", rnd.Intn(40)), suffix)
			case 1:
				fmt.Fprintf(&b, "alloc(0x%x,%d%s)\n", rnd.Int63n(1<<47), 2+rnd.Intn(9), suffix)
			default:
				fmt.Fprintf(&b, "read(0x%x,%d%s)\n", rnd.Int63n(1<<47), 2+rnd.Intn(100), suffix)
			}
		}
		b.WriteString("# complete: yes\n")
		want := toText(t, mustParse(t, b.String()))
		write := WriteBinary
		if seed%2 == 0 {
			write = WriteCompressed
		}
		src, err := OpenFile(written(t, mustParse(t, b.String()), write))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got := toText(t, src); got != want {
			a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Fatalf("seed %d: line %d is %q after the binary form, was %q", seed, i+1, a[i], b[i])
				}
			}
			t.Fatalf("seed %d: %d lines after the binary form, were %d", seed, len(a), len(b))
		}
	}
}

func TestMainSpins(t *testing.T) {
	path := toBinary(t, mustParse(t, "# complete: yes\nread(x)\nenterloop\nexitloop\nread(x)\n"))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[20] |= flagMainSpins
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	src, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := "deq(main,kind=env)\nread(x)\nend(main)\nenterloop\nexitloop\nread(x)\n# complete: yes\n"
	if got := toText(t, src); got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
}

func TestBinaryFaults(t *testing.T) {
	good, err := os.ReadFile(toBinary(t, mustParse(t, everything)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func(b []byte) []byte
		is     error
		want   string
	}{
		{"empty", func(b []byte) []byte { return nil }, ErrNotTrace, "empty"},
		{"no trace", func(b []byte) []byte { b[0] = 0; return b }, ErrNotTrace, "neither"},
		{"newer version", func(b []byte) []byte { b[8] = 99; return b }, ErrVersion, "found version 99, this program reads 15"},
		{"lost what is no operation", func(b []byte) []byte { b[lostByOffset+31*8] = 1; return b }, ErrCorrupt, "offset 1336: corrupt trace: found lost operations of the unknown kind 31"},
		{"cut header", func(b []byte) []byte { return b[:100] }, ErrTruncated, "found 100 bytes"},
		{"flipped bit", func(b []byte) []byte { b[headerSize+60] ^= 4; return b }, ErrCorrupt, "offset 4136"},
		{"bad magic", func(b []byte) []byte { b[headerSize] = 1; return b }, ErrCorrupt, "offset 4096"},
		{"committed lies", func(b []byte) []byte { b[headerSize+15] = 1; return b }, ErrCorrupt, "committed"},
		{"unknown codec", func(b []byte) []byte { b[headerSize+36] = 2; return b }, ErrVersion, "found codec 2"},
		{"not compressed", func(b []byte) []byte { b[headerSize+36] = 1; return b }, ErrCorrupt, "does not decompress"},
		{"a block twice", func(b []byte) []byte { return append(b, b[headerSize:]...) }, ErrCorrupt, "a second time"},
		{"thread missing its first block", func(b []byte) []byte { b[headerSize+24] = 1; return b }, ErrCorrupt, "expected its block 0"},
	} {
		path := filepath.Join(t.TempDir(), "bad.srt")
		if err := os.WriteFile(path, c.change(append([]byte(nil), good...)), 0o644); err != nil {
			t.Fatal(err)
		}
		src, err := OpenFile(path)
		if err == nil {
			_, _, err = readAll(src)
		}
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, expected %v with %q and the path", c.name, err, c.is, c.want)
		}
	}
}

// TestAccessModes: which sums of modes an access has.
func TestAccessModes(t *testing.T) {
	for mode, bad := range map[Mode]bool{
		ModeAtomic | ModeLoose: false, ModeLoose: true, ModeAtomic | ModeWas | ModeLoose: false, ModeWas: true, ModeAtomic | ModeVal | ModeWas: true, ModeLoose << 1: true,
	} {
		r := &threadReader{buf: append(binary.AppendUvarint(nil, uint64(mode)), 7)}
		if r.accessMode(&Op{}); r.bad != bad {
			t.Errorf("mode %d is bad: %v", mode, r.bad)
		}
	}
}

// FuzzBinary: whatever the bytes, an error or operations, never a panic.
func FuzzBinary(f *testing.F) {
	good, err := os.ReadFile(toBinary(f, mustParse(f, everything)))
	if err != nil {
		f.Fatal(err)
	}
	packed, err := os.ReadFile(written(f, mustParse(f, everything), WriteCompressed))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(packed, uint16(headerSize), byte('S'))
	f.Add(good, uint16(0), byte(0))
	f.Add(good, uint16(headerSize+blockHeaderSize), byte(0xff))
	f.Fuzz(func(t *testing.T, data []byte, at uint16, with byte) {
		if len(data) > 0 { // checksums would hide most changes: lift them
			data[int(at)%len(data)] = with
			if len(data) > headerSize+blockHeaderSize {
				data[headerSize+32] = 1
			}
		}
		path := filepath.Join(t.TempDir(), "f.srt")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		src, err := OpenFile(path)
		if err != nil {
			return
		}
		exercise(t, src)
	})
}

// FuzzRecords fuzzes what is inside a block, where the records are.
func FuzzRecords(f *testing.F) {
	good, err := os.ReadFile(toBinary(f, mustParse(f, everything)))
	if err != nil {
		f.Fatal(err)
	}
	const payload = headerSize + blockHeaderSize
	head := good[:payload:payload]
	used := binary.LittleEndian.Uint32(head[headerSize+12:])
	f.Add(good[payload : payload+used])
	f.Add([]byte{byte(Read), 2, 0, byte(Write) | 5<<5, 2, 3, 0, byte(Read) | 6<<5, 2, 3, 4, 9, 0})
	f.Add(stepRecords())
	f.Fuzz(func(t *testing.T, records []byte) {
		if len(records) > 1<<16 {
			return
		}
		data := append(slices.Clone(head), records...)
		data = append(data, make([]byte, (8-len(data)%8)%8)...)
		binary.LittleEndian.PutUint32(data[headerSize+4:], uint32(len(data)-headerSize))
		binary.LittleEndian.PutUint32(data[headerSize+12:], uint32(len(records)))
		binary.LittleEndian.PutUint32(data[headerSize+32:], 1) // open: no checksum
		path := filepath.Join(t.TempDir(), "f.srt")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		src, err := OpenFile(path)
		if err != nil {
			t.Fatalf("header and block are sound: %v", err)
		}
		exercise(t, src)
	})
}

func FuzzText(f *testing.F) {
	f.Add(everything)
	f.Add("deq(e0)\npause(e0,v)\n")
	f.Fuzz(func(t *testing.T, text string) {
		src, err := ParseText("f", []byte(text))
		if err != nil {
			return
		}
		exercise(t, src)
		again, err := ParseText("f", []byte(toText(t, src)))
		if err != nil {
			t.Fatalf("its own text is refused: %v", err)
		}
		if a, b := toText(t, src), toText(t, again); a != b {
			t.Fatalf("the text changes when read again:\n%s\n%s", a, b)
		}
	})
}

// exercise reads everything, singly and in bulk, and calls every getter.
func exercise(t *testing.T, src Source) {
	ops, r, err := readAll(src)
	if r == nil {
		return
	}
	defer r.Close()
	bulk, bulkErr := readInBulk(src, 7)
	if !reflect.DeepEqual(ops, bulk) || fmt.Sprint(err) != fmt.Sprint(bulkErr) {
		t.Fatalf("%d operations and %v, in bulk %d and %v", len(ops), err, len(bulk), bulkErr)
	}
	checkBrief(t, src)
	tab := r.Tables()
	for i := range ops {
		op := &ops[i]
		_ = op.Kind.String() + op.EventKind.String() + tab.EventName(op.Event) + tab.LoopName(op.Loop) +
			tab.LocationName(op.Addr) + op.Attr("label")
		for s := op.Stack; s != NoStack; s = tab.Stacks[s].Parent {
			tab.Module(tab.Stacks[s].PC)
		}
	}
	_ = r.Meta().Loop.String() + r.Meta().Stopped.String()
}
