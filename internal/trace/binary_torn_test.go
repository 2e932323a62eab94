package trace

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// byThread are the operations of a trace as text, of each of two threads.
func byThread(t *testing.T, src Source) (n int, all [2]string) {
	t.Helper()
	for line := range strings.Lines(toText(t, src)) {
		switch {
		case strings.HasPrefix(line, "#"):
			continue
		case strings.Contains(line, "thread=1"):
			all[1] += line
		default:
			all[0] += line
		}
		n++
	}
	return n, all
}

// TestCutOffFileIsRead: wherever a file was cut off, what each thread said before is read, and that it
// is not all is reported. (A thread whose first block is lost has said nothing.)
func TestCutOffFileIsRead(t *testing.T) {
	text := everything
	for range 3000 {
		text = strings.Replace(text, "free(buf,16)\n", "read(buf,8,use=1)\nenq(,thread=1)\nfree(buf,16)\n", 1)
	}
	for i := 0; strings.Contains(text, "enq(,"); i++ {
		text = strings.Replace(text, "enq(,", "enq(x"+string(rune('a'+i%26))+strings.Repeat("y", i/26)+",", 1)
	}
	for name, write := range map[string]func(io.WriteSeeker, Reader) (uint64, error){"plain": WriteBinary, "packed": WriteCompressed} {
		path := written(t, mustParse(t, text), write)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		src, err := OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		count, all := byThread(t, src)
		least, most := count, 0
		const cuts = 20 // evenly; the last one takes next to nothing
		for i := 1; i <= cuts; i++ {
			size := headerSize + (len(whole)-headerSize-9)*i/cuts
			torn := filepath.Join(t.TempDir(), "torn.srt")
			if err := os.WriteFile(torn, whole[:size], 0o644); err != nil {
				t.Fatal(err)
			}
			src, err := OpenFile(torn)
			if err != nil {
				t.Fatalf("%s, %d of %d bytes: %v", name, size, len(whole), err)
			}
			n, got := byThread(t, src)
			least, most = min(least, n), max(most, n)
			for i := range got {
				if !strings.HasPrefix(all[i], got[i]) {
					t.Fatalf("%s, %d of %d bytes: %d lines of thread %d are not its beginning", name, size, len(whole), strings.Count(got[i], "\n"), i)
				}
			}
			_, r, err := readAll(src)
			if err != nil || r.Meta().Complete || r.Meta().Torn == "" {
				t.Fatalf("%s, %d of %d bytes: %v, %+v", name, size, len(whole), err, r.Meta())
			}
		}
		// A packed block counts as a whole: here that of the second thread is there from the
		// beginning.
		if most == 0 || name == "plain" && most-least < count/4 {
			t.Errorf("%s: %d to %d of %d lines were read", name, least, most, count)
		}
	}
}

// TestCutOffBeforeReused: a recorder uses a block's place again, so what came later may stand before what it follows. What
// was cut off is the end of the reading, though there is a next block.
func TestCutOffBeforeReused(t *testing.T) {
	const more = "read(buf,8,use=1)\nread(buf,4)\n"
	path := written(t, mustParse(t, strings.Replace(everything, "free(buf,16)\n", strings.Repeat(more, 26000)+"free(buf,16)\n", 1)), WriteBinary)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	src, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, all := byThread(t, src)
	var blocks [][]byte
	for at := headerSize; at < len(file); {
		n := min(int(binary.LittleEndian.Uint32(file[at+4:])), len(file)-at)
		blocks = append(blocks, slices.Clone(file[at:at+n]))
		at += n
	}
	if len(blocks) < 4 {
		t.Fatalf("%d blocks", len(blocks))
	}
	at := headerSize + len(blocks[0])
	for _, b := range slices.Backward(blocks[1:]) {
		at += copy(file[at:], b)
	}
	for more := range 8 { // a record has fewer bytes, so one of these cuts is between two
		size := len(file) - len(blocks[1])/2 - more
		if err := os.WriteFile(path, file[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		if src, err = OpenFile(path); err != nil {
			t.Fatal(err)
		}
		n, got := byThread(t, src)
		if n < 10000 || n > 40000 || !strings.HasPrefix(all[0], got[0]) {
			t.Errorf("%d bytes: %d operations were read; as the trace begins: %v", size, n, strings.HasPrefix(all[0], got[0]))
		}
	}
}

// TestDamageInCutOffFile: a damaged block is a fault in a torn file, too.
func TestDamageInCutOffFile(t *testing.T) {
	first := block(0, 0, 0, reads(100))
	first[blockHeaderSize+5] ^= 4
	path := openBlocks(t, first, block(0, 1, 0, reads(100))[:80]).Name()
	src, err := OpenFile(path)
	if err == nil {
		_, _, err = readAll(src)
	}
	if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("%v", err)
	}
}

// TestHoles: a file may be far larger than what it holds; what it holds nothing for is not gone through.
func TestHoles(t *testing.T) {
	const size, far = 1 << 42, 1 << 41
	f, err := os.Create(filepath.Join(t.TempDir(), "t.srt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data := make([]byte, 1<<16)
	data[0] = 1
	for _, at := range []int64{0, far} {
		if _, err := f.WriteAt(data, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
	for off, want := range map[int64]int64{0: 0, 100: 0, 1 << 20: far - 1<<20, far: 0, far + 1<<20: size - far - 1<<20, size: 0} {
		if got := holeAt(f, off, size); got != want {
			t.Errorf("from %d on: %d bytes, expected %d", off, got, want)
		}
	}
	if got := holeAt(strings.NewReader(strings.Repeat("\x00", 100)), 0, 100); got != 0 {
		t.Errorf("of what is no file: %d bytes", got)
	}
}
