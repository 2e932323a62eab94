package report

import (
	"fmt"
	"io"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Reasons is an order that says why.
type Reasons interface {
	Order
	Why(a, b sparsehb.BlockID) []sparsehb.Step
	CommonPast(a, b sparsehb.BlockID) []sparsehb.BlockID
	CommonFuture(a, b sparsehb.BlockID) []sparsehb.BlockID
}

// Pair answers how two operations stand to each other.
type Pair struct {
	order  Reasons
	tables *trace.Tables
	op     [2]uint64
	block  [2]sparsehb.BlockID
}

// NewPair fails for operations that are in no block.
func NewPair(order Reasons, t *trace.Tables, a, b uint64) (*Pair, error) {
	p := &Pair{order: order, tables: t, op: [2]uint64{a, b}}
	for i, n := range p.op {
		if p.block[i] = order.BlockOf(n); p.block[i] == sparsehb.NoBlock {
			return nil, fmt.Errorf("operation %d is in no block of the thread that runs the main loop", n)
		}
	}
	return p, nil
}

// The relations of a pair, as the JSON form names them.
const (
	sameOperation = "same"
	happensBefore = "before"
	happensAfter  = "after"
	unordered     = "unordered"
)

func (p *Pair) relation() string {
	a, b := p.block[0], p.block[1]
	switch {
	case p.op[0] == p.op[1]:
		return sameOperation
	case a == b && p.op[0] < p.op[1] || p.order.Before(a, b):
		return happensBefore
	case a == b || p.order.Before(b, a):
		return happensAfter
	}
	return unordered
}

// steps is the chain from the earlier block to the later one.
func (p *Pair) steps() []sparsehb.Step {
	switch p.relation() {
	case happensBefore:
		return p.order.Why(p.block[0], p.block[1])
	case happensAfter:
		return p.order.Why(p.block[1], p.block[0])
	}
	return nil
}

func (p *Pair) blockText(b sparsehb.BlockID) string {
	if e := blockEvent(p.tables, p.order.Blocks()[b]); e != nil {
		return fmt.Sprintf("%d (%s)", b, clean(*e))
	}
	return fmt.Sprintf("%d (outside every handler)", b)
}

// Text writes the answer for people.
func (p *Pair) Text(w io.Writer) error {
	a, b, from, to := p.op[0], p.op[1], p.block[0], p.block[1]
	rel := p.relation()
	if rel == happensAfter {
		a, b, from, to = b, a, to, from
	}
	var err error
	switch {
	case rel == sameOperation:
		_, err = fmt.Fprintf(w, "%d and %d are the same operation\n", a, b)
	case rel == unordered:
		_, err = fmt.Fprintf(w, "nothing orders %d, in block %s, and %d, in block %s\n  latest before both:  %s\n  earliest after both: %s\n",
			a, p.blockText(from), b, p.blockText(to),
			p.list(p.order.CommonPast(from, to)), p.list(p.order.CommonFuture(from, to)))
	case from == to:
		_, err = fmt.Fprintf(w, "%d happens before %d: both are in block %s (R13)\n", a, b, p.blockText(from))
	default:
		var s strings.Builder
		for _, step := range p.steps() {
			fmt.Fprintf(&s, "  block %s before block %s  %s\n", p.blockText(step.From), p.blockText(step.To), step.Rule)
		}
		_, err = fmt.Fprintf(w, "%d happens before %d:\n%s", a, b, s.String())
	}
	return err
}

func (p *Pair) list(blocks []sparsehb.BlockID) string {
	if len(blocks) == 0 {
		return "nothing"
	}
	var parts []string
	for _, b := range blocks {
		parts = append(parts, "block "+p.blockText(b))
	}
	return strings.Join(parts, ", ")
}

type jsonAnswer struct {
	A            jsonEnd            `json:"a"`
	B            jsonEnd            `json:"b"`
	Relation     string             `json:"relation"`
	Chain        []jsonStep         `json:"chain"`
	CommonPast   []sparsehb.BlockID `json:"common_past"`
	CommonFuture []sparsehb.BlockID `json:"common_future"`
}

type jsonEnd struct {
	Operation uint64           `json:"operation"`
	Block     sparsehb.BlockID `json:"block"`
	Event     *string          `json:"event"`
}

type jsonStep struct {
	From sparsehb.BlockID `json:"from"`
	To   sparsehb.BlockID `json:"to"`
	Rule string           `json:"rule"`
}

// JSON writes the answer for programs.
func (p *Pair) JSON(w io.Writer) error {
	end := func(i int) jsonEnd {
		return jsonEnd{p.op[i], p.block[i], blockEvent(p.tables, p.order.Blocks()[p.block[i]])}
	}
	out := jsonAnswer{A: end(0), B: end(1), Relation: p.relation(), Chain: []jsonStep{},
		CommonPast: []sparsehb.BlockID{}, CommonFuture: []sparsehb.BlockID{}}
	for _, s := range p.steps() {
		out.Chain = append(out.Chain, jsonStep{s.From, s.To, s.Rule})
	}
	if out.Relation == unordered {
		out.CommonPast = append(out.CommonPast, p.order.CommonPast(p.block[0], p.block[1])...)
		out.CommonFuture = append(out.CommonFuture, p.order.CommonFuture(p.block[0], p.block[1])...)
	}
	if err := compactJSON(w, out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
