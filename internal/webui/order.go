package webui

import (
	"fmt"
	"net/http"

	"sparseracer/internal/layered"
	"sparseracer/internal/report"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// sliceJSON is the order around a race, laid out.
type sliceJSON struct {
	Width  float64     `json:"width"`
	Height float64     `json:"height"`
	Boxes  []boxJSON   `json:"boxes"`
	Arrows []arrowJSON `json:"arrows"`
	Cut    bool        `json:"cut"`
}

type boxJSON struct {
	ID     int32   `json:"id"`
	X      float64 `json:"x"` // of the middle
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Event  int32   `json:"event"`
	Title  string  `json:"title"`
	Detail string  `json:"detail"`
	First  uint64  `json:"first"`
	Last   uint64  `json:"last"`
	Does   string  `json:"does"`
}

type arrowJSON struct {
	From   int32        `json:"from"`
	To     int32        `json:"to"`
	Rule   string       `json:"rule"`
	Points [][2]float64 `json:"points"`
}

// Sizes of boxes, in pixels of the page.
const (
	boxHeight    = 46
	charWidth    = 6.7
	mostBoxChars = 34
)

func slice(r *recording, q *http.Request) (any, error) {
	a, race, err := r.race(q)
	if err != nil {
		return nil, err
	}
	t, err := r.lines()
	if err != nil {
		return nil, err
	}
	s := race.Slice(a.Result.Order, a.Result.Tables, true)
	out := sliceJSON{Boxes: []boxJSON{}, Arrows: []arrowJSON{}, Cut: s.Cut}
	var g layered.Graph
	index := map[sparsehb.BlockID]int{}
	for i, b := range s.Blocks {
		index[b.ID] = i
		box := boxJSON{ID: int32(b.ID), Event: int32(b.EventID), Title: "outside every handler", First: b.First, Last: b.Last, Does: b.Does, Height: boxHeight}
		if b.Event != "" {
			box.Title = b.Event
		}
		if e, ok := t.Event(b.EventID); ok {
			box.Detail = report.Clean(e.Label.Text())
		}
		chars := max(len([]rune(box.Title))+len(b.Does)+3, len([]rune(box.Detail)), len(fmt.Sprintf("%d – %d", b.First, b.Last)))
		box.Width = float64(min(chars, mostBoxChars))*charWidth + 20
		out.Boxes = append(out.Boxes, box)
		g.Boxes = append(g.Boxes, layered.Size{Width: box.Width, Height: box.Height})
	}
	for _, arrow := range s.Arrows {
		g.Arrows = append(g.Arrows, [2]int{index[arrow.From], index[arrow.To]})
	}
	d := layered.Layout(g, layered.Gaps{Side: 24, Layer: 44})
	out.Width, out.Height = d.Width, d.Height
	for i := range out.Boxes {
		out.Boxes[i].X, out.Boxes[i].Y = d.Boxes[i].X, d.Boxes[i].Y
	}
	for i, arrow := range s.Arrows {
		line := arrowJSON{int32(arrow.From), int32(arrow.To), arrow.Rule, nil}
		for _, p := range d.Arrows[i] {
			line.Points = append(line.Points, [2]float64{p.X, p.Y})
		}
		out.Arrows = append(out.Arrows, line)
	}
	return out, nil
}

// stepJSON is a link of a chain of rules.
type stepJSON struct {
	From     int32  `json:"from"`
	To       int32  `json:"to"`
	FromText string `json:"from_text"`
	ToText   string `json:"to_text"`
	Rule     string `json:"rule"`
}

// orderJSON answers how two operations stand to each other.
type orderJSON struct {
	Relation string     `json:"relation"` // of a to b
	Chain    []stepJSON `json:"chain"`
	A        string     `json:"a"`
	B        string     `json:"b"`
}

func order(r *recording, q *http.Request) (any, error) {
	a, x, y, err := r.pair(q, "a", "b")
	if err != nil {
		return nil, err
	}
	ops, _ := numbers(q, "a", "b")
	o := a.Result.Order
	out := orderJSON{Relation: "unordered", A: blockText(a, x), B: blockText(a, y)}
	from, to := x, y
	switch {
	case ops[0] == ops[1]:
		out.Relation = "same"
	case x == y && ops[0] < ops[1] || o.Before(x, y):
		out.Relation = "before"
	case x == y || o.Before(y, x):
		out.Relation, from, to = "after", y, x
	}
	for _, s := range o.Why(from, to) {
		out.Chain = append(out.Chain, stepJSON{int32(s.From), int32(s.To), blockText(a, s.From), blockText(a, s.To), s.Rule})
	}
	return out, nil
}

// pair reads two operations and finds their blocks.
func (r *recording) pair(q *http.Request, names ...string) (a *Analysis, x, y sparsehb.BlockID, err error) {
	if a, err = r.found(); err != nil {
		return nil, 0, 0, err
	}
	ops, err := numbers(q, names...)
	if err != nil {
		return nil, 0, 0, err
	}
	var blocks [2]sparsehb.BlockID
	for i, op := range ops {
		if blocks[i] = a.Result.Order.BlockOf(op); blocks[i] == sparsehb.NoBlock {
			return nil, 0, 0, errBad{names[i], fmt.Sprint(op), "an operation of a handler on the thread of the main loop"}
		}
	}
	return a, blocks[0], blocks[1], nil
}

func blockText(a *Analysis, b sparsehb.BlockID) string {
	block := a.Result.Order.Blocks()[b]
	name := "code outside every handler"
	if block.Event != trace.NoEvent {
		name = report.Clean(a.Result.Tables.EventName(block.Event))
	}
	return fmt.Sprintf("%s, operations %d to %d", name, block.First, block.Last)
}
