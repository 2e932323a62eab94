package trace

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// siteRecord defines a site without a name.
func siteRecord(id byte, body ...byte) []byte {
	return append([]byte{byte(defSite), 1, id, 0, byte(len(body))}, body...)
}

// stepRecords are a function that reads 4 bytes, writes them 8 behind, hands over two
// objects and gets a result; the four sites are one step, which comes twice.
func stepRecords() []byte {
	none := []byte{0, 0, 0, 0}
	return slices.Concat(
		siteRecord(1, append([]byte{byte(SiteFunction), 0}, none...)...),
		siteRecord(2, append([]byte{byte(SiteRead), 4, 2, 4, 0, 0}, none...)...),
		siteRecord(3, append([]byte{byte(SiteWrite), 0, 4, 0, 16, 1}, none...)...),
		siteRecord(4, append([]byte{byte(SiteCall), 0, 2, 24, 0, 0, 0, 1, 1}, none...)...),
		siteRecord(5, append([]byte{byte(SiteBack), 0}, none...)...),
		[]byte{byte(defStack), 0, 4},
		[]byte{stepTag, 2<<2 | 1, 2, 64<<2&127 | 128, 64 << 2 >> 7, 8<<2&127 | 2 | 1, 9},
		[]byte{stepTag, 7 << 1, 16 << 2, 0, 9},
	)
}

const stepText = `read(0x20,4,site=2,stack=1)
write(0x28,4,site=3,val=9,stack=1)
flow(4,0x20:24,0x23:0)
flow(5)
read(0x28,4,site=2,stack=1)
write(0x30,4,site=3,val=9,stack=1)
flow(4,0x28:24,0x23:0)
flow(5)
`

// TestSteps: a step is the accesses and flows of its sites, in bulk and one by one.
func TestSteps(t *testing.T) {
	src := openBlocks(t, block(0, 0, 0, stepRecords()))
	var lines []string
	for _, line := range strings.SplitAfter(toText(t, src), "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	if got := strings.Join(lines, ""); got != stepText {
		t.Errorf("got\n%sexpected\n%s", got, stepText)
	}
	if got, want := toText(t, mustOpen(t, toBinary(t, src))), toText(t, src); got != want {
		t.Errorf("written by itself:\n%sexpected\n%s", got, want)
	}
}

func mustOpen(t *testing.T, path string) Source {
	src, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// TestStepFaults: a step at a site that begins none, or cut off, in the first place
// and behind a good one.
func TestStepFaults(t *testing.T) {
	for name, records := range map[string][]byte{
		"no site":       {stepTag, 0, 0, 0, 0},
		"begins none":   slices.Concat(stepRecords(), []byte{stepTag, 3 << 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
		"behind all":    slices.Concat(stepRecords(), []byte{stepTag, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
		"cut off":       slices.Concat(stepRecords(), []byte{stepTag, 7 << 1, 128}),
		"no such stack": slices.Concat(stepRecords(), []byte{stepTag, 7<<1 | 1, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
		"a larger step": slices.Concat(siteRecord(1, byte(SiteRead), 2, 1, 4, 0, 0, 0, 0, 0, 0), []byte{stepTag, 2 << 1, 0, 0}),
		"no such word":  slices.Concat(siteRecord(1, byte(SiteRead), 1, 1, 4, 1, 0, 0, 0, 0, 0), []byte{stepTag, 2 << 1, 0, 0}),
		"a long layout": siteRecord(1, byte(SiteRead), 1, 9, 4, 1, 0, 0, 0, 0, 0),
	} {
		r, err := openBlocks(t, block(0, 0, 0, records)).Open()
		if err != nil {
			t.Fatal(err)
		}
		buf, bulk := make([]Access, 64), BulkOf(r)
		var op Op
		for err == nil {
			if n, _ := bulk.Accesses(buf); n == 0 {
				err = r.Next(&op)
			}
		}
		if errors.Is(err, io.EOF) || !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v, expected a fault", name, err)
		}
		r.Close()
	}
}
