package sites

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// The section's bytes: magic, then a zstd frame of these numbers and texts, all
// numbers varints, signed ones zigzag:
//
//	strings  count, then length and bytes of each; the first one is empty
//	nodes    count, then parent, function, file, line, column, one after the
//	         other for all nodes but the first
//	rows     count, then addresses, nodes, files, lines, columns, each as the
//	         difference to the row before (addresses unsigned)
//	labels   origins.go
//
// Like numbers lie together, which makes the frame half as large.
const (
	magic       = "sites\x00\x00\x02"
	maxDecoded  = 1 << 30
	maxSection  = 256 << 20
	numbersARow = 5
)

var errCorrupt = errors.New("corrupt table of places")

func (t *Table) encode() ([]byte, error) {
	var b []byte
	put := func(x int) { b = binary.AppendUvarint(b, uint64(x)) }
	put(len(t.strings))
	for _, s := range t.strings {
		put(len(s))
		b = append(b, s...)
	}
	put(len(t.nodes))
	for _, field := range nodeFields {
		for i := 1; i < len(t.nodes); i++ {
			put(int(*field(&t.nodes[i])))
		}
	}
	put(len(t.rows))
	b = appendAddresses(b, len(t.rows), func(i int) uint64 { return t.rows[i].addr })
	for _, field := range rowFields {
		last := int32(0)
		for i := range t.rows {
			x := *field(&t.rows[i])
			b = binary.AppendVarint(b, int64(x)-int64(last))
			last = x
		}
	}
	b = t.encodeLabels(b)
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer e.Close()
	return e.EncodeAll(b, []byte(magic)), nil
}

var nodeFields = []func(*node) *int32{
	func(n *node) *int32 { return &n.parent }, func(n *node) *int32 { return &n.function },
	func(n *node) *int32 { return &n.file }, func(n *node) *int32 { return &n.line }, func(n *node) *int32 { return &n.column },
}

var rowFields = []func(*row) *int32{
	func(r *row) *int32 { return &r.node }, func(r *row) *int32 { return &r.file },
	func(r *row) *int32 { return &r.line }, func(r *row) *int32 { return &r.column },
}

// decoder reads numbers; the first fault makes all that follow 0.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) number() uint64 {
	x, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return x
}

// count is a number of things of at least so many bytes each.
func (d *decoder) count(bytesEach int) int {
	n := d.number()
	if n == 0 || n > uint64(len(d.b)/bytesEach+1) {
		d.bad = true
		return 1
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.number()
	if n > uint64(len(d.b)) {
		d.bad = true
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

// decode reads a section. Everything that Lookup follows is checked here.
func decode(section []byte) (*Table, error) {
	if len(section) < len(magic) || string(section[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin as one", errCorrupt)
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxDecoded), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	raw, err := z.DecodeAll(section[len(magic):], nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errCorrupt, err)
	}
	d := &decoder{b: raw}
	t := &Table{}
	t.strings = make([]string, d.count(1))
	for i := range t.strings {
		t.strings[i] = d.text()
	}
	t.nodes = make([]node, d.count(len(nodeFields)))
	for _, field := range nodeFields {
		for i := 1; i < len(t.nodes); i++ {
			*field(&t.nodes[i]) = d.small()
		}
	}
	d.rows(t)
	d.labels(t)
	if d.bad || len(d.b) != 0 || !t.valid() {
		return nil, errCorrupt
	}
	return t, nil
}

func (d *decoder) small() int32 {
	x := d.number()
	if x > 1<<31-1 {
		d.bad = true
		return 0
	}
	return int32(x)
}

// appendAddresses writes ascending addresses, each as what it is more than the last one.
func appendAddresses(b []byte, n int, at func(int) uint64) []byte {
	last := uint64(0)
	for i := range n {
		b = binary.AppendUvarint(b, at(i)-last)
		last = at(i)
	}
	return b
}

// addresses reads what appendAddresses wrote.
func (d *decoder) addresses(n int, put func(int, uint64)) {
	addr := uint64(0)
	for i := range n {
		step := d.number()
		d.bad = d.bad || addr+step < addr
		addr += step
		put(i, addr)
	}
}

func (d *decoder) rows(t *Table) {
	n := d.number()
	if n > uint64(len(d.b)/numbersARow) {
		d.bad = true
		return
	}
	t.rows = make([]row, n)
	d.addresses(len(t.rows), func(i int, addr uint64) { t.rows[i].addr = addr })
	for _, field := range rowFields {
		last := int64(0)
		for i := range t.rows {
			u := d.number()
			last += int64(u>>1) ^ -int64(u&1)
			if last < 0 || last > 1<<31-1 {
				d.bad = true
				last = 0
			}
			*field(&t.rows[i]) = int32(last)
		}
	}
}

// valid: all that a row or a node names is there. A node's parent stands before
// it, so chains end.
func (t *Table) valid() bool {
	for i := range t.nodes {
		n := &t.nodes[i]
		if int(n.parent) > max(i-1, 0) || int(n.function) >= len(t.strings) || int(n.file) >= len(t.strings) {
			return false
		}
	}
	for i := range t.rows {
		if r := &t.rows[i]; int(r.node) >= len(t.nodes) || int(r.file) >= len(t.strings) {
			return false
		}
	}
	return true
}
