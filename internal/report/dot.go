package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// maxSlice bounds the blocks that are drawn for one race.
const maxSlice = 200

// DOT draws, for each race that is listed, the part of the order between what
// comes last before both of its blocks and the blocks themselves: the reason why
// neither comes before the other. Labels of arrows are rules.
func (r *Report) DOT(w io.Writer, order Reasons, t *trace.Tables) error {
	var b strings.Builder
	b.WriteString("digraph races {\n\tnode [shape=box, fontname=sans];\n\tedge [fontname=sans, fontsize=10];\n")
	for i, race := range r.Listed() {
		s := slice{order: order, tables: t, prefix: fmt.Sprintf("r%d_", i), seen: map[string]bool{}}
		fmt.Fprintf(&b, "\tsubgraph cluster_%d {\n\t\tlabel=%s;\n", i, dotText(race.Title()+" "+race.ID+"\n"+race.Summary()))
		s.draw(race)
		b.WriteString(s.String())
		b.WriteString("\t}\n")
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// slice is the drawing of one race.
type slice struct {
	strings.Builder
	order  Reasons
	tables *trace.Tables
	prefix string
	blocks int
	seen   map[string]bool
}

func (s *slice) draw(r *Race) {
	if len(r.Sources) == 0 {
		return
	}
	first, second := r.Sources[0].First.Block, r.Sources[0].Second.Block
	if first == sparsehb.NoBlock || second == sparsehb.NoBlock {
		return
	}
	s.block(first, r.First.Kind, true)
	s.block(second, r.Second.Kind, true)
	for _, past := range s.order.CommonPast(first, second) {
		for _, to := range []sparsehb.BlockID{first, second} {
			for _, step := range s.order.Why(past, to) {
				if !s.block(step.From, "", false) || !s.block(step.To, "", false) {
					return
				}
				s.line(fmt.Sprintf("\t\t%s -> %s [label=%s];\n", s.node(step.From), s.node(step.To), dotText(step.Rule)))
			}
		}
	}
	if first != second {
		s.line(fmt.Sprintf("\t\t%s -> %s [dir=none, style=dashed, color=red, constraint=false, label=\"no order\"];\n", s.node(first), s.node(second)))
	}
}

func (s *slice) node(b sparsehb.BlockID) string { return fmt.Sprintf("%sb%d", s.prefix, b) }

// block draws a block, once; false where there are too many.
func (s *slice) block(b sparsehb.BlockID, does string, racy bool) bool {
	if s.seen[s.node(b)] {
		return true
	}
	if s.blocks++; s.blocks > maxSlice {
		return false
	}
	s.seen[s.node(b)] = true
	block := s.order.Blocks()[b]
	text := fmt.Sprintf("block %d, operations %d to %d", b, block.First, block.Last)
	if e := blockEvent(s.tables, block); e != nil {
		text = *e + "\n" + text
	}
	colour := ""
	if racy {
		text += "\n" + does
		colour = ", color=red"
	}
	fmt.Fprintf(s, "\t\t%s [label=%s%s];\n", s.node(b), dotText(text), colour)
	return true
}

// line draws an arrow once.
func (s *slice) line(text string) {
	if !s.seen[text] {
		s.seen[text] = true
		s.WriteString(text)
	}
}

// dotText is a quoted label: what DOT or a terminal would take for more than
// text is neutralised.
func dotText(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	return strconv.Quote(strings.Join(lines, "\n"))
}
