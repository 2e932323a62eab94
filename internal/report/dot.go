package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// DOT draws, for each race that is listed, the part of the order between what
// comes last before both of its blocks and the blocks themselves: the reason why
// neither comes before the other. Labels of arrows are rules.
func (r *Report) DOT(w io.Writer, order Reasons, t *trace.Tables) error {
	var b strings.Builder
	b.WriteString("digraph races {\n\tnode [shape=box, fontname=sans];\n\tedge [fontname=sans, fontsize=10];\n")
	for i, race := range r.Listed() {
		fmt.Fprintf(&b, "\tsubgraph cluster_%d {\n\t\tlabel=%s;\n", i, dotText(race.Title()+" "+race.ID+"\n"+race.Summary()))
		drawSlice(&b, race.Slice(order, t, false), func(id sparsehb.BlockID) string { return fmt.Sprintf("r%d_b%d", i, id) })
		b.WriteString("\t}\n")
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// drawSlice writes the blocks and arrows of one race, whose first two blocks are
// those of the race.
func drawSlice(w *strings.Builder, s *Slice, node func(sparsehb.BlockID) string) {
	for _, b := range s.Blocks {
		text := fmt.Sprintf("block %d, operations %d to %d", b.ID, b.First, b.Last)
		if b.Event != "" {
			text = b.Event + "\n" + text
		}
		colour := ""
		if b.Does != "" {
			text += "\n" + b.Does
			colour = ", color=red"
		}
		fmt.Fprintf(w, "\t\t%s [label=%s%s];\n", node(b.ID), dotText(text), colour)
	}
	for _, a := range s.Arrows {
		fmt.Fprintf(w, "\t\t%s -> %s [label=%s];\n", node(a.From), node(a.To), dotText(a.Rule))
	}
	if len(s.Blocks) > 1 && s.Blocks[1].Does != "" {
		fmt.Fprintf(w, "\t\t%s -> %s [dir=none, style=dashed, color=red, constraint=false, label=\"no order\"];\n",
			node(s.Blocks[0].ID), node(s.Blocks[1].ID))
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
