package sites

import (
	"cmp"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
)

// Origins are what our compilers say of accesses and calls: where the pointers came
// from that they use, and what decided that they are come to (llvmpass/note_origins.go).
// In a linked file they lie in a section of labels, in any order; the table has them by
// address.

// labelSection is where the compilers put labels: for each an address, the module that
// its numbers are of, the number of bytes (two) and these. The linker treats it as
// debug information: what is of functions that it left out has the address 0 or 1.
const labelSection = ".debug_sparse"

// OriginKind is what a label stands before.
type OriginKind uint8

const (
	OriginFunction OriginKind = iota // Address: what the function gives back
	OriginAccess
	OriginCall
)

// Flags of an origin.
const (
	Changes = 1 << iota // a call that may change its object
	Fetches             // a call of a member function or a static one of another file, which hands out a pointer and is given none
	Member              // a member function of C++: its first argument is its object, or the second one (Result)
	Pointer             // a use of what a call is handed a pointer to, which it need not look at

	// Result: a function's first argument is where its result goes.
	Result = 1 << 7

	// Metacall and Slot: what Qt calls for a connection, of which it knows that the receiver
	// lives: the first argument, or the third. What else it is handed comes of the signal.
	Metacall = 1 << 8
	Slot     = 1 << 9

	// Again: the first address is the function's first read of the same memory, and no pointer.
	Again = 1 << 10

	// Ends: what an access reads goes to a call that ends a source of events (g_source_remove).
	Ends = 1 << 11

	// Listed: what an access reads is an item of a list that a library has filled for the function, or given back.
	Listed = 1 << 12

	// Indexed: a call as with Fetches, but it is given constant references to objects, too, such as an index of a model.
	Indexed = 1 << 13

	// RegisterShift is where the number of that pointer's register begins: of those of
	// the psABI, in the order of arguments.
	RegisterShift = 4
)

// Origin is one label. Numbers are those of a module: of accesses, whose result is what they
// read, and of calls, likewise. A dependency is such a number, or -1 minus that of an argument.
type Origin struct {
	Kind             OriginKind
	Module           int // of the table
	Number, Function int
	Flags            int
	Member           uint64 // names what an access reads: by its class, in the upper half by its place; 0: nothing does
	Address, Control []int
	Args             [][]int
}

// label is an origin as it is kept.
type label struct {
	addr   uint64
	reach  uint64 // how far behind it the instruction ends that it is of, at most
	module int32
	body   string
}

const (
	labelHead = 18  // bytes
	maxReach  = 512 // bytes, where nothing says where the function ends
	maxBody   = 1 << 16
	maxDeps   = 64
)

// labels reads the compilers' section, false if the file has none. Spans of functions say
// how far a label can reach.
func (b *builder) labels(f *elf.File) error {
	s := f.Section(labelSection)
	if s == nil || s.Size > maxSection {
		return nil
	}
	data, err := s.Data()
	if err != nil {
		return err
	}
	code, modules := codeOf(f), map[uint64]int32{}
	var list []label
	for len(data) > 0 {
		if len(data) < labelHead {
			return fmt.Errorf("%s is cut off", labelSection)
		}
		l := label{addr: binary.LittleEndian.Uint64(data)}
		module, n := binary.LittleEndian.Uint64(data[8:]), int(binary.LittleEndian.Uint16(data[16:]))
		if labelHead+n > len(data) {
			return fmt.Errorf("%s is cut off", labelSection)
		}
		l.body, data = string(data[labelHead:labelHead+n]), data[labelHead+n:]
		if !slices.ContainsFunc(code, func(c codeRange) bool { return c.lo <= l.addr && l.addr < c.hi }) {
			continue
		}
		number, known := modules[module]
		if !known {
			number = int32(len(modules))
			modules[module] = number
		}
		l.module = number
		list = append(list, l)
	}
	slices.SortStableFunc(list, func(x, y label) int { return cmp.Compare(x.addr, y.addr) })
	b.table.labels = b.reaches(list)
	return nil
}

// reaches fills in how far each label reaches: up to the next one, or its function's end.
func (b *builder) reaches(list []label) []label {
	var outer []span
	for _, s := range b.spans {
		if s.depth <= 1 {
			outer = append(outer, s)
		}
	}
	slices.SortFunc(outer, func(x, y span) int { return cmp.Or(cmp.Compare(x.lo, y.lo), cmp.Compare(x.hi, y.hi)) })
	for i := range list {
		end := list[i].addr + maxReach
		if k := sort.Search(len(outer), func(k int) bool { return outer[k].lo > list[i].addr }); k > 0 && outer[k-1].hi > list[i].addr {
			end = outer[k-1].hi
		}
		for k := i + 1; k < len(list); k++ {
			if list[k].addr > list[i].addr {
				end = min(end, list[k].addr)
				break
			}
		}
		list[i].reach = end - list[i].addr
	}
	return list
}

