package sites

import (
	"cmp"
	"slices"
)

// span is a stretch of code that belongs to a function or to an inlined call.
type span struct {
	lo, hi uint64
	depth  int // of nesting: what is deeper is the more exact
	who    *scope
}

// scope is a function, or the inlining of one, before it has a number.
type scope struct {
	parent       *scope
	function     string
	file         string // of the call
	line, column int
	number       int32 // in the table, 0 = none yet
}

// line is a row of a line table.
type line struct {
	addr         uint64
	file         string // "" with end
	line, column int
	end          bool // nothing is known from here on
}

// builder merges line tables and functions into rows:
//
//  1. Spans become stretches that do not overlap, the deepest one winning.
//  2. Both lists are walked by address; where either changes, a row begins.
//  3. A row that says what the one before it says is left out, and so is what
//     no row refers to.
//
// O(n log n) in rows and spans.
type builder struct {
	spans   []span
	lines   []line
	table   *Table
	strings map[string]int32

	symbolAt map[uint64]string // a function's, by its address
}

// stretch is the scope from an address on, nil = none.
type stretch struct {
	addr uint64
	who  *scope
}

func (b *builder) build() *Table {
	b.table = &Table{strings: []string{""}, nodes: make([]node, 1)}
	b.strings = map[string]int32{"": 0}
	slices.SortStableFunc(b.lines, func(x, y line) int {
		if x.addr != y.addr || x.end == y.end {
			return cmp.Compare(x.addr, y.addr)
		} else if x.end {
			return -1
		}
		return 1
	})
	stretches := flatten(b.spans)
	var who *scope
	var at line
	for i, j := 0, 0; i < len(stretches) || j < len(b.lines); {
		var addr uint64
		if j == len(b.lines) || i < len(stretches) && stretches[i].addr <= b.lines[j].addr {
			addr = stretches[i].addr
		} else {
			addr = b.lines[j].addr
		}
		for ; i < len(stretches) && stretches[i].addr == addr; i++ {
			who = stretches[i].who
		}
		for ; j < len(b.lines) && b.lines[j].addr == addr; j++ {
			at = b.lines[j]
		}
		b.add(addr, who, &at)
	}
	return b.table
}

func (b *builder) add(addr uint64, who *scope, at *line) {
	r := row{addr: addr}
	if who != nil {
		r.node = b.number(who)
		if !at.end { // a line of 0 stands for code that comes from no one line
			r.file, r.line, r.column = b.text(at.file), int32(at.line), int32(at.column)
		}
	}
	if n := len(b.table.rows); n > 0 {
		last := b.table.rows[n-1]
		last.addr = addr
		if last == r {
			return
		}
	} else if r.node == 0 {
		return
	}
	b.table.rows = append(b.table.rows, r)
}

// number gives a scope its node, its parents' first.
func (b *builder) number(s *scope) int32 {
	if s.number == 0 {
		n := node{function: b.text(s.function)}
		if s.parent != nil {
			n.parent = b.number(s.parent)
			n.file, n.line, n.column = b.text(s.file), int32(s.line), int32(s.column)
		}
		s.number = int32(len(b.table.nodes))
		b.table.nodes = append(b.table.nodes, n)
	}
	return s.number
}

func (b *builder) text(s string) int32 {
	n, ok := b.strings[s]
	if !ok {
		n = int32(len(b.table.strings))
		b.strings[s] = n
		b.table.strings = append(b.table.strings, s)
	}
	return n
}

// flatten makes stretches of spans. Spans nest; one that reaches out of what it
// began in is cut off.
func flatten(spans []span) []stretch {
	slices.SortStableFunc(spans, func(x, y span) int {
		return cmp.Or(cmp.Compare(x.lo, y.lo), cmp.Compare(x.depth, y.depth), cmp.Compare(y.hi, x.hi))
	})
	var out []stretch
	var open []span
	closeUpTo := func(addr uint64) {
		for len(open) > 0 && open[len(open)-1].hi <= addr {
			end := open[len(open)-1].hi
			open = open[:len(open)-1]
			var who *scope
			if len(open) > 0 {
				who = open[len(open)-1].who
			}
			out = append(out, stretch{end, who})
		}
	}
	for _, s := range spans {
		closeUpTo(s.lo)
		if len(open) > 0 {
			s.hi = min(s.hi, open[len(open)-1].hi)
		}
		if s.lo < s.hi {
			open = append(open, s)
			out = append(out, stretch{s.lo, s.who})
		}
	}
	closeUpTo(^uint64(0))
	return out
}
