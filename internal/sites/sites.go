// Package sites is the table of places that our compilers put into what they
// link: for each instruction the function, file, line and column it comes from,
// and the calls that were inlined there; and for accesses and calls where their pointers came from (origins.go). It outlives `strip`, so that a program
// without debug information still gives whole stacks.
//
// The rules it keeps:
//   - The table is made from the linked file alone, its debug information and
//     symbols, and lies in a section of its own that no segment loads: it costs
//     room in the file and nothing at run time.
//   - Addresses are the file's, so the table needs no relocations.
//   - A file that is read may be anything: the decoder bounds its memory and
//     checks every number.
package sites

import "sort"

// SectionName is where the table lies in an ELF file.
const SectionName = ".sparse_sites"

// Frame is a function at a place, its name mangled; File is "" and Line 0 where
// only the function is known.
type Frame struct {
	Function string
	File     string
	Line     int
	Column   int
}

// row says what holds from an address on, up to the next row.
type row struct {
	addr         uint64
	node         int32 // 0: nothing is known
	file         int32 // 0: unknown
	line, column int32
}

// node is a function, or one inlined into its parent by a call at a place.
type node struct {
	parent       int32 // 0: not inlined
	function     int32
	file         int32
	line, column int32
}

// Table answers for one file. Strings, nodes and files start with an entry that
// stands for nothing.
type Table struct {
	strings []string // functions and files
	nodes   []node
	rows    []row   // by address
	labels  []label // likewise

	numbered map[[2]int]int // labels by module and number, once somebody asked
}

// maxInlined bounds a chain of inlined calls.
const maxInlined = 256

// Lookup gives the frames at an address, innermost first; none if the table does
// not know the place.
func (t *Table) Lookup(addr uint64) []Frame {
	i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i].addr > addr })
	if i == 0 || t.rows[i-1].node == 0 {
		return nil
	}
	r := t.rows[i-1]
	out := []Frame{{File: t.strings[r.file], Line: int(r.line), Column: int(r.column)}}
	for n := r.node; ; {
		at := &t.nodes[n]
		out[len(out)-1].Function = t.strings[at.function]
		if at.parent == 0 || len(out) == maxInlined {
			return out
		}
		out = append(out, Frame{File: t.strings[at.file], Line: int(at.line), Column: int(at.column)})
		n = at.parent
	}
}
