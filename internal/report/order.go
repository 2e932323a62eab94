package report

import (
	"bufio"
	"fmt"
	"io"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// maxOrderBlocks is the size up to which the closed relation, which is
// quadratic, is written unasked.
const maxOrderBlocks = 5000

// TooManyBlocks is the error of the order writers for a relation that is too
// large to be written without force.
type TooManyBlocks struct{ Blocks int }

func (e *TooManyBlocks) Error() string {
	return fmt.Sprintf("the trace has %d blocks: the order of more than %d is written with --force only", e.Blocks, maxOrderBlocks)
}

type jsonBlock struct {
	ID    int     `json:"id"`
	Event *string `json:"event"`
	First uint64  `json:"first"`
	Last  uint64  `json:"last"`
}

// OrderJSON writes the closed relation as `order --json`: a pair [i,j] says
// that the last operation of block i happens before the first one of j.
func OrderJSON(w io.Writer, order Order, t *trace.Tables, force bool) error {
	blocks, err := orderBlocks(order, force)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	b.WriteString(`{"blocks":[`)
	for i, block := range blocks {
		if i > 0 {
			b.WriteString(",\n")
		}
		if err := compactJSON(b, jsonBlock{i, blockEvent(t, block), block.First, block.Last}); err != nil {
			return err
		}
	}
	b.WriteString("],\n\"order\":[")
	lead := ""
	pairs(order, len(blocks), func(i, j int) {
		fmt.Fprintf(b, "%s[%d,%d]", lead, i, j)
		lead = ","
	})
	b.WriteString("]}\n")
	return b.Flush()
}

// OrderText writes the blocks, one a line, each with the blocks that come
// before it.
func OrderText(w io.Writer, order Order, t *trace.Tables, force bool) error {
	blocks, err := orderBlocks(order, force)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	for j, block := range blocks {
		name := "outside every handler"
		if e := blockEvent(t, block); e != nil {
			name = clean(*e)
		}
		fmt.Fprintf(b, "block %d: %s, operations %d to %d", j, name, block.First, block.Last)
		lead := ", after"
		for i := range j {
			if order.Before(sparsehb.BlockID(i), sparsehb.BlockID(j)) {
				fmt.Fprintf(b, "%s %d", lead, i)
				lead = ""
			}
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

func orderBlocks(order Order, force bool) ([]sparsehb.Block, error) {
	blocks := order.Blocks()
	if len(blocks) > maxOrderBlocks && !force {
		return nil, &TooManyBlocks{len(blocks)}
	}
	return blocks, nil
}

func pairs(order Order, n int, pair func(i, j int)) {
	for i := 0; i < n; i++ {
		for j := i + 1; j < n; j++ { // blocks are in trace order, and order points forward
			if order.Before(sparsehb.BlockID(i), sparsehb.BlockID(j)) {
				pair(i, j)
			}
		}
	}
}

func blockEvent(t *trace.Tables, b sparsehb.Block) *string {
	if b.Event == trace.NoEvent {
		return nil
	}
	name := t.EventName(b.Event)
	return &name
}