// Origin gives what is known of the instruction that ends at an address: a hook's call, or a
// call. False if it has no label.
func (t *Table) Origin(addr uint64) (o Origin, ok bool) {
	for i := sort.Search(len(t.labels), func(i int) bool { return t.labels[i].addr >= addr }) - 1; i >= 0 && addr-t.labels[i].addr <= t.labels[i].reach; i-- {
		if o, ok = t.labels[i].decode(); ok && o.Kind != OriginFunction {
			return o, true
		}
	}
	return Origin{}, false
}

// Numbered is the origin of a number, nil if there is none.
func (t *Table) Numbered(module, number int) *Origin {
	if t.numbered == nil {
		t.numbered = map[[2]int]int{}
		for i := range t.labels {
			if o, ok := t.labels[i].decode(); ok {
				t.numbered[[2]int{o.Module, o.Number}] = i
			}
		}
	}
	i, ok := t.numbered[[2]int{module, number}]
	if !ok {
		return nil
	}
	o, _ := t.labels[i].decode()
	return &o
}

// FunctionAt is the origin of the function that begins at an address, nil if there is none, or
// if nobody knows where that function ends.
func (t *Table) FunctionAt(addr uint64) *Origin {
	who := t.outer(addr)
	if who == "" {
		return nil
	}
	for i := sort.Search(len(t.labels), func(i int) bool { return t.labels[i].addr >= addr }); i < len(t.labels) && t.outer(t.labels[i].addr) == who; i++ {
		if o, ok := t.labels[i].decode(); ok && o.Kind == OriginFunction {
			return &o
		}
	}
	return nil
}

// outer names the function that an address lies in, whatever was inlined there.
func (t *Table) outer(addr uint64) string {
	frames := t.Lookup(addr)
	if len(frames) == 0 {
		return ""
	}
	return frames[len(frames)-1].Function
}

// CallAfter is the address from which the next call goes on that is numbered after an access:
// what is called stands a few instructions behind it.
func (t *Table) CallAfter(module, number int) (addr uint64, ok bool) {
	for next := number + 1; ; next++ {
		o := t.Numbered(module, next)
		switch {
		case o == nil:
			return 0, false
		case o.Kind == OriginCall:
			return t.labels[t.numbered[[2]int{module, next}]].addr, true
		}
	}
}

// Register is the one of a use's pointer, by the order of arguments.
func (o *Origin) Register() int { return o.Flags >> RegisterShift & 7 }

// decode reads a label's bytes; false if they are none.
func (l *label) decode() (o Origin, ok bool) {
	d := &decoder{b: []byte(l.body)}
	o.Module, o.Kind = int(l.module), OriginKind(d.small())
	o.Number, o.Function, o.Flags, o.Member = int(d.small()), int(d.small()), int(d.small()), d.number()
	list := func() (deps []int) {
		n := d.number()
		if n > maxDeps {
			d.bad = true
			return nil
		}
		for range n {
			if x := d.number(); x&1 != 0 {
				deps = append(deps, -1-int(x>>1&(1<<30-1)))
			} else {
				x >>= 1
				deps = append(deps, o.Number+int(int32(x>>1)^-int32(x&1)))
			}
		}
		return deps
	}
	o.Address, o.Control = list(), list()
	n := d.number()
	d.bad = d.bad || n > maxDeps
	for ; n > 0 && !d.bad; n-- {
		o.Args = append(o.Args, list())
	}
	return o, !d.bad && len(d.b) == 0 && o.Kind <= OriginCall
}

// encodeLabels follows the rows: count, addresses as differences, reaches, modules, lengths,
// then all bytes.
func (t *Table) encodeLabels(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(t.labels)))
	b = appendAddresses(b, len(t.labels), func(i int) uint64 { return t.labels[i].addr })
	for _, field := range []func(*label) uint64{
		func(l *label) uint64 { return l.reach }, func(l *label) uint64 { return uint64(l.module) }, func(l *label) uint64 { return uint64(len(l.body)) }} {
		for i := range t.labels {
			b = binary.AppendUvarint(b, field(&t.labels[i]))
		}
	}
	for i := range t.labels {
		b = append(b, t.labels[i].body...)
	}
	return b
}

func (d *decoder) labels(t *Table) {
	n := d.number()
	if n == 0 || n > uint64(len(d.b)/4) {
		d.bad = d.bad || n > 0
		return
	}
	t.labels = make([]label, n)
	d.addresses(len(t.labels), func(i int, addr uint64) { t.labels[i].addr = addr })
	for i := range t.labels {
		t.labels[i].reach = d.number()
	}
	for i := range t.labels {
		t.labels[i].module = d.small()
	}
	sizes := make([]uint64, n)
	for i := range sizes {
		sizes[i] = d.number()
	}
	for i := range t.labels {
		if sizes[i] > min(maxBody, uint64(len(d.b))) {
			d.bad = true
			return
		}
		t.labels[i].body, d.b = string(d.b[:sizes[i]]), d.b[sizes[i]:]
	}
}
