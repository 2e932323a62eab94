package trace

import (
	"fmt"
	"io"
)

// parsed is what a text trace is parsed into. Plain reads and writes, nearly all of it,
// are kept apart in a form a third of the size, without pointers: fresh memory, and the
// garbage collector's look at it, took as long as parsing.
//
// The rule it keeps: Lines has all operations, in their order; Ops the others only, and
// before says of each how many plain accesses come before it.
type parsed struct {
	*Memory
	plain  []Access
	before []int
	turns  []threadTurn
}

// threadTurn says that the plain accesses from one on, up to the next turn, belong to
// a thread.
type threadTurn struct {
	from   int
	thread ThreadID
}

func (p *parsed) add(op Op) {
	p.Ops = append(p.Ops, op)
	p.before = append(p.before, len(p.plain))
}

func (p *parsed) addPlain(op *Op) {
	if n := len(p.turns); n == 0 || p.turns[n-1].thread != op.Thread {
		p.turns = append(p.turns, threadTurn{len(p.plain), op.Thread})
	}
	p.plain = append(p.plain, Access{op.Addr, op.Size, op.Val, op.Stack, op.Site, op.Kind, op.Mode, op.Commutes})
}

// Open implements Source.
func (p *parsed) Open() (Reader, error) { return &parsedReader{p: p}, nil }

type parsedReader struct {
	p         *parsed
	op, plain int // next ones
	turn      int // of the last plain access
}

func (r *parsedReader) Next(op *Op) error {
	var one [1]Access
	if n, thread := r.Accesses(one[:]); n > 0 {
		*op = one[0].Op(thread)
		return nil
	}
	if r.op == len(r.p.Ops) {
		return io.EOF
	}
	*op = r.p.Ops[r.op]
	r.op++
	return nil
}

// Accesses implements Bulk.
func (r *parsedReader) Accesses(buf []Access) (int, ThreadID) {
	end := len(r.p.plain)
	if r.op < len(r.p.Ops) {
		end = r.p.before[r.op]
	}
	if r.plain == end {
		return 0, 0
	}
	for r.turn+1 < len(r.p.turns) && r.p.turns[r.turn+1].from <= r.plain {
		r.turn++
	}
	if r.turn+1 < len(r.p.turns) {
		end = min(end, r.p.turns[r.turn+1].from)
	}
	n := copy(buf, r.p.plain[r.plain:end])
	r.plain += n
	return n, r.p.turns[r.turn].thread
}

// Done implements Measured.
func (r *parsedReader) Done() float64 {
	return float64(r.op+r.plain) / float64(max(len(r.p.Ops)+len(r.p.plain), 1))
}

func (r *parsedReader) Meta() *Meta     { return &r.p.M }
func (r *parsedReader) Tables() *Tables { return &r.p.T }
func (r *parsedReader) Close() error    { return nil }

// Pos names the line of the operation that Next gave last.
func (r *parsedReader) Pos() string { return fmt.Sprintf("%d", r.p.Lines[r.op+r.plain-1]) }
